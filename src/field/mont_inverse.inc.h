/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of mont.inc.h: the fast inverse, for values that are no secrets, and inverses of many values at once.
 *
 * Source: Bernstein, Yang, "Fast constant-time gcd computation and modular inversion", ePrint 2019/266: division
 * steps in batches, whose common effect is a small matrix; here as many steps at a time as there are zero bits to
 * shift out. docs/math/field.md says how the ranges close.
 *
 * Numbers of this file are signed, in limbs of 62 bits, least significant first: all but the last lie in [0, 2^62),
 * the last carries the sign.
 */
#include "field/divsteps.h"

#define FIELD_LIMBS_62 ((64 * FIELD_LIMBS + 62) / 62)

typedef struct FIELD_FN(_signed) {
    int64_t limb[FIELD_LIMBS_62];
} FIELD_FN(_signed);

CUZK_HD static inline void FIELD_FN(_signed_from)(FIELD_FN(_signed) * out, const FIELD *a)
{
    for (int i = 0; i < FIELD_LIMBS_62; i++) {
        int word = i * 62 / 64, shift = i * 62 % 64;
        uint64_t bits = word < FIELD_LIMBS ? a->limb[word] >> shift : 0;
        if (shift > 0 && word + 1 < FIELD_LIMBS)
            bits |= a->limb[word + 1] << (64 - shift);
        out->limb[i] = (int64_t)(bits & CUZK_MASK_62);
    }
}

/* a in [0, 2^(64 * FIELD_LIMBS)). */
CUZK_HD static inline void FIELD_FN(_signed_to)(FIELD *out, const FIELD_FN(_signed) * a)
{
    for (int i = 0; i < FIELD_LIMBS; i++) {
        int word = i * 64 / 62, shift = i * 64 % 62;
        uint64_t bits = (uint64_t)a->limb[word] >> shift;
        if (word + 1 < FIELD_LIMBS_62)
            bits |= (uint64_t)a->limb[word + 1] << (62 - shift);
        out->limb[i] = bits;
    }
}

/* a += factor * b, for a factor of 1 or -1. */
CUZK_HD static inline void FIELD_FN(_signed_add)(FIELD_FN(_signed) * a, const FIELD_FN(_signed) * b, int64_t factor)
{
    int64_t carry = 0;
    for (int i = 0; i < FIELD_LIMBS_62; i++) {
        int64_t sum = a->limb[i] + factor * b->limb[i] + carry;
        a->limb[i] = i + 1 < FIELD_LIMBS_62 ? (int64_t)((uint64_t)sum & CUZK_MASK_62) : sum;
        carry = sum >> 62;
    }
}

/* out = (x * a + y * b + multiple * modulus) / 2^62, an exact division. */
CUZK_HD static inline void FIELD_FN(_signed_combine)(FIELD_FN(_signed) * out, int64_t x,
                                                     const FIELD_FN(_signed) * a, int64_t y,
                                                     const FIELD_FN(_signed) * b, int64_t multiple,
                                                     const FIELD_FN(_signed) * modulus)
{
    cuzk_i128 sum = 0;
    for (int i = 0; i < FIELD_LIMBS_62; i++) {
        sum += (cuzk_i128)x * a->limb[i] + (cuzk_i128)y * b->limb[i] + (cuzk_i128)multiple * modulus->limb[i];
        if (i > 0)
            out->limb[i - 1] = (int64_t)((uint64_t)sum & CUZK_MASK_62);
        sum >>= 62;
    }
    out->limb[FIELD_LIMBS_62 - 1] = (int64_t)sum;
}

/* out = (x * a + y * b) / 2^62 mod p, for |x| + |y| <= 2^62 and a, b in [-p, p): out in [-p, p) as well. */
CUZK_HD static inline void FIELD_FN(_signed_combine_mod)(FIELD_FN(_signed) * out, int64_t x,
                                                         const FIELD_FN(_signed) * a, int64_t y,
                                                         const FIELD_FN(_signed) * b,
                                                         const FIELD_FN(_signed) * modulus)
{
    /* The multiple of p that clears the 62 bits at the bottom: below 2^62, so it adds less than p. */
    uint64_t bottom = (uint64_t)x * (uint64_t)a->limb[0] + (uint64_t)y * (uint64_t)b->limb[0];
    int64_t multiple = (int64_t)(bottom * (uint64_t)FIELD_NEG_INV & CUZK_MASK_62);
    FIELD_FN(_signed_combine)(out, x, a, y, b, multiple, modulus);
    if (out->limb[FIELD_LIMBS_62 - 1] >= 0)
        FIELD_FN(_signed_add)(out, modulus, -1);
}

