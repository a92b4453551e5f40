/* SPDX-License-Identifier: Apache-2.0
 *
 * The real instances: packed as include/cuzk/curve.h says, and on BN254's G1, whose generator is (1, 2), the sums
 * that can be checked by hand.
 */
#include <assert.h>

#include "support/cmocka_all.h"

#include "curve/bls12_381.h"
#include "curve/bn254.h"

static_assert(sizeof(bn254_g1_affine) == 64, "packed");
static_assert(sizeof(bn254_g2_affine) == 128, "packed");
static_assert(sizeof(bls12_381_g1_affine) == 96, "packed");
static_assert(sizeof(bls12_381_g2_affine) == 192, "packed");

static void small_element(bn254_fp *out, uint64_t value)
{
    bn254_fp canonical = {{value, 0, 0, 0}};
    bn254_fp_to_montgomery(out, &canonical);
}

/* 2 (1, 2) has slope 3/4, so 16 x = 9 - 32 and 64 y = 3 (16 - 16 x) - 128 = -11. */
static void test_bn254_doubling_by_hand(void **state)
{
    (void)state;
    bn254_g1_affine g, twice;
    bn254_g1_xyzz sum;
    bn254_fp factor, expected, b;
    small_element(&b, 3);
    small_element(&g.x, 1);
    small_element(&g.y, 2);
    assert_true(bn254_g1_affine_is_on_curve(&g, &b));
    bn254_g1_xyzz_from_affine(&sum, &g);
    bn254_g1_xyzz_add_affine(&sum, &sum, &g);
    bn254_g1_xyzz_to_affine(&twice, &sum);
    assert_true(bn254_g1_affine_is_on_curve(&twice, &b));
    small_element(&factor, 16);
    bn254_fp_mul(&twice.x, &twice.x, &factor);
    small_element(&expected, 23);
    bn254_fp_neg(&expected, &expected);
    assert_true(bn254_fp_equal(&twice.x, &expected));
    small_element(&factor, 64);
    bn254_fp_mul(&twice.y, &twice.y, &factor);
    small_element(&expected, 11);
    bn254_fp_neg(&expected, &expected);
    assert_true(bn254_fp_equal(&twice.y, &expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bn254_doubling_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
