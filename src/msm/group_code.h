/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of a sum that computes with points, as one table a group and instruction set. The functions run on one
 * thread each and share nothing but the job that they read and the elements that each of them alone writes.
 */
#ifndef CUZK_MSM_GROUP_CODE_H
#define CUZK_MSM_GROUP_CODE_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>

#include "msm/shape.h"

/* No bucket: of a tile that holds no piece of a long run. */
#define CUZK_MSM_NO_BUCKET UINT32_MAX

enum {
    CUZK_MSM_PREFETCH_ENTRIES = 16, /* how far ahead of their loading bases are asked for */
};

/* Entries sorted by bucket, to be added up bucket by bucket.
 *
 * Tile t owns the runs (the entries of one bucket) that begin in [t * tile_entries, (t + 1) * tile_entries), whole,
 * and the empty buckets among them; so it may read on beyond its end. A run longer than tile_entries would make one
 * thread work alone: it is cut at the tiles' borders. Its first piece goes to the bucket; later ones go to
 * pieces[t], with the bucket's number in piece_bucket[t], and pieces_fold adds them on. */
typedef struct cuzk_msm_tiles {
    const void *bases; /* packed affine */
    const uint32_t *entries;
    const uint32_t *bucket_start; /* bucket_total + 1; the last one is the number of entries, which is > 0 */
    uint32_t bucket_total;
    uint32_t tile_entries;
    uint32_t tile_count;
    void *buckets, *pieces; /* affine */
    uint32_t *piece_bucket;
} cuzk_msm_tiles;

/* Slices of 2^slice_log2 neighbouring buckets B[0], B[1], ...: running = sum of B[i], total = sum of (i + 1) B[i].
 */
typedef struct cuzk_msm_slices {
    const void *buckets; /* affine */
    void *running, *total;
    uint32_t slice_log2;
} cuzk_msm_slices;

typedef struct cuzk_msm_group_code {
    size_t affine_bytes, xyzz_bytes;

    /* Scratch of tile_sum and slices_reduce on one thread. */
    size_t (*scratch_bytes)(uint32_t tile_entries_max);

    void (*tile_sum)(const cuzk_msm_tiles *tiles, uint32_t tile, void *scratch);

    /* Adds the pieces that begin a group at one of tiles begin..end - 1 to their buckets. */
    void (*pieces_fold)(const cuzk_msm_tiles *tiles, uint32_t begin, uint32_t end);

    /* Slices first..first + count - 1 side by side; 2 * count <= tile_entries_max of the scratch. */
    void (*slices_reduce)(const cuzk_msm_slices *slices, uint32_t first, uint32_t count, void *scratch);

    /* sums[index] (XYZZ) = the sum of a whole window, from its slices first..first + count - 1. */
    void (*window_sum)(void *sums, uint32_t index, const cuzk_msm_slices *slices, uint32_t first, uint32_t count);

    /* out = ones + sum of 2^(window_bits * w) sums[w]; out and ones affine. */
    void (*combine)(void *out, const void *ones, const void *sums, uint32_t window_count, uint32_t window_bits);
} cuzk_msm_group_code;

/* NULL for an unknown curve or group, or a set that is not in this build. */
const cuzk_msm_group_code *cuzk_msm_group_code_get(cuzk_curve_id curve, cuzk_group group, cuzk_isa isa);

#endif
