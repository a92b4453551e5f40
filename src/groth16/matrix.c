/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "curve/curve.h"
#include "groth16/model.h"

enum {
    MATRIX_SLOTS_MIN = 64,
    MATRIX_SLOTS_MAX = 1 << 20,
    MATRIX_PROBES = 8, /* one cache line of slots */
};

/* Coefficients are found again through a table of fixed size: slot = index + 1 of a coefficient, 0 when empty. A
 * coefficient looks at MATRIX_PROBES neighbouring slots and pushes one out when all are taken. One that was pushed
 * out is stored again when it returns: a circuit with millions of distinct coefficients costs some sharing and
 * never more memory. */
struct cuzk_matrix_builder {
    const cuzk_curve_ops *curve;
    cuzk_sparse_matrix matrix;
    cuzk_pages row; /* each entry's row: only once an entry came out of order */
    uint64_t entry_count_max;
    uint64_t last_row;
    uint32_t *slots;
    uint64_t slot_mask;
};

static cuzk_status matrix_alloc_arrays(cuzk_sparse_matrix *matrix, uint64_t row_count, uint64_t entry_count_max,
                                       cuzk_error *err)
{
    cuzk_status status;
    size_t entries_bytes, rows_bytes, coefficients_bytes;
    if (row_count == UINT64_MAX || !cuzk_size_mul(&rows_bytes, row_count + 1, sizeof(uint64_t)) ||
        !cuzk_size_mul(&entries_bytes, entry_count_max, sizeof(uint32_t)) || entry_count_max > SIZE_MAX - 2 ||
        !cuzk_size_mul(&coefficients_bytes, entry_count_max + 2, sizeof(cuzk_fr)))
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a matrix of %" PRIu64 " entries",
                              entry_count_max);
    if ((status = cuzk_pages_alloc(&matrix->row_start, rows_bytes, "matrix rows", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_pages_alloc(&matrix->column, entries_bytes, "matrix columns", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_pages_alloc(&matrix->coefficient_index, entries_bytes, "matrix entries", err)) != CUZK_OK)
        return status;
    return cuzk_pages_alloc(&matrix->coefficients, coefficients_bytes, "matrix coefficients", err);
}

static cuzk_status matrix_alloc_slots(cuzk_matrix_builder *builder, cuzk_error *err)
{
    uint64_t count = MATRIX_SLOTS_MIN;
    while (count < MATRIX_SLOTS_MAX && count / 2 < builder->entry_count_max)
        count *= 2;
    builder->slot_mask = count - 1;
    builder->slots = cuzk_calloc_aligned(count, sizeof *builder->slots);
    if (builder->slots == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a matrix");
    return CUZK_OK;
}

static void matrix_set_constants(cuzk_matrix_builder *builder)
{
    cuzk_fr *coefficients = builder->matrix.coefficients.bytes;
    coefficients[0] = *builder->curve->fr_one;
    builder->curve->fr_neg(&coefficients[1], builder->curve->fr_one);
    builder->matrix.view.coefficient_count = 2;
}

cuzk_status cuzk_matrix_builder_create(cuzk_matrix_builder **out, cuzk_curve_id curve, uint64_t row_count,
                                       uint64_t column_count, uint64_t entry_count_max, cuzk_error *err)
{
    cuzk_status status;
    cuzk_matrix_builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a matrix");
    builder->curve = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    builder->entry_count_max = entry_count_max;
    builder->matrix.view.curve = curve;
    builder->matrix.view.row_count = row_count;
    builder->matrix.view.column_count = column_count;
    if ((status = matrix_alloc_arrays(&builder->matrix, row_count, entry_count_max, err)) != CUZK_OK)
        goto done;
    if ((status = matrix_alloc_slots(builder, err)) != CUZK_OK)
        goto done;
    matrix_set_constants(builder);
    *out = builder;
    builder = NULL;
done:
    cuzk_matrix_builder_destroy(builder);
    return status;
}

static bool fr_same(const cuzk_fr *a, const cuzk_fr *b)
{
    return ((a->limb[0] ^ b->limb[0]) | (a->limb[1] ^ b->limb[1]) | (a->limb[2] ^ b->limb[2]) |
            (a->limb[3] ^ b->limb[3])) == 0;
}

static bool fr_is_zero(const cuzk_fr *a)
{
    return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]) == 0;
}

