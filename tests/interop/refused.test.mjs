// SPDX-License-Identifier: Apache-2.0
//
// Proofs and public inputs with one thing changed: both verifiers refuse each. Where cuzk is stricter than snarkjs on
// purpose, the case says so. Keys and witnesses that do not belong together: both provers refuse.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {after, test} from "node:test";

import {cuzk, endWorkers, provers, readJson, vectors, workFolder, writeJson} from "./support.mjs";

const moduli = {
    bn128: {
        r: 21888242871839275222246405745257275088548364400416034343698204186575808495617n,
        q: 21888242871839275222246405745257275088696311157297823662689037894645226208583n,
    },
    bls12381: {
        r: 52435875175126190479447740508185965837690552500527637822603658699938581184513n,
        q: BigInt("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
    },
};

const plus = (value, addend) => String(BigInt(value) + addend);

// `made` is a deep copy that the case changes; `bothRefuse` false: snarkjs accepts or crashes, cuzk must refuse.
const cases = [
    ["a public input plus 1", true, (made) => { made.public[0] = plus(made.public[0], 1n); }],
    ["a public input plus r", true, (made, {r}) => { made.public[0] = plus(made.public[0], r); }],
    ["a negative public input", true, (made, {r}) => { made.public[0] = plus(made.public[0], -r); }],
    ["two public inputs swapped", true, (made) => { made.public.reverse(); }],
    ["one public input missing", true, (made) => { made.public.pop(); }],
    ["one public input too many, 0", false, (made) => { made.public.push("0"); }],
    ["A taken for C", true, ({proof}) => { proof.pi_c = proof.pi_a; }],
    ["A negated", true, ({proof}, {q}) => { proof.pi_a[1] = plus(-BigInt(proof.pi_a[1]), q); }],
    ["C the identity", true, ({proof}) => { proof.pi_c = ["0", "1", "0"]; }],
    ["A off the curve", true, ({proof}) => { proof.pi_a[0] = plus(proof.pi_a[0], 1n); }],
    ["B off the curve", true, ({proof}) => { proof.pi_b[0][0] = plus(proof.pi_b[0][0], 1n); }],
    ["B with its coordinates' halves swapped", true, ({proof}) => { proof.pi_b[0].reverse(); }],
    ["a coordinate plus q", false, ({proof}, {q}) => { proof.pi_a[0] = plus(proof.pi_a[0], q); }],
];

const circuits = {bn128: ["babypbk_bn254", "sharounds4_bn254"], bls12381: ["mult_bls12381", "poseidon2_bls12381"]};

after(endWorkers);

async function snarkjsAccepts(vkey, made) {
    try {
        return await provers.snarkjs.verify(vkey, made);
    } catch {
        return false;
    }
}

for (const [curve, names] of Object.entries(circuits))
    for (const name of names) {
        const vkey = readJson(path.join(vectors, name, "verification_key.json"));
        const good = {
            proof: readJson(path.join(vectors, name, "proof.json")),
            public: readJson(path.join(vectors, name, "public.json")),
        };
        const folder = workFolder(path.join("refused", name));
        const files = (made) => [writeJson(path.join(folder, "vkey.json"), vkey),
            writeJson(path.join(folder, "public.json"), made.public),
            writeJson(path.join(folder, "proof.json"), made.proof)];

        for (const [title, bothRefuse, change] of cases)
            test(`${name}: ${title}`, async () => {
                const made = structuredClone(good);
                change(made, moduli[curve]);
                assert.notDeepEqual(made, good);
                const result = await cuzk("verify", ...files(made));
                assert.notEqual(result.code, 0, "cuzk verify refuses");
                assert.ok(result.code < 70, `a plain refusal, not exit code ${result.code}`);
                assert.notEqual((result.stdout + result.stderr).trim(), "", "says why");
                if (bothRefuse) assert.equal(await snarkjsAccepts(vkey, made), false, "snarkjs refuses");
            });

        test(`${name}: another circuit's proof`, async () => {
            const other = names.find((candidate) => candidate !== name);
            const made = {proof: readJson(path.join(vectors, other, "proof.json")), public: good.public};
            assert.notEqual((await cuzk("verify", ...files(made))).code, 0);
            assert.equal(await snarkjsAccepts(vkey, made), false);
        });
    }

// Key and witness, as circuit folder and file.
const mismatches = [
    ["a witness given as key", ["mult_bn254", "witness.wtns"], ["mult_bn254", "witness.wtns"]],
    ["a key given as witness", ["mult_bn254", "circuit.zkey"], ["mult_bn254", "circuit.zkey"]],
    ["a constraint system given as key", ["mult_bn254", "circuit.r1cs"], ["mult_bn254", "witness.wtns"]],
    ["a witness of another length", ["mult_bn254", "circuit.zkey"], ["babypbk_bn254", "witness.wtns"]],
    ["a witness of another curve", ["mult_bn254", "circuit.zkey"], ["mult_bls12381", "witness.wtns"]],
    ["a witness that is not there", ["mult_bn254", "circuit.zkey"], ["mult_bn254", "none.wtns"]],
];

for (const [title, key, witness] of mismatches)
    test(`prove: ${title}`, async () => {
        const folder = workFolder(path.join("refused", title.replaceAll(" ", "_")));
        const inputs = [path.join(vectors, ...key), path.join(vectors, ...witness)];
        const outputs = [path.join(folder, "proof.json"), path.join(folder, "public.json")];
        const result = await cuzk("prove", ...inputs, ...outputs);
        assert.ok(result.code > 1 && result.code < 70, `exit code ${result.code}`);
        assert.match(result.stderr, /\w+ \w+/);
        assert.deepEqual(fs.readdirSync(folder), [], "no output is left");
        await assert.rejects(provers.snarkjs.prove(...inputs));
    });
