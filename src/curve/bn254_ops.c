/* SPDX-License-Identifier: Apache-2.0
 *
 * BN254's table of functions, compiled once an instruction set.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "curve/bn254_pairing.h"
#include "curve/curve_tables.h"

#define GROUP           bn254_g1
#define GROUP_FIELD     bn254_fp
#define GROUP_GENERATOR BN254_G1_GENERATOR
#define GROUP_B         BN254_G1_B
#define GROUP_B3        BN254_G1_B3
#include "curve/group_ops.inc.h"

#define GROUP           bn254_g2
#define GROUP_FIELD     bn254_fp2
#define GROUP_GENERATOR BN254_G2_GENERATOR
#define GROUP_B         BN254_G2_B
#define GROUP_B3        BN254_G2_B3
#include "curve/group_ops.inc.h"

#define CURVE                bn254
#define CURVE_FR_TWO_ADICITY BN254_FR_TWO_ADICITY
#define CURVE_ROOTS                                                                                                \
    {                                                                                                              \
        {                                                                                                          \
            5, BN254_FR_ROOT_5                                                                                     \
        }                                                                                                          \
    }
#include "curve/curve_ops.inc.h"

const cuzk_curve_ops CUZK_OPS_NAME(cuzk_bn254_ops) = {
    .id = CUZK_CURVE_BN254,
    .name = "BN254",
    .snarkjs_name = "bn128",
    .fr_bits = BN254_FR_BITS,
    .fr_two_adicity = BN254_FR_TWO_ADICITY,
    CUZK_CURVE_OPS_MEMBERS(bn254),
};
