/* SPDX-License-Identifier: Apache-2.0 */
#include "field/field_ops.h"

#define FIELD_OPS_DECLARE(isa)                                                                                     \
    extern const cuzk_field_ops cuzk_field_ops_bn254_fp_##isa, cuzk_field_ops_bn254_fr_##isa,                      \
        cuzk_field_ops_bls12_381_fp_##isa, cuzk_field_ops_bls12_381_fr_##isa;
#define FIELD_OPS_ROW(isa)                                                                                         \
    {                                                                                                              \
        &cuzk_field_ops_bn254_fp_##isa, &cuzk_field_ops_bn254_fr_##isa, &cuzk_field_ops_bls12_381_fp_##isa,        \
            &cuzk_field_ops_bls12_381_fr_##isa                                                                     \
    }

FIELD_OPS_DECLARE(portable)
static const cuzk_field_ops *const portable_tables[CUZK_FIELD_COUNT] = FIELD_OPS_ROW(portable);

#if defined(__x86_64__)
FIELD_OPS_DECLARE(adx)
static const cuzk_field_ops *const adx_tables[CUZK_FIELD_COUNT] = FIELD_OPS_ROW(adx);
FIELD_OPS_DECLARE(ifma)
static const cuzk_field_ops *const ifma_tables[CUZK_FIELD_COUNT] = FIELD_OPS_ROW(ifma);
#endif

const cuzk_field_ops *cuzk_field_ops_get(int index, cuzk_isa isa)
{
    if (index < 0 || index >= CUZK_FIELD_COUNT || cuzk_isa_resolve(&isa, isa, NULL) != CUZK_OK)
        return NULL;
#if defined(__x86_64__)
    if (isa == CUZK_ISA_ADX)
        return adx_tables[index];
    if (isa == CUZK_ISA_IFMA)
        return ifma_tables[index];
#endif
    return portable_tables[index];
}
