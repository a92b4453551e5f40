/* SPDX-License-Identifier: Apache-2.0
 *
 * Transform plans as the layers below the public interface see them: on a pool that somebody else owns, and with
 * the pieces that a fused computation (h.c) is put together from.
 *
 * A transform of 2^k values is cut into column passes and one pass over contiguous blocks. A column pass works on
 * tiles: NTT_TILE_COLUMNS neighbouring columns of a block, copied into a worker's scratch, where its levels run,
 * and back. Going down (natural to bit-reversed) the passes run first to last, then the blocks; going up the
 * reverse.
 */
#ifndef CUZK_POLY_NTT_H
#define CUZK_POLY_NTT_H

#include <cuzk/ntt.h>

#include "base/memory.h"
#include "base/pool.h"
#include "poly/domain.h"
#include "poly/ntt_kernels.h"

enum {
    NTT_TILE_COLUMNS_LOG2 = 3, /* 256 bytes a row: four whole lines */
    NTT_TILE_COLUMNS = 1 << NTT_TILE_COLUMNS_LOG2,
    NTT_PASSES_MAX = 2,
};

/* Levels first_level .. first_level + level_count - 1. */
typedef struct cuzk_ntt_pass {
    uint32_t first_level, level_count;
} cuzk_ntt_pass;

/* g^(rev(p)), rev over domain->log2 bits, as low[p mod 2^block_log2] * high[p / 2^block_log2]. */
typedef struct cuzk_ntt_powers {
    const cuzk_fr *low, *high;
} cuzk_ntt_powers;

/* Read-only once created. */
struct cuzk_ntt_plan {
    cuzk_ntt_domain domain;
    const cuzk_ntt_kernels *kernels;
    cuzk_ntt_twiddles twiddles;
    cuzk_ntt_powers shift, shift_inverse;
    cuzk_ntt_pass passes[NTT_PASSES_MAX];
    uint32_t pass_count, block_log2;
    size_t scratch_count; /* elements of one worker's scratch */
    cuzk_pages tables;
    cuzk_pool *pool;
    bool owns_pool;
};

/* As cuzk_ntt_plan_create, on a pool that outlives the plan. Transforms of several plans and threads may run on it
 * at once; they may even share a workspace, since a worker uses its own part of it and is done with it before it
 * does anything else. `isa` may be AUTO. */
cuzk_status cuzk_ntt_plan_create_on_pool(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2,
                                         cuzk_root root, const cuzk_fr *shift, cuzk_pool *pool, cuzk_isa isa,
                                         cuzk_error *err);

/* Where a plan changes its shape. Tests move the borders, so that small domains take the way of large ones. */
typedef struct cuzk_ntt_tuning {
    uint32_t one_pass_log2_min, two_passes_log2_min; /* domains from which on there are column passes */
    uint32_t twiddle_low_log2_max;                   /* twiddles in one table; beyond it one takes a product more */
} cuzk_ntt_tuning;

extern const cuzk_ntt_tuning cuzk_ntt_tuning_default;

cuzk_status cuzk_ntt_plan_create_tuned(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2,
                                       cuzk_root root, const cuzk_fr *shift, cuzk_pool *pool, cuzk_isa isa,
                                       const cuzk_ntt_tuning *tuning, cuzk_error *err);

static inline size_t ntt_plan_count(const cuzk_ntt_plan *plan)
{
    return (size_t)1 << plan->domain.log2;
}

static inline size_t ntt_plan_block_count(const cuzk_ntt_plan *plan)
{
    return (size_t)1 << (plan->domain.log2 - plan->block_log2);
}

static inline size_t ntt_pass_row_count(const cuzk_ntt_pass *pass)
{
    return (size_t)1 << pass->level_count;
}

static inline size_t ntt_pass_tile_count(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass)
{
    return ntt_plan_count(plan) >> (pass->level_count + NTT_TILE_COLUMNS_LOG2);
}

/* Index of the first of a tile's NTT_TILE_COLUMNS neighbours in `row`. */
static inline size_t ntt_tile_row(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, size_t row)
{
    uint32_t stride_log2 = plan->domain.log2 - pass->first_level - pass->level_count;
    uint32_t group_log2 = stride_log2 - NTT_TILE_COLUMNS_LOG2; /* tiles a block */
    size_t block = tile >> group_log2, group = tile & (((size_t)1 << group_log2) - 1);
    return (((block << pass->level_count) + row) << stride_log2) + (group << NTT_TILE_COLUMNS_LOG2);
}

/* The calling worker's part of a workspace. */
cuzk_fr *cuzk_ntt_scratch(const cuzk_ntt_plan *plan, void *work);

/* The levels of a pass on one tile, down or up. `inverse`: with the root 1 / w. Values between passes are not
 * canonical (ntt_kernels.h); a block that went down has to be multiplied, and the last pass up ends canonical. */
void cuzk_ntt_tile_descend(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *values,
                           cuzk_fr *scratch, bool inverse);
void cuzk_ntt_tile_ascend(const cuzk_ntt_plan *plan, const cuzk_ntt_pass *pass, size_t tile, cuzk_fr *values,
                          cuzk_fr *scratch, bool inverse);

/* The levels of the last pass on block `block` of 2^block_log2 values, which begin at `values`. */
void cuzk_ntt_block_descend(const cuzk_ntt_plan *plan, size_t block, cuzk_fr *values, bool inverse);
void cuzk_ntt_block_ascend(const cuzk_ntt_plan *plan, size_t block, cuzk_fr *values, bool inverse);

/* out[p] = factor * g^(rev(block * 2^block_log2 + p)), p below 2^block_log2: what the bit-reversed coefficients of
 * a block are scaled by. */
void cuzk_ntt_block_powers(const cuzk_ntt_plan *plan, const cuzk_ntt_powers *powers, const cuzk_fr *factor,
                           size_t block, cuzk_fr *out);

/* Whole transforms without the reordering. Descend: natural to bit-reversed order, then value p times
 * factor * g^(rev(p)). Ascend: the scaling first, then bit-reversed to natural order. powers NULL: factor alone;
 * both NULL, going up only: no scaling. */
void cuzk_ntt_descend(const cuzk_ntt_plan *plan, cuzk_fr *values, void *work, const cuzk_ntt_powers *powers,
                      const cuzk_fr *factor, bool inverse);
void cuzk_ntt_ascend(const cuzk_ntt_plan *plan, cuzk_fr *values, void *work, const cuzk_ntt_powers *powers,
                     const cuzk_fr *factor, bool inverse);

#endif
