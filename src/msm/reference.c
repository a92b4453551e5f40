/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "curve/bls12_381.h"
#include "curve/bn254.h"
#include "msm/msm.h"

#define REFERENCE_GROUP bn254_g1
#include "msm/reference.inc.h"

#define REFERENCE_GROUP bn254_g2
#include "msm/reference.inc.h"

#define REFERENCE_GROUP bls12_381_g1
#include "msm/reference.inc.h"

#define REFERENCE_GROUP bls12_381_g2
#include "msm/reference.inc.h"

static const struct {
    cuzk_curve_id curve;
    cuzk_group group;
    void (*sum)(void *out_affine, const void *bases, const uint32_t *scalar_index, const cuzk_fr *scalars,
                uint64_t count);
} references[] = {
    {CUZK_CURVE_BN254, CUZK_GROUP_G1, bn254_g1_reference},
    {CUZK_CURVE_BN254, CUZK_GROUP_G2, bn254_g2_reference},
    {CUZK_CURVE_BLS12_381, CUZK_GROUP_G1, bls12_381_g1_reference},
    {CUZK_CURVE_BLS12_381, CUZK_GROUP_G2, bls12_381_g2_reference},
};

cuzk_status cuzk_msm_reference(void *out_affine, cuzk_curve_id curve, cuzk_group group, const void *bases,
                               const uint32_t *scalar_index, const cuzk_fr *scalars, uint64_t count,
                               cuzk_error *err)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        if (references[i].curve != curve || references[i].group != group)
            continue;
        references[i].sum(out_affine, bases, scalar_index, scalars, count);
        return CUZK_OK;
    }
    return cuzk_error_set(err, CUZK_E_CURVE, "no group %d on a curve %d", (int)group, (int)curve);
}
