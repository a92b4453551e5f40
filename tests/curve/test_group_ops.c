/* SPDX-License-Identifier: Apache-2.0
 *
 * Both groups of both curves through their tables: the laws of a group, the edges of what is accepted, and every
 * instruction set equal to the portable one limb for limb.
 */
#include "support/cmocka_all.h"

#include "each_ops.h"

enum {
    LIMBS_MAX = 4 * CUZK_FP_LIMBS_MAX,
    BATCH = 9,
};

static const cuzk_group groups[] = {CUZK_GROUP_G1, CUZK_GROUP_G2};

/* Runs `check` for every table and group with one seed. */
static void for_each_group(const char *name, uint64_t iterations,
                           void (*check)(const cuzk_curve_ops *, const cuzk_group_ops *, test_random *))
{
    test_random random;
    test_random_init(&random, name);
    size_t i = 0;
    for (const cuzk_curve_ops *ops; (ops = each_ops(&i)) != NULL;)
        for (size_t g = 0; g < 2; g++)
            for (uint64_t j = test_iterations(iterations); j > 0; j--)
                check(ops, cuzk_curve_group(ops, groups[g]), &random);
}

static void assert_same(const cuzk_group_ops *group, const cuzk_point *a, const cuzk_point *b)
{
    uint64_t left[LIMBS_MAX], right[LIMBS_MAX];
    assert_true(group->equal(a, b));
    group->to_affine(left, a);
    group->to_affine(right, b);
    assert_memory_equal(left, right, group->affine_bytes);
    assert_true(group->affine_is_canonical(left) && group->affine_is_on_curve(left));
}

static void check_addition(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    cuzk_point a, b, c, left, right, identity;
    uint64_t affine[LIMBS_MAX];
    random_point(&a, ops, group, random);
    random_point(&b, ops, group, random);
    random_point(&c, ops, group, random);
    group->set_identity(&identity);
    assert_true(group->is_identity(&identity) && !group->is_identity(&a) && !group->equal(&a, &b));

    group->add(&left, &a, &b);
    group->add(&right, &b, &a);
    assert_same(group, &left, &right);
    group->to_affine(affine, &b);
    group->add_affine(&right, &a, affine);
    assert_same(group, &left, &right);
    group->add(&left, &left, &c);
    group->add(&right, &b, &c);
    group->add(&right, &a, &right);
    assert_same(group, &left, &right);

    group->dbl(&left, &a);
    group->add(&right, &a, &a);
    assert_same(group, &left, &right);
    group->to_affine(affine, &a);
    group->add_affine(&right, &a, affine);
    assert_same(group, &left, &right);
    group->neg(&right, &a);
    group->add(&left, &a, &right);
    assert_true(group->is_identity(&left));
    group->affine_neg(affine, affine);
    group->add_affine(&left, &a, affine);
    assert_true(group->is_identity(&left));
    group->from_affine(&left, affine);
    assert_same(group, &left, &right);
}

static void check_identity(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    cuzk_point a, identity, result;
    uint64_t affine[LIMBS_MAX];
    const uint64_t zeros[LIMBS_MAX] = {0};
    random_point(&a, ops, group, random);
    group->set_identity(&identity);
    group->add(&result, &a, &identity);
    assert_same(group, &result, &a);
    group->add(&result, &identity, &a);
    assert_same(group, &result, &a);
    group->add_affine(&result, &a, zeros);
    assert_same(group, &result, &a);
    group->to_affine(affine, &a);
    group->add_affine(&result, &identity, affine);
    assert_same(group, &result, &a);
    group->dbl(&result, &identity);
    assert_true(group->is_identity(&result));
    group->neg(&result, &identity);
    assert_true(group->is_identity(&result));
    group->add(&result, &identity, &identity);
    assert_true(group->is_identity(&result) && group->equal(&result, &identity));
    assert_false(group->equal(&a, &identity) || group->equal(&identity, &a));
    group->to_affine(affine, &identity);
    assert_memory_equal(affine, zeros, group->affine_bytes);
    group->from_affine(&result, zeros);
    assert_true(group->is_identity(&result));
    group->affine_neg(affine, zeros);
    assert_memory_equal(affine, zeros, group->affine_bytes);
    assert_true(group->affine_is_identity(zeros) && group->affine_is_on_curve(zeros));
}

/* a^(k + l) = a^k a^l, both functions, and the ends of the scalars' range. */
static void check_multiplication(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    cuzk_point a, left, right, sum;
    cuzk_fr k, l, total;
    random_point(&a, ops, group, random);
    random_scalar(&k, ops, random);
    random_scalar(&l, ops, random);
    ops->fr_add(&total, &k, &l);
    group->mul(&left, &a, &k);
    group->mul_vartime(&right, &a, &k);
    assert_same(group, &left, &right);
    group->mul(&right, &a, &l);
    group->add(&sum, &left, &right);
    group->mul(&right, &a, &total);
    assert_same(group, &sum, &right);
    group->mul_vartime(&right, &a, &total);
    assert_same(group, &sum, &right);
}

static void check_scalar_edges(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    cuzk_point a, minus, result;
    cuzk_fr scalar;
    void (*const functions[])(cuzk_point *, const cuzk_point *, const cuzk_fr *) = {group->mul, group->mul_vartime};
    random_point(&a, ops, group, random);
    group->neg(&minus, &a);
    for (size_t i = 0; i < 2; i++) {
        small_scalar(&scalar, 0);
        functions[i](&result, &a, &scalar);
        assert_true(group->is_identity(&result));
        small_scalar(&scalar, 1);
        functions[i](&result, &a, &scalar);
        assert_same(group, &result, &a);
        small_scalar(&scalar, 2);
        functions[i](&result, &a, &scalar);
        group->neg(&result, &result);
        group->add(&result, &result, &a);
        assert_same(group, &result, &minus);
        scalar = *ops->fr_modulus; /* r: one above the largest canonical scalar */
        functions[i](&result, &a, &scalar);
        assert_true(group->is_identity(&result));
        scalar.limb[0]--; /* r is odd */
        functions[i](&result, &a, &scalar);
        assert_same(group, &result, &minus);
        group->set_identity(&result);
        functions[i](&result, &result, &scalar);
        assert_true(group->is_identity(&result));
    }
    memset(&scalar, 0xff, sizeof scalar);
    group->mul(&result, &a, &scalar);
    group->mul_vartime(&minus, &a, &scalar);
    assert_same(group, &result, &minus);
}

