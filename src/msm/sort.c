/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/sort.h"

#include <string.h>

enum {
    DIGITS_GRAIN = 1024, /* terms cut into digits at a time */
};

static const cuzk_fr *term_scalar(const cuzk_msm_terms *terms, uint32_t term)
{
    return &terms->scalars[terms->scalar_index != NULL ? terms->scalar_index[term] : term];
}

/* The first element of part `index` when `count` elements go in `parts` about equal parts. */
static uint32_t part_begin(uint32_t count, uint32_t parts, uint32_t index)
{
    return (uint32_t)((uint64_t)count * index / parts);
}

/* ---- Census ---- */

typedef struct census_job {
    const cuzk_msm_memory *memory;
    const cuzk_msm_order *order;
    const cuzk_msm_terms *terms;
    uint32_t chunks;
} census_job;

/* Each chunk writes into its own stretch of both lists; they are moved together afterwards. */
static void census_chunk(const census_job *job, uint32_t chunk)
{
    cuzk_msm_census found = {0};
    uint32_t begin = part_begin(job->terms->count, job->chunks, chunk);
    uint32_t end = part_begin(job->terms->count, job->chunks, chunk + 1);
    for (uint32_t i = begin; i < end; i++) {
        cuzk_fr magnitude;
        bool negative = digits_magnitude(&magnitude, term_scalar(job->terms, i), job->order);
        uint32_t bits = digits_bit_length(&magnitude);
        if (bits == 1)
            job->memory->entries[begin + found.ones++] = i | (negative ? CUZK_MSM_NEGATIVE : 0);
        if (bits <= 1)
            continue;
        job->memory->rest[begin + found.rest++] = i;
        found.bits_sum += bits;
        found.bits_max = bits > found.bits_max ? bits : found.bits_max;
    }
    job->memory->census[chunk] = found;
}

static void census_body(void *context, size_t begin, size_t end)
{
    for (size_t chunk = begin; chunk < end; chunk++)
        census_chunk(context, (uint32_t)chunk);
}

static void census_merge(cuzk_msm_census *total, const census_job *job, uint32_t chunk)
{
    const cuzk_msm_census *found = &job->memory->census[chunk];
    uint32_t begin = part_begin(job->terms->count, job->chunks, chunk);
    uint32_t *entries = job->memory->entries, *rest = job->memory->rest;
    memmove(&entries[total->ones], &entries[begin], found->ones * sizeof *entries);
    memmove(&rest[total->rest], &rest[begin], found->rest * sizeof *rest);
    total->ones += found->ones;
    total->rest += found->rest;
    total->bits_sum += found->bits_sum;
    total->bits_max = found->bits_max > total->bits_max ? found->bits_max : total->bits_max;
}

void cuzk_msm_census_take(cuzk_msm_census *found, const cuzk_msm_memory *memory, const cuzk_msm_shape *shape,
                          const cuzk_msm_order *order, const cuzk_msm_terms *terms, cuzk_pool *pool)
{
    census_job job = {memory, order, terms, shape->census_chunks};
    memset(found, 0, sizeof *found);
    cuzk_pool_for(pool, job.chunks, 1, census_body, &job);
    for (uint32_t chunk = 0; chunk < job.chunks; chunk++)
        census_merge(found, &job, chunk);
}

/* ---- Sorting a wave ---- */

typedef struct sort_job {
    const cuzk_msm_memory *memory;
    const cuzk_msm_wave *wave;
    const cuzk_msm_windows *windows;
    const cuzk_msm_order *order;
    const cuzk_msm_terms *terms;
    cuzk_fr offset;
    uint32_t rest;
} sort_job;

/* digits[w * rest + i]: term i of the rest in the wave's window w. */
static void digits_body(void *context, size_t begin, size_t end)
{
    const sort_job *job = context;
    for (size_t i = begin; i < end; i++) {
        cuzk_fr magnitude;
        cuzk_msm_offset_scalar scalar;
        bool negative = digits_magnitude(&magnitude, term_scalar(job->terms, job->memory->rest[i]), job->order);
        digits_add_offset(&scalar, &magnitude, &job->offset);
        uint32_t *digit = &job->memory->digits[i];
        for (uint32_t w = 0; w < job->wave->window_count; w++, digit += job->rest)
            *digit = digits_extract(&scalar, job->windows, job->wave->first_window + w, negative);
    }
}

