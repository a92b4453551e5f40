/* SPDX-License-Identifier: Apache-2.0
 *
 * The quadratic extension of BN254's base field.
 */
#ifndef CUZK_FIELD_BN254_FP2_H
#define CUZK_FIELD_BN254_FP2_H

#include "field/bn254_fields.h"

#define FP2      bn254_fp2
#define FP2_BASE bn254_fp
#define FP2_HAS_SQRT
#include "field/fp2.inc.h"

#endif