static void check_batch(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    cuzk_point points[BATCH];
    uint64_t batch[BATCH * LIMBS_MAX], one[LIMBS_MAX], untouched;
    for (size_t count = 0; count <= BATCH; count++) {
        for (size_t i = 0; i < BATCH; i++) {
            random_point(&points[i], ops, group, random);
            if (test_random_below(random, 3) == 0)
                group->set_identity(&points[i]);
        }
        memset(batch, 0x5a, sizeof batch);
        group->batch_to_affine(batch, points, count);
        for (size_t i = 0; i < count; i++) {
            group->to_affine(one, &points[i]);
            assert_memory_equal((const char *)batch + i * group->affine_bytes, one, group->affine_bytes);
        }
        if (count < BATCH) {
            memcpy(&untouched, (const char *)batch + count * group->affine_bytes, sizeof untouched);
            assert_true(untouched == 0x5a5a5a5a5a5a5a5au);
        }
    }
}

/* Each coordinate in turn at p - 1, p, p + 1 and all ones. */
static void check_canonical(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    (void)random;
    const size_t limbs = ops->fp_limbs, count = group->affine_bytes / ops->fp_bytes;
    uint64_t affine[LIMBS_MAX], value[CUZK_FP_LIMBS_MAX];
    for (size_t i = 0; i < count; i++) {
        for (uint64_t offset = 0; offset < 3; offset++) {
            memset(affine, 0, sizeof affine);
            memcpy(value, ops->fp_modulus, ops->fp_bytes);
            value[0] += offset - 1; /* the low limb of p is neither 0 nor all ones */
            memcpy(affine + i * limbs, value, ops->fp_bytes);
            assert_int_equal(group->affine_is_canonical(affine), offset == 0);
            assert_int_equal(ops->fp_is_canonical(value), offset == 0);
        }
        memset(affine + i * limbs, 0xff, ops->fp_bytes);
        assert_false(group->affine_is_canonical(affine));
        memcpy(affine, group->generator, group->affine_bytes);
        assert_true(group->affine_is_canonical(affine) && group->affine_is_on_curve(affine));
        memset(affine + i * limbs, 0, ops->fp_bytes);
        assert_false(group->affine_is_on_curve(affine) || group->affine_is_identity(affine));
    }
}

/* Points read from files lie at any address. */
static void check_unaligned(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    unsigned char bytes[8 * LIMBS_MAX + 4];
    cuzk_point a, b;
    random_point(&a, ops, group, random);
    for (size_t offset = 1; offset <= 4; offset++) {
        group->to_affine(bytes + offset, &a);
        assert_true(group->affine_is_on_curve(bytes + offset) && group->affine_is_in_subgroup(bytes + offset));
        group->from_affine(&b, bytes + offset);
        assert_same(group, &a, &b);
    }
}

/* Results have one form, so that they are equal as limbs: also with denominators, which are part of no contract, but
 * a difference would be a surprise. */
static void check_against_portable(const cuzk_curve_ops *ops, const cuzk_group_ops *group, test_random *random)
{
    const cuzk_curve_ops *reference = cuzk_curve_ops_get(ops->id, CUZK_ISA_PORTABLE);
    const cuzk_group_ops *portable = cuzk_curve_group(reference, group == &ops->g1 ? CUZK_GROUP_G1 : CUZK_GROUP_G2);
    const size_t size = 3 * group->coordinate_bytes;
    cuzk_point a, b, got, want;
    cuzk_fr k;
    random_point(&a, ops, group, random);
    random_point(&b, ops, group, random);
    random_scalar(&k, ops, random);
    group->add(&got, &a, &b);
    portable->add(&want, &a, &b);
    assert_memory_equal(got.limb, want.limb, size);
    group->dbl(&got, &a);
    portable->dbl(&want, &a);
    assert_memory_equal(got.limb, want.limb, size);
    group->mul(&got, &a, &k);
    portable->mul(&want, &a, &k);
    assert_memory_equal(got.limb, want.limb, size);
    group->mul_vartime(&got, &a, &k);
    portable->mul_vartime(&want, &a, &k);
    assert_memory_equal(got.limb, want.limb, size);
    assert_memory_equal(group->generator, portable->generator, group->affine_bytes);
}

#define GROUP_TEST(name, iterations)                                                                               \
    static void test_##name(void **state)                                                                          \
    {                                                                                                              \
        (void)state;                                                                                               \
        for_each_group("test_" #name, iterations, check_##name);                                                   \
    }

GROUP_TEST(addition, 20)
GROUP_TEST(identity, 4)
GROUP_TEST(multiplication, 8)
GROUP_TEST(scalar_edges, 2)
GROUP_TEST(batch, 1)
GROUP_TEST(canonical, 1)
GROUP_TEST(unaligned, 1)
GROUP_TEST(against_portable, 8)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addition),       cmocka_unit_test(test_identity),
        cmocka_unit_test(test_multiplication), cmocka_unit_test(test_scalar_edges),
        cmocka_unit_test(test_batch),          cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_unaligned),      cmocka_unit_test(test_against_portable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
