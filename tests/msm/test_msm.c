/* SPDX-License-Identifier: Apache-2.0
 *
 * The tuned sum against the reference and against known logarithms: lengths, scalars, bases, threads, instruction
 * sets.
 */
#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/memory.h"
#include "msm/msm.h"
#include "msm/msm_group.h"
#include "msm/msm_scalars.h"

enum {
    CANARY_BYTES = 256,
    CANARY = 0xa5,
};

static test_random random_state;

/* A sum to compute: bases and scalars of one group. */
typedef struct msm_case {
    const msm_group *group;
    unsigned char *bases;
    cuzk_fr *logs, *scalars;
    uint32_t *index; /* NULL: the identity map */
    size_t count;
} msm_case;

static const cuzk_msm_order *case_order(const msm_case *c)
{
    return cuzk_msm_order_get(c->group->curve);
}

static void case_init(msm_case *c, const msm_group *group, size_t count, msm_bases bases, msm_scalars scalars)
{
    memset(c, 0, sizeof *c);
    c->group = group;
    c->count = count;
    c->bases = cuzk_calloc_aligned(count, group->affine_bytes);
    c->logs = cuzk_calloc_aligned(count, sizeof *c->logs);
    c->scalars = cuzk_calloc_aligned(count, sizeof *c->scalars);
    group->bases_make(c->bases, c->logs, count, bases, &random_state);
    msm_scalars_fill(c->scalars, count, scalars, case_order(c), &random_state);
}

static void case_clear(msm_case *c)
{
    free(c->bases);
    free(c->logs);
    free(c->scalars);
    free(c->index);
}

/* Picks scalars in random order and with repetitions. */
static void case_shuffle(msm_case *c)
{
    c->index = cuzk_calloc_aligned(c->count, sizeof *c->index);
    for (size_t i = 0; i < c->count; i++)
        c->index[i] = (uint32_t)test_random_below(&random_state, c->count);
}

/* Runs the plan in a workspace of exactly the size asked for, with a canary behind it. */
static void case_run(const msm_case *c, const cuzk_msm_plan *plan, void *out)
{
    cuzk_error err;
    size_t size = cuzk_msm_workspace_bytes(plan);
    unsigned char *work = cuzk_calloc_aligned(1, size + CANARY_BYTES);
    assert_non_null(work);
    memset(work, CANARY, size + CANARY_BYTES);
    assert_int_equal(cuzk_msm_run_indexed(plan, out, c->bases, c->index, c->scalars, c->count, work, &err),
                     CUZK_OK);
    for (size_t i = 0; i < CANARY_BYTES; i++)
        assert_int_equal(work[size + i], CANARY);
    free(work);
}

/* The sum by its logarithm. */
static void case_expect(const msm_case *c, void *out)
{
    cuzk_fr log;
    c->group->expect(&log, c->logs, c->index, c->scalars, c->count);
    assert_int_equal(
        cuzk_msm_reference(out, c->group->curve, c->group->group, c->group->generator, NULL, &log, 1, NULL),
        CUZK_OK);
}

static void assert_point_equal(const msm_case *c, const void *a, const void *b, const char *what)
{
    if (memcmp(a, b, c->group->affine_bytes) != 0)
        fail_msg("%s: %s: wrong sum of %zu terms", c->group->name, what, c->count);
}

static void case_check(const msm_case *c, const cuzk_msm_plan *plan, const char *what)
{
    cuzk_g2_affine got, expected;
    case_run(c, plan, &got);
    case_expect(c, &expected);
    assert_point_equal(c, &got, &expected, what);
}

static cuzk_msm_plan *plan_new(const msm_group *group, size_t count_max, uint32_t threads, cuzk_isa isa)
{
    cuzk_msm_plan *plan = NULL;
    cuzk_error err;
    assert_int_equal(cuzk_msm_plan_create(&plan, group->curve, group->group, count_max, threads, isa, &err),
                     CUZK_OK);
    return plan;
}

/* Three ways to the same point: term by term, by logarithm, and tuned. */
static void test_reference_agrees(void **state)
{
    static const size_t counts[] = {0, 1, 2, 3, 7, 31, 33};
    (void)state;
    for (size_t g = 0; g < MSM_GROUPS; g++) {
        cuzk_msm_plan *plan = plan_new(&cuzk_msm_test_groups[g], 33, 2, CUZK_ISA_AUTO);
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            msm_case c;
            cuzk_g2_affine term_by_term, by_log;
            case_init(&c, &cuzk_msm_test_groups[g], counts[k], MSM_BASES_DISTINCT, MSM_SCALARS_UNIFORM);
            cuzk_msm_reference(&term_by_term, c.group->curve, c.group->group, c.bases, NULL, c.scalars, c.count,
                               NULL);
            case_expect(&c, &by_log);
            assert_point_equal(&c, &term_by_term, &by_log, "reference");
            case_check(&c, plan, "tuned");
            case_clear(&c);
        }
        cuzk_msm_plan_destroy(plan);
    }
}

