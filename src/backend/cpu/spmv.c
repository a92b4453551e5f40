/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set.
 */
#include "backend/cpu/spmv_tables.h"
#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

#define SPMV_FIELD bn254_fr
#include "backend/cpu/spmv.inc.h"

#define SPMV_FIELD bls12_381_fr
#include "backend/cpu/spmv.inc.h"

const cpu_spmv_table CUZK_JOIN(cuzk_cpu_spmv_, CUZK_ISA_NAME) = {bn254_fr_spmv_rows, bls12_381_fr_spmv_rows};
