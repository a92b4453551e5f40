/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the msm_group of one field. Define MSM_FIELD (fp<...> or fp2<...>) and MSM_GROUP (its name) before.
 */
#include <string.h>

#include "backend/cuda/msm_internal.h"
#include "backend/cuda/msm_kernels.cuh"

typedef MSM_FIELD msm_field;
typedef affine<msm_field> msm_affine;
typedef xyzz<msm_field> msm_xyzz;

enum {
    NORMALISE_RUN = 32, /* points that share an inversion */
    THREADS = 128,
    MERGE_PIECE = 16,
};

static unsigned grid_for(uint64_t count)
{
    return (unsigned)((count + THREADS - 1) / THREADS);
}

static cuzk_status make_table(void *out, const void *previous, void *scratch, uint64_t count, uint32_t doublings,
                              cudaStream_t stream, cuzk_error *err)
{
    msm_xyzz *points = (msm_xyzz *)scratch;
    msm_field *products = (msm_field *)(points + count);
    msm_table_kernel<msm_field>
        <<<grid_for(count), THREADS, 0, stream>>>(points, (const msm_affine *)previous, count, doublings);
    msm_normalise_kernel<msm_field><<<grid_for((count + NORMALISE_RUN - 1) / NORMALISE_RUN), THREADS, 0, stream>>>(
        (msm_affine *)out, points, products, count, NORMALISE_RUN);
    return cuda_check_launch("preparing bases on the GPU", err);
}

/* Partial sums level by level until one thread can finish. Levels alternate between the two partial buffers. */
static void merge_partials(const msm_layout *layout, char *work, cudaStream_t stream)
{
    msm_xyzz *buckets = (msm_xyzz *)(work + layout->buckets);
    uint64_t count = 2 * (uint64_t)layout->accumulate_threads;
    for (int from = 0;; from ^= 1) {
        const bool is_last = count <= MERGE_PIECE;
        const uint64_t threads = is_last ? 1 : (count + MERGE_PIECE - 1) / MERGE_PIECE;
        msm_merge_kernel<msm_field><<<grid_for(threads), THREADS, 0, stream>>>(
            buckets, (uint32_t *)(work + layout->partial_keys[from ^ 1]),
            (msm_xyzz *)(work + layout->partials[from ^ 1]), (const uint32_t *)(work + layout->partial_keys[from]),
            (const msm_xyzz *)(work + layout->partials[from]), count, MERGE_PIECE, is_last);
        if (is_last)
            return;
        count = 2 * threads;
    }
}

static cuzk_status run(void *result, const msm_shape *shape, const msm_layout *layout, const void *tables,
                       const uint32_t *scalar_index, const uint32_t *scalars, char *work, cudaStream_t stream,
                       cuzk_error *err)
{
    uint32_t *keys, *values;
    cuzk_status status =
        msm_digits_and_sort(&keys, &values, shape, layout, scalar_index, scalars, work, stream, err);
    if (status != CUZK_OK)
        return status;
    const uint64_t bucket_total = (uint64_t)shape->set_count << shape->bucket_bits;
    msm_xyzz *buckets = (msm_xyzz *)(work + layout->buckets), *sums = (msm_xyzz *)(work + layout->sums);
    status =
        cuda_check(cudaMemsetAsync(buckets, 0, bucket_total * sizeof *buckets, stream), "clearing buckets", err);
    if (status != CUZK_OK)
        return status;
    msm_accumulate_kernel<msm_field><<<layout->accumulate_threads / THREADS, THREADS, 0, stream>>>(
        buckets, (uint32_t *)(work + layout->partial_keys[0]), (msm_xyzz *)(work + layout->partials[0]), keys,
        values, (const msm_affine *)tables, (const uint64_t *)(work + layout->entry_count));
    merge_partials(layout, work, stream);
    msm_reduce_kernel<msm_field>
        <<<grid_for((uint64_t)layout->slice_total * shape->set_count), THREADS, 0, stream>>>(
            sums, buckets, layout->slice_buckets, layout->slice_total, shape->set_count);
    msm_xyzz *part_sums = (msm_xyzz *)(work + layout->part_sums);
    msm_total_kernel<msm_field><<<dim3(layout->part_total, shape->set_count), THREADS, 0, stream>>>(
        part_sums, sums, layout->slice_total, MSM_PART_LENGTH);
    msm_total_kernel<msm_field><<<dim3(1, shape->set_count), THREADS, 0, stream>>>(
        (msm_xyzz *)result, part_sums, layout->part_total, layout->part_total);
    return cuda_check_launch("summing on the GPU", err);
}

/* Horner's rule from the highest set down. On the host, in the device's own formulas. */
static void fold(void *out_affine, const void *result, const msm_shape *shape)
{
    const msm_xyzz *sets = (const msm_xyzz *)result;
    msm_xyzz total;
    set_identity(total);
    for (uint32_t g = shape->set_count; g-- > 0;) {
        for (uint32_t i = 0; i < shape->window_bits && !is_identity(total); i++)
            total = doubled(total);
        msm_xyzz set;
        memcpy(&set, sets + g, sizeof set);
        add_point_call(&total, &set);
    }
    msm_affine r;
    set_zero(r.x);
    set_zero(r.y);
    if (!is_identity(total))
        r = to_affine_with(total, inverse(total.zzz));
    memcpy(out_affine, &r, sizeof r);
}

const msm_group MSM_GROUP = {sizeof(msm_affine), sizeof(msm_xyzz), sizeof(msm_field), make_table, run, fold};
