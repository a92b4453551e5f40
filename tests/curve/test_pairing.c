/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairings: bilinear, of order r, not degenerate, products of any length. The values themselves are compared in
 * test_curve_vectors.c.
 */
#include "support/cmocka_all.h"

#include "each_ops.h"

#include "field/bls12_381_tower.h"
#include "field/bn254_tower.h"

enum {
    LIMBS_MAX = 12 * CUZK_FP_LIMBS_MAX,
    PAIRS_MAX = 18, /* more than two of the batches that share a loop */
};

typedef struct pair {
    uint64_t p[2 * CUZK_FP_LIMBS_MAX], q[4 * CUZK_FP_LIMBS_MAX];
} pair;

/* [a] of the first generator, [b] of the second. */
static void make_pair(pair *out, const cuzk_curve_ops *ops, const cuzk_fr *a, const cuzk_fr *b)
{
    cuzk_point point;
    ops->g1.from_affine(&point, ops->g1.generator);
    ops->g1.mul_vartime(&point, &point, a);
    ops->g1.to_affine(out->p, &point);
    ops->g2.from_affine(&point, ops->g2.generator);
    ops->g2.mul_vartime(&point, &point, b);
    ops->g2.to_affine(out->q, &point);
}

/* out = a * b of canonical scalars. */
static void scalar_mul(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_fr *a, const cuzk_fr *b)
{
    cuzk_fr montgomery;
    ops->fr_to_montgomery(&montgomery, a);
    ops->fr_mul(out, &montgomery, b);
}

/* value = value^exponent in Fp12. */
static void raise(const cuzk_curve_ops *ops, uint64_t *value, const cuzk_fr *exponent)
{
    if (ops->id == CUZK_CURVE_BN254) {
        bn254_fp12 base, result;
        memcpy(&base, value, sizeof base);
        bn254_fp12_set_one(&result);
        for (int i = 255; i >= 0; i--) {
            bn254_fp12_sqr(&result, &result);
            if ((exponent->limb[i / 64] >> (i % 64)) & 1)
                bn254_fp12_mul(&result, &result, &base);
        }
        memcpy(value, &result, sizeof result);
    } else {
        bls12_381_fp12 base, result;
        memcpy(&base, value, sizeof base);
        bls12_381_fp12_set_one(&result);
        for (int i = 255; i >= 0; i--) {
            bls12_381_fp12_sqr(&result, &result);
            if ((exponent->limb[i / 64] >> (i % 64)) & 1)
                bls12_381_fp12_mul(&result, &result, &base);
        }
        memcpy(value, &result, sizeof result);
    }
}

static void make_one(uint64_t *out, const cuzk_curve_ops *ops)
{
    uint64_t canonical[CUZK_FP_LIMBS_MAX] = {1};
    memset(out, 0, LIMBS_MAX * sizeof *out);
    ops->fp_to_montgomery(out, canonical);
}

static void check_bilinear(const cuzk_curve_ops *ops, test_random *random)
{
    uint64_t got[LIMBS_MAX], want[LIMBS_MAX];
    cuzk_fr a, b, ab, one;
    pair pair_ab;
    random_scalar(&a, ops, random);
    random_scalar(&b, ops, random);
    scalar_mul(&ab, ops, &a, &b);
    small_scalar(&one, 1);
    ops->pairing(want, ops->g1.generator, ops->g2.generator);
    raise(ops, want, &ab);
    make_pair(&pair_ab, ops, &a, &b);
    ops->pairing(got, pair_ab.p, pair_ab.q);
    assert_memory_equal(got, want, 12 * ops->fp_bytes);
    make_pair(&pair_ab, ops, &ab, &one);
    ops->pairing(got, pair_ab.p, pair_ab.q);
    assert_memory_equal(got, want, 12 * ops->fp_bytes);
    make_pair(&pair_ab, ops, &one, &ab);
    ops->pairing(got, pair_ab.p, pair_ab.q);
    assert_memory_equal(got, want, 12 * ops->fp_bytes);
}

static void test_bilinear(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_bilinear");
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;)
        for (uint64_t j = test_iterations(4); j > 0; j--)
            check_bilinear(ops, &random);
}

static void test_order_and_identity(void **state)
{
    (void)state;
    const uint64_t identity[4 * CUZK_FP_LIMBS_MAX] = {0};
    uint64_t value[LIMBS_MAX], one[LIMBS_MAX];
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        make_one(one, ops);
        ops->pairing(value, ops->g1.generator, ops->g2.generator);
        assert_memory_not_equal(value, one, 12 * ops->fp_bytes);
        raise(ops, value, ops->fr_modulus);
        assert_memory_equal(value, one, 12 * ops->fp_bytes);
        ops->pairing(value, identity, ops->g2.generator);
        assert_memory_equal(value, one, 12 * ops->fp_bytes);
        ops->pairing(value, ops->g1.generator, identity);
        assert_memory_equal(value, one, 12 * ops->fp_bytes);
        ops->pairing(value, identity, identity);
        assert_memory_equal(value, one, 12 * ops->fp_bytes);
    }
}

/* `count` pairs with exponents that sum to 0, some of them identities; then one exponent off by one. */
static void check_product(const cuzk_curve_ops *ops, size_t count, test_random *random)
{
    pair pairs[PAIRS_MAX];
    const void *p[PAIRS_MAX] = {NULL}, *q[PAIRS_MAX] = {NULL};
    cuzk_fr a, b, ab, sum, one;
    small_scalar(&sum, 0);
    small_scalar(&one, 1);
    for (size_t i = 0; i < count; i++) {
        random_scalar(&a, ops, random);
        random_scalar(&b, ops, random);
        if (test_random_below(random, 4) == 0)
            small_scalar(test_random_below(random, 2) == 0 ? &a : &b, 0);
        if (i + 1 == count) {
            b = one;
            ops->fr_neg(&a, &sum);
        }
        scalar_mul(&ab, ops, &a, &b);
        ops->fr_add(&sum, &sum, &ab);
        make_pair(&pairs[i], ops, &a, &b);
        p[i] = pairs[i].p;
        q[i] = pairs[i].q;
    }
    assert_true(ops->pairing_product_is_one(p, q, count));
    if (count == 0)
        return;
    ops->fr_add(&a, &a, &one);
    make_pair(&pairs[count - 1], ops, &a, &one);
    assert_false(ops->pairing_product_is_one(p, q, count));
}

static void test_products(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_products");
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;)
        for (size_t count = 0; count <= PAIRS_MAX; count++)
            check_product(ops, count, &random);
}

/* The same value from every instruction set. */
static void test_against_portable(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_against_portable");
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;) {
        uint64_t got[LIMBS_MAX], want[LIMBS_MAX];
        cuzk_fr a, b;
        pair operands;
        random_scalar(&a, ops, &random);
        random_scalar(&b, ops, &random);
        make_pair(&operands, ops, &a, &b);
        ops->pairing(got, operands.p, operands.q);
        cuzk_curve_ops_get(ops->id, CUZK_ISA_PORTABLE)->pairing(want, operands.p, operands.q);
        assert_memory_equal(got, want, 12 * ops->fp_bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bilinear),
        cmocka_unit_test(test_order_and_identity),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_against_portable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
