/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole proofs on the GPU against snarkjs' own: the circuits of tests/vectors with given r and s, byte for byte, and
 * with random ones through the verifier; keys in turn on one device; many proofs in a row. Skipped (exit code 77) where
 * there is no usable GPU. The first argument is the folder of the circuits.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuzk/formats.h>

#include "device_pair.h"
#include "groth16/model.h"

static const char *const circuits[] = {
    "babypbk_bn254",      "merkle_mimc4_bn254", "mult_bls12381",    "mult_bn254",
    "poseidon2_bls12381", "poseidon3_bn254",    "sharounds4_bn254",
};

enum {
    CIRCUIT_COUNT = sizeof circuits / sizeof *circuits,
    IN_A_ROW = 200,
    THREADS = 4,
};

typedef struct circuit {
    char folder[512];
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_witness *witness;
    cuzk_resident_key *resident;
} circuit;

static void fail(const char *what, const char *where)
{
    fprintf(stderr, "not ok: %s: %s\n", where, what);
    exit(1);
}

static const char *path_of(char *out, size_t capacity, const circuit *c, const char *file)
{
    snprintf(out, capacity, "%s/%s", c->folder, file);
    return out;
}

static void circuit_open(circuit *c, cuzk_device *device, const char *root, const char *name)
{
    char path[640];
    cuzk_error err = {0};
    snprintf(c->folder, sizeof c->folder, "%s/%s", root, name);
    test_ok(cuzk_proving_key_read(&c->key, path_of(path, sizeof path, c, "circuit.zkey"), 2, NULL, &err), &err,
            path);
    test_ok(cuzk_witness_read(&c->witness, path_of(path, sizeof path, c, "witness.wtns"), &err), &err, path);
    test_ok(cuzk_resident_key_create(&c->resident, device, c->key, NULL, &err), &err, name);
    c->verifying_key = cuzk_proving_key_verifying_key(c->key);
}

static void circuit_close(circuit *c)
{
    cuzk_resident_key_destroy(c->resident);
    cuzk_proving_key_unref(c->key);
    cuzk_verifying_key_unref(c->verifying_key);
    cuzk_witness_destroy(c->witness);
}

static void prove(cuzk_proof *out, const circuit *c, const cuzk_blinding *blinding)
{
    cuzk_error err = {0};
    cuzk_pending *pending;
    if (blinding != NULL)
        test_ok(cuzk_prove_start_with_blinding(&pending, c->resident, c->witness, blinding, &err), &err, c->folder);
    else
        test_ok(cuzk_prove_start(&pending, c->resident, c->witness, &err), &err, c->folder);
    memset(out, 0, sizeof *out);
    test_ok(cuzk_prove_finish(out, pending, &err), &err, c->folder);
}

static void prove_and_verify(const circuit *c)
{
    cuzk_proof proof;
    cuzk_error err = {0};
    bool valid = false;
    prove(&proof, c, NULL);
    test_ok(cuzk_verify(c->verifying_key, cuzk_witness_values(c->witness) + 1,
                        cuzk_verifying_key_public_count(c->verifying_key), &proof, &valid, &err),
            &err, c->folder);
    if (!valid)
        fail("the proof does not verify", c->folder);
}

static void expect_file(const circuit *c, const cuzk_blinding *blinding, const char *file)
{
    char path[640];
    cuzk_error err = {0};
    cuzk_proof proof, expected;
    memset(&expected, 0, sizeof expected);
    prove(&proof, c, blinding);
    test_ok(cuzk_proof_read_json(&expected, path_of(path, sizeof path, c, file), proof.curve, &err), &err, path);
    if (memcmp(&proof.a, &expected.a, sizeof proof.a) != 0 || memcmp(&proof.b, &expected.b, sizeof proof.b) != 0 ||
        memcmp(&proof.c, &expected.c, sizeof proof.c) != 0)
        fail("the proof differs from the file's", path);
}

static void *prove_some(void *argument)
{
    for (int i = 0; i < 10; i++)
        prove_and_verify(argument);
    return NULL;
}

static bool open_gpu(cuzk_device **out)
{
    cuzk_error err = {0};
    if (cuzk_device_open(out, "cuda", 0, NULL, &err) == CUZK_OK)
        return true;
    printf("skipped: no usable GPU: %s\n", err.message);
    return false;
}

int main(int argc, char **argv)
{
    static const cuzk_blinding none = {{{0}}, {{0}}}, given = {{{7, 0, 0, 0}}, {{11, 0, 0, 0}}};
    const char *root = argc > 1 ? argv[1] : CUZK_TEST_VECTORS "/circuits";
    cuzk_device *device;
    circuit c[CIRCUIT_COUNT];
    pthread_t threads[THREADS];
    memset(c, 0, sizeof c);
    if (!open_gpu(&device))
        return 77;
    for (int i = 0; i < CIRCUIT_COUNT; i++) {
        circuit_open(&c[i], device, root, circuits[i]);
        expect_file(&c[i], &none, "proof_r0_s0.json");
        expect_file(&c[i], &given, "proof_r7_s11.json");
        prove_and_verify(&c[i]);
        printf("ok %s\n", circuits[i]);
    }
    for (int i = 0; i < IN_A_ROW; i++)
        prove_and_verify(&c[i % CIRCUIT_COUNT]);
    printf("ok %d proofs in a row, keys in turn\n", IN_A_ROW);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, prove_some, &c[i % 2]) != 0)
            fail("no thread", "pthread_create");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("ok %d threads at once\n", (int)THREADS);
    for (int i = 0; i < CIRCUIT_COUNT; i++)
        circuit_close(&c[i]);
    cuzk_device_close(device);
    return 0;
}
