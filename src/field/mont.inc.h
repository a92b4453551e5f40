/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: a prime field in Montgomery form.
 *
 * Before including, define
 *   FIELD            prefix of every name, e.g. bn254_fp
 *   FIELD_LIMBS      64-bit limbs, 1 and up
 *   FIELD_MODULUS    initializer list of the odd prime p, least significant limb first; its top bit is 0
 *   FIELD_R          2^(64 * FIELD_LIMBS) mod p, the element 1 in Montgomery form
 *   FIELD_R2         2^(128 * FIELD_LIMBS) mod p
 *   FIELD_NEG_INV    -p^-1 mod 2^64
 *   FIELD_TYPE       optional: an existing struct with a member `uint64_t limb[FIELD_LIMBS]` to use as the type
 *   FIELD_HAS_SQRT   optional: p = 3 mod 4, and _sqrt is wanted
 * All but FIELD_TYPE's own definition are undefined again at the end.
 *
 * Operands and results are canonical limbs, below p, but for the result of _mul_unreduced. Three functions also take any limbs at all in one operand, and
 * give a canonical result nevertheless: _mul in a (not in b), _to_montgomery and _from_montgomery. Limbs from
 * outside are asked _is_canonical first all the same, unless reducing them is what is meant. `out` may be an
 * operand.
 *
 * Time does not depend on values except where a name ends in _vartime. Where the translation unit is compiled for
 * mulx/adx (CUZK_ISA_adx), fields of 4 and 6 limbs use assembly for _mul, _sqr, _add, _sub and what stands on them;
 * _mul_portable is what they are tested against.
 *
 * Source: Montgomery product by rows (CIOS): Koc, Acar, Kaliski, "Analyzing and Comparing Montgomery Multiplication
 * Algorithms", 1996; leaving the last carry out when the modulus has a free top bit: docs/math/field.md.
 */
#include "field/field_defs.h"

#ifndef FIELD_TYPE
typedef struct FIELD {
    uint64_t limb[FIELD_LIMBS];
} FIELD;
#else
typedef FIELD_TYPE FIELD;
#endif

#define FIELD_FN(name) CUZK_JOIN(FIELD, name)

/* For host code alone: device code does not see static objects of the host. The functions below serve both. */
static const FIELD FIELD_FN(_modulus) = {FIELD_MODULUS};
static const FIELD FIELD_FN(_r) = {FIELD_R};
static const FIELD FIELD_FN(_r2) = {FIELD_R2};

#ifdef __CUDA_ARCH__
#define FIELD_TABLE(name, limbs)                                                                                   \
    static const FIELD table = {limbs};                                                                            \
    return &table
#else
#define FIELD_TABLE(name, limbs) return &FIELD_FN(name)
#endif

CUZK_HD static inline const FIELD *FIELD_FN(_get_modulus)(void)
{
    FIELD_TABLE(_modulus, FIELD_MODULUS);
}

CUZK_HD static inline const FIELD *FIELD_FN(_get_r)(void)
{
    FIELD_TABLE(_r, FIELD_R);
}

CUZK_HD static inline const FIELD *FIELD_FN(_get_r2)(void)
{
    FIELD_TABLE(_r2, FIELD_R2);
}

CUZK_HD static inline void FIELD_FN(_set_zero)(FIELD *out)
{
    for (int i = 0; i < FIELD_LIMBS; i++)
        out->limb[i] = 0;
}

/* The element 1, in Montgomery form. */
CUZK_HD static inline void FIELD_FN(_set_one)(FIELD *out)
{
    *out = *FIELD_FN(_get_r)();
}

CUZK_HD static inline bool FIELD_FN(_is_zero)(const FIELD *a)
{
    uint64_t bits = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        bits |= a->limb[i];
    return bits == 0;
}

CUZK_HD static inline bool FIELD_FN(_equal)(const FIELD *a, const FIELD *b)
{
    uint64_t bits = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        bits |= a->limb[i] ^ b->limb[i];
    return bits == 0;
}