/* The counters of a window's chunk; `task` numbers chunks within windows. */
static uint32_t *sort_counters(const sort_job *job, size_t task)
{
    return &job->memory->histogram[task * job->windows->bucket_count];
}

/* Buckets of the wave's window w that are there at all: the top window has fewer. */
static uint32_t sort_bucket_count(const sort_job *job, size_t window)
{
    uint32_t first = (uint32_t)window * job->windows->bucket_count;
    uint32_t left = job->wave->bucket_total - first;
    return left < job->windows->bucket_count ? left : job->windows->bucket_count;
}

static void count_task(const sort_job *job, size_t task)
{
    uint32_t chunk = (uint32_t)(task % job->wave->chunk_count);
    size_t window = task / job->wave->chunk_count;
    const uint32_t *digits = &job->memory->digits[window * job->rest];
    uint32_t *counters = sort_counters(job, task);
    uint32_t end = part_begin(job->rest, job->wave->chunk_count, chunk + 1), total = 0;
    memset(counters, 0, job->windows->bucket_count * sizeof *counters);
    for (uint32_t i = part_begin(job->rest, job->wave->chunk_count, chunk); i < end; i++) {
        if (digits[i] == 0)
            continue;
        counters[(digits[i] & ~CUZK_MSM_NEGATIVE) - 1]++;
        total++;
    }
    job->memory->totals[task] = total;
}

static void count_body(void *context, size_t begin, size_t end)
{
    for (size_t task = begin; task < end; task++)
        count_task(context, task);
}

/* Turns the counters of one window into the places of each bucket's and chunk's first entry. */
static void place_window(const sort_job *job, size_t window)
{
    uint32_t chunks = job->wave->chunk_count, next = 0;
    uint32_t *start = &job->memory->bucket_start[window * job->windows->bucket_count];
    uint32_t *counters = sort_counters(job, window * chunks);
    for (size_t task = 0; task < window * chunks; task++)
        next += job->memory->totals[task];
    for (uint32_t k = 0; k < sort_bucket_count(job, window); k++) {
        start[k] = next;
        for (uint32_t chunk = 0; chunk < chunks; chunk++) {
            uint32_t *counter = &counters[(size_t)chunk * job->windows->bucket_count + k];
            uint32_t count = *counter;
            *counter = next;
            next += count;
        }
    }
    if (window + 1 == job->wave->window_count)
        job->memory->bucket_start[job->wave->bucket_total] = next;
}

static void place_body(void *context, size_t begin, size_t end)
{
    for (size_t window = begin; window < end; window++)
        place_window(context, window);
}

static void scatter_task(const sort_job *job, size_t task)
{
    uint32_t chunk = (uint32_t)(task % job->wave->chunk_count);
    size_t window = task / job->wave->chunk_count;
    const uint32_t *digits = &job->memory->digits[window * job->rest];
    const uint32_t *rest = job->memory->rest;
    uint32_t *counters = sort_counters(job, task);
    uint32_t end = part_begin(job->rest, job->wave->chunk_count, chunk + 1);
    for (uint32_t i = part_begin(job->rest, job->wave->chunk_count, chunk); i < end; i++) {
        uint32_t digit = digits[i];
        if (digit != 0)
            job->memory->entries[counters[(digit & ~CUZK_MSM_NEGATIVE) - 1]++] =
                rest[i] | (digit & CUZK_MSM_NEGATIVE);
    }
}

static void scatter_body(void *context, size_t begin, size_t end)
{
    for (size_t task = begin; task < end; task++)
        scatter_task(context, task);
}

void cuzk_msm_wave_sort(const cuzk_msm_memory *memory, const cuzk_msm_wave *wave, const cuzk_msm_windows *windows,
                        const cuzk_msm_order *order, const cuzk_msm_terms *terms, uint32_t rest, cuzk_pool *pool)
{
    sort_job job = {memory, wave, windows, order, terms, {{0}}, rest};
    size_t tasks = (size_t)wave->window_count * wave->chunk_count;
    digits_offset(&job.offset, windows);
    cuzk_pool_for(pool, rest, DIGITS_GRAIN, digits_body, &job);
    cuzk_pool_for(pool, tasks, 1, count_body, &job);
    cuzk_pool_for(pool, wave->window_count, 1, place_body, &job);
    cuzk_pool_for(pool, tasks, 1, scatter_body, &job);
}
