/* SPDX-License-Identifier: Apache-2.0
 *
 * What a curve says of itself, and its scalars: names, sizes, conversions, roots of unity, random draws.
 */
#include "support/cmocka_all.h"

#include "each_ops.h"

static void test_facts(void **state)
{
    (void)state;
    assert_string_equal(cuzk_curve_name(CUZK_CURVE_BN254), "BN254");
    assert_string_equal(cuzk_curve_name(CUZK_CURVE_BLS12_381), "BLS12-381");
    assert_string_equal(cuzk_curve_name((cuzk_curve_id)7), "unknown curve");
    assert_int_equal(cuzk_curve_fp_bytes(CUZK_CURVE_BN254), 32);
    assert_int_equal(cuzk_curve_fp_bytes(CUZK_CURVE_BLS12_381), 48);
    assert_int_equal(cuzk_curve_fp_bytes((cuzk_curve_id)0), 0);
    assert_int_equal(cuzk_curve_point_bytes(CUZK_CURVE_BN254, CUZK_GROUP_G1), 64);
    assert_int_equal(cuzk_curve_point_bytes(CUZK_CURVE_BN254, CUZK_GROUP_G2), 128);
    assert_int_equal(cuzk_curve_point_bytes(CUZK_CURVE_BLS12_381, CUZK_GROUP_G1), 96);
    assert_int_equal(cuzk_curve_point_bytes(CUZK_CURVE_BLS12_381, CUZK_GROUP_G2), 192);
    assert_int_equal(cuzk_curve_point_bytes((cuzk_curve_id)3, CUZK_GROUP_G1), 0);
    assert_int_equal(cuzk_curve_point_bytes(CUZK_CURVE_BN254, (cuzk_group)3), 0);
}

static void test_tables(void **state)
{
    (void)state;
    assert_null(cuzk_curve_ops_get((cuzk_curve_id)9, CUZK_ISA_AUTO));
    assert_null(cuzk_curve_ops_get(CUZK_CURVE_BN254, (cuzk_isa)99));
    assert_non_null(cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO));
    assert_string_equal(cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO)->snarkjs_name, "bn128");
    assert_string_equal(cuzk_curve_ops_get(CUZK_CURVE_BLS12_381, CUZK_ISA_AUTO)->snarkjs_name, "bls12381");
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        assert_int_equal(ops->fp_bytes, cuzk_curve_fp_bytes(ops->id));
        assert_int_equal(ops->fp_bytes, 8 * ops->fp_limbs);
        assert_int_equal(ops->g1.affine_bytes, cuzk_curve_point_bytes(ops->id, CUZK_GROUP_G1));
        assert_int_equal(ops->g2.affine_bytes, cuzk_curve_point_bytes(ops->id, CUZK_GROUP_G2));
        assert_int_equal(ops->g2.coordinate_bytes, 2 * ops->fp_bytes);
        assert_int_equal(ops->fr_bits, 256 - __builtin_clzll(ops->fr_modulus->limb[3]));
    }
}

/* 2^s divides r - 1 for s = fr_two_adicity and no further; w_s^(2^(s - 1)) = -1; w_k^2 = w_(k - 1). */
static void check_roots(const cuzk_curve_ops *ops, uint32_t generator)
{
    cuzk_fr root, power, minus_one;
    ops->fr_neg(&minus_one, ops->fr_one);
    assert_int_equal(ops->fr_root_of_unity(&root, 0, generator, NULL), CUZK_OK);
    assert_memory_equal(&root, ops->fr_one, sizeof root);
    for (uint32_t log2 = 1; log2 <= ops->fr_two_adicity; log2++) {
        assert_int_equal(ops->fr_root_of_unity(&root, log2, generator, NULL), CUZK_OK);
        ops->fr_pow(&power, &root, (uint64_t)1 << (log2 - 1));
        assert_memory_equal(&power, &minus_one, sizeof power);
        cuzk_fr below;
        assert_int_equal(ops->fr_root_of_unity(&below, log2 - 1, generator, NULL), CUZK_OK);
        ops->fr_mul(&power, &root, &root);
        assert_memory_equal(&power, &below, sizeof power);
    }
}

