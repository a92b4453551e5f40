/* SPDX-License-Identifier: Apache-2.0
 *
 * BN254's tower up to Fp12, xi = 9 + u.
 */
#ifndef CUZK_FIELD_BN254_TOWER_H
#define CUZK_FIELD_BN254_TOWER_H

#include "field/bn254_fp2.h"

/* out = (9 + u) a = (9 c0 - c1) + (9 c1 + c0) u */
CUZK_HD static inline void bn254_fp2_mul_xi(bn254_fp2 *out, const bn254_fp2 *a)
{
    bn254_fp2 nine = *a;
    bn254_fp c0 = a->c0;
    for (int i = 0; i < 3; i++)
        bn254_fp2_double(&nine, &nine);
    bn254_fp2_add(&nine, &nine, a);
    bn254_fp_sub(&out->c0, &nine.c0, &a->c1);
    bn254_fp_add(&out->c1, &nine.c1, &c0);
}

#define FP6      bn254_fp6
#define FP6_BASE bn254_fp2
#include "field/fp6.inc.h"

#define FP12     bn254_fp12
#define FP12_FP6 bn254_fp6
#define FP12_FP2 bn254_fp2
#define FP12_FP  bn254_fp
#include "field/fp12.inc.h"

#endif
