/* SPDX-License-Identifier: Apache-2.0
 *
 * Results known from elsewhere: tools/gen_curve_vectors.py.
 */
#include "support/cmocka_all.h"

#include "curve_vectors.h"
#include "each_ops.h"

/* Montgomery form of `count` canonical elements. */
static void to_montgomery(const cuzk_curve_ops *ops, uint64_t *out, const uint64_t *canonical, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ops->fp_to_montgomery(out + i * ops->fp_limbs, canonical + i * ops->fp_limbs);
}

static void check_multiple(const cuzk_curve_ops *ops, const cuzk_group_ops *group, const uint64_t *scalar,
                           const uint64_t *canonical)
{
    uint64_t want[4 * CUZK_FP_LIMBS_MAX], got[4 * CUZK_FP_LIMBS_MAX];
    cuzk_point generator, point;
    cuzk_fr k;
    memcpy(&k, scalar, sizeof k);
    to_montgomery(ops, want, canonical, group->affine_bytes / ops->fp_bytes);
    group->from_affine(&generator, group->generator);
    group->mul(&point, &generator, &k);
    group->to_affine(got, &point);
    assert_memory_equal(got, want, group->affine_bytes);
    group->mul_vartime(&point, &generator, &k);
    group->to_affine(got, &point);
    assert_memory_equal(got, want, group->affine_bytes);
}

static void check_pairing(const cuzk_curve_ops *ops, const uint64_t *p, const uint64_t *q, const uint64_t *value)
{
    uint64_t p_montgomery[2 * CUZK_FP_LIMBS_MAX], q_montgomery[4 * CUZK_FP_LIMBS_MAX];
    uint64_t want[12 * CUZK_FP_LIMBS_MAX], got[12 * CUZK_FP_LIMBS_MAX];
    to_montgomery(ops, p_montgomery, p, 2);
    to_montgomery(ops, q_montgomery, q, 4);
    to_montgomery(ops, want, value, 12);
    assert_true(ops->g1.affine_is_on_curve(p_montgomery) && ops->g1.affine_is_in_subgroup(p_montgomery));
    assert_true(ops->g2.affine_is_on_curve(q_montgomery) && ops->g2.affine_is_in_subgroup(q_montgomery));
    ops->pairing(got, p_montgomery, q_montgomery);
    assert_memory_equal(got, want, 12 * ops->fp_bytes);
}

#define CHECK_ALL(ops, curve)                                                                                      \
    do {                                                                                                           \
        for (size_t j = 0; j < sizeof curve##_multiples / sizeof curve##_multiples[0]; j++) {                      \
            check_multiple(ops, &ops->g1, curve##_multiples[j].scalar, curve##_multiples[j].g1[0]);                \
            check_multiple(ops, &ops->g2, curve##_multiples[j].scalar, curve##_multiples[j].g2[0]);                \
        }                                                                                                          \
        for (size_t j = 0; j < sizeof curve##_pairings / sizeof curve##_pairings[0]; j++)                          \
            check_pairing(ops, curve##_pairings[j].p[0], curve##_pairings[j].q[0], curve##_pairings[j].value[0]);  \
    } while (0)

static void test_vectors(void **state)
{
    (void)state;
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        if (ops->id == CUZK_CURVE_BN254)
            CHECK_ALL(ops, bn254);
        else
            CHECK_ALL(ops, bls12_381);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
