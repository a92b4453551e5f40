/* SPDX-License-Identifier: Apache-2.0
 *
 * Digits put together again give the scalar, for every window width, and stay within their buckets.
 */
#include "support/cmocka_all.h"

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"
#include "msm/msm.h"
#include "msm/msm_scalars.h"
#include "msm/shape.h"

static test_random random_state;

static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};

static void fr_add(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    if (curve == CUZK_CURVE_BN254)
        bn254_fr_add(out, a, b);
    else
        bls12_381_fr_add(out, a, b);
}

static void fr_sub(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    if (curve == CUZK_CURVE_BN254)
        bn254_fr_sub(out, a, b);
    else
        bls12_381_fr_sub(out, a, b);
}

static void digits_check_range(const cuzk_msm_windows *windows, uint32_t window, uint32_t digit)
{
    bool top = window + 1 == windows->window_count;
    assert_true((digit & ~CUZK_MSM_NEGATIVE) <= (top ? windows->top_bucket_count : windows->bucket_count));
}

/* sum of digit[w] 2^(c w) mod r, by Horner. */
static void digits_join(cuzk_fr *out, cuzk_curve_id curve, const cuzk_fr *scalar, const cuzk_msm_windows *windows)
{
    cuzk_fr offset, magnitude, sum = {{0}};
    cuzk_msm_offset_scalar cut;
    bool negative = digits_magnitude(&magnitude, scalar, cuzk_msm_order_get(curve));
    digits_offset(&offset, windows);
    digits_add_offset(&cut, &magnitude, &offset);
    for (uint32_t w = windows->window_count; w-- > 0;) {
        uint32_t digit = digits_extract(&cut, windows, w, negative);
        const cuzk_fr value = {{digit & ~CUZK_MSM_NEGATIVE}};
        digits_check_range(windows, w, digit);
        for (uint32_t i = 0; i < windows->window_bits; i++)
            fr_add(curve, &sum, &sum, &sum);
        if (digit & CUZK_MSM_NEGATIVE)
            fr_sub(curve, &sum, &sum, &value);
        else
            fr_add(curve, &sum, &sum, &value);
    }
    *out = sum;
}

static void residue(cuzk_fr *out, const cuzk_fr *scalar, const cuzk_fr *modulus)
{
    *out = *scalar;
    while (!digits_less(out, modulus))
        digits_sub(out, out, modulus);
}

static void test_digits_join(void **state)
{
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        const cuzk_msm_order *order = cuzk_msm_order_get(curves[c]);
        for (uint32_t bits = CUZK_MSM_WINDOW_BITS_MIN; bits <= CUZK_MSM_WINDOW_BITS_MAX; bits++)
            for (uint32_t kind = 0; kind < MSM_SCALARS_COUNT; kind++) {
                cuzk_msm_windows windows;
                cuzk_fr scalars[20], joined, expected;
                cuzk_msm_windows_init(&windows, bits, order->half_bits);
                msm_scalars_fill(scalars, 20, kind, order, &random_state);
                for (size_t i = 0; i < 20; i++) {
                    digits_join(&joined, curves[c], &scalars[i], &windows);
                    residue(&expected, &scalars[i], &order->r);
                    assert_memory_equal(&joined, &expected, sizeof joined);
                }
            }
    }
}

/* Magnitudes of at most k bits in windows that are made for k bits: all of them for small k. */
static void test_short_magnitudes(void **state)
{
    (void)state;
    for (uint32_t bits_max = 2; bits_max <= 10; bits_max++)
        for (uint32_t bits = 1; bits <= bits_max + 1; bits++)
            for (uint64_t value = 0; value < (uint64_t)1 << bits_max; value++) {
                cuzk_msm_windows windows;
                const cuzk_fr scalar = {{value}};
                cuzk_fr joined;
                cuzk_msm_windows_init(&windows, bits, bits_max);
                digits_join(&joined, CUZK_CURVE_BN254, &scalar, &windows);
                assert_memory_equal(&joined, &scalar, sizeof scalar);
            }
}

static void test_magnitude_is_at_most_half(void **state)
{
    (void)state;
    for (size_t c = 0; c < 2; c++) {
        const cuzk_msm_order *order = cuzk_msm_order_get(curves[c]);
        assert_int_equal(digits_bit_length(&order->half), order->half_bits);
        for (uint64_t i = 0; i < test_iterations(2000); i++) {
            cuzk_fr scalar, magnitude;
            msm_scalars_fill(&scalar, 1, i % 2 == 0 ? MSM_SCALARS_EDGES : MSM_SCALARS_NONCANONICAL, order,
                             &random_state);
            digits_magnitude(&magnitude, &scalar, order);
            assert_false(digits_less(&order->half, &magnitude));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digits_join),
        cmocka_unit_test(test_short_magnitudes),
        cmocka_unit_test(test_magnitude_is_at_most_half),
    };
    test_random_init(&random_state, "test_digits");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
