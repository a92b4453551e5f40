/* SPDX-License-Identifier: Apache-2.0
 *
 * Transforms over Fr: kernels.
 *
 * A transform of N = 2^k values is k levels; a level of half-size H pairs positions i and i + H. A pass does up to
 * NTT_PASS_BITS consecutive levels in shared memory: a block loads a tile of 2^bits positions that lie 2^shift apart,
 * for NTT_LANES neighbours at once (so that memory is read 128 bytes at a time), and stores it back in place.
 *   inverse   levels from H = N/2 down: natural order in, bit-reversed out, factor 1/N left out
 *   forward   levels from H = 1 up: bit-reversed order in, natural out
 * so the pair of them needs no reordering in between.
 *
 * Twiddles: table[H + j] = w_(2H)^j in Montgomery form, for 0 <= j < H, H = 1, 2, 4, ... N/2. The inverse ones are
 * w_(2H)^-j = -w_(2H)^(H-j), so one table serves both.
 *
 * Source: Cooley-Tukey and Gentleman-Sande; docs/math/ntt.md.
 */
#ifndef CUZK_BACKEND_CUDA_NTT_KERNELS_CUH
#define CUZK_BACKEND_CUDA_NTT_KERNELS_CUH

#include "backend/cuda/fp.cuh"

enum {
    NTT_PASS_BITS = 8,
    NTT_LANE_BITS = 2,
    NTT_LANES = 1 << NTT_LANE_BITS,
    NTT_THREADS = 256,
};

template <class F> CUZK_DEV F ntt_load(const F *source)
{
    F r;
    const uint4 *row = reinterpret_cast<const uint4 *>(source);
    const uint4 a = row[0], b = row[1];
    r.w[0] = a.x, r.w[1] = a.y, r.w[2] = a.z, r.w[3] = a.w;
    r.w[4] = b.x, r.w[5] = b.y, r.w[6] = b.z, r.w[7] = b.w;
    return r;
}

template <class F> CUZK_DEV void ntt_store(F *target, const F &a)
{
    uint4 *row = reinterpret_cast<uint4 *>(target);
    row[0] = make_uint4(a.w[0], a.w[1], a.w[2], a.w[3]);
    row[1] = make_uint4(a.w[4], a.w[5], a.w[6], a.w[7]);
}

/* Shared memory holds word i of all positions together: neighbours fall into different banks. */
struct ntt_tile {
    uint32_t *words;
    uint32_t size;
};

template <class F> static __device__ __forceinline__ F tile_get(const ntt_tile &tile, uint32_t position)
{
    F r;
#pragma unroll
    for (int i = 0; i < 8; i++)
        r.w[i] = tile.words[i * tile.size + position];
    return r;
}

template <class F>
static __device__ __forceinline__ void tile_set(const ntt_tile &tile, uint32_t position, const F &a)
{
#pragma unroll
    for (int i = 0; i < 8; i++)
        tile.words[i * tile.size + position] = a.w[i];
}

/* Where tile position (lanes lowest) lies in the vector. With shift 0 the lanes are neighbouring tiles. */
static __device__ __forceinline__ uint64_t ntt_address(uint32_t position, uint32_t lane_bits, uint32_t bits,
                                                       uint32_t shift)
{
    const uint32_t lane = position & ((1u << lane_bits) - 1), m = position >> lane_bits;
    if (shift == 0)
        return (((uint64_t)blockIdx.x << lane_bits | lane) << bits) | m;
    const uint64_t low_blocks = 1ull << (shift - lane_bits); /* tiles side by side below `shift` */
    const uint64_t high = blockIdx.x / low_blocks, low = (blockIdx.x % low_blocks) << lane_bits | lane;
    return ((high << bits | m) << shift) | low;
}

/* One pass over levels H = 2^shift .. 2^(shift + bits - 1), up (forward) or down (inverse). Grid: N >> (bits +
 * lane_bits) blocks; shared memory: 32 bytes a position. shift is 0 or at least lane_bits. */
