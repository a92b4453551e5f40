/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the table of msm/group_code.h for one group.
 *
 * Before including, define
 *   MSM_GROUP   prefix of the group's point template (curve/point.inc.h), e.g. bn254_g1
 *   MSM_FIELD   prefix and type of its coordinates' field, e.g. bn254_fp
 *   MSM_TABLE   name of the table, which gets external linkage
 * All three are undefined again at the end. Coordinates are canonical limbs in Montgomery form.
 */
#include "field/field_defs.h"
#include "msm/group_code.h"

#define MSM_G(name)  CUZK_JOIN(MSM_GROUP, name)
#define MSM_F(name)  CUZK_JOIN(MSM_FIELD, name)
#define MSM_FN_NAME  CUZK_JOIN(MSM_GROUP, _msm)
#define MSM_FN(name) CUZK_JOIN(MSM_FN_NAME, name)
#define MSM_AFFINE   MSM_G(_affine)
#define MSM_XYZZ     MSM_G(_xyzz)

#include "msm/pairs.inc.h"
#include "msm/tiles.inc.h"

#include "msm/slices.inc.h"

extern const cuzk_msm_group_code MSM_TABLE;
const cuzk_msm_group_code MSM_TABLE = {
    sizeof(MSM_AFFINE),   sizeof(MSM_XYZZ),       MSM_FN(_scratch_bytes), MSM_FN(_tile_sum),
    MSM_FN(_pieces_fold), MSM_FN(_slices_reduce), MSM_FN(_window_sum),    MSM_FN(_combine),
};

#undef MSM_G
#undef MSM_F
#undef MSM_FN_NAME
#undef MSM_FN
#undef MSM_AFFINE
#undef MSM_XYZZ
#undef MSM_GROUP
#undef MSM_FIELD
#undef MSM_TABLE
