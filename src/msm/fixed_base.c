/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/fixed_base.h"

#include <stdlib.h>

#include "base/cpu.h"
#include "base/error.h"
#include "base/memory.h"
#include "curve/curve.h"
#include "msm/fixed_base_internal.h"

struct cuzk_fixed_base {
    const fixed_base_ops *ops;
    cuzk_pool *pool;
    fixed_base_shape shape;
    cuzk_pages table, firsts;
    cuzk_pages scratch; /* ops->scratch_bytes a worker */
};

static const fixed_base_ops *ops_get(cuzk_curve_id curve, cuzk_group group, cuzk_isa isa)
{
#if defined(__x86_64__)
    if (isa == CUZK_ISA_ADX)
        return cuzk_fixed_base_ops_adx[curve - 1][group - 1];
    if (isa == CUZK_ISA_IFMA)
        return cuzk_fixed_base_ops_ifma[curve - 1][group - 1];
#endif
    return isa == CUZK_ISA_PORTABLE ? cuzk_fixed_base_ops_portable[curve - 1][group - 1] : NULL;
}

/* The window that costs fewest additions, the table's own included. */
static uint32_t window_choose(uint32_t scalar_bits, uint64_t count)
{
    uint32_t best = FIXED_BASE_WINDOW_MIN;
    double best_cost = 0.0;
    for (uint32_t bits = FIXED_BASE_WINDOW_MIN; bits <= FIXED_BASE_WINDOW_MAX; bits++) {
        double windows = (double)((scalar_bits + bits) / bits);
        double cost = windows * ((double)count + (double)((uint64_t)1 << (bits - 1)));
        if (bits == FIXED_BASE_WINDOW_MIN || cost < best_cost) {
            best = bits;
            best_cost = cost;
        }
    }
    return best;
}

static void shape_init(fixed_base_shape *shape, uint32_t scalar_bits, uint64_t count_hint)
{
    shape->window_bits = window_choose(scalar_bits, count_hint);
    /* One bit more than the scalar has: the signed digits' carry out of the top. */
    shape->window_count = (scalar_bits + shape->window_bits) / shape->window_bits;
    shape->half = (size_t)1 << (shape->window_bits - 1);
    for (uint32_t j = 0; j < shape->window_count; j++) {
        uint32_t bit = j * shape->window_bits + shape->window_bits - 1;
        shape->bias[bit / 64] |= (uint64_t)1 << (bit % 64);
    }
}

static char *scratch_of(cuzk_fixed_base *fixed)
{
    return (char *)fixed->scratch.bytes + cuzk_pool_worker_index(fixed->pool) * fixed->ops->scratch_bytes;
}

static void build_windows(void *context, size_t begin, size_t end)
{
    cuzk_fixed_base *fixed = context;
    size_t window_bytes = fixed->shape.half * fixed->ops->affine_bytes;
    for (size_t j = begin; j < end; j++)
        fixed->ops->window((char *)fixed->table.bytes + j * window_bytes,
                           (const char *)fixed->firsts.bytes + j * fixed->ops->affine_bytes, fixed->shape.half,
                           scratch_of(fixed));
}

static cuzk_status fixed_alloc(cuzk_fixed_base *fixed, cuzk_error *err)
{
    size_t points = (size_t)fixed->shape.window_count * fixed->shape.half;
    size_t workers = (size_t)cuzk_pool_thread_count(fixed->pool) + 1;
    cuzk_status status =
        cuzk_pages_alloc(&fixed->table, points * fixed->ops->affine_bytes, "a table of multiples", err);
    if (status == CUZK_OK)
        status = cuzk_pages_alloc(&fixed->firsts, fixed->shape.window_count * fixed->ops->affine_bytes,
                                  "a table of multiples", err);
    if (status == CUZK_OK)
        status =
            cuzk_pages_alloc(&fixed->scratch, workers * fixed->ops->scratch_bytes, "scratch of multiples", err);
    return status;
}

cuzk_status cuzk_fixed_base_create(cuzk_fixed_base **out, cuzk_curve_id curve, cuzk_group group, const void *base,
                                   uint64_t count_hint, cuzk_pool *pool, cuzk_isa isa, cuzk_error *err)
{
    cuzk_status status = cuzk_isa_resolve(&isa, isa, err);
    if (status != CUZK_OK)
        return status;
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(curve, isa);
    if (ops == NULL || (group != CUZK_GROUP_G1 && group != CUZK_GROUP_G2))
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "no multiples of a point: curve %d, group %d", (int)curve,
                              (int)group);
    cuzk_fixed_base *fixed = calloc(1, sizeof *fixed);
    if (fixed == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a table of multiples");
    fixed->ops = ops_get(curve, group, isa);
    fixed->pool = pool;
    shape_init(&fixed->shape, ops->fr_bits, count_hint);
    if ((status = fixed_alloc(fixed, err)) != CUZK_OK) {
        cuzk_fixed_base_destroy(fixed);
        return status;
    }
    fixed->ops->firsts(fixed->firsts.bytes, base, &fixed->shape);
    cuzk_pool_for(pool, fixed->shape.window_count, 1, build_windows, fixed);
    *out = fixed;
    return CUZK_OK;
}

void cuzk_fixed_base_destroy(cuzk_fixed_base *fixed)
{
    if (fixed == NULL)
        return;
    cuzk_wipe(fixed->scratch.bytes, fixed->scratch.size_bytes);
    cuzk_pages_free(&fixed->scratch);
    cuzk_pages_free(&fixed->firsts);
    cuzk_pages_free(&fixed->table);
    free(fixed);
}

typedef struct run_task {
    cuzk_fixed_base *fixed;
    char *points;
    const cuzk_fr *scalars;
    const uint32_t *index;
} run_task;

static void run_range(void *context, size_t begin, size_t end)
{
    const run_task *task = context;
    const fixed_base_ops *ops = task->fixed->ops;
    ops->multiples(task->points + begin * ops->affine_bytes, task->fixed->table.bytes, &task->fixed->shape,
                   task->index != NULL ? task->scalars : task->scalars + begin,
                   task->index != NULL ? task->index + begin : NULL, end - begin, scratch_of(task->fixed));
}

void cuzk_fixed_base_run(cuzk_fixed_base *fixed, void *points, const cuzk_fr *scalars, const uint32_t *index,
                         uint64_t count)
{
    run_task task = {fixed, points, scalars, index};
    cuzk_pool_for(fixed->pool, count, FIXED_BASE_BATCH, run_range, &task);
}
