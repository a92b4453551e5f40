/* SPDX-License-Identifier: Apache-2.0
 *
 * Prime fields in Montgomery form on 32-bit limbs, for device code. N limbs (even), least significant first, in memory
 * the same bytes as the 64-bit limbs of src/field. Values below p in and out; outputs may be operands.
 *
 * The product keeps two accumulators, one for even and one for odd columns: a 32x32 -> 64 product then always lands on
 * an aligned pair of words, two rows never carry into each other's middle, and each row is two unbroken carry chains.
 * Dividing by 2^32 after a row swaps the two. Cost: 2 N^2 wide multiply-additions and N low products.
 *
 * Source: the even/odd arrangement is sppark's (github.com/supranational/sppark, ff/mont_t.cuh); the bounds are in
 * docs/math/field.md.
 */
#ifndef CUZK_BACKEND_CUDA_MONT32_CUH
#define CUZK_BACKEND_CUDA_MONT32_CUH

#include "backend/cuda/carry.cuh"

/* acc[j], acc[j+1] = a[j] * b for j = 0, 2, ... */
template <int N> CUZK_DEV void mont32_mul_row(uint32_t *acc, const uint32_t *a, uint32_t b)
{
#pragma unroll
    for (int j = 0; j < N; j += 2) {
        const uint64_t product = (uint64_t)a[j] * b;
        acc[j] = (uint32_t)product;
        acc[j + 1] = (uint32_t)(product >> 32);
    }
}

/* acc += a[j] * b at column j for j = 0, 2, ...; the carry out of column N - 1 stays in the flag. */
template <int N> CUZK_DEV void mont32_mad_row(carry &f, uint32_t *acc, const uint32_t *a, uint32_t b)
{
    acc[0] = mad_lo_cc(f, a[0], b, acc[0]);
    acc[1] = madc_hi_cc(f, a[0], b, acc[1]);
#pragma unroll
    for (int j = 2; j < N; j += 2) {
        acc[j] = madc_lo_cc(f, a[j], b, acc[j]);
        acc[j + 1] = madc_hi_cc(f, a[j], b, acc[j + 1]);
    }
}

/* acc = acc / 2^64 + a[j] * b at column j, with the carry that is in the flag added at column 0. */
template <int N> CUZK_DEV void mont32_mad_row_shift(carry &f, uint32_t *acc, const uint32_t *a, uint32_t b)
{
#pragma unroll
    for (int j = 0; j < N - 2; j += 2) {
        acc[j] = madc_lo_cc(f, a[j], b, acc[j + 2]);
        acc[j + 1] = madc_hi_cc(f, a[j], b, acc[j + 3]);
    }
    acc[N - 2] = madc_lo_cc(f, a[N - 2], b, 0);
    acc[N - 1] = madc_hi(f, a[N - 2], b, 0);
}

/* One more multiple of p so that the lowest word becomes zero. `high` takes the carry of column N. */
template <int N, class P> CUZK_DEV void mont32_reduce_row(uint32_t *even, uint32_t *odd)
{
    carry f;
    const uint32_t m = even[0] * P::neg_inv();
    uint32_t p[N];
    P::modulus(p);
    mont32_mad_row<N>(f, odd, p + 1, m);
    mont32_mad_row<N>(f, even, p, m);
    odd[N - 1] = addc(f, odd[N - 1], 0);
}

/* a row of the product that is not the first: `even` and `odd` have just changed places. */
template <int N, class P> CUZK_DEV void mont32_row(uint32_t *even, uint32_t *odd, const uint32_t *a, uint32_t b)
{
    carry f;
    even[0] = add_cc(f, even[0], odd[1]);
    mont32_mad_row_shift<N>(f, odd, a + 1, b);
    mont32_mad_row<N>(f, even, a, b);
    odd[N - 1] = addc(f, odd[N - 1], 0);
    mont32_reduce_row<N, P>(even, odd);
}

/* out = a - p if a >= p, else a; a < 2p. */
template <int N, class P> CUZK_DEV void mont32_reduce_once(uint32_t *out, const uint32_t *a)
{
    carry f;
    uint32_t p[N], reduced[N];
    P::modulus(p);
    reduced[0] = sub_cc(f, a[0], p[0]);
#pragma unroll
    for (int i = 1; i < N; i++)
        reduced[i] = subc_cc(f, a[i], p[i]);
    const uint32_t borrow = subc(f, 0, 0);
#pragma unroll
    for (int i = 0; i < N; i++)
        out[i] = borrow ? a[i] : reduced[i];
}

