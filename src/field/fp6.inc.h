/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the cubic extension Fp6 = Fp2[v] / (v^3 - xi).
 *
 * Before including, define
 *   FP6        prefix of every name, e.g. bn254_fp6
 *   FP6_BASE   prefix of the quadratic field (field/fp2.inc.h), e.g. bn254_fp2, for which a function
 *              FP6_BASE_mul_xi(out, a) gives a * xi; xi is neither a square nor a cube
 * Both are undefined again at the end. An element is c0 + c1 * v + c2 * v^2. `out` may be an operand.
 *
 * Source: Karatsuba product, squaring by Chung and Hasan's second method, inversion by the norm: Devegili,
 * O hEigeartaigh, Scott, Dahab, ePrint 2006/471; formulas in docs/math/pairing.md.
 */
#include "field/field_defs.h"

#define FP6_FN(name) CUZK_JOIN(FP6, name)
#define FP6_B(name)  CUZK_JOIN(FP6_BASE, name)

typedef struct FP6 {
    FP6_BASE c0, c1, c2;
} FP6;

CUZK_HD static inline void FP6_FN(_set_zero)(FP6 *out)
{
    FP6_B(_set_zero)(&out->c0);
    FP6_B(_set_zero)(&out->c1);
    FP6_B(_set_zero)(&out->c2);
}

CUZK_HD static inline void FP6_FN(_set_one)(FP6 *out)
{
    FP6_FN(_set_zero)(out);
    FP6_B(_set_one)(&out->c0);
}

CUZK_HD static inline bool FP6_FN(_is_zero)(const FP6 *a)
{
    return FP6_B(_is_zero)(&a->c0) && FP6_B(_is_zero)(&a->c1) && FP6_B(_is_zero)(&a->c2);
}

CUZK_HD static inline bool FP6_FN(_is_one)(const FP6 *a)
{
    return FP6_B(_is_one)(&a->c0) && FP6_B(_is_zero)(&a->c1) && FP6_B(_is_zero)(&a->c2);
}

CUZK_HD static inline bool FP6_FN(_equal)(const FP6 *a, const FP6 *b)
{
    return FP6_B(_equal)(&a->c0, &b->c0) && FP6_B(_equal)(&a->c1, &b->c1) && FP6_B(_equal)(&a->c2, &b->c2);
}

CUZK_HD static inline void FP6_FN(_add)(FP6 *out, const FP6 *a, const FP6 *b)
{
    FP6_B(_add)(&out->c0, &a->c0, &b->c0);
    FP6_B(_add)(&out->c1, &a->c1, &b->c1);
    FP6_B(_add)(&out->c2, &a->c2, &b->c2);
}

CUZK_HD static inline void FP6_FN(_double)(FP6 *out, const FP6 *a)
{
    FP6_FN(_add)(out, a, a);
}

CUZK_HD static inline void FP6_FN(_sub)(FP6 *out, const FP6 *a, const FP6 *b)
{
    FP6_B(_sub)(&out->c0, &a->c0, &b->c0);
    FP6_B(_sub)(&out->c1, &a->c1, &b->c1);
    FP6_B(_sub)(&out->c2, &a->c2, &b->c2);
}

CUZK_HD static inline void FP6_FN(_neg)(FP6 *out, const FP6 *a)
{
    FP6_B(_neg)(&out->c0, &a->c0);
    FP6_B(_neg)(&out->c1, &a->c1);
    FP6_B(_neg)(&out->c2, &a->c2);
}

/* out = a * v */
CUZK_HD static inline void FP6_FN(_mul_v)(FP6 *out, const FP6 *a)
{
    FP6_BASE low;
    FP6_B(_mul_xi)(&low, &a->c2);
    out->c2 = a->c1;
    out->c1 = a->c0;
    out->c0 = low;
}

/* out = (a + b)(c + d) - x - y: the mixed term of a Karatsuba product from its outer ones, x = a c and y = b d. */
CUZK_HD static inline void FP6_FN(_cross)(FP6_BASE *out, const FP6_BASE *a, const FP6_BASE *b, const FP6_BASE *c,
                                          const FP6_BASE *d, const FP6_BASE *x, const FP6_BASE *y)
{
    FP6_BASE left, right;
    FP6_B(_add)(&left, a, b);
    FP6_B(_add)(&right, c, d);
    FP6_B(_mul)(&left, &left, &right);
    FP6_B(_sub)(&left, &left, x);
    FP6_B(_sub)(out, &left, y);
}

CUZK_HD_LARGE void FP6_FN(_mul)(FP6 *out, const FP6 *a, const FP6 *b)
{
    FP6_BASE x0, x1, x2, y01, y02, y12;
    FP6_B(_mul)(&x0, &a->c0, &b->c0);
    FP6_B(_mul)(&x1, &a->c1, &b->c1);
    FP6_B(_mul)(&x2, &a->c2, &b->c2);
    FP6_FN(_cross)(&y01, &a->c0, &a->c1, &b->c0, &b->c1, &x0, &x1);
    FP6_FN(_cross)(&y02, &a->c0, &a->c2, &b->c0, &b->c2, &x0, &x2);
    FP6_FN(_cross)(&y12, &a->c1, &a->c2, &b->c1, &b->c2, &x1, &x2);
    FP6_B(_mul_xi)(&y12, &y12);
    FP6_B(_mul_xi)(&x2, &x2);
    FP6_B(_add)(&out->c0, &x0, &y12);
    FP6_B(_add)(&out->c1, &y01, &x2);
    FP6_B(_add)(&out->c2, &y02, &x1);
}

