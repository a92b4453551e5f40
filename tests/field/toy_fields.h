/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_field_constants.py --toys; do not edit. Fields that exist for tests alone: toy<p>_<limbs>
 * over a small prime p, wide_<limbs> over a prime just below 2^(64 * limbs - 1). Brings their tables as well.
 */
#ifndef CUZK_TESTS_TOY_FIELDS_H
#define CUZK_TESTS_TOY_FIELDS_H

#define TOY_BRACES(...)                                                                                            \
    {                                                                                                              \
        __VA_ARGS__                                                                                                \
    }

#define FIELD         toy3_1
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(0x0000000000000003)
#define FIELD_R       TOY_BRACES(0x0000000000000001)
#define FIELD_R2      TOY_BRACES(0x0000000000000001)
#define FIELD_NEG_INV 0x5555555555555555u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy3_1
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         toy5_1
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(0x0000000000000005)
#define FIELD_R       TOY_BRACES(0x0000000000000001)
#define FIELD_R2      TOY_BRACES(0x0000000000000001)
#define FIELD_NEG_INV 0x3333333333333333u
#include "field/mont.inc.h"
#define FIELD toy5_1
#include "field/field_ops.inc.h"

#define FIELD         toy13_1
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(0x000000000000000d)
#define FIELD_R       TOY_BRACES(0x0000000000000003)
#define FIELD_R2      TOY_BRACES(0x0000000000000009)
#define FIELD_NEG_INV 0xb13b13b13b13b13bu
#include "field/mont.inc.h"
#define FIELD toy13_1
#include "field/field_ops.inc.h"

#define FIELD         toy251_1
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(0x00000000000000fb)
#define FIELD_R       TOY_BRACES(0x0000000000000045)
#define FIELD_R2      TOY_BRACES(0x00000000000000f3)
#define FIELD_NEG_INV 0xd734041465fdf5cdu
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy251_1
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         toy3_2
#define FIELD_LIMBS   2
#define FIELD_MODULUS TOY_BRACES(0x0000000000000003, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000001, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000001, 0x0000000000000000)
#define FIELD_NEG_INV 0x5555555555555555u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy3_2
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         toy5_2
#define FIELD_LIMBS   2
#define FIELD_MODULUS TOY_BRACES(0x0000000000000005, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000001, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000001, 0x0000000000000000)
#define FIELD_NEG_INV 0x3333333333333333u
#include "field/mont.inc.h"
#define FIELD toy5_2
#include "field/field_ops.inc.h"

#define FIELD         toy13_2
#define FIELD_LIMBS   2
#define FIELD_MODULUS TOY_BRACES(0x000000000000000d, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000009, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000003, 0x0000000000000000)
#define FIELD_NEG_INV 0xb13b13b13b13b13bu
#include "field/mont.inc.h"
#define FIELD toy13_2
#include "field/field_ops.inc.h"

#define FIELD         toy251_2
#define FIELD_LIMBS   2
#define FIELD_MODULUS TOY_BRACES(0x00000000000000fb, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x00000000000000f3, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000040, 0x0000000000000000)
#define FIELD_NEG_INV 0xd734041465fdf5cdu
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy251_2
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         toy3_4
#define FIELD_LIMBS   4
#define FIELD_MODULUS TOY_BRACES(0x0000000000000003, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_NEG_INV 0x5555555555555555u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy3_4
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         toy5_4
#define FIELD_LIMBS   4
#define FIELD_MODULUS TOY_BRACES(0x0000000000000005, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_NEG_INV 0x3333333333333333u
#include "field/mont.inc.h"
#define FIELD toy5_4
#include "field/field_ops.inc.h"

#define FIELD         toy13_4
#define FIELD_LIMBS   4
#define FIELD_MODULUS TOY_BRACES(0x000000000000000d, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000003, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000009, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_NEG_INV 0xb13b13b13b13b13bu
#include "field/mont.inc.h"
#define FIELD toy13_4
#include "field/field_ops.inc.h"

