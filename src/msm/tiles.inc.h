/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of msm/group_code.inc.h: adding up the runs of one tile.
 *
 * The tile's points are copied side by side, signs applied, and every run is halved again and again: at step s the
 * points at 0, 2s, 4s, ... of a run take in those s behind them, all runs together in one batch. Bucket sizes do
 * not matter: a giant bucket is as good as a thousand small ones.
 */

/* Neighbouring points of the tile that belong to one bucket, and where their sum goes. */
typedef struct MSM_FN(_run) {
    MSM_AFFINE *points;
    MSM_AFFINE *out;
    uint32_t length;
} MSM_FN(_run);

/* A thread's scratch. A tile holds below twice tile_entries points, of which at most tile_entries + 1 runs come. */
typedef struct MSM_FN(_scratch) {
    MSM_FN(_batch) batch;
    MSM_AFFINE *points;
    MSM_FN(_run) * runs;
} MSM_FN(_scratch);

static void *MSM_FN(_scratch_take)(unsigned char *memory, size_t *used, size_t size_bytes)
{
    void *part = memory != NULL ? memory + *used : NULL;
    *used += (size_bytes + 63) / 64 * 64;
    return part;
}

static size_t MSM_FN(_scratch_init)(MSM_FN(_scratch) * out, void *memory, uint32_t tile_entries)
{
    size_t used = 0, n = tile_entries;
    out->points = (MSM_AFFINE *)MSM_FN(_scratch_take)(memory, &used, 2 * n * sizeof *out->points);
    out->runs = (MSM_FN(_run) *)MSM_FN(_scratch_take)(memory, &used, (n + 1) * sizeof *out->runs);
    out->batch.pairs = (MSM_FN(_pair) *)MSM_FN(_scratch_take)(memory, &used, n * sizeof *out->batch.pairs);
    out->batch.denominators = (MSM_FIELD *)MSM_FN(_scratch_take)(memory, &used, n * sizeof(MSM_FIELD));
    out->batch.products = (MSM_FIELD *)MSM_FN(_scratch_take)(memory, &used, n * sizeof(MSM_FIELD));
    out->batch.kinds = (uint8_t *)MSM_FN(_scratch_take)(memory, &used, n);
    return used;
}

static size_t MSM_FN(_scratch_bytes)(uint32_t tile_entries_max)
{
    MSM_FN(_scratch) scratch;
    return MSM_FN(_scratch_init)(&scratch, NULL, tile_entries_max);
}

/* Asks for the base of an entry that is to be loaded soon. */
static inline void MSM_FN(_prefetch)(const MSM_AFFINE *bases, uint32_t entry)
{
    const unsigned char *base = (const unsigned char *)&bases[entry & ~CUZK_MSM_NEGATIVE];
    for (size_t line = 0; line < sizeof *bases; line += 64)
        __builtin_prefetch(base + line);
}

/* Copies the points of `count` entries, negated where the entry says so. Runs are short and lie side by side, so
 * what is asked for ahead is mostly another run's. */
static void MSM_FN(_load)(MSM_AFFINE *out, const cuzk_msm_tiles *tiles, uint32_t first, uint32_t count)
{
    const MSM_AFFINE *bases = (const MSM_AFFINE *)tiles->bases;
    uint32_t entry_count = tiles->bucket_start[tiles->bucket_total];
    for (uint32_t i = first; i < first + count; i++, out++) {
        uint32_t entry = tiles->entries[i];
        const MSM_AFFINE *base = &bases[entry & ~CUZK_MSM_NEGATIVE];
        MSM_AFFINE negative;
        if (i + CUZK_MSM_PREFETCH_ENTRIES < entry_count)
            MSM_FN(_prefetch)(bases, tiles->entries[i + CUZK_MSM_PREFETCH_ENTRIES]);
        MSM_G(_affine_neg)(&negative, base);
        MSM_G(_affine_select)(out, base, &negative, entry & CUZK_MSM_NEGATIVE);
    }
}

/* Halves all runs until each is one point. */
static void MSM_FN(_runs_sum)(const MSM_FN(_scratch) * scratch, size_t run_count)
{
    for (uint32_t step = 1; run_count > 0; step *= 2) {
        size_t longer = 0, pairs = 0;
        for (size_t r = 0; r < run_count; r++) {
            MSM_FN(_run) run = scratch->runs[r];
            if (run.length <= step) {
                *run.out = run.points[0];
                continue;
            }
            scratch->runs[longer++] = run;
            for (uint32_t i = 0; i + step < run.length; i += 2 * step) {
                scratch->batch.pairs[pairs].sum = &run.points[i];
                scratch->batch.pairs[pairs++].addend = &run.points[i + step];
            }
        }
        MSM_FN(_pairs_add)(&scratch->batch, pairs);
        run_count = longer;
    }
}

