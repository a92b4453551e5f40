/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of mont_adx.inc.h: 4 limbs.
 */

/* out = t - p if t >= p, else t; t < 2p. */
static inline void FIELD_FN(_adx_reduce_once)(FIELD *out, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3)
{
    uint64_t r0, r1, r2, r3;
    __asm__("movq %[t0], %[r0]\n\t"
            "movq %[t1], %[r1]\n\t"
            "movq %[t2], %[r2]\n\t"
            "movq %[t3], %[r3]\n\t"
            "subq %[p0], %[r0]\n\t"
            "sbbq %[p1], %[r1]\n\t"
            "sbbq %[p2], %[r2]\n\t"
            "sbbq %[p3], %[r3]\n\t"
            "cmovcq %[t0], %[r0]\n\t"
            "cmovcq %[t1], %[r1]\n\t"
            "cmovcq %[t2], %[r2]\n\t"
            "cmovcq %[t3], %[r3]\n\t"
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [p0] "m"(FIELD_FN(_modulus).limb[0]),
              [p1] "m"(FIELD_FN(_modulus).limb[1]), [p2] "m"(FIELD_FN(_modulus).limb[2]),
              [p3] "m"(FIELD_FN(_modulus).limb[3])
            : "cc");
    out->limb[0] = r0;
    out->limb[1] = r1;
    out->limb[2] = r2;
    out->limb[3] = r3;
}

static inline void FIELD_FN(_mul_unreduced)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0, t1, t2, t3, t4, lo, hi;
    __asm__(ADX_FIRST_ROW_4("t0", "t1", "t2", "t3", "t4") /* a[0] * b */
            ADX_REDUCE_4("t0", "t1", "t2", "t3", "t4")    /**/
            ADX_ROW_4("8", "t1", "t2", "t3", "t4", "t0")  /* + a[1] * b */
            ADX_REDUCE_4("t1", "t2", "t3", "t4", "t0")    /**/
            ADX_ROW_4("16", "t2", "t3", "t4", "t0", "t1") /* + a[2] * b */
            ADX_REDUCE_4("t2", "t3", "t4", "t0", "t1")    /**/
            ADX_ROW_4("24", "t3", "t4", "t0", "t1", "t2") /* + a[3] * b */
            ADX_REDUCE_4("t3", "t4", "t0", "t1", "t2")    /**/
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), ADX_READS(a), ADX_READS(b), [p0] "m"(FIELD_FN(_modulus).limb[0]),
              [p1] "m"(FIELD_FN(_modulus).limb[1]), [p2] "m"(FIELD_FN(_modulus).limb[2]),
              [p3] "m"(FIELD_FN(_modulus).limb[3]), [inv] "i"((uint64_t)FIELD_NEG_INV)
            : "rdx", "cc" ADX_MEMORY);
    out->limb[0] = t4;
    out->limb[1] = t0;
    out->limb[2] = t1;
    out->limb[3] = t2;
}

static inline void FIELD_FN(_mul)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD t;
    FIELD_FN(_mul_unreduced)(&t, a, b);
    FIELD_FN(_adx_reduce_once)(out, t.limb[0], t.limb[1], t.limb[2], t.limb[3]);
}

/* The lower half of the square is reduced, which leaves at most p, and the upper half added: a * a / 2^256 + p < 2p.
 * Once squared, a's register becomes a word of the reduction: gcc has two fewer to give with a frame pointer under the
 * address sanitizer. */
static inline void FIELD_FN(_sqr)(FIELD *out, const FIELD *a)
{
    uint64_t w0, w1, w2, w3, w4, w5, w6, w7, word = (uint64_t)(uintptr_t)a, lo, hi;
    __asm__(ADX_SQUARE_4 "xorl %k[a], %k[a]\n\t" ADX_REDUCE_4("w0", "w1", "w2", "w3", "a")
                ADX_REDUCE_4("w1", "w2", "w3", "a", "w0") ADX_REDUCE_4("w2", "w3", "a", "w0", "w1")
                    ADX_REDUCE_4("w3", "a", "w0", "w1", "w2") "addq %[a], %[w4]\n\t"
                                                              "adcq %[w0], %[w5]\n\t"
                                                              "adcq %[w1], %[w6]\n\t"
                                                              "adcq %[w2], %[w7]\n\t"
            : [w0] "=&r"(w0), [w1] "=&r"(w1), [w2] "=&r"(w2), [w3] "=&r"(w3), [w4] "=&r"(w4), [w5] "=&r"(w5),
              [w6] "=&r"(w6), [w7] "=&r"(w7), [a] "+&r"(word), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : ADX_READS(a), [p0] "m"(FIELD_FN(_modulus).limb[0]), [p1] "m"(FIELD_FN(_modulus).limb[1]),
              [p2] "m"(FIELD_FN(_modulus).limb[2]), [p3] "m"(FIELD_FN(_modulus).limb[3]),
              [inv] "i"((uint64_t)FIELD_NEG_INV)
            : "rdx", "cc" ADX_MEMORY);
    FIELD_FN(_adx_reduce_once)(out, w4, w5, w6, w7);
}

static inline void FIELD_FN(_add)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    __asm__("addq (%[b]), %[t0]\n\t"
            "adcq 8(%[b]), %[t1]\n\t"
            "adcq 16(%[b]), %[t2]\n\t"
            "adcq 24(%[b]), %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
            : [b] "r"(b), ADX_READS(b)
            : "cc" ADX_MEMORY);
    FIELD_FN(_adx_reduce_once)(out, t0, t1, t2, t3);
}

static inline void FIELD_FN(_sub)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3], mask;
    __asm__("subq (%[b]), %[t0]\n\t"
            "sbbq 8(%[b]), %[t1]\n\t"
            "sbbq 16(%[b]), %[t2]\n\t"
            "sbbq 24(%[b]), %[t3]\n\t"
            "sbbq %[mask], %[mask]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [mask] "=&r"(mask)
            : [b] "r"(b), ADX_READS(b)
            : "cc" ADX_MEMORY);
    uint64_t p0 = FIELD_FN(_modulus).limb[0] & mask, p1 = FIELD_FN(_modulus).limb[1] & mask;
    uint64_t p2 = FIELD_FN(_modulus).limb[2] & mask, p3 = FIELD_FN(_modulus).limb[3] & mask;
    __asm__("addq %[p0], %[t0]\n\t"
            "adcq %[p1], %[t1]\n\t"
            "adcq %[p2], %[t2]\n\t"
            "adcq %[p3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
            : [p0] "r"(p0), [p1] "r"(p1), [p2] "r"(p2), [p3] "r"(p3)
            : "cc");
    out->limb[0] = t0;
    out->limb[1] = t1;
    out->limb[2] = t2;
    out->limb[3] = t3;
}
