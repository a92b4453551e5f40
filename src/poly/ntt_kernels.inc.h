/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the arithmetic of transforms over one field.
 *
 * Before including, define
 *   NTT_FIELD      prefix of a field from mont.inc.h, also its type
 *   NTT_TWIDDLES   a struct with the members of cuzk_ntt_twiddles over that type
 *   NTT_TWO_FREE_BITS   1 if 4p fits the limbs, else 0
 *   NTT_Q               initializer list of the bound q, least significant limb first: 2p with two free bits, else p
 *   NTT_ADX             1 if the field has four limbs, else 0: the assembly is written for four
 * All are undefined again at the end.
 *
 * A block of 2h values at level l is the remainder of a polynomial modulo x^(2h) - c^2. Since x^(2h) - c^2 =
 * (x^h - c)(x^h + c), the two halves of the next level are low + c * high and low - c * high: one twiddle a block,
 * T[number of the block], and the same table serves every level.
 *
 * Source: the view of the transform as repeated reduction modulo binomials: Bernstein, "Multidigit multiplication
 * for mathematicians", 2001, section 3; docs/math/ntt.md.
 */
#define NTT_FN(name) CUZK_JOIN(NTT_FIELD, name)

static const NTT_FIELD NTT_FN(_lazy_q) = {{NTT_Q}};

#include "poly/ntt_lazy.inc.h"

enum {
    /* Above this size a block's halves are finished one after the other, so that what fits the first cache is
     * loaded into it once: 2^9 values of 32 bytes are 16 KiB, half of the usual 32. */
    NTT_FN(_ntt_flat_log2) = 9,
};

static void NTT_FN(_ntt_powers)(NTT_FIELD *out, const NTT_FIELD *base, uint32_t bits, uint32_t count_log2)
{
    NTT_FN(_set_one)(&out[0]);
    for (uint32_t i = 0; i < count_log2; i++) {
        NTT_FIELD step = *base;
        for (uint32_t j = i + 1; j < bits; j++)
            NTT_FN(_sqr)(&step, &step);
        for (size_t b = 0; b < (size_t)1 << i; b++)
            NTT_FN(_mul)(&out[((size_t)1 << i) + b], &out[b], &step);
    }
}

/* The index whose power is -1 / T[b], for b > 0: the exponent's complement keeps its lowest set bit, so that in
 * reversed order the top bit of b stays and the bits below it flip. 0 for b = 0. */
static inline size_t NTT_FN(_ntt_mirror)(size_t b)
{
    return b == 0 ? 0 : b ^ (((size_t)1 << (63 - __builtin_clzll((unsigned long long)b))) - 1);
}

/* out = T[b], or with `inverse` 1 / T[b]. */
static inline void NTT_FN(_ntt_twiddle)(NTT_FIELD *out, const NTT_TWIDDLES *twiddles, size_t b, bool inverse)
{
    size_t index = inverse ? NTT_FN(_ntt_mirror)(b) : b;
    size_t high = index >> twiddles->low_log2;
    *out = twiddles->low[index & (((size_t)1 << twiddles->low_log2) - 1)];
    if (high != 0)
        NTT_FN(_mul)(out, out, &twiddles->high[high]);
    if (inverse && b != 0)
        NTT_FN(_neg)(out, out);
}

/* One level of one block, down: low + c * high, low - c * high; from values below 2q to values below 2q. */
static inline void NTT_FN(_ntt_split)(NTT_FIELD *values, size_t half, size_t block, const NTT_TWIDDLES *twiddles,
                                      bool inverse)
{
    NTT_FIELD *low = values, *high = values + half, c;
    if (block == 0) {
        for (size_t i = 0; i < half; i++) {
            NTT_FIELD x = low[i], y = high[i];
            NTT_FN(_lazy_reduce)(&x);
            NTT_FN(_lazy_reduce)(&y);
            NTT_FN(_lazy_add)(&low[i], &x, &y);
            NTT_FN(_lazy_sub)(&high[i], &x, &y);
        }
        return;
    }
    NTT_FN(_ntt_twiddle)(&c, twiddles, block, inverse);
    for (size_t i = 0; i < half; i++) {
        NTT_FIELD x = low[i], y;
        NTT_FN(_lazy_reduce)(&x);
        NTT_FN(_lazy_mul)(&y, &high[i], &c);
        NTT_FN(_lazy_add)(&low[i], &x, &y);
        NTT_FN(_lazy_sub)(&high[i], &x, &y);
    }
}

