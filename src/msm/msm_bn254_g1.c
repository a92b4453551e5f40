/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums in G1 of BN254, compiled once an instruction set.
 */
#include "curve/bn254.h"

#define MSM_GROUP bn254_g1
#define MSM_FIELD bn254_fp
#define MSM_TABLE CUZK_JOIN(cuzk_msm_bn254_g1_, CUZK_ISA_NAME)
#include "msm/group_code.inc.h"
