/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of y^2 = x^3 + b over a field F (fp or fp2): affine, and XYZZ with x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2.
 * The identity is ZZ = 0 in XYZZ form and x = y = 0 in affine form. All additions are complete.
 *
 * Source: madd-2008-s, add-2008-s, dbl-2008-s-1, mdbl-2008-s-1 of the Explicit-Formulas Database (Sutherland).
 */
#ifndef CUZK_BACKEND_CUDA_POINT_CUH
#define CUZK_BACKEND_CUDA_POINT_CUH

#include "backend/cuda/fp.cuh"

template <class F> struct affine {
    F x, y;
};

template <class F> struct xyzz {
    F x, y, zz, zzz;
};

template <class F> CUZK_DEV void set_identity(xyzz<F> &p)
{
    set_zero(p.x);
    set_zero(p.y);
    set_zero(p.zz);
    set_zero(p.zzz);
}

template <class F> CUZK_DEV bool is_identity(const xyzz<F> &p)
{
    return is_zero(p.zz);
}

template <class F> CUZK_DEV xyzz<F> from_affine(const affine<F> &p)
{
    xyzz<F> r;
    r.x = p.x;
    r.y = p.y;
    set_one(r.zz);
    set_one(r.zzz);
    if (is_zero(p.x) && is_zero(p.y))
        set_identity(r);
    return r;
}

/* 2p. Out of line, for where it is rare; by value, so that no caller's point gets an address and leaves its registers. */
template <class F> __host__ __device__ __noinline__ xyzz<F> doubled(const xyzz<F> p)
{
    const F u = p.y + p.y;
    const F v = sqr(u);
    const F w = u * v;
    const F s = p.x * v;
    const F xx = sqr(p.x);
    const F m = xx + xx + xx;
    xyzz<F> r;
    r.x = sqr(m) - s - s;
    r.y = m * (s - r.x) - w * p.y;
    r.zz = v * p.zz;
    r.zzz = w * p.zzz;
    return r;
}

/* p += q, q affine and not the identity. */
template <class F> CUZK_DEV void add_affine(xyzz<F> &p, const affine<F> &q)
{
    if (is_identity(p)) {
        p.x = q.x;
        p.y = q.y;
        set_one(p.zz);
        set_one(p.zzz);
        return;
    }
    const F h = q.x * p.zz - p.x;
    const F r = q.y * p.zzz - p.y;
    if (is_zero(h)) {
        if (is_zero(r))
            p = doubled(p);
        else
            set_identity(p);
        return;
    }
    const F hh = sqr(h);
    const F hhh = h * hh;
    const F v = p.x * hh;
    p.zz = p.zz * hh;
    p.zzz = p.zzz * hhh;
    p.x = sqr(r) - hhh - v - v;
    p.y = dot(r, v - p.x, neg(p.y), hhh);
}

/* p += q. */
template <class F> CUZK_DEV void add_point(xyzz<F> &p, const xyzz<F> &q)
{
    if (is_identity(q))
        return;
    if (is_identity(p)) {
        p = q;
        return;
    }
    const F u1 = p.x * q.zz, s1 = p.y * q.zzz;
    const F h = q.x * p.zz - u1;
    const F r = q.y * p.zzz - s1;
    if (is_zero(h)) {
        if (is_zero(r))
            p = doubled(p);
        else
            set_identity(p);
        return;
    }
    const F hh = sqr(h);
    const F hhh = h * hh;
    const F v = u1 * hh;
    p.zz = p.zz * q.zz * hh;
    p.zzz = p.zzz * q.zzz * hhh;
    p.x = sqr(r) - hhh - v - v;
    p.y = dot(r, v - p.x, neg(s1), hhh);
}

/* p += q out of line: for where additions are few beside those of the accumulation. Inlined everywhere, the kernels of
 * one 381-bit group take the compiler minutes. */
template <class F> __host__ __device__ __noinline__ void add_point_call(xyzz<F> *p, const xyzz<F> *q)
{
    xyzz<F> sum = *p;
    add_point(sum, *q);
    *p = sum;
}

/* x / ZZ, y / ZZZ given inv = 1 / ZZZ: 1 / ZZ = (ZZ / ZZZ)^2, as ZZ / ZZZ = 1 / Z. */
template <class F> CUZK_DEV affine<F> to_affine_with(const xyzz<F> &p, const F &zzz_inverse)
{
    affine<F> r;
    r.x = p.x * sqr(p.zz * zzz_inverse);
    r.y = p.y * zzz_inverse;
    return r;
}

#endif
