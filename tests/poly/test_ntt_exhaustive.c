/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels' include-template over primes of a few bits, where a transform can be checked on every input, with
 * plain integers: transforms are linear, so canonical values go in and come out.
 */
#include <string.h>

#include "field/field_defs.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static test_random random_data;

/* 17 = 2^4 + 1, where 3 generates; 97 = 3 * 2^5 + 1, where 5 does. Python: pow(2, 64, p), pow(2, 128, p),
 * -pow(p, -1, 2**64) % 2**64. */
#define FIELD       toy17
#define FIELD_LIMBS 1
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        17                                                                                                         \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        1                                                                                                          \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        1                                                                                                          \
    }
#define FIELD_NEG_INV 0x0f0f0f0f0f0f0f0fu
#include "field/mont.inc.h"

#define FIELD       toy97
#define FIELD_LIMBS 1
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        97                                                                                                         \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        61                                                                                                         \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        35                                                                                                         \
    }
#define FIELD_NEG_INV 0x5c5f02a3a0fd5c5fu
#include "field/mont.inc.h"

typedef struct toy17_twiddles {
    const toy17 *low, *high;
    uint32_t low_log2;
} toy17_twiddles;

typedef struct toy97_twiddles {
    const toy97 *low, *high;
    uint32_t low_log2;
} toy97_twiddles;

/* One with each of the two ways to leave values unreduced. */
#define NTT_FIELD         toy17
#define NTT_TWIDDLES      toy17_twiddles
#define NTT_TWO_FREE_BITS 1
#define NTT_Q             34
#define NTT_ADX           0
#include "poly/ntt_kernels.inc.h"

#define NTT_FIELD         toy97
#define NTT_TWIDDLES      toy97_twiddles
#define NTT_TWO_FREE_BITS 0
#define NTT_Q             97
#define NTT_ADX           0
#include "poly/ntt_kernels.inc.h"

#define TOY       toy17
#define TOY_PRIME 17
#define TOY_LOG2  4
#define TOY_BASE  3 /* of order 2^TOY_LOG2 */
#include "poly/toy_transform.inc.h"

#define TOY       toy97
#define TOY_PRIME 97
#define TOY_LOG2  5
#define TOY_BASE  28 /* 5^3 */
#include "poly/toy_transform.inc.h"

static void test_every_vector_of_two_mod_97(void **state)
{
    (void)state;
    uint64_t values[2];
    for (values[0] = 0; values[0] < 97; values[0]++)
        for (values[1] = 0; values[1] < 97; values[1]++)
            toy97_check(values, 1);
}

static void test_every_vector_of_four_mod_17(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 17 * 17 * 17 * 17; code++) {
        uint64_t values[4] = {code % 17, code / 17 % 17, code / (17 * 17) % 17, code / (17 * 17 * 17)};
        toy17_check(values, 2);
    }
}

/* Every multiple of every unit vector: with linearity, every input of the full domains. */
static void test_every_unit_vector(void **state)
{
    (void)state;
    uint64_t values[32] = {0};
    for (uint32_t i = 0; i < 16; i++, values[i - 1] = 0)
        for (values[i] = 1; values[i] < 17; values[i]++)
            toy17_check(values, 4);
    for (uint32_t i = 0; i < 32; i++, values[i - 1] = 0)
        for (values[i] = 1; values[i] < 97; values[i]++)
            toy97_check(values, 5);
}

/* Levels cut in two at every place, and twiddles at every length of the low table. */
static void test_every_cut(void **state)
{
    (void)state;
    for (uint32_t log2 = 1; log2 <= 5; log2++)
        for (uint32_t cut = 0; cut <= log2; cut++)
            for (uint32_t low_log2 = 0; low_log2 < log2; low_log2++)
                toy97_check_cut(log2, cut, low_log2);
    for (uint32_t log2 = 1; log2 <= 4; log2++)
        for (uint32_t cut = 0; cut <= log2; cut++)
            for (uint32_t low_log2 = 0; low_log2 < log2; low_log2++)
                toy17_check_cut(log2, cut, low_log2);
}

/* Every a below 4p, where two bits are free, and every b. */
static void test_products_left_unreduced(void **state)
{
    (void)state;
    for (uint64_t a = 0; a < 4 * 17; a++) {
        for (uint64_t b = 0; b < 17; b++) {
            toy17 x = {{a}}, y = {{b}}, product, expected;
            toy17_mul_unreduced(&product, &x, &y);
            toy17_mul(&expected, &x, &y);
            assert_true(product.limb[0] < 2 * 17);
            assert_int_equal(product.limb[0] % 17, expected.limb[0]);
        }
    }
    for (uint64_t i = 0; i < test_iterations(10000); i++) {
        toy97 x = {{UINT64_MAX - test_random_below(&random_data, 1000)}},
              y = {{test_random_below(&random_data, 97)}};
        toy97 product;
        toy97_mul_unreduced(&product, &x, &y);
        assert_true(product.limb[0] < 2 * 97);
        /* product * R = x * y, R = 61 */
        assert_int_equal(product.limb[0] * 61 % 97, (x.limb[0] % 97) * y.limb[0] % 97);
    }
}

static void test_every_product(void **state)
{
    (void)state;
    toy17_check_pointwise();
    toy97_check_pointwise();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_vector_of_two_mod_97),
        cmocka_unit_test(test_every_vector_of_four_mod_17),
        cmocka_unit_test(test_every_unit_vector),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_every_product),
        cmocka_unit_test(test_products_left_unreduced),
    };
    test_random_init(&random_data, "test_ntt_exhaustive");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
