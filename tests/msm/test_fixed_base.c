/* SPDX-License-Identifier: Apache-2.0
 *
 * Multiples from tables against multiplication by doubling and adding, on both curves, groups and every instruction
 * set that runs here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "curve/curve.h"
#include "msm/fixed_base.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

enum {
    EDGE_COUNT = 16,
    COUNT_MAX = 1100, /* more than one batch */
};

static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};
static const cuzk_group groups[] = {CUZK_GROUP_G1, CUZK_GROUP_G2};
static const cuzk_isa isas[] = {CUZK_ISA_PORTABLE, CUZK_ISA_ADX, CUZK_ISA_IFMA};

static void random_scalar(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[3] &= UINT64_MAX >> (256 - ops->fr_bits);
    } while (!ops->fr_is_canonical(out));
}

/* r - subtrahend. */
static cuzk_fr below_modulus(const cuzk_curve_ops *ops, uint64_t subtrahend)
{
    cuzk_fr value = *ops->fr_modulus;
    assert_true(value.limb[0] >= subtrahend);
    value.limb[0] -= subtrahend;
    return value;
}

/* 2 d 2^bit - r with d 2^bit the multiple just below r. With a window that starts at `bit`, and d the highest
 * digit, the lower windows add up to d 2^bit - r, the same point as the highest one's: the last addition is a
 * doubling. (16 bits on BN254 are such a case.) */
static cuzk_fr doubling_scalar(const cuzk_curve_ops *ops, uint32_t bit)
{
    cuzk_fr twice = {{0}}, out;
    twice.limb[3] = (ops->fr_modulus->limb[3] >> (bit - 192)) << (bit - 192) << 1;
    uint64_t borrow = 0;
    for (int i = 0; i < CUZK_FR_LIMBS; i++) {
        uint64_t a = twice.limb[i], b = ops->fr_modulus->limb[i];
        out.limb[i] = a - b - borrow;
        borrow = a < b || (a == b && borrow);
    }
    return out;
}

static void fill_scalars(cuzk_fr *scalars, const cuzk_curve_ops *ops, test_random *random)
{
    memset(scalars, 0, COUNT_MAX * sizeof *scalars);
    scalars[1].limb[0] = 1;
    scalars[2].limb[0] = 2;
    scalars[3] = below_modulus(ops, 1);
    scalars[4] = below_modulus(ops, 2);
    scalars[5].limb[0] = 0x8000; /* digits of half the window, of 4, 8 and 16 bits */
    scalars[6].limb[0] = 0x8001;
    scalars[7].limb[0] = 0x7fff;
    for (int i = 0; i < 3; i++)
        memset(&scalars[8 + i], i == 0 ? 0x88 : i == 1 ? 0x77 : 0x80, sizeof(cuzk_fr));
    for (int i = 8; i < 11; i++)
        scalars[i].limb[3] &= 0x0fffffffffffffff;
    scalars[11].limb[3] = (uint64_t)1 << (ops->fr_bits - 193);
    scalars[12].limb[1] = UINT64_MAX;
    scalars[13] = doubling_scalar(ops, 240);
    scalars[14] = doubling_scalar(ops, 224);
    scalars[15] = doubling_scalar(ops, 252);
    for (int i = EDGE_COUNT; i < COUNT_MAX; i++)
        random_scalar(&scalars[i], ops, random);
    scalars[100] = scalars[101] = scalars[102]; /* the same point several times in one batch */
    for (int i = 0; i < COUNT_MAX; i++)
        assert_true(ops->fr_is_canonical(&scalars[i]));
}

static void check_point(const cuzk_group_ops *group, const void *base, const cuzk_fr *scalar, const void *found)
{
    cuzk_g2_affine expected;
    cuzk_point point;
    group->from_affine(&point, base);
    group->mul_vartime(&point, &point, scalar);
    group->to_affine(&expected, &point);
    assert_memory_equal(&expected, found, group->affine_bytes);
}

