/* SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <string.h>

#include "base/error.h"
#include "groth16/setup_internal.h"

enum {
    QUOTIENT_BLOCK = 512, /* elements an inversion; 32 KiB of stack */
    PRODUCT_GRAIN = 4096,
};

/* ---- Quotients ---- */

typedef struct quotient_task {
    cuzk_fr *out;
    const cuzk_curve_ops *ops;
    const cuzk_fr *start, *step, *tau, *factor;
} quotient_task;

static void quotient_range(void *context, size_t begin, size_t end)
{
    const quotient_task *task = context;
    const cuzk_curve_ops *ops = task->ops;
    cuzk_fr points[QUOTIENT_BLOCK], scratch[QUOTIENT_BLOCK], x;
    size_t count = end - begin;
    ops->fr_pow(&x, task->step, begin);
    ops->fr_mul(&x, &x, task->start);
    for (size_t i = 0; i < count; i++) {
        points[i] = x;
        ops->fr_sub(&task->out[begin + i], task->tau, &x);
        ops->fr_mul(&x, &x, task->step);
    }
    ops->fr_batch_inverse(&task->out[begin], scratch, count);
    for (size_t i = 0; i < count; i++) {
        ops->fr_mul(&points[i], &points[i], task->factor);
        ops->fr_mul(&task->out[begin + i], &task->out[begin + i], &points[i]);
    }
    cuzk_wipe(scratch, sizeof scratch);
    cuzk_wipe(points, sizeof points);
}

void cuzk_setup_quotients(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_fr *start, const cuzk_fr *step,
                          const cuzk_fr *tau, const cuzk_fr *factor, uint64_t count, cuzk_pool *pool)
{
    quotient_task task = {out, ops, start, step, tau, factor};
    cuzk_pool_for(pool, count, QUOTIENT_BLOCK, quotient_range, &task);
}

/* ---- Products with a transposed matrix ----
 *
 * The entries are put into the order of their columns first, so that each column is summed by one thread. Within a
 * column they come in no fixed order, which a sum in a field does not mind. */

typedef struct column_entry {
    uint32_t row, coefficient_index;
} column_entry;

typedef struct product_task {
    const cuzk_matrix_view *matrix;
    _Atomic uint64_t *ends; /* first the columns' sizes, then where each one's next entry goes, then its end */
    column_entry *entries;
    const cuzk_fr *weights;
    const cuzk_curve_ops *ops;
    cuzk_fr *out;
} product_task;

static void count_range(void *context, size_t begin, size_t end)
{
    const product_task *task = context;
    for (size_t k = begin; k < end; k++)
        atomic_fetch_add_explicit(&task->ends[task->matrix->column[k]], 1, memory_order_relaxed);
}

static void place_range(void *context, size_t begin, size_t end)
{
    const product_task *task = context;
    const cuzk_matrix_view *matrix = task->matrix;
    for (size_t row = begin; row < end; row++)
        for (uint64_t k = matrix->row_start[row]; k < matrix->row_start[row + 1]; k++) {
            uint64_t place = atomic_fetch_add_explicit(&task->ends[matrix->column[k]], 1, memory_order_relaxed);
            task->entries[place] = (column_entry){(uint32_t)row, matrix->coefficient_index[k]};
        }
}

static void sum_column(const product_task *task, cuzk_fr *sum, uint64_t begin, uint64_t end)
{
    const cuzk_curve_ops *ops = task->ops;
    memset(sum, 0, sizeof *sum);
    for (uint64_t k = begin; k < end; k++) {
        const column_entry *entry = &task->entries[k];
        const cuzk_fr *weight = &task->weights[entry->row];
        cuzk_fr term;
        if (entry->coefficient_index == 0) {
            ops->fr_add(sum, sum, weight);
        } else if (entry->coefficient_index == 1) {
            ops->fr_sub(sum, sum, weight);
        } else {
            ops->fr_mul(&term, &task->matrix->coefficients[entry->coefficient_index], weight);
            ops->fr_add(sum, sum, &term);
        }
    }
}

static void sum_range(void *context, size_t begin, size_t end)
{
    const product_task *task = context;
    for (size_t column = begin; column < end; column++)
        sum_column(task, &task->out[column], column == 0 ? 0 : task->ends[column - 1], task->ends[column]);
}

