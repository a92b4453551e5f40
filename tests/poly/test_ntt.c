/* SPDX-License-Identifier: Apache-2.0
 *
 * The tuned transform against the reference, bit for bit.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/memory.h"
#include "poly/fr_support.h"
#include "poly/ntt.h"
#include "poly/ntt_reference.h"
#include "support/cmocka_all.h"

static test_random random_data;

static const struct {
    cuzk_curve_id curve;
    cuzk_root root;
} roots[] = {
    {CUZK_CURVE_BN254, CUZK_ROOT_5},
    {CUZK_CURVE_BLS12_381, CUZK_ROOT_5},
    {CUZK_CURVE_BLS12_381, CUZK_ROOT_7},
};
static const cuzk_isa isas[] = {CUZK_ISA_PORTABLE, CUZK_ISA_ADX, CUZK_ISA_IFMA};
static const cuzk_ntt_kind kinds[] = {CUZK_NTT_FORWARD, CUZK_NTT_INVERSE, CUZK_NTT_COSET_FORWARD,
                                      CUZK_NTT_COSET_INVERSE};
enum {
    ROOT_COUNT = sizeof roots / sizeof roots[0],
    ISA_COUNT = sizeof isas / sizeof isas[0],
    KIND_COUNT = sizeof kinds / sizeof kinds[0],
};

typedef struct fixture {
    cuzk_ntt_plan *plan;
    size_t count;
    cuzk_fr *values, *expected;
    void *work;
} fixture;

static void fixture_buffers(fixture *f)
{
    f->count = ntt_plan_count(f->plan);
    f->values = cuzk_calloc_aligned(f->count, sizeof *f->values);
    f->expected = cuzk_calloc_aligned(f->count, sizeof *f->expected);
    f->work = cuzk_calloc_aligned(1, cuzk_ntt_workspace_bytes(f->plan));
    assert_true(f->values != NULL && f->expected != NULL && f->work != NULL);
}

static void fixture_open(fixture *f, int which, uint32_t log2, const cuzk_fr *shift, uint32_t threads, cuzk_isa isa)
{
    assert_int_equal(
        cuzk_ntt_plan_create(&f->plan, roots[which].curve, log2, roots[which].root, shift, threads, isa, NULL),
        CUZK_OK);
    fixture_buffers(f);
}

static void fixture_close(fixture *f)
{
    cuzk_ntt_plan_destroy(f->plan);
    free(f->values);
    free(f->expected);
    free(f->work);
}

/* Transforms what lies in f->values both ways. */
static void check_run(fixture *f, cuzk_ntt_kind kind)
{
    memcpy(f->expected, f->values, f->count * sizeof *f->values);
    cuzk_ntt_reference(&f->plan->domain, kind, f->expected);
    assert_int_equal(cuzk_ntt_run(f->plan, kind, f->values, f->work, NULL), CUZK_OK);
    assert_memory_equal(f->values, f->expected, f->count * sizeof *f->values);
}

static void check_kinds(fixture *f)
{
    for (int i = 0; i < KIND_COUNT; i++) {
        test_fr_random(f->plan->domain.curve, f->values, f->count, &random_data);
        check_run(f, kinds[i]);
    }
}

static void check_all_kinds(int which, uint32_t log2, const cuzk_fr *shift, uint32_t threads, cuzk_isa isa)
{
    fixture f;
    fixture_open(&f, which, log2, shift, threads, isa);
    check_kinds(&f);
    fixture_close(&f);
}

static void test_every_size_and_root(void **state)
{
    (void)state;
    cuzk_fr seven = test_fr_small(7);
    for (int which = 0; which < ROOT_COUNT; which++) {
        for (uint32_t log2 = 0; log2 <= 12; log2++) {
            check_all_kinds(which, log2, NULL, 2, CUZK_ISA_AUTO);
            check_all_kinds(which, log2, &seven, 2, CUZK_ISA_AUTO);
        }
    }
}

static void test_every_instruction_set(void **state)
{
    (void)state;
    for (int i = 0; i < ISA_COUNT; i++) {
        if (!cuzk_isa_available(isas[i])) {
            print_message("instruction set %s: not here, skipped\n", cuzk_isa_name(isas[i]));
            continue;
        }
        for (int which = 0; which < ROOT_COUNT; which++)
            for (uint32_t log2 = 1; log2 <= 11; log2 += 2)
                check_all_kinds(which, log2, NULL, 1, isas[i]);
    }
}

