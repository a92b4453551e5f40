/* SPDX-License-Identifier: Apache-2.0
 *
 * Every function of every field: each instruction set against the portable reference, bit for bit; edges first,
 * then values made to provoke carries, then random ones.
 */
#include <string.h>

#include "field_tables.h"
#include "support/cmocka_all.h"

typedef void (*binary_fn)(void *out, const void *a, const void *b);
typedef void (*unary_fn)(void *out, const void *a);

/* The same function of two tables. */
static void check_binary(const cuzk_field_ops *field, binary_fn tried, binary_fn reference, const field_value *a,
                         const field_value *b, const char *what)
{
    field_value got = *a, expected = {{0}};
    reference(&expected, a, b);
    tried(&got, &got, b); /* in place */
    field_assert_equal(&got, &expected, field, what);
    got = *b;
    tried(&got, a, &got);
    field_assert_equal(&got, &expected, field, what);
}

static void check_unary(const cuzk_field_ops *field, unary_fn tried, unary_fn reference, const field_value *a,
                        const char *what)
{
    field_value got = *a, expected = {{0}};
    reference(&expected, a);
    tried(&got, &got);
    field_assert_equal(&got, &expected, field, what);
}

static void check_pair(const cuzk_field_ops *field, const cuzk_field_ops *reference, const field_value *a,
                       const field_value *b)
{
    check_binary(field, field->mul, reference->mul_portable, a, b, "mul");
    check_binary(field, field->add, reference->add, a, b, "add");
    check_binary(field, field->sub, reference->sub, a, b, "sub");
}

static void check_one(const cuzk_field_ops *field, const cuzk_field_ops *reference, const field_value *a)
{
    field_value square = {{0}}, expected = {{0}};
    field->sqr(&square, a);
    reference->mul_portable(&expected, a, a);
    field_assert_equal(&square, &expected, field, "sqr");
    check_unary(field, field->neg, reference->neg, a, "neg");
    check_unary(field, field->dbl, reference->dbl, a, "double");
    check_unary(field, field->halve, reference->halve, a, "halve");
    check_unary(field, field->to_montgomery, reference->to_montgomery, a, "to_montgomery");
    check_unary(field, field->from_montgomery, reference->from_montgomery, a, "from_montgomery");
}

/* inverse_vartime against Fermat's: two ways to the same value in the same table too. */
static void check_slow(const cuzk_field_ops *field, const cuzk_field_ops *reference, const field_value *a)
{
    check_unary(field, field->inverse, reference->inverse, a, "inverse");
    check_unary(field, field->inverse_vartime, reference->inverse, a, "inverse_vartime");
    if (field->sqrt != NULL) {
        field_value got = {{0}}, expected = {{0}};
        assert_int_equal(field->sqrt(&got, a), reference->sqrt(&expected, a));
        field_assert_equal(&got, &expected, field, "sqrt");
    }
}

static void check_edges(const cuzk_field_ops *field, const cuzk_field_ops *reference)
{
    static field_value edges[FIELD_EDGES_MAX];
    int count = field_edges(edges, field);
    assert_true(count > 2);
    for (int i = 0; i < count; i++) {
        check_one(field, reference, &edges[i]);
        if (i % 8 == 0 || i < 100)
            check_slow(field, reference, &edges[i]);
        for (int j = i % 3; j < count; j += i < 50 ? 1 : 3)
            check_pair(field, reference, &edges[i], &edges[j]);
    }
}

static void check_random(const cuzk_field_ops *field, const cuzk_field_ops *reference, test_random *random)
{
    uint64_t count = test_iterations(1000000) / 4;
    field_value a, b;
    for (uint64_t i = 0; i < count; i++) {
        field_random(&a, field, random);
        field_random(&b, field, random);
        check_pair(field, reference, &a, &b); /* two products */
        check_binary(field, field->mul, reference->mul_portable, &b, &a, "mul");
        if (i % 4 == 0)
            check_one(field, reference, &a);
        if (i % 1024 == 0)
            check_slow(field, reference, &a);
    }
}

/* Fields over small primes have few values, and those are all tried elsewhere. */
static bool is_small(const cuzk_field_ops *field)
{
    const uint64_t *modulus = field->modulus;
    return modulus[field->limbs - 1] < 1000;
}

static void test_against_portable(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_field_isa");
    cuzk_isa isas[FIELD_ISAS_MAX];
    int isa_count = field_isas(isas);
    for (int k = 0; k < isa_count; k++) {
        const cuzk_field_ops *field;
        for (int i = 0; (field = field_table(i, isas[k])) != NULL; i++) {
            if (is_small(field))
                continue;
            check_edges(field, field_table(i, CUZK_ISA_PORTABLE));
            check_random(field, field_table(i, CUZK_ISA_PORTABLE), &random);
        }
    }
}

/* The first operand of a product may be any limbs: they stand for their residue. */
static void check_any_limbs(const cuzk_field_ops *field, const field_value *limbs, const field_value *b)
{
    field_value reduced = *limbs, p = {{0}}, got = {{0}}, expected = {{0}};
    memcpy(&p, field->modulus, (size_t)field->limbs * sizeof p.limb[0]);
    for (int i = 0; i < 40 && !field->is_canonical(&reduced); i++)
        field_integer_sub(&reduced, &reduced, &p, field->limbs);
    assert_true(field->is_canonical(&reduced));
    field->mul(&got, limbs, b);
    field->mul_portable(&expected, &reduced, b);
    field_assert_equal(&got, &expected, field, "mul of any limbs");
    field->mul_portable(&got, limbs, b);
    field_assert_equal(&got, &expected, field, "mul_portable of any limbs");
    field->to_montgomery(&got, limbs);
    field->to_montgomery(&expected, &reduced);
    field_assert_equal(&got, &expected, field, "to_montgomery of any limbs");
    field->from_montgomery(&got, limbs);
    field->from_montgomery(&expected, &reduced);
    field_assert_equal(&got, &expected, field, "from_montgomery of any limbs");
}

static void check_field_any_limbs(const cuzk_field_ops *field, test_random *random)
{
    field_value limbs = {{0}}, zero = {{0}}, one = {{1}}, p = {{0}}, p_minus_1 = {{0}}, b;
    size_t size_bytes = (size_t)field->limbs * sizeof limbs.limb[0];
    memcpy(&p, field->modulus, size_bytes);
    field_integer_sub(&p_minus_1, &p, &one, field->limbs);
    memset(&limbs, 0xff, size_bytes);
    for (int i = 0; i < 1000; i++) {
        check_any_limbs(field, &limbs, &p_minus_1);
        check_any_limbs(field, &limbs, &zero);
        field_random(&b, field, random);
        check_any_limbs(field, &limbs, &b);
        test_random_fill(random, &limbs, size_bytes);
        if (i % 2 == 0)
            limbs.limb[field->limbs - 1] |= UINT64_MAX << 56;
    }
    check_any_limbs(field, &p, &p_minus_1);
}

static void test_products_of_any_limbs(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_field_isa");
    cuzk_isa isas[FIELD_ISAS_MAX];
    int isa_count = field_isas(isas);
    for (int k = 0; k < isa_count; k++) {
        const cuzk_field_ops *field;
        for (int i = 0; (field = field_table(i, isas[k])) != NULL; i++)
            if (!is_small(field))
                check_field_any_limbs(field, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_portable),
        cmocka_unit_test(test_products_of_any_limbs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