/* out = even + odd / 2^32, reduced: the end of N rows, `even` being the one that the last row did not clear. */
template <int N, class P> CUZK_DEV void mont32_merge(uint32_t *out, uint32_t *even, const uint32_t *odd)
{
    carry f;
    even[0] = add_cc(f, even[0], odd[1]);
#pragma unroll
    for (int i = 1; i < N - 1; i++)
        even[i] = addc_cc(f, even[i], odd[i + 1]);
    even[N - 1] = addc(f, even[N - 1], 0);
    mont32_reduce_once<N, P>(out, even);
}

template <int N, class P> CUZK_DEV void mont32_mul(uint32_t *out, const uint32_t *a, const uint32_t *b)
{
    uint32_t even[N], odd[N];
    mont32_mul_row<N>(odd, a + 1, b[0]);
    mont32_mul_row<N>(even, a, b[0]);
    mont32_reduce_row<N, P>(even, odd);
#pragma unroll
    for (int i = 1; i < N; i += 2) {
        mont32_row<N, P>(odd, even, a, b[i]);
        if (i + 1 < N)
            mont32_row<N, P>(even, odd, a, b[i + 1]);
    }
    mont32_merge<N, P>(out, even, odd);
}

/* One row more at the same place: (even, odd) += a * b. */
template <int N> CUZK_DEV void mont32_add_row(uint32_t *even, uint32_t *odd, const uint32_t *a, uint32_t b)
{
    carry f;
    mont32_mad_row<N>(f, odd, a + 1, b);
    mont32_mad_row<N>(f, even, a, b);
    odd[N - 1] = addc(f, odd[N - 1], 0);
}

/* A row of a * b + c * d that is not the first: mont32_row for two products with one reduction. */
template <int N, class P>
CUZK_DEV void mont32_dot_row(uint32_t *even, uint32_t *odd, const uint32_t *a, uint32_t b, const uint32_t *c,
                             uint32_t d)
{
    carry f;
    even[0] = add_cc(f, even[0], odd[1]);
    mont32_mad_row_shift<N>(f, odd, a + 1, b);
    mont32_mad_row<N>(f, even, a, b);
    odd[N - 1] = addc(f, odd[N - 1], 0);
    mont32_add_row<N>(even, odd, c, d);
    mont32_reduce_row<N, P>(even, odd);
}

/* out = a * b + c * d with one reduction instead of two, for moduli with two free bits: the sum of the rows stays below
 * 3p < 2^(32 N), and the result before the last subtraction below p + 2 p^2 / 2^(32 N) < 2p. */
template <int N, class P>
CUZK_DEV void mont32_dot(uint32_t *out, const uint32_t *a, const uint32_t *b, const uint32_t *c, const uint32_t *d)
{
    static_assert(P::bits + 2 <= 32 * N, "a sum of two products needs two free bits");
    uint32_t even[N], odd[N];
    mont32_mul_row<N>(odd, a + 1, b[0]);
    mont32_mul_row<N>(even, a, b[0]);
    mont32_add_row<N>(even, odd, c, d[0]);
    mont32_reduce_row<N, P>(even, odd);
#pragma unroll
    for (int i = 1; i < N; i += 2) {
        mont32_dot_row<N, P>(odd, even, a, b[i], c, d[i]);
        if (i + 1 < N)
            mont32_dot_row<N, P>(even, odd, a, b[i + 1], c, d[i + 1]);
    }
    mont32_merge<N, P>(out, even, odd);
}