static void test_lengths(void **state)
{
    (void)state;
    for (size_t g = 0; g < MSM_GROUPS; g++) {
        cuzk_msm_plan *plan = plan_new(&cuzk_msm_test_groups[g], 4097, 2, CUZK_ISA_AUTO);
        for (uint32_t log2 = 2; log2 <= 12; log2 += log2 < 8 ? 1 : 2)
            for (int side = -1; side <= 1; side++) {
                msm_case c;
                case_init(&c, &cuzk_msm_test_groups[g], ((size_t)1 << log2) + (size_t)side, MSM_BASES_DISTINCT,
                          MSM_SCALARS_UNIFORM);
                case_check(&c, plan, "length");
                case_clear(&c);
            }
        cuzk_msm_plan_destroy(plan);
    }
}

/* Every kind of scalars over every kind of bases. */
static void test_distributions(void **state)
{
    (void)state;
    for (size_t g = 0; g < MSM_GROUPS; g++) {
        cuzk_msm_plan *plan = plan_new(&cuzk_msm_test_groups[g], 400, 2, CUZK_ISA_AUTO);
        for (uint32_t bases = 0; bases < MSM_BASES_COUNT; bases++)
            for (uint32_t scalars = 0; scalars < MSM_SCALARS_COUNT; scalars++) {
                msm_case c;
                size_t count = 1 + test_random_below(&random_state, scalars % 3 == 0 ? 400 : 60);
                case_init(&c, &cuzk_msm_test_groups[g], count, bases, scalars);
                if ((bases + scalars) % 2 == 1)
                    case_shuffle(&c);
                case_check(&c, plan, msm_scalars_name(scalars));
                case_clear(&c);
            }
        cuzk_msm_plan_destroy(plan);
    }
}

/* Skewed sums long enough to be cut at tile borders, on every number of threads. */
static void test_skew_and_threads(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 8};
    static const msm_scalars kinds[] = {MSM_SCALARS_UNIFORM,   MSM_SCALARS_ONE,  MSM_SCALARS_TWO,
                                        MSM_SCALARS_EQUAL,     MSM_SCALARS_SHA,  MSM_SCALARS_BYTES,
                                        MSM_SCALARS_GEOMETRIC, MSM_SCALARS_EDGES};
    (void)state;
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        const msm_group *group = &cuzk_msm_test_groups[t % MSM_GROUPS];
        cuzk_msm_plan *plan = plan_new(group, 3000, threads[t], CUZK_ISA_AUTO);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            msm_case c;
            case_init(&c, group, 3000, k % 2 == 0 ? MSM_BASES_DISTINCT : MSM_BASES_REPEATED, kinds[k]);
            case_check(&c, plan, msm_scalars_name(kinds[k]));
            case_clear(&c);
        }
        cuzk_msm_plan_destroy(plan);
    }
}

static void test_instruction_sets(void **state)
{
    static const cuzk_isa sets[] = {CUZK_ISA_PORTABLE, CUZK_ISA_ADX, CUZK_ISA_IFMA};
    (void)state;
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++)
        for (size_t g = 0; g < MSM_GROUPS && cuzk_isa_available(sets[s]); g++) {
            msm_case c;
            cuzk_msm_plan *plan = plan_new(&cuzk_msm_test_groups[g], 2048, 3, sets[s]);
            case_init(&c, &cuzk_msm_test_groups[g], 2048, MSM_BASES_IDENTITIES, MSM_SCALARS_LENGTHS);
            case_check(&c, plan, cuzk_isa_name(sets[s]));
            case_clear(&c);
            cuzk_msm_plan_destroy(plan);
        }
}

