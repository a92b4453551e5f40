// SPDX-License-Identifier: Apache-2.0
//
// What the interop tests share: the two provers behind functions of the same form, and circuits compiled on demand.
// The environment names the places: CUZK_COMMAND (the command under test), CUZK_INTEROP_PACKAGES (a folder with the
// npm packages), CUZK_INTEROP_WORK (a folder for what the tests make), CUZK_TEST_VECTORS.
import {execFile} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {promisify} from "node:util";

const run = promisify(execFile);

function place(variable) {
    const value = process.env[variable];
    if (!value) throw new Error(`${variable} is not set: tests/interop/run sets it`);
    return path.resolve(value);
}

export const command = place("CUZK_COMMAND");
export const packages = place("CUZK_INTEROP_PACKAGES");
export const vectors = path.join(place("CUZK_TEST_VECTORS"), "circuits");
const sources = path.join(path.dirname(fileURLToPath(import.meta.url)), "circuits");

const require = createRequire(path.join(packages, "package.json"));
export const snarkjs = require("snarkjs");

export const curves = {bn128: "bn254", bls12381: "bls12-381"};

export function readJson(file) {
    return JSON.parse(fs.readFileSync(file, "utf8"));
}

export function writeJson(file, value) {
    fs.writeFileSync(file, JSON.stringify(value));
    return file;
}

// A folder of its own, emptied, under the work folder.
export function workFolder(name) {
    const folder = path.join(place("CUZK_INTEROP_WORK"), name);
    fs.rmSync(folder, {recursive: true, force: true});
    fs.mkdirSync(folder, {recursive: true});
    return folder;
}

// snarkjs keeps a curve's workers until they are ended; the process would not end before.
export async function endWorkers() {
    await globalThis.curve_bn128?.terminate();
    await globalThis.curve_bls12381?.terminate();
}

// Runs cuzk; {code, stdout, stderr} whatever the exit code.
export async function cuzk(...args) {
    try {
        return {code: 0, ...(await run(command, args))};
    } catch (failure) {
        if (typeof failure.code !== "number") throw failure;
        return {code: failure.code, stdout: failure.stdout, stderr: failure.stderr};
    }
}

async function cuzkMust(...args) {
    const result = await cuzk(...args);
    if (result.code !== 0) throw new Error(`cuzk ${args.join(" ")}: exit code ${result.code}: ${result.stderr}`);
    return result.stdout;
}

// Each prover gives {proof, public} as parsed JSON and answers `verify` with a boolean.
export const provers = {
    cuzk: {
        async prove(key, witness, folder) {
            const proof = path.join(folder, "proof_cuzk.json");
            const publics = path.join(folder, "public_cuzk.json");
            await cuzkMust("prove", key, witness, proof, publics);
            return {proof: readJson(proof), public: readJson(publics)};
        },
        async verify(vkey, made, folder) {
            const result = await cuzk("verify", writeJson(path.join(folder, "verify_vkey.json"), vkey),
                writeJson(path.join(folder, "verify_public.json"), made.public),
                writeJson(path.join(folder, "verify_proof.json"), made.proof));
            if (result.code > 1) throw new Error(`cuzk verify: exit code ${result.code}: ${result.stderr}`);
            return result.code === 0;
        },
        async exportKey(key, folder) {
            const file = path.join(folder, "vkey_cuzk.json");
            await cuzkMust("export", "vkey", key, file);
            return fs.readFileSync(file, "utf8");
        },
        async calldata(made, folder) {
            const text = await cuzkMust("export", "calldata",
                writeJson(path.join(folder, "calldata_public.json"), made.public),
                writeJson(path.join(folder, "calldata_proof.json"), made.proof));
            return text.trimEnd();
        },
    },
    snarkjs: {
        async prove(key, witness) {
            const made = await snarkjs.groth16.prove(key, witness);
            return {proof: made.proof, public: made.publicSignals};
        },
        async verify(vkey, made) {
            return snarkjs.groth16.verify(vkey, made.public, made.proof);
        },
        async exportKey(key) {
            return JSON.stringify(await snarkjs.zKey.exportVerificationKey(key), null, 1);
        },
        async calldata(made) {
            return snarkjs.groth16.exportSolidityCallData(made.proof, made.public);
        },
    },
};

export async function setup(r1cs, key) {
    await cuzkMust("setup", "--insecure", r1cs, key);
}

// Compiles circuits/NAME.circom over a prime; `parameters` replaces words of NAME.circom.in first.
export async function compile(name, prime, folder, parameters) {
    const source = path.join(folder, `${name}.circom`);
    let text = fs.readFileSync(path.join(sources, parameters ? `${name}.circom.in` : `${name}.circom`), "utf8");
    for (const [word, value] of Object.entries(parameters ?? {})) text = text.replaceAll(word, value);
    fs.writeFileSync(source, text);
    // The compiler finds what is included by a relative path alone.
    await run(process.execPath, ["node_modules/circom2/cli.js", source, "--r1cs", "--wasm", "-o", folder, "-l",
        "node_modules", "--prime", prime], {cwd: packages});
    return {
        r1cs: path.join(folder, `${name}.r1cs`),
        wasm: path.join(folder, `${name}_js`, `${name}.wasm`),
    };
}

export async function calculateWitness(wasm, input, file) {
    await snarkjs.wtns.calculate(input, wasm, file);
    return file;
}
