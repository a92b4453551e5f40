/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the quadratic extension Fp2 = Fp[u] / (u^2 + 1), p = 3 mod 4.
 *
 * Before including, define
 *   FP2        prefix of every name, e.g. bn254_fp2
 *   FP2_BASE   prefix of the prime field (field/mont.inc.h), e.g. bn254_fp
 *   FP2_HAS_SQRT   optional: the prime field has _sqrt, and so shall this one
 * All are undefined again at the end.
 *
 * Names, aliasing and timing are those of the prime field. An element is c0 + c1 * u.
 *
 * Source: products by Karatsuba and squares by (c0 + c1)(c0 - c1): Devegili, O hEigeartaigh, Scott, Dahab,
 * "Multiplication and Squaring on Pairing-Friendly Fields", ePrint 2006/471.
 */
#include "field/field_defs.h"

#define FP2_FN(name)      CUZK_JOIN(FP2, name)
#define FP2_BASE_FN(name) CUZK_JOIN(FP2_BASE, name)

typedef struct FP2 {
    FP2_BASE c0, c1;
} FP2;

CUZK_HD static inline void FP2_FN(_set_zero)(FP2 *out)
{
    FP2_BASE_FN(_set_zero)(&out->c0);
    FP2_BASE_FN(_set_zero)(&out->c1);
}

CUZK_HD static inline void FP2_FN(_set_one)(FP2 *out)
{
    FP2_BASE_FN(_set_one)(&out->c0);
    FP2_BASE_FN(_set_zero)(&out->c1);
}

CUZK_HD static inline bool FP2_FN(_is_zero)(const FP2 *a)
{
    return ((int)FP2_BASE_FN(_is_zero)(&a->c0) & (int)FP2_BASE_FN(_is_zero)(&a->c1)) != 0;
}

CUZK_HD static inline bool FP2_FN(_equal)(const FP2 *a, const FP2 *b)
{
    return ((int)FP2_BASE_FN(_equal)(&a->c0, &b->c0) & (int)FP2_BASE_FN(_equal)(&a->c1, &b->c1)) != 0;
}

CUZK_HD static inline bool FP2_FN(_is_one)(const FP2 *a)
{
    return ((int)FP2_BASE_FN(_is_one)(&a->c0) & (int)FP2_BASE_FN(_is_zero)(&a->c1)) != 0;
}

CUZK_HD static inline bool FP2_FN(_is_canonical)(const FP2 *a)
{
    return ((int)FP2_BASE_FN(_is_canonical)(&a->c0) & (int)FP2_BASE_FN(_is_canonical)(&a->c1)) != 0;
}

/* out = take_b ? b : a, without a branch. */
CUZK_HD static inline void FP2_FN(_select)(FP2 *out, const FP2 *a, const FP2 *b, uint64_t take_b)
{
    FP2_BASE_FN(_select)(&out->c0, &a->c0, &b->c0, take_b);
    FP2_BASE_FN(_select)(&out->c1, &a->c1, &b->c1, take_b);
}

CUZK_HD static inline void FP2_FN(_add)(FP2 *out, const FP2 *a, const FP2 *b)
{
    FP2_BASE_FN(_add)(&out->c0, &a->c0, &b->c0);
    FP2_BASE_FN(_add)(&out->c1, &a->c1, &b->c1);
}

CUZK_HD static inline void FP2_FN(_double)(FP2 *out, const FP2 *a)
{
    FP2_BASE_FN(_double)(&out->c0, &a->c0);
    FP2_BASE_FN(_double)(&out->c1, &a->c1);
}

CUZK_HD static inline void FP2_FN(_sub)(FP2 *out, const FP2 *a, const FP2 *b)
{
    FP2_BASE_FN(_sub)(&out->c0, &a->c0, &b->c0);
    FP2_BASE_FN(_sub)(&out->c1, &a->c1, &b->c1);
}

CUZK_HD static inline void FP2_FN(_neg)(FP2 *out, const FP2 *a)
{
    FP2_BASE_FN(_neg)(&out->c0, &a->c0);
    FP2_BASE_FN(_neg)(&out->c1, &a->c1);
}

