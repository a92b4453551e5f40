/* SPDX-License-Identifier: Apache-2.0
 *
 * BN254's optimal ate pairing: a Miller loop of length 6 x + 2, then two additions of Frobenius images, and the
 * final exponentiation.
 */
#ifndef CUZK_CURVE_BN254_PAIRING_H
#define CUZK_CURVE_BN254_PAIRING_H

#include "curve/bn254.h"
#include "curve/bn254_constants.h"
#include "curve/bn254_subgroup.h"
#include "field/bn254_tower.h"

#define PAIRING                  bn254
#define PAIRING_TWIST_D          1
#define PAIRING_G2_B3            BN254_G2_B3
#define PAIRING_FROBENIUS_1      BN254_FROBENIUS_1
#define PAIRING_FROBENIUS_2      BN254_FROBENIUS_2
#define PAIRING_LOOP_DIGITS      BN254_LOOP_DIGITS
#define PAIRING_LOOP_DIGIT_COUNT BN254_LOOP_DIGIT_COUNT
#define PAIRING_X_ABS            BN254_X_ABS
#define PAIRING_X_NEGATIVE       0
#include "curve/pairing.inc.h"

/* The end of the optimal ate loop: the lines through psi(q) and then -psi^2(q). */
static inline void bn254_miller_finish(bn254_fp12 *f, bn254_miller_pair *pairs, size_t count)
{
    bn254_line line;
    for (size_t i = 0; i < count; i++) {
        bn254_g2_affine q = pairs[i].q;
        bn254_g2_psi(&q, &q);
        bn254_miller_add(&line, &pairs[i], &q);
        bn254_miller_apply(f, &line, &pairs[i].p);
        bn254_g2_psi(&q, &q);
        bn254_g2_affine_neg(&q, &q);
        bn254_miller_add(&line, &pairs[i], &q);
        bn254_miller_apply(f, &line, &pairs[i].p);
    }
}

/* out = a^(2 x (6 x^2 + 3 x + 1) (p^12 - 1) / r). The factor before the quotient is prime to r, so this is a
 * pairing as good as any; it is the one of snarkjs. Source of the hard part: Fuentes-Castaneda, Knapp,
 * Rodriguez-Henriquez, "Faster Hashing to G2", SAC 2011, section 5: with s = a^(12 x^3 + 6 x^2 + 6 x) and t = s
 * a^(-2 x), out = (s a^(6 x^2) a) t^p s^(p^2) (t / a)^(p^3). */
static inline void bn254_final_exponentiation(bn254_fp12 *out, const bn254_fp12 *a)
{
    bn254_fp12 f, f2x, f6x2, s, t, u;
    bn254_final_easy(&f, a);
    bn254_cyclotomic_pow_x(&f2x, &f);
    bn254_fp12_cyclotomic_sqr(&f2x, &f2x);
    bn254_fp12_cyclotomic_sqr(&t, &f2x);
    bn254_fp12_mul(&t, &t, &f2x); /* 6 x */
    bn254_cyclotomic_pow_x(&f6x2, &t);
    bn254_fp12_cyclotomic_sqr(&u, &f6x2);
    bn254_cyclotomic_pow_x(&u, &u); /* 12 x^3 */
    bn254_fp12_mul(&s, &u, &f6x2);
    bn254_fp12_mul(&s, &s, &t);
    bn254_fp12_conjugate(&f2x, &f2x);
    bn254_fp12_mul(&t, &s, &f2x);

    bn254_fp12_conjugate(&u, &f);
    bn254_fp12_mul(&u, &u, &t);
    bn254_fp12_frobenius(&u, &u, bn254_pairing_frobenius_1);
    bn254_fp12_mul(&u, &u, &s);
    bn254_fp12_frobenius_square(&u, &u, bn254_pairing_frobenius_2);
    bn254_fp12_frobenius(&t, &t, bn254_pairing_frobenius_1);
    bn254_fp12_mul(&u, &u, &t);
    bn254_fp12_mul(&s, &s, &f6x2);
    bn254_fp12_mul(&s, &s, &f);
    bn254_fp12_mul(out, &u, &s);
}

#endif
