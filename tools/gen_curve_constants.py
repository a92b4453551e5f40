#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the constants of one curve, in Montgomery form.

    tools/gen_curve_constants.py BN254     > src/curve/bn254_constants.h
    tools/gen_curve_constants.py BLS12_381 > src/curve/bls12_381_constants.h

Taken as given, being public facts of the curves (EIP-196 and EIP-197 for BN254, the IETF draft on pairing-friendly
curves for BLS12-381): the parameter x, b, xi, the kind of twist and the generators. Everything else is computed here
from the formulas of docs/math/curve.md and docs/math/pairing.md, and the facts that the subgroup tests rest on are
checked: a false one ends the program.
"""
import math
import sys


class Curve:
    pass


def bn254():
    c = Curve()
    c.name, c.limbs, c.x, c.b, c.xi, c.twist = "BN254", 4, 4965661367192848881, 3, (9, 1), "D"
    x = c.x
    c.p = 36 * x**4 + 36 * x**3 + 24 * x**2 + 6 * x + 1
    c.r = 36 * x**4 + 36 * x**3 + 18 * x**2 + 6 * x + 1
    c.h1, c.h2 = 1, 2 * c.p - c.r
    c.g1 = (1, 2)
    c.g2 = ((10857046999023057135944570762232829481370756359578518086990519993285655852781,
             11559732032986387107991004021392285783925812861821192530917403151452391805634),
            (8495653923123431417604973247489272438418190587263600148770280649306958101930,
             4082367875863433681332203403145435568316851327593401208105741076214120093531))
    c.roots = [5]
    return c


def bls12_381():
    c = Curve()
    c.name, c.limbs, c.x, c.b, c.xi, c.twist = "BLS12_381", 6, -0xd201000000010000, 4, (1, 1), "M"
    x = c.x
    c.r = x**4 - x**2 + 1
    c.p = (x - 1)**2 * c.r // 3 + x
    c.h1 = (x - 1)**2 // 3
    c.h2 = (x**8 - 4 * x**7 + 5 * x**6 - 4 * x**4 + 6 * x**3 - 4 * x**2 - 4 * x + 13) // 9
    c.g1 = (0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,
            0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1)
    c.g2 = ((0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
             0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e),
            (0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
             0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be))
    c.roots = [5, 7]
    return c


# Arithmetic in Fp2 = Fp[u] / (u^2 + 1), on pairs.

def mul(c, a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % c.p, (a[0] * b[1] + a[1] * b[0]) % c.p)


def inverse(c, a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, c.p)
    return (a[0] * norm % c.p, -a[1] * norm % c.p)


def power(c, a, exponent):
    result = (1, 0)
    for bit in bin(exponent)[2:]:
        result = mul(c, result, result)
        if bit == "1":
            result = mul(c, result, a)
    return result


def scale(c, a, k):
    return (a[0] * k % c.p, a[1] * k % c.p)


# The group of the curve over Fp in affine coordinates; the identity is None.

def add(c, a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % c.p == 0:
        return None
    if a == b:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, c.p)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, c.p)
    x = (slope * slope - a[0] - b[0]) % c.p
    return (x, (slope * (a[0] - x) - a[1]) % c.p)


def times(c, a, k):
    result = None
    for bit in bin(k)[2:]:
        result = add(c, result, result)
        if bit == "1":
            result = add(c, result, a)
    return result


def naf(k):
    """Digits -1, 0, 1 of k, least significant first, no two neighbours both non-zero."""
    digits = []
    while k:
        digit = 2 - k % 4 if k & 1 else 0
        digits.append(digit)
        k = (k - digit) // 2
    return digits


# Facts that the subgroup tests rest on.

def resultant_with_frobenius(c, coefficients):
    """The norm of sum of coefficients[i] psi^i, psi^2 = t psi - p: it kills every point that the sum kills."""
    t = c.p + 1 - c.r * c.h1
    a, b = 0, 0  # a + b psi, by Horner
    for coefficient in reversed(coefficients):
        a, b = -b * c.p + coefficient, a + b * t
    return a * a + a * b * t + b * b * c.p


def check(c):
    x = c.x
    for n in (c.p, c.r):
        assert all(pow(base, n - 1, n) == 1 for base in (2, 3, 5, 7)), "not prime"
    assert c.p % 4 == 3 and c.p % 3 == 1
    twist_order = c.r * c.h2
    if c.twist == "D":
        # (x + 1) + x psi + x psi^2 - 2 x psi^3
        norm = resultant_with_frobenius(c, [x + 1, x, x, -2 * x])
        assert math.gcd(norm, twist_order) == c.r
    else:
        assert math.gcd(c.p - x, twist_order) == c.r  # psi - x
        assert x**4 - x**2 + 1 == c.r  # phi + x^2
    assert math.gcd(c.r, c.h1 * c.h2) == 1


# Output.

def words(value, count):
    return [f"0x{(value >> (64 * i)) & (2**64 - 1):016x}" for i in range(count)]


def fp(c, value, limbs=None, modulus=None):
    limbs = limbs or c.limbs
    modulus = modulus or c.p
    return "{{" + ", ".join(words(value * 2**(64 * limbs) % modulus, limbs)) + "}}"


def fp2(c, value):
    return "{" + fp(c, value[0]) + ", " + fp(c, value[1]) + "}"


def define(c, comment, name, lines):
    """A macro; `lines` is one text or a list of initializers for braces."""
    print(f"\n/* {comment} */")
    if isinstance(lines, str):
        print(f"#define {c.name}_{name} {lines}")
        return
    print(f"#define {c.name}_{name} \\")
    print("    { \\")
    for line in lines:
        print(f"        {line}, \\")
    print("    }")


def pieces(c, values):
    """Fp2 values, one Fp a line so that lines stay short."""
    lines = []
    for value in values:
        lines += ["{" + fp(c, value[0]), fp(c, value[1]) + "}"]
    return lines


def print_points(c, b_twist):
    define(c, "b of y^2 = x^3 + b, and 3 b; the same on the twist", "G1_B", fp(c, c.b))
    print(f"#define {c.name}_G1_B3 {fp(c, 3 * c.b)}")
    for name, value in (("G2_B", b_twist), ("G2_B3", scale(c, b_twist, 3))):
        print(f"#define {c.name}_{name} \\\n    {{ \\\n        {fp(c, value[0])}, \\\n        {fp(c, value[1])}, \\\n    }}")
    define(c, "Generators: x, y", "G1_GENERATOR", [fp(c, v) for v in c.g1])
    define(c, "x, y, each c0, c1", "G2_GENERATOR", pieces(c, c.g2))


def print_scalars(c):
    s = (c.r - 1 & -(c.r - 1)).bit_length() - 1
    define(c, "Bits of r; r - 1 is 2^FR_TWO_ADICITY times an odd number", "FR_BITS", str(c.r.bit_length()))
    print(f"#define {c.name}_FR_TWO_ADICITY {s}")
    for g in c.roots:
        root = pow(g, (c.r - 1) >> s, c.r)
        assert pow(root, 2**(s - 1), c.r) == c.r - 1
        define(c, f"{g}^((r - 1) / 2^{s})", f"FR_ROOT_{g}", fp(c, root, 4, c.r))
    for name, h in (("G1", c.h1), ("G2", c.h2)):
        limbs = (h.bit_length() + 63) // 64
        define(c, f"#E(Fp{'' if name == 'G1' else '2'}) / r, {h.bit_length()} bits, canonical limbs",
               f"{name}_COFACTOR", "{" + ", ".join(words(h, limbs)) + "}")


def print_endomorphisms(c):
    gamma = [power(c, c.xi, i * (c.p - 1) // 6) for i in range(6)]
    define(c, "xi^(i (p - 1) / 6), i = 1 to 5: what a^p multiplies the coefficient of w^i by", "FROBENIUS_1",
           pieces(c, gamma[1:]))
    gamma2 = [power(c, c.xi, i * (c.p**2 - 1) // 6) for i in range(6)]
    assert all(g[1] == 0 for g in gamma2)
    define(c, "xi^(i (p^2 - 1) / 6), i = 1 to 5, all in Fp: the same for a^(p^2)", "FROBENIUS_2",
           [fp(c, g[0]) for g in gamma2[1:]])
    psi = [gamma[2], gamma[3]] if c.twist == "D" else [inverse(c, gamma[2]), inverse(c, gamma[3])]
    define(c, "psi(x, y) = (PSI[0] conjugate(x), PSI[1] conjugate(y)) on the twist", "PSI", pieces(c, psi))
    if c.twist == "M":
        target = times(c, c.g1, -c.x**2 % c.r)
        beta = target[0] * pow(c.g1[0], -1, c.p) % c.p
        assert pow(beta, 3, c.p) == 1 and beta != 1 and target[1] == c.g1[1]
        define(c, "The cube root of unity for which (BETA x, y) is [-x^2] (x, y) in G1", "BETA",
               "{{" + ", ".join(words(beta * 2**384 % c.p, 3)) + ", \\\n      "
               + ", ".join(words((beta * 2**384 % c.p) >> 192, 3)) + "}}")


def print_loop(c):
    define(c, "|x|", "X_ABS", f"0x{abs(c.x):016x}u")
    length, name = (6 * c.x + 2, "6 x + 2") if c.twist == "D" else (abs(c.x), "|x|")
    binary = [int(bit) for bit in reversed(bin(length)[2:])]
    digits = min(binary, naf(length), key=lambda d: (sum(map(abs, d)), len(d)))
    rows = [", ".join(str(d) for d in digits[i:i + 24]) for i in range(0, len(digits), 24)]
    define(c, f"Digits of {name}, the Miller loop's length, least significant first", "LOOP_DIGITS", rows)
    print(f"#define {c.name}_LOOP_DIGIT_COUNT {len(digits)}")


def main():
    c = {"BN254": bn254, "BLS12_381": bls12_381}[sys.argv[1]]()
    check(c)
    b_twist = scale(c, inverse(c, c.xi), c.b) if c.twist == "D" else scale(c, c.xi, c.b)
    for point, b in ((((c.g1[0], 0), (c.g1[1], 0)), (c.b, 0)), (c.g2, b_twist)):
        cube = mul(c, mul(c, point[0], point[0]), point[0])
        assert mul(c, point[1], point[1]) == ((cube[0] + b[0]) % c.p, (cube[1] + b[1]) % c.p)
    print(f"""/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_curve_constants.py; do not edit. Initializers, least significant limb first, in Montgomery
 * form unless said otherwise. xi = {c.xi[0]} + u.
 */
/* clang-format off */
#ifndef CUZK_CURVE_{c.name}_CONSTANTS_H
#define CUZK_CURVE_{c.name}_CONSTANTS_H""")
    print_points(c, b_twist)
    print_scalars(c)
    print_endomorphisms(c)
    print_loop(c)
    print("\n#endif")


main()