/* wide = a * a, 2 N words: products of two different limbs once, doubled, then the squares of the limbs. */
template <int N> CUZK_DEV void mont32_square_wide(uint32_t *wide, const uint32_t *a)
{
    /* odd holds the columns i + j that are odd, one word down; even the others. Row i takes j > i. */
    uint32_t even[2 * N], odd[2 * N];
    carry f;
#pragma unroll
    for (int i = 0; i < 2 * N; i++)
        even[i] = odd[i] = 0;
#pragma unroll
    for (int i = 0; i < N - 1; i++) {
        /* j = i + 1, i + 3, ...: columns 2i + 1, 2i + 3, ... (odd); j = i + 2, i + 4, ...: columns 2i + 2, ... (even) */
        odd[2 * i] = mad_lo_cc(f, a[i + 1], a[i], odd[2 * i]);
        odd[2 * i + 1] = madc_hi_cc(f, a[i + 1], a[i], odd[2 * i + 1]);
#pragma unroll
        for (int j = i + 3; j < N; j += 2) {
            odd[i + j - 1] = madc_lo_cc(f, a[j], a[i], odd[i + j - 1]);
            odd[i + j] = madc_hi_cc(f, a[j], a[i], odd[i + j]);
        }
        const int odd_end = i + 1 + 2 * ((N - 2 - i) / 2); /* the last j of the chain */
        if (i + odd_end + 1 < 2 * N)
            odd[i + odd_end + 1] = addc(f, odd[i + odd_end + 1], 0);
        if (i + 2 < N) {
            even[2 * i + 2] = mad_lo_cc(f, a[i + 2], a[i], even[2 * i + 2]);
            even[2 * i + 3] = madc_hi_cc(f, a[i + 2], a[i], even[2 * i + 3]);
#pragma unroll
            for (int j = i + 4; j < N; j += 2) {
                even[i + j] = madc_lo_cc(f, a[j], a[i], even[i + j]);
                even[i + j + 1] = madc_hi_cc(f, a[j], a[i], even[i + j + 1]);
            }
            const int even_end = i + 2 + 2 * ((N - 3 - i) / 2);
            if (i + even_end + 2 < 2 * N)
                even[i + even_end + 2] = addc(f, even[i + even_end + 2], 0);
        }
    }
    /* wide = even + odd * 2^32 */
    wide[0] = 0;
    wide[1] = odd[0];
    wide[2] = add_cc(f, even[2], odd[1]);
#pragma unroll
    for (int i = 3; i < 2 * N - 1; i++)
        wide[i] = addc_cc(f, even[i], odd[i - 1]);
    wide[2 * N - 1] = addc(f, even[2 * N - 1], odd[2 * N - 2]);
    /* doubled */
    wide[1] = add_cc(f, wide[1], wide[1]);
#pragma unroll
    for (int i = 2; i < 2 * N - 1; i++)
        wide[i] = addc_cc(f, wide[i], wide[i]);
    wide[2 * N - 1] = addc(f, wide[2 * N - 1], wide[2 * N - 1]);
    /* and the squares */
    wide[0] = mad_lo_cc(f, a[0], a[0], wide[0]);
    wide[1] = madc_hi_cc(f, a[0], a[0], wide[1]);
#pragma unroll
    for (int i = 1; i < N; i++) {
        wide[2 * i] = madc_lo_cc(f, a[i], a[i], wide[2 * i]);
        wide[2 * i + 1] = madc_hi_cc(f, a[i], a[i], wide[2 * i + 1]);
    }
}

/* A row of the reduction alone. */
template <int N, class P> CUZK_DEV void mont32_redc_row(uint32_t *even, uint32_t *odd)
{
    carry f;
    even[0] = add_cc(f, even[0], odd[1]);
#pragma unroll
    for (int j = 0; j < N - 2; j++)
        odd[j] = addc_cc(f, odd[j + 2], 0);
    odd[N - 2] = addc(f, 0, 0);
    odd[N - 1] = 0;
    mont32_reduce_row<N, P>(even, odd);
}

/* out = a * a: the lower half of the wide square is reduced, which leaves at most p, and the upper half added. */
template <int N, class P> CUZK_DEV void mont32_sqr(uint32_t *out, const uint32_t *a)
{
    uint32_t wide[2 * N], odd[N], *even = wide;
    carry f;
    mont32_square_wide<N>(wide, a);
#pragma unroll
    for (int i = 0; i < N; i++)
        odd[i] = 0;
    mont32_reduce_row<N, P>(even, odd);
#pragma unroll
    for (int i = 1; i < N; i += 2) {
        mont32_redc_row<N, P>(odd, even);
        if (i + 1 < N)
            mont32_redc_row<N, P>(even, odd);
    }
    even[0] = add_cc(f, even[0], odd[1]);
#pragma unroll
    for (int i = 1; i < N - 1; i++)
        even[i] = addc_cc(f, even[i], odd[i + 1]);
    even[N - 1] = addc(f, even[N - 1], 0);
    even[0] = add_cc(f, even[0], wide[N]);
#pragma unroll
    for (int i = 1; i < N; i++)
        even[i] = addc_cc(f, even[i], wide[N + i]);
    mont32_reduce_once<N, P>(out, even);
}

template <int N, class P> CUZK_DEV void mont32_add(uint32_t *out, const uint32_t *a, const uint32_t *b)
{
    carry f;
    uint32_t sum[N];
    sum[0] = add_cc(f, a[0], b[0]);
#pragma unroll
    for (int i = 1; i < N; i++)
        sum[i] = addc_cc(f, a[i], b[i]);
    mont32_reduce_once<N, P>(out, sum);
}

template <int N, class P> CUZK_DEV void mont32_sub(uint32_t *out, const uint32_t *a, const uint32_t *b)
{
    carry f, g;
    uint32_t p[N];
    P::modulus(p);
    uint32_t difference[N];
    difference[0] = sub_cc(f, a[0], b[0]);
#pragma unroll
    for (int i = 1; i < N; i++)
        difference[i] = subc_cc(f, a[i], b[i]);
    const uint32_t mask = subc(f, 0, 0);
    out[0] = add_cc(g, difference[0], p[0] & mask);
#pragma unroll
    for (int i = 1; i < N; i++)
        out[i] = addc_cc(g, difference[i], p[i] & mask);
}

#endif
