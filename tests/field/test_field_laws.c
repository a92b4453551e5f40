/* SPDX-License-Identifier: Apache-2.0
 *
 * What holds in every prime field, on random values from the printed seed; and where canonical limbs end.
 */
#include <string.h>

#include "field_tables.h"
#include "support/cmocka_all.h"

typedef void (*field_check)(const cuzk_field_ops *field, test_random *random);

/* Every field in every instruction set. */
static void for_each_field(field_check check)
{
    test_random random;
    test_random_init(&random, "test_field_laws");
    cuzk_isa isas[FIELD_ISAS_MAX];
    int isa_count = field_isas(isas);
    for (int k = 0; k < isa_count; k++) {
        const cuzk_field_ops *field;
        for (int i = 0; (field = field_table(i, isas[k])) != NULL; i++)
            check(field, &random);
    }
}

static void check_ring(const cuzk_field_ops *field, test_random *random)
{
    for (uint64_t i = test_iterations(2000); i > 0; i--) {
        field_value a, b, c, left = {{0}}, right = {{0}}, other = {{0}};
        field_random(&a, field, random);
        field_random(&b, field, random);
        field_random(&c, field, random);
        field->mul(&left, &a, &b);
        field->mul(&right, &b, &a);
        field_assert_equal(&left, &right, field, "a * b = b * a");
        field->mul(&left, &left, &c);
        field->mul(&right, &b, &c);
        field->mul(&right, &a, &right);
        field_assert_equal(&left, &right, field, "(a * b) * c = a * (b * c)");
        field->add(&left, &a, &b);
        field->mul(&left, &left, &c);
        field->mul(&right, &a, &c);
        field->mul(&other, &b, &c);
        field->add(&right, &right, &other);
        field_assert_equal(&left, &right, field, "(a + b) * c = a * c + b * c");
        field->sub(&left, &a, &b);
        field->neg(&right, &b);
        field->add(&right, &a, &right);
        field_assert_equal(&left, &right, field, "a - b = a + (-b)");
        field->halve(&left, &a);
        field->dbl(&left, &left);
        field_assert_equal(&left, &a, field, "2 * (a / 2) = a");
        assert_true(field->is_canonical(&right));
    }
}

static void test_ring_laws(void **state)
{
    (void)state;
    for_each_field(check_ring);
}

/* A product is a sum: b added to itself, by the bits of a. Ties the product to the addition alone. */
static void check_product_by_addition(const cuzk_field_ops *field, test_random *random)
{
    for (uint64_t i = test_iterations(200); i > 0; i--) {
        field_value a, b, product = {{0}}, sum = {{0}}, a_montgomery = {{0}};
        field_random(&a, field, random);
        field_random(&b, field, random);
        for (int bit = 64 * field->limbs - 1; bit >= 0; bit--) {
            field->add(&sum, &sum, &sum);
            if (a.limb[bit / 64] >> (bit % 64) & 1)
                field->add(&sum, &sum, &b);
        }
        field->to_montgomery(&a_montgomery, &a);
        field->mul(&product, &a_montgomery, &b);
        field_assert_equal(&product, &sum, field, "a product by additions");
    }
}

static void test_product_by_addition(void **state)
{
    (void)state;
    for_each_field(check_product_by_addition);
}

static void check_inverses(const cuzk_field_ops *field, test_random *random)
{
    for (uint64_t i = test_iterations(500); i > 0; i--) {
        field_value a, inverse = {{0}}, product = {{0}};
        field_random(&a, field, random);
        field->inverse_vartime(&inverse, &a);
        assert_true(field->is_canonical(&inverse));
        field->mul(&product, &a, &inverse);
        assert_true(field->is_zero(&a) ? field->is_zero(&inverse) : field->is_one(&product));
    }
}

static void test_inverses(void **state)
{
    (void)state;
    for_each_field(check_inverses);
}

enum {
    BATCH_MAX = 40,
};

/* Canonical values, zeros strewn in; packed once more into each row of `packed`. */
static void random_batch(field_value *out, uint64_t packed[2][BATCH_MAX * CUZK_FIELD_LIMBS_MAX], size_t count,
                         const cuzk_field_ops *field, test_random *random)
{
    size_t limbs = (size_t)field->limbs, size_bytes = limbs * sizeof(uint64_t);
    for (size_t i = 0; i < count; i++) {
        field_random(&out[i], field, random);
        if (test_random_below(random, 5) == 0)
            memset(&out[i], 0, sizeof out[i]);
        memcpy(&packed[0][i * limbs], &out[i], size_bytes);
        memcpy(&packed[1][i * limbs], &out[i], size_bytes);
    }
}

static void check_inverse_of(const cuzk_field_ops *field, const field_value *original, const uint64_t *packed)
{
    field_value expected = {{0}}, got = {{0}};
    field->inverse(&expected, original);
    memcpy(&got, packed, (size_t)field->limbs * sizeof *packed);
    field_assert_equal(&got, &expected, field, "an inverse of a batch");
}