static void sizes_to_places(_Atomic uint64_t *ends, uint64_t count)
{
    uint64_t place = 0;
    for (uint64_t column = 0; column < count; column++) {
        uint64_t size = atomic_load_explicit(&ends[column], memory_order_relaxed);
        atomic_store_explicit(&ends[column], place, memory_order_relaxed);
        place += size;
    }
}

cuzk_status cuzk_setup_transposed_product(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_matrix_view *matrix,
                                          const cuzk_fr *weights, cuzk_pool *pool, cuzk_error *err)
{
    cuzk_status status;
    cuzk_pages ends = {0}, entries = {0};
    if ((status = cuzk_pages_alloc(&ends, matrix->column_count * sizeof(uint64_t), "a transposed matrix", err)) !=
        CUZK_OK)
        goto done;
    if ((status = cuzk_pages_alloc(&entries, matrix->entry_count * sizeof(column_entry), "a transposed matrix",
                                   err)) != CUZK_OK)
        goto done;
    product_task task = {matrix, ends.bytes, entries.bytes, weights, ops, out};
    cuzk_pool_for(pool, matrix->entry_count, PRODUCT_GRAIN, count_range, &task);
    sizes_to_places(task.ends, matrix->column_count);
    cuzk_pool_for(pool, matrix->row_count, PRODUCT_GRAIN, place_range, &task);
    cuzk_pool_for(pool, matrix->column_count, PRODUCT_GRAIN, sum_range, &task);
done:
    cuzk_pages_free(&entries);
    cuzk_pages_free(&ends);
    return status;
}

/* ---- The key's copies of the matrices ---- */

static cuzk_status copy_pages(cuzk_pages *out, const void *bytes, size_t copied_bytes, size_t size_bytes,
                              cuzk_error *err)
{
    cuzk_status status = cuzk_pages_alloc(out, size_bytes, "a key's matrices", err);
    if (status == CUZK_OK && copied_bytes > 0)
        memcpy(out->bytes, bytes, copied_bytes);
    return status;
}

static void extend_rows(cuzk_sparse_matrix *out, uint64_t row, uint64_t row_count, uint64_t unit_count)
{
    uint64_t *row_start = out->row_start.bytes;
    uint32_t *column = out->column.bytes, *coefficient_index = out->coefficient_index.bytes;
    uint64_t k = row_start[row];
    for (uint64_t s = 0; row + s < row_count; s++) {
        if (s < unit_count) {
            column[k] = (uint32_t)s;
            coefficient_index[k++] = 0; /* the coefficient 1 */
        }
        row_start[row + s + 1] = k;
    }
}

cuzk_status cuzk_setup_matrix_extend(cuzk_sparse_matrix *out, const cuzk_matrix_view *matrix, uint64_t row_count,
                                     uint64_t unit_count, cuzk_error *err)
{
    cuzk_status status;
    cuzk_sparse_matrix copy = {.view = *matrix};
    size_t old_entries = matrix->entry_count * sizeof(uint32_t);
    size_t new_entries = (matrix->entry_count + unit_count) * sizeof(uint32_t);
    size_t coefficients = matrix->coefficient_count * sizeof(cuzk_fr);
    if ((status = copy_pages(&copy.row_start, matrix->row_start, (matrix->row_count + 1) * sizeof(uint64_t),
                             (row_count + 1) * sizeof(uint64_t), err)) != CUZK_OK)
        goto done;
    if ((status = copy_pages(&copy.column, matrix->column, old_entries, new_entries, err)) != CUZK_OK)
        goto done;
    if ((status = copy_pages(&copy.coefficient_index, matrix->coefficient_index, old_entries, new_entries, err)) !=
        CUZK_OK)
        goto done;
    if ((status = copy_pages(&copy.coefficients, matrix->coefficients, coefficients, coefficients, err)) != CUZK_OK)
        goto done;
    extend_rows(&copy, matrix->row_count, row_count, unit_count);
    copy.view.row_count = row_count;
    copy.view.entry_count += unit_count;
    copy.view.row_start = copy.row_start.bytes;
    copy.view.column = copy.column.bytes;
    copy.view.coefficient_index = copy.coefficient_index.bytes;
    copy.view.coefficients = copy.coefficients.bytes;
    *out = copy;
    copy = (cuzk_sparse_matrix){0};
done:
    cuzk_sparse_matrix_clear(&copy);
    return status;
}
