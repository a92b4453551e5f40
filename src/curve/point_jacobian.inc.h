/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of curve/point.inc.h: Jacobian coordinates, for single sums and for multiplication by scalars.
 *
 * Source: the dbl-2009-l, add-2007-bl and madd-2007-bl entries of Bernstein, Lange, "Explicit-Formulas Database",
 * short Weierstrass curves with a4 = 0, Jacobian coordinates, without the trades of a product for a square.
 */

CUZK_HD static inline void POINT_FN(_jacobian_set_identity)(POINT_JACOBIAN *out)
{
    POINT_F(_set_zero)(&out->x);
    POINT_F(_set_zero)(&out->y);
    POINT_F(_set_zero)(&out->z);
}

CUZK_HD static inline bool POINT_FN(_jacobian_is_identity)(const POINT_JACOBIAN *a)
{
    return POINT_F(_is_zero)(&a->z);
}

CUZK_HD static inline void POINT_FN(_jacobian_neg)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a)
{
    out->x = a->x;
    POINT_F(_neg)(&out->y, &a->y);
    out->z = a->z;
}

CUZK_HD static inline void POINT_FN(_jacobian_from_affine)(POINT_JACOBIAN *out, const POINT_AFFINE *a)
{
    uint64_t identity = POINT_FN(_affine_is_identity)(a);
    POINT_FIELD zero, one;
    POINT_F(_set_zero)(&zero);
    POINT_F(_set_one)(&one);
    out->x = a->x;
    out->y = a->y;
    POINT_F(_select)(&out->z, &one, &zero, identity);
}

/* x and y from X, Y and 1 / Z; an inverse of 0 gives the identity. */
CUZK_HD static inline void POINT_FN(_jacobian_scale)(POINT_AFFINE *out, const POINT_JACOBIAN *a,
                                                     const POINT_FIELD *z_inverse)
{
    POINT_FIELD square, cube;
    POINT_F(_sqr)(&square, z_inverse);
    POINT_F(_mul)(&cube, &square, z_inverse);
    POINT_F(_mul)(&out->x, &a->x, &square);
    POINT_F(_mul)(&out->y, &a->y, &cube);
}

/* One inversion, in a time that does not depend on the point: what comes of a secret scalar ends here. */
CUZK_HD_LARGE void POINT_FN(_jacobian_to_affine)(POINT_AFFINE *out, const POINT_JACOBIAN *a)
{
    POINT_FIELD z_inverse;
    POINT_F(_inverse)(&z_inverse, &a->z);
    POINT_FN(_jacobian_scale)(out, a, &z_inverse);
}

/* out[i] = points[i], one inversion for all, in a time that depends on the points; `out` also serves as the scratch of the running products. */
CUZK_HD_LARGE void POINT_FN(_jacobian_batch_to_affine)(POINT_AFFINE *out, const POINT_JACOBIAN *points,
                                                       size_t count)
{
    POINT_FIELD product, z_inverse;
    POINT_F(_set_one)(&product);
    for (size_t i = 0; i < count; i++) {
        out[i].x = product;
        if (!POINT_FN(_jacobian_is_identity)(&points[i]))
            POINT_F(_mul)(&product, &product, &points[i].z);
    }
    POINT_F(_inverse_vartime)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        if (POINT_FN(_jacobian_is_identity)(&points[i])) {
            POINT_FN(_affine_set_identity)(&out[i]);
            continue;
        }
        POINT_F(_mul)(&z_inverse, &product, &out[i].x);
        POINT_F(_mul)(&product, &product, &points[i].z);
        POINT_FN(_jacobian_scale)(&out[i], &points[i], &z_inverse);
    }
}

/* Whether two points are the same, whatever their Z. */
CUZK_HD_LARGE bool POINT_FN(_jacobian_equal)(const POINT_JACOBIAN *a, const POINT_JACOBIAN *b)
{
    POINT_FIELD a_zz, b_zz, left, right;
    bool a_identity = POINT_FN(_jacobian_is_identity)(a), b_identity = POINT_FN(_jacobian_is_identity)(b);
    if (a_identity || b_identity)
        return a_identity && b_identity;
    POINT_F(_sqr)(&a_zz, &a->z);
    POINT_F(_sqr)(&b_zz, &b->z);
    POINT_F(_mul)(&left, &a->x, &b_zz);
    POINT_F(_mul)(&right, &b->x, &a_zz);
    bool same_x = POINT_F(_equal)(&left, &right);
    POINT_F(_mul)(&left, &b_zz, &b->z);
    POINT_F(_mul)(&left, &left, &a->y);
    POINT_F(_mul)(&right, &a_zz, &a->z);
    POINT_F(_mul)(&right, &right, &b->y);
    return same_x && POINT_F(_equal)(&left, &right);
}

