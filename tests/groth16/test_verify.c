/* SPDX-License-Identifier: Apache-2.0
 *
 * What a verifier refuses, and what it calls false. Proofs that snarkjs made are in test_prove_vectors.c.
 */
#include <stdlib.h>
#include <string.h>

#include "circuit.h"
#include "field/field_defs.h"
#include "formats/outside_points.h"
#include "support/cmocka_all.h"

enum { PUBLIC = 4, PROOFS = 5 };

static test_random rng;

/* Proofs of several witnesses under one key. */
typedef struct rig {
    const cuzk_curve_ops *ops;
    cuzk_verifying_key *key;
    cuzk_proof proofs[PROOFS];
    cuzk_fr inputs[PROOFS * PUBLIC];
} rig;

static void rig_prove(rig *r, const cuzk_r1cs *r1cs, cuzk_resident_key *resident)
{
    for (int i = 0; i < PROOFS; i++) {
        cuzk_pending *pending = NULL;
        cuzk_witness *witness = circuit_witness(r1cs, CIRCUIT_RANDOM, &rng);
        memcpy(&r->inputs[i * PUBLIC], cuzk_witness_values(witness) + 1, PUBLIC * sizeof *r->inputs);
        assert_int_equal(cuzk_prove_start(&pending, resident, witness, NULL), CUZK_OK);
        assert_int_equal(cuzk_prove_finish(&r->proofs[i], pending, NULL), CUZK_OK);
        cuzk_witness_destroy(witness);
    }
}

static void rig_make(rig *r, cuzk_curve_id curve)
{
    circuit_shape shape = {.curve = curve, .row_count = 9, .input_count = 6, .public_count = PUBLIC};
    cuzk_device_options options = {.thread_count = 1};
    cuzk_device *device = NULL;
    cuzk_resident_key *resident = NULL;
    cuzk_r1cs *r1cs = circuit_make(&shape, &rng);
    cuzk_proving_key *key = circuit_key(r1cs);
    r->ops = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    r->key = cuzk_proving_key_verifying_key(key);
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, NULL), CUZK_OK);
    assert_int_equal(cuzk_resident_key_create(&resident, device, key, NULL, NULL), CUZK_OK);
    rig_prove(r, r1cs, resident);
    cuzk_resident_key_destroy(resident);
    cuzk_device_close(device);
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
}

static void on_each_curve(void (*check)(rig *r))
{
    static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};
    for (int i = 0; i < 2; i++) {
        rig r;
        rig_make(&r, curves[i]);
        check(&r);
        cuzk_verifying_key_unref(r.key);
    }
}

/* Both verifiers give the same status for the same bad thing. */
static void assert_refused(const rig *r, uint64_t public_count, cuzk_status expected, const char *word)
{
    cuzk_error err;
    bool valid = true;
    assert_int_equal(cuzk_verify(r->key, r->inputs, public_count, &r->proofs[0], &valid, &err), expected);
    assert_non_null(strstr(err.message, word));
    memset(&err, 0, sizeof err);
    assert_int_equal(cuzk_verify_batch(r->key, r->inputs, public_count, r->proofs, 2, &valid, &err), expected);
    assert_non_null(strstr(err.message, word));
    assert_true(valid); /* untouched */
}

static void check_lengths(rig *r)
{
    assert_refused(r, PUBLIC - 1, CUZK_E_LENGTH, "4");
    assert_refused(r, PUBLIC + 1, CUZK_E_LENGTH, "5");
    assert_refused(r, 0, CUZK_E_LENGTH, "0");
}

static void test_input_count_is_strict(void **state)
{
    (void)state;
    on_each_curve(check_lengths);
}

static void check_input_range(rig *r)
{
    cuzk_fr good = r->inputs[2];
    r->inputs[2] = *r->ops->fr_modulus;
    assert_refused(r, PUBLIC, CUZK_E_NOT_CANONICAL, "input 2");
    memset(&r->inputs[2], 0xff, sizeof r->inputs[2]);
    assert_refused(r, PUBLIC, CUZK_E_NOT_CANONICAL, "input 2");
    r->inputs[2] = good;
}

static void test_inputs_are_canonical(void **state)
{
    (void)state;
    on_each_curve(check_input_range);
}

static void check_curve(rig *r)
{
    r->proofs[0].curve = r->ops->id == CUZK_CURVE_BN254 ? CUZK_CURVE_BLS12_381 : CUZK_CURVE_BN254;
    assert_refused(r, PUBLIC, CUZK_E_CURVE, "BN254");
}

static void test_curves_are_the_same(void **state)
{
    (void)state;
    on_each_curve(check_curve);
}

/* Makes a coordinate canonical no more: x + p, which fits the limbs. */
static void add_modulus(uint64_t *coordinate, const cuzk_curve_ops *ops)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < ops->fp_limbs; i++)
        coordinate[i] = cuzk_add_carry(coordinate[i], ops->fp_modulus[i], &carry);
}