/* out = c0 - c1 * u, which is also a^p. */
CUZK_HD static inline void FP2_FN(_conjugate)(FP2 *out, const FP2 *a)
{
    out->c0 = a->c0;
    FP2_BASE_FN(_neg)(&out->c1, &a->c1);
}

CUZK_HD_LARGE void FP2_FN(_mul)(FP2 *out, const FP2 *a, const FP2 *b)
{
    FP2_BASE low, high, sum_a, sum_b;
    FP2_BASE_FN(_add)(&sum_a, &a->c0, &a->c1);
    FP2_BASE_FN(_add)(&sum_b, &b->c0, &b->c1);
    FP2_BASE_FN(_mul)(&low, &a->c0, &b->c0);
    FP2_BASE_FN(_mul)(&high, &a->c1, &b->c1);
    FP2_BASE_FN(_mul)(&sum_a, &sum_a, &sum_b);
    FP2_BASE_FN(_sub)(&sum_a, &sum_a, &low);
    FP2_BASE_FN(_sub)(&out->c1, &sum_a, &high);
    FP2_BASE_FN(_sub)(&out->c0, &low, &high);
}

CUZK_HD_LARGE void FP2_FN(_sqr)(FP2 *out, const FP2 *a)
{
    FP2_BASE sum, difference, twice;
    FP2_BASE_FN(_add)(&sum, &a->c0, &a->c1);
    FP2_BASE_FN(_sub)(&difference, &a->c0, &a->c1);
    FP2_BASE_FN(_double)(&twice, &a->c0);
    FP2_BASE_FN(_mul)(&out->c1, &twice, &a->c1);
    FP2_BASE_FN(_mul)(&out->c0, &sum, &difference);
}

/* out = a * b with b in Fp. */
CUZK_HD static inline void FP2_FN(_mul_base)(FP2 *out, const FP2 *a, const FP2_BASE *b)
{
    FP2_BASE factor = *b; /* b may lie inside out */
    FP2_BASE_FN(_mul)(&out->c0, &a->c0, &factor);
    FP2_BASE_FN(_mul)(&out->c1, &a->c1, &factor);
}

CUZK_HD static inline void FP2_FN(_to_montgomery)(FP2 *out, const FP2 *canonical)
{
    FP2_BASE_FN(_to_montgomery)(&out->c0, &canonical->c0);
    FP2_BASE_FN(_to_montgomery)(&out->c1, &canonical->c1);
}

CUZK_HD static inline void FP2_FN(_from_montgomery)(FP2 *out, const FP2 *a)
{
    FP2_BASE_FN(_from_montgomery)(&out->c0, &a->c0);
    FP2_BASE_FN(_from_montgomery)(&out->c1, &a->c1);
}

/* out = a^exponent; exponent_limbs limbs, least significant first. Time depends on the exponent alone. */
CUZK_HD_LARGE void FP2_FN(_pow)(FP2 *out, const FP2 *a, const uint64_t *exponent, int exponent_limbs)
{
    FP2 base = *a, result;
    FP2_FN(_set_one)(&result);
    for (int i = exponent_limbs * 64 - 1; i >= 0; i--) {
        FP2_FN(_sqr)(&result, &result);
        if ((exponent[i / 64] >> (i % 64)) & 1)
            FP2_FN(_mul)(&result, &result, &base);
    }
    *out = result;
}

/* out = c0^2 + c1^2 */
CUZK_HD static inline void FP2_FN(_norm)(FP2_BASE *out, const FP2 *a)
{
    FP2_BASE square;
    FP2_BASE_FN(_sqr)(&square, &a->c1);
    FP2_BASE_FN(_sqr)(out, &a->c0);
    FP2_BASE_FN(_add)(out, out, &square);
}

/* out = 1 / a = conjugate(a) / (c0^2 + c1^2); 1 / 0 = 0. */
CUZK_HD_LARGE void FP2_FN(_inverse)(FP2 *out, const FP2 *a)
{
    FP2_BASE norm;
    FP2_FN(_norm)(&norm, a);
    FP2_BASE_FN(_inverse)(&norm, &norm);
    FP2_FN(_conjugate)(out, a);
    FP2_FN(_mul_base)(out, out, &norm);
}

