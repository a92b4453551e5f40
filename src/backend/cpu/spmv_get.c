/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/cpu/spmv_tables.h"
#include "base/cpu.h"

static const cpu_spmv_table *table_of(cuzk_isa isa)
{
    if (!cuzk_isa_available(isa))
        return NULL;
    switch (isa) {
    case CUZK_ISA_PORTABLE:
        return &cuzk_cpu_spmv_portable;
#if defined(__x86_64__)
    case CUZK_ISA_ADX:
        return &cuzk_cpu_spmv_adx;
    case CUZK_ISA_IFMA:
        return &cuzk_cpu_spmv_ifma;
#endif
    default:
        return NULL;
    }
}

cpu_spmv_rows *cuzk_cpu_spmv_get(cuzk_curve_id curve, cuzk_isa isa)
{
    const cpu_spmv_table *table = table_of(isa);
    if (table == NULL)
        return NULL;
    switch (curve) {
    case CUZK_CURVE_BN254:
        return table->bn254;
    case CUZK_CURVE_BLS12_381:
        return table->bls12_381;
    }
    return NULL;
}
