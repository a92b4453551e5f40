/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of curve/point.inc.h: XYZZ coordinates, the cheapest for adding many affine points to one sum.
 *
 * Source: the dbl-2008-s-1, mdbl-2008-s-1, add-2008-s and madd-2008-s entries of Bernstein, Lange,
 * "Explicit-Formulas Database", short Weierstrass curves, XYZZ coordinates, with a = 0.
 */

CUZK_HD static inline void POINT_FN(_xyzz_set_identity)(POINT_XYZZ *out)
{
    POINT_F(_set_zero)(&out->x);
    POINT_F(_set_zero)(&out->y);
    POINT_F(_set_zero)(&out->zz);
    POINT_F(_set_zero)(&out->zzz);
}

CUZK_HD static inline bool POINT_FN(_xyzz_is_identity)(const POINT_XYZZ *a)
{
    return POINT_F(_is_zero)(&a->zz);
}

CUZK_HD static inline void POINT_FN(_xyzz_neg)(POINT_XYZZ *out, const POINT_XYZZ *a)
{
    *out = *a;
    POINT_F(_neg)(&out->y, &a->y);
}

CUZK_HD static inline void POINT_FN(_xyzz_from_affine)(POINT_XYZZ *out, const POINT_AFFINE *a)
{
    if (POINT_FN(_affine_is_identity)(a)) {
        POINT_FN(_xyzz_set_identity)(out);
        return;
    }
    out->x = a->x;
    out->y = a->y;
    POINT_F(_set_one)(&out->zz);
    POINT_F(_set_one)(&out->zzz);
}

CUZK_HD static inline void POINT_FN(_xyzz_from_jacobian)(POINT_XYZZ *out, const POINT_JACOBIAN *a)
{
    out->x = a->x;
    out->y = a->y;
    POINT_F(_sqr)(&out->zz, &a->z);
    POINT_F(_mul)(&out->zzz, &out->zz, &a->z);
}

/* With Z = ZZ: x ZZ^2 = X ZZ, and y ZZ^3 = y ZZZ^2 = Y ZZZ. */
CUZK_HD static inline void POINT_FN(_xyzz_to_jacobian)(POINT_JACOBIAN *out, const POINT_XYZZ *a)
{
    POINT_F(_mul)(&out->x, &a->x, &a->zz);
    POINT_F(_mul)(&out->y, &a->y, &a->zzz);
    out->z = a->zz;
}

CUZK_HD_LARGE void POINT_FN(_xyzz_to_affine)(POINT_AFFINE *out, const POINT_XYZZ *a)
{
    POINT_JACOBIAN point;
    POINT_FN(_xyzz_to_jacobian)(&point, a);
    POINT_FN(_jacobian_to_affine)(out, &point);
}

/* The part of a doubling that needs no denominator: out's x and y, the factors of ZZ and ZZZ in its zz and zzz. */
CUZK_HD_LARGE void POINT_FN(_xyzz_tangent)(POINT_XYZZ *out, const POINT_FIELD *x, const POINT_FIELD *y)
{
    POINT_FIELD u, v, w, s, m, wy;
    POINT_F(_double)(&u, y);
    POINT_F(_sqr)(&v, &u);
    POINT_F(_mul)(&w, &u, &v);
    POINT_F(_mul)(&s, x, &v);
    POINT_F(_sqr)(&u, x); /* m = 3 x^2 */
    POINT_F(_double)(&m, &u);
    POINT_F(_add)(&m, &m, &u);
    POINT_F(_mul)(&wy, &w, y);
    POINT_F(_sqr)(&out->x, &m); /* X3 = m^2 - 2 s */
    POINT_F(_sub)(&out->x, &out->x, &s);
    POINT_F(_sub)(&out->x, &out->x, &s);
    POINT_F(_sub)(&s, &s, &out->x); /* Y3 = m (s - X3) - w y */
    POINT_F(_mul)(&out->y, &m, &s);
    POINT_F(_sub)(&out->y, &out->y, &wy);
    out->zz = v;
    out->zzz = w;
}

/* out = 2 a, a affine: 4 products and 3 squares. A point of order 2 comes out with ZZ = 0 by itself; the identity
 * has y = 0 as well. */
CUZK_HD static inline void POINT_FN(_xyzz_dbl_affine)(POINT_XYZZ *out, const POINT_AFFINE *a)
{
    POINT_FN(_xyzz_tangent)(out, &a->x, &a->y);
}

