/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: Fp12 = Fp6[w] / (w^2 - v), so w^6 = xi, for pairings.
 *
 * Before including, define
 *   FP12        prefix of every name, e.g. bn254_fp12
 *   FP12_FP6    prefix of field/fp6.inc.h's instance
 *   FP12_FP2    prefix of field/fp2.inc.h's instance
 *   FP12_FP     prefix of the prime field
 * All are undefined again at the end. An element is c0 + c1 * w. Over Fp2 the powers of w are, in order,
 * c0.c0, c1.c0, c0.c1, c1.c1, c0.c2, c1.c2. `out` may be an operand.
 *
 * Source: squaring in the cyclotomic subgroup: Granger, Scott, "Faster Squaring in the Cyclotomic Subgroup of Sixth
 * Degree Extensions", ePrint 2009/565, section 3.2; formulas in docs/math/pairing.md.
 */
#include "field/field_defs.h"

#define FP12_FN(name) CUZK_JOIN(FP12, name)
#define FP12_6(name)  CUZK_JOIN(FP12_FP6, name)
#define FP12_2(name)  CUZK_JOIN(FP12_FP2, name)

typedef struct FP12 {
    FP12_FP6 c0, c1;
} FP12;

CUZK_HD static inline void FP12_FN(_set_one)(FP12 *out)
{
    FP12_6(_set_one)(&out->c0);
    FP12_6(_set_zero)(&out->c1);
}

CUZK_HD static inline bool FP12_FN(_is_one)(const FP12 *a)
{
    return FP12_6(_is_one)(&a->c0) && FP12_6(_is_zero)(&a->c1);
}

CUZK_HD static inline bool FP12_FN(_equal)(const FP12 *a, const FP12 *b)
{
    return FP12_6(_equal)(&a->c0, &b->c0) && FP12_6(_equal)(&a->c1, &b->c1);
}

/* out = c0 - c1 * w, which is a^(p^6); the inverse if a^(p^6 + 1) = 1. */
CUZK_HD static inline void FP12_FN(_conjugate)(FP12 *out, const FP12 *a)
{
    out->c0 = a->c0;
    FP12_6(_neg)(&out->c1, &a->c1);
}

/* out from the three products of Karatsuba: x = a0 b0, y = a1 b1, mixed = (a0 + a1)(b0 + b1). */
CUZK_HD static inline void FP12_FN(_combine)(FP12 *out, FP12_FP6 *x, FP12_FP6 *y, const FP12_FP6 *mixed)
{
    FP12_6(_sub)(&out->c1, mixed, x);
    FP12_6(_sub)(&out->c1, &out->c1, y);
    FP12_6(_mul_v)(y, y);
    FP12_6(_add)(&out->c0, x, y);
}

CUZK_HD_LARGE void FP12_FN(_mul)(FP12 *out, const FP12 *a, const FP12 *b)
{
    FP12_FP6 x, y, mixed, sum;
    FP12_6(_add)(&mixed, &a->c0, &a->c1);
    FP12_6(_add)(&sum, &b->c0, &b->c1);
    FP12_6(_mul)(&mixed, &mixed, &sum);
    FP12_6(_mul)(&x, &a->c0, &b->c0);
    FP12_6(_mul)(&y, &a->c1, &b->c1);
    FP12_FN(_combine)(out, &x, &y, &mixed);
}

/* out = a * (b0 + b1 w^2 + b4 w^3): the sparse value of a line on an M-type twist. */
CUZK_HD_LARGE void FP12_FN(_mul_by_014)(FP12 *out, const FP12 *a, const FP12_FP2 *b0, const FP12_FP2 *b1,
                                        const FP12_FP2 *b4)
{
    FP12_FP6 x, y, mixed;
    FP12_FP2 sum;
    FP12_6(_add)(&mixed, &a->c0, &a->c1);
    FP12_2(_add)(&sum, b1, b4);
    FP12_6(_mul_by_01)(&mixed, &mixed, b0, &sum);
    FP12_6(_mul_by_01)(&x, &a->c0, b0, b1);
    FP12_6(_mul_by_1)(&y, &a->c1, b4);
    FP12_FN(_combine)(out, &x, &y, &mixed);
}

/* out = a * (b0 + b3 w + b4 w^3): the sparse value of a line on a D-type twist. */
CUZK_HD_LARGE void FP12_FN(_mul_by_034)(FP12 *out, const FP12 *a, const FP12_FP2 *b0, const FP12_FP2 *b3,
                                        const FP12_FP2 *b4)
{
    FP12_FP6 x, y, mixed;
    FP12_FP2 sum;
    FP12_6(_add)(&mixed, &a->c0, &a->c1);
    FP12_2(_add)(&sum, b0, b3);
    FP12_6(_mul_by_01)(&mixed, &mixed, &sum, b4);
    FP12_6(_mul_by_0)(&x, &a->c0, b0);
    FP12_6(_mul_by_01)(&y, &a->c1, b3, b4);
    FP12_FN(_combine)(out, &x, &y, &mixed);
}

/* c0^2 + v c1^2 = (c0 + c1)(c0 + v c1) - (1 + v) c0 c1 */
CUZK_HD_LARGE void FP12_FN(_sqr)(FP12 *out, const FP12 *a)
{
    FP12_FP6 sum, twisted, product;
    FP12_6(_add)(&sum, &a->c0, &a->c1);
    FP12_6(_mul_v)(&twisted, &a->c1);
    FP12_6(_add)(&twisted, &twisted, &a->c0);
    FP12_6(_mul)(&product, &a->c0, &a->c1);
    FP12_6(_mul)(&sum, &sum, &twisted);
    FP12_6(_sub)(&sum, &sum, &product);
    FP12_6(_double)(&out->c1, &product);
    FP12_6(_mul_v)(&product, &product);
    FP12_6(_sub)(&out->c0, &sum, &product);
}

