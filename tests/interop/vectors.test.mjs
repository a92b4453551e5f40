// SPDX-License-Identifier: Apache-2.0
//
// The circuits of tests/vectors, with keys from a snarkjs set-up and proofs made by snarkjs.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import {after, test} from "node:test";

import {endWorkers, provers, readJson, vectors, workFolder} from "./support.mjs";

const names = fs.readdirSync(vectors).filter((name) => fs.existsSync(path.join(vectors, name, "circuit.zkey")));
assert.ok(names.length >= 7, `${vectors} holds the circuits`);
after(endWorkers);

for (const name of names) {
    const at = (file) => path.join(vectors, name, file);
    const key = at("circuit.zkey");
    const vkey = readJson(at("verification_key.json"));
    const folder = workFolder(path.join("vectors", name));

    test(`${name}: snarkjs accepts our proof`, async () => {
        const made = await provers.cuzk.prove(key, at("witness.wtns"), folder);
        assert.deepEqual(made.public, readJson(at("public.json")));
        assert.equal(await provers.snarkjs.verify(vkey, made), true);
        assert.equal(await provers.cuzk.verify(vkey, made, folder), true);
    });

    for (const file of ["proof.json", "proof_r0_s0.json", "proof_r7_s11.json"]) {
        test(`${name}: we accept ${file} of snarkjs`, async () => {
            const made = {proof: readJson(at(file)), public: readJson(at("public.json"))};
            assert.equal(await provers.cuzk.verify(vkey, made, folder), true);
        });
    }

    test(`${name}: our verification key is snarkjs' byte for byte`, async () => {
        assert.equal(await provers.cuzk.exportKey(key, folder), await provers.snarkjs.exportKey(key));
    });

    if (vkey.curve === "bn128") {
        test(`${name}: our calldata is snarkjs' byte for byte`, async () => {
            const made = {proof: readJson(at("proof.json")), public: readJson(at("public.json"))};
            assert.equal(await provers.cuzk.calldata(made, folder), await provers.snarkjs.calldata(made));
        });
    }
}
