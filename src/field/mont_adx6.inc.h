/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of mont_adx.inc.h: 6 limbs.
 */

/* out = t - p if t >= p, else t; t < 2p. */
static inline void FIELD_FN(_adx_reduce_once)(FIELD *out, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3,
                                              uint64_t t4, uint64_t t5)
{
    uint64_t r0, r1, r2, r3, r4, r5;
    __asm__("movq %[t0], %[r0]\n\t"
            "movq %[t1], %[r1]\n\t"
            "movq %[t2], %[r2]\n\t"
            "movq %[t3], %[r3]\n\t"
            "movq %[t4], %[r4]\n\t"
            "movq %[t5], %[r5]\n\t"
            "subq %[p0], %[r0]\n\t"
            "sbbq %[p1], %[r1]\n\t"
            "sbbq %[p2], %[r2]\n\t"
            "sbbq %[p3], %[r3]\n\t"
            "sbbq %[p4], %[r4]\n\t"
            "sbbq %[p5], %[r5]\n\t"
            "cmovcq %[t0], %[r0]\n\t"
            "cmovcq %[t1], %[r1]\n\t"
            "cmovcq %[t2], %[r2]\n\t"
            "cmovcq %[t3], %[r3]\n\t"
            "cmovcq %[t4], %[r4]\n\t"
            "cmovcq %[t5], %[r5]\n\t"
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [r4] "=&r"(r4), [r5] "=&r"(r5)
            : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [t4] "r"(t4), [t5] "r"(t5),
              [p0] "m"(FIELD_FN(_modulus).limb[0]), [p1] "m"(FIELD_FN(_modulus).limb[1]),
              [p2] "m"(FIELD_FN(_modulus).limb[2]), [p3] "m"(FIELD_FN(_modulus).limb[3]),
              [p4] "m"(FIELD_FN(_modulus).limb[4]), [p5] "m"(FIELD_FN(_modulus).limb[5])
            : "cc");
    out->limb[0] = r0;
    out->limb[1] = r1;
    out->limb[2] = r2;
    out->limb[3] = r3;
    out->limb[4] = r4;
    out->limb[5] = r5;
}

static inline void FIELD_FN(_mul_unreduced)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, lo, hi;
    __asm__(ADX_FIRST_ROW_6("t0", "t1", "t2", "t3", "t4", "t5", "t6") /* a[0] * b */
            ADX_REDUCE_6("t0", "t1", "t2", "t3", "t4", "t5", "t6")    /**/
            ADX_ROW_6("8", "t1", "t2", "t3", "t4", "t5", "t6", "t0")  /* + a[1] * b */
            ADX_REDUCE_6("t1", "t2", "t3", "t4", "t5", "t6", "t0")    /**/
            ADX_ROW_6("16", "t2", "t3", "t4", "t5", "t6", "t0", "t1") /* + a[2] * b */
            ADX_REDUCE_6("t2", "t3", "t4", "t5", "t6", "t0", "t1")    /**/
            ADX_ROW_6("24", "t3", "t4", "t5", "t6", "t0", "t1", "t2") /* + a[3] * b */
            ADX_REDUCE_6("t3", "t4", "t5", "t6", "t0", "t1", "t2")    /**/
            ADX_ROW_6("32", "t4", "t5", "t6", "t0", "t1", "t2", "t3") /* + a[4] * b */
            ADX_REDUCE_6("t4", "t5", "t6", "t0", "t1", "t2", "t3")    /**/
            ADX_ROW_6("40", "t5", "t6", "t0", "t1", "t2", "t3", "t4") /* + a[5] * b */
            ADX_REDUCE_6("t5", "t6", "t0", "t1", "t2", "t3", "t4")    /**/
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5),
              [t6] "=&r"(t6), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), ADX_READS(a), ADX_READS(b), [p0] "m"(FIELD_FN(_modulus).limb[0]),
              [p1] "m"(FIELD_FN(_modulus).limb[1]), [p2] "m"(FIELD_FN(_modulus).limb[2]),
              [p3] "m"(FIELD_FN(_modulus).limb[3]), [p4] "m"(FIELD_FN(_modulus).limb[4]),
              [p5] "m"(FIELD_FN(_modulus).limb[5]), [inv] "i"((uint64_t)FIELD_NEG_INV)
            : "rdx", "cc" ADX_MEMORY);
    out->limb[0] = t6;
    out->limb[1] = t0;
    out->limb[2] = t1;
    out->limb[3] = t2;
    out->limb[4] = t3;
    out->limb[5] = t4;
}

static inline void FIELD_FN(_mul)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD t;
    FIELD_FN(_mul_unreduced)(&t, a, b);
    FIELD_FN(_adx_reduce_once)(out, t.limb[0], t.limb[1], t.limb[2], t.limb[3], t.limb[4], t.limb[5]);
}

static inline void FIELD_FN(_sqr)(FIELD *out, const FIELD *a)
{
    FIELD_FN(_mul)(out, a, a);
}

static inline void FIELD_FN(_add)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3], t4 = a->limb[4], t5 = a->limb[5];
    __asm__("addq (%[b]), %[t0]\n\t"
            "adcq 8(%[b]), %[t1]\n\t"
            "adcq 16(%[b]), %[t2]\n\t"
            "adcq 24(%[b]), %[t3]\n\t"
            "adcq 32(%[b]), %[t4]\n\t"
            "adcq 40(%[b]), %[t5]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5)
            : [b] "r"(b), ADX_READS(b)
            : "cc" ADX_MEMORY);
    FIELD_FN(_adx_reduce_once)(out, t0, t1, t2, t3, t4, t5);
}

static inline void FIELD_FN(_sub)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3], t4 = a->limb[4], t5 = a->limb[5],
             mask;
    __asm__("subq (%[b]), %[t0]\n\t"
            "sbbq 8(%[b]), %[t1]\n\t"
            "sbbq 16(%[b]), %[t2]\n\t"
            "sbbq 24(%[b]), %[t3]\n\t"
            "sbbq 32(%[b]), %[t4]\n\t"
            "sbbq 40(%[b]), %[t5]\n\t"
            "sbbq %[mask], %[mask]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
              [mask] "=&r"(mask)
            : [b] "r"(b), ADX_READS(b)
            : "cc" ADX_MEMORY);
    const uint64_t p0 = FIELD_FN(_modulus).limb[0] & mask, p1 = FIELD_FN(_modulus).limb[1] & mask,
                   p2 = FIELD_FN(_modulus).limb[2] & mask, p3 = FIELD_FN(_modulus).limb[3] & mask,
                   p4 = FIELD_FN(_modulus).limb[4] & mask, p5 = FIELD_FN(_modulus).limb[5] & mask;
    __asm__("addq %[p0], %[t0]\n\t"
            "adcq %[p1], %[t1]\n\t"
            "adcq %[p2], %[t2]\n\t"
            "adcq %[p3], %[t3]\n\t"
            "adcq %[p4], %[t4]\n\t"
            "adcq %[p5], %[t5]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5)
            : [p0] "r"(p0), [p1] "r"(p1), [p2] "r"(p2), [p3] "r"(p3), [p4] "r"(p4), [p5] "r"(p5)
            : "cc");
    out->limb[0] = t0;
    out->limb[1] = t1;
    out->limb[2] = t2;
    out->limb[3] = t3;
    out->limb[4] = t4;
    out->limb[5] = t5;
}
