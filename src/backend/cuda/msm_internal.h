/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums on the GPU: what msm.cu (shapes, workspaces, the contract) and the instances per curve and group share.
 */
#ifndef CUZK_BACKEND_CUDA_MSM_INTERNAL_H
#define CUZK_BACKEND_CUDA_MSM_INTERNAL_H

#include "backend/cuda/cuda_internal.h"

/* How a base set is prepared: msm_kernels.cuh. */
struct msm_shape {
    uint64_t base_count;
    uint32_t window_bits;  /* c: digits -2^(c-1) + 1 .. 2^(c-1) */
    uint32_t window_count; /* covers every scalar below the modulus, carry included */
    uint32_t table_count, set_count;
    uint32_t bucket_bits; /* c - 1: buckets of one set, for |digit| = 1 .. 2^(c-1) */
};

enum {
    MSM_PART_LENGTH = 256, /* slice sums that one block adds up */
};

/* Scratch of one sum, as offsets into the workspace. */
struct msm_layout {
    uint64_t entry_capacity;
    uint32_t accumulate_threads;
    uint32_t slice_buckets, slice_total, part_total;
    size_t sort_bytes;
    size_t keys[2], values[2], sort, entry_count, buckets, partial_keys[2], partials[2], sums, part_sums;
    size_t total_bytes;
};

/* One curve and group. */
struct msm_group {
    size_t affine_bytes, xyzz_bytes, field_bytes;
    /* table t from table t - 1 for `count` bases, through scratch of count * (xyzz_bytes + field_bytes). */
    cuzk_status (*make_table)(void *out, const void *previous, void *scratch, uint64_t count, uint32_t doublings,
                              cudaStream_t stream, cuzk_error *err);
    /* The kernels of one sum; scalars and work on the device, set_count XYZZ points to `result`. */
    cuzk_status (*run)(void *result, const msm_shape *shape, const msm_layout *layout, const void *tables,
                       const uint32_t *scalar_index, const uint32_t *scalars, char *work, cudaStream_t stream,
                       cuzk_error *err);
    /* On the host: sum over g of 2^(window_bits * g) result[g], to a packed affine point. */
    void (*fold)(void *out_affine, const void *result, const msm_shape *shape);
};

extern const msm_group msm_bn254_g1, msm_bn254_g2, msm_bls12_381_g1, msm_bls12_381_g2;

/* Bytes of scratch that the library sort takes for a shape. */
cuzk_status msm_sort_bytes(size_t *out, uint64_t capacity, uint32_t key_bits, cuzk_error *err);
cuzk_status msm_digits_and_sort(uint32_t **keys, uint32_t **values, const msm_shape *shape,
                                const msm_layout *layout, const uint32_t *scalar_index, const uint32_t *scalars,
                                char *work, cudaStream_t stream, cuzk_error *err);

#endif
