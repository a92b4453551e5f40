/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a sparse matrix times a witness: one function a curve, one table an instruction set.
 */
#ifndef CUZK_BACKEND_CPU_SPMV_H
#define CUZK_BACKEND_CPU_SPMV_H

#include "backend/backend.h"

/* out[row] = sum of the row's entries, begin <= row < end <= matrix->row_count. Witness and result canonical. */
typedef void cpu_spmv_rows(cuzk_fr *out, const cuzk_matrix_view *matrix, const cuzk_fr *witness, uint64_t begin,
                           uint64_t end);

/* The function for a curve and a resolved instruction set; NULL for a curve or set that is not there. */
cpu_spmv_rows *cuzk_cpu_spmv_get(cuzk_curve_id curve, cuzk_isa isa);

#endif
