/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves small enough to try every pair of points, from the include-templates of the real ones:
 *   toy43     y^2 = x^3 + b over the field of 43 elements
 *   toy49    y^2 = x^3 + b over the field of 7^2 elements, 7 = 3 mod 4
 * with b chosen for a prime number of points, or for points of order 2. The numbers of points that the tests expect
 * were counted in Python by trying every (x, y).
 */
#ifndef CUZK_TESTS_TOY_CURVE_H
#define CUZK_TESTS_TOY_CURVE_H

#include "field/field_defs.h"

/* Constants: 2^64 mod p, 2^128 mod p, -p^-1 mod 2^64, by Python's pow. */
#define FIELD       toy43_fp
#define FIELD_LIMBS 1
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        43                                                                                                         \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        41                                                                                                         \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        4                                                                                                          \
    }
#define FIELD_NEG_INV 0x7d05f417d05f417du
#include "field/mont.inc.h"

#define FIELD       toy7_fp
#define FIELD_LIMBS 1
#define FIELD_MODULUS                                                                                              \
    {                                                                                                              \
        7                                                                                                          \
    }
#define FIELD_R                                                                                                    \
    {                                                                                                              \
        2                                                                                                          \
    }
#define FIELD_R2                                                                                                   \
    {                                                                                                              \
        4                                                                                                          \
    }
#define FIELD_NEG_INV 0x9249249249249249u
#include "field/mont.inc.h"

#define FP2      toy49_fp2
#define FP2_BASE toy7_fp
#include "field/fp2.inc.h"

#define POINT       toy43
#define POINT_FIELD toy43_fp
#include "curve/point.inc.h"

#define POINT       toy49
#define POINT_FIELD toy49_fp2
#include "curve/point.inc.h"

enum {
    TOY43_SIZE = 43,
    TOY49_SIZE = 49,
};

/* Element i of a field, 0 <= i < its size; element 0 is zero. */
static inline void toy43_element(toy43_fp *out, uint64_t i)
{
    toy43_fp canonical = {{i}};
    toy43_fp_to_montgomery(out, &canonical);
}

static inline void toy49_element(toy49_fp2 *out, uint64_t i)
{
    toy49_fp2 canonical = {{{i % 7}}, {{i / 7}}};
    toy49_fp2_to_montgomery(out, &canonical);
}

#endif
