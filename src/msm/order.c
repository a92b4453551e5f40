/* SPDX-License-Identifier: Apache-2.0 */
#include "field/field_constants.h"
#include "msm/msm.h"

/* (r - 1) / 2 is r shifted by one bit, r being odd. */
#define ORDER(l0, l1, l2, l3, bits)                                                                                \
    {                                                                                                              \
        {{l0, l1, l2, l3}},                                                                                        \
            {{l0 >> 1 | (uint64_t)(l1) << 63, l1 >> 1 | (uint64_t)(l2) << 63, l2 >> 1 | (uint64_t)(l3) << 63,      \
              l3 >> 1}},                                                                                           \
            bits                                                                                                   \
    }
#define ORDER_OF(limbs, bits) ORDER(limbs, bits)

static const cuzk_msm_order bn254_order = ORDER_OF(BN254_FR_MODULUS_LIMBS, 253);
static const cuzk_msm_order bls12_381_order = ORDER_OF(BLS12_381_FR_MODULUS_LIMBS, 254);

const cuzk_msm_order *cuzk_msm_order_get(cuzk_curve_id curve)
{
    switch (curve) {
    case CUZK_CURVE_BN254:
        return &bn254_order;
    case CUZK_CURVE_BLS12_381:
        return &bls12_381_order;
    }
    return NULL;
}
