/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of curve/point.inc.h: multiplication of one point by one scalar.
 *
 * POINT_mul is for secret scalars: the same instructions and the same memory addresses for every scalar and point.
 * It works in homogeneous coordinates (x = X / Z, y = Y / Z, identity 0 : 1 : 0), where one formula without
 * exceptions adds any two points of a group without points of order 2, which G1 and G2 of both curves are within.
 *
 * Source: Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves", ePrint 2015/1060,
 * section 3.3 (a = 0). Signed sliding windows: Hankerson, Menezes, Vanstone, "Guide to Elliptic Curve
 * Cryptography", algorithms 3.35 and 3.36.
 */

#define POINT_UNIFORM     POINT_FN(_uniform)
#define POINT_MUL_SCRATCH POINT_FN(_mul_scratch)

typedef struct POINT_UNIFORM {
    POINT_FIELD x, y, z;
} POINT_UNIFORM;

/* (X Z, Y, Z^3) is x = X / Z^2, y = Y / Z^3; the identity has no fixed Y in Jacobian form, so it gets 1. */
CUZK_HD static inline void POINT_FN(_uniform_from_jacobian)(POINT_UNIFORM *out, const POINT_JACOBIAN *a)
{
    POINT_FIELD one, z;
    POINT_F(_set_one)(&one);
    POINT_F(_sqr)(&z, &a->z);
    POINT_F(_mul)(&out->z, &z, &a->z);
    POINT_F(_mul)(&out->x, &a->x, &a->z);
    POINT_F(_select)(&out->y, &a->y, &one, POINT_F(_is_zero)(&a->z));
}

/* (X Z, Y Z^2, Z) */
CUZK_HD static inline void POINT_FN(_uniform_to_jacobian)(POINT_JACOBIAN *out, const POINT_UNIFORM *a)
{
    POINT_FIELD zz;
    POINT_F(_sqr)(&zz, &a->z);
    POINT_F(_mul)(&out->x, &a->x, &a->z);
    POINT_F(_mul)(&out->y, &a->y, &zz);
    out->z = a->z;
}

/* out = a b2 + a2 b = (a + b)(a2 + b2) - x - y from the products x = a a2 and y = b b2. */
CUZK_HD static inline void POINT_FN(_uniform_cross)(POINT_FIELD *out, const POINT_FIELD *a, const POINT_FIELD *b,
                                                    const POINT_FIELD *a2, const POINT_FIELD *b2,
                                                    const POINT_FIELD *x, const POINT_FIELD *y)
{
    POINT_FIELD left, right;
    POINT_F(_add)(&left, a, b);
    POINT_F(_add)(&right, a2, b2);
    POINT_F(_mul)(&left, &left, &right);
    POINT_F(_sub)(&left, &left, x);
    POINT_F(_sub)(out, &left, y);
}

/* out = a + b, b3 = 3 b of the curve's equation. With m = Y1 Y2 - b3 Z1 Z2, p = Y1 Y2 + b3 Z1 Z2, t = 3 X1 X2 and
 * xy, yz, xz the crossed sums such as X1 Y2 + X2 Y1:
 * X3 = xy m - b3 yz xz,  Y3 = p m + t b3 xz,  Z3 = yz p + t xy. */
