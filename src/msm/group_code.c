/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/group_code.h"

#define TABLES(isa)                                                                                                \
    extern const cuzk_msm_group_code cuzk_msm_bn254_g1_##isa, cuzk_msm_bn254_g2_##isa,                             \
        cuzk_msm_bls12_381_g1_##isa, cuzk_msm_bls12_381_g2_##isa

#define ROWS(set, isa)                                                                                             \
    {CUZK_CURVE_BN254, CUZK_GROUP_G1, set, &cuzk_msm_bn254_g1_##isa},                                              \
        {CUZK_CURVE_BN254, CUZK_GROUP_G2, set, &cuzk_msm_bn254_g2_##isa},                                          \
        {CUZK_CURVE_BLS12_381, CUZK_GROUP_G1, set, &cuzk_msm_bls12_381_g1_##isa},                                  \
    {                                                                                                              \
        CUZK_CURVE_BLS12_381, CUZK_GROUP_G2, set, &cuzk_msm_bls12_381_g2_##isa                                     \
    }

TABLES(portable);
#if defined(__x86_64__)
TABLES(adx);
TABLES(ifma);
#endif

static const struct {
    cuzk_curve_id curve;
    cuzk_group group;
    cuzk_isa isa;
    const cuzk_msm_group_code *code;
} group_codes[] = {
    ROWS(CUZK_ISA_PORTABLE, portable),
#if defined(__x86_64__)
    ROWS(CUZK_ISA_ADX, adx),
    ROWS(CUZK_ISA_IFMA, ifma),
#endif
};

const cuzk_msm_group_code *cuzk_msm_group_code_get(cuzk_curve_id curve, cuzk_group group, cuzk_isa isa)
{
    for (size_t i = 0; i < sizeof group_codes / sizeof group_codes[0]; i++)
        if (group_codes[i].curve == curve && group_codes[i].group == group && group_codes[i].isa == isa)
            return group_codes[i].code;
    return NULL;
}
