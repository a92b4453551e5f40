/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalars of the h sum against polynomial arithmetic done by hand: interpolate by definition, multiply,
 * evaluate or divide by x^N - 1.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "poly/fr_support.h"
#include "poly/h.h"
#include "support/cmocka_all.h"

static test_random random_data;

enum {
    NAIVE_LOG2_MAX = 6,
    NAIVE_COUNT_MAX = 1 << NAIVE_LOG2_MAX,
};

typedef struct statement {
    cuzk_curve_id curve;
    size_t count;
    cuzk_fr a[NAIVE_COUNT_MAX], b[NAIVE_COUNT_MAX], c[NAIVE_COUNT_MAX];
} statement;

static void statement_random(statement *s, cuzk_curve_id curve, size_t count, bool satisfied)
{
    s->curve = curve;
    s->count = count;
    test_fr_random(curve, s->a, count, &random_data);
    test_fr_random(curve, s->b, count, &random_data);
    test_fr_random(curve, s->c, count, &random_data);
    for (size_t i = 0; satisfied && i < count; i++)
        test_fr_mul(curve, &s->c[i], &s->a[i], &s->b[i]);
}

/* out = the polynomial through (w^i, values[i]): out[j] = 1/N sum_i values[i] w^(-ij). */
static void interpolate(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *values, size_t count, const cuzk_fr *w)
{
    cuzk_fr factor = test_fr_small(count), term;
    test_fr_inverse(curve, &factor, &factor);
    for (size_t j = 0; j < count; j++) {
        out[j] = test_fr_small(0);
        for (size_t i = 0; i < count; i++) {
            test_fr_pow(curve, &term, w, (count - i * j % count) % count);
            test_fr_mul(curve, &term, &term, &values[i]);
            test_fr_add(curve, &out[j], &out[j], &term);
        }
        test_fr_mul(curve, &out[j], &out[j], &factor);
    }
}

/* out, of 2 count - 1 coefficients, = a * b - c. */
static void product_minus_c(const statement *s, cuzk_fr *out, const cuzk_fr *w)
{
    cuzk_fr a[NAIVE_COUNT_MAX], b[NAIVE_COUNT_MAX], c[NAIVE_COUNT_MAX], term;
    interpolate(s->curve, a, s->a, s->count, w);
    interpolate(s->curve, b, s->b, s->count, w);
    interpolate(s->curve, c, s->c, s->count, w);
    memset(out, 0, (2 * s->count - 1) * sizeof *out);
    for (size_t i = 0; i < s->count; i++) {
        for (size_t j = 0; j < s->count; j++) {
            test_fr_mul(s->curve, &term, &a[i], &b[j]);
            test_fr_add(s->curve, &out[i + j], &out[i + j], &term);
        }
        test_fr_sub(s->curve, &out[i], &out[i], &c[i]);
    }
}

static void evaluate(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *coefficients, size_t count, const cuzk_fr *x)
{
    *out = test_fr_small(0);
    for (size_t j = count; j-- > 0;) {
        test_fr_mul(curve, out, out, x);
        test_fr_add(curve, out, out, &coefficients[j]);
    }
}

/* out[i] = (a b - c)(g w^i). */
static void naive_odd_coset(const statement *s, cuzk_fr *out, const cuzk_fr *w, const cuzk_fr *g)
{
    cuzk_fr p[2 * NAIVE_COUNT_MAX], x;
    product_minus_c(s, p, w);
    for (size_t i = 0; i < s->count; i++) {
        test_fr_pow(s->curve, &x, w, i);
        test_fr_mul(s->curve, &x, &x, g);
        evaluate(s->curve, &out[i], p, 2 * s->count - 1, &x);
    }
}

/* out = (a b - c) / (x^N - 1), by long division from the top; asserts that nothing remains. */
static void naive_monomial(const statement *s, cuzk_fr *out, const cuzk_fr *w)
{
    cuzk_fr p[2 * NAIVE_COUNT_MAX], zero = test_fr_small(0);
    product_minus_c(s, p, w);
    memset(out, 0, s->count * sizeof *out);
    for (size_t i = 2 * s->count - 1; i-- > s->count;) {
        out[i - s->count] = p[i];
        test_fr_add(s->curve, &p[i - s->count], &p[i - s->count], &p[i]);
    }
    for (size_t i = 0; i < s->count; i++)
        assert_memory_equal(&p[i], &zero, sizeof zero);
}

