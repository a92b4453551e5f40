/* SPDX-License-Identifier: Apache-2.0
 *
 * The template over small primes, in 1, 2, 4 and 6 limbs (so that assembly takes part): every element, every pair,
 * against arithmetic on small integers.
 */
#include <string.h>

#include "field_tables.h"
#include "support/cmocka_all.h"

/* A small field: its table, its prime and 2^(64 * limbs) modulo it. */
typedef struct small_field {
    const cuzk_field_ops *ops;
    uint64_t p, r;
} small_field;

static bool small_field_init(small_field *out, const cuzk_field_ops *ops)
{
    const uint64_t *modulus = ops->modulus, *r = ops->r;
    for (int i = 1; i < ops->limbs; i++)
        if (modulus[i] != 0)
            return false;
    if (modulus[0] > 1000)
        return false;
    *out = (small_field){ops, modulus[0], r[0]};
    return true;
}

static field_value montgomery(const small_field *f, uint64_t value)
{
    return (field_value){{value % f->p * f->r % f->p}};
}

static void check(const small_field *f, const field_value *got, uint64_t expected, const char *what)
{
    field_value want = montgomery(f, expected);
    field_assert_equal(got, &want, f->ops, what);
}

static uint64_t small_inverse(const small_field *f, uint64_t a)
{
    for (uint64_t b = 0; b < f->p; b++)
        if (a * b % f->p == 1)
            return b;
    return 0;
}

static bool small_is_square(const small_field *f, uint64_t a)
{
    for (uint64_t b = 0; b < f->p; b++)
        if (b * b % f->p == a)
            return true;
    return false;
}

static void check_unary(const small_field *f, uint64_t a)
{
    const cuzk_field_ops *ops = f->ops;
    const field_value x = montgomery(f, a), canonical = {{a}};
    field_value out = {{0}};
    ops->to_montgomery(&out, &canonical);
    check(f, &out, a, "to_montgomery");
    ops->from_montgomery(&out, &x);
    field_assert_equal(&out, &canonical, ops, "from_montgomery");
    ops->neg(&out, &x);
    check(f, &out, f->p - a, "neg");
    ops->dbl(&out, &x);
    check(f, &out, 2 * a, "double");
    ops->halve(&out, &x);
    check(f, &out, a % 2 == 0 ? a / 2 : (a + f->p) / 2, "halve");
    ops->sqr(&out, &x);
    check(f, &out, a * a, "sqr");
    ops->inverse(&out, &x);
    check(f, &out, small_inverse(f, a), "inverse");
    ops->inverse_vartime(&out, &x);
    check(f, &out, small_inverse(f, a), "inverse_vartime");
    assert_true(ops->is_canonical(&x));
    assert_int_equal(ops->is_zero(&x), a == 0);
    assert_int_equal(ops->is_one(&x), a == 1);
}

static void check_sqrt(const small_field *f, uint64_t a)
{
    if (f->ops->sqrt == NULL)
        return;
    const field_value x = montgomery(f, a), untouched = {{99}};
    field_value root = untouched, square = {{0}};
    bool found = f->ops->sqrt(&root, &x);
    assert_int_equal(found, small_is_square(f, a));
    if (!found) {
        assert_memory_equal(&root, &untouched, sizeof root);
        return;
    }
    f->ops->sqr(&square, &root);
    check(f, &square, a, "sqrt");
}

static void check_powers(const small_field *f, uint64_t a)
{
    const field_value x = montgomery(f, a);
    uint64_t expected = 1;
    for (uint64_t exponent = 0; exponent < 40; exponent++) {
        const uint64_t limbs[2] = {exponent, 0};
        field_value out = {{0}};
        f->ops->pow(&out, &x, limbs, 1 + (int)(exponent % 2));
        check(f, &out, expected, "pow");
        expected = expected * a % f->p;
    }
}

static void check_pair(const small_field *f, uint64_t a, uint64_t b)
{
    const cuzk_field_ops *ops = f->ops;
    const field_value x = montgomery(f, a), y = montgomery(f, b);
    field_value out = {{0}};
    ops->add(&out, &x, &y);
    check(f, &out, a + b, "add");
    ops->sub(&out, &x, &y);
    check(f, &out, a + f->p - b, "sub");
    ops->mul(&out, &x, &y);
    check(f, &out, a * b, "mul");
    ops->mul_portable(&out, &x, &y);
    check(f, &out, a * b, "mul_portable");
    ops->select(&out, &x, &y, 0);
    check(f, &out, a, "select the first");
    ops->select(&out, &x, &y, 1 + b);
    check(f, &out, b, "select the second");
    assert_int_equal(ops->equal(&x, &y), a == b);
    int order = x.limb[0] < y.limb[0] ? -1 : x.limb[0] > y.limb[0];
    assert_int_equal(ops->compare_vartime(&x, &y), order);
}

/* All elements at once: 0 among them, in the middle. */
static void check_batch(const small_field *f)
{
    static uint64_t values[2][1000 * CUZK_FIELD_LIMBS_MAX], scratch[1000 * CUZK_FIELD_LIMBS_MAX];
    size_t limbs = (size_t)f->ops->limbs, size_bytes = limbs * sizeof(uint64_t);
    for (size_t i = 0; i < f->p; i++) {
        field_value x = montgomery(f, i + f->p / 2);
        memcpy(&values[0][i * limbs], &x, size_bytes);
        memcpy(&values[1][i * limbs], &x, size_bytes);
    }
    f->ops->batch_inverse(values[0], scratch, f->p);
    f->ops->batch_inverse_vartime(values[1], scratch, f->p);
    for (size_t i = 0; i < f->p; i++) {
        for (int k = 0; k < 2; k++) {
            field_value got = {{0}};
            memcpy(&got, &values[k][i * limbs], size_bytes);
            check(f, &got, small_inverse(f, (i + f->p / 2) % f->p), k == 0 ? "batch" : "batch, vartime");
        }
    }
}

static void check_field(const small_field *f)
{
    for (uint64_t a = 0; a < f->p; a++) {
        check_unary(f, a);
        check_sqrt(f, a);
        check_powers(f, a);
        for (uint64_t b = 0; b < f->p; b++)
            check_pair(f, a, b);
    }
    check_batch(f);
}

static void test_every_pair(void **state)
{
    (void)state;
    cuzk_isa isas[FIELD_ISAS_MAX];
    int isa_count = field_isas(isas), checked = 0;
    for (int k = 0; k < isa_count; k++) {
        const cuzk_field_ops *ops;
        for (int i = 0; (ops = field_table(i, isas[k])) != NULL; i++) {
            small_field f;
            if (!small_field_init(&f, ops))
                continue;
            check_field(&f);
            checked++;
        }
    }
    assert_int_equal(checked, 16 * isa_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