CUZK_HD static inline bool FIELD_FN(_signed_is_zero)(const FIELD_FN(_signed) * a)
{
    int64_t bits = 0;
    for (int i = 0; i < FIELD_LIMBS_62; i++)
        bits |= a->limb[i];
    return bits == 0;
}

/* out = 1 / a, 1 / 0 = 0, in a time that depends on a.
 * Invariants, a' being the limbs of a: f = d * a' and g = e * a' modulo p, but for the factor 2^(128 *
 * FIELD_LIMBS), which e starts with and which makes the result the inverse in Montgomery form. At the end g = 0, f
 * = 1 or -1. */
CUZK_HD static inline void FIELD_FN(_inverse_vartime)(FIELD *out, const FIELD *a)
{
    FIELD_FN(_signed) modulus, f, g, e, d = {{0}};
    if (FIELD_FN(_is_zero)(a)) {
        *out = *a;
        return;
    }
    FIELD_FN(_signed_from)(&modulus, FIELD_FN(_get_modulus)());
    FIELD_FN(_signed_from)(&g, a);
    FIELD_FN(_signed_from)(&e, FIELD_FN(_get_r2)());
    f = modulus;
    int64_t delta = 1;
    do {
        cuzk_divsteps_matrix m;
        delta = cuzk_divsteps_62_vartime(&m, delta, (uint64_t)f.limb[0] | (uint64_t)f.limb[1] << 62,
                                         (uint64_t)g.limb[0] | (uint64_t)g.limb[1] << 62);
        FIELD_FN(_signed) f_old = f, d_old = d;
        FIELD_FN(_signed_combine)(&f, m.u, &f_old, m.v, &g, 0, &modulus);
        FIELD_FN(_signed_combine)(&g, m.q, &f_old, m.r, &g, 0, &modulus);
        FIELD_FN(_signed_combine_mod)(&d, m.u, &d_old, m.v, &e, &modulus);
        FIELD_FN(_signed_combine_mod)(&e, m.q, &d_old, m.r, &e, &modulus);
    } while (!FIELD_FN(_signed_is_zero)(&g));
    if (f.limb[FIELD_LIMBS_62 - 1] < 0) {
        FIELD_FN(_signed) zero = {{0}};
        FIELD_FN(_signed_add)(&zero, &d, -1);
        d = zero;
    }
    if (d.limb[FIELD_LIMBS_62 - 1] < 0) /* d lies in (-p, p): an inverse is not 0 modulo p */
        FIELD_FN(_signed_add)(&d, &modulus, 1);
    FIELD_FN(_signed_to)(out, &d);
}

/* Source: Montgomery's trick: 3 products an element and one inversion. A zero takes part as 1. */
CUZK_HD static inline void FIELD_FN(_batch_inverse_by)(FIELD *values, FIELD *scratch, size_t count, bool vartime)
{
    FIELD product, factor;
    FIELD_FN(_set_one)(&product);
    for (size_t i = 0; i < count; i++) {
        scratch[i] = product;
        FIELD_FN(_select)(&factor, &values[i], FIELD_FN(_get_r)(), FIELD_FN(_is_zero)(&values[i]));
        FIELD_FN(_mul)(&product, &product, &factor);
    }
    if (vartime)
        FIELD_FN(_inverse_vartime)(&product, &product);
    else
        FIELD_FN(_inverse)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        uint64_t is_zero = FIELD_FN(_is_zero)(&values[i]);
        FIELD_FN(_select)(&factor, &values[i], FIELD_FN(_get_r)(), is_zero);
        FIELD_FN(_mul)(&scratch[i], &product, &scratch[i]);
        FIELD_FN(_mul)(&product, &product, &factor);
        FIELD_FN(_select)(&values[i], &scratch[i], &values[i], is_zero);
    }
}

/* values[i] = 1 / values[i], zeros staying zero; `scratch` holds count elements, and partial products afterwards.
 */
CUZK_HD static inline void FIELD_FN(_batch_inverse)(FIELD *values, FIELD *scratch, size_t count)
{
    FIELD_FN(_batch_inverse_by)(values, scratch, count, false);
}

/* The same in a time that depends on the values: several times as fast for few of them. */
CUZK_HD static inline void FIELD_FN(_batch_inverse_vartime)(FIELD *values, FIELD *scratch, size_t count)
{
    FIELD_FN(_batch_inverse_by)(values, scratch, count, true);
}

#undef FIELD_LIMBS_62
