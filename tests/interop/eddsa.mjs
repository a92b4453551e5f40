// SPDX-License-Identifier: Apache-2.0
//
// Baby Jubjub in plain big integers, enough to sign: a*x^2 + y^2 = 1 + d*x^2*y^2 over BN254's scalar field (EIP-2494).
const p = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const order = 2736030358979909402780800718157159386076813972158567259200215660948447373041n;
const a = 168700n;
const d = 168696n;
const base8 = [
    5299619240641551281634865583518297030282874472190772894086521144482721001553n,
    16950150798460657717958625567821834550301663161624707787222815936182638968203n,
];

function mod(x, m = p) {
    return ((x % m) + m) % m;
}

function inverse(x) {
    let result = 1n;
    for (let power = p - 2n, square = mod(x); power > 0n; power >>= 1n, square = mod(square * square))
        if (power & 1n) result = mod(result * square);
    return result;
}

function add([x1, y1], [x2, y2]) {
    const product = mod(d * x1 * x2 * y1 * y2);
    return [
        mod((x1 * y2 + y1 * x2) * inverse(1n + product)),
        mod((y1 * y2 - a * x1 * x2) * inverse(1n - product)),
    ];
}

function multiply(point, scalar) {
    let result = [0n, 1n];
    for (let rest = scalar, double = point; rest > 0n; rest >>= 1n, double = add(double, double))
        if (rest & 1n) result = add(result, double);
    return result;
}

// The verifier's equation is S * B8 = R8 + 8 * h * A with h = hash(R8, A, M); `challenge` gives h.
export async function sign(secret, nonce, message, challenge) {
    const [Ax, Ay] = multiply(base8, secret);
    const [R8x, R8y] = multiply(base8, nonce);
    const hash = await challenge([R8x, R8y, Ax, Ay, message]);
    const S = mod(nonce + 8n * hash * secret, order);
    return {Ax, Ay, M: message, S, R8x, R8y};
}