CUZK_HD_LARGE void POINT_FN(_uniform_add)(POINT_UNIFORM *out, const POINT_UNIFORM *a, const POINT_UNIFORM *b,
                                          const POINT_FIELD *b3)
{
    POINT_FIELD xx, yy, zz, xy, yz, xz, m, p, t;
    POINT_F(_mul)(&xx, &a->x, &b->x);
    POINT_F(_mul)(&yy, &a->y, &b->y);
    POINT_F(_mul)(&zz, &a->z, &b->z);
    POINT_FN(_uniform_cross)(&xy, &a->x, &a->y, &b->x, &b->y, &xx, &yy);
    POINT_FN(_uniform_cross)(&yz, &a->y, &a->z, &b->y, &b->z, &yy, &zz);
    POINT_FN(_uniform_cross)(&xz, &a->x, &a->z, &b->x, &b->z, &xx, &zz);
    POINT_F(_mul)(&zz, &zz, b3);
    POINT_F(_mul)(&xz, &xz, b3);
    POINT_F(_sub)(&m, &yy, &zz);
    POINT_F(_add)(&p, &yy, &zz);
    POINT_F(_double)(&t, &xx);
    POINT_F(_add)(&t, &t, &xx);
    POINT_F(_mul)(&out->x, &xy, &m);
    POINT_F(_mul)(&out->y, &yz, &xz);
    POINT_F(_sub)(&out->x, &out->x, &out->y);
    POINT_F(_mul)(&out->y, &p, &m);
    POINT_F(_mul)(&out->z, &t, &xz);
    POINT_F(_add)(&out->y, &out->y, &out->z);
    POINT_F(_mul)(&out->z, &yz, &p);
    POINT_F(_mul)(&t, &t, &xy);
    POINT_F(_add)(&out->z, &out->z, &t);
}

/* out = 2 a. With z = b3 Z^2 and n = Y^2 - 3 z:
 * X3 = 2 X Y n,  Y3 = n (Y^2 + z) + 8 Y^2 z,  Z3 = 8 Y^3 Z. */
CUZK_HD_LARGE void POINT_FN(_uniform_dbl)(POINT_UNIFORM *out, const POINT_UNIFORM *a, const POINT_FIELD *b3)
{
    POINT_FIELD yy8, yy, z, n, sum, xy, yz;
    POINT_F(_mul)(&xy, &a->x, &a->y);
    POINT_F(_mul)(&yz, &a->y, &a->z);
    POINT_F(_sqr)(&yy, &a->y);
    POINT_F(_sqr)(&z, &a->z);
    POINT_F(_mul)(&z, &z, b3);
    POINT_F(_add)(&sum, &yy, &z);
    POINT_F(_double)(&n, &z);
    POINT_F(_add)(&n, &n, &z);
    POINT_F(_sub)(&n, &yy, &n);
    POINT_F(_double)(&yy8, &yy);
    POINT_F(_double)(&yy8, &yy8);
    POINT_F(_double)(&yy8, &yy8);
    POINT_F(_mul)(&out->z, &yy8, &yz);
    POINT_F(_mul)(&z, &z, &yy8);
    POINT_F(_mul)(&out->y, &n, &sum);
    POINT_F(_add)(&out->y, &out->y, &z);
    POINT_F(_mul)(&out->x, &xy, &n);
    POINT_F(_double)(&out->x, &out->x);
}

/* out = table[index], reading all 16 entries. */
CUZK_HD static inline void POINT_FN(_uniform_lookup)(POINT_UNIFORM *out, const POINT_UNIFORM *table, uint64_t index)
{
    *out = table[0];
    for (uint64_t i = 1; i < 16; i++) {
        uint64_t wanted = cuzk_value_barrier(i == index);
        POINT_F(_select)(&out->x, &out->x, &table[i].x, wanted);
        POINT_F(_select)(&out->y, &out->y, &table[i].y, wanted);
        POINT_F(_select)(&out->z, &out->z, &table[i].z, wanted);
    }
}

/* What POINT_mul works in; it tells the scalar of a known point, so whoever lends it wipes it. */
typedef struct POINT_MUL_SCRATCH {
    POINT_UNIFORM table[16], sum, entry;
} POINT_MUL_SCRATCH;

/* out = scalar * a for any four limbs, four bits at a time; b3 = 3 b of the curve's equation. */
CUZK_HD_LARGE void POINT_FN(_mul)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a, const uint64_t *scalar,
                                  const POINT_FIELD *b3, POINT_MUL_SCRATCH *scratch)
{
    POINT_UNIFORM *table = scratch->table, *sum = &scratch->sum;
    POINT_JACOBIAN identity;
    POINT_FN(_jacobian_set_identity)(&identity);
    POINT_FN(_uniform_from_jacobian)(&table[0], &identity);
    POINT_FN(_uniform_from_jacobian)(&table[1], a);
    for (int i = 2; i < 16; i++)
        POINT_FN(_uniform_add)(&table[i], &table[i - 1], &table[1], b3);
    *sum = table[0];
    for (int i = 63; i >= 0; i--) {
        for (int j = 0; j < 4; j++)
            POINT_FN(_uniform_dbl)(sum, sum, b3);
        POINT_FN(_uniform_lookup)(&scratch->entry, table, (scalar[i / 16] >> (4 * (i % 16))) & 15);
        POINT_FN(_uniform_add)(sum, sum, &scratch->entry, b3);
    }
    POINT_FN(_uniform_to_jacobian)(out, sum);
}