/* out = a * (b0 + b1 v): 5 products instead of 6. */
CUZK_HD_LARGE void FP6_FN(_mul_by_01)(FP6 *out, const FP6 *a, const FP6_BASE *b0, const FP6_BASE *b1)
{
    FP6_BASE x0, x1, y01, low, high;
    FP6_B(_mul)(&x0, &a->c0, b0);
    FP6_B(_mul)(&x1, &a->c1, b1);
    FP6_FN(_cross)(&y01, &a->c0, &a->c1, b0, b1, &x0, &x1);
    FP6_B(_mul)(&low, &a->c2, b1);
    FP6_B(_mul_xi)(&low, &low);
    FP6_B(_mul)(&high, &a->c2, b0);
    FP6_B(_add)(&out->c0, &x0, &low);
    out->c1 = y01;
    FP6_B(_add)(&out->c2, &high, &x1);
}

/* out = a * b0 with b0 in Fp2. */
CUZK_HD_LARGE void FP6_FN(_mul_by_0)(FP6 *out, const FP6 *a, const FP6_BASE *b0)
{
    FP6_B(_mul)(&out->c0, &a->c0, b0);
    FP6_B(_mul)(&out->c1, &a->c1, b0);
    FP6_B(_mul)(&out->c2, &a->c2, b0);
}

/* out = a * (b1 v) */
CUZK_HD_LARGE void FP6_FN(_mul_by_1)(FP6 *out, const FP6 *a, const FP6_BASE *b1)
{
    FP6_FN(_mul_by_0)(out, a, b1);
    FP6_FN(_mul_v)(out, out);
}

/* With s0 = c0^2, s1 = 2 c0 c1, s2 = (c0 - c1 + c2)^2, s3 = 2 c1 c2, s4 = c2^2:
 * a^2 = (s0 + xi s3) + (s1 + xi s4) v + (s1 + s2 + s3 - s0 - s4) v^2. */
CUZK_HD_LARGE void FP6_FN(_sqr)(FP6 *out, const FP6 *a)
{
    FP6_BASE s0, s1, s2, s3, s4;
    FP6_B(_sqr)(&s0, &a->c0);
    FP6_B(_mul)(&s1, &a->c0, &a->c1);
    FP6_B(_double)(&s1, &s1);
    FP6_B(_sub)(&s2, &a->c0, &a->c1);
    FP6_B(_add)(&s2, &s2, &a->c2);
    FP6_B(_sqr)(&s2, &s2);
    FP6_B(_mul)(&s3, &a->c1, &a->c2);
    FP6_B(_double)(&s3, &s3);
    FP6_B(_sqr)(&s4, &a->c2);
    FP6_B(_add)(&s2, &s2, &s1);
    FP6_B(_add)(&s2, &s2, &s3);
    FP6_B(_sub)(&s2, &s2, &s0);
    FP6_B(_sub)(&out->c2, &s2, &s4);
    FP6_B(_mul_xi)(&s3, &s3);
    FP6_B(_add)(&out->c0, &s0, &s3);
    FP6_B(_mul_xi)(&s4, &s4);
    FP6_B(_add)(&out->c1, &s1, &s4);
}

/* out = 1 / a, 1 / 0 = 0. With d0 = c0^2 - xi c1 c2, d1 = xi c2^2 - c0 c1, d2 = c1^2 - c0 c2 the product
 * a (d0 + d1 v + d2 v^2) is c0 d0 + xi (c1 d2 + c2 d1), in Fp2. */
CUZK_HD_LARGE void FP6_FN(_inverse_vartime)(FP6 *out, const FP6 *a)
{
    FP6 d;
    FP6_BASE t, norm;
    FP6_B(_sqr)(&d.c0, &a->c0);
    FP6_B(_mul)(&t, &a->c1, &a->c2);
    FP6_B(_mul_xi)(&t, &t);
    FP6_B(_sub)(&d.c0, &d.c0, &t);
    FP6_B(_sqr)(&t, &a->c2);
    FP6_B(_mul_xi)(&d.c1, &t);
    FP6_B(_mul)(&t, &a->c0, &a->c1);
    FP6_B(_sub)(&d.c1, &d.c1, &t);
    FP6_B(_sqr)(&d.c2, &a->c1);
    FP6_B(_mul)(&t, &a->c0, &a->c2);
    FP6_B(_sub)(&d.c2, &d.c2, &t);
    FP6_B(_mul)(&norm, &a->c1, &d.c2);
    FP6_B(_mul)(&t, &a->c2, &d.c1);
    FP6_B(_add)(&norm, &norm, &t);
    FP6_B(_mul_xi)(&norm, &norm);
    FP6_B(_mul)(&t, &a->c0, &d.c0);
    FP6_B(_add)(&norm, &norm, &t);
    FP6_B(_inverse_vartime)(&norm, &norm);
    FP6_FN(_mul_by_0)(out, &d, &norm);
}

#undef FP6_FN
#undef FP6_B
#undef FP6
#undef FP6_BASE