/* Both batch functions, on counts from 0. */
static void check_batches(const cuzk_field_ops *field, test_random *random)
{
    static field_value originals[BATCH_MAX];
    static uint64_t packed[2][BATCH_MAX * CUZK_FIELD_LIMBS_MAX], scratch[BATCH_MAX * CUZK_FIELD_LIMBS_MAX];
    size_t limbs = (size_t)field->limbs;
    for (size_t count = 0; count <= BATCH_MAX; count++) {
        random_batch(originals, packed, count, field, random);
        field->batch_inverse(packed[0], scratch, count);
        field->batch_inverse_vartime(packed[1], scratch, count);
        for (size_t i = 0; i < count; i++) {
            check_inverse_of(field, &originals[i], &packed[0][i * limbs]);
            check_inverse_of(field, &originals[i], &packed[1][i * limbs]);
        }
    }
}

static void test_batches(void **state)
{
    (void)state;
    for_each_field(check_batches);
}

static void check_sqrt(const cuzk_field_ops *field, test_random *random)
{
    if (field->sqrt == NULL)
        return;
    for (uint64_t i = test_iterations(50); i > 0; i--) {
        field_value a, square = {{0}}, root = {{0}}, minus_root = {{0}};
        field_random(&a, field, random);
        field->sqr(&square, &a);
        assert_true(field->sqrt(&root, &square));
        field->neg(&minus_root, &root);
        assert_true(field->equal(&root, &a) || field->equal(&minus_root, &a));
        /* -1 is no square where p = 3 mod 4, so neither is minus a square. */
        field->neg(&square, &square);
        assert_int_equal(field->sqrt(&root, &square), field->is_zero(&a));
    }
}

static void test_sqrt(void **state)
{
    (void)state;
    for_each_field(check_sqrt);
}

static void check_small_numbers(const cuzk_field_ops *field, test_random *random)
{
    field_value one = {{0}}, sum = {{0}}, value = {{0}};
    field->from_u64(&one, 1);
    assert_true(field->is_one(&one));
    for (uint64_t n = 0; n < 300; n++) {
        field->from_u64(&value, n);
        field_assert_equal(&value, &sum, field, "from_u64");
        field->add(&sum, &sum, &one);
    }
    uint64_t n = test_random_u64(random);
    field_value half = {{0}}, rest = {{0}};
    field->from_u64(&value, n);
    field->from_u64(&half, n / 2);
    field->from_u64(&rest, n - n / 2);
    field->add(&sum, &half, &rest);
    field_assert_equal(&value, &sum, field, "from_u64");
}

static void test_small_numbers(void **state)
{
    (void)state;
    for_each_field(check_small_numbers);
}

/* Below p canonical, from p on not. The comparison agrees. */
static void check_limbs(const cuzk_field_ops *field, const field_value *p, const field_value *value, bool canonical)
{
    assert_int_equal(field->is_canonical(value), canonical);
    assert_int_equal(field->compare_vartime(value, p) < 0, canonical);
    assert_int_equal(field->compare_vartime(p, value) > 0, canonical);
}

static void check_canonical(const cuzk_field_ops *field, test_random *random)
{
    field_value p = {{0}}, one = {{1}}, value = {{0}};
    size_t size_bytes = (size_t)field->limbs * sizeof p.limb[0];
    memcpy(&p, field->modulus, size_bytes);
    check_limbs(field, &p, &value, true);
    check_limbs(field, &p, &p, false);
    assert_int_equal(field->compare_vartime(&p, &p), 0);
    field_integer_sub(&value, &p, &one, field->limbs);
    check_limbs(field, &p, &value, true);
    field_integer_add(&value, &p, &one, field->limbs);
    check_limbs(field, &p, &value, false);
    memset(&value, 0xff, size_bytes);
    check_limbs(field, &p, &value, false);
    field_integer_add(&value, &p, &p, field->limbs);
    check_limbs(field, &p, &value, false);
    for (int limb = 0; limb < field->limbs; limb++) {
        value = p;
        value.limb[limb]++;
        if (value.limb[limb] != 0) /* else it was all ones, and wrapped around */
            check_limbs(field, &p, &value, false);
        value = p;
        if (value.limb[limb] > 0) {
            value.limb[limb]--;
            check_limbs(field, &p, &value, true);
            for (int lower = 0; lower < limb; lower++)
                value.limb[lower] = UINT64_MAX;
            check_limbs(field, &p, &value, true);
        }
    }
    for (int i = 0; i < 1000; i++) {
        field_random(&value, field, random);
        check_limbs(field, &p, &value, true);
        field_integer_add(&value, &value, &p, field->limbs); /* p's free top bit: no carry is lost */
        check_limbs(field, &p, &value, false);
    }
}

static void test_canonical(void **state)
{
    (void)state;
    for_each_field(check_canonical);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring_laws), cmocka_unit_test(test_product_by_addition),
        cmocka_unit_test(test_inverses),  cmocka_unit_test(test_batches),
        cmocka_unit_test(test_sqrt),      cmocka_unit_test(test_small_numbers),
        cmocka_unit_test(test_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