template <class F, bool IS_INVERSE>
__global__ void __launch_bounds__(NTT_THREADS)
    ntt_pass_kernel(F *values, const F *table, uint32_t shift, uint32_t bits, uint32_t lane_bits)
{
    extern __shared__ uint32_t shared_words[];
    ntt_tile tile;
    tile.words = shared_words;
    tile.size = 1u << (bits + lane_bits);
    for (uint32_t p = threadIdx.x; p < tile.size; p += blockDim.x)
        tile_set(tile, p, ntt_load(values + ntt_address(p, lane_bits, bits, shift)));
    __syncthreads();
    for (uint32_t step = 0; step < bits; step++) {
        const uint32_t level = IS_INVERSE ? bits - 1 - step : step;
        for (uint32_t b = threadIdx.x; b < tile.size / 2; b += blockDim.x) {
            const uint32_t lane = b & ((1u << lane_bits) - 1), r = b >> lane_bits;
            const uint32_t m_low = r & ((1u << level) - 1);
            const uint32_t m = (r >> level << (level + 1)) | m_low;
            const uint32_t p0 = m << lane_bits | lane, p1 = p0 + (1u << (level + lane_bits));
            const uint64_t half = 1ull << (level + shift);
            const uint64_t j = ntt_address(p0, lane_bits, bits, shift) & (half - 1);
            F u = tile_get<F>(tile, p0), v = tile_get<F>(tile, p1);
            if (IS_INVERSE) {
                tile_set(tile, p0, u + v);
                const F difference = j == 0 ? u - v : v - u;
                v = j == 0 ? difference : difference * ntt_load(table + half + (half - j));
                tile_set(tile, p1, v);
            } else {
                if (j != 0)
                    v = v * ntt_load(table + half + j);
                tile_set(tile, p0, u + v);
                tile_set(tile, p1, u - v);
            }
        }
        __syncthreads();
    }
    for (uint32_t p = threadIdx.x; p < tile.size; p += blockDim.x)
        ntt_store(values + ntt_address(p, lane_bits, bits, shift), tile_get<F>(tile, p));
}

static __device__ __forceinline__ uint64_t reverse_index(uint64_t i, uint32_t bits)
{
    return bits == 0 ? 0 : __brevll(i) >> (64 - bits);
}

template <class F> __global__ void ntt_reorder_kernel(F *values, uint32_t domain_log2)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    const uint64_t j = reverse_index(i, domain_log2);
    if (i >> domain_log2 != 0 || i >= j)
        return;
    const F a = ntt_load(values + i), b = ntt_load(values + j);
    ntt_store(values + i, b);
    ntt_store(values + j, a);
}

/* table[H + j] = w_(2H)^j for all levels of a domain; roots[l] = w_(2^(l+1)), Montgomery form. Once a domain. */
template <class F> __global__ void ntt_twiddle_kernel(F *table, const F *roots, uint32_t domain_log2)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >> domain_log2 != 0 || i == 0)
        return;
    const uint32_t level = 63 - __clzll(i); /* H = 2^level */
    uint64_t exponent = i - (1ull << level);
    F r;
    set_one(r);
    for (uint32_t b = level; exponent != 0; exponent >>= 1) { /* w_(2H)^(2^s) = roots[level - s] */
        if (exponent & 1)
            r = r * ntt_load(roots + b);
        b--;
    }
    ntt_store(table + i, r);
}

/* out[i] = first * base^i; powers[b] = base^(2^b). For the two halves of a table of powers. */
template <class F> __global__ void ntt_powers_kernel(F *out, const F *powers, F first, uint64_t count)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    F r = first;
    uint32_t b = 0;
    for (uint64_t exponent = i; exponent != 0; exponent >>= 1, b++)
        if (exponent & 1)
            r = r * ntt_load(powers + b);
    ntt_store(out + i, r);
}

/* values[i] *= low[e mod 2^low_bits] * high[e >> low_bits], e = i or its bit reversal: powers of a shift from two short
 * tables instead of one as long as the domain. */
template <class F>
__global__ void ntt_shift_kernel(F *values, const F *low, const F *high, uint32_t low_bits, uint32_t domain_log2,
                                 bool reversed)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >> domain_log2 != 0)
        return;
    const uint64_t e = reversed ? reverse_index(i, domain_log2) : i;
    const F factor = ntt_load(low + (e & ((1ull << low_bits) - 1))) * ntt_load(high + (e >> low_bits));
    ntt_store(values + i, ntt_load(values + i) * factor);
}

/* values[i] *= factor */
template <class F> __global__ void ntt_scale_kernel(F *values, F factor, uint64_t count)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < count)
        ntt_store(values + i, ntt_load(values + i) * factor);
}

/* out[i] = a[i] * b[i] */
template <class F> __global__ void ntt_multiply_kernel(F *out, const F *a, const F *b, uint64_t count)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < count)
        ntt_store(out + i, ntt_load(a + i) * ntt_load(b + i));
}

/* The pointwise step of h over the coset: a[i] = a[i] * b[i] * lift - c[i] * lift_c, all products Montgomery products.
 * With a, b canonical and lift = f R^2 the first term is f times the canonical product; c canonical takes lift_c = f R,
 * c divided by R (a Montgomery product of canonical values) takes lift_c = f R^2. */
template <class F>
__global__ void ntt_quotient_kernel(F *a, const F *b, const F *c, F lift, F lift_c, uint64_t count)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const F product = ntt_load(a + i) * ntt_load(b + i);
    ntt_store(a + i, product * lift - ntt_load(c + i) * lift_c);
}

#endif
