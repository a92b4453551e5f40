/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels of a sum  sum_i scalars[i] * P_i  over prepared bases, by sorted buckets:
 *   digits      each scalar into signed digits; every non-zero one becomes an entry (bucket, base and sign)
 *   sort        entries by bucket (a library radix sort)
 *   accumulate  the sorted entries cut into equal pieces, one a thread, whatever the buckets' lengths: buckets that lie
 *               inside a piece are complete at once, the first and last of each piece go on as partial sums to the next
 *               level, where pieces are cut from those
 *   reduce      sum_k k * B_k per bucket set, in slices with a running sum
 * No step depends on how the scalars are distributed.
 *
 * Prepared bases: table t holds 2^(window_bits * set_count * t) P_i, t < table_count, so the digits of windows
 * t * set_count + g all fall into bucket set g. table_count = 1 is the plain method, set_count = 1 needs no doublings.
 *
 * Source: Pippenger's method with signed digits and precomputed multiples as in Bernstein, Doumen, Lange, Oosterwijk,
 * ePrint 2012/549; docs/math/msm_gpu.md.
 */
#ifndef CUZK_BACKEND_CUDA_MSM_KERNELS_CUH
#define CUZK_BACKEND_CUDA_MSM_KERNELS_CUH

#include "backend/cuda/msm_internal.h"
#include "backend/cuda/point.cuh"

static const uint32_t MSM_NO_BUCKET = 0xffffffffu; /* sorts last */
static const uint32_t MSM_SIGN = 0x80000000u;

/* The piece of `count` items that thread `t` of `thread_count` takes: [begin, end). */
static CUZK_DEV void msm_piece(uint64_t &begin, uint64_t &end, uint64_t count, uint64_t t, uint64_t thread_count)
{
    const uint64_t length = (count + thread_count - 1) / thread_count;
    begin = t * length < count ? t * length : count;
    end = begin + length < count ? begin + length : count;
}

/* Level 0: entries are bases. partial_keys and partials take two a thread: the thread's first bucket and its last one.
 * A thread without entries writes MSM_NO_BUCKET for both. */
template <class F>
__global__ void msm_accumulate_kernel(xyzz<F> *buckets, uint32_t *partial_keys, xyzz<F> *partials,
                                      const uint32_t *keys, const uint32_t *values, const affine<F> *bases,
                                      const uint64_t *entry_count)
{
    const uint64_t t = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    uint64_t begin, end;
    msm_piece(begin, end, *entry_count, t, gridDim.x * (uint64_t)blockDim.x);
    uint32_t current = begin < end ? keys[begin] : MSM_NO_BUCKET;
    bool is_first = true;
    xyzz<F> sum;
    set_identity(sum);
    partial_keys[2 * t + 1] = MSM_NO_BUCKET;
    for (uint64_t e = begin; e < end; e++) {
        const uint32_t key = keys[e], value = values[e];
        affine<F> base = bases[value & ~MSM_SIGN];
        if (key != current) {
            if (is_first) {
                partial_keys[2 * t] = current;
                partials[2 * t] = sum;
                is_first = false;
            } else {
                buckets[current] = sum;
            }
            set_identity(sum);
            current = key;
        }
        if (value & MSM_SIGN)
            base.y = neg(base.y);
        add_affine(sum, base);
    }
    const uint64_t slot = 2 * t + (is_first ? 0 : 1);
    partial_keys[slot] = current;
    partials[slot] = sum;
}

/* Further levels: items are partial sums in bucket order, those with MSM_NO_BUCKET to be passed over. With
 * `is_last`, one thread takes all of them and every bucket is complete. */
