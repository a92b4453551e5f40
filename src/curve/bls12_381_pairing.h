/* SPDX-License-Identifier: Apache-2.0
 *
 * BLS12-381's optimal ate pairing: a Miller loop of length |x|, and the final exponentiation.
 */
#ifndef CUZK_CURVE_BLS12_381_PAIRING_H
#define CUZK_CURVE_BLS12_381_PAIRING_H

#include "curve/bls12_381.h"
#include "curve/bls12_381_constants.h"
#include "curve/bls12_381_subgroup.h"
#include "field/bls12_381_tower.h"

#define PAIRING                  bls12_381
#define PAIRING_TWIST_D          0
#define PAIRING_G2_B3            BLS12_381_G2_B3
#define PAIRING_FROBENIUS_1      BLS12_381_FROBENIUS_1
#define PAIRING_FROBENIUS_2      BLS12_381_FROBENIUS_2
#define PAIRING_LOOP_DIGITS      BLS12_381_LOOP_DIGITS
#define PAIRING_LOOP_DIGIT_COUNT BLS12_381_LOOP_DIGIT_COUNT
#define PAIRING_X_ABS            BLS12_381_X_ABS
#define PAIRING_X_NEGATIVE       1
#include "curve/pairing.inc.h"

/* x is negative: the function of -|x| is, up to what the final exponentiation removes, the inverse of that of |x|.
 */
static inline void bls12_381_miller_finish(bls12_381_fp12 *f, bls12_381_miller_pair *pairs, size_t count)
{
    (void)pairs;
    (void)count;
    bls12_381_fp12_conjugate(f, f);
}

/* out = a^(3 (p^12 - 1) / r). 3 is prime to r, so this is a pairing as good as any; it is the one of snarkjs.
 * Source of the hard part: Hayashida, Hayasaka, Teruya, ePrint 2020/875:
 * 3 (p^4 - p^2 + 1) / r = (x - 1)^2 (x + p) (x^2 + p^2 - 1) + 3. */
static inline void bls12_381_final_exponentiation(bls12_381_fp12 *out, const bls12_381_fp12 *a)
{
    bls12_381_fp12 f, s, t, u;
    bls12_381_final_easy(&f, a);
    s = f;
    for (int i = 0; i < 2; i++) { /* s = s^(x - 1) */
        bls12_381_cyclotomic_pow_x(&t, &s);
        bls12_381_fp12_conjugate(&s, &s);
        bls12_381_fp12_mul(&s, &s, &t);
    }
    bls12_381_cyclotomic_pow_x(&t, &s);
    bls12_381_fp12_frobenius(&s, &s, bls12_381_pairing_frobenius_1);
    bls12_381_fp12_mul(&s, &s, &t); /* (x - 1)^2 (x + p) */
    bls12_381_cyclotomic_pow_x(&t, &s);
    bls12_381_cyclotomic_pow_x(&t, &t);
    bls12_381_fp12_frobenius_square(&u, &s, bls12_381_pairing_frobenius_2);
    bls12_381_fp12_mul(&t, &t, &u);
    bls12_381_fp12_conjugate(&s, &s);
    bls12_381_fp12_mul(&t, &t, &s);
    bls12_381_fp12_cyclotomic_sqr(&u, &f); /* 3 */
    bls12_381_fp12_mul(&u, &u, &f);
    bls12_381_fp12_mul(out, &t, &u);
}

#endif
