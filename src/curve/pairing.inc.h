/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: Miller loops of the optimal ate pairing, and what both curves' final exponentiations share.
 *
 * Before including, define
 *   PAIRING                 prefix of the curve, e.g. bn254; its groups and tower are named from it
 *   PAIRING_TWIST_D         1 for a D-type twist y^2 = x^3 + b / xi, 0 for an M-type one, y^2 = x^3 + b xi
 *   PAIRING_G2_B3           initializer of three times the twist's b
 *   PAIRING_FROBENIUS_1, PAIRING_FROBENIUS_2, PAIRING_LOOP_DIGITS, PAIRING_LOOP_DIGIT_COUNT, PAIRING_X_ABS
 *                           from the curve's generated constants
 *   PAIRING_X_NEGATIVE      whether the curve's parameter x is below 0
 * All are undefined again at the end. Everything takes public values: time varies with them.
 *
 * Source: Vercauteren, "Optimal Pairings", ePrint 2008/096; homogeneous coordinates and lines: Costello, Lange,
 * Naehrig, ePrint 2009/615, and Aranha, Karabina, Longa, Gebotys, Lopez, ePrint 2010/526; formulas in
 * docs/math/pairing.md.
 */
#include "field/field_defs.h"

#define PAIRING_FN(name)   CUZK_JOIN(PAIRING, name)
#define PAIRING_FP2(name)  CUZK_JOIN(PAIRING_FN(_fp2), name)
#define PAIRING_FP12(name) CUZK_JOIN(PAIRING_FN(_fp12), name)
#define PAIRING_F2         PAIRING_FN(_fp2)
#define PAIRING_F12        PAIRING_FN(_fp12)
#define PAIRING_G1         PAIRING_FN(_g1_affine)
#define PAIRING_G2         PAIRING_FN(_g2_affine)
#define PAIRING_PAIR       PAIRING_FN(_miller_pair)
#define PAIRING_LINE       PAIRING_FN(_line)

static const PAIRING_F2 PAIRING_FN(_pairing_b3) = PAIRING_G2_B3;
static const PAIRING_F2 PAIRING_FN(_pairing_frobenius_1)[5] = PAIRING_FROBENIUS_1;
static const PAIRING_FN(_fp) PAIRING_FN(_pairing_frobenius_2)[5] = PAIRING_FROBENIUS_2;
static const signed char PAIRING_FN(_pairing_digits)[PAIRING_LOOP_DIGIT_COUNT] = PAIRING_LOOP_DIGITS;

/* One pair in a loop: p and q as given, and the running multiple of q with x = X / Z, y = Y / Z. */
typedef struct PAIRING_PAIR {
    PAIRING_G1 p;
    PAIRING_G2 q;
    PAIRING_F2 x, y, z;
} PAIRING_PAIR;

/* A line through points of the twist, as a function of p: constant + of_x * p.x + of_y * p.y, each on its own power
 * of w. */
typedef struct PAIRING_LINE {
    PAIRING_F2 constant, of_x, of_y;
} PAIRING_LINE;

static inline void PAIRING_FN(_miller_init)(PAIRING_PAIR *pair, const PAIRING_G1 *p, const PAIRING_G2 *q)
{
    pair->p = *p;
    pair->q = *q;
    pair->x = q->x;
    pair->y = q->y;
    PAIRING_FP2(_set_one)(&pair->z);
}

/* Doubles the running point and gives the tangent, times 2 Y Z: with B = Y^2, E = 3 b Z^2, H = 2 Y Z,
 * X3 = 2 X Y (B - 3 E), Y3 = (B + 3 E)^2 - 12 E^2, Z3 = 4 B H; line (B - E) - 3 X^2 p.x + H p.y. */
