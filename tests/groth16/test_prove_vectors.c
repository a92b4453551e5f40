/* SPDX-License-Identifier: Apache-2.0
 *
 * The circuits of tests/vectors, whose keys, witnesses and proofs are snarkjs' (origin: the README there): each is
 * proved here, and with given r and s the proof is snarkjs' own, byte for byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuzk/formats.h>

#include "base/cpu.h"
#include "curve/curve.h"
#include "groth16/model.h"
#include "support/cmocka_all.h"

static const char *const circuits[] = {
    "babypbk_bn254",      "merkle_mimc4_bn254", "mult_bls12381",    "mult_bn254",
    "poseidon2_bls12381", "poseidon3_bn254",    "sharounds4_bn254",
};
enum { CIRCUIT_COUNT = sizeof circuits / sizeof *circuits, PATH_MAX_BYTES = 1024 };

typedef struct vector {
    const char *name;
    cuzk_r1cs *r1cs;
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_witness *witness;
    cuzk_fr *public_inputs;
    uint64_t public_count;
} vector;

static const char *vector_path(char *out, const char *circuit, const char *file)
{
    snprintf(out, PATH_MAX_BYTES, "%s/circuits/%s/%s", CUZK_TEST_VECTORS, circuit, file);
    return out;
}

static void vector_read(vector *v, const char *name)
{
    char path[PATH_MAX_BYTES];
    v->name = name;
    assert_int_equal(cuzk_r1cs_read(&v->r1cs, vector_path(path, name, "circuit.r1cs"), NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_proving_key_read(&v->key, vector_path(path, name, "circuit.zkey"), 2, NULL, NULL),
                     CUZK_OK);
    assert_int_equal(cuzk_witness_read(&v->witness, vector_path(path, name, "witness.wtns"), NULL), CUZK_OK);
    assert_int_equal(
        cuzk_verifying_key_read_json(&v->verifying_key, vector_path(path, name, "verification_key.json"), NULL),
        CUZK_OK);
    assert_int_equal(cuzk_public_read_json(&v->public_inputs, &v->public_count,
                                           vector_path(path, name, "public.json"),
                                           cuzk_verifying_key_curve(v->verifying_key), NULL),
                     CUZK_OK);
}

static void vector_free(vector *v)
{
    cuzk_r1cs_unref(v->r1cs);
    cuzk_proving_key_unref(v->key);
    cuzk_verifying_key_unref(v->verifying_key);
    cuzk_witness_destroy(v->witness);
    free(v->public_inputs);
}

static void on_each_vector(void (*check)(const vector *v))
{
    for (size_t i = 0; i < CIRCUIT_COUNT; i++) {
        vector v = {0};
        vector_read(&v, circuits[i]);
        check(&v);
        vector_free(&v);
    }
}

static void read_proof(cuzk_proof *out, const vector *v, const char *file)
{
    char path[PATH_MAX_BYTES];
    assert_int_equal(cuzk_proof_read_json(out, vector_path(path, v->name, file),
                                          cuzk_verifying_key_curve(v->verifying_key), NULL),
                     CUZK_OK);
}

static bool verifies(const vector *v, const cuzk_proof *proof)
{
    bool valid = false;
    assert_int_equal(cuzk_verify(v->verifying_key, v->public_inputs, v->public_count, proof, &valid, NULL),
                     CUZK_OK);
    return valid;
}

/* ---- Proving ---- */

static void prove(cuzk_proof *out, cuzk_resident_key *resident, const vector *v, const cuzk_blinding *blinding)
{
    cuzk_pending *pending = NULL;
    if (blinding != NULL)
        assert_int_equal(cuzk_prove_start_with_blinding(&pending, resident, v->witness, blinding, NULL), CUZK_OK);
    else
        assert_int_equal(cuzk_prove_start(&pending, resident, v->witness, NULL), CUZK_OK);
    assert_int_equal(cuzk_prove_finish(out, pending, NULL), CUZK_OK);
}

static void check_proofs_on(const vector *v, cuzk_isa isa, uint32_t thread_count)
{
    static const cuzk_blinding none = {{{0}}, {{0}}}, given = {{{7, 0, 0, 0}}, {{11, 0, 0, 0}}};
    cuzk_device_options options = {.thread_count = thread_count, .isa = isa};
    cuzk_device *device = NULL;
    cuzk_resident_key *resident = NULL;
    cuzk_proof proof, expected;
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, NULL), CUZK_OK);
    assert_int_equal(cuzk_resident_key_create(&resident, device, v->key, NULL, NULL), CUZK_OK);
    prove(&proof, resident, v, &none);
    read_proof(&expected, v, "proof_r0_s0.json");
    assert_memory_equal(&proof, &expected, sizeof proof);
    prove(&proof, resident, v, &given);
    read_proof(&expected, v, "proof_r7_s11.json");
    assert_memory_equal(&proof, &expected, sizeof proof);
    prove(&proof, resident, v, NULL);
    assert_true(verifies(v, &proof));
    cuzk_resident_key_destroy(resident);
    cuzk_device_close(device);
}

