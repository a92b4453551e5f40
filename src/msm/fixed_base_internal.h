/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the table's bookkeeping (fixed_base.c) and its arithmetic (fixed_base_isa.c, compiled once an instruction
 * set).
 */
#ifndef CUZK_MSM_FIXED_BASE_INTERNAL_H
#define CUZK_MSM_FIXED_BASE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <cuzk/curve.h>

enum {
    /* 1024 additions share an inversion of some 400 products, under half a product each; the batch with its
     * accumulators stays in a core's second-level cache (BLS12-381 G2, the largest: 0.4 MiB). */
    FIXED_BASE_BATCH = 1024,
    /* A digit reaches from -half to half - 1, so windows over one bit more than the scalar's hold every scalar only
     * while r + bias < 2^(window_bits * window_count): from 4 bits on that is so for both moduli (2 bits are too few
     * for BLS12-381, r = 0.45 * 2^256). */
    FIXED_BASE_WINDOW_MIN = 4,
    FIXED_BASE_WINDOW_MAX = 16,
    FIXED_BASE_SCALAR_LIMBS = 5,
};

/* window_count windows of `half` = 2^(window_bits - 1) points each, the multiple d of a window at d - 1. */
typedef struct fixed_base_shape {
    uint32_t window_bits, window_count;
    size_t half;
    /* sum of half * 2^(window_bits * j): added to a scalar it makes each window's signed digit the unsigned one
     * less half. */
    uint64_t bias[FIXED_BASE_SCALAR_LIMBS];
} fixed_base_shape;

typedef struct fixed_base_ops {
    size_t affine_bytes, scratch_bytes;
    /* firsts[j] = 2^(window_bits * j) * base, affine. */
    void (*firsts)(void *firsts, const void *base, const fixed_base_shape *shape);
    /* Fills in one window's table from its first point. */
    void (*window)(void *table, const void *first, size_t half, void *scratch);
    /* At most FIXED_BASE_BATCH multiples. */
    void (*multiples)(void *points, const void *table, const fixed_base_shape *shape, const cuzk_fr *scalars,
                      const uint32_t *index, size_t count, void *scratch);
} fixed_base_ops;

/* [curve - 1][group - 1] */
extern const fixed_base_ops *const cuzk_fixed_base_ops_portable[2][2];
extern const fixed_base_ops *const cuzk_fixed_base_ops_adx[2][2];
extern const fixed_base_ops *const cuzk_fixed_base_ops_ifma[2][2];

#endif
