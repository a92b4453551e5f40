/* SPDX-License-Identifier: Apache-2.0
 *
 * Prime fields of BN254: bn254_fp (base) and bn254_fr (scalars; the type is cuzk_fr).
 */
#ifndef CUZK_FIELD_BN254_FIELDS_H
#define CUZK_FIELD_BN254_FIELDS_H

#include <cuzk/curve.h>

#include "field/field_constants.h"
#include "field/field_defs.h"

#define FIELD       bn254_fp
#define FIELD_LIMBS 4
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        BN254_FP_MODULUS_LIMBS                                                                                     \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        BN254_FP_R_LIMBS                                                                                           \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        BN254_FP_R2_LIMBS                                                                                          \
    }
#define FIELD_NEG_INV BN254_FP_NEG_INV
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"

#define FIELD       bn254_fr
#define FIELD_TYPE  cuzk_fr
#define FIELD_LIMBS 4
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        BN254_FR_MODULUS_LIMBS                                                                                     \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        BN254_FR_R_LIMBS                                                                                           \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        BN254_FR_R2_LIMBS                                                                                          \
    }
#define FIELD_NEG_INV BN254_FR_NEG_INV
#include "field/mont.inc.h"

#endif
