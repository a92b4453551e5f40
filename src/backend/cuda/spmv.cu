/* SPDX-License-Identifier: Apache-2.0
 *
 * Sparse matrices resident on the GPU.
 */
#include <stdlib.h>

#include "backend/cuda/cuda_internal.h"
#include "backend/cuda/spmv_kernels.cuh"

struct cuzk_matrix {
    cuda_device *device;
    cuzk_curve_id curve;
    uint64_t row_count, bytes;
    void *row_start, *column, *coefficient_index, *coefficients;
};

enum {
    SPMV_THREADS = 128,
};

void cuda_matrix_destroy(cuzk_matrix *matrix)
{
    if (matrix == NULL)
        return;
    (void)cudaSetDevice(matrix->device->ordinal);
    (void)cudaFree(matrix->row_start);
    (void)cudaFree(matrix->column);
    (void)cudaFree(matrix->coefficient_index);
    (void)cudaFree(matrix->coefficients);
    (void)cudaGetLastError();
    free(matrix);
}

uint64_t cuda_matrix_bytes(const cuzk_matrix *matrix)
{
    return matrix->bytes;
}

cuzk_status cuda_matrix_create(cuzk_matrix **out, cuzk_device *head, const cuzk_matrix_view *view, cuzk_error *err)
{
    cuda_device *device = (cuda_device *)head;
    cuzk_matrix *matrix = (cuzk_matrix *)calloc(1, sizeof *matrix);
    if (matrix == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a matrix' description");
    matrix->device = device;
    matrix->curve = view->curve;
    matrix->row_count = view->row_count;
    matrix->bytes = 8 * (view->row_count + 1) + 8 * view->entry_count + sizeof(cuzk_fr) * view->coefficient_count;
    cuzk_status status =
        cuda_upload(&matrix->row_start, device, view->row_start,
                    view->row_count == 0 ? 0 : (view->row_count + 1) * sizeof(uint64_t), "a matrix' rows", err);
    if (status == CUZK_OK)
        status = cuda_upload(&matrix->column, device, view->column, view->entry_count * sizeof(uint32_t),
                             "a matrix' columns", err);
    if (status == CUZK_OK)
        status = cuda_upload(&matrix->coefficient_index, device, view->coefficient_index,
                             view->entry_count * sizeof(uint32_t), "a matrix' coefficient indices", err);
    if (status == CUZK_OK)
        status = cuda_upload(&matrix->coefficients, device, view->coefficients,
                             view->coefficient_count * sizeof(cuzk_fr), "a matrix' coefficients", err);
    if (status != CUZK_OK) {
        cuda_matrix_destroy(matrix);
        return status;
    }
    *out = matrix;
    return CUZK_OK;
}

template <class F>
static void spmv_launch(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix, const cuzk_buffer *witness,
                        uint64_t row_total)
{
    const uint64_t blocks = (row_total + SPMV_THREADS - 1) / SPMV_THREADS;
    spmv_kernel<F><<<(unsigned)blocks, SPMV_THREADS, 0, queue->stream>>>(
        (F *)out->bytes, (const uint64_t *)matrix->row_start, (const uint32_t *)matrix->column,
        (const uint32_t *)matrix->coefficient_index, (const F *)matrix->coefficients, (const F *)witness->bytes,
        matrix->row_count, row_total);
}

cuzk_status cuda_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix, const cuzk_buffer *witness,
                      uint64_t row_total, cuzk_error *err)
{
    if (row_total == 0)
        return CUZK_OK;
    cuzk_status status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    if (matrix->curve == CUZK_CURVE_BN254)
        spmv_launch<fp<bn254_fr32>>(queue, out, matrix, witness, row_total);
    else
        spmv_launch<fp<bls12_381_fr32>>(queue, out, matrix, witness, row_total);
    return cuda_check_launch("multiplying a matrix by the witness", err);
}
