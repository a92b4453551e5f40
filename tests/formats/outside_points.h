/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_outside_points.py; do not edit. Points of G2's curve outside the subgroup of prime
 * order: x.c0, x.c1, y.c0, y.c1, canonical limbs, least significant first.
 */
#ifndef CUZK_TESTS_OUTSIDE_POINTS_H
#define CUZK_TESTS_OUTSIDE_POINTS_H

#include <stdint.h>

/* clang-format off */
static const uint64_t outside_g2_bn254[16] = {
    0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000,
    0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000,
    0x60573e3a7f596ea8, 0xc299b6216e6321ee, 0x092f24ec3201e68d, 0x0cf32d3c49a2cb8a,
    0x0b839c7f3566c0e2, 0xf91636952d4ab9eb, 0xee60335acbffe3de, 0x07bca656753ef8cb,
};
static const uint64_t outside_g2_bls12_381[24] = {
    0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000,
    0x0000000000000000, 0x0000000000000000,
    0x0000000000000001, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000,
    0x0000000000000000, 0x0000000000000000,
    0xf1ee7b04121bdea2, 0x304466cf3e67fa0a, 0xef396489f61eb45e, 0x1c3dedd930b1cf60,
    0xe2e9c448d77a2cd9, 0x135203e60180a68e,
    0x58318ef3c9ab641b, 0xcb36cb8e58c411de, 0x67e64a4501b6c551, 0xd8ac19034879ca1b,
    0x3895aa4843747ffa, 0x140d2a0ca7fdc022,
};
/* clang-format on */

#endif
