/* SPDX-License-Identifier: Apache-2.0
 *
 * Sparse matrix times witness over Fr: a thread a row.
 *
 * Coefficients are in Montgomery form and the witness is canonical, so a Montgomery product of the two is canonical:
 * rows come out canonical with no conversion, and the coefficients 1 and -1 (indices 0 and 1) cost an addition.
 */
#ifndef CUZK_BACKEND_CUDA_SPMV_KERNELS_CUH
#define CUZK_BACKEND_CUDA_SPMV_KERNELS_CUH

#include "backend/cuda/ntt_kernels.cuh"

template <class F>
__global__ void spmv_kernel(F *out, const uint64_t *row_start, const uint32_t *column,
                            const uint32_t *coefficient_index, const F *coefficients, const F *witness,
                            uint64_t row_count, uint64_t row_total)
{
    const uint64_t row = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (row >= row_total)
        return;
    F sum;
    set_zero(sum);
    const uint64_t end = row < row_count ? row_start[row + 1] : 0;
#pragma unroll 1
    for (uint64_t e = row < row_count ? row_start[row] : 0; e < end; e++) {
        const F value = ntt_load(witness + column[e]);
        const uint32_t which = coefficient_index[e];
        if (which == 0)
            sum = sum + value;
        else if (which == 1)
            sum = sum - value;
        else
            sum = sum + value * ntt_load(coefficients + which);
    }
    ntt_store(out + row, sum);
}

#endif