template <class F>
__global__ void msm_merge_kernel(xyzz<F> *buckets, uint32_t *out_keys, xyzz<F> *out, const uint32_t *keys,
                                 const xyzz<F> *items, uint64_t count, uint32_t piece, bool is_last)
{
    const uint64_t t = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    const uint64_t begin = t * piece;
    if (begin >= count)
        return;
    const uint64_t end = begin + piece < count ? begin + piece : count;
    uint32_t current = MSM_NO_BUCKET;
    bool is_first = true;
    xyzz<F> sum;
    set_identity(sum);
    out_keys[2 * t] = out_keys[2 * t + 1] = MSM_NO_BUCKET;
    for (uint64_t e = begin; e < end; e++) {
        const uint32_t key = keys[e];
        if (key == MSM_NO_BUCKET)
            continue;
        if (key != current && current != MSM_NO_BUCKET) {
            if (is_first && !is_last) {
                out_keys[2 * t] = current;
                out[2 * t] = sum;
            } else {
                buckets[current] = sum;
            }
            is_first = false;
            set_identity(sum);
        }
        current = key;
        xyzz<F> item = items[e];
        add_point_call(&sum, &item);
    }
    if (current == MSM_NO_BUCKET)
        return;
    if (is_last) {
        buckets[current] = sum;
        return;
    }
    const uint64_t slot = 2 * t + (is_first ? 0 : 1);
    out_keys[slot] = current;
    out[slot] = sum;
}

/* sums[set * slice_total + slice] = sum over the slice's buckets of (|digit| * bucket), slices of `slice_buckets` each. */
template <class F>
__global__ void msm_reduce_kernel(xyzz<F> *sums, const xyzz<F> *buckets, uint32_t slice_buckets,
                                  uint32_t slice_total, uint32_t set_count)
{
    const uint32_t t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= slice_total * set_count)
        return;
    const uint32_t slice = t % slice_total;
    const xyzz<F> *first = buckets + (uint64_t)t * slice_buckets;
    xyzz<F> running, total;
    set_identity(running);
    set_identity(total);
#pragma unroll 1
    for (uint32_t k = slice_buckets; k-- > 0;) {
        xyzz<F> bucket = first[k];
        add_point_call(&running, &bucket);
        add_point_call(&total, &running);
    }
    /* Bucket k of the slice counts slice * slice_buckets + k + 1 times; the loop gave k + 1. */
    uint32_t offset = slice * slice_buckets;
#pragma unroll 1
    while (offset != 0) {
        if (offset & 1)
            add_point_call(&total, &running);
        running = doubled(running);
        offset >>= 1;
    }
    sums[t] = total;
}

/* Block (part, set): out[set * gridDim.x + part] = sum of the set's sums part * length .. (part + 1) * length - 1; sums
 * are used up. */
template <class F> __global__ void msm_total_kernel(xyzz<F> *out, xyzz<F> *sums, uint32_t per_set, uint32_t length)
{
    const uint32_t begin = blockIdx.x * length;
    const uint32_t count = per_set - begin < length ? per_set - begin : length;
    xyzz<F> *mine = sums + (uint64_t)blockIdx.y * per_set + begin;
    xyzz<F> total;
    set_identity(total);
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
        add_point_call(&total, &mine[i]);
    __syncthreads();
#pragma unroll 1
    for (uint32_t width = blockDim.x / 2; width > 0; width /= 2) {
        if (threadIdx.x < 2 * width && threadIdx.x < count)
            mine[threadIdx.x] = total;
        __syncthreads();
        if (threadIdx.x < width && threadIdx.x + width < count)
            add_point_call(&total, &mine[threadIdx.x + width]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

/* Table t from table t - 1: 2^doublings times each point, as XYZZ for the normalisation that follows. */
template <class F>
__global__ void msm_table_kernel(xyzz<F> *out, const affine<F> *previous, uint64_t count, uint32_t doublings)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    xyzz<F> p = from_affine(previous[i]);
#pragma unroll 1
    for (uint32_t k = 0; k < doublings; k++)
        p = doubled(p);
    out[i] = p;
}

/* Affine forms of points that are not the identity; `run` of them a thread share one inversion. Thread t takes points
 * t, t + stride, ..., so that loads coalesce. */
template <class F>
__global__ void msm_normalise_kernel(affine<F> *out, const xyzz<F> *points, F *scratch, uint64_t count,
                                     uint32_t run)
{
    const uint64_t t = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    const uint64_t stride = (count + run - 1) / run;
    if (t >= stride)
        return;
    F product;
    set_one(product);
    uint64_t i = t;
#pragma unroll 1
    for (; i < count; i += stride) {
        scratch[i] = product;
        product = product * points[i].zzz;
    }
    product = inverse(product);
#pragma unroll 1
    while (i >= stride) {
        i -= stride;
        const xyzz<F> p = points[i];
        const F zzz_inverse = product * scratch[i];
        product = product * p.zzz;
        out[i] = to_affine_with(p, zzz_inverse);
    }
}

#endif
