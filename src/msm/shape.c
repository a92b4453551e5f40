/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/shape.h"

#include <string.h>

/* Costs in hundredths of a bucket addition: handling a digit (cutting out, counting, scattering), and a bucket (two
 * additions to reduce it, less the one that its first entry saves, and its share of the slices' ends). */
enum {
    COST_ADDITION = 100,
    COST_DIGIT = 10,
    COST_BUCKET = 150,
};

/* Entries of a wave: enough for threads to find work to the end, few enough to stay in the last-level cache. */
enum {
    WAVE_ENTRIES = 1 << 20,
    WAVE_ENTRIES_PER_THREAD = 1 << 16,
    WAVE_BUCKETS_MIN = 1 << 12,
    TILE_BYTES = 1 << 17, /* of points; with scratch of about the same size it stays in a core's L2 */
    TILES_PER_THREAD = 8,
    CENSUS_CHUNKS_PER_THREAD = 8,
    SLICES_PER_THREAD = 512,
};

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t clamp_u32(uint64_t value, uint32_t low, uint32_t high)
{
    return value < low ? low : value > high ? high : (uint32_t)value;
}

static uint32_t ceil_div(uint32_t a, uint32_t b)
{
    return a / b + (a % b != 0);
}

void cuzk_msm_windows_init(cuzk_msm_windows *out, uint32_t window_bits, uint32_t bits_max)
{
    out->window_bits = window_bits;
    out->window_count = ceil_div(bits_max + 1, window_bits); /* one bit more for the carry into the top window */
    out->bucket_count = (uint32_t)1 << (window_bits - 1);
    out->top_bucket_count = (uint32_t)1 << (bits_max - window_bits * (out->window_count - 1));
}

static uint64_t windows_cost(const cuzk_msm_windows *windows, uint32_t rest, uint64_t full_length)
{
    uint64_t buckets = (uint64_t)(windows->window_count - 1) * windows->bucket_count + windows->top_bucket_count;
    return windows->window_count * (full_length * COST_ADDITION + (uint64_t)rest * COST_DIGIT) +
           buckets * COST_BUCKET;
}

void cuzk_msm_windows_choose(cuzk_msm_windows *out, uint32_t rest, uint32_t bits_max, uint64_t bits_sum,
                             uint32_t window_bits_max)
{
    /* Short magnitudes leave the upper windows' digits zero: they count by their length. */
    uint64_t full_length = bits_sum / bits_max + 1;
    uint32_t high = min_u32(window_bits_max, bits_max + 1);
    uint32_t low = min_u32(CUZK_MSM_WINDOW_BITS_MIN, high);
    cuzk_msm_windows_init(out, low, bits_max);
    for (uint32_t bits = low + 1; bits <= high; bits++) {
        cuzk_msm_windows windows;
        cuzk_msm_windows_init(&windows, bits, bits_max);
        if (windows_cost(&windows, rest, full_length) < windows_cost(out, rest, full_length))
            *out = windows;
    }
}

void cuzk_msm_shape_init(cuzk_msm_shape *out, uint64_t count_max, uint32_t thread_count, uint32_t half_bits,
                         size_t affine_bytes)
{
    cuzk_msm_windows windows;
    uint32_t count = (uint32_t)count_max;
    uint64_t wave = (uint64_t)thread_count * WAVE_ENTRIES_PER_THREAD;
    uint64_t entries = (uint64_t)count * CUZK_MSM_WINDOWS_MAX;

    cuzk_msm_windows_choose(&windows, count, half_bits, (uint64_t)count * half_bits, CUZK_MSM_WINDOW_BITS_MAX);
    wave = wave > WAVE_ENTRIES ? wave : WAVE_ENTRIES;
    wave = wave > count ? wave : count;
    out->count_max = count;
    out->thread_count = thread_count;
    out->window_bits_max = windows.window_bits;
    out->entry_capacity = clamp_u32(entries < wave ? entries : wave, 1, (uint32_t)CUZK_MSM_COUNT_MAX);
    out->bucket_capacity = max_u32(windows.bucket_count, max_u32(out->entry_capacity / 4, WAVE_BUCKETS_MIN));
    out->histogram_capacity = max_u32(out->bucket_capacity, out->entry_capacity / 2);
    out->total_capacity = 2 * thread_count + CUZK_MSM_WINDOWS_MAX;
    out->tile_capacity = out->entry_capacity / CUZK_MSM_TILE_ENTRIES_MIN + 1;
    out->slice_capacity = out->bucket_capacity / CUZK_MSM_SLICE_BUCKETS_MIN + 1;
    out->census_chunks = min_u32(CENSUS_CHUNKS_PER_THREAD * thread_count, count / 1024 + 1);
    out->tile_entries_max = (uint32_t)(TILE_BYTES / affine_bytes);
}