/* out = 1 / a = conjugate(a) / (c0^2 - v c1^2), 1 / 0 = 0. */
CUZK_HD_LARGE void FP12_FN(_inverse_vartime)(FP12 *out, const FP12 *a)
{
    FP12_FP6 norm, t;
    FP12_6(_sqr)(&norm, &a->c0);
    FP12_6(_sqr)(&t, &a->c1);
    FP12_6(_mul_v)(&t, &t);
    FP12_6(_sub)(&norm, &norm, &t);
    FP12_6(_inverse_vartime)(&norm, &norm);
    FP12_FN(_conjugate)(out, a);
    FP12_6(_mul)(&out->c0, &out->c0, &norm);
    FP12_6(_mul)(&out->c1, &out->c1, &norm);
}

/* The coefficient of w^i, 0 <= i < 6. */
CUZK_HD static inline FP12_FP2 *FP12_FN(_coefficient)(FP12 *a, int i)
{
    FP12_FP6 *half = i % 2 == 0 ? &a->c0 : &a->c1;
    return i / 2 == 0 ? &half->c0 : i / 2 == 1 ? &half->c1 : &half->c2;
}

/* out = a^p; gamma[i - 1] = xi^(i (p - 1) / 6), 1 <= i <= 5. */
CUZK_HD_LARGE void FP12_FN(_frobenius)(FP12 *out, const FP12 *a, const FP12_FP2 *gamma)
{
    *out = *a;
    for (int i = 0; i < 6; i++) {
        FP12_FP2 *coefficient = FP12_FN(_coefficient)(out, i);
        FP12_2(_conjugate)(coefficient, coefficient);
        if (i > 0)
            FP12_2(_mul)(coefficient, coefficient, &gamma[i - 1]);
    }
}

/* out = a^(p^2); gamma[i - 1] = xi^(i (p^2 - 1) / 6), 1 <= i <= 5. */
CUZK_HD_LARGE void FP12_FN(_frobenius_square)(FP12 *out, const FP12 *a, const FP12_FP *gamma)
{
    *out = *a;
    for (int i = 1; i < 6; i++) {
        FP12_FP2 *coefficient = FP12_FN(_coefficient)(out, i);
        FP12_2(_mul_base)(coefficient, coefficient, &gamma[i - 1]);
    }
}

/* (x + y s)^2 = (x^2 + xi y^2) + (2 x y) s in Fp4 = Fp2[s] / (s^2 - xi). */
CUZK_HD_LARGE void FP12_FN(_fp4_sqr)(FP12_FP2 *out0, FP12_FP2 *out1, const FP12_FP2 *x, const FP12_FP2 *y)
{
    FP12_FP2 xx, yy, sum;
    FP12_2(_sqr)(&xx, x);
    FP12_2(_sqr)(&yy, y);
    FP12_2(_add)(&sum, x, y);
    FP12_2(_sqr)(&sum, &sum);
    FP12_2(_sub)(&sum, &sum, &xx);
    FP12_2(_sub)(out1, &sum, &yy);
    FP12_2(_mul_xi)(&yy, &yy);
    FP12_2(_add)(out0, &xx, &yy);
}

/* out = 3 t - 2 a, or 3 t + 2 a if `plus`. */
CUZK_HD static inline void FP12_FN(_triple)(FP12_FP2 *out, const FP12_FP2 *t, const FP12_FP2 *a, bool plus)
{
    FP12_FP2 difference;
    if (plus)
        FP12_2(_add)(&difference, t, a);
    else
        FP12_2(_sub)(&difference, t, a);
    FP12_2(_double)(&difference, &difference);
    FP12_2(_add)(out, &difference, t);
}

/* out = a^2 for a in the cyclotomic subgroup, a^(p^4 - p^2 + 1) = 1; wrong elsewhere. Three squares in Fp4 =
 * Fp2[w^3] instead of two products in Fp6. */
CUZK_HD_LARGE void FP12_FN(_cyclotomic_sqr)(FP12 *out, const FP12 *a)
{
    FP12_FP2 a0, a1, b0, b1, c0, c1;
    FP12_FN(_fp4_sqr)(&a0, &a1, &a->c0.c0, &a->c1.c1); /* w^0, w^3 */
    FP12_FN(_fp4_sqr)(&b0, &b1, &a->c1.c0, &a->c0.c2); /* w^1, w^4 */
    FP12_FN(_fp4_sqr)(&c0, &c1, &a->c0.c1, &a->c1.c2); /* w^2, w^5 */
    FP12_FN(_triple)(&out->c0.c0, &a0, &a->c0.c0, false);
    FP12_FN(_triple)(&out->c1.c1, &a1, &a->c1.c1, true);
    FP12_FN(_triple)(&out->c0.c1, &b0, &a->c0.c1, false);
    FP12_FN(_triple)(&out->c1.c2, &b1, &a->c1.c2, true);
    FP12_2(_mul_xi)(&c1, &c1);
    FP12_FN(_triple)(&out->c1.c0, &c1, &a->c1.c0, true);
    FP12_FN(_triple)(&out->c0.c2, &c0, &a->c0.c2, false);
}

#undef FP12_FN
#undef FP12_6
#undef FP12_2
#undef FP12
#undef FP12_FP6
#undef FP12_FP2
#undef FP12_FP