static void test_roots_of_unity(void **state)
{
    (void)state;
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        cuzk_error err = {0};
        cuzk_fr root, untouched;
        memset(&untouched, 0x77, sizeof untouched);
        root = untouched;
        assert_int_equal(ops->fr_two_adicity, ops->id == CUZK_CURVE_BN254 ? 28 : 32);
        check_roots(ops, 5);
        if (ops->id == CUZK_CURVE_BLS12_381)
            check_roots(ops, 7);
        else
            assert_int_equal(ops->fr_root_of_unity(&root, 1, 7, &err), CUZK_E_ARGUMENT);
        assert_int_equal(ops->fr_root_of_unity(&root, 1, 6, &err), CUZK_E_ARGUMENT);
        assert_int_equal(ops->fr_root_of_unity(&root, ops->fr_two_adicity + 1, 5, &err), CUZK_E_ARGUMENT);
        assert_int_equal(err.status, CUZK_E_ARGUMENT);
        assert_memory_equal(&root, &untouched, sizeof root);
    }
}

static void test_scalar_conversions(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_scalar_conversions");
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        cuzk_fr a, b, c, values[5], scratch[5];
        small_scalar(&a, 1);
        ops->fr_to_montgomery(&b, &a);
        assert_memory_equal(&b, ops->fr_one, sizeof b);
        ops->fr_to_montgomery(&b, ops->fr_one);
        assert_memory_equal(&b, ops->fr_r2, sizeof b);
        assert_false(ops->fr_is_canonical(ops->fr_modulus));
        for (size_t j = 0; j < 5; j++) {
            random_scalar(&values[j], ops, &random);
            ops->fr_to_montgomery(&b, &values[j]);
            ops->fr_from_montgomery(&c, &b);
            assert_memory_equal(&c, &values[j], sizeof c);
            ops->fr_inverse(&c, &values[j]);
            ops->fr_mul(&c, &c, &values[j]);
            assert_memory_equal(&c, ops->fr_one, sizeof c);
            ops->fr_sub(&c, &values[j], &values[j]);
            ops->fr_inverse(&b, &c);
            assert_memory_equal(&b, &c, sizeof b);
        }
        a = values[3];
        small_scalar(&values[1], 0);
        ops->fr_batch_inverse(values, scratch, 5);
        ops->fr_inverse(&b, &a);
        assert_memory_equal(&values[3], &b, sizeof b);
        small_scalar(&b, 0);
        assert_memory_equal(&values[1], &b, sizeof b);
    }
}

/* Below r, and over 256 draws both values of every bit below the top one: a good source misses one with a chance of
 * some 2^-100 (the upper bits are not even, r being no power of 2). */
static void test_random_scalars(void **state)
{
    (void)state;
    static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};
    for (size_t c = 0; c < 2; c++) {
        const cuzk_curve_ops *ops = cuzk_curve_ops_get(curves[c], CUZK_ISA_PORTABLE);
        cuzk_fr value, ones = {{0}}, zeros = {{0}};
        for (int i = 0; i < 256; i++) {
            assert_int_equal(cuzk_fr_random(&value, curves[c], NULL), CUZK_OK);
            assert_true(ops->fr_is_canonical(&value));
            for (int j = 0; j < 4; j++) {
                ones.limb[j] |= value.limb[j];
                zeros.limb[j] |= ~value.limb[j];
            }
        }
        for (int j = 0; j < 4; j++) {
            uint64_t mask = j < 3 ? UINT64_MAX : UINT64_MAX >> (256 - ops->fr_bits + 1);
            assert_true((ones.limb[j] & zeros.limb[j] & mask) == mask);
        }
    }
    cuzk_error err = {0};
    cuzk_fr value, untouched;
    memset(&untouched, 0x11, sizeof untouched);
    value = untouched;
    assert_int_equal(cuzk_fr_random(&value, (cuzk_curve_id)0, &err), CUZK_E_CURVE);
    assert_memory_equal(&value, &untouched, sizeof value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),          cmocka_unit_test(test_tables),
        cmocka_unit_test(test_roots_of_unity), cmocka_unit_test(test_scalar_conversions),
        cmocka_unit_test(test_random_scalars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
