/* SPDX-License-Identifier: Apache-2.0
 *
 * Sparse matrices: the caller's arrays, used where they lie.
 */
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_internal.h"
#include "backend/cpu/spmv.h"
#include "base/error.h"

enum {
    SPMV_GRAIN_ENTRIES = 2048, /* some 40 us of products */
};

struct cuzk_matrix {
    cuzk_matrix_view view;
    cpu_spmv_rows *rows;
    uint64_t grain_rows;
};

cuzk_status cuzk_cpu_matrix_create(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                                   cuzk_error *err)
{
    cpu_spmv_rows *rows = cuzk_cpu_spmv_get(view->curve, device->options.isa);
    if (rows == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "no matrix over curve %d", (int)view->curve);
    cuzk_matrix *matrix = calloc(1, sizeof *matrix);
    if (matrix == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a matrix");
    matrix->view = *view;
    matrix->rows = rows;
    uint64_t rows_per_grain = view->entry_count > 0 ? SPMV_GRAIN_ENTRIES * view->row_count / view->entry_count : 0;
    matrix->grain_rows = rows_per_grain < 1                    ? 1
                         : rows_per_grain > SPMV_GRAIN_ENTRIES ? SPMV_GRAIN_ENTRIES
                                                               : rows_per_grain;
    *out = matrix;
    return CUZK_OK;
}

void cuzk_cpu_matrix_destroy(cuzk_matrix *matrix)
{
    free(matrix);
}

/* The arrays stay the caller's. */
uint64_t cuzk_cpu_matrix_bytes(const cuzk_matrix *matrix)
{
    (void)matrix;
    return 0;
}

typedef struct spmv_step {
    cpu_step step; /* first */
    const cuzk_matrix *matrix;
    cuzk_fr *out;
    const cuzk_fr *witness;
    uint64_t row_total;
} spmv_step;

static void spmv_range(void *context, size_t begin, size_t end)
{
    spmv_step *spmv = context;
    const cuzk_matrix *matrix = spmv->matrix;
    uint64_t filled = end < matrix->view.row_count ? end : matrix->view.row_count;
    if (begin < filled)
        matrix->rows(spmv->out, &matrix->view, spmv->witness, begin, filled);
    uint64_t empty = begin > filled ? begin : filled;
    memset(spmv->out + empty, 0, (end - empty) * sizeof *spmv->out);
}

static cuzk_status spmv_run(cpu_step *step, cuzk_queue *queue, cuzk_error *err)
{
    (void)err;
    spmv_step *spmv = (spmv_step *)step;
    cuzk_pool_for(queue->device->pool, spmv->row_total, spmv->matrix->grain_rows, spmv_range, spmv);
    return CUZK_OK;
}

cuzk_status cuzk_cpu_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix,
                          const cuzk_buffer *witness, uint64_t row_total, cuzk_error *err)
{
    spmv_step *spmv = NULL;
    cuzk_status status;
    if (row_total < matrix->view.row_count)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "spmv: %llu rows asked for, the matrix has %llu",
                              (unsigned long long)row_total, (unsigned long long)matrix->view.row_count);
    if ((status = cuzk_cpu_check_elements(out, 0, row_total, "spmv: out", err)) != CUZK_OK)
        return status;
    status = cuzk_cpu_check_elements(witness, 0, matrix->view.column_count, "spmv: witness", err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_cpu_step_create(&spmv, sizeof *spmv, spmv_run, "spmv", err)) != CUZK_OK)
        return status;
    spmv->matrix = matrix;
    spmv->out = out->pages.bytes;
    spmv->witness = witness->pages.bytes;
    spmv->row_total = row_total;
    spmv->step.trace_kind = CUZK_TRACE_KERNEL;
    spmv->step.trace_value = CUZK_TRACE_OPERATION_SPMV;
    cuzk_cpu_queue_append(queue, &spmv->step);
    return CUZK_OK;
}