static void test_every_thread_count(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 7};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        check_all_kinds(0, 5, NULL, counts[i], CUZK_ISA_AUTO);
        check_all_kinds(0, 13, NULL, counts[i], CUZK_ISA_AUTO);
        check_all_kinds(1, 10, NULL, counts[i], CUZK_ISA_AUTO);
    }
}

/* The shapes that only very large domains have: two column passes, twiddles from two tables. */
static void test_every_shape(void **state)
{
    (void)state;
    cuzk_pool *pool;
    assert_int_equal(cuzk_pool_create(&pool, 3, NULL), CUZK_OK);
    for (uint32_t passes = 0; passes <= 2; passes++) {
        for (uint32_t log2 = 1; log2 <= 12; log2++) {
            cuzk_ntt_tuning tuning = {passes >= 1 ? 0 : 99, passes >= 2 ? 0 : 99, log2 / 3};
            fixture f;
            int which = (int)(log2 % ROOT_COUNT);
            assert_int_equal(cuzk_ntt_plan_create_tuned(&f.plan, roots[which].curve, log2, roots[which].root, NULL,
                                                        pool, CUZK_ISA_AUTO, &tuning, NULL),
                             CUZK_OK);
            if (log2 >= 9)
                assert_int_equal(f.plan->pass_count, passes);
            fixture_buffers(&f);
            check_kinds(&f);
            fixture_close(&f);
        }
    }
    cuzk_pool_destroy(pool);
}

static void fill(cuzk_fr *values, size_t count, cuzk_fr value)
{
    for (size_t i = 0; i < count; i++)
        values[i] = value;
}

static void test_edge_vectors(void **state)
{
    (void)state;
    for (int which = 0; which < ROOT_COUNT; which++) {
        for (uint32_t log2 = 0; log2 <= 11; log2 += 11) {
            fixture f;
            fixture_open(&f, which, log2, NULL, 2, CUZK_ISA_AUTO);
            for (int i = 0; i < KIND_COUNT; i++) {
                fill(f.values, f.count, test_fr_small(0));
                check_run(&f, kinds[i]);
                fill(f.values, f.count, test_fr_small(1));
                check_run(&f, kinds[i]);
                fill(f.values, f.count, test_fr_minus_one(roots[which].curve));
                check_run(&f, kinds[i]);
                fill(f.values, f.count, test_fr_small(0));
                f.values[f.count - 1] = test_fr_minus_one(roots[which].curve);
                check_run(&f, kinds[i]);
            }
            fixture_close(&f);
        }
    }
}

/* Transforming Montgomery forms gives the Montgomery forms of the transform. */
static void test_either_form(void **state)
{
    (void)state;
    for (int which = 0; which < ROOT_COUNT; which++) {
        cuzk_curve_id curve = roots[which].curve;
        fixture f;
        fixture_open(&f, which, 10, NULL, 2, CUZK_ISA_AUTO);
        for (int i = 0; i < KIND_COUNT; i++) {
            test_fr_random(curve, f.expected, f.count, &random_data);
            for (size_t j = 0; j < f.count; j++)
                test_fr_to_montgomery(curve, &f.values[j], &f.expected[j]);
            assert_int_equal(cuzk_ntt_run(f.plan, kinds[i], f.expected, f.work, NULL), CUZK_OK);
            assert_int_equal(cuzk_ntt_run(f.plan, kinds[i], f.values, f.work, NULL), CUZK_OK);
            for (size_t j = 0; j < f.count; j++)
                test_fr_to_montgomery(curve, &f.expected[j], &f.expected[j]);
            assert_memory_equal(f.values, f.expected, f.count * sizeof *f.values);
        }
        fixture_close(&f);
    }
}

