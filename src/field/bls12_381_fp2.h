/* SPDX-License-Identifier: Apache-2.0
 *
 * The quadratic extension of BLS12-381's base field.
 */
#ifndef CUZK_FIELD_BLS12_381_FP2_H
#define CUZK_FIELD_BLS12_381_FP2_H

#include "field/bls12_381_fields.h"

#define FP2      bls12_381_fp2
#define FP2_BASE bls12_381_fp
#define FP2_HAS_SQRT
#include "field/fp2.inc.h"

#endif
