/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/plan.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

static void plan_init(cuzk_msm_plan *plan, const cuzk_msm_group_code *code, const cuzk_msm_order *order,
                      uint64_t count_max, cuzk_pool *pool)
{
    plan->code = code;
    plan->order = order;
    plan->pool = pool;
    cuzk_msm_shape_init(&plan->shape, count_max, cuzk_pool_thread_count(pool), order->half_bits,
                        code->affine_bytes);
    plan->sizes.affine_bytes = code->affine_bytes;
    plan->sizes.xyzz_bytes = code->xyzz_bytes;
    plan->sizes.scratch_bytes = code->scratch_bytes(plan->shape.tile_entries_max);
}

static cuzk_status plan_check(cuzk_curve_id curve, cuzk_group group, uint64_t count_max, cuzk_error *err)
{
    if (cuzk_msm_order_get(curve) == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "no curve has the number %d", (int)curve);
    if (group != CUZK_GROUP_G1 && group != CUZK_GROUP_G2)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "no group has the number %d", (int)group);
    if (count_max > CUZK_MSM_COUNT_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a sum of %llu terms; the limit is %llu",
                              (unsigned long long)count_max, (unsigned long long)CUZK_MSM_COUNT_MAX);
    return CUZK_OK;
}

/* `own_pool` is the pool, or NULL if it is the caller's; it is the plan's only on success. */
static cuzk_status plan_create(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group, uint64_t count_max,
                               cuzk_pool *pool, cuzk_pool *own_pool, cuzk_isa isa, cuzk_error *err)
{
    cuzk_status status;
    cuzk_isa resolved;
    if ((status = plan_check(curve, group, count_max, err)) != CUZK_OK ||
        (status = cuzk_isa_resolve(&resolved, isa, err)) != CUZK_OK)
        return status;
    const cuzk_msm_group_code *code = cuzk_msm_group_code_get(curve, group, resolved);
    if (code == NULL)
        return cuzk_error_set(err, CUZK_E_UNSUPPORTED, "sums are not built for instruction set %s",
                              cuzk_isa_name(resolved));
    cuzk_msm_plan *plan = cuzk_calloc_aligned(1, sizeof *plan);
    if (plan == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a plan of %zu bytes", sizeof *plan);
    plan_init(plan, code, cuzk_msm_order_get(curve), count_max, pool);
    plan->own_pool = own_pool;
    *out = plan;
    return CUZK_OK;
}

cuzk_status cuzk_msm_plan_create_on_pool(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group,
                                         uint64_t count_max, cuzk_pool *pool, cuzk_isa isa, cuzk_error *err)
{
    return plan_create(out, curve, group, count_max, pool, NULL, isa, err);
}

cuzk_status cuzk_msm_plan_create(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group, uint64_t count_max,
                                 uint32_t thread_count, cuzk_isa isa, cuzk_error *err)
{
    cuzk_status status;
    cuzk_pool *pool = NULL;
    if ((status = cuzk_pool_create(&pool, thread_count, err)) != CUZK_OK)
        return status;
    if ((status = plan_create(out, curve, group, count_max, pool, pool, isa, err)) != CUZK_OK)
        cuzk_pool_destroy(pool);
    return status;
}

void cuzk_msm_plan_destroy(cuzk_msm_plan *plan)
{
    if (plan == NULL)
        return;
    cuzk_pool_destroy(plan->own_pool);
    free(plan);
}

size_t cuzk_msm_workspace_bytes(const cuzk_msm_plan *plan)
{
    cuzk_msm_memory unused;
    return cuzk_msm_memory_init(&unused, NULL, &plan->shape, &plan->sizes);
}
