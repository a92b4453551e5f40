/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set.
 */
#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

#define FIELD bn254_fp
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD bn254_fr
#include "field/field_ops.inc.h"

#define FIELD bls12_381_fp
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD bls12_381_fr
#include "field/field_ops.inc.h"
