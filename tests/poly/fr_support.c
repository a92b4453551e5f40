/* SPDX-License-Identifier: Apache-2.0 */
#include "poly/fr_support.h"

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

#define BY_CURVE(curve, call, ...)                                                                                 \
    do {                                                                                                           \
        if ((curve) == CUZK_CURVE_BN254)                                                                           \
            bn254_fr_##call(__VA_ARGS__);                                                                          \
        else                                                                                                       \
            bls12_381_fr_##call(__VA_ARGS__);                                                                      \
    } while (0)

void test_fr_add(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    BY_CURVE(curve, add, out, a, b);
}

void test_fr_sub(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    BY_CURVE(curve, sub, out, a, b);
}

void test_fr_to_montgomery(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a)
{
    BY_CURVE(curve, mul_portable, out, a, curve == CUZK_CURVE_BN254 ? &bn254_fr_r2 : &bls12_381_fr_r2);
}

void test_fr_from_montgomery(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a)
{
    cuzk_fr one = test_fr_small(1);
    BY_CURVE(curve, mul_portable, out, a, &one);
}

void test_fr_mul(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    cuzk_fr b_montgomery;
    test_fr_to_montgomery(curve, &b_montgomery, b);
    BY_CURVE(curve, mul_portable, out, a, &b_montgomery);
}

void test_fr_pow(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, uint64_t exponent)
{
    cuzk_fr base = *a, result = test_fr_small(1);
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            test_fr_mul(curve, &result, &result, &base);
        test_fr_mul(curve, &base, &base, &base);
    }
    *out = result;
}

void test_fr_inverse(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a)
{
    cuzk_fr value;
    test_fr_to_montgomery(curve, &value, a);
    BY_CURVE(curve, inverse, &value, &value);
    test_fr_from_montgomery(curve, out, &value);
}

cuzk_fr test_fr_small(uint64_t value)
{
    cuzk_fr out = {{value, 0, 0, 0}};
    return out;
}

cuzk_fr test_fr_minus_one(cuzk_curve_id curve)
{
    cuzk_fr one = test_fr_small(1), out;
    BY_CURVE(curve, neg, &out, &one);
    return out;
}

static void random_value(cuzk_curve_id curve, cuzk_fr *out, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[CUZK_FR_LIMBS - 1] >>= 1;
    } while (curve == CUZK_CURVE_BN254 ? !bn254_fr_is_canonical(out) : !bls12_381_fr_is_canonical(out));
}

void test_fr_random(cuzk_curve_id curve, cuzk_fr *out, size_t count, test_random *random)
{
    for (size_t i = 0; i < count; i++) {
        switch (test_random_below(random, 8)) {
        case 0:
            out[i] = test_fr_small(0);
            break;
        case 1:
            out[i] = test_fr_minus_one(curve);
            break;
        default:
            random_value(curve, &out[i], random);
        }
    }
}
