/* SPDX-License-Identifier: Apache-2.0
 *
 * What spmv.c exports once an instruction set.
 */
#ifndef CUZK_BACKEND_CPU_SPMV_TABLES_H
#define CUZK_BACKEND_CPU_SPMV_TABLES_H

#include "backend/cpu/spmv.h"

typedef struct cpu_spmv_table {
    cpu_spmv_rows *bn254, *bls12_381;
} cpu_spmv_table;

extern const cpu_spmv_table cuzk_cpu_spmv_portable;
#if defined(__x86_64__)
extern const cpu_spmv_table cuzk_cpu_spmv_adx;
extern const cpu_spmv_table cuzk_cpu_spmv_ifma;
#endif

#endif
