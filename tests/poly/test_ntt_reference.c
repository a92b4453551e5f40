/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference transform and the domain's numbers against their definitions.
 */
#include <string.h>

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"
#include "poly/fr_support.h"
#include "poly/ntt_reference.h"
#include "support/cmocka_all.h"

static test_random random_data;

static const struct {
    cuzk_curve_id curve;
    cuzk_root root;
    cuzk_fr w28; /* g^((r - 1) / 2^28), canonical: Python's pow(g, (r - 1) >> 28, r) */
} roots[] = {
    {CUZK_CURVE_BN254,
     CUZK_ROOT_5,
     {{0x9bd61b6e725b19f0, 0x402d111e41112ed4, 0x00e0a7eb8ef62abc, 0x2a3c09f0a58a7e85}}},
    {CUZK_CURVE_BLS12_381,
     CUZK_ROOT_5,
     {{0xaba2f51842f2a254, 0x4d7f3c3aa71efc0c, 0x97ae418dd274a80a, 0x2967385d5e3e7682}}},
    {CUZK_CURVE_BLS12_381,
     CUZK_ROOT_7,
     {{0xd7b688830a4f2089, 0x6558e9e3f6ac7b41, 0x99e276b571905a7d, 0x52dd465e2f094256}}},
};
enum {
    ROOT_COUNT = sizeof roots / sizeof roots[0],
    LOG2_MAX = 6,
};

static void get_root(int which, uint32_t log2, cuzk_fr *w)
{
    test_fr_pow(roots[which].curve, w, &roots[which].w28, (uint64_t)1 << (28 - log2));
}

static void test_roots_are_the_documented_ones(void **state)
{
    (void)state;
    for (int which = 0; which < ROOT_COUNT; which++) {
        for (uint32_t log2 = 0; log2 <= 28; log2++) {
            cuzk_ntt_domain domain;
            cuzk_fr w, got;
            assert_int_equal(cuzk_ntt_domain_init(&domain, roots[which].curve, log2, roots[which].root, NULL, NULL),
                             CUZK_OK);
            get_root(which, log2, &w);
            test_fr_from_montgomery(roots[which].curve, &got, &domain.root);
            assert_memory_equal(&got, &w, sizeof w);
        }
    }
}

static void test_default_shift_squares_to_the_root(void **state)
{
    (void)state;
    for (int which = 0; which < ROOT_COUNT; which++) {
        cuzk_curve_id curve = roots[which].curve;
        for (uint32_t log2 = 0; log2 <= 28; log2++) {
            cuzk_ntt_domain domain;
            assert_int_equal(cuzk_ntt_domain_init(&domain, curve, log2, roots[which].root, NULL, NULL), CUZK_OK);
            cuzk_fr shift, square, root;
            test_fr_from_montgomery(curve, &shift, &domain.shift);
            test_fr_from_montgomery(curve, &root, &domain.root);
            test_fr_mul(curve, &square, &shift, &shift);
            if (domain.shift_is_odd) {
                assert_memory_equal(&square, &root, sizeof root);
            } else { /* the last domain of BN254 */
                assert_true(curve == CUZK_CURVE_BN254 && log2 == 28);
                cuzk_fr expected = test_fr_small(25);
                assert_memory_equal(&shift, &expected, sizeof shift);
            }
        }
    }
}

/* out[i] = sum_j in[j] (shift w^i)^j. */
static void evaluate(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *in, size_t count, const cuzk_fr *w,
                     const cuzk_fr *shift)
{
    for (size_t i = 0; i < count; i++) {
        cuzk_fr x;
        test_fr_pow(curve, &x, w, i);
        test_fr_mul(curve, &x, &x, shift);
        out[i] = test_fr_small(0);
        for (size_t j = count; j-- > 0;) {
            test_fr_mul(curve, &out[i], &out[i], &x);
            test_fr_add(curve, &out[i], &out[i], &in[j]);
        }
    }
}

static void check_one(int which, uint32_t log2, const cuzk_fr *shift)
{
    cuzk_curve_id curve = roots[which].curve;
    size_t count = (size_t)1 << log2;
    cuzk_fr in[1 << LOG2_MAX], expected[1 << LOG2_MAX], got[1 << LOG2_MAX], w, one = test_fr_small(1), g;
    cuzk_ntt_domain domain;
    assert_int_equal(cuzk_ntt_domain_init(&domain, curve, log2, roots[which].root, shift, NULL), CUZK_OK);
    get_root(which, log2, &w);
    test_fr_from_montgomery(curve, &g, &domain.shift);
    if (shift != NULL)
        assert_memory_equal(&g, shift, sizeof g);
    for (int coset = 0; coset < 2; coset++) {
        test_fr_random(curve, in, count, &random_data);
        evaluate(curve, expected, in, count, &w, coset ? &g : &one);
        memcpy(got, in, sizeof in);
        cuzk_ntt_reference(&domain, coset ? CUZK_NTT_COSET_FORWARD : CUZK_NTT_FORWARD, got);
        assert_memory_equal(got, expected, count * sizeof *got);
        cuzk_ntt_reference(&domain, coset ? CUZK_NTT_COSET_INVERSE : CUZK_NTT_INVERSE, got);
        assert_memory_equal(got, in, count * sizeof *got);
    }
}

static void test_reference_is_the_definition(void **state)
{
    (void)state;
    cuzk_fr seven = test_fr_small(7);
    for (int which = 0; which < ROOT_COUNT; which++) {
        for (uint32_t log2 = 0; log2 <= LOG2_MAX; log2++) {
            check_one(which, log2, NULL);
            check_one(which, log2, &seven);
        }
    }
}

static void test_bad_domains_are_refused(void **state)
{
    (void)state;
    cuzk_ntt_domain domain;
    memset(&domain, 0x5a, sizeof domain);
    cuzk_ntt_domain before = domain;
    cuzk_error err;
    cuzk_fr zero = test_fr_small(0), modulus = bn254_fr_modulus;
    assert_int_equal(cuzk_ntt_domain_init(&domain, (cuzk_curve_id)9, 3, CUZK_ROOT_5, NULL, &err), CUZK_E_CURVE);
    assert_int_equal(cuzk_ntt_domain_init(&domain, CUZK_CURVE_BN254, 29, CUZK_ROOT_5, NULL, &err), CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "2^29"));
    assert_int_equal(cuzk_ntt_domain_init(&domain, CUZK_CURVE_BN254, 3, CUZK_ROOT_7, NULL, &err), CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_ntt_domain_init(&domain, CUZK_CURVE_BLS12_381, 3, (cuzk_root)6, NULL, &err),
                     CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_ntt_domain_init(&domain, CUZK_CURVE_BN254, 3, CUZK_ROOT_5, &zero, &err), CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_ntt_domain_init(&domain, CUZK_CURVE_BN254, 3, CUZK_ROOT_5, &modulus, &err),
                     CUZK_E_NOT_CANONICAL);
    assert_memory_equal(&domain, &before, sizeof domain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots_are_the_documented_ones),
        cmocka_unit_test(test_default_shift_squares_to_the_root),
        cmocka_unit_test(test_reference_is_the_definition),
        cmocka_unit_test(test_bad_domains_are_refused),
    };
    test_random_init(&random_data, "test_ntt_reference");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