#define FIELD         toy251_4
#define FIELD_LIMBS   4
#define FIELD_MODULUS TOY_BRACES(0x00000000000000fb, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R       TOY_BRACES(0x0000000000000040, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000050, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_NEG_INV 0xd734041465fdf5cdu
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy251_4
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD       toy3_6
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    TOY_BRACES(0x0000000000000003, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R                                                                                                    \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R2                                                                                                   \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_NEG_INV 0x5555555555555555u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy3_6
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD       toy5_6
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    TOY_BRACES(0x0000000000000005, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R                                                                                                    \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R2                                                                                                   \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_NEG_INV 0x3333333333333333u
#include "field/mont.inc.h"
#define FIELD toy5_6
#include "field/field_ops.inc.h"

#define FIELD       toy13_6
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    TOY_BRACES(0x000000000000000d, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R                                                                                                    \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R2                                                                                                   \
    TOY_BRACES(0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_NEG_INV 0xb13b13b13b13b13bu
#include "field/mont.inc.h"
#define FIELD toy13_6
#include "field/field_ops.inc.h"

#define FIELD       toy251_6
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    TOY_BRACES(0x00000000000000fb, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R                                                                                                    \
    TOY_BRACES(0x00000000000000f1, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R2                                                                                                   \
    TOY_BRACES(0x0000000000000064, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_NEG_INV 0xd734041465fdf5cdu
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD toy251_6
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         wide_1
#define FIELD_LIMBS   1
#define FIELD_MODULUS TOY_BRACES(0x7fffffffffffffe7)
#define FIELD_R       TOY_BRACES(0x0000000000000032)
#define FIELD_R2      TOY_BRACES(0x00000000000009c4)
#define FIELD_NEG_INV 0x0f5c28f5c28f5c29u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD wide_1
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         wide_2
#define FIELD_LIMBS   2
#define FIELD_MODULUS TOY_BRACES(0xffffffffffffffff, 0x7fffffffffffffff)
#define FIELD_R       TOY_BRACES(0x0000000000000002, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x0000000000000004, 0x0000000000000000)
#define FIELD_NEG_INV 0x0000000000000001u
#define FIELD_HAS_SQRT
#include "field/mont.inc.h"
#define FIELD wide_2
#define FIELD_HAS_SQRT
#include "field/field_ops.inc.h"

#define FIELD         wide_4
#define FIELD_LIMBS   4
#define FIELD_MODULUS TOY_BRACES(0xffffffffffffffed, 0xffffffffffffffff, 0xffffffffffffffff, 0x7fffffffffffffff)
#define FIELD_R       TOY_BRACES(0x0000000000000026, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_R2      TOY_BRACES(0x00000000000005a4, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000)
#define FIELD_NEG_INV 0x86bca1af286bca1bu
#include "field/mont.inc.h"
#define FIELD wide_4
#include "field/field_ops.inc.h"

#define FIELD       wide_6
#define FIELD_LIMBS 6
#define FIELD_MODULUS                                                                                              \
    TOY_BRACES(0xffffffffffffffe1, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, \
               0x7fffffffffffffff)
#define FIELD_R                                                                                                    \
    TOY_BRACES(0x000000000000003e, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_R2                                                                                                   \
    TOY_BRACES(0x0000000000000f04, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
               0x0000000000000000)
#define FIELD_NEG_INV 0xef7bdef7bdef7bdfu
#include "field/mont.inc.h"
#define FIELD wide_6
#include "field/field_ops.inc.h"

/* each(field) for all of them. */
#define TOY_FIELDS(each)                                                                                           \
    each(toy3_1) each(toy5_1) each(toy13_1) each(toy251_1) each(toy3_2) each(toy5_2) each(toy13_2) each(toy251_2)  \
        each(toy3_4) each(toy5_4) each(toy13_4) each(toy251_4) each(toy3_6) each(toy5_6) each(toy13_6)             \
            each(toy251_6) each(wide_1) each(wide_2) each(wide_4) each(wide_6)

#endif
