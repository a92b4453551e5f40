/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_curve_constants.py; do not edit. Initializers, least significant limb first, in Montgomery
 * form unless said otherwise. xi = 9 + u.
 */
/* clang-format off */
#ifndef CUZK_CURVE_BN254_CONSTANTS_H
#define CUZK_CURVE_BN254_CONSTANTS_H

/* b of y^2 = x^3 + b, and 3 b; the same on the twist */
#define BN254_G1_B {{0x7a17caa950ad28d7, 0x1f6ac17ae15521b9, 0x334bea4e696bd284, 0x2a1f6744ce179d8e}}
#define BN254_G1_B3 {{0xf60647ce410d7ff7, 0x2f3d6f4dd31bd011, 0x2943337e3940c6d1, 0x1d9598e8a7e39857}}
#define BN254_G2_B \
    { \
        {{0x3bf938e377b802a8, 0x020b1b273633535d, 0x26b7edf049755260, 0x2514c6324384a86d}}, \
        {{0x38e7ecccd1dcff67, 0x65f0b37d93ce0d3e, 0xd749d0dd22ac00aa, 0x0141b9ce4a688d4d}}, \
    }
#define BN254_G2_B3 \
    { \
        {{0x3baa927cb62e0d6a, 0xd71e7c52d1b664fd, 0x03873e63d95d4664, 0x0e75b5b1082ab8f4}}, \
        {{0xaab7c6667596fe35, 0x31d21a78bb6a27ba, 0x85dd7297680401ff, 0x03c52d6adf39a7e9}}, \
    }

/* Generators: x, y */
#define BN254_G1_GENERATOR \
    { \
        {{0xd35d438dc58f0d9d, 0x0a78eb28f5c70b3d, 0x666ea36f7879462c, 0x0e0a77c19a07df2f}}, \
        {{0xa6ba871b8b1e1b3a, 0x14f1d651eb8e167b, 0xccdd46def0f28c58, 0x1c14ef83340fbe5e}}, \
    }

/* x, y, each c0, c1 */
#define BN254_G2_GENERATOR \
    { \
        {{{0x8e83b5d102bc2026, 0xdceb1935497b0172, 0xfbb8264797811adf, 0x19573841af96503b}}, \
        {{0xafb4737da84c6140, 0x6043dd5a5802d8c4, 0x09e950fc52a02f86, 0x14fef0833aea7b6b}}}, \
        {{{0x619dfa9d886be9f6, 0xfe7fd297f59e9b78, 0xff9e1a62231b7dfe, 0x28fd7eebae9e4206}}, \
        {{0x64095b56c71856ee, 0xdc57f922327d3cbb, 0x55f935be33351076, 0x0da4a0e693fd6482}}}, \
    }

/* Bits of r; r - 1 is 2^FR_TWO_ADICITY times an odd number */
#define BN254_FR_BITS 254
#define BN254_FR_TWO_ADICITY 28

/* 5^((r - 1) / 2^28) */
#define BN254_FR_ROOT_5 {{0x636e735580d13d9c, 0xa22bf3742445ffd6, 0x56452ac01eb203d8, 0x1860ef942963f9e7}}

/* #E(Fp) / r, 1 bits, canonical limbs */
#define BN254_G1_COFACTOR {0x0000000000000001}

/* #E(Fp2) / r, 254 bits, canonical limbs */
#define BN254_G2_COFACTOR {0x345f2299c0f9fa8d, 0x06ceecda572a2489, 0xb85045b68181585e, 0x30644e72e131a029}

/* xi^(i (p - 1) / 6), i = 1 to 5: what a^p multiplies the coefficient of w^i by */
#define BN254_FROBENIUS_1 \
    { \
        {{{0xaf9ba69633144907, 0xca6b1d7387afb78a, 0x11bded5ef08a2087, 0x02f34d751a1f3a7c}}, \
        {{0xa222ae234c492d72, 0xd00f02a4565de15b, 0xdc2ff3a253dfc926, 0x10a75716b3899551}}}, \
        {{{0xb5773b104563ab30, 0x347f91c8a9aa6454, 0x7a007127242e0991, 0x1956bcd8118214ec}}, \
        {{0x6e849f1ea0aa4757, 0xaa1c7b6d89f89141, 0xb6e713cdfae0ca3a, 0x26694fbb4e82ebc3}}}, \
        {{{0xe4bbdd0c2936b629, 0xbb30f162e133bacb, 0x31a9d1b6f9645366, 0x253570bea500f8dd}}, \
        {{0xa1d77ce45ffe77c7, 0x07affd117826d1db, 0x6d16bd27bb7edc6b, 0x2c87200285defecc}}}, \
        {{{0x7361d77f843abe92, 0xa5bb2bd3273411fb, 0x9c941f314b3e2399, 0x15df9cddbb9fd3ec}}, \
        {{0x5dddfd154bd8c949, 0x62cb29a5a4445b60, 0x37bc870a0c7dd2b9, 0x24830a9d3171f0fd}}}, \
        {{{0xc970692f41690fe7, 0xe240342127694b0b, 0x32bee66b83c459e8, 0x12aabced0ab08841}}, \
        {{0x0d485d2340aebfa9, 0x05193418ab2fcc57, 0xd3b0a40b8a4910f5, 0x2f21ebb535d2925a}}}, \
    }

/* xi^(i (p^2 - 1) / 6), i = 1 to 5, all in Fp: the same for a^(p^2) */
#define BN254_FROBENIUS_2 \
    { \
        {{0xca8d800500fa1bf2, 0xf0c5d61468b39769, 0x0e201271ad0d4418, 0x04290f65bad856e6}}, \
        {{0x3350c88e13e80b9c, 0x7dce557cdb5e56b9, 0x6001b4b8b615564a, 0x2682e617020217e0}}, \
        {{0x68c3488912edefaa, 0x8d087f6872aabf4f, 0x51e1a24709081231, 0x2259d6b14729c0fa}}, \
        {{0x71930c11d782e155, 0xa6bb947cffbe3323, 0xaa303344d4741444, 0x2c3b3f0d26594943}}, \
        {{0x08cfc388c494f1ab, 0x19b315148d1373d4, 0x584e90fdcb6c0213, 0x09e1685bdf2f8849}}, \
    }

/* psi(x, y) = (PSI[0] conjugate(x), PSI[1] conjugate(y)) on the twist */
#define BN254_PSI \
    { \
        {{{0xb5773b104563ab30, 0x347f91c8a9aa6454, 0x7a007127242e0991, 0x1956bcd8118214ec}}, \
        {{0x6e849f1ea0aa4757, 0xaa1c7b6d89f89141, 0xb6e713cdfae0ca3a, 0x26694fbb4e82ebc3}}}, \
        {{{0xe4bbdd0c2936b629, 0xbb30f162e133bacb, 0x31a9d1b6f9645366, 0x253570bea500f8dd}}, \
        {{0xa1d77ce45ffe77c7, 0x07affd117826d1db, 0x6d16bd27bb7edc6b, 0x2c87200285defecc}}}, \
    }

/* |x| */
#define BN254_X_ABS 0x44e992b44a6909f1u

/* Digits of 6 x + 2, the Miller loop's length, least significant first */
#define BN254_LOOP_DIGITS \
    { \
        0, 0, 0, 1, 0, 1, 0, -1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, -1, 0, 0, 0, 1, \
        0, -1, 0, 0, 0, 0, -1, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, -1, \
        0, 1, 0, -1, 0, 0, 0, -1, 0, -1, 0, 0, 0, 1, 0, -1, 0, 1, \
    }
#define BN254_LOOP_DIGIT_COUNT 66

#endif
