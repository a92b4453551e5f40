/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of mont.inc.h: powers, and what follows from them.
 */

/* out = a^exponent; exponent_limbs limbs, least significant first. Time depends on the exponent alone. */
CUZK_HD static inline void FIELD_FN(_pow)(FIELD *out, const FIELD *a, const uint64_t *exponent, int exponent_limbs)
{
    /* Windows of 4 bits: 4 squarings and at most one product each. */
    FIELD table[16], result;
    FIELD_FN(_set_one)(&table[0]);
    for (int i = 1; i < 16; i++)
        FIELD_FN(_mul)(&table[i], &table[i - 1], a);
    FIELD_FN(_set_one)(&result);
    for (int i = exponent_limbs * 16 - 1; i >= 0; i--) {
        for (int k = 0; k < 4; k++)
            FIELD_FN(_sqr)(&result, &result);
        uint64_t window = (exponent[i / 16] >> (i % 16 * 4)) & 15;
        if (window != 0)
            FIELD_FN(_mul)(&result, &result, &table[window]);
    }
    *out = result;
}

/* out = 1 / a by Fermat, 1 / 0 = 0. */
CUZK_HD static inline void FIELD_FN(_inverse)(FIELD *out, const FIELD *a)
{
    uint64_t exponent[FIELD_LIMBS], borrow = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        exponent[i] = cuzk_sub_borrow(FIELD_FN(_get_modulus)()->limb[i], i == 0 ? 2 : 0, &borrow);
    FIELD_FN(_pow)(out, a, exponent, FIELD_LIMBS);
}

#ifdef FIELD_HAS_SQRT
/* *out = a root of a, if there is one: returns whether. Which of the two is not specified; the caller that cares
 * compares and negates. *out is untouched otherwise.
 * Source: p = 3 mod 4, so that a^((p + 1) / 4) squares to a^((p - 1) / 2) * a, which is a or -a. */
CUZK_HD static inline bool FIELD_FN(_sqrt)(FIELD *out, const FIELD *a)
{
    uint64_t exponent[FIELD_LIMBS], carry = 1; /* (p + 1) / 4 = (p - 3) / 4 + 1 */
    for (int i = 0; i < FIELD_LIMBS; i++) {
        uint64_t next = i + 1 < FIELD_LIMBS ? FIELD_FN(_get_modulus)()->limb[i + 1] : 0;
        uint64_t quarter = (FIELD_FN(_get_modulus)()->limb[i] >> 2) | (next << 62);
        exponent[i] = cuzk_add_carry(quarter, 0, &carry);
    }
    FIELD root, square;
    FIELD_FN(_pow)(&root, a, exponent, FIELD_LIMBS);
    FIELD_FN(_sqr)(&square, &root);
    if (!FIELD_FN(_equal)(&square, a))
        return false;
    *out = root;
    return true;
}
#endif