CUZK_HD_LARGE void PAIRING_FN(_miller_dbl)(PAIRING_LINE *line, PAIRING_PAIR *pair)
{
    PAIRING_F2 b, e, f, h, t;
    PAIRING_FP2(_sqr)(&b, &pair->y);
    PAIRING_FP2(_sqr)(&t, &pair->z);
    PAIRING_FP2(_add)(&h, &pair->y, &pair->z);
    PAIRING_FP2(_sqr)(&h, &h);
    PAIRING_FP2(_sub)(&h, &h, &b);
    PAIRING_FP2(_sub)(&h, &h, &t);
    PAIRING_FP2(_mul)(&e, &t, &PAIRING_FN(_pairing_b3));
    PAIRING_FP2(_double)(&f, &e);
    PAIRING_FP2(_add)(&f, &f, &e);

    PAIRING_FP2(_sub)(&line->constant, &b, &e);
    PAIRING_FP2(_sqr)(&t, &pair->x);
    PAIRING_FP2(_double)(&line->of_x, &t);
    PAIRING_FP2(_add)(&line->of_x, &line->of_x, &t);
    PAIRING_FP2(_neg)(&line->of_x, &line->of_x);
    line->of_y = h;

    PAIRING_FP2(_mul)(&t, &pair->x, &pair->y);
    PAIRING_FP2(_double)(&t, &t);
    PAIRING_FP2(_sub)(&pair->x, &b, &f);
    PAIRING_FP2(_mul)(&pair->x, &pair->x, &t);
    PAIRING_FP2(_mul)(&h, &h, &b);
    PAIRING_FP2(_double)(&h, &h);
    PAIRING_FP2(_double)(&pair->z, &h);
    PAIRING_FP2(_add)(&f, &b, &f);
    PAIRING_FP2(_sqr)(&f, &f);
    PAIRING_FP2(_double)(&e, &e); /* 12 E^2 = 3 (2 E)^2 */
    PAIRING_FP2(_sqr)(&e, &e);
    PAIRING_FP2(_sub)(&f, &f, &e);
    PAIRING_FP2(_sub)(&f, &f, &e);
    PAIRING_FP2(_sub)(&pair->y, &f, &e);
}

/* Adds q to the running point and gives the chord, times L: with T = Y - q.y Z, L = X - q.x Z, G = X L^2,
 * H = L^3 + Z T^2 - 2 G, X3 = L H, Y3 = T (G - H) - Y L^3, Z3 = Z L^3; line (T q.x - L q.y) - T p.x + L p.y.
 * The running point is never q or -q inside a loop, its multiple being far from 1 and -1 modulo r. */
CUZK_HD_LARGE void PAIRING_FN(_miller_add)(PAIRING_LINE *line, PAIRING_PAIR *pair, const PAIRING_G2 *q)
{
    PAIRING_F2 t, l, g, h, lll, u;
    PAIRING_FP2(_mul)(&t, &q->y, &pair->z);
    PAIRING_FP2(_sub)(&t, &pair->y, &t);
    PAIRING_FP2(_mul)(&l, &q->x, &pair->z);
    PAIRING_FP2(_sub)(&l, &pair->x, &l);

    PAIRING_FP2(_mul)(&line->constant, &t, &q->x);
    PAIRING_FP2(_mul)(&u, &l, &q->y);
    PAIRING_FP2(_sub)(&line->constant, &line->constant, &u);
    PAIRING_FP2(_neg)(&line->of_x, &t);
    line->of_y = l;

    PAIRING_FP2(_sqr)(&u, &l);
    PAIRING_FP2(_mul)(&lll, &u, &l);
    PAIRING_FP2(_mul)(&g, &u, &pair->x);
    PAIRING_FP2(_sqr)(&h, &t);
    PAIRING_FP2(_mul)(&h, &h, &pair->z);
    PAIRING_FP2(_add)(&h, &h, &lll);
    PAIRING_FP2(_sub)(&h, &h, &g);
    PAIRING_FP2(_sub)(&h, &h, &g);
    PAIRING_FP2(_mul)(&pair->x, &l, &h);
    PAIRING_FP2(_sub)(&g, &g, &h);
    PAIRING_FP2(_mul)(&g, &g, &t);
    PAIRING_FP2(_mul)(&u, &pair->y, &lll);
    PAIRING_FP2(_sub)(&pair->y, &g, &u);
    PAIRING_FP2(_mul)(&pair->z, &pair->z, &lll);
}

/* f = f * line(p). On a D-type twist the terms lie on w^0 (p.y), w^1 (p.x), w^3 (constant); on an M-type one, times
 * w^3, on w^3 (p.y), w^2 (p.x), w^0 (constant). */
static inline void PAIRING_FN(_miller_apply)(PAIRING_F12 *f, PAIRING_LINE *line, const PAIRING_G1 *p)
{
    PAIRING_FP2(_mul_base)(&line->of_x, &line->of_x, &p->x);
    PAIRING_FP2(_mul_base)(&line->of_y, &line->of_y, &p->y);
#if PAIRING_TWIST_D
    PAIRING_FP12(_mul_by_034)(f, f, &line->of_y, &line->of_x, &line->constant);
#else
    PAIRING_FP12(_mul_by_014)(f, f, &line->constant, &line->of_x, &line->of_y);
#endif
}

