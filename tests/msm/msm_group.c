/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/msm_group.h"

#include "curve/bls12_381.h"
#include "curve/bls12_381_constants.h"
#include "curve/bn254.h"
#include "curve/bn254_constants.h"
#include "msm/msm.h"

static const bn254_g1_affine bn254_g1_generator = BN254_G1_GENERATOR;
static const bn254_g2_affine bn254_g2_generator = BN254_G2_GENERATOR;
static const bls12_381_g1_affine bls12_381_g1_generator = BLS12_381_G1_GENERATOR;
static const bls12_381_g2_affine bls12_381_g2_generator = BLS12_381_G2_GENERATOR;

#define GROUP       bn254_g1
#define GROUP_FR    bn254_fr
#define GROUP_CURVE CUZK_CURVE_BN254
#define GROUP_ID    CUZK_GROUP_G1
#include "msm/msm_group.inc.h"

#define GROUP       bn254_g2
#define GROUP_FR    bn254_fr
#define GROUP_CURVE CUZK_CURVE_BN254
#define GROUP_ID    CUZK_GROUP_G2
#include "msm/msm_group.inc.h"

#define GROUP       bls12_381_g1
#define GROUP_FR    bls12_381_fr
#define GROUP_CURVE CUZK_CURVE_BLS12_381
#define GROUP_ID    CUZK_GROUP_G1
#include "msm/msm_group.inc.h"

#define GROUP       bls12_381_g2
#define GROUP_FR    bls12_381_fr
#define GROUP_CURVE CUZK_CURVE_BLS12_381
#define GROUP_ID    CUZK_GROUP_G2
#include "msm/msm_group.inc.h"

#define ROW(curve, group, prefix)                                                                                  \
    {                                                                                                              \
        curve, group, #prefix, sizeof(prefix##_affine), prefix##_bases_make, prefix##_expect, &prefix##_generator  \
    }

const msm_group cuzk_msm_test_groups[MSM_GROUPS] = {
    ROW(CUZK_CURVE_BN254, CUZK_GROUP_G1, bn254_g1),
    ROW(CUZK_CURVE_BN254, CUZK_GROUP_G2, bn254_g2),
    ROW(CUZK_CURVE_BLS12_381, CUZK_GROUP_G1, bls12_381_g1),
    ROW(CUZK_CURVE_BLS12_381, CUZK_GROUP_G2, bls12_381_g2),
};