/* Runs cuzk_h_scalars on a copy; the result replaces s->a. */
static void run(const cuzk_ntt_plan *plan, cuzk_h_basis basis, statement *s, bool has_c)
{
    void *work = cuzk_calloc_aligned(1, cuzk_ntt_workspace_bytes(plan));
    assert_non_null(work);
    if (!has_c)
        memset(s->c, 0xee, sizeof s->c);
    assert_int_equal(cuzk_h_scalars(plan, basis, s->a, s->b, s->c, has_c, work, NULL), CUZK_OK);
    free(work);
}

static void check_naive(cuzk_curve_id curve, cuzk_root root, uint32_t log2, cuzk_h_basis basis, bool has_c,
                        bool satisfied, const cuzk_fr *shift)
{
    statement s;
    cuzk_fr expected[NAIVE_COUNT_MAX], w, g;
    cuzk_ntt_plan *plan;
    assert_int_equal(cuzk_ntt_plan_create(&plan, curve, log2, root, shift, 2, CUZK_ISA_AUTO, NULL), CUZK_OK);
    test_fr_from_montgomery(curve, &w, &plan->domain.root);
    test_fr_from_montgomery(curve, &g, &plan->domain.shift);
    statement_random(&s, curve, (size_t)1 << log2, satisfied);
    if (basis == CUZK_H_ODD_COSET)
        naive_odd_coset(&s, expected, &w, &g);
    else
        naive_monomial(&s, expected, &w);
    run(plan, basis, &s, has_c);
    assert_memory_equal(s.a, expected, s.count * sizeof *expected);
    cuzk_ntt_plan_destroy(plan);
}

static void check_sizes(cuzk_curve_id curve, cuzk_root root)
{
    cuzk_fr seven = test_fr_small(7);
    for (uint32_t log2 = 0; log2 <= NAIVE_LOG2_MAX; log2++) {
        check_naive(curve, root, log2, CUZK_H_ODD_COSET, true, false, NULL);
        check_naive(curve, root, log2, CUZK_H_ODD_COSET, true, true, NULL);
        check_naive(curve, root, log2, CUZK_H_ODD_COSET, false, true, NULL);
        check_naive(curve, root, log2, CUZK_H_MONOMIAL, true, true, &seven);
        check_naive(curve, root, log2, CUZK_H_MONOMIAL, false, true, &seven);
        check_naive(curve, root, log2, CUZK_H_MONOMIAL, true, true, NULL);
    }
}

static void test_small_sizes_by_hand(void **state)
{
    (void)state;
    check_sizes(CUZK_CURVE_BN254, CUZK_ROOT_5);
    check_sizes(CUZK_CURVE_BLS12_381, CUZK_ROOT_5);
    check_sizes(CUZK_CURVE_BLS12_381, CUZK_ROOT_7);
}

static cuzk_fr *random_vector(cuzk_curve_id curve, size_t count)
{
    cuzk_fr *values = cuzk_calloc_aligned(count, sizeof *values);
    assert_non_null(values);
    test_fr_random(curve, values, count, &random_data);
    return values;
}

static void check_run(const cuzk_ntt_plan *plan, cuzk_ntt_kind kind, cuzk_fr *values, void *work)
{
    assert_int_equal(cuzk_ntt_run(plan, kind, values, work, NULL), CUZK_OK);
}

/* The same by whole transforms, for sizes with column passes. `a` becomes the result. */
static void by_transforms(const cuzk_ntt_plan *plan, cuzk_h_basis basis, cuzk_fr *a, cuzk_fr *b, cuzk_fr *c,
                          void *work)
{
    cuzk_curve_id curve = plan->domain.curve;
    cuzk_fr *vectors[] = {a, b, c}, factor;
    for (int i = 0; i < 3; i++) {
        check_run(plan, CUZK_NTT_INVERSE, vectors[i], work);
        check_run(plan, CUZK_NTT_COSET_FORWARD, vectors[i], work);
    }
    test_fr_from_montgomery(curve, &factor, &plan->domain.vanishing_inverse);
    for (size_t i = 0; i < ntt_plan_count(plan); i++) {
        test_fr_mul(curve, &a[i], &a[i], &b[i]);
        test_fr_sub(curve, &a[i], &a[i], &c[i]);
        if (basis == CUZK_H_MONOMIAL)
            test_fr_mul(curve, &a[i], &a[i], &factor);
    }
    if (basis == CUZK_H_MONOMIAL)
        check_run(plan, CUZK_NTT_COSET_INVERSE, a, work);
}