CUZK_HD static inline bool FIELD_FN(_is_one)(const FIELD *a)
{
    return FIELD_FN(_equal)(a, FIELD_FN(_get_r)());
}

/* out = a - b as integers; returns the borrow. */
CUZK_HD static inline uint64_t FIELD_FN(_raw_sub)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        out->limb[i] = cuzk_sub_borrow(a->limb[i], b->limb[i], &borrow);
    return borrow;
}

/* Whether the limbs, taken as an integer, are below the modulus: to be asked of everything that comes from outside.
 */
CUZK_HD static inline bool FIELD_FN(_is_canonical)(const FIELD *a)
{
    FIELD unused;
    return FIELD_FN(_raw_sub)(&unused, a, FIELD_FN(_get_modulus)()) != 0;
}

/* out = take_b ? b : a, without a branch. */
CUZK_HD static inline void FIELD_FN(_select)(FIELD *out, const FIELD *a, const FIELD *b, uint64_t take_b)
{
    uint64_t mask = 0 - (uint64_t)(take_b != 0);
    for (int i = 0; i < FIELD_LIMBS; i++)
        out->limb[i] = (a->limb[i] & ~mask) | (b->limb[i] & mask);
}

/* out = a - p if a >= p, else a; a < 2p. */
CUZK_HD static inline void FIELD_FN(_reduce_once)(FIELD *out, const FIELD *a)
{
    FIELD reduced;
    uint64_t borrow = FIELD_FN(_raw_sub)(&reduced, a, FIELD_FN(_get_modulus)());
    FIELD_FN(_select)(out, &reduced, a, borrow);
}

/* The reference product before its last reduction, out < 2p, for b < p and any a below 2^(64 * FIELD_LIMBS). */
CUZK_HD static inline void FIELD_FN(_mul_unreduced_portable)(FIELD *out, const FIELD *a, const FIELD *b)
{
    uint64_t t[FIELD_LIMBS + 1] = {0};
    for (int i = 0; i < FIELD_LIMBS; i++) {
        uint64_t high = 0, high_m = 0;
        /* t += a[i] * b, then t = (t + m * p) / 2^64, in one pass: t stays below 2p < 2^(64 * FIELD_LIMBS). */
        uint64_t low = cuzk_mul_add(a->limb[i], b->limb[0], t[0], 0, &high);
        uint64_t m = low * (uint64_t)FIELD_NEG_INV;
        (void)cuzk_mul_add(m, FIELD_FN(_get_modulus)()->limb[0], low, 0, &high_m);
        for (int j = 1; j < FIELD_LIMBS; j++) {
            low = cuzk_mul_add(a->limb[i], b->limb[j], t[j], high, &high);
            t[j - 1] = cuzk_mul_add(m, FIELD_FN(_get_modulus)()->limb[j], low, high_m, &high_m);
        }
        t[FIELD_LIMBS - 1] = high + high_m; /* cannot overflow: p has a free top bit */
    }
    for (int i = 0; i < FIELD_LIMBS; i++)
        out->limb[i] = t[i];
}

/* The reference product: out = a * b / 2^(64 * FIELD_LIMBS) mod p. */
CUZK_HD static inline void FIELD_FN(_mul_portable)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD product;
    FIELD_FN(_mul_unreduced_portable)(&product, a, b);
    FIELD_FN(_reduce_once)(out, &product);
}

#if defined(CUZK_ISA_adx) && (FIELD_LIMBS == 4 || FIELD_LIMBS == 6) && !defined(__CUDACC__)
#include "field/mont_adx.inc.h"
#else
CUZK_HD static inline void FIELD_FN(_add)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD sum;
    uint64_t carry = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        sum.limb[i] = cuzk_add_carry(a->limb[i], b->limb[i], &carry);
    FIELD_FN(_reduce_once)(out, &sum); /* no carry out: p has a free top bit */
}