/* Its transpose, up: low + high, c * (low - high); from values below q to values below q. */
static inline void NTT_FN(_ntt_join)(NTT_FIELD *values, size_t half, size_t block, const NTT_TWIDDLES *twiddles,
                                     bool inverse)
{
    NTT_FIELD *low = values, *high = values + half, c;
    if (block == 0) {
        for (size_t i = 0; i < half; i++) {
            NTT_FIELD x = low[i], y = high[i];
            NTT_FN(_lazy_add)(&low[i], &x, &y);
            NTT_FN(_lazy_reduce)(&low[i]);
            NTT_FN(_lazy_sub)(&high[i], &x, &y);
            NTT_FN(_lazy_reduce)(&high[i]);
        }
        return;
    }
    NTT_FN(_ntt_twiddle)(&c, twiddles, block, inverse);
    for (size_t i = 0; i < half; i++) {
        NTT_FIELD x = low[i], y = high[i], difference;
        NTT_FN(_lazy_add)(&low[i], &x, &y);
        NTT_FN(_lazy_reduce)(&low[i]);
        NTT_FN(_lazy_sub)(&difference, &x, &y);
        NTT_FN(_lazy_mul)(&high[i], &difference, &c);
    }
}

static void NTT_FN(_ntt_descend)(NTT_FIELD *values, uint32_t log2, uint32_t levels, size_t block,
                                 const NTT_TWIDDLES *twiddles, bool inverse)
{
    if (levels == 0)
        return;
    if (log2 > NTT_FN(_ntt_flat_log2)) {
        size_t half = (size_t)1 << (log2 - 1);
        NTT_FN(_ntt_split)(values, half, block, twiddles, inverse);
        NTT_FN(_ntt_descend)(values, log2 - 1, levels - 1, 2 * block, twiddles, inverse);
        NTT_FN(_ntt_descend)(values + half, log2 - 1, levels - 1, 2 * block + 1, twiddles, inverse);
        return;
    }
    for (uint32_t level = 0; level < levels; level++) {
        size_t half = (size_t)1 << (log2 - level - 1);
        for (size_t b = 0; b < (size_t)1 << level; b++)
            NTT_FN(_ntt_split)(values + 2 * half * b, half, (block << level) + b, twiddles, inverse);
    }
}

static void NTT_FN(_ntt_ascend)(NTT_FIELD *values, uint32_t log2, uint32_t levels, size_t block,
                                const NTT_TWIDDLES *twiddles, bool inverse)
{
    if (levels == 0)
        return;
    if (log2 > NTT_FN(_ntt_flat_log2)) {
        size_t half = (size_t)1 << (log2 - 1);
        NTT_FN(_ntt_ascend)(values, log2 - 1, levels - 1, 2 * block, twiddles, inverse);
        NTT_FN(_ntt_ascend)(values + half, log2 - 1, levels - 1, 2 * block + 1, twiddles, inverse);
        NTT_FN(_ntt_join)(values, half, block, twiddles, inverse);
        return;
    }
    for (uint32_t level = levels; level-- > 0;) {
        size_t half = (size_t)1 << (log2 - level - 1);
        for (size_t b = 0; b < (size_t)1 << level; b++)
            NTT_FN(_ntt_join)(values + 2 * half * b, half, (block << level) + b, twiddles, inverse);
    }
}

/* From values below q, as ascend leaves them, to canonical ones. */
static void NTT_FN(_ntt_finish)(NTT_FIELD *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        NTT_FN(_lazy_finish)(&values[i]);
}

static void NTT_FN(_ntt_scale)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *factor, size_t count)
{
    NTT_FIELD kept = *factor;
    for (size_t i = 0; i < count; i++)
        NTT_FN(_mul)(&out[i], &a[i], &kept);
}

static void NTT_FN(_ntt_multiply)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        NTT_FN(_mul)(&out[i], &a[i], &b[i]);
}

static void NTT_FN(_ntt_multiply_subtract)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b,
                                           const NTT_FIELD *c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        NTT_FIELD product;
        NTT_FN(_mul)(&product, &a[i], &b[i]);
        NTT_FN(_sub)(&out[i], &product, &c[i]);
    }
}

#undef NTT_FN
#undef NTT_FIELD
#undef NTT_TWIDDLES
#undef NTT_TWO_FREE_BITS
#undef NTT_Q
#undef NTT_ADX
