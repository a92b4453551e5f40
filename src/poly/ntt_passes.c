/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "poly/ntt.h"

cuzk_fr *cuzk_ntt_scratch(const cuzk_ntt_plan *plan, void *work)
{
    uint32_t worker = cuzk_pool_worker_index(plan->pool);
    assert(worker < cuzk_pool_thread_count(plan->pool));
    return (cuzk_fr *)work + worker * plan->scratch_count;
}

static void tile_gather(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *scratch,
                        const cuzk_fr *values)
{
    for (size_t row = 0; row < ntt_pass_row_count(pass); row++)
        memcpy(scratch + row * NTT_TILE_COLUMNS, values + ntt_tile_row(plan, pass, tile, row),
               NTT_TILE_COLUMNS * sizeof(cuzk_fr));
}

static void tile_scatter(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *values,
                         const cuzk_fr *scratch)
{
    for (size_t row = 0; row < ntt_pass_row_count(pass); row++)
        memcpy(values + ntt_tile_row(plan, pass, tile, row), scratch + row * NTT_TILE_COLUMNS,
               NTT_TILE_COLUMNS * sizeof(cuzk_fr));
}

/* A tile belongs to block `tile / tiles a block`; columns do not meet in its levels, so the kernel takes the tile
 * for a smaller block of that number. */
static size_t tile_block(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile)
{
    return tile >> (plan->domain.log2 - pass->first_level - pass->level_count - NTT_TILE_COLUMNS_LOG2);
}

void cuzk_ntt_tile_descend(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *values,
                           cuzk_fr *scratch, bool inverse)
{
    tile_gather(plan, pass, tile, scratch, values);
    plan->kernels->descend(scratch, pass->level_count + NTT_TILE_COLUMNS_LOG2, pass->level_count,
                           tile_block(plan, pass, tile), &plan->twiddles, inverse);
    tile_scatter(plan, pass, tile, values, scratch);
}

void cuzk_ntt_tile_ascend(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *values,
                          cuzk_fr *scratch, bool inverse)
{
    tile_gather(plan, pass, tile, scratch, values);
    plan->kernels->ascend(scratch, pass->level_count + NTT_TILE_COLUMNS_LOG2, pass->level_count,
                          tile_block(plan, pass, tile), &plan->twiddles, inverse);
    if (pass == &plan->passes[0])
        plan->kernels->finish(scratch, ntt_pass_row_count(pass) * NTT_TILE_COLUMNS);
    tile_scatter(plan, pass, tile, values, scratch);
}

void cuzk_ntt_block_descend(const cuzk_ntt_plan *plan, size_t block, cuzk_fr *values, bool inverse)
{
    plan->kernels->descend(values, plan->block_log2, plan->block_log2, block, &plan->twiddles, inverse);
}

void cuzk_ntt_block_ascend(const cuzk_ntt_plan *plan, size_t block, cuzk_fr *values, bool inverse)
{
    plan->kernels->ascend(values, plan->block_log2, plan->block_log2, block, &plan->twiddles, inverse);
    if (plan->pass_count == 0)
        plan->kernels->finish(values, (size_t)1 << plan->block_log2);
}

void cuzk_ntt_block_powers(const cuzk_ntt_plan *plan, const cuzk_ntt_powers *powers, const cuzk_fr *factor,
                           size_t block, cuzk_fr *out)
{
    cuzk_fr block_factor;
    plan->kernels->scale(&block_factor, &powers->high[block], factor, 1);
    plan->kernels->scale(out, powers->low, &block_factor, (size_t)1 << plan->block_log2);
}

/* What a worker needs to take part in one pass over `values`. */
typedef struct pass_job {
    const cuzk_ntt_plan *plan;
    const cuzk_ntt_pass *pass; /* NULL in the block pass */
    cuzk_fr *values;
    void *work;
    const cuzk_ntt_powers *powers;
    const cuzk_fr *factor;
    bool inverse;
} pass_job;

static void tile_descend_body(void *context, size_t begin, size_t end)
{
    const pass_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t tile = begin; tile < end; tile++)
        cuzk_ntt_tile_descend(job->plan, job->pass, tile, job->values, scratch, job->inverse);
}

static void tile_ascend_body(void *context, size_t begin, size_t end)
{
    const pass_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t tile = begin; tile < end; tile++)
        cuzk_ntt_tile_ascend(job->plan, job->pass, tile, job->values, scratch, job->inverse);
}

static void block_scale(const pass_job *job, size_t block, cuzk_fr *values, cuzk_fr *scratch)
{
    const cuzk_ntt_kernels *kernels = job->plan->kernels;
    size_t count = (size_t)1 << job->plan->block_log2;
    if (job->factor == NULL)
        return;
    if (job->powers == NULL) {
        kernels->scale(values, values, job->factor, count);
        return;
    }
    cuzk_ntt_block_powers(job->plan, job->powers, job->factor, block, scratch);
    kernels->multiply(values, values, scratch, count);
}

static void block_descend_body(void *context, size_t begin, size_t end)
{
    const pass_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t block = begin; block < end; block++) {
        cuzk_fr *values = job->values + (block << job->plan->block_log2);
        cuzk_ntt_block_descend(job->plan, block, values, job->inverse);
        block_scale(job, block, values, scratch);
    }
}

static void block_ascend_body(void *context, size_t begin, size_t end)
{
    const pass_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t block = begin; block < end; block++) {
        cuzk_fr *values = job->values + (block << job->plan->block_log2);
        block_scale(job, block, values, scratch);
        cuzk_ntt_block_ascend(job->plan, block, values, job->inverse);
    }
}

static void run_tiles(pass_job *job, const cuzk_ntt_pass *pass, cuzk_pool_body *body)
{
    job->pass = pass;
    cuzk_pool_for(job->plan->pool, ntt_pass_tile_count(job->plan, pass), 1, body, job);
}

void cuzk_ntt_descend(const cuzk_ntt_plan *plan, cuzk_fr *values, void *work, const cuzk_ntt_powers *powers,
                      const cuzk_fr *factor, bool inverse)
{
    pass_job job = {plan, NULL, values, work, powers, factor, inverse};
    for (uint32_t i = 0; i < plan->pass_count; i++)
        run_tiles(&job, &plan->passes[i], tile_descend_body);
    cuzk_pool_for(plan->pool, ntt_plan_block_count(plan), 1, block_descend_body, &job);
}

void cuzk_ntt_ascend(const cuzk_ntt_plan *plan, cuzk_fr *values, void *work, const cuzk_ntt_powers *powers,
                     const cuzk_fr *factor, bool inverse)
{
    pass_job job = {plan, NULL, values, work, powers, factor, inverse};
    cuzk_pool_for(plan->pool, ntt_plan_block_count(plan), 1, block_ascend_body, &job);
    for (uint32_t i = plan->pass_count; i-- > 0;)
        run_tiles(&job, &plan->passes[i], tile_ascend_body);
}