/* Odd multipliers from the golden ratio mix the limbs; chosen collisions cost sharing, nothing else. */
static uint64_t fr_hash(const cuzk_fr *a)
{
    uint64_t hash = 0;
    for (int i = 0; i < CUZK_FR_LIMBS; i++) {
        hash = (hash ^ a->limb[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static cuzk_status matrix_store_coefficient(cuzk_matrix_builder *builder, uint32_t *out, const cuzk_fr *value,
                                            cuzk_error *err)
{
    uint64_t index = builder->matrix.view.coefficient_count;
    if (index >= UINT32_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a matrix with more than %" PRIu32 " coefficients",
                              UINT32_MAX);
    ((cuzk_fr *)builder->matrix.coefficients.bytes)[index] = *value;
    builder->matrix.view.coefficient_count = index + 1;
    *out = (uint32_t)index;
    return CUZK_OK;
}

static cuzk_status matrix_find_coefficient(cuzk_matrix_builder *builder, uint32_t *out, const cuzk_fr *value,
                                           cuzk_error *err)
{
    const cuzk_fr *coefficients = builder->matrix.coefficients.bytes;
    for (uint32_t i = 0; i < 2; i++) {
        *out = i;
        if (fr_same(&coefficients[i], value))
            return CUZK_OK;
    }
    uint64_t hash = fr_hash(value);
    uint32_t *line = builder->slots + (hash & builder->slot_mask & ~(uint64_t)(MATRIX_PROBES - 1));
    uint32_t *place = &line[(hash >> 40) % MATRIX_PROBES]; /* pushed out, if no slot is empty */
    for (uint32_t i = 0; i < MATRIX_PROBES; i++) {
        if (line[i] == 0) {
            place = &line[i];
            break;
        }
        *out = line[i] - 1;
        if (fr_same(&coefficients[*out], value))
            return CUZK_OK;
    }
    cuzk_status status = matrix_store_coefficient(builder, out, value, err);
    if (status == CUZK_OK)
        *place = *out + 1;
    return status;
}

/* Ends every row from the last one to the one before `row`. */
static void matrix_end_rows(cuzk_matrix_builder *builder, uint64_t row)
{
    uint64_t *row_start = builder->matrix.row_start.bytes;
    while (builder->last_row < row)
        row_start[++builder->last_row] = builder->matrix.view.entry_count;
}

/* The first entry out of order: from here on each entry's row is kept, and finish sorts. */
static cuzk_status matrix_leave_order(cuzk_matrix_builder *builder, cuzk_error *err)
{
    cuzk_status status =
        cuzk_pages_alloc(&builder->row, builder->entry_count_max * sizeof(uint64_t), "matrix rows", err);
    if (status != CUZK_OK)
        return status;
    matrix_end_rows(builder, builder->matrix.view.row_count);
    const uint64_t *row_start = builder->matrix.row_start.bytes;
    uint64_t *rows = builder->row.bytes;
    for (uint64_t row = 0; row < builder->matrix.view.row_count; row++)
        for (uint64_t k = row_start[row]; k < row_start[row + 1]; k++)
            rows[k] = row;
    return CUZK_OK;
}

static cuzk_status matrix_note_row(cuzk_matrix_builder *builder, uint64_t row, cuzk_error *err)
{
    if (builder->row.bytes == NULL && row >= builder->last_row) {
        matrix_end_rows(builder, row);
        return CUZK_OK;
    }
    if (builder->row.bytes == NULL) {
        cuzk_status status = matrix_leave_order(builder, err);
        if (status != CUZK_OK)
            return status;
    }
    ((uint64_t *)builder->row.bytes)[builder->matrix.view.entry_count] = row;
    return CUZK_OK;
}

cuzk_status cuzk_matrix_builder_add(cuzk_matrix_builder *builder, uint64_t row, uint32_t column,
                                    const cuzk_fr *coefficient, cuzk_error *err)
{
    cuzk_status status;
    cuzk_sparse_matrix *matrix = &builder->matrix;
    uint32_t index;
    assert(row < matrix->view.row_count && column < matrix->view.column_count);
    if (fr_is_zero(coefficient))
        return CUZK_OK;
    if (matrix->view.entry_count >= builder->entry_count_max)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a matrix with more than %" PRIu64 " entries",
                              builder->entry_count_max);
    if ((status = matrix_find_coefficient(builder, &index, coefficient, err)) != CUZK_OK)
        return status;
    if ((status = matrix_note_row(builder, row, err)) != CUZK_OK)
        return status;
    ((uint32_t *)matrix->column.bytes)[matrix->view.entry_count] = column;
    ((uint32_t *)matrix->coefficient_index.bytes)[matrix->view.entry_count] = index;
    matrix->view.entry_count++;
    return CUZK_OK;
}

/* Counting sort by row; entries of one row keep the order in which they came. */
static cuzk_status matrix_sort(cuzk_matrix_builder *builder, cuzk_error *err)
{
    cuzk_status status;
    cuzk_sparse_matrix *matrix = &builder->matrix;
    cuzk_pages column = {0}, index = {0};
    uint64_t *row_start = matrix->row_start.bytes, *rows = builder->row.bytes;
    uint64_t count = matrix->view.entry_count, row_count = matrix->view.row_count;
    if ((status = cuzk_pages_alloc(&column, count * sizeof(uint32_t), "matrix columns", err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_pages_alloc(&index, count * sizeof(uint32_t), "matrix entries", err)) != CUZK_OK)
        goto done;
    memset(row_start, 0, matrix->row_start.size_bytes);
    for (uint64_t k = 0; k < count; k++)
        row_start[rows[k] + 1]++;
    for (uint64_t row = 0; row < row_count; row++)
        row_start[row + 1] += row_start[row];
    /* row_start[row] runs over the row's places here, and ends as the start of the row after it. */
    for (uint64_t k = 0; k < count; k++) {
        uint64_t place = row_start[rows[k]]++;
        ((uint32_t *)column.bytes)[place] = ((const uint32_t *)matrix->column.bytes)[k];
        ((uint32_t *)index.bytes)[place] = ((const uint32_t *)matrix->coefficient_index.bytes)[k];
    }
    memmove(row_start + 1, row_start, row_count * sizeof *row_start);
    row_start[0] = 0;
    cuzk_pages_free(&matrix->column);
    cuzk_pages_free(&matrix->coefficient_index);
    matrix->column = column;
    matrix->coefficient_index = index;
    column = index = (cuzk_pages){0};
done:
    cuzk_pages_free(&column);
    cuzk_pages_free(&index);
    return status;
}

static void matrix_trim(cuzk_sparse_matrix *matrix)
{
    cuzk_matrix_view *view = &matrix->view;
    cuzk_pages_shrink(&matrix->column, view->entry_count * sizeof(uint32_t));
    cuzk_pages_shrink(&matrix->coefficient_index, view->entry_count * sizeof(uint32_t));
    cuzk_pages_shrink(&matrix->coefficients, view->coefficient_count * sizeof(cuzk_fr));
    view->row_start = matrix->row_start.bytes;
    view->column = matrix->column.bytes;
    view->coefficient_index = matrix->coefficient_index.bytes;
    view->coefficients = matrix->coefficients.bytes;
}

cuzk_status cuzk_matrix_builder_finish(cuzk_sparse_matrix *out, cuzk_matrix_builder *builder, cuzk_error *err)
{
    if (builder->row.bytes != NULL) {
        cuzk_status status = matrix_sort(builder, err);
        if (status != CUZK_OK)
            return status;
    } else {
        matrix_end_rows(builder, builder->matrix.view.row_count);
    }
    matrix_trim(&builder->matrix);
    *out = builder->matrix;
    builder->matrix = (cuzk_sparse_matrix){0};
    cuzk_matrix_builder_destroy(builder);
    return CUZK_OK;
}

void cuzk_matrix_builder_destroy(cuzk_matrix_builder *builder)
{
    if (builder == NULL)
        return;
    cuzk_sparse_matrix_clear(&builder->matrix);
    cuzk_pages_free(&builder->row);
    free(builder->slots);
    free(builder);
}

void cuzk_sparse_matrix_clear(cuzk_sparse_matrix *matrix)
{
    cuzk_pages_free(&matrix->row_start);
    cuzk_pages_free(&matrix->column);
    cuzk_pages_free(&matrix->coefficient_index);
    cuzk_pages_free(&matrix->coefficients);
    matrix->view = (cuzk_matrix_view){0};
}
