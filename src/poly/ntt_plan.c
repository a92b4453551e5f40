/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/error.h"
#include "poly/ntt.h"

const cuzk_ntt_tuning cuzk_ntt_tuning_default = {
    .one_pass_log2_min = 10,    /* below, a transform is one block on one thread: some 60 us */
    .two_passes_log2_min = 23,  /* above 2 x 11 levels tiles leave the second cache */
    .twiddle_low_log2_max = 21, /* 64 MiB */
};

/* Column passes for a domain: every pass needs whole tiles. */
static uint32_t pass_count_for(uint32_t log2, const cuzk_ntt_tuning *tuning)
{
    uint32_t count = log2 < tuning->one_pass_log2_min ? 0 : log2 < tuning->two_passes_log2_min ? 1 : 2;
    while (count > 0 && log2 / (count + 1) < NTT_TILE_COLUMNS_LOG2)
        count--;
    return count;
}

/* Equal parts; what does not divide goes to the blocks, which need no copying. */
static void plan_cut(cuzk_ntt_plan *plan, const cuzk_ntt_tuning *tuning)
{
    uint32_t log2 = plan->domain.log2;
    plan->pass_count = pass_count_for(log2, tuning);
    uint32_t part = log2 / (plan->pass_count + 1);
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        cuzk_ntt_pass pass = {i * part, part};
        plan->passes[i] = pass;
    }
    plan->block_log2 = log2 - plan->pass_count * part;

    /* A worker holds a tile, or two tables of a block's length (h.c). */
    size_t tile = plan->pass_count == 0 ? 0 : (size_t)1 << (part + NTT_TILE_COLUMNS_LOG2);
    size_t tables = (size_t)2 << plan->block_log2;
    plan->scratch_count = tile > tables ? tile : tables;
}

/* Sizes as powers of two of the tables, in the order in which they lie. */
typedef struct table_sizes {
    uint32_t twiddle_low, twiddle_high, shift_low, shift_high;
} table_sizes;

static table_sizes plan_table_sizes(const cuzk_ntt_plan *plan, const cuzk_ntt_tuning *tuning)
{
    uint32_t bits = plan->domain.log2 == 0 ? 0 : plan->domain.log2 - 1;
    table_sizes sizes;
    sizes.twiddle_low = bits < tuning->twiddle_low_log2_max ? bits : tuning->twiddle_low_log2_max;
    sizes.twiddle_high = bits - sizes.twiddle_low;
    sizes.shift_low = plan->block_log2;
    sizes.shift_high = plan->domain.log2 - plan->block_log2;
    return sizes;
}

/* The whole of powers(base) over low_log2 + high_log2 bits, split in two tables; returns what lies behind them. */
static cuzk_fr *fill_powers(const cuzk_ntt_plan *plan, cuzk_ntt_powers *out, cuzk_fr *next, const cuzk_fr *base,
                            uint32_t low_log2, uint32_t high_log2)
{
    cuzk_fr *low = next, *high = low + ((size_t)1 << low_log2);
    plan->kernels->powers(low, base, low_log2 + high_log2, low_log2);
    plan->kernels->powers(high, base, high_log2, high_log2);
    out->low = low;
    out->high = high;
    return high + ((size_t)1 << high_log2);
}

static cuzk_status plan_fill_tables(cuzk_ntt_plan *plan, const cuzk_ntt_tuning *tuning, cuzk_error *err)
{
    table_sizes sizes = plan_table_sizes(plan, tuning);
    size_t twiddle_count = ((size_t)1 << sizes.twiddle_low) + ((size_t)1 << sizes.twiddle_high);
    size_t shift_count = ((size_t)1 << sizes.shift_low) + ((size_t)1 << sizes.shift_high);
    size_t size_bytes = (twiddle_count + 2 * shift_count) * sizeof(cuzk_fr);
    cuzk_status status = cuzk_pages_alloc(&plan->tables, size_bytes, "a transform's tables", err);
    if (status != CUZK_OK)
        return status;

    cuzk_ntt_powers twiddles;
    cuzk_fr *next = plan->tables.bytes;
    next = fill_powers(plan, &twiddles, next, &plan->domain.root, sizes.twiddle_low, sizes.twiddle_high);
    next = fill_powers(plan, &plan->shift, next, &plan->domain.shift, sizes.shift_low, sizes.shift_high);
    (void)fill_powers(plan, &plan->shift_inverse, next, &plan->domain.shift_inverse, sizes.shift_low,
                      sizes.shift_high);
    plan->twiddles.low = twiddles.low;
    plan->twiddles.high = twiddles.high;
    plan->twiddles.low_log2 = sizes.twiddle_low;
    return CUZK_OK;
}

cuzk_status cuzk_ntt_plan_create_tuned(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2,
                                       cuzk_root root, const cuzk_fr *shift, cuzk_pool *pool, cuzk_isa isa,
                                       const cuzk_ntt_tuning *tuning, cuzk_error *err)
{
    cuzk_status status;
    cuzk_ntt_plan *plan = calloc(1, sizeof *plan);

    if (plan == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a transform plan");
    if ((status = cuzk_ntt_domain_init(&plan->domain, curve, domain_log2, root, shift, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_isa_resolve(&isa, isa, err)) != CUZK_OK)
        goto done;
    plan->kernels = cuzk_ntt_kernels_get(curve, isa);
    plan->pool = pool;
    plan_cut(plan, tuning);
    if ((status = plan_fill_tables(plan, tuning, err)) != CUZK_OK)
        goto done;
    *out = plan; /* ownership passes to the caller */
    plan = NULL;
done:
    cuzk_ntt_plan_destroy(plan);
    return status;
}

cuzk_status cuzk_ntt_plan_create_on_pool(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2,
                                         cuzk_root root, const cuzk_fr *shift, cuzk_pool *pool, cuzk_isa isa,
                                         cuzk_error *err)
{
    return cuzk_ntt_plan_create_tuned(out, curve, domain_log2, root, shift, pool, isa, &cuzk_ntt_tuning_default,
                                      err);
}

cuzk_status cuzk_ntt_plan_create(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2, cuzk_root root,
                                 const cuzk_fr *shift, uint32_t thread_count, cuzk_isa isa, cuzk_error *err)
{
    cuzk_pool *pool;
    cuzk_ntt_plan *plan;
    cuzk_status status = cuzk_pool_create(&pool, thread_count, err);
    if (status != CUZK_OK)
        return status;
    status = cuzk_ntt_plan_create_on_pool(&plan, curve, domain_log2, root, shift, pool, isa, err);
    if (status != CUZK_OK) {
        cuzk_pool_destroy(pool);
        return status;
    }
    plan->owns_pool = true;
    *out = plan;
    return CUZK_OK;
}

void cuzk_ntt_plan_destroy(cuzk_ntt_plan *plan)
{
    if (plan == NULL)
        return;
    if (plan->owns_pool)
        cuzk_pool_destroy(plan->pool);
    cuzk_pages_free(&plan->tables);
    free(plan);
}

size_t cuzk_ntt_workspace_bytes(const cuzk_ntt_plan *plan)
{
    return cuzk_pool_thread_count(plan->pool) * plan->scratch_count * sizeof(cuzk_fr);
}
