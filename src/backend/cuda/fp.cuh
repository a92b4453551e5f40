/* SPDX-License-Identifier: Apache-2.0
 *
 * Field elements as values, for point formulas written once for Fp and Fp2: fp<P> over 32-bit limbs (mont32.cuh) and
 * fp2<P> = fp<P>[u] / (u^2 + 1). Montgomery form, below p. The bytes in memory are those of the host's types.
 */
#ifndef CUZK_BACKEND_CUDA_FP_CUH
#define CUZK_BACKEND_CUDA_FP_CUH

#include "backend/cuda/fields32.cuh"

template <class P> struct fp {
    enum { words = P::limbs };
    uint32_t w[words];
};

template <class P> CUZK_DEV fp<P> operator*(const fp<P> &a, const fp<P> &b)
{
    fp<P> r;
    mont32_mul<P::limbs, P>(r.w, a.w, b.w);
    return r;
}

template <class P> CUZK_DEV fp<P> operator+(const fp<P> &a, const fp<P> &b)
{
    fp<P> r;
    mont32_add<P::limbs, P>(r.w, a.w, b.w);
    return r;
}

template <class P> CUZK_DEV fp<P> operator-(const fp<P> &a, const fp<P> &b)
{
    fp<P> r;
    mont32_sub<P::limbs, P>(r.w, a.w, b.w);
    return r;
}

template <class P> CUZK_DEV fp<P> sqr(const fp<P> &a)
{
    fp<P> r;
    mont32_sqr<P::limbs, P>(r.w, a.w);
    return r;
}

/* a * b + c * d, one reduction. */
template <class P> CUZK_DEV fp<P> dot(const fp<P> &a, const fp<P> &b, const fp<P> &c, const fp<P> &d)
{
    fp<P> r;
    mont32_dot<P::limbs, P>(r.w, a.w, b.w, c.w, d.w);
    return r;
}

template <class P> CUZK_DEV void set_zero(fp<P> &a)
{
#pragma unroll
    for (int i = 0; i < P::limbs; i++)
        a.w[i] = 0;
}

/* The element 1: R mod p. */
template <class P> CUZK_DEV void set_one(fp<P> &a)
{
    P::r(a.w);
}

template <class P> CUZK_DEV bool is_zero(const fp<P> &a)
{
    uint32_t bits = 0;
#pragma unroll
    for (int i = 0; i < P::limbs; i++)
        bits |= a.w[i];
    return bits == 0;
}

template <class P> CUZK_DEV fp<P> neg(const fp<P> &a)
{
    fp<P> zero;
    set_zero(zero);
    return zero - a;
}

/* 1 / a by Fermat; 1 / 0 = 0. One a thread, shared over a batch. */
template <class P> __host__ __device__ __noinline__ fp<P> inverse(const fp<P> a)
{
    carry f;
    uint32_t exponent[P::limbs];
    P::modulus(exponent);
    exponent[0] = sub_cc(f, exponent[0], 2);
#pragma unroll
    for (int i = 1; i < P::limbs; i++)
        exponent[i] = subc_cc(f, exponent[i], 0);
    fp<P> r;
    set_one(r);
#pragma unroll 1
    for (int i = P::limbs - 1; i >= 0; i--)
#pragma unroll 1
        for (int bit = 31; bit >= 0; bit--) {
            r = sqr(r);
            if ((exponent[i] >> bit) & 1)
                r = r * a;
        }
    return r;
}

template <class P> struct fp2 {
    enum { words = 2 * P::limbs };
    fp<P> c0, c1;
};

/* Two sums of two products with one reduction each: as many multiplications as Karatsuba's three products, and hardly an
 * addition. Out of line: the work is long, so the call costs little, and a point addition of a dozen inlined ones takes the
 * compiler minutes and overflows the instruction cache. */
template <class P> __host__ __device__ __noinline__ fp2<P> fp2_mul(const fp2<P> a, const fp2<P> b)
{
    fp2<P> r;
    r.c0 = dot(a.c0, b.c0, neg(a.c1), b.c1);
    r.c1 = dot(a.c0, b.c1, a.c1, b.c0);
    return r;
}

template <class P> CUZK_DEV fp2<P> operator*(const fp2<P> &a, const fp2<P> &b)
{
    return fp2_mul(a, b);
}

template <class P> __host__ __device__ __noinline__ fp2<P> fp2_sqr(const fp2<P> a)
{
    const fp<P> product = a.c0 * a.c1;
    fp2<P> r;
    r.c0 = (a.c0 + a.c1) * (a.c0 - a.c1);
    r.c1 = product + product;
    return r;
}

template <class P> CUZK_DEV fp2<P> sqr(const fp2<P> &a)
{
    return fp2_sqr(a);
}

template <class P> CUZK_DEV fp2<P> dot(const fp2<P> &a, const fp2<P> &b, const fp2<P> &c, const fp2<P> &d)
{
    return a * b + c * d;
}

template <class P> CUZK_DEV fp2<P> operator+(const fp2<P> &a, const fp2<P> &b)
{
    fp2<P> r;
    r.c0 = a.c0 + b.c0;
    r.c1 = a.c1 + b.c1;
    return r;
}

template <class P> CUZK_DEV fp2<P> operator-(const fp2<P> &a, const fp2<P> &b)
{
    fp2<P> r;
    r.c0 = a.c0 - b.c0;
    r.c1 = a.c1 - b.c1;
    return r;
}

template <class P> CUZK_DEV void set_zero(fp2<P> &a)
{
    set_zero(a.c0);
    set_zero(a.c1);
}

template <class P> CUZK_DEV void set_one(fp2<P> &a)
{
    set_one(a.c0);
    set_zero(a.c1);
}

template <class P> CUZK_DEV bool is_zero(const fp2<P> &a)
{
    return is_zero(a.c0) && is_zero(a.c1);
}

template <class P> CUZK_DEV fp2<P> neg(const fp2<P> &a)
{
    fp2<P> r;
    r.c0 = neg(a.c0);
    r.c1 = neg(a.c1);
    return r;
}

template <class P> CUZK_DEV fp2<P> inverse(const fp2<P> &a)
{
    const fp<P> norm = inverse(sqr(a.c0) + sqr(a.c1));
    fp2<P> r;
    r.c0 = a.c0 * norm;
    r.c1 = neg(a.c1) * norm;
    return r;
}

#endif