/* The first bucket whose run begins at or after entry `entry`; bucket_total if there is none. */
static uint32_t MSM_FN(_first_bucket)(const cuzk_msm_tiles *tiles, uint32_t entry)
{
    uint32_t low = 0, high = tiles->bucket_total;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tiles->bucket_start[middle] >= entry)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint32_t MSM_FN(_run_length)(const cuzk_msm_tiles *tiles, uint32_t bucket)
{
    return tiles->bucket_start[bucket + 1] - tiles->bucket_start[bucket];
}

/* What a tile has collected so far. */
typedef struct MSM_FN(_fill) {
    const cuzk_msm_tiles *tiles;
    const MSM_FN(_scratch) * scratch;
    size_t points, runs;
} MSM_FN(_fill);

static void MSM_FN(_fill_add)(MSM_FN(_fill) * fill, uint32_t first, uint32_t count, MSM_AFFINE *out)
{
    MSM_FN(_run) *run = &fill->scratch->runs[fill->runs++];
    run->points = &fill->scratch->points[fill->points];
    run->out = out;
    run->length = count;
    MSM_FN(_load)(run->points, fill->tiles, first, count);
    fill->points += count;
}

/* If a long run goes on from the tile before into [begin, end), its piece here. `next` is the first bucket that
 * begins at or after `begin`. */
static void MSM_FN(_fill_piece)(MSM_FN(_fill) * fill, uint32_t tile, uint32_t begin, uint32_t end, uint32_t next)
{
    const cuzk_msm_tiles *tiles = fill->tiles;
    tiles->piece_bucket[tile] = CUZK_MSM_NO_BUCKET;
    if (next == 0 || tiles->bucket_start[next] <= begin ||
        MSM_FN(_run_length)(tiles, next - 1) <= tiles->tile_entries)
        return;
    uint32_t run_end = tiles->bucket_start[next];
    tiles->piece_bucket[tile] = next - 1;
    MSM_FN(_fill_add)(fill, begin, (run_end < end ? run_end : end) - begin, (MSM_AFFINE *)tiles->pieces + tile);
}

static void MSM_FN(_fill_bucket)(MSM_FN(_fill) * fill, uint32_t bucket, uint32_t end)
{
    const cuzk_msm_tiles *tiles = fill->tiles;
    MSM_AFFINE *out = (MSM_AFFINE *)tiles->buckets + bucket;
    uint32_t first = tiles->bucket_start[bucket], length = MSM_FN(_run_length)(tiles, bucket);
    if (length == 0) {
        MSM_G(_affine_set_identity)(out);
        return;
    }
    if (length > tiles->tile_entries && length > end - first)
        length = end - first;
    MSM_FN(_fill_add)(fill, first, length, out);
}

static void MSM_FN(_tile_sum)(const cuzk_msm_tiles *tiles, uint32_t tile, void *memory)
{
    MSM_FN(_scratch) scratch;
    MSM_FN(_fill) fill = {tiles, &scratch, 0, 0};
    bool last = tile + 1 == tiles->tile_count;
    uint32_t begin = tile * tiles->tile_entries;
    uint32_t end = last ? tiles->bucket_start[tiles->bucket_total] : begin + tiles->tile_entries;
    uint32_t first = MSM_FN(_first_bucket)(tiles, begin);
    /* Buckets that are empty at the very end belong to the last tile. */
    uint32_t next = last ? tiles->bucket_total : MSM_FN(_first_bucket)(tiles, end);

    MSM_FN(_scratch_init)(&scratch, memory, tiles->tile_entries);
    MSM_FN(_fill_piece)(&fill, tile, begin, end, first);
    for (uint32_t bucket = first; bucket < next; bucket++)
        MSM_FN(_fill_bucket)(&fill, bucket, end);
    MSM_FN(_runs_sum)(&scratch, fill.runs);
}

/* The pieces of one run lie in neighbouring tiles: tile, tile + 1, ... */
static void MSM_FN(_piece_group_fold)(const cuzk_msm_tiles *tiles, uint32_t tile)
{
    uint32_t bucket = tiles->piece_bucket[tile];
    MSM_AFFINE *out = (MSM_AFFINE *)tiles->buckets + bucket;
    const MSM_AFFINE *pieces = (const MSM_AFFINE *)tiles->pieces;
    MSM_XYZZ sum;
    MSM_G(_xyzz_from_affine)(&sum, out);
    for (; tile < tiles->tile_count && tiles->piece_bucket[tile] == bucket; tile++)
        MSM_G(_xyzz_add_affine)(&sum, &sum, &pieces[tile]);
    MSM_G(_xyzz_to_affine)(out, &sum);
}

static void MSM_FN(_pieces_fold)(const cuzk_msm_tiles *tiles, uint32_t begin, uint32_t end)
{
    for (uint32_t tile = begin; tile < end; tile++) {
        uint32_t bucket = tiles->piece_bucket[tile];
        if (bucket != CUZK_MSM_NO_BUCKET && (tile == 0 || tiles->piece_bucket[tile - 1] != bucket))
            MSM_FN(_piece_group_fold)(tiles, tile);
    }
}