/* A point of G2's curve that has another order. */
static void set_outside_point(cuzk_g2_affine *out, const cuzk_curve_ops *ops)
{
    const uint64_t *canonical = ops->id == CUZK_CURVE_BN254 ? outside_g2_bn254 : outside_g2_bls12_381;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < 4; i++)
        ops->fp_to_montgomery(out->limb + i * ops->fp_limbs, canonical + i * ops->fp_limbs);
}

static void check_points(rig *r)
{
    cuzk_proof good = r->proofs[0];
    r->proofs[0].a.limb[0] ^= 1;
    assert_refused(r, PUBLIC, CUZK_E_POINT, "point A");
    r->proofs[0] = good;
    r->proofs[0].b.limb[0] ^= 1;
    assert_refused(r, PUBLIC, CUZK_E_POINT, "point B");
    r->proofs[0] = good;
    r->proofs[0].c.limb[r->ops->fp_limbs] ^= 1;
    assert_refused(r, PUBLIC, CUZK_E_POINT, "point C");
    r->proofs[0] = good;
    add_modulus(r->proofs[0].a.limb, r->ops);
    assert_refused(r, PUBLIC, CUZK_E_POINT, "modulus");
    r->proofs[0] = good;
    set_outside_point(&r->proofs[0].b, r->ops);
    assert_refused(r, PUBLIC, CUZK_E_POINT, "subgroup");
    r->proofs[0] = good;
}

static void test_points_are_checked(void **state)
{
    (void)state;
    on_each_curve(check_points);
}

/* ---- False statements ---- */

static bool one_valid(const rig *r, const cuzk_fr *inputs, const cuzk_proof *proof)
{
    bool valid = false;
    assert_int_equal(cuzk_verify(r->key, inputs, PUBLIC, proof, &valid, NULL), CUZK_OK);
    return valid;
}

static void check_pairs(rig *r)
{
    for (int i = 0; i < PROOFS; i++)
        for (int j = 0; j < PROOFS; j++)
            assert_true(one_valid(r, &r->inputs[j * PUBLIC], &r->proofs[i]) == (i == j));
}

static void test_a_proof_is_for_its_inputs(void **state)
{
    (void)state;
    on_each_curve(check_pairs);
}

static void check_identities(rig *r)
{
    cuzk_proof proof = r->proofs[0];
    memset(&proof.a, 0, sizeof proof.a);
    assert_false(one_valid(r, r->inputs, &proof));
    memset(&proof.b, 0, sizeof proof.b);
    memset(&proof.c, 0, sizeof proof.c);
    assert_false(one_valid(r, r->inputs, &proof));
}

static void test_identity_points_prove_nothing(void **state)
{
    (void)state;
    on_each_curve(check_identities);
}

static bool batch_valid(const rig *r, uint64_t count)
{
    bool valid = false;
    assert_int_equal(cuzk_verify_batch(r->key, r->inputs, PUBLIC, r->proofs, count, &valid, NULL), CUZK_OK);
    return valid;
}

/* Errors of two proofs that cancel in a plain product of their equations do not in a random combination. */
static void check_batch(rig *r)
{
    for (uint64_t count = 0; count <= PROOFS; count++)
        assert_true(batch_valid(r, count));
    cuzk_proof swapped = r->proofs[1];
    r->proofs[1] = r->proofs[3];
    assert_true(batch_valid(r, 1));
    assert_false(batch_valid(r, 2));
    r->proofs[3] = swapped;
    assert_false(batch_valid(r, PROOFS));
    r->proofs[3] = r->proofs[1];
    r->proofs[1] = swapped;
    assert_true(batch_valid(r, PROOFS));

    cuzk_g1_affine c0 = r->proofs[0].c, c1 = r->proofs[1].c;
    cuzk_point sum;
    const cuzk_group_ops *g1 = &r->ops->g1;
    g1->from_affine(&sum, &c0);
    g1->add_affine(&sum, &sum, g1->generator);
    g1->to_affine(&r->proofs[0].c, &sum);
    cuzk_g1_affine negative;
    g1->affine_neg(&negative, g1->generator);
    g1->from_affine(&sum, &c1);
    g1->add_affine(&sum, &sum, &negative);
    g1->to_affine(&r->proofs[1].c, &sum);
    assert_false(batch_valid(r, 2));
}

static void test_batches(void **state)
{
    (void)state;
    on_each_curve(check_batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_input_count_is_strict),
        cmocka_unit_test(test_inputs_are_canonical),
        cmocka_unit_test(test_curves_are_the_same),
        cmocka_unit_test(test_points_are_checked),
        cmocka_unit_test(test_a_proof_is_for_its_inputs),
        cmocka_unit_test(test_identity_points_prove_nothing),
        cmocka_unit_test(test_batches),
    };
    test_random_init(&rng, "test_verify");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
