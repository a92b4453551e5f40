/* SPDX-License-Identifier: Apache-2.0
 *
 * A sum from beginning to end: census, ones, waves of windows (sort, tiles, slices), combine.
 */
#include <string.h>

#include "base/error.h"
#include "msm/plan.h"
#include "msm/sort.h"

enum {
    PIECES_GRAIN = 16,
    SLICE_TASKS_PER_THREAD = 4,
    SLICES_PER_TASK_MIN = 64, /* fewer would not share their inversion well */
};

/* One call of run; everything in it is read-only while a loop runs. */
typedef struct run_state {
    const cuzk_msm_plan *plan;
    const cuzk_msm_group_code *code;
    cuzk_pool *pool;
    const void *bases;
    cuzk_msm_terms terms;
    cuzk_msm_memory memory;
    cuzk_msm_windows windows;
    cuzk_msm_wave wave;
    cuzk_msm_tiles tiles;
    cuzk_msm_slices slices;
    uint32_t rest;
} run_state;

static void *run_scratch(const run_state *run)
{
    return run->memory.scratch + cuzk_pool_worker_index(run->pool) * run->plan->sizes.scratch_bytes;
}

/* ---- Tiles ---- */

static void tiles_body(void *context, size_t begin, size_t end)
{
    const run_state *run = context;
    for (size_t tile = begin; tile < end; tile++)
        run->code->tile_sum(&run->tiles, (uint32_t)tile, run_scratch(run));
}

static void pieces_body(void *context, size_t begin, size_t end)
{
    const run_state *run = context;
    run->code->pieces_fold(&run->tiles, (uint32_t)begin, (uint32_t)end);
}

/* Adds up memory.entries, sorted by bucket, into memory.buckets; at least one entry. */
static void run_tiles(run_state *run, const uint32_t *bucket_start, uint32_t bucket_total)
{
    cuzk_msm_tiles *tiles = &run->tiles;
    uint32_t entry_count = bucket_start[bucket_total];
    tiles->bases = run->bases;
    tiles->entries = run->memory.entries;
    tiles->bucket_start = bucket_start;
    tiles->bucket_total = bucket_total;
    tiles->tile_entries = cuzk_msm_tile_entries(&run->plan->shape, entry_count);
    tiles->tile_count = (entry_count - 1) / tiles->tile_entries + 1;
    tiles->buckets = run->memory.buckets;
    tiles->pieces = run->memory.pieces;
    tiles->piece_bucket = run->memory.piece_bucket;
    cuzk_pool_for(run->pool, tiles->tile_count, 1, tiles_body, run);
    cuzk_pool_for(run->pool, tiles->tile_count, PIECES_GRAIN, pieces_body, run);
}

/* ---- Waves ---- */

static void slices_body(void *context, size_t begin, size_t end)
{
    const run_state *run = context;
    run->code->slices_reduce(&run->slices, (uint32_t)begin, (uint32_t)(end - begin), run_scratch(run));
}

static void window_sums_body(void *context, size_t begin, size_t end)
{
    const run_state *run = context;
    uint32_t slices = run->windows.bucket_count >> run->slices.slice_log2;
    uint32_t total = run->wave.bucket_total >> run->slices.slice_log2;
    for (uint32_t w = (uint32_t)begin; w < end; w++) {
        uint32_t first = w * slices;
        uint32_t count = total - first < slices ? total - first : slices;
        run->code->window_sum(run->memory.window_sums, run->wave.first_window + w, &run->slices, first, count);
    }
}

static uint32_t slices_per_task(const run_state *run, uint32_t slice_total)
{
    uint32_t threads = run->plan->shape.thread_count, limit = run->plan->shape.tile_entries_max / 2;
    uint32_t count = slice_total / (threads * SLICE_TASKS_PER_THREAD) + 1;
    count = count > SLICES_PER_TASK_MIN ? count : SLICES_PER_TASK_MIN;
    return count < limit ? count : limit;
}