static void check_large(const cuzk_ntt_plan *plan, cuzk_h_basis basis, bool has_c)
{
    cuzk_curve_id curve = plan->domain.curve;
    size_t count = ntt_plan_count(plan), size_bytes = count * sizeof(cuzk_fr);
    cuzk_fr *given[3], *copy[3];
    void *work = cuzk_calloc_aligned(1, cuzk_ntt_workspace_bytes(plan));
    for (int i = 0; i < 3; i++) {
        given[i] = random_vector(curve, count);
        copy[i] = random_vector(curve, count);
    }
    for (size_t i = 0; !has_c && i < count; i++)
        test_fr_mul(curve, &given[2][i], &given[0][i], &given[1][i]);
    memcpy(copy[0], given[0], size_bytes);
    memcpy(copy[1], given[1], size_bytes);
    if (has_c)
        memcpy(copy[2], given[2], size_bytes);
    by_transforms(plan, basis, given[0], given[1], given[2], work);
    assert_int_equal(cuzk_h_scalars(plan, basis, copy[0], copy[1], copy[2], has_c, work, NULL), CUZK_OK);
    assert_memory_equal(copy[0], given[0], size_bytes);
    for (int i = 0; i < 3; i++) {
        free(given[i]);
        free(copy[i]);
    }
    free(work);
}

static void test_larger_sizes_by_transforms(void **state)
{
    (void)state;
    static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};
    for (int i = 0; i < 2; i++) {
        for (uint32_t log2 = 9; log2 <= 12; log2++) {
            cuzk_ntt_plan *plan;
            assert_int_equal(
                cuzk_ntt_plan_create(&plan, curves[i], log2, CUZK_ROOT_5, NULL, 1 + log2 % 4, CUZK_ISA_AUTO, NULL),
                CUZK_OK);
            check_large(plan, CUZK_H_ODD_COSET, true);
            check_large(plan, CUZK_H_ODD_COSET, false);
            check_large(plan, CUZK_H_MONOMIAL, true);
            check_large(plan, CUZK_H_MONOMIAL, false);
            cuzk_ntt_plan_destroy(plan);
        }
    }
}

/* Two column passes, as for 2^23 points and more. */
static void test_two_passes(void **state)
{
    (void)state;
    cuzk_pool *pool;
    cuzk_ntt_tuning tuning = {0, 0, 4};
    assert_int_equal(cuzk_pool_create(&pool, 2, NULL), CUZK_OK);
    for (uint32_t log2 = 9; log2 <= 11; log2++) {
        cuzk_ntt_plan *plan;
        assert_int_equal(cuzk_ntt_plan_create_tuned(&plan, CUZK_CURVE_BN254, log2, CUZK_ROOT_5, NULL, pool,
                                                    CUZK_ISA_AUTO, &tuning, NULL),
                         CUZK_OK);
        assert_int_equal(plan->pass_count, 2);
        check_large(plan, CUZK_H_ODD_COSET, true);
        check_large(plan, CUZK_H_ODD_COSET, false);
        check_large(plan, CUZK_H_MONOMIAL, false);
        cuzk_ntt_plan_destroy(plan);
    }
    cuzk_pool_destroy(pool);
}

static void test_bad_shifts_are_refused(void **state)
{
    (void)state;
    cuzk_error err;
    cuzk_ntt_plan *plan;
    cuzk_fr values[8] = {{{1, 2, 3, 4}}}, before[8], seven = test_fr_small(7), one = test_fr_small(1);
    memcpy(before, values, sizeof values);

    assert_int_equal(cuzk_ntt_plan_create(&plan, CUZK_CURVE_BN254, 3, CUZK_ROOT_5, &seven, 1, CUZK_ISA_AUTO, NULL),
                     CUZK_OK);
    assert_int_equal(cuzk_h_scalars(plan, CUZK_H_ODD_COSET, values, values, values, true, NULL, &err),
                     CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "2^4"));
    assert_int_equal(cuzk_h_scalars(plan, (cuzk_h_basis)3, values, values, values, true, NULL, &err),
                     CUZK_E_ARGUMENT);
    cuzk_ntt_plan_destroy(plan);

    assert_int_equal(cuzk_ntt_plan_create(&plan, CUZK_CURVE_BN254, 3, CUZK_ROOT_5, &one, 1, CUZK_ISA_AUTO, NULL),
                     CUZK_OK);
    assert_int_equal(cuzk_h_scalars(plan, CUZK_H_MONOMIAL, values, values, values, true, NULL, &err),
                     CUZK_E_ARGUMENT);
    cuzk_ntt_plan_destroy(plan);
    assert_memory_equal(values, before, sizeof values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_sizes_by_hand),
        cmocka_unit_test(test_larger_sizes_by_transforms),
        cmocka_unit_test(test_two_passes),
        cmocka_unit_test(test_bad_shifts_are_refused),
    };
    test_random_init(&random_data, "test_h");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
