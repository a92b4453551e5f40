/* SPDX-License-Identifier: Apache-2.0
 *
 * The arithmetic of transforms on pieces that fit a cache, one table a curve and instruction set. What is spread
 * over threads and how values travel is the passes' matter (ntt_passes.h). docs/math/ntt.md has the formulas.
 */
#ifndef CUZK_POLY_NTT_KERNELS_H
#define CUZK_POLY_NTT_KERNELS_H

#include <cuzk/ntt.h>

/* Powers of a domain's root w in bit-reversed order, T[b] = w^(rev(b)), rev over log2(N) - 1 bits. `low` holds T[b]
 * for b below 2^low_log2, `high` holds T[b * 2^low_log2]; T is multiplicative over the bits of b. */
typedef struct cuzk_ntt_twiddles {
    const cuzk_fr *low, *high;
    uint32_t low_log2;
} cuzk_ntt_twiddles;

/* All values in Montgomery or all in canonical form, except factors and tables, which are in Montgomery form. */
typedef struct cuzk_ntt_kernels {
    /* out[b] = base^(rev(b)), rev over `bits` bits, for b below 2^count_log2, count_log2 <= bits. */
    void (*powers)(cuzk_fr *out, const cuzk_fr *base, uint32_t bits, uint32_t count_log2);
    /* The first `levels` levels of a transform, on block `block` of 2^log2 values: from natural towards
     * bit-reversed order. With `inverse`, the root is 1 / w. In: canonical or left by descend. Out: values that only
     * descend, scale and (as a) multiply take. */
    void (*descend)(cuzk_fr *values, uint32_t log2, uint32_t levels, size_t block,
                    const cuzk_ntt_twiddles *twiddles, bool inverse);
    /* The transpose of descend: its levels from the last to the first, from bit-reversed towards natural order. In:
     * canonical or left by ascend. Out: values that only ascend and finish take. */
    void (*ascend)(cuzk_fr *values, uint32_t log2, uint32_t levels, size_t block, const cuzk_ntt_twiddles *twiddles,
                   bool inverse);
    /* Makes canonical what ascend left. */
    void (*finish)(cuzk_fr *values, size_t count);
    /* out[i] = a[i] * factor; a[i] * b[i]; a[i] * b[i] - c[i]; canonical. out may be an operand. */
    void (*scale)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *factor, size_t count);
    void (*multiply)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b, size_t count);
    void (*multiply_subtract)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b, const cuzk_fr *c, size_t count);
} cuzk_ntt_kernels;

/* The table for a curve and a resolved instruction set. */
const cuzk_ntt_kernels *cuzk_ntt_kernels_get(cuzk_curve_id curve, cuzk_isa isa);

#endif