static void run_slices(run_state *run)
{
    uint32_t slice_total = run->wave.bucket_total >> run->wave.slice_log2;
    run->slices.buckets = run->memory.buckets;
    run->slices.running = run->memory.slice_running;
    run->slices.total = run->memory.slice_total;
    run->slices.slice_log2 = run->wave.slice_log2;
    cuzk_pool_for(run->pool, slice_total, slices_per_task(run, slice_total), slices_body, run);
    cuzk_pool_for(run->pool, run->wave.window_count, 1, window_sums_body, run);
}

/* Leaves the sums of the wave's windows in memory.window_sums. */
static void run_wave(run_state *run)
{
    const cuzk_msm_memory *memory = &run->memory;
    cuzk_msm_wave_sort(memory, &run->wave, &run->windows, run->plan->order, &run->terms, run->rest, run->pool);
    if (memory->bucket_start[run->wave.bucket_total] == 0) {
        /* Not one digit: the identity, all zeros in every form. */
        memset(memory->window_sums + run->wave.first_window * run->code->xyzz_bytes, 0,
               run->wave.window_count * run->code->xyzz_bytes);
        return;
    }
    run_tiles(run, memory->bucket_start, run->wave.bucket_total);
    run_slices(run);
}

static void run_windows(run_state *run, const cuzk_msm_census *found)
{
    const cuzk_msm_shape *shape = &run->plan->shape;
    cuzk_msm_windows_choose(&run->windows, found->rest, found->bits_max, found->bits_sum, shape->window_bits_max);
    uint32_t wave_count = cuzk_msm_wave_count(shape, &run->windows, found->rest);
    for (uint32_t i = 0; i < wave_count; i++) {
        cuzk_msm_wave_init(&run->wave, shape, &run->windows, found->rest, i, wave_count);
        run_wave(run);
    }
}

/* ---- The whole sum ---- */

/* The terms with 1 and -1, which the census left in memory.entries: one bucket, which is their sum. */
static void run_ones(run_state *run, void *ones_affine, uint32_t count)
{
    const uint32_t start[2] = {0, count};
    memset(ones_affine, 0, run->code->affine_bytes);
    if (count == 0)
        return;
    run_tiles(run, start, 1);
    memcpy(ones_affine, run->memory.buckets, run->code->affine_bytes);
}

static void run_sum(run_state *run, void *out)
{
    cuzk_msm_census found;
    cuzk_g2_affine ones; /* the largest of all affine points */
    cuzk_msm_census_take(&found, &run->memory, &run->plan->shape, run->plan->order, &run->terms, run->pool);
    run_ones(run, &ones, found.ones);
    run->rest = found.rest;
    if (found.rest > 0)
        run_windows(run, &found);
    run->code->combine(out, &ones, run->memory.window_sums, found.rest > 0 ? run->windows.window_count : 0,
                       run->windows.window_bits);
}

cuzk_status cuzk_msm_run_indexed(const cuzk_msm_plan *plan, void *out_affine, const void *bases,
                                 const uint32_t *scalar_index, const cuzk_fr *scalars, uint64_t count, void *work,
                                 cuzk_error *err)
{
    run_state run;
    if (count > plan->shape.count_max)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "a sum of %llu terms with a plan for %u",
                              (unsigned long long)count, plan->shape.count_max);
    memset(&run, 0, sizeof run);
    run.plan = plan;
    run.code = plan->code;
    run.pool = plan->pool;
    run.bases = bases;
    run.terms.scalar_index = scalar_index;
    run.terms.scalars = scalars;
    run.terms.count = (uint32_t)count;
    cuzk_msm_memory_init(&run.memory, work, &plan->shape, &plan->sizes);
    run_sum(&run, out_affine);
    return CUZK_OK;
}

cuzk_status cuzk_msm_run(const cuzk_msm_plan *plan, void *out, const void *bases, const cuzk_fr *scalars,
                         uint64_t count, void *work, cuzk_error *err)
{
    return cuzk_msm_run_indexed(plan, out, bases, NULL, scalars, count, work, err);
}