static void test_linear(void **state)
{
    (void)state;
    fixture f;
    cuzk_curve_id curve = roots[1].curve;
    cuzk_fr sum[1 << 10], factor;
    fixture_open(&f, 1, 10, NULL, 2, CUZK_ISA_AUTO);
    for (int i = 0; i < KIND_COUNT; i++) {
        test_fr_random(curve, &factor, 1, &random_data);
        test_fr_random(curve, f.values, f.count, &random_data);
        test_fr_random(curve, f.expected, f.count, &random_data);
        for (size_t j = 0; j < f.count; j++) {
            test_fr_mul(curve, &sum[j], &f.expected[j], &factor);
            test_fr_add(curve, &sum[j], &sum[j], &f.values[j]);
        }
        assert_int_equal(cuzk_ntt_run(f.plan, kinds[i], f.values, f.work, NULL), CUZK_OK);
        assert_int_equal(cuzk_ntt_run(f.plan, kinds[i], f.expected, f.work, NULL), CUZK_OK);
        assert_int_equal(cuzk_ntt_run(f.plan, kinds[i], sum, f.work, NULL), CUZK_OK);
        for (size_t j = 0; j < f.count; j++) {
            test_fr_mul(curve, &f.expected[j], &f.expected[j], &factor);
            test_fr_add(curve, &f.values[j], &f.values[j], &f.expected[j]);
        }
        assert_memory_equal(f.values, sum, sizeof sum);
    }
    fixture_close(&f);
}

/* There and back, and once against the reference. */
static void check_round_trip(int which, uint32_t log2)
{
    fixture f;
    fixture_open(&f, which, log2, NULL, 2, CUZK_ISA_AUTO);
    test_fr_random(roots[which].curve, f.expected, f.count, &random_data);
    for (int coset = 0; coset < 2; coset++) {
        memcpy(f.values, f.expected, f.count * sizeof *f.values);
        assert_int_equal(
            cuzk_ntt_run(f.plan, coset ? CUZK_NTT_COSET_FORWARD : CUZK_NTT_FORWARD, f.values, f.work, NULL),
            CUZK_OK);
        assert_memory_not_equal(f.values, f.expected, f.count * sizeof *f.values);
        assert_int_equal(
            cuzk_ntt_run(f.plan, coset ? CUZK_NTT_COSET_INVERSE : CUZK_NTT_INVERSE, f.values, f.work, NULL),
            CUZK_OK);
        assert_memory_equal(f.values, f.expected, f.count * sizeof *f.values);
    }
    check_run(&f, CUZK_NTT_COSET_FORWARD);
    fixture_close(&f);
}

/* 2^16 values; with CUZK_TEST_SCALE=128 2^23, which have two column passes and two twiddle tables on their own. */
static void test_round_trips(void **state)
{
    (void)state;
    uint32_t log2 = 16;
    for (uint64_t scale = test_iterations(1); scale > 1 && log2 < 23; scale /= 2)
        log2++;
    for (int which = 0; which < ROOT_COUNT; which++)
        check_round_trip(which, log2);
}

static void test_bad_plans_are_refused(void **state)
{
    (void)state;
    cuzk_ntt_plan *plan = NULL;
    cuzk_error err;
    assert_int_equal(cuzk_ntt_plan_create(&plan, CUZK_CURVE_BN254, 29, CUZK_ROOT_5, NULL, 1, CUZK_ISA_AUTO, &err),
                     CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_ntt_plan_create(&plan, CUZK_CURVE_BN254, 4, CUZK_ROOT_5, NULL, 1, (cuzk_isa)77, &err),
                     CUZK_E_UNSUPPORTED);
    assert_null(plan);
    cuzk_ntt_plan_destroy(NULL);

    fixture f;
    fixture_open(&f, 0, 3, NULL, 1, CUZK_ISA_AUTO);
    test_fr_random(CUZK_CURVE_BN254, f.values, f.count, &random_data);
    memcpy(f.expected, f.values, f.count * sizeof *f.values);
    assert_int_equal(cuzk_ntt_run(f.plan, (cuzk_ntt_kind)4, f.values, f.work, &err), CUZK_E_ARGUMENT);
    assert_memory_equal(f.values, f.expected, f.count * sizeof *f.values);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size_and_root),
        cmocka_unit_test(test_every_instruction_set),
        cmocka_unit_test(test_every_thread_count),
        cmocka_unit_test(test_every_shape),
        cmocka_unit_test(test_edge_vectors),
        cmocka_unit_test(test_either_form),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_bad_plans_are_refused),
    };
    test_random_init(&random_data, "test_ntt");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