/* out = 2 a, 2 products and 5 squares. The identity and points of order 2 come out with Z = 0 by themselves. */
CUZK_HD_LARGE void POINT_FN(_jacobian_dbl)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a)
{
    POINT_FIELD xx, yy, yyyy, s, m, z;
    POINT_F(_sqr)(&xx, &a->x);
    POINT_F(_sqr)(&yy, &a->y);
    POINT_F(_sqr)(&yyyy, &yy);
    POINT_F(_mul)(&z, &a->y, &a->z);
    POINT_F(_add)(&s, &a->x, &yy); /* s = 4 x y^2 = 2 ((x + y^2)^2 - x^2 - y^4) */
    POINT_F(_sqr)(&s, &s);
    POINT_F(_sub)(&s, &s, &xx);
    POINT_F(_sub)(&s, &s, &yyyy);
    POINT_F(_double)(&s, &s);
    POINT_F(_double)(&m, &xx); /* m = 3 x^2 */
    POINT_F(_add)(&m, &m, &xx);
    POINT_F(_sqr)(&out->x, &m); /* X3 = m^2 - 2 s */
    POINT_F(_sub)(&out->x, &out->x, &s);
    POINT_F(_sub)(&out->x, &out->x, &s);
    POINT_F(_sub)(&s, &s, &out->x); /* Y3 = m (s - X3) - 8 y^4 */
    POINT_F(_mul)(&out->y, &m, &s);
    for (int i = 0; i < 3; i++)
        POINT_F(_double)(&yyyy, &yyyy);
    POINT_F(_sub)(&out->y, &out->y, &yyyy);
    POINT_F(_double)(&out->z, &z);
}

/* The end of an addition of points with different x: out = (r^2 - h^3 - 2 v, r (v - X3) - y h^3, z h), where h is
 * the difference of the x, r that of the y, v = x h^2, and (x, y) the first point on the common denominator. */
CUZK_HD static inline void POINT_FN(_jacobian_chord)(POINT_JACOBIAN *out, const POINT_FIELD *x,
                                                     const POINT_FIELD *y, const POINT_FIELD *z,
                                                     const POINT_FIELD *h, const POINT_FIELD *r)
{
    POINT_FIELD hh, hhh, v, y_hhh;
    POINT_F(_mul)(&out->z, z, h);
    POINT_F(_sqr)(&hh, h);
    POINT_F(_mul)(&hhh, &hh, h);
    POINT_F(_mul)(&v, x, &hh);
    POINT_F(_mul)(&y_hhh, y, &hhh);
    POINT_F(_sqr)(&out->x, r);
    POINT_F(_sub)(&out->x, &out->x, &hhh);
    POINT_F(_sub)(&out->x, &out->x, &v);
    POINT_F(_sub)(&out->x, &out->x, &v);
    POINT_F(_sub)(&v, &v, &out->x);
    POINT_F(_mul)(&out->y, r, &v);
    POINT_F(_sub)(&out->y, &out->y, &y_hhh);
}

/* out = a + b with b affine: 8 products and 3 squares. */
CUZK_HD_LARGE void POINT_FN(_jacobian_add_affine)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a,
                                                  const POINT_AFFINE *b)
{
    POINT_FIELD zz, h, r, x, y;
    if (POINT_FN(_affine_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (POINT_FN(_jacobian_is_identity)(a)) {
        POINT_FN(_jacobian_from_affine)(out, b);
        return;
    }
    POINT_F(_sqr)(&zz, &a->z);
    POINT_F(_mul)(&h, &b->x, &zz);
    POINT_F(_sub)(&h, &h, &a->x);
    POINT_F(_mul)(&r, &zz, &a->z);
    POINT_F(_mul)(&r, &r, &b->y);
    POINT_F(_sub)(&r, &r, &a->y);
    if (POINT_F(_is_zero)(&h)) {
        if (POINT_F(_is_zero)(&r))
            POINT_FN(_jacobian_dbl)(out, a);
        else
            POINT_FN(_jacobian_set_identity)(out);
        return;
    }
    x = a->x;
    y = a->y;
    POINT_FN(_jacobian_chord)(out, &x, &y, &a->z, &h, &r);
}

/* out = a + b: 12 products and 4 squares. */
CUZK_HD_LARGE void POINT_FN(_jacobian_add)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a, const POINT_JACOBIAN *b)
{
    POINT_FIELD a_zz, b_zz, x, y, z, h, r;
    if (POINT_FN(_jacobian_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (POINT_FN(_jacobian_is_identity)(a)) {
        *out = *b;
        return;
    }
    POINT_F(_sqr)(&a_zz, &a->z);
    POINT_F(_sqr)(&b_zz, &b->z);
    POINT_F(_mul)(&x, &a->x, &b_zz);
    POINT_F(_mul)(&h, &b->x, &a_zz);
    POINT_F(_sub)(&h, &h, &x);
    POINT_F(_mul)(&y, &b_zz, &b->z);
    POINT_F(_mul)(&y, &y, &a->y);
    POINT_F(_mul)(&r, &a_zz, &a->z);
    POINT_F(_mul)(&r, &r, &b->y);
    POINT_F(_sub)(&r, &r, &y);
    if (POINT_F(_is_zero)(&h)) {
        if (POINT_F(_is_zero)(&r))
            POINT_FN(_jacobian_dbl)(out, a);
        else
            POINT_FN(_jacobian_set_identity)(out);
        return;
    }
    POINT_F(_mul)(&z, &a->z, &b->z);
    POINT_FN(_jacobian_chord)(out, &x, &y, &z, &h, &r);
}
