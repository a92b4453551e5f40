/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes: how a sum is cut into windows and waves, and where everything lies in the workspace.
 *
 * Windows are worked on in waves of one or more. All buckets of a wave form one array, numbered through; sorting a
 * wave's digits by bucket gives one array of entries, which tiles of about equal length share out.
 */
#ifndef CUZK_MSM_SHAPE_H
#define CUZK_MSM_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "msm/digits.h"

enum {
    CUZK_MSM_WINDOW_BITS_MIN = 4, /* fewer only where every scalar is shorter */
    CUZK_MSM_WINDOW_BITS_MAX = 18,
    CUZK_MSM_WINDOWS_MAX = 64, /* 255 bits, a sign bit, windows of 4 */
    CUZK_MSM_TILE_ENTRIES_MIN = 256,
    CUZK_MSM_SLICE_BUCKETS_MIN = 8,
    CUZK_MSM_SLICE_BUCKETS_MAX = 64,
};

/* Terms are numbered in 31 bits beside a sign. */
#define CUZK_MSM_COUNT_MAX ((uint64_t)1 << 30)

/* What a plan fixes. Capacities are in elements. */
typedef struct cuzk_msm_shape {
    uint32_t count_max, thread_count;
    uint32_t window_bits_max;
    uint32_t entry_capacity; /* digits of one wave, at least count_max */
    uint32_t bucket_capacity, histogram_capacity, total_capacity, tile_capacity, slice_capacity;
    uint32_t census_chunks;    /* pieces in which the scalars are looked through */
    uint32_t tile_entries_max; /* a tile begins with that many entries at most and holds below twice as many */
} cuzk_msm_shape;

/* Bytes of the group's types, and of a thread's scratch for tile_entries_max (msm/group_code.h). */
typedef struct cuzk_msm_sizes {
    size_t affine_bytes, xyzz_bytes, scratch_bytes;
} cuzk_msm_sizes;

/* What one chunk of scalars holds besides zeros: ones of either sign, and the rest with the longest and the sum of
 * their bit lengths. */
typedef struct cuzk_msm_census {
    uint32_t ones, rest, bits_max;
    uint64_t bits_sum;
} cuzk_msm_census;

/* One wave. */
typedef struct cuzk_msm_wave {
    uint32_t first_window, window_count;
    uint32_t bucket_total; /* numbered 0 to bucket_total - 1; window w begins at w * windows.bucket_count */
    uint32_t slice_log2;   /* buckets of a slice; a slice lies in one window */
    uint32_t chunk_count;  /* pieces in which a window's digits are counted and scattered */
} cuzk_msm_wave;

/* The workspace cut up. All but `scratch` hold what is derived from the scalars. */
typedef struct cuzk_msm_memory {
    cuzk_msm_census *census;         /* census_chunks */
    uint32_t *rest;                  /* count_max: terms that go through windows */
    uint32_t *digits;                /* entry_capacity */
    uint32_t *entries;               /* entry_capacity, sorted by bucket: term, and sign in the top bit */
    uint32_t *bucket_start;          /* bucket_capacity + 1: the bucket's first entry */
    uint32_t *histogram;             /* histogram_capacity */
    uint32_t *totals;                /* total_capacity: entries of each window and chunk */
    uint32_t *piece_bucket;          /* tile_capacity */
    unsigned char *buckets, *pieces; /* affine: bucket_capacity, tile_capacity */
    unsigned char *slice_running, *slice_total; /* affine: slice_capacity each */
    unsigned char *window_sums;                 /* XYZZ: CUZK_MSM_WINDOWS_MAX */
    unsigned char *scratch;                     /* thread_count + 1 times scratch_bytes */
} cuzk_msm_memory;

/* count_max <= CUZK_MSM_COUNT_MAX. */
void cuzk_msm_shape_init(cuzk_msm_shape *out, uint64_t count_max, uint32_t thread_count, uint32_t half_bits,
                         size_t affine_bytes);

/* The windows with which `rest` magnitudes cost least, the longest of bits_max >= 1 bits, all together of bits_sum
 * bits. */
void cuzk_msm_windows_choose(cuzk_msm_windows *out, uint32_t rest, uint32_t bits_max, uint64_t bits_sum,
                             uint32_t window_bits_max);

/* Windows with a given width, for magnitudes of bits_max bits. */
void cuzk_msm_windows_init(cuzk_msm_windows *out, uint32_t window_bits, uint32_t bits_max);

/* In how many waves the windows go for `rest` magnitudes, and wave number `index` of them. */
uint32_t cuzk_msm_wave_count(const cuzk_msm_shape *shape, const cuzk_msm_windows *windows, uint32_t rest);
void cuzk_msm_wave_init(cuzk_msm_wave *out, const cuzk_msm_shape *shape, const cuzk_msm_windows *windows,
                        uint32_t rest, uint32_t index, uint32_t wave_count);

/* Entries that a tile begins with when there are `entry_count`: fewer for few, so that every thread has several. */
uint32_t cuzk_msm_tile_entries(const cuzk_msm_shape *shape, uint32_t entry_count);

/* Cuts `work` up and returns its size; `work` NULL gives the size alone. Every part is 64-byte aligned. */
size_t cuzk_msm_memory_init(cuzk_msm_memory *out, void *work, const cuzk_msm_shape *shape,
                            const cuzk_msm_sizes *sizes);

#endif