/* out = 2 a: 6 products and 3 squares. */
CUZK_HD_LARGE void POINT_FN(_xyzz_dbl)(POINT_XYZZ *out, const POINT_XYZZ *a)
{
    POINT_XYZZ tangent;
    POINT_FN(_xyzz_tangent)(&tangent, &a->x, &a->y);
    out->x = tangent.x;
    out->y = tangent.y;
    POINT_F(_mul)(&out->zz, &a->zz, &tangent.zz);
    POINT_F(_mul)(&out->zzz, &a->zzz, &tangent.zzz);
}

/* The end of an addition: x and y of the sum from the first point (x, y) on the common denominator, p the
 * difference of the x and r that of the y; zz and zzz of `out`, already the common denominators, are scaled. */
CUZK_HD static inline void POINT_FN(_xyzz_chord)(POINT_XYZZ *out, const POINT_FIELD *x, const POINT_FIELD *y,
                                                 const POINT_FIELD *p, const POINT_FIELD *r)
{
    POINT_FIELD pp, ppp, q, y_ppp;
    POINT_F(_sqr)(&pp, p);
    POINT_F(_mul)(&ppp, &pp, p);
    POINT_F(_mul)(&q, x, &pp);
    POINT_F(_mul)(&y_ppp, y, &ppp);
    POINT_F(_mul)(&out->zz, &out->zz, &pp);
    POINT_F(_mul)(&out->zzz, &out->zzz, &ppp);
    POINT_F(_sqr)(&out->x, r); /* X3 = r^2 - p^3 - 2 q */
    POINT_F(_sub)(&out->x, &out->x, &ppp);
    POINT_F(_sub)(&out->x, &out->x, &q);
    POINT_F(_sub)(&out->x, &out->x, &q);
    POINT_F(_sub)(&q, &q, &out->x); /* Y3 = r (q - X3) - y p^3 */
    POINT_F(_mul)(&out->y, r, &q);
    POINT_F(_sub)(&out->y, &out->y, &y_ppp);
}

/* out = a + b with b affine: 8 products and 2 squares. */
CUZK_HD_LARGE void POINT_FN(_xyzz_add_affine)(POINT_XYZZ *out, const POINT_XYZZ *a, const POINT_AFFINE *b)
{
    POINT_FIELD p, r, x, y;
    if (POINT_FN(_affine_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (POINT_FN(_xyzz_is_identity)(a)) {
        POINT_FN(_xyzz_from_affine)(out, b);
        return;
    }
    POINT_F(_mul)(&p, &b->x, &a->zz);
    POINT_F(_mul)(&r, &b->y, &a->zzz);
    POINT_F(_sub)(&p, &p, &a->x);
    POINT_F(_sub)(&r, &r, &a->y);
    if (POINT_F(_is_zero)(&p)) {
        if (POINT_F(_is_zero)(&r))
            POINT_FN(_xyzz_dbl_affine)(out, b);
        else
            POINT_FN(_xyzz_set_identity)(out);
        return;
    }
    x = a->x;
    y = a->y;
    out->zz = a->zz;
    out->zzz = a->zzz;
    POINT_FN(_xyzz_chord)(out, &x, &y, &p, &r);
}

/* out = a + b: 12 products and 2 squares. */
CUZK_HD_LARGE void POINT_FN(_xyzz_add)(POINT_XYZZ *out, const POINT_XYZZ *a, const POINT_XYZZ *b)
{
    POINT_FIELD p, r, x, y;
    if (POINT_FN(_xyzz_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (POINT_FN(_xyzz_is_identity)(a)) {
        *out = *b;
        return;
    }
    POINT_F(_mul)(&x, &a->x, &b->zz);
    POINT_F(_mul)(&y, &a->y, &b->zzz);
    POINT_F(_mul)(&p, &b->x, &a->zz);
    POINT_F(_mul)(&r, &b->y, &a->zzz);
    POINT_F(_sub)(&p, &p, &x);
    POINT_F(_sub)(&r, &r, &y);
    if (POINT_F(_is_zero)(&p)) {
        if (POINT_F(_is_zero)(&r))
            POINT_FN(_xyzz_dbl)(out, a);
        else
            POINT_FN(_xyzz_set_identity)(out);
        return;
    }
    POINT_F(_mul)(&out->zz, &a->zz, &b->zz);
    POINT_F(_mul)(&out->zzz, &a->zzz, &b->zzz);
    POINT_FN(_xyzz_chord)(out, &x, &y, &p, &r);
}
