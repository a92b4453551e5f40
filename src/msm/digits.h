/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalars as signed digits (docs/math/msm.md, "Signed digits").
 *
 * A scalar is first brought to sign and magnitude, m <= (r - 1) / 2, so that r - 1 is as cheap as 1 and small
 * negative values are as cheap as small positive ones. The magnitude is cut in windows of c bits with digits from
 * -2^(c-1) to 2^(c-1). Adding 2^(c-1) in every window but the top one beforehand makes each digit a plain field of
 * c bits less 2^(c-1), independent of the windows below it.
 *
 * Everything here branches on the scalar.
 */
#ifndef CUZK_MSM_DIGITS_H
#define CUZK_MSM_DIGITS_H

#include <stdbool.h>
#include <string.h>

#include <cuzk/curve.h>

#include "field/field_defs.h"

/* The group order and half of it, rounded down. */
typedef struct cuzk_msm_order {
    cuzk_fr r, half;
    uint32_t half_bits;
} cuzk_msm_order;

/* How the magnitudes of one sum are cut. Digits of all windows but the top one are those of 2^(c-1) buckets; the
 * top one is never negative and may have far fewer. */
typedef struct cuzk_msm_windows {
    uint32_t window_bits;
    uint32_t window_count;
    uint32_t bucket_count;     /* 2^(window_bits - 1) */
    uint32_t top_bucket_count; /* of the top window, 1 to bucket_count */
} cuzk_msm_windows;

/* A magnitude with the windows' offset added; the limb above is read by the last window. */
typedef struct cuzk_msm_offset_scalar {
    uint64_t limb[CUZK_FR_LIMBS + 1];
} cuzk_msm_offset_scalar;

/* A digit: 0, or the bucket's number from 1 with the sign in the top bit. */
#define CUZK_MSM_NEGATIVE 0x80000000u

static inline bool digits_less(const cuzk_fr *a, const cuzk_fr *b)
{
    for (int i = CUZK_FR_LIMBS - 1; i > 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i];
    return a->limb[0] < b->limb[0];
}

static inline void digits_sub(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < CUZK_FR_LIMBS; i++)
        out->limb[i] = cuzk_sub_borrow(a->limb[i], b->limb[i], &borrow);
}

/* The magnitude of any 256-bit integer mod r, and whether it stands for the negative. */
static inline bool digits_magnitude(cuzk_fr *out, const cuzk_fr *scalar, const cuzk_msm_order *order)
{
    cuzk_fr value = *scalar;
    while (!digits_less(&value, &order->r))
        digits_sub(&value, &value, &order->r);
    bool negative = digits_less(&order->half, &value);
    if (negative)
        digits_sub(&value, &order->r, &value);
    *out = value;
    return negative;
}

/* Bits of the value; 0 for 0. */
static inline uint32_t digits_bit_length(const cuzk_fr *a)
{
    for (int i = CUZK_FR_LIMBS - 1; i >= 0; i--)
        if (a->limb[i] != 0)
            return (uint32_t)(64 * i + 64 - __builtin_clzll(a->limb[i]));
    return 0;
}

/* 2^(c-1) in every window but the top one. */
static inline void digits_offset(cuzk_fr *out, const cuzk_msm_windows *windows)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i + 1 < windows->window_count; i++) {
        uint32_t bit = i * windows->window_bits + windows->window_bits - 1;
        out->limb[bit / 64] |= (uint64_t)1 << (bit % 64);
    }
}

static inline void digits_add_offset(cuzk_msm_offset_scalar *out, const cuzk_fr *magnitude, const cuzk_fr *offset)
{
    uint64_t carry = 0;
    for (int i = 0; i < CUZK_FR_LIMBS; i++)
        out->limb[i] = cuzk_add_carry(magnitude->limb[i], offset->limb[i], &carry);
    out->limb[CUZK_FR_LIMBS] = carry;
}

/* The digit of window `window`, its sign changed if `negative`. */
static inline uint32_t digits_extract(const cuzk_msm_offset_scalar *scalar, const cuzk_msm_windows *windows,
                                      uint32_t window, bool negative)
{
    uint32_t bit = window * windows->window_bits;
    uint64_t low = scalar->limb[bit / 64] >> (bit % 64);
    uint64_t high = scalar->limb[bit / 64 + 1] << 1 << (63 - bit % 64);
    int32_t digit = (int32_t)((low | high) & (((uint64_t)1 << windows->window_bits) - 1));
    if (window + 1 < windows->window_count)
        digit -= (int32_t)windows->bucket_count;
    if (digit == 0)
        return 0;
    bool flip = (digit < 0) != negative;
    return (uint32_t)(digit < 0 ? -digit : digit) | (flip ? CUZK_MSM_NEGATIVE : 0);
}

#endif
