/* SPDX-License-Identifier: Apache-2.0
 *
 * Proofs over circuits of every edge shape, with keys from the insecure set-up: they verify, and they depend on
 * nothing but key, witness and blinding.
 */
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "rig.h"
#include "support/cmocka_all.h"

static test_random rng;
static const cuzk_blinding fixed_blinding = {{{7, 0, 0, 0}}, {{11, 0, 0, 0}}};

/* ---- Shapes ---- */

static void check_witness(const rig *r, const cuzk_witness *witness)
{
    bool satisfied = false;
    uint64_t failing_row = 0;
    cuzk_proof proof;
    assert_int_equal(cuzk_r1cs_check(r->r1cs, witness, &satisfied, &failing_row, NULL), CUZK_OK);
    assert_true(satisfied);
    rig_prove(&proof, r, witness, NULL);
    assert_true(rig_verifies(r, &proof, witness));
    rig_prove(&proof, r, witness, &fixed_blinding);
    assert_true(rig_verifies(r, &proof, witness));
}

static void check_shape(const circuit_shape *shape, cuzk_device *device)
{
    rig r;
    rig_make(&r, shape, device, &rng);
    for (int inputs = CIRCUIT_RANDOM; inputs <= CIRCUIT_ONES; inputs++) {
        cuzk_witness *witness = circuit_witness(r.r1cs, (circuit_inputs)inputs, &rng);
        check_witness(&r, witness);
        cuzk_witness_destroy(witness);
    }
    rig_free(&r);
}

static void check_shapes(cuzk_curve_id curve)
{
    const circuit_shape shapes[] = {
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 0},  /* domain 2 */
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 1},  /* 2 + 1 */
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 2},  /* every wire is public */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 2}, /* 16 - 1 */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 3}, /* 16 */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 4}, /* 16 + 1 */
        {.curve = curve, .row_count = 31, .input_count = 9, .public_count = 0}, /* 32, L over all wires but one */
        {.curve = curve, .row_count = 20, .input_count = 5, .public_count = 5, .plain = true},
        {.curve = curve, .row_count = 10, .input_count = 5, .public_count = 3, .empty_b = true},
        {.curve = curve, .row_count = 3, .input_count = 60, .public_count = 50},
    };
    cuzk_device *device = rig_open_cpu(2, 0, CUZK_ISA_AUTO);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(&shapes[i], device);
    cuzk_device_close(device);
}

static void test_every_shape_bn254(void **state)
{
    (void)state;
    check_shapes(CUZK_CURVE_BN254);
}

static void test_every_shape_bls12_381(void **state)
{
    (void)state;
    check_shapes(CUZK_CURVE_BLS12_381);
}

/* ---- What a proof depends on ---- */

