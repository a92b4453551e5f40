// SPDX-License-Identifier: Apache-2.0
//
// Circuits compiled here from circomlib, keys from cuzk's own set-up, witnesses from the generated programs: both
// tools prove, both verify both proofs.
import assert from "node:assert/strict";
import {createHash} from "node:crypto";
import path from "node:path";
import {after, test} from "node:test";

import {sign} from "./eddsa.mjs";
import {calculateWitness, compile, curves, endWorkers, provers, setup, snarkjs, workFolder} from
    "./support.mjs";

const both = Object.keys(curves);
const preimage = Array.from({length: 32}, (_, place) => (7 * place + 3) & 255);
const values = Array.from({length: 99}, (_, place) => 13 * place);

function digestBits() {
    const digest = createHash("sha256").update(Uint8Array.from(preimage)).digest();
    return [...digest].flatMap((byte) => Array.from({length: 8}, (_, place) => String((byte >> (7 - place)) & 1)));
}

async function signedInput(folder) {
    const helper = await compile("eddsa_challenge", "bn128", folder);
    const challenge = async (words) => {
        const file = await calculateWitness(helper.wasm, {words}, path.join(folder, "challenge.wtns"));
        return (await snarkjs.wtns.exportJson(file))[1];
    };
    return sign(123456789012345678901234567890n, 987654321098765432109876543210n, 42n, challenge);
}

async function signedPublic(input) {
    return [input.Ax, input.Ay, input.M].map(String);
}

// `expected`: the public inputs, as the circuit's meaning demands; null where only the provers' agreement is known.
const circuits = [
    {name: "sha256_block", primes: both, input: () => ({bytes: preimage}), expected: digestBits},
    {name: "eddsa", primes: ["bn128"], input: signedInput, expected: signedPublic},
    {
        name: "merkle_poseidon20",
        primes: ["bn128"],
        input: () => ({
            leaf: 5,
            siblings: Array.from({length: 20}, (_, place) => 1000 + place),
            sides: Array.from({length: 20}, (_, place) => place % 3 & 1),
        }),
        expected: null,
    },
    {name: "no_public", primes: both, input: () => ({factors: [7907, 7919]}), expected: () => []},
    {
        name: "public_100",
        primes: both,
        input: () => ({values, bound: 500}),
        expected: () => [values.filter((value) => value < 500).length, ...values].map(String),
    },
];

// Rows + public inputs + 1 just below, at and just above a power of two.
for (const steps of [29, 30, 31])
    circuits.push({
        name: "chain",
        title: `chain of ${steps}: ${steps + 2} rows`,
        parameters: {STEPS: String(steps)},
        primes: both,
        input: () => ({seed: 3}),
        expected: null,
    });

after(endWorkers);

async function provedByBoth(circuit, prime, folder) {
    const made = await compile(circuit.name, prime, folder, circuit.parameters);
    const input = await circuit.input(folder);
    const witness = await calculateWitness(made.wasm, input, path.join(folder, "witness.wtns"));
    const key = path.join(folder, "circuit.zkey");
    await setup(made.r1cs, key);

    const exported = await provers.cuzk.exportKey(key, folder);
    assert.equal(exported, await provers.snarkjs.exportKey(key));
    const vkey = JSON.parse(exported);

    const proofs = [];
    for (const prover of Object.values(provers)) proofs.push(await prover.prove(key, witness, folder));
    for (const proof of proofs) {
        assert.deepEqual(proof.public, proofs[0].public);
        if (circuit.expected) assert.deepEqual(proof.public, await circuit.expected(input));
        for (const verifier of Object.values(provers)) assert.equal(await verifier.verify(vkey, proof, folder), true);
    }
    if (prime === "bn128")
        assert.equal(await provers.cuzk.calldata(proofs[0], folder), await provers.snarkjs.calldata(proofs[0]));
}

for (const circuit of circuits)
    for (const prime of circuit.primes) {
        const title = circuit.title ?? circuit.name;
        test(`${title} over ${curves[prime]}: both prove, both verify`, async () => {
            await provedByBoth(circuit, prime, workFolder(path.join("circuits", `${title}_${prime}`)));
        });
    }
