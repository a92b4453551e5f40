/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: eight elements of a prime field at once, by 52-bit multiply-adds (AVX-512 IFMA).
 *
 * Before including, define
 *   LANES_FIELD   prefix of the field (field/mont.inc.h) and of every name here, e.g. bn254_fp
 *   LANES_LIMBS   52-bit limbs: 5 or 8
 *   LANES_WORDS   64-bit words of LANES_FIELD: 4 or 6
 *   LANES_CONSTANT(name)   the field's constant `name` for lanes (field/field_constants.h)
 * All are undefined again at the end.
 *
 * Let W = 2^(52 * LANES_LIMBS). A value is LANES_LIMBS limbs of 52 bits, normalised: every limb below 2^52, so below
 * W as a whole. A bound is given as a multiple of p: "below 3p". _mul leaves out of the product the factor 1 / W where
 * the field's own product leaves 1 / 2^(64 * LANES_WORDS); limbs are the same integers in both. Who mixes the two
 * carries the factor 2^LANES_SHIFT = W / 2^(64 * LANES_WORDS) along (docs/math/lanes.md).
 *
 *   _mul, _sqr     operands below A p and B p with A * B <= 21 (17 if p has 255 bits): result below 2.5 p
 *   _add           the sum of the bounds, which has to stay below W (35 p at least)
 *   _sub           below (A + k) p with k the multiple of p added, at least the subtrahend's bound
 *   _reduce        from below 8p to below 1.3 p
 *   _canonical     from below 8p to canonical
 *
 * Time does not depend on values.
 *
 * Source: limbs for the multiply-add: Gueron, Krasnov, "Accelerating big integer arithmetic using Intel IFMA
 * extensions", 2016. Reducing by multiples of 2^-52 mod p instead of p: docs/math/lanes.md.
 */
#include "field/lane_words.h"

#define LANES_FN(name) CUZK_JOIN(LANES_FIELD, _lanes##name)
#define LANES_T        CUZK_JOIN(LANES_FIELD, _lanes)
#define LANES_SHIFT    (52 * LANES_LIMBS - 64 * LANES_WORDS)

typedef struct LANES_T {
    lane_words limb[LANES_LIMBS];
} LANES_T;

/* A product before its reduction: columns of weight 2^(52 i), signed, below 2^60 in size. */
typedef struct LANES_FN(_wide) {
    lane_words column[2 * LANES_LIMBS];
} LANES_FN(_wide);

static const uint64_t LANES_FN(_modulus)[LANES_LIMBS] = {LANES_CONSTANT(MODULUS)};
static const uint64_t LANES_FN(_fold)[LANES_LIMBS] = {LANES_CONSTANT(FOLD)}; /* 2^-52 mod p */
/* Limb i of 0, p, 2p, ... 7p. */
static const uint64_t LANES_FN(_multiples)[LANES_LIMBS][LANES] = {LANES_CONSTANT(MULTIPLES)};
/* A multiple of p of about W p / 4. */
static const uint64_t LANES_FN(_bias)[2 * LANES_LIMBS] = {LANES_CONSTANT(BIAS)};

/* Passes on carries; the value is not negative and below W. */
LANES_INLINE void LANES_FN(_normalise)(LANES_T *a)
{
    LANES_UNROLL
    for (int i = 0; i + 1 < LANES_LIMBS; i++)
        a->limb[i] = lane_words_carry(a->limb[i], &a->limb[i + 1]);
}

LANES_INLINE void LANES_FN(_add_loose)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        out->limb[i] = a->limb[i] + b->limb[i];
}

/* out = a - b + k p, 0 <= k < 8, limbs not normalised. */
LANES_INLINE void LANES_FN(_sub_loose)(LANES_T *out, const LANES_T *a, const LANES_T *b, int k)
{
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        out->limb[i] = a->limb[i] - b->limb[i] + lane_words_set(LANES_FN(_multiples)[i][k]);
}

LANES_INLINE void LANES_FN(_add)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_FN(_add_loose)(out, a, b);
    LANES_FN(_normalise)(out);
}

LANES_INLINE void LANES_FN(_sub)(LANES_T *out, const LANES_T *a, const LANES_T *b, int k)
{
    LANES_FN(_sub_loose)(out, a, b, k);
    LANES_FN(_normalise)(out);
}

LANES_INLINE void LANES_FN(_select)(LANES_T *out, const LANES_T *a, const LANES_T *b, __mmask8 take_b)
{
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        out->limb[i] = lane_words_select(a->limb[i], b->limb[i], take_b);
}

/* All eight lanes the same. */
LANES_INLINE void LANES_FN(_set)(LANES_T *out, const uint64_t limbs[LANES_LIMBS])
{
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        out->limb[i] = lane_words_set(limbs[i]);
}

/* out = a < p ? a : a - p. */
LANES_INLINE void LANES_FN(_reduce_once)(LANES_T *out, const LANES_T *a)
{
    LANES_T reduced;
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        reduced.limb[i] = a->limb[i] - lane_words_set(LANES_FN(_modulus)[i]);
    LANES_FN(_normalise)(&reduced);
    LANES_FN(_select)(out, &reduced, a, lane_words_negative(reduced.limb[LANES_LIMBS - 1]));
}

