/* SPDX-License-Identifier: Apache-2.0
 *
 * BLS12-381's tower up to Fp12, xi = 1 + u.
 */
#ifndef CUZK_FIELD_BLS12_381_TOWER_H
#define CUZK_FIELD_BLS12_381_TOWER_H

#include "field/bls12_381_fp2.h"

/* out = (1 + u) a = (c0 - c1) + (c0 + c1) u */
CUZK_HD static inline void bls12_381_fp2_mul_xi(bls12_381_fp2 *out, const bls12_381_fp2 *a)
{
    bls12_381_fp c0 = a->c0;
    bls12_381_fp_sub(&out->c0, &c0, &a->c1);
    bls12_381_fp_add(&out->c1, &c0, &a->c1);
}

#define FP6      bls12_381_fp6
#define FP6_BASE bls12_381_fp2
#include "field/fp6.inc.h"

#define FP12     bls12_381_fp12
#define FP12_FP6 bls12_381_fp6
#define FP12_FP2 bls12_381_fp2
#define FP12_FP  bls12_381_fp
#include "field/fp12.inc.h"

#endif