CUZK_HD static inline void FIELD_FN(_sub)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD difference;
    uint64_t borrow = FIELD_FN(_raw_sub)(&difference, a, b);
    uint64_t mask = 0 - borrow, carry = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        out->limb[i] = cuzk_add_carry(difference.limb[i], FIELD_FN(_get_modulus)()->limb[i] & mask, &carry);
}

/* As _mul, without the last reduction: out < 2p, for b < p and any a below 2^(64 * FIELD_LIMBS). */
CUZK_HD static inline void FIELD_FN(_mul_unreduced)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD_FN(_mul_unreduced_portable)(out, a, b);
}

CUZK_HD static inline void FIELD_FN(_mul)(FIELD *out, const FIELD *a, const FIELD *b)
{
    FIELD_FN(_mul_portable)(out, a, b);
}

CUZK_HD static inline void FIELD_FN(_sqr)(FIELD *out, const FIELD *a)
{
    FIELD_FN(_mul)(out, a, a);
}
#endif

CUZK_HD static inline void FIELD_FN(_double)(FIELD *out, const FIELD *a)
{
    FIELD_FN(_add)(out, a, a);
}

CUZK_HD static inline void FIELD_FN(_neg)(FIELD *out, const FIELD *a)
{
    FIELD zero;
    FIELD_FN(_set_zero)(&zero);
    FIELD_FN(_sub)(out, &zero, a);
}

/* out = a / 2. */
CUZK_HD static inline void FIELD_FN(_halve)(FIELD *out, const FIELD *a)
{
    FIELD sum;
    uint64_t mask = 0 - (a->limb[0] & 1), carry = 0;
    for (int i = 0; i < FIELD_LIMBS; i++)
        sum.limb[i] = cuzk_add_carry(a->limb[i], FIELD_FN(_get_modulus)()->limb[i] & mask, &carry);
    for (int i = 0; i + 1 < FIELD_LIMBS; i++)
        out->limb[i] = sum.limb[i] >> 1 | sum.limb[i + 1] << 63;
    out->limb[FIELD_LIMBS - 1] = sum.limb[FIELD_LIMBS - 1] >> 1;
}

/* -1, 0 or 1 as a is below, equal to or above b, both taken as integers (so in canonical form, as a rule). */
CUZK_HD static inline int FIELD_FN(_compare_vartime)(const FIELD *a, const FIELD *b)
{
    for (int i = FIELD_LIMBS - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* From canonical to Montgomery form and back. */
CUZK_HD static inline void FIELD_FN(_to_montgomery)(FIELD *out, const FIELD *canonical)
{
    FIELD_FN(_mul)(out, canonical, FIELD_FN(_get_r2)());
}

CUZK_HD static inline void FIELD_FN(_from_montgomery)(FIELD *out, const FIELD *a)
{
    FIELD one;
    FIELD_FN(_set_zero)(&one);
    one.limb[0] = 1;
    FIELD_FN(_mul)(out, a, &one);
}

/* The element value mod p, in Montgomery form. */
CUZK_HD static inline void FIELD_FN(_from_u64)(FIELD *out, uint64_t value)
{
    FIELD limbs;
    FIELD_FN(_set_zero)(&limbs);
    limbs.limb[0] = value;
    FIELD_FN(_to_montgomery)(out, &limbs);
}

#include "field/mont_power.inc.h"

#include "field/mont_inverse.inc.h" /* stands on mont_power */

#undef FIELD_FN
#undef FIELD_TABLE
#undef FIELD
#undef FIELD_LIMBS
#undef FIELD_MODULUS
#undef FIELD_R
#undef FIELD_R2
#undef FIELD_NEG_INV
#ifdef FIELD_TYPE
#undef FIELD_TYPE
#endif
#ifdef FIELD_HAS_SQRT
#undef FIELD_HAS_SQRT
#endif
