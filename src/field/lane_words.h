/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight 64-bit words side by side: the vectors that field/lanes.inc.h computes with, and their transport between
 * memory, where a value's words are neighbours, and vectors, where word k of eight values is. For code compiled for
 * the instruction set ifma alone.
 */
#ifndef CUZK_FIELD_LANE_WORDS_H
#define CUZK_FIELD_LANE_WORDS_H

#include <immintrin.h>
#include <stdint.h>

#include "field/field_defs.h"

/* Loops over limbs have to be unrolled whole: a limb that is indexed at run time lives in memory. */
#if defined(__clang__)
#define LANES_UNROLL _Pragma("clang loop unroll(full)")
#else
#define LANES_UNROLL _Pragma("GCC unroll 16")
#endif

#define LANES_INLINE __attribute__((always_inline, unused)) static inline

typedef unsigned long long lane_words __attribute__((vector_size(64)));

enum {
    LANES = 8,
};

#define LANES_MASK_52 ((uint64_t)0xfffffffffffff)

LANES_INLINE lane_words lane_words_set(uint64_t value)
{
    return (lane_words)_mm512_set1_epi64((long long)value);
}

/* sum + the low, or the high, 52 bits of the product of the low 52 bits of a and b. */
LANES_INLINE lane_words lane_words_mul_low(lane_words sum, lane_words a, lane_words b)
{
    return (lane_words)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

LANES_INLINE lane_words lane_words_mul_high(lane_words sum, lane_words a, lane_words b)
{
    return (lane_words)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

/* The limb without its carry, which is signed and is added to *next. */
LANES_INLINE lane_words lane_words_carry(lane_words limb, lane_words *next)
{
    *next += (lane_words)((__m512i)limb >> 52);
    return limb & LANES_MASK_52;
}

/* take ? b : a, a bit of `take` a lane. */
LANES_INLINE lane_words lane_words_select(lane_words a, lane_words b, __mmask8 take)
{
    return (lane_words)_mm512_mask_mov_epi64((__m512i)a, take, (__m512i)b);
}

/* Lanes below zero, the words taken as signed. */
LANES_INLINE __mmask8 lane_words_negative(lane_words a)
{
    return _mm512_movepi64_mask((__m512i)a);
}

LANES_INLINE __mmask8 lane_words_equal(lane_words a, lane_words b)
{
    return _mm512_cmpeq_epi64_mask((__m512i)a, (__m512i)b);
}

LANES_INLINE lane_words lane_words_load(const void *words)
{
    return (lane_words)_mm512_loadu_si512(words);
}

LANES_INLINE void lane_words_store(void *words, lane_words a)
{
    _mm512_storeu_si512(words, (__m512i)a);
}

/* [a, b], each four neighbouring words. */
LANES_INLINE __m512i lane_words_pair(const uint64_t *a, const uint64_t *b)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)a)),
                              _mm256_loadu_si256((const __m256i *)(const void *)b), 1);
}

/* out[k] = word k of the eight values, 0 <= k < 4. */
LANES_INLINE void lane_words_gather4(lane_words out[4], const uint64_t *const from[LANES])
{
    __m512i r0 = lane_words_pair(from[0], from[2]), r1 = lane_words_pair(from[1], from[3]);
    __m512i r2 = lane_words_pair(from[4], from[6]), r3 = lane_words_pair(from[5], from[7]);
    __m512i even0 = _mm512_unpacklo_epi64(r0, r1), odd0 = _mm512_unpackhi_epi64(r0, r1);
    __m512i even1 = _mm512_unpacklo_epi64(r2, r3), odd1 = _mm512_unpackhi_epi64(r2, r3);
    out[0] = (lane_words)_mm512_shuffle_i64x2(even0, even1, 0x88);
    out[1] = (lane_words)_mm512_shuffle_i64x2(odd0, odd1, 0x88);
    out[2] = (lane_words)_mm512_shuffle_i64x2(even0, even1, 0xdd);
    out[3] = (lane_words)_mm512_shuffle_i64x2(odd0, odd1, 0xdd);
}

LANES_INLINE __m512i lane_words_quad(const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d)
{
    __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)a)),
                                          _mm_loadu_si128((const __m128i *)(const void *)b), 1);
    __m256i high =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)c)),
                                _mm_loadu_si128((const __m128i *)(const void *)d), 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* out[k] = word k of the eight values, 0 <= k < 2. */
LANES_INLINE void lane_words_gather2(lane_words out[2], const uint64_t *const from[LANES])
{
    __m512i even = lane_words_quad(from[0], from[2], from[4], from[6]);
    __m512i odd = lane_words_quad(from[1], from[3], from[5], from[7]);
    out[0] = (lane_words)_mm512_unpacklo_epi64(even, odd);
    out[1] = (lane_words)_mm512_unpackhi_epi64(even, odd);
}

LANES_INLINE void lane_words_put_pair(uint64_t *a, uint64_t *b, __m512i both)
{
    _mm256_storeu_si256((__m256i *)(void *)a, _mm512_castsi512_si256(both));
    _mm256_storeu_si256((__m256i *)(void *)b, _mm512_extracti64x4_epi64(both, 1));
}

LANES_INLINE void lane_words_scatter4(uint64_t *const to[LANES], const lane_words in[4])
{
    const __m512i first = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i second = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    __m512i even0 = _mm512_unpacklo_epi64((__m512i)in[0], (__m512i)in[1]);
    __m512i odd0 = _mm512_unpackhi_epi64((__m512i)in[0], (__m512i)in[1]);
    __m512i even1 = _mm512_unpacklo_epi64((__m512i)in[2], (__m512i)in[3]);
    __m512i odd1 = _mm512_unpackhi_epi64((__m512i)in[2], (__m512i)in[3]);
    lane_words_put_pair(to[0], to[2], _mm512_permutex2var_epi64(even0, first, even1));
    lane_words_put_pair(to[1], to[3], _mm512_permutex2var_epi64(odd0, first, odd1));
    lane_words_put_pair(to[4], to[6], _mm512_permutex2var_epi64(even0, second, even1));
    lane_words_put_pair(to[5], to[7], _mm512_permutex2var_epi64(odd0, second, odd1));
}

LANES_INLINE void lane_words_put_quad(uint64_t *const to[LANES], int first, __m512i all)
{
    _mm_storeu_si128((__m128i *)(void *)to[first], _mm512_castsi512_si128(all));
    _mm_storeu_si128((__m128i *)(void *)to[first + 2], _mm512_extracti64x2_epi64(all, 1));
    _mm_storeu_si128((__m128i *)(void *)to[first + 4], _mm512_extracti64x2_epi64(all, 2));
    _mm_storeu_si128((__m128i *)(void *)to[first + 6], _mm512_extracti64x2_epi64(all, 3));
}

LANES_INLINE void lane_words_scatter2(uint64_t *const to[LANES], const lane_words in[2])
{
    lane_words_put_quad(to, 0, _mm512_unpacklo_epi64((__m512i)in[0], (__m512i)in[1]));
    lane_words_put_quad(to, 1, _mm512_unpackhi_epi64((__m512i)in[0], (__m512i)in[1]));
}

#endif