static void check_proofs(const vector *v)
{
    for (int isa = CUZK_ISA_PORTABLE; isa <= CUZK_ISA_IFMA; isa++) {
        if (!cuzk_isa_available((cuzk_isa)isa)) {
            printf("skipped: instruction set %s\n", cuzk_isa_name((cuzk_isa)isa));
            continue;
        }
        check_proofs_on(v, (cuzk_isa)isa, 1);
        check_proofs_on(v, (cuzk_isa)isa, 4);
    }
}

static void test_proofs_are_those_of_snarkjs(void **state)
{
    (void)state;
    on_each_vector(check_proofs);
}

/* ---- Verifying ---- */

static void check_negated(const vector *v, const cuzk_proof *proof)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(proof->curve, CUZK_ISA_AUTO);
    cuzk_proof other = *proof;
    ops->g1.affine_neg(&other.a, &proof->a);
    assert_false(verifies(v, &other));
    ops->g2.affine_neg(&other.b, &proof->b);
    assert_true(verifies(v, &other)); /* (-A, -B, C) is another proof of the same statement */
    other.a = proof->a;
    assert_false(verifies(v, &other));
    other = *proof;
    ops->g1.affine_neg(&other.c, &proof->c);
    assert_false(verifies(v, &other));
}

static void check_swapped(const vector *v, const cuzk_proof *proof)
{
    cuzk_proof other = *proof;
    other.a = proof->c;
    other.c = proof->a;
    assert_false(verifies(v, &other));
    memset(&other.a, 0, sizeof other.a);
    assert_false(verifies(v, &other));
}

static void check_changed_inputs(const vector *v, const cuzk_proof *proof)
{
    for (uint64_t i = 0; i < v->public_count; i++) {
        cuzk_fr before = v->public_inputs[i];
        v->public_inputs[i].limb[0] ^= 1; /* r is odd and prime: still below it, but for r - 1, which is even */
        assert_false(verifies(v, proof));
        v->public_inputs[i] = before;
    }
}

static void check_given_proofs(const vector *v)
{
    static const char *const files[] = {"proof.json", "proof_r0_s0.json", "proof_r7_s11.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        cuzk_proof proof;
        read_proof(&proof, v, files[i]);
        assert_true(verifies(v, &proof));
        check_negated(v, &proof);
        check_swapped(v, &proof);
        check_changed_inputs(v, &proof);
    }
}

static void test_given_proofs_verify_and_changed_ones_do_not(void **state)
{
    (void)state;
    on_each_vector(check_given_proofs);
}

static void check_batch(const vector *v)
{
    static const char *const files[] = {"proof.json", "proof_r0_s0.json", "proof_r7_s11.json"};
    enum { PROOFS = sizeof files / sizeof *files };
    cuzk_proof proofs[PROOFS];
    cuzk_fr *inputs = calloc(PROOFS * v->public_count + 1, sizeof *inputs);
    bool valid = false;
    assert_non_null(inputs);
    for (size_t i = 0; i < PROOFS; i++) {
        read_proof(&proofs[i], v, files[i]);
        memcpy(inputs + i * v->public_count, v->public_inputs, v->public_count * sizeof *inputs);
    }
    for (uint64_t count = 0; count <= PROOFS; count++) {
        valid = false;
        assert_int_equal(cuzk_verify_batch(v->verifying_key, inputs, v->public_count, proofs, count, &valid, NULL),
                         CUZK_OK);
        assert_true(valid);
    }
    for (size_t i = 0; i < PROOFS; i++) {
        cuzk_proof good = proofs[i];
        proofs[i].c = good.a;
        assert_int_equal(cuzk_verify_batch(v->verifying_key, inputs, v->public_count, proofs, PROOFS, &valid, NULL),
                         CUZK_OK);
        assert_false(valid);
        proofs[i] = good;
    }
    free(inputs);
}

static void test_batches(void **state)
{
    (void)state;
    on_each_vector(check_batch);
}

/* ---- The witness against the constraint system ---- */

static void check_r1cs(const vector *v)
{
    bool satisfied = false;
    uint64_t row = 0;
    assert_int_equal(cuzk_r1cs_check(v->r1cs, v->witness, &satisfied, &row, NULL), CUZK_OK);
    assert_true(satisfied);
}

static void test_witnesses_satisfy_their_circuits(void **state)
{
    (void)state;
    on_each_vector(check_r1cs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_those_of_snarkjs),
        cmocka_unit_test(test_given_proofs_verify_and_changed_ones_do_not),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_witnesses_satisfy_their_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