/* The quotient by p is estimated from the top limb: never too large, and too small by less than 0.3. */
LANES_INLINE void LANES_FN(_reduce)(LANES_T *a)
{
    lane_words quotient = lane_words_mul_high(lane_words_set(0), a->limb[LANES_LIMBS - 1],
                                              lane_words_set(LANES_CONSTANT(TOP_INVERSE)));
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        a->limb[i] -= (lane_words)_mm512_permutexvar_epi64(
            (__m512i)quotient, _mm512_loadu_si512((const void *)LANES_FN(_multiples)[i]));
    LANES_FN(_normalise)(a);
}

LANES_INLINE void LANES_FN(_canonical)(LANES_T *a)
{
    LANES_FN(_reduce)(a);
    LANES_FN(_reduce_once)(a, a);
}

LANES_INLINE void LANES_FN(_wide_mul)(LANES_FN(_wide) * out, const LANES_T *a, const LANES_T *b)
{
    LANES_UNROLL
    for (int i = 0; i < 2 * LANES_LIMBS; i++)
        out->column[i] = lane_words_set(0);
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++) {
        LANES_UNROLL
        for (int j = 0; j < LANES_LIMBS; j++)
            out->column[i + j] = lane_words_mul_low(out->column[i + j], a->limb[i], b->limb[j]);
        LANES_UNROLL
        for (int j = 0; j < LANES_LIMBS; j++)
            out->column[i + j + 1] = lane_words_mul_high(out->column[i + j + 1], a->limb[i], b->limb[j]);
    }
}

/* Products of different limbs once, the sum doubled, then the squares of limbs. */
LANES_INLINE void LANES_FN(_wide_sqr)(LANES_FN(_wide) * out, const LANES_T *a)
{
    LANES_UNROLL
    for (int i = 0; i < 2 * LANES_LIMBS; i++)
        out->column[i] = lane_words_set(0);
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++) {
        LANES_UNROLL
        for (int j = i + 1; j < LANES_LIMBS; j++) {
            out->column[i + j] = lane_words_mul_low(out->column[i + j], a->limb[i], a->limb[j]);
            out->column[i + j + 1] = lane_words_mul_high(out->column[i + j + 1], a->limb[i], a->limb[j]);
        }
    }
    LANES_UNROLL
    for (int i = 0; i < 2 * LANES_LIMBS; i++)
        out->column[i] += out->column[i];
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++) {
        out->column[2 * i] = lane_words_mul_low(out->column[2 * i], a->limb[i], a->limb[i]);
        out->column[2 * i + 1] = lane_words_mul_high(out->column[2 * i + 1], a->limb[i], a->limb[i]);
    }
}

/* out = t / W mod p, below t / W + 2p + p / 2^50; t not negative. All limbs but one are cleared by t_i * (2^-52 mod p)
 * one limb up, which needs no quotient; the last by Montgomery's multiple of p, which brings the size down. */
LANES_INLINE void LANES_FN(_wide_reduce)(LANES_T *out, LANES_FN(_wide) * t)
{
    lane_words *column = t->column;
    LANES_UNROLL
    for (int i = 0; i + 1 < LANES_LIMBS; i++) {
        lane_words low = column[i];
        column[i + 1] = lane_words_mul_low(column[i + 1], low, lane_words_set(LANES_FN(_fold)[0]));
        column[i + 1] += (lane_words)((__m512i)low >> 52);
        LANES_UNROLL
        for (int j = 1; j < LANES_LIMBS; j++)
            column[i + 1 + j] = lane_words_mul_low(column[i + 1 + j], low, lane_words_set(LANES_FN(_fold)[j]));
        LANES_UNROLL
        for (int j = 0; j < LANES_LIMBS; j++)
            column[i + 2 + j] = lane_words_mul_high(column[i + 2 + j], low, lane_words_set(LANES_FN(_fold)[j]));
    }
    lane_words *top = column + LANES_LIMBS - 1;
    lane_words m = lane_words_mul_low(lane_words_set(0), top[0], lane_words_set(LANES_CONSTANT(NEG_INV)));
    LANES_UNROLL
    for (int j = 0; j < LANES_LIMBS; j++) {
        top[j] = lane_words_mul_low(top[j], m, lane_words_set(LANES_FN(_modulus)[j]));
        top[j + 1] = lane_words_mul_high(top[j + 1], m, lane_words_set(LANES_FN(_modulus)[j]));
    }
    top[1] += (lane_words)((__m512i)top[0] >> 52);
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++)
        out->limb[i] = top[i + 1];
    LANES_FN(_normalise)(out);
}

LANES_INLINE void LANES_FN(_mul)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_FN(_wide) product;
    LANES_FN(_wide_mul)(&product, a, b);
    LANES_FN(_wide_reduce)(out, &product);
}

LANES_INLINE void LANES_FN(_sqr)(LANES_T *out, const LANES_T *a)
{
    LANES_FN(_wide) product;
    LANES_FN(_wide_sqr)(&product, a);
    LANES_FN(_wide_reduce)(out, &product);
}

