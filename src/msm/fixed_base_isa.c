/* SPDX-License-Identifier: Apache-2.0
 *
 * The arithmetic of fixed-base tables for both curves and groups, compiled once an instruction set.
 */
#include "msm/fixed_base_internal.h"

#include "curve/bls12_381.h"
#include "curve/bn254.h"

#define POINT       bn254_g1
#define POINT_FIELD bn254_fp
#include "msm/fixed_base.inc.h"

#define POINT       bn254_g2
#define POINT_FIELD bn254_fp2
#include "msm/fixed_base.inc.h"

#define POINT       bls12_381_g1
#define POINT_FIELD bls12_381_fp
#include "msm/fixed_base.inc.h"

#define POINT       bls12_381_g2
#define POINT_FIELD bls12_381_fp2
#include "msm/fixed_base.inc.h"

const fixed_base_ops *const CUZK_JOIN(cuzk_fixed_base_ops_, CUZK_ISA_NAME)[2][2] = {
    {&bn254_g1_fixed_ops, &bn254_g2_fixed_ops},
    {&bls12_381_g1_fixed_ops, &bls12_381_g2_fixed_ops},
};