CUZK_HD_LARGE void FP2_FN(_inverse_vartime)(FP2 *out, const FP2 *a)
{
    FP2_BASE norm;
    FP2_FN(_norm)(&norm, a);
    FP2_BASE_FN(_inverse_vartime)(&norm, &norm);
    FP2_FN(_conjugate)(out, a);
    FP2_FN(_mul_base)(out, out, &norm);
}

/* Source: Montgomery's trick: 3 products an element and one inversion. A zero takes part as 1. */
CUZK_HD_LARGE void FP2_FN(_batch_inverse_by)(FP2 *values, FP2 *scratch, size_t count, bool vartime)
{
    FP2 product, factor, one;
    FP2_FN(_set_one)(&one);
    product = one;
    for (size_t i = 0; i < count; i++) {
        scratch[i] = product;
        FP2_FN(_select)(&factor, &values[i], &one, FP2_FN(_is_zero)(&values[i]));
        FP2_FN(_mul)(&product, &product, &factor);
    }
    if (vartime)
        FP2_FN(_inverse_vartime)(&product, &product);
    else
        FP2_FN(_inverse)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        uint64_t is_zero = FP2_FN(_is_zero)(&values[i]);
        FP2_FN(_mul)(&scratch[i], &scratch[i], &product);
        FP2_FN(_select)(&factor, &values[i], &one, is_zero);
        FP2_FN(_mul)(&product, &product, &factor);
        FP2_FN(_select)(&values[i], &scratch[i], &values[i], is_zero);
    }
}

/* values[i] = 1 / values[i], zeros staying zero; `scratch` holds count elements, and partial products afterwards. */
CUZK_HD static inline void FP2_FN(_batch_inverse)(FP2 *values, FP2 *scratch, size_t count)
{
    FP2_FN(_batch_inverse_by)(values, scratch, count, false);
}

CUZK_HD static inline void FP2_FN(_batch_inverse_vartime)(FP2 *values, FP2 *scratch, size_t count)
{
    FP2_FN(_batch_inverse_by)(values, scratch, count, true);
}

#ifdef FP2_HAS_SQRT
/* *out = a root of a, if there is one: returns whether; *out is untouched otherwise. Which of the two roots is not
 * specified. Time varies with a.
 * With n^2 = c0^2 + c1^2 and x^2 = (c0 + n) / 2, or (c0 - n) / 2 if that is no square, the root is x + c1 / (2 x) u:
 * the two halves multiply to -c1^2 / 4, and -1 is no square, so for c1 != 0 exactly one of them is one. */
CUZK_HD_LARGE bool FP2_FN(_sqrt_vartime)(FP2 *out, const FP2 *a)
{
    FP2_BASE n, half;
    FP2 root, square;
    FP2_FN(_norm)(&n, a);
    if (!FP2_BASE_FN(_sqrt)(&n, &n))
        return false;
    FP2_BASE_FN(_add)(&half, &a->c0, &n);
    FP2_BASE_FN(_halve)(&half, &half);
    if (!FP2_BASE_FN(_sqrt)(&root.c0, &half)) {
        FP2_BASE_FN(_sub)(&half, &half, &n);
        if (!FP2_BASE_FN(_sqrt)(&root.c0, &half))
            return false;
    }
    FP2_BASE_FN(_double)(&half, &root.c0);
    FP2_BASE_FN(_inverse_vartime)(&half, &half);
    FP2_BASE_FN(_mul)(&root.c1, &a->c1, &half);
    if (FP2_BASE_FN(_is_zero)(&root.c0)) { /* c1 = 0 and c0 = -n: the root is that of -c0, times u */
        FP2_BASE_FN(_neg)(&half, &a->c0);
        if (!FP2_BASE_FN(_sqrt)(&root.c1, &half))
            return false;
    }
    FP2_FN(_sqr)(&square, &root);
    if (!FP2_FN(_equal)(&square, a))
        return false;
    *out = root;
    return true;
}
#endif

#undef FP2_FN
#undef FP2_BASE_FN
#undef FP2
#undef FP2_BASE
#ifdef FP2_HAS_SQRT
#undef FP2_HAS_SQRT
#endif
