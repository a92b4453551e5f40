/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the group of points of a curve y^2 = x^3 + b over any field.
 *
 * Before including, define
 *   POINT         prefix of every name, e.g. bn254_g1
 *   POINT_FIELD   prefix of the coordinates' field, e.g. bn254_fp or bn254_fp2
 * Both are undefined again at the end.
 *
 * Three forms of a point (docs/math/curve.md):
 *   POINT_affine     x, y; the identity is x = y = 0, which is on no curve with b != 0
 *   POINT_jacobian   x = X / Z^2, y = Y / Z^3; the identity is Z = 0
 *   POINT_xyzz       x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2; the identity is ZZ = ZZZ = 0
 *
 * Every addition is complete: equal, opposite and identity operands give the right sum. `out` may be an operand.
 * Additions branch on their operands and are for public values; secret scalars go through POINT_mul
 * (curve/point_mul.inc.h). Affine points are packed, x then y, without padding (include/cuzk/curve.h).
 */
#include "field/field_defs.h"

#define POINT_FN(name) CUZK_JOIN(POINT, name)
#define POINT_F(name)  CUZK_JOIN(POINT_FIELD, name)
#define POINT_AFFINE   POINT_FN(_affine)
#define POINT_JACOBIAN POINT_FN(_jacobian)
#define POINT_XYZZ     POINT_FN(_xyzz)

typedef struct POINT_AFFINE {
    POINT_FIELD x, y;
} POINT_AFFINE;

typedef struct POINT_JACOBIAN {
    POINT_FIELD x, y, z;
} POINT_JACOBIAN;

typedef struct POINT_XYZZ {
    POINT_FIELD x, y, zz, zzz;
} POINT_XYZZ;

CUZK_HD static inline void POINT_FN(_affine_set_identity)(POINT_AFFINE *out)
{
    POINT_F(_set_zero)(&out->x);
    POINT_F(_set_zero)(&out->y);
}

CUZK_HD static inline bool POINT_FN(_affine_is_identity)(const POINT_AFFINE *a)
{
    return POINT_F(_is_zero)(&a->x) && POINT_F(_is_zero)(&a->y);
}

CUZK_HD static inline bool POINT_FN(_affine_equal)(const POINT_AFFINE *a, const POINT_AFFINE *b)
{
    return POINT_F(_equal)(&a->x, &b->x) && POINT_F(_equal)(&a->y, &b->y);
}

CUZK_HD static inline void POINT_FN(_affine_neg)(POINT_AFFINE *out, const POINT_AFFINE *a)
{
    out->x = a->x;
    POINT_F(_neg)(&out->y, &a->y);
}

/* out = take_b ? b : a, without a branch. */
CUZK_HD static inline void POINT_FN(_affine_select)(POINT_AFFINE *out, const POINT_AFFINE *a, const POINT_AFFINE *b,
                                                    uint64_t take_b)
{
    POINT_F(_select)(&out->x, &a->x, &b->x, take_b);
    POINT_F(_select)(&out->y, &a->y, &b->y, take_b);
}

/* Whether both coordinates' limbs are below the modulus: the first thing to ask of a point from outside. */
CUZK_HD static inline bool POINT_FN(_affine_is_canonical)(const POINT_AFFINE *a)
{
    return POINT_F(_is_canonical)(&a->x) && POINT_F(_is_canonical)(&a->y);
}

/* Whether y^2 = x^3 + b, or the point is the identity. Coordinates canonical. */
CUZK_HD static inline bool POINT_FN(_affine_is_on_curve)(const POINT_AFFINE *a, const POINT_FIELD *b)
{
    POINT_FIELD left, right;
    POINT_F(_sqr)(&left, &a->y);
    POINT_F(_sqr)(&right, &a->x);
    POINT_F(_mul)(&right, &right, &a->x);
    POINT_F(_add)(&right, &right, b);
    return POINT_F(_equal)(&left, &right) || POINT_FN(_affine_is_identity)(a);
}

#include "curve/point_jacobian.inc.h"
#include "curve/point_mul.inc.h"
#include "curve/point_xyzz.inc.h"

#undef POINT_FN
#undef POINT_F
#undef POINT_AFFINE
#undef POINT_JACOBIAN
#undef POINT_XYZZ
#undef POINT
#undef POINT_FIELD
