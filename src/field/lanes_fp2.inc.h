/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: eight elements of Fp2 = Fp[u] / (u^2 + 1) at once.
 *
 * Before including, define
 *   LANES_FP2        prefix of the extension (field/fp2.inc.h) and of every name here, e.g. bn254_fp2
 *   LANES_FP2_BASE   prefix of the prime field, whose lanes (field/lanes.inc.h) are there
 * Both are undefined again at the end. Names, bounds and the factor left out are those of the prime field's lanes,
 * bounds of each coefficient.
 *
 * Products are added up before they are reduced: three products and two reductions, where a product of elements
 * reduced one by one would take three of both. Source: Aranha, Karabina, Longa, Gebotys, Lopez, "Faster Explicit
 * Formulas for Computing Pairings over Ordinary Curves", ePrint 2010/526, section 3 (lazy reduction).
 */
#define LANES_FN(name) CUZK_JOIN(LANES_FP2, _lanes##name)
#define LANES_B(name)  CUZK_JOIN(LANES_FP2_BASE, _lanes##name)
#define LANES_T        CUZK_JOIN(LANES_FP2, _lanes)
#define LANES_BASE     CUZK_JOIN(LANES_FP2_BASE, _lanes)
#define LANES_COLUMNS  (sizeof(LANES_B(_wide)) / sizeof(lane_words))

typedef struct LANES_T {
    LANES_BASE c0, c1;
} LANES_T;

LANES_INLINE void LANES_FN(_sub)(LANES_T *out, const LANES_T *a, const LANES_T *b, int k)
{
    LANES_B(_sub)(&out->c0, &a->c0, &b->c0, k);
    LANES_B(_sub)(&out->c1, &a->c1, &b->c1, k);
}

LANES_INLINE void LANES_FN(_sub_two)(LANES_T *out, const LANES_T *a, const LANES_T *b, const LANES_T *c)
{
    LANES_B(_sub_two)(&out->c0, &a->c0, &b->c0, &c->c0);
    LANES_B(_sub_two)(&out->c1, &a->c1, &b->c1, &c->c1);
}

LANES_INLINE void LANES_FN(_sub_shifted)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_B(_sub_shifted)(&out->c0, &a->c0, &b->c0);
    LANES_B(_sub_shifted)(&out->c1, &a->c1, &b->c1);
}

LANES_INLINE void LANES_FN(_canonical)(LANES_T *a)
{
    LANES_B(_canonical)(&a->c0);
    LANES_B(_canonical)(&a->c1);
}

LANES_INLINE __mmask8 LANES_FN(_may_be_zero)(const LANES_T *a)
{
    return LANES_B(_may_be_zero)(&a->c0);
}

LANES_INLINE __mmask8 LANES_FN(_may_be_modulus)(const LANES_T *a)
{
    return LANES_B(_may_be_modulus)(&a->c0);
}

/* (a0 + a1)(b0 + b1) - a0 b0 - a1 b1 = a0 b1 + a1 b0, and a0 b0 - a1 b1 with a multiple of p that keeps it above 0. */
LANES_INLINE void LANES_FN(_mul)(LANES_T *out, const LANES_T *a, const LANES_T *b)
{
    LANES_B(_wide) low, high, cross;
    LANES_BASE sum_a, sum_b;
    LANES_B(_add)(&sum_a, &a->c0, &a->c1);
    LANES_B(_add)(&sum_b, &b->c0, &b->c1);
    LANES_B(_wide_mul)(&cross, &sum_a, &sum_b);
    LANES_B(_wide_mul)(&low, &a->c0, &b->c0);
    LANES_B(_wide_mul)(&high, &a->c1, &b->c1);
    LANES_UNROLL
    for (size_t i = 0; i < LANES_COLUMNS; i++) {
        cross.column[i] -= low.column[i] + high.column[i];
        low.column[i] += lane_words_set(LANES_B(_bias)[i]) - high.column[i];
    }
    LANES_B(_wide_reduce)(&out->c0, &low);
    LANES_B(_wide_reduce)(&out->c1, &cross);
}

/* (a0 + a1)(a0 - a1) and 2 a0 a1; coefficients below 3p. */
LANES_INLINE void LANES_FN(_sqr)(LANES_T *out, const LANES_T *a)
{
    LANES_BASE sum, difference, twice;
    LANES_B(_add)(&sum, &a->c0, &a->c1);
    LANES_B(_sub)(&difference, &a->c0, &a->c1, 3);
    LANES_B(_add)(&twice, &a->c0, &a->c0);
    LANES_B(_mul)(&out->c1, &twice, &a->c1);
    LANES_B(_mul)(&out->c0, &sum, &difference);
}

LANES_INLINE void LANES_FN(_load)(LANES_T *out, const LANES_FP2 *const from[LANES])
{
    const LANES_FP2_BASE *parts[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = &from[lane]->c0;
    LANES_B(_load)(&out->c0, parts);
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = &from[lane]->c1;
    LANES_B(_load)(&out->c1, parts);
}

LANES_INLINE void LANES_FN(_store)(LANES_FP2 *const to[LANES], const LANES_T *a)
{
    LANES_FP2_BASE *parts[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = &to[lane]->c0;
    LANES_B(_store)(parts, &a->c0);
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = &to[lane]->c1;
    LANES_B(_store)(parts, &a->c1);
}

LANES_INLINE void LANES_FN(_load_row)(LANES_T *out, const LANES_FP2 *from)
{
    const LANES_FP2 *pointers[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        pointers[lane] = from + lane;
    LANES_FN(_load)(out, pointers);
}

LANES_INLINE void LANES_FN(_store_row)(LANES_FP2 *to, const LANES_T *a)
{
    LANES_FP2 *pointers[LANES];
    LANES_UNROLL
    for (int lane = 0; lane < LANES; lane++)
        pointers[lane] = to + lane;
    LANES_FN(_store)(pointers, a);
}

LANES_INLINE void LANES_FN(_broadcast)(LANES_T *out, const LANES_FP2 *from)
{
    LANES_B(_broadcast)(&out->c0, &from->c0);
    LANES_B(_broadcast)(&out->c1, &from->c1);
}

#undef LANES_FN
#undef LANES_B
#undef LANES_T
#undef LANES_BASE
#undef LANES_COLUMNS
#undef LANES_FP2
#undef LANES_FP2_BASE