/* Adds `digit` (1 or -1) times q to every running point. */
static inline void PAIRING_FN(_miller_step)(PAIRING_F12 *f, PAIRING_PAIR *pairs, size_t count, int digit)
{
    PAIRING_LINE line;
    for (size_t i = 0; i < count; i++) {
        PAIRING_G2 q = pairs[i].q;
        if (digit < 0)
            PAIRING_FN(_g2_affine_neg)(&q, &q);
        PAIRING_FN(_miller_add)(&line, &pairs[i], &q);
        PAIRING_FN(_miller_apply)(f, &line, &pairs[i].p);
    }
}

/* f = product over the pairs of the Miller function of the loop's length, the squarings being shared. No operand is
 * the identity. */
CUZK_HD_LARGE void PAIRING_FN(_miller_loop)(PAIRING_F12 *f, PAIRING_PAIR *pairs, size_t count)
{
    PAIRING_LINE line;
    PAIRING_FP12(_set_one)(f);
    for (int i = PAIRING_LOOP_DIGIT_COUNT - 2; i >= 0; i--) {
        if (i < PAIRING_LOOP_DIGIT_COUNT - 2) /* the first square is of 1 */
            PAIRING_FP12(_sqr)(f, f);
        for (size_t j = 0; j < count; j++) {
            PAIRING_FN(_miller_dbl)(&line, &pairs[j]);
            PAIRING_FN(_miller_apply)(f, &line, &pairs[j].p);
        }
        if (PAIRING_FN(_pairing_digits)[i] != 0)
            PAIRING_FN(_miller_step)(f, pairs, count, PAIRING_FN(_pairing_digits)[i]);
    }
}

/* The easy part of the final exponentiation, out = a^((p^6 - 1)(p^2 + 1)): from here on conjugates are inverses. */
CUZK_HD_LARGE void PAIRING_FN(_final_easy)(PAIRING_F12 *out, const PAIRING_F12 *a)
{
    PAIRING_F12 inverse, t;
    PAIRING_FP12(_inverse_vartime)(&inverse, a);
    PAIRING_FP12(_conjugate)(&t, a);
    PAIRING_FP12(_mul)(&t, &t, &inverse);
    PAIRING_FP12(_frobenius_square)(out, &t, PAIRING_FN(_pairing_frobenius_2));
    PAIRING_FP12(_mul)(out, out, &t);
}

/* out = a^x in the cyclotomic subgroup, by signed digits: digit i is bit i + 1 of 3 |x| less bit i + 1 of |x|. */
CUZK_HD_LARGE void PAIRING_FN(_cyclotomic_pow_x)(PAIRING_F12 *out, const PAIRING_F12 *a)
{
    PAIRING_F12 base = *a, inverse, result;
    const uint64_t x = PAIRING_X_ABS;
    const cuzk_u128 triple = (cuzk_u128)x * 3;
    PAIRING_FP12(_conjugate)(&inverse, a);
    PAIRING_FP12(_set_one)(&result);
    for (int i = 65; i >= 1; i--) {
        int digit = (int)((uint64_t)(triple >> i) & 1) - (i < 64 ? (int)((x >> i) & 1) : 0);
        PAIRING_FP12(_cyclotomic_sqr)(&result, &result);
        if (digit != 0)
            PAIRING_FP12(_mul)(&result, &result, digit > 0 ? &base : &inverse);
    }
    *out = result;
    if (PAIRING_X_NEGATIVE)
        PAIRING_FP12(_conjugate)(out, &result);
}

#undef PAIRING_FN
#undef PAIRING_FP2
#undef PAIRING_FP12
#undef PAIRING_F2
#undef PAIRING_F12
#undef PAIRING_G1
#undef PAIRING_G2
#undef PAIRING_PAIR
#undef PAIRING_LINE
#undef PAIRING
#undef PAIRING_TWIST_D
#undef PAIRING_G2_B3
#undef PAIRING_FROBENIUS_1
#undef PAIRING_FROBENIUS_2
#undef PAIRING_LOOP_DIGITS
#undef PAIRING_LOOP_DIGIT_COUNT
#undef PAIRING_X_ABS
#undef PAIRING_X_NEGATIVE
