/* SPDX-License-Identifier: Apache-2.0
 *
 * Prime fields of BLS12-381: bls12_381_fp (base) and bls12_381_fr (scalars; the type is cuzk_fr).
 */
#ifndef CUZK_FIELD_BLS12_381_FIELDS_H
#define CUZK_FIELD_BLS12_381_FIELDS_H

#include <cuzk/curve.h>

#include "field/field_constants.h"
#include "field/field_defs.h"

#define FIELD       bls12_381_fp
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        BLS12_381_FP_MODULUS_LIMBS                                                                                 \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        BLS12_381_FP_R_LIMBS                                                                                       \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        BLS12_381_FP_R2_LIMBS                                                                                      \
    }
#define FIELD_NEG_INV BLS12_381_FP_NEG_INV
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"

#define FIELD       bls12_381_fr
#define FIELD_TYPE  cuzk_fr
#define FIELD_LIMBS 4
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        BLS12_381_FR_MODULUS_LIMBS                                                                                 \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        BLS12_381_FR_R_LIMBS                                                                                       \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        BLS12_381_FR_R2_LIMBS                                                                                      \
    }
#define FIELD_NEG_INV BLS12_381_FR_NEG_INV
#include "field/mont.inc.h"

#endif
