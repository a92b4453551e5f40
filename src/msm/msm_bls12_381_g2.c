/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums in G2 of BLS12-381, compiled once an instruction set.
 */
#include "curve/bls12_381.h"

#define MSM_GROUP bls12_381_g2
#define MSM_FIELD bls12_381_fp2
#define MSM_TABLE CUZK_JOIN(cuzk_msm_bls12_381_g2_, CUZK_ISA_NAME)
#include "msm/group_code.inc.h"
