/* SPDX-License-Identifier: Apache-2.0
 *
 * The tower over the field of 7 elements, xi = 2 + u: neither a square nor a cube in the field of 49, as its powers
 * to 24 and 16, tried in Python, are not 1.
 */
#ifndef CUZK_TESTS_TOY_TOWER_H
#define CUZK_TESTS_TOY_TOWER_H

#include "field/field_defs.h"

/* 2^64 mod 7, 2^128 mod 7, -7^-1 mod 2^64, by Python's pow. */
#define TOY_BRACES(value)                                                                                          \
    {                                                                                                              \
        value                                                                                                      \
    }
#define FIELD         tower7_fp
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(7)
#define FIELD_R       TOY_BRACES(2)
#define FIELD_R2      TOY_BRACES(4)
#define FIELD_NEG_INV 0x9249249249249249u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#undef TOY_BRACES

#define FP2      tower7_fp2
#define FP2_BASE tower7_fp
#define FP2_HAS_SQRT
#include "field/fp2.inc.h"

/* out = (2 + u) a = (2 c0 - c1) + (2 c1 + c0) u */
static inline void tower7_fp2_mul_xi(tower7_fp2 *out, const tower7_fp2 *a)
{
    tower7_fp2 twice;
    tower7_fp c0 = a->c0;
    tower7_fp2_double(&twice, a);
    tower7_fp_sub(&out->c0, &twice.c0, &a->c1);
    tower7_fp_add(&out->c1, &twice.c1, &c0);
}

#define FP6      tower7_fp6
#define FP6_BASE tower7_fp2
#include "field/fp6.inc.h"

#define FP12     tower7_fp12
#define FP12_FP6 tower7_fp6
#define FP12_FP2 tower7_fp2
#define FP12_FP  tower7_fp
#include "field/fp12.inc.h"

#endif
