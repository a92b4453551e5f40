/* SPDX-License-Identifier: Apache-2.0
 *
 * Subgroup checks against multiplication by r, on points of the whole curve.
 */
#include "support/cmocka_all.h"

#include "each_ops.h"

#include "curve/bls12_381.h"
#include "curve/bls12_381_constants.h"
#include "curve/bn254.h"
#include "curve/bn254_constants.h"

#define POINTS          bn254_g1
#define POINTS_FIELD    bn254_fp
#define POINTS_SQRT     bn254_fp_sqrt
#define POINTS_B        BN254_G1_B
#define POINTS_COFACTOR BN254_G1_COFACTOR
#include "random_points.inc.h"

#define POINTS          bn254_g2
#define POINTS_FIELD    bn254_fp2
#define POINTS_SQRT     bn254_fp2_sqrt_vartime
#define POINTS_B        BN254_G2_B
#define POINTS_COFACTOR BN254_G2_COFACTOR
#include "random_points.inc.h"

#define POINTS          bls12_381_g1
#define POINTS_FIELD    bls12_381_fp
#define POINTS_SQRT     bls12_381_fp_sqrt
#define POINTS_B        BLS12_381_G1_B
#define POINTS_COFACTOR BLS12_381_G1_COFACTOR
#include "random_points.inc.h"

#define POINTS          bls12_381_g2
#define POINTS_FIELD    bls12_381_fp2
#define POINTS_SQRT     bls12_381_fp2_sqrt_vartime
#define POINTS_B        BLS12_381_G2_B
#define POINTS_COFACTOR BLS12_381_G2_COFACTOR
#include "random_points.inc.h"

/* Small prime factors of the cofactors, found by trial division; BN254's G1 has none. */
static const uint64_t bn254_g2_primes[] = {10069, 5864401};
static const uint64_t bls12_381_g1_primes[] = {3, 11, 10177, 859267};
static const uint64_t bls12_381_g2_primes[] = {13, 23, 2713, 11953, 262069};

/* A random point times the cofactor without a small prime is the identity now and then: with too few of them, no point
 * outside the subgroup may be met at all. */
enum { POINTS_MIN = 8 };

#define COUNT(array) (sizeof array / sizeof array[0])

static void test_bn254(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_bn254");
    size_t i = 0, outside = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        if (ops->id != CUZK_CURVE_BN254)
            continue;
        bn254_g1_check_zero_x(&ops->g1, ops->fr_modulus);
        bn254_g2_check_zero_x(&ops->g2, ops->fr_modulus);
        for (uint64_t j = POINTS_MIN - 1 + test_iterations(1); j > 0; j--) {
            assert_int_equal(bn254_g1_check_subgroup(&ops->g1, ops->fr_modulus, NULL, 0, &random), 0);
            outside += bn254_g2_check_subgroup(&ops->g2, ops->fr_modulus, bn254_g2_primes, COUNT(bn254_g2_primes),
                                               &random);
        }
    }
    assert_true(outside > 0);
}

static void test_bls12_381(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_bls12_381");
    size_t i = 0, outside_g1 = 0, outside_g2 = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        if (ops->id != CUZK_CURVE_BLS12_381)
            continue;
        bls12_381_g1_check_zero_x(&ops->g1, ops->fr_modulus);
        bls12_381_g2_check_zero_x(&ops->g2, ops->fr_modulus);
        for (uint64_t j = POINTS_MIN - 1 + test_iterations(1); j > 0; j--) {
            outside_g1 += bls12_381_g1_check_subgroup(&ops->g1, ops->fr_modulus, bls12_381_g1_primes,
                                                      COUNT(bls12_381_g1_primes), &random);
            outside_g2 += bls12_381_g2_check_subgroup(&ops->g2, ops->fr_modulus, bls12_381_g2_primes,
                                                      COUNT(bls12_381_g2_primes), &random);
        }
    }
    assert_true(outside_g1 > 0 && outside_g2 > 0);
}

/* (0, 2) is on BLS12-381's curve and has order 3. */
static void test_bls12_381_order_three(void **state)
{
    (void)state;
    bls12_381_g1_affine point;
    bls12_381_fp_from_u64(&point.x, 0);
    bls12_381_fp_from_u64(&point.y, 2);
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        if (ops->id != CUZK_CURVE_BLS12_381)
            continue;
        cuzk_point a, b;
        assert_true(ops->g1.affine_is_on_curve(&point));
        assert_false(ops->g1.affine_is_identity(&point));
        assert_false(ops->g1.affine_is_in_subgroup(&point));
        ops->g1.from_affine(&a, &point);
        ops->g1.dbl(&b, &a);
        assert_false(ops->g1.is_identity(&b));
        ops->g1.add(&b, &b, &a);
        assert_true(ops->g1.is_identity(&b));
    }
}

/* The identity is in every subgroup, and so is the generator. */
static void test_members(void **state)
{
    (void)state;
    const uint64_t identity[4 * CUZK_FP_LIMBS_MAX] = {0};
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        assert_true(ops->g1.affine_is_in_subgroup(identity) && ops->g2.affine_is_in_subgroup(identity));
        assert_true(ops->g1.affine_is_in_subgroup(ops->g1.generator));
        assert_true(ops->g2.affine_is_in_subgroup(ops->g2.generator));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bn254),
        cmocka_unit_test(test_bls12_381),
        cmocka_unit_test(test_bls12_381_order_three),
        cmocka_unit_test(test_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
