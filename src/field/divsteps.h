/* SPDX-License-Identifier: Apache-2.0
 *
 * Division steps of Bernstein and Yang on the low bits of two numbers: the part of the inverse that is the same for
 * every field. One step, for odd f: if delta > 0 and g is odd, (delta, f, g) = (1 - delta, g, (g - f) / 2); else
 * (1 + delta, f, (g + (g mod 2) * f) / 2).
 */
#ifndef CUZK_FIELD_DIVSTEPS_H
#define CUZK_FIELD_DIVSTEPS_H

#include "field/field_defs.h"

#define CUZK_MASK_62 (UINT64_MAX >> 2)

/* What 62 steps do: 2^62 * (new f, new g) = (u * f + v * g, q * f + r * g). |u| + |v| and |q| + |r| are at most
 * 2^62.
 */
typedef struct cuzk_divsteps_matrix {
    int64_t u, v, q, r;
} cuzk_divsteps_matrix;

/* Zero bits at the bottom of x, which is not 0. */
CUZK_HD static inline int cuzk_count_trailing_zeros(uint64_t x)
{
#ifdef __CUDA_ARCH__
    return __ffsll((long long)x) - 1;
#else
    return __builtin_ctzll(x);
#endif
}

/* 62 steps on f (odd) and g, of which the low 64 bits are given; returns the new delta. */
CUZK_HD static inline int64_t cuzk_divsteps_62_vartime(cuzk_divsteps_matrix *out, int64_t delta, uint64_t f,
                                                       uint64_t g)
{
    uint64_t u = 1, v = 0, q = 0, r = 1;
    int left = 62;
    for (;;) {
        /* Steps that halve an even g. */
        int zeros = cuzk_count_trailing_zeros(g | UINT64_MAX << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += zeros;
        left -= zeros;
        if (left == 0)
            break;
        if (delta > 0) {
            uint64_t f_old = f, u_old = u, v_old = v;
            f = g, u = q, v = r;
            g = 0 - f_old, q = 0 - u_old, r = 0 - v_old;
            delta = -delta;
        }
        /* The next 1 - delta steps add f or not and do not swap: add at once the multiple of f that clears as many
         * bits of g, up to 6, since f * (2 - f^2) is 1 / f modulo 2^6. */
        int clear = 1 - delta < left ? (int)(1 - delta) : left;
        uint64_t mask = clear < 6 ? ((uint64_t)1 << clear) - 1 : 63;
        uint64_t multiple = g * f * (f * f - 2) & mask;
        g += f * multiple;
        q += u * multiple;
        r += v * multiple;
    }
    out->u = (int64_t)u;
    out->v = (int64_t)v;
    out->q = (int64_t)q;
    out->r = (int64_t)r;
    return delta;
}

#endif
