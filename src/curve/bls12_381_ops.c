/* SPDX-License-Identifier: Apache-2.0
 *
 * BLS12-381's table of functions, compiled once an instruction set.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "curve/bls12_381_pairing.h"
#include "curve/curve_tables.h"

#define GROUP           bls12_381_g1
#define GROUP_FIELD     bls12_381_fp
#define GROUP_GENERATOR BLS12_381_G1_GENERATOR
#define GROUP_B         BLS12_381_G1_B
#define GROUP_B3        BLS12_381_G1_B3
#include "curve/group_ops.inc.h"

#define GROUP           bls12_381_g2
#define GROUP_FIELD     bls12_381_fp2
#define GROUP_GENERATOR BLS12_381_G2_GENERATOR
#define GROUP_B         BLS12_381_G2_B
#define GROUP_B3        BLS12_381_G2_B3
#include "curve/group_ops.inc.h"

#define CURVE                bls12_381
#define CURVE_FR_TWO_ADICITY BLS12_381_FR_TWO_ADICITY
#define CURVE_ROOTS                                                                                                \
    {                                                                                                              \
        {5, BLS12_381_FR_ROOT_5},                                                                                  \
        {                                                                                                          \
            7, BLS12_381_FR_ROOT_7                                                                                 \
        }                                                                                                          \
    }
#include "curve/curve_ops.inc.h"

const cuzk_curve_ops CUZK_OPS_NAME(cuzk_bls12_381_ops) = {
    .id = CUZK_CURVE_BLS12_381,
    .name = "BLS12-381",
    .snarkjs_name = "bls12381",
    .fr_bits = BLS12_381_FR_BITS,
    .fr_two_adicity = BLS12_381_FR_TWO_ADICITY,
    CUZK_CURVE_OPS_MEMBERS(bls12_381),
};
