/* SPDX-License-Identifier: Apache-2.0
 *
 * An index is read as high | middle | low with TILE_LOG2 bits in high and low. The values of one middle form a tile
 * of rows, which goes transposed to the tile of rev(middle). Tiles pass through a buffer: rows lie a power of two
 * apart and fall on the same few sets of a cache, so every line is read once, whole, and written once, whole.
 *
 * Source: Carter, Gatlin, "Towards an optimal bit-reversal permutation program", 1998.
 */
#include "poly/bit_reverse.h"

#include <string.h>

#include "base/memory.h"

enum {
    TILE_LOG2 = 4,
    TILE_SIDE = 1 << TILE_LOG2,
    TILE_GRAIN = 16, /* middles a chunk */
};

typedef struct reverse_job {
    cuzk_fr *values;
    uint32_t log2;
} reverse_job;

static uint32_t reversed(uint32_t x, uint32_t bits)
{
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    return bits == 0 ? 0 : __builtin_bswap32(x) >> (32 - bits);
}

static cuzk_fr *tile_row(const reverse_job *job, size_t row, size_t middle)
{
    return job->values + (row << (job->log2 - TILE_LOG2)) + (middle << TILE_LOG2);
}

static void tile_read(cuzk_fr tile[TILE_SIDE][TILE_SIDE], const reverse_job *job, size_t middle)
{
    for (size_t row = 0; row < TILE_SIDE; row++)
        memcpy(tile[row], tile_row(job, row, middle), sizeof tile[row]);
}

static void tile_write(const reverse_job *job, size_t middle, cuzk_fr tile[TILE_SIDE][TILE_SIDE])
{
    for (uint32_t row = 0; row < TILE_SIDE; row++) {
        cuzk_fr *out = tile_row(job, row, middle);
        uint32_t column = reversed(row, TILE_LOG2);
        for (uint32_t i = 0; i < TILE_SIDE; i++)
            out[i] = tile[reversed(i, TILE_LOG2)][column];
    }
}

static void reverse_body(void *context, size_t begin, size_t end)
{
    const reverse_job *job = context;
    cuzk_fr here[TILE_SIDE][TILE_SIDE], there[TILE_SIDE][TILE_SIDE];
    for (size_t middle = begin; middle < end; middle++) {
        size_t mirror = reversed((uint32_t)middle, job->log2 - 2 * TILE_LOG2);
        if (mirror < middle)
            continue;
        tile_read(here, job, middle);
        if (mirror > middle) {
            tile_read(there, job, mirror);
            tile_write(job, middle, there);
        }
        tile_write(job, mirror, here);
    }
    cuzk_wipe(here, sizeof here);
    cuzk_wipe(there, sizeof there);
}

static void reverse_small(cuzk_fr *values, uint32_t log2)
{
    for (uint32_t i = 0; i < 1u << log2; i++) {
        uint32_t j = reversed(i, log2);
        if (i < j) {
            cuzk_fr kept = values[i];
            values[i] = values[j];
            values[j] = kept;
        }
    }
}

void cuzk_bit_reverse(cuzk_pool *pool, cuzk_fr *values, uint32_t log2)
{
    reverse_job job = {values, log2};
    if (log2 < 2 * TILE_LOG2)
        reverse_small(values, log2);
    else
        cuzk_pool_for(pool, (size_t)1 << (log2 - 2 * TILE_LOG2), TILE_GRAIN, reverse_body, &job);
}