static void test_large(void **state)
{
    (void)state;
    for (uint32_t log2 = 14; log2 <= 16; log2 += 2)
        for (size_t g = 0; g < MSM_GROUPS; g++) {
            msm_case c;
            size_t count = (size_t)1 << log2;
            if (g != 0 && log2 > 12 + 2 * test_iterations(1))
                continue; /* 2^16 in the other groups waits for CUZK_TEST_SCALE=2 */
            cuzk_msm_plan *plan = plan_new(&cuzk_msm_test_groups[g], count, 0, CUZK_ISA_AUTO);
            case_init(&c, &cuzk_msm_test_groups[g], count, MSM_BASES_DISTINCT, MSM_SCALARS_UNIFORM);
            case_check(&c, plan, "large");
            case_clear(&c);
            cuzk_msm_plan_destroy(plan);
        }
}

/* Random lengths, kinds, threads and plans larger than the sum. */
static void test_random_cases(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_iterations(30); i++) {
        msm_case c;
        size_t count = test_random_below(&random_state, 700);
        const msm_group *group = &cuzk_msm_test_groups[test_random_below(&random_state, MSM_GROUPS)];
        cuzk_msm_plan *plan = plan_new(group, count + test_random_below(&random_state, 3) * 1000,
                                       1 + (uint32_t)test_random_below(&random_state, 4), CUZK_ISA_AUTO);
        case_init(&c, group, count, test_random_below(&random_state, MSM_BASES_COUNT),
                  test_random_below(&random_state, MSM_SCALARS_COUNT));
        if (i % 2 == 0)
            case_shuffle(&c);
        case_check(&c, plan, "random case");
        case_clear(&c);
        cuzk_msm_plan_destroy(plan);
    }
}

/* s.P + t.P = (s + t).P, and the sum over all terms is the sum of the sums over two parts. */
static void test_linearity(void **state)
{
    (void)state;
    for (size_t g = 0; g < MSM_GROUPS; g++) {
        msm_case c;
        cuzk_g2_affine parts[2], sum, whole;
        const cuzk_fr ones[2] = {{{1}}, {{1}}};
        case_init(&c, &cuzk_msm_test_groups[g], 500, MSM_BASES_DISTINCT, MSM_SCALARS_UNIFORM);
        cuzk_msm_plan *plan = plan_new(c.group, 500, 2, CUZK_ISA_AUTO);
        size_t half = 1 + test_random_below(&random_state, 498);
        msm_case low = c, high = c;
        low.count = half;
        high.bases += half * c.group->affine_bytes;
        high.scalars += half;
        high.count -= half;
        case_run(&c, plan, &whole);
        case_run(&low, plan, parts);
        case_run(&high, plan, (unsigned char *)parts + c.group->affine_bytes);
        cuzk_msm_reference(&sum, c.group->curve, c.group->group, parts, NULL, ones, 2, NULL);
        assert_point_equal(&c, &whole, &sum, "linearity");
        case_clear(&c);
        cuzk_msm_plan_destroy(plan);
    }
}

static void test_arguments(void **state)
{
    cuzk_error err;
    cuzk_msm_plan *plan = NULL;
    unsigned char out = 17;
    (void)state;
    assert_int_equal(cuzk_msm_plan_create(&plan, 9, CUZK_GROUP_G1, 1, 1, CUZK_ISA_AUTO, &err), CUZK_E_CURVE);
    assert_int_equal(cuzk_msm_plan_create(&plan, CUZK_CURVE_BN254, 3, 1, 1, CUZK_ISA_AUTO, &err), CUZK_E_ARGUMENT);
    assert_int_equal(
        cuzk_msm_plan_create(&plan, CUZK_CURVE_BN254, CUZK_GROUP_G1, UINT64_MAX, 1, CUZK_ISA_AUTO, &err),
        CUZK_E_TOO_LARGE);
    assert_int_equal(cuzk_msm_plan_create(&plan, CUZK_CURVE_BN254, CUZK_GROUP_G1, 1, 1, 77, &err),
                     CUZK_E_UNSUPPORTED);
    assert_null(plan);
    plan = plan_new(&cuzk_msm_test_groups[0], 4, 1, CUZK_ISA_AUTO);
    assert_int_equal(cuzk_msm_run(plan, &out, NULL, NULL, 5, NULL, &err), CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "5"));
    assert_int_equal(out, 17);
    cuzk_msm_plan_destroy(plan);
    cuzk_msm_plan_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_agrees), cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_distributions),    cmocka_unit_test(test_skew_and_threads),
        cmocka_unit_test(test_instruction_sets), cmocka_unit_test(test_large),
        cmocka_unit_test(test_random_cases),     cmocka_unit_test(test_linearity),
        cmocka_unit_test(test_arguments),
    };
    test_random_init(&random_state, "test_msm");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