/* 64-bit words, below W, to limbs and back; back, the value is below 2^(64 * LANES_WORDS). */
LANES_INLINE void LANES_FN(_from_words)(LANES_T *out, const lane_words words[LANES_WORDS])
{
    LANES_UNROLL
    for (int i = 0; i < LANES_LIMBS; i++) {
        int word = 52 * i / 64, bit = 52 * i % 64;
        out->limb[i] = words[word] >> bit;
        if (bit > 12 && word + 1 < LANES_WORDS)
            out->limb[i] |= words[word + 1] << (64 - bit);
        out->limb[i] &= LANES_MASK_52;
    }
}

LANES_INLINE void LANES_FN(_to_words)(lane_words words[LANES_WORDS], const LANES_T *a)
{
    LANES_UNROLL
    for (int i = 0; i < LANES_WORDS; i++) {
        int limb = 64 * i / 52, bit = 64 * i % 52;
        words[i] = a->limb[limb] >> bit;
        if (limb + 1 < LANES_LIMBS)
            words[i] |= a->limb[limb + 1] << (52 - bit);
        if (bit > 40 && limb + 2 < LANES_LIMBS)
            words[i] |= a->limb[limb + 2] << (104 - bit);
    }
}

/* Eight elements wherever they lie. */
LANES_INLINE void LANES_FN(_load)(LANES_T *out, const LANES_FIELD *const from[LANES])
{
    const uint64_t *words[LANES];
    lane_words vectors[LANES_WORDS];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        words[lane] = from[lane]->limb;
    lane_words_gather4(vectors, words);
#if LANES_WORDS == 6
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        words[lane] += 4;
    lane_words_gather2(vectors + 4, words);
#endif
    LANES_FN(_from_words)(out, vectors);
}

/* The value is canonical. */
LANES_INLINE void LANES_FN(_store)(LANES_FIELD *const to[LANES], const LANES_T *a)
{
    uint64_t *words[LANES];
    lane_words vectors[LANES_WORDS];
    LANES_FN(_to_words)(vectors, a);
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        words[lane] = to[lane]->limb;
    lane_words_scatter4(words, vectors);
#if LANES_WORDS == 6
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        words[lane] += 4;
    lane_words_scatter2(words, vectors + 4);
#endif
}

/* Eight neighbours. */
LANES_INLINE void LANES_FN(_load_row)(LANES_T *out, const LANES_FIELD *from)
{
    const LANES_FIELD *pointers[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        pointers[lane] = from + lane;
    LANES_FN(_load)(out, pointers);
}

LANES_INLINE void LANES_FN(_store_row)(LANES_FIELD *to, const LANES_T *a)
{
    LANES_FIELD *pointers[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        pointers[lane] = to + lane;
    LANES_FN(_store)(pointers, a);
}

/* All lanes the same element. */
LANES_INLINE void LANES_FN(_broadcast)(LANES_T *out, const LANES_FIELD *from)
{
    lane_words vectors[LANES_WORDS];
    LANES_UNROLL
    for (int i = 0; i < LANES_WORDS; i++)
        vectors[i] = lane_words_set(from->limb[i]);
    LANES_FN(_from_words)(out, vectors);
}

/* out = (a - b + p) 2^(LANES_SHIFT / 2) as an integer; a and b canonical. Below 2^(LANES_SHIFT / 2 + 1) p. */
LANES_INLINE void LANES_FN(_sub_shifted)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_T difference;
    LANES_FN(_sub)(&difference, a, b, 1);
    out->limb[0] = difference.limb[0] << (LANES_SHIFT / 2) & LANES_MASK_52;
    LANES_UNROLL
    for (int i = 1; i < LANES_LIMBS; i++)
        out->limb[i] =
            (difference.limb[i] << (LANES_SHIFT / 2) | difference.limb[i - 1] >> (52 - LANES_SHIFT / 2)) &
            LANES_MASK_52;
}

/* out = a - b - c + 2p; b and c canonical. */
LANES_INLINE void LANES_FN(_sub_two)(LANES_T *out, const LANES_T *a, const LANES_T *b, const LANES_T *c)
{
    LANES_FN(_sub_loose)(out, a, b, 1);
    LANES_FN(_sub_loose)(out, out, c, 1);
    LANES_FN(_normalise)(out);
}

/* Lanes that may hold 0, or p: all that do, and one in 2^52 of the others. */
LANES_INLINE __mmask8 LANES_FN(_may_be_zero)(const LANES_T *a)
{
    return lane_words_equal(a->limb[0], lane_words_set(0));
}

LANES_INLINE __mmask8 LANES_FN(_may_be_modulus)(const LANES_T *a)
{
    return lane_words_equal(a->limb[0], lane_words_set(LANES_FN(_modulus)[0]));
}

#undef LANES_FN
#undef LANES_T
#undef LANES_SHIFT
#undef LANES_FIELD
#undef LANES_LIMBS
#undef LANES_WORDS
#undef LANES_CONSTANT