/* digits[i], odd or 0 and below 16 in size, with sum of digits[i] 2^i = scalar; returns how many there are, at most
 * 257. Any five digits in a row hold at most one that is not 0. */
CUZK_HD static inline int POINT_FN(_signed_windows_vartime)(signed char *digits, const uint64_t *scalar)
{
    uint64_t k[5] = {scalar[0], scalar[1], scalar[2], scalar[3], 0};
    int count = 0;
    while ((k[0] | k[1] | k[2] | k[3] | k[4]) != 0) {
        int digit = 0;
        if (k[0] & 1) {
            digit = (int)(k[0] & 31);
            digit -= digit >= 16 ? 32 : 0;
            uint64_t plus = digit < 0 ? (uint64_t)-digit : 0, minus = digit > 0 ? (uint64_t)digit : 0;
            uint64_t carry = 0, borrow = 0;
            for (int i = 0; i < 5; i++)
                k[i] = cuzk_add_carry(k[i], i == 0 ? plus : 0, &carry);
            for (int i = 0; i < 5; i++)
                k[i] = cuzk_sub_borrow(k[i], i == 0 ? minus : 0, &borrow);
        }
        digits[count++] = (signed char)digit;
        for (int i = 0; i < 4; i++)
            k[i] = k[i] >> 1 | k[i + 1] << 63;
        k[4] >>= 1;
    }
    return count;
}

/* out = scalar * a for a public scalar of four limbs. */
CUZK_HD_LARGE void POINT_FN(_mul_vartime)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a, const uint64_t *scalar)
{
    POINT_JACOBIAN odd[8], twice, sum, minus;
    signed char digits[257];
    int count = POINT_FN(_signed_windows_vartime)(digits, scalar);
    odd[0] = *a;
    POINT_FN(_jacobian_dbl)(&twice, a);
    for (int i = 1; i < 8; i++)
        POINT_FN(_jacobian_add)(&odd[i], &odd[i - 1], &twice);
    POINT_FN(_jacobian_set_identity)(&sum);
    for (int i = count - 1; i >= 0; i--) {
        POINT_FN(_jacobian_dbl)(&sum, &sum);
        if (digits[i] > 0) {
            POINT_FN(_jacobian_add)(&sum, &sum, &odd[digits[i] / 2]);
        } else if (digits[i] < 0) {
            POINT_FN(_jacobian_neg)(&minus, &odd[-digits[i] / 2]);
            POINT_FN(_jacobian_add)(&sum, &sum, &minus);
        }
    }
    *out = sum;
}

/* out = k * a for a fixed, public k, by signed digits: digit i is bit i + 1 of 3 k less bit i + 1 of k. */
CUZK_HD_LARGE void POINT_FN(_mul_u64_vartime)(POINT_JACOBIAN *out, const POINT_JACOBIAN *a, uint64_t k)
{
    POINT_JACOBIAN sum, base = *a, minus;
    cuzk_u128 triple = (cuzk_u128)k * 3;
    POINT_FN(_jacobian_neg)(&minus, a);
    POINT_FN(_jacobian_set_identity)(&sum);
    for (int i = 65; i >= 1; i--) {
        int digit = (int)((uint64_t)(triple >> i) & 1) - (i < 64 ? (int)((k >> i) & 1) : 0);
        POINT_FN(_jacobian_dbl)(&sum, &sum);
        if (digit != 0)
            POINT_FN(_jacobian_add)(&sum, &sum, digit > 0 ? &base : &minus);
    }
    *out = sum;
}

#undef POINT_UNIFORM
#undef POINT_MUL_SCRATCH