/* Checks the edges and a random sample of the rest. */
static void check_case(cuzk_curve_id curve, cuzk_group which, cuzk_isa isa, uint64_t count_hint, uint64_t count,
                       cuzk_pool *pool, test_random *random)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(curve, isa);
    const cuzk_group_ops *group = cuzk_curve_group(ops, which);
    cuzk_fr *scalars = calloc(COUNT_MAX, sizeof *scalars);
    unsigned char *points = malloc(COUNT_MAX * group->affine_bytes);
    uint32_t *index = calloc(COUNT_MAX, sizeof *index);
    cuzk_fixed_base *table;
    assert_non_null(scalars);
    assert_non_null(points);
    assert_non_null(index);
    fill_scalars(scalars, ops, random);
    assert_int_equal(cuzk_fixed_base_create(&table, curve, which, group->generator, count_hint, pool, isa, NULL),
                     CUZK_OK);
    memset(points, 0xa5, COUNT_MAX * group->affine_bytes);
    cuzk_fixed_base_run(table, points, scalars, NULL, count);
    for (uint64_t i = 0; i < count; i += i < EDGE_COUNT ? 1 : 1 + test_random_below(random, 200))
        check_point(group, group->generator, &scalars[i], points + i * group->affine_bytes);
    for (uint64_t i = count * group->affine_bytes; i < COUNT_MAX * group->affine_bytes; i++)
        assert_int_equal(points[i], 0xa5);
    for (uint64_t i = 0; i < count; i++)
        index[i] = (uint32_t)(COUNT_MAX - 1 - i);
    cuzk_fixed_base_run(table, points, scalars, index, count);
    for (uint64_t i = 0; i < count; i += 1 + test_random_below(random, 200))
        check_point(group, group->generator, &scalars[index[i]], points + i * group->affine_bytes);
    cuzk_fixed_base_destroy(table);
    free(index);
    free(points);
    free(scalars);
}

static void test_against_double_and_add(void **state)
{
    (void)state;
    static const uint64_t hints[] = {1, 300, 20000};
    test_random random;
    cuzk_pool *pool;
    test_random_init(&random, "fixed_base");
    assert_int_equal(cuzk_pool_create(&pool, 2, NULL), CUZK_OK);
    for (size_t c = 0; c < 2; c++)
        for (size_t g = 0; g < 2; g++)
            for (size_t i = 0; i < 2; i++) {
                if (!cuzk_isa_available(isas[i]))
                    continue;
                for (size_t h = 0; h < 3; h++)
                    check_case(curves[c], groups[g], isas[i], hints[h], h == 1 ? COUNT_MAX : 40, pool, &random);
            }
    cuzk_pool_destroy(pool);
}

static void test_counts_at_the_edges(void **state)
{
    (void)state;
    static const uint64_t counts[] = {0, 1, 2, 1023, 1024, 1025};
    test_random random;
    cuzk_pool *pool;
    test_random_init(&random, "fixed_base counts");
    assert_int_equal(cuzk_pool_create(&pool, 1, NULL), CUZK_OK);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        check_case(CUZK_CURVE_BN254, CUZK_GROUP_G1, CUZK_ISA_PORTABLE, 100, counts[i], pool, &random);
    cuzk_pool_destroy(pool);
}

/* A base other than the generator, the largest scalars, and every window from the narrowest to the widest. */
static void check_windows(const cuzk_curve_ops *ops, cuzk_pool *pool)
{
    cuzk_g1_affine base, found;
    cuzk_point point;
    ops->g1.from_affine(&point, ops->g1.generator);
    ops->g1.dbl(&point, &point);
    ops->g1.to_affine(&base, &point);
    for (uint64_t hint = 1; hint <= (uint64_t)1 << 20; hint += hint / 2 + 1) {
        cuzk_fixed_base *table;
        assert_int_equal(
            cuzk_fixed_base_create(&table, ops->id, CUZK_GROUP_G1, &base, hint, pool, CUZK_ISA_AUTO, NULL),
            CUZK_OK);
        for (uint64_t k = 1; k <= 3; k++) {
            cuzk_fr scalar = below_modulus(ops, k == 3 ? 0x10000000 : k);
            cuzk_fixed_base_run(table, &found, &scalar, NULL, 1);
            check_point(&ops->g1, &base, &scalar, &found);
        }
        cuzk_fixed_base_destroy(table);
    }
}

static void test_other_base_and_windows(void **state)
{
    (void)state;
    cuzk_pool *pool;
    assert_int_equal(cuzk_pool_create(&pool, 2, NULL), CUZK_OK);
    for (size_t c = 0; c < 2; c++)
        check_windows(cuzk_curve_ops_get(curves[c], CUZK_ISA_AUTO), pool);
    cuzk_pool_destroy(pool);
}

static void test_refuses(void **state)
{
    (void)state;
    cuzk_fixed_base *table = NULL;
    cuzk_pool *pool;
    cuzk_error err;
    cuzk_g1_affine base = {{0}};
    assert_int_equal(cuzk_pool_create(&pool, 1, NULL), CUZK_OK);
    assert_int_equal(
        cuzk_fixed_base_create(&table, (cuzk_curve_id)7, CUZK_GROUP_G1, &base, 1, pool, CUZK_ISA_AUTO, &err),
        CUZK_E_ARGUMENT);
    assert_int_equal(
        cuzk_fixed_base_create(&table, CUZK_CURVE_BN254, (cuzk_group)3, &base, 1, pool, CUZK_ISA_AUTO, &err),
        CUZK_E_ARGUMENT);
    assert_null(table);
    cuzk_fixed_base_destroy(NULL);
    cuzk_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_double_and_add),
        cmocka_unit_test(test_counts_at_the_edges),
        cmocka_unit_test(test_other_base_and_windows),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