uint32_t cuzk_msm_wave_count(const cuzk_msm_shape *shape, const cuzk_msm_windows *windows, uint32_t rest)
{
    uint32_t by_entries = shape->entry_capacity / rest;
    uint32_t by_buckets = shape->bucket_capacity / windows->bucket_count;
    return ceil_div(windows->window_count, min_u32(by_entries, by_buckets));
}

/* Slices short enough to fill every thread's batches, long enough for their ends not to matter. */
static uint32_t slice_log2(const cuzk_msm_shape *shape, uint32_t bucket_total, uint32_t bucket_count)
{
    uint32_t wanted = clamp_u32(bucket_total / ((uint64_t)shape->thread_count * SLICES_PER_THREAD),
                                CUZK_MSM_SLICE_BUCKETS_MIN, CUZK_MSM_SLICE_BUCKETS_MAX);
    return (uint32_t)(31 - __builtin_clz(min_u32(wanted, bucket_count)));
}

void cuzk_msm_wave_init(cuzk_msm_wave *out, const cuzk_msm_shape *shape, const cuzk_msm_windows *windows,
                        uint32_t rest, uint32_t index, uint32_t wave_count)
{
    uint32_t first = index * windows->window_count / wave_count;
    uint32_t last = (index + 1) * windows->window_count / wave_count; /* the one after the last */
    uint32_t full = (last - first) * windows->bucket_count;
    out->first_window = first;
    out->window_count = last - first;
    out->slice_log2 = slice_log2(shape, full, windows->bucket_count);
    if (last == windows->window_count) { /* the top window, its buckets rounded up to whole slices */
        uint32_t slice = (uint32_t)1 << out->slice_log2;
        full -= windows->bucket_count - ceil_div(windows->top_bucket_count, slice) * slice;
    }
    out->bucket_total = full;
    /* Chunks of fewer entries than buckets would spend their time on empty counters. */
    out->chunk_count =
        clamp_u32(2 * shape->thread_count / out->window_count, 1, max_u32(1, rest >> windows->window_bits));
}

uint32_t cuzk_msm_tile_entries(const cuzk_msm_shape *shape, uint32_t entry_count)
{
    return clamp_u32(entry_count / ((uint64_t)TILES_PER_THREAD * shape->thread_count), CUZK_MSM_TILE_ENTRIES_MIN,
                     shape->tile_entries_max);
}

/* The next part of the workspace, NULL while only its size is asked for. */
static void *memory_take(unsigned char *work, size_t *used, size_t count, size_t element_bytes)
{
    void *part = work != NULL ? work + *used : NULL;
    *used += (count * element_bytes + 63) / 64 * 64;
    return part;
}

size_t cuzk_msm_memory_init(cuzk_msm_memory *out, void *work, const cuzk_msm_shape *shape,
                            const cuzk_msm_sizes *sizes)
{
    size_t used = 0;
    out->census = memory_take(work, &used, shape->census_chunks, sizeof *out->census);
    out->rest = memory_take(work, &used, shape->count_max, sizeof *out->rest);
    out->digits = memory_take(work, &used, shape->entry_capacity, sizeof *out->digits);
    out->entries = memory_take(work, &used, shape->entry_capacity, sizeof *out->entries);
    out->bucket_start = memory_take(work, &used, (size_t)shape->bucket_capacity + 1, sizeof *out->bucket_start);
    out->histogram = memory_take(work, &used, shape->histogram_capacity, sizeof *out->histogram);
    out->totals = memory_take(work, &used, shape->total_capacity, sizeof *out->totals);
    out->piece_bucket = memory_take(work, &used, shape->tile_capacity, sizeof *out->piece_bucket);
    out->buckets = memory_take(work, &used, shape->bucket_capacity, sizes->affine_bytes);
    out->pieces = memory_take(work, &used, shape->tile_capacity, sizes->affine_bytes);
    out->slice_running = memory_take(work, &used, shape->slice_capacity, sizes->affine_bytes);
    out->slice_total = memory_take(work, &used, shape->slice_capacity, sizes->affine_bytes);
    out->window_sums = memory_take(work, &used, CUZK_MSM_WINDOWS_MAX, sizes->xyzz_bytes);
    out->scratch = memory_take(work, &used, (size_t)shape->thread_count + 1, sizes->scratch_bytes);
    return used;
}