static void check_same_everywhere(cuzk_curve_id curve, uint64_t row_count)
{
    circuit_shape shape = {.curve = curve, .row_count = row_count, .input_count = 20, .public_count = 5};
    cuzk_r1cs *r1cs = circuit_make(&shape, &rng);
    cuzk_proving_key *key = circuit_key(r1cs);
    cuzk_witness *witness = circuit_witness(r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_proof first;
    bool have_first = false;
    for (int isa = CUZK_ISA_PORTABLE; isa <= CUZK_ISA_IFMA; isa++) {
        if (!cuzk_isa_available((cuzk_isa)isa)) {
            printf("skipped: instruction set %s\n", cuzk_isa_name((cuzk_isa)isa));
            continue;
        }
        for (uint32_t threads = 1; threads <= 4; threads *= 2) {
            cuzk_proof proof;
            rig r = {.device = rig_open_cpu(threads, threads, (cuzk_isa)isa)};
            assert_int_equal(cuzk_resident_key_create(&r.resident, r.device, key, NULL, NULL), CUZK_OK);
            rig_prove(&proof, &r, witness, &fixed_blinding);
            if (!have_first)
                first = proof;
            have_first = true;
            assert_memory_equal(&proof, &first, sizeof proof);
            cuzk_resident_key_destroy(r.resident);
            cuzk_device_close(r.device);
        }
    }
    cuzk_witness_destroy(witness);
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
}

static void test_same_proof_on_every_device(void **state)
{
    (void)state;
    check_same_everywhere(CUZK_CURVE_BN254, 3000);
    check_same_everywhere(CUZK_CURVE_BLS12_381, 200);
}

/* The same proof comes from a key in bellman's arrangement. */
static void check_bellman(cuzk_curve_id curve)
{
    circuit_shape shape = {.curve = curve, .row_count = 27, .input_count = 6, .public_count = 4};
    cuzk_proof proof, bellman_proof;
    rig r;
    rig_make(&r, &shape, rig_open_cpu(2, 1, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    rig_prove(&proof, &r, witness, &fixed_blinding);
    cuzk_resident_key_destroy(r.resident);

    cuzk_proving_key *key = circuit_key_bellman(r.r1cs);
    assert_int_equal(cuzk_resident_key_create(&r.resident, r.device, key, NULL, NULL), CUZK_OK);
    rig_prove(&bellman_proof, &r, witness, &fixed_blinding);
    assert_memory_equal(&proof, &bellman_proof, sizeof proof);
    cuzk_resident_key_destroy(r.resident);
    r.resident = NULL;
    circuit_key_free_bellman(key);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static void test_bellman_arrangement(void **state)
{
    (void)state;
    check_bellman(CUZK_CURVE_BN254);
    check_bellman(CUZK_CURVE_BLS12_381);
}

static void test_blinding_is_fresh(void **state)
{
    (void)state;
    rig r;
    cuzk_proof first, second;
    rig_make(&r, &rig_small_shape, rig_open_cpu(1, 1, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    rig_prove(&first, &r, witness, NULL);
    rig_prove(&second, &r, witness, NULL);
    assert_memory_not_equal(&first.a, &second.a, sizeof first.a);
    assert_memory_not_equal(&first.b, &second.b, sizeof first.b);
    assert_memory_not_equal(&first.c, &second.c, sizeof first.c);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* The first row that fails is named, and the proof does not verify. */
static void test_unsatisfied_witness(void **state)
{
    (void)state;
    rig r;
    circuit_shape shape = rig_small_shape;
    shape.plain = true;
    rig_make(&r, &shape, rig_open_cpu(2, 1, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (uint64_t row = 0; row < shape.row_count; row += 7) {
        bool satisfied = true;
        uint64_t failing_row = UINT64_MAX;
        cuzk_proof proof;
        cuzk_witness *spoilt = circuit_spoil_witness(witness, 1 + shape.input_count + row);
        assert_int_equal(cuzk_r1cs_check(r.r1cs, spoilt, &satisfied, &failing_row, NULL), CUZK_OK);
        assert_false(satisfied);
        assert_int_equal(failing_row, row);
        rig_prove(&proof, &r, spoilt, NULL);
        assert_false(rig_verifies(&r, &proof, spoilt));
        cuzk_witness_destroy(spoilt);
    }
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static void test_wrong_witnesses_are_refused(void **state)
{
    (void)state;
    rig r;
    cuzk_error err;
    cuzk_pending *pending = NULL;
    circuit_shape longer = rig_small_shape, other = rig_small_shape;
    longer.row_count++;
    other.curve = CUZK_CURVE_BLS12_381;
    rig_make(&r, &rig_small_shape, rig_open_cpu(1, 1, CUZK_ISA_AUTO), &rng);
    cuzk_r1cs *longer_r1cs = circuit_make(&longer, &rng), *other_r1cs = circuit_make(&other, &rng);
    cuzk_witness *longer_witness = circuit_witness(longer_r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_witness *other_witness = circuit_witness(other_r1cs, CIRCUIT_RANDOM, &rng);
    bool satisfied;
    uint64_t row;
    assert_int_equal(cuzk_prove_start(&pending, r.resident, longer_witness, &err), CUZK_E_LENGTH);
    assert_non_null(strstr(err.message, "58"));
    assert_non_null(strstr(err.message, "57"));
    assert_int_equal(cuzk_prove_start(&pending, r.resident, other_witness, &err), CUZK_E_CURVE);
    assert_non_null(strstr(err.message, "BLS12-381"));
    assert_non_null(strstr(err.message, "BN254"));
    assert_int_equal(cuzk_r1cs_check(r.r1cs, longer_witness, &satisfied, &row, &err), CUZK_E_LENGTH);
    assert_int_equal(cuzk_r1cs_check(r.r1cs, other_witness, &satisfied, &row, &err), CUZK_E_CURVE);
    assert_null(pending);
    cuzk_witness_destroy(longer_witness);
    cuzk_witness_destroy(other_witness);
    cuzk_r1cs_unref(longer_r1cs);
    cuzk_r1cs_unref(other_r1cs);
    rig_free(&r);
    cuzk_device_close(r.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape_bn254),           cmocka_unit_test(test_every_shape_bls12_381),
        cmocka_unit_test(test_same_proof_on_every_device),  cmocka_unit_test(test_bellman_arrangement),
        cmocka_unit_test(test_blinding_is_fresh),           cmocka_unit_test(test_unsatisfied_witness),
        cmocka_unit_test(test_wrong_witnesses_are_refused),
    };
    test_random_init(&rng, "test_prove");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
