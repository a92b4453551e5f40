/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of ntt_kernels.inc.h: arithmetic of butterflies on values that are not fully reduced.
 *
 * q is p, or 2p where p has two free top bits (4p fits the limbs). A product is left below q and a difference gets q
 * added instead of a correction, so that a butterfly compares once or twice where plain arithmetic compares three
 * times. 2q fits the limbs on every field. Source: Harvey, "Faster arithmetic for number-theoretic transforms", 2014.
 */

/* out = a * c, below q; c < p, any a. */
static inline void NTT_FN(_lazy_mul)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *c)
{
#if NTT_TWO_FREE_BITS
    NTT_FN(_mul_unreduced)(out, a, c);
#else
    NTT_FN(_mul)(out, a, c);
#endif
}

#if defined(CUZK_ISA_adx) && NTT_ADX
/* a < 2q becomes a mod q. */
static inline void NTT_FN(_lazy_reduce)(NTT_FIELD *a)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    uint64_t r0 = t0, r1 = t1, r2 = t2, r3 = t3;
    __asm__(
        "subq %[q0], %[r0]\n\t"
        "sbbq %[q1], %[r1]\n\t"
        "sbbq %[q2], %[r2]\n\t"
        "sbbq %[q3], %[r3]\n\t"
        "cmovcq %[t0], %[r0]\n\t"
        "cmovcq %[t1], %[r1]\n\t"
        "cmovcq %[t2], %[r2]\n\t"
        "cmovcq %[t3], %[r3]\n\t"
        : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [r3] "+&r"(r3)
        : [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [q0] "m"(NTT_FN(_lazy_q).limb[0]),
          [q1] "m"(NTT_FN(_lazy_q).limb[1]), [q2] "m"(NTT_FN(_lazy_q).limb[2]), [q3] "m"(NTT_FN(_lazy_q).limb[3])
        : "cc");
    a->limb[0] = r0;
    a->limb[1] = r1;
    a->limb[2] = r2;
    a->limb[3] = r3;
}

/* out = a + b and out = a + q - b as integers; a, b < q. */
static inline void NTT_FN(_lazy_add)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    __asm__("addq %[b0], %[t0]\n\t"
            "adcq %[b1], %[t1]\n\t"
            "adcq %[b2], %[t2]\n\t"
            "adcq %[b3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
            : [b0] "rm"(b->limb[0]), [b1] "rm"(b->limb[1]), [b2] "rm"(b->limb[2]), [b3] "rm"(b->limb[3])
            : "cc");
    out->limb[0] = t0;
    out->limb[1] = t1;
    out->limb[2] = t2;
    out->limb[3] = t3;
}

static inline void NTT_FN(_lazy_sub)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    __asm__("addq %[q0], %[t0]\n\t"
            "adcq %[q1], %[t1]\n\t"
            "adcq %[q2], %[t2]\n\t"
            "adcq %[q3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
            : [q0] "m"(NTT_FN(_lazy_q).limb[0]), [q1] "m"(NTT_FN(_lazy_q).limb[1]),
              [q2] "m"(NTT_FN(_lazy_q).limb[2]), [q3] "m"(NTT_FN(_lazy_q).limb[3])
            : "cc");
    __asm__("subq %[b0], %[t0]\n\t"
            "sbbq %[b1], %[t1]\n\t"
            "sbbq %[b2], %[t2]\n\t"
            "sbbq %[b3], %[t3]\n\t"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3)
            : [b0] "rm"(b->limb[0]), [b1] "rm"(b->limb[1]), [b2] "rm"(b->limb[2]), [b3] "rm"(b->limb[3])
            : "cc");
    out->limb[0] = t0;
    out->limb[1] = t1;
    out->limb[2] = t2;
    out->limb[3] = t3;
}
#else
enum {
    NTT_FN(_lazy_limbs) = sizeof(NTT_FIELD) / sizeof(uint64_t),
};

static inline void NTT_FN(_lazy_reduce)(NTT_FIELD *a)
{
    NTT_FIELD reduced;
    uint64_t borrow = NTT_FN(_raw_sub)(&reduced, a, &NTT_FN(_lazy_q));
    NTT_FN(_select)(a, &reduced, a, borrow);
}

static inline void NTT_FN(_lazy_add)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < NTT_FN(_lazy_limbs); i++)
        out->limb[i] = cuzk_add_carry(a->limb[i], b->limb[i], &carry);
}

static inline void NTT_FN(_lazy_sub)(NTT_FIELD *out, const NTT_FIELD *a, const NTT_FIELD *b)
{
    NTT_FIELD raised;
    NTT_FN(_lazy_add)(&raised, a, &NTT_FN(_lazy_q));
    NTT_FN(_raw_sub)(out, &raised, b);
}
#endif

/* a < q becomes canonical. */
static inline void NTT_FN(_lazy_finish)(NTT_FIELD *a)
{
#if NTT_TWO_FREE_BITS
    NTT_FN(_reduce_once)(a, a);
#else
    (void)a;
#endif
}
