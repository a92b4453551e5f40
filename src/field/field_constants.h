/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_field_constants.py; do not edit. Limbs least significant first, inside the braces of FIELD.
 */
#ifndef CUZK_FIELD_CONSTANTS_H
#define CUZK_FIELD_CONSTANTS_H

#define BN254_FP_MODULUS_LIMBS 0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029
#define BN254_FP_R_LIMBS       0xd35d438dc58f0d9d, 0x0a78eb28f5c70b3d, 0x666ea36f7879462c, 0x0e0a77c19a07df2f
#define BN254_FP_R2_LIMBS      0xf32cfc5b538afa89, 0xb5e71911d44501fb, 0x47ab1eff0a417ff6, 0x06d89f71cab8351f
#define BN254_FP_NEG_INV       0x87d20782e4866389u

#define BN254_FP_LANES_MODULUS 0x08c16d87cfd47, 0x916871ca8d3c2, 0x181585d97816a, 0xa029b85045b68, 0x030644e72e131
#define BN254_FP_LANES_FOLD    0xc93a3dee22c55, 0xe15f4ea250777, 0x37f0b49e7cd63, 0x2079e650a0895, 0x006234192d7a1
#define BN254_FP_LANES_MULTIPLES                                                                                   \
    {0x0000000000000, 0x08c16d87cfd47, 0x1182db0f9fa8e, 0x1a4448976f7d5,                                           \
     0x2305b61f3f51c, 0x2bc723a70f263, 0x3488912edefaa, 0x3d49feb6aecf1},                                          \
        {0x0000000000000, 0x916871ca8d3c2, 0x22d0e3951a784, 0xb439555fa7b46,                                       \
         0x45a1c72a34f08, 0xd70a38f4c22ca, 0x6872aabf4f68c, 0xf9db1c89dca4e},                                      \
        {0x0000000000000, 0x181585d97816a, 0x302b0bb2f02d5, 0x4840918c6843f,                                       \
         0x60561765e05aa, 0x786b9d3f58714, 0x90812318d087f, 0xa896a8f2489e9},                                      \
        {0x0000000000000, 0xa029b85045b68, 0x405370a08b6d0, 0xe07d28f0d1238,                                       \
         0x80a6e14116da0, 0x20d099915c908, 0xc0fa51e1a2470, 0x61240a31e7fd8},                                      \
    {                                                                                                              \
        0x0000000000000, 0x030644e72e131, 0x060c89ce5c263, 0x0912ceb58a394, 0x0c19139cb84c6, 0x0f1f5883e65f8,      \
            0x12259d6b14729, 0x152be2524285b                                                                       \
    }
#define BN254_FP_LANES_BIAS                                                                                        \
    0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000, 0xc000000000000, 0x82305b61f3f51,          \
        0xa45a1c72a34f0, 0x060561765e05a, 0x680a6e14116da, 0x00c19139cb84c
#define BN254_FP_LANES_NEG_INV     0x20782e4866389u
#define BN254_FP_LANES_TOP_INVERSE 84u

#define BN254_FR_MODULUS_LIMBS 0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029
#define BN254_FR_R_LIMBS       0xac96341c4ffffffb, 0x36fc76959f60cd29, 0x666ea36f7879462e, 0x0e0a77c19a07df2f
#define BN254_FR_R2_LIMBS      0x1bb8e645ae216da7, 0x53fe3ab1e35c59e3, 0x8c49833d53bb8085, 0x0216d0b17f4e44a5
#define BN254_FR_NEG_INV       0xc2e1f593efffffffu

#define BN254_FR_LANES_MODULUS 0x1f593f0000001, 0x4879b9709143e, 0x181585d2833e8, 0xa029b85045b68, 0x030644e72e131
#define BN254_FR_LANES_FOLD    0x82e644ee4c3d2, 0xf93893c98b1de, 0xd46fe04d0a4c7, 0x8f0aad55e2a1f, 0x005ed0447de83
#define BN254_FR_LANES_MULTIPLES                                                                                   \
    {0x0000000000000, 0x1f593f0000001, 0x3eb27e0000002, 0x5e0bbd0000003,                                           \
     0x7d64fc0000004, 0x9cbe3b0000005, 0xbc177a0000006, 0xdb70b90000007},                                          \
        {0x0000000000000, 0x4879b9709143e, 0x90f372e12287c, 0xd96d2c51b3cba,                                       \
         0x21e6e5c2450f8, 0x6a609f32d6536, 0xb2da58a367974, 0xfb541213f8db2},                                      \
        {0x0000000000000, 0x181585d2833e8, 0x302b0ba5067d0, 0x4840917789bb8,                                       \
         0x6056174a0cfa1, 0x786b9d1c90389, 0x908122ef13771, 0xa896a8c196b59},                                      \
        {0x0000000000000, 0xa029b85045b68, 0x405370a08b6d0, 0xe07d28f0d1238,                                       \
         0x80a6e14116da0, 0x20d099915c908, 0xc0fa51e1a2470, 0x61240a31e7fd8},                                      \
    {                                                                                                              \
        0x0000000000000, 0x030644e72e131, 0x060c89ce5c263, 0x0912ceb58a394, 0x0c19139cb84c6, 0x0f1f5883e65f8,      \
            0x12259d6b14729, 0x152be2524285b                                                                       \
    }
#define BN254_FR_LANES_BIAS                                                                                        \
    0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000, 0x4000000000000, 0x87d64fc000000,          \
        0x121e6e5c2450f, 0x06056174a0cfa, 0x680a6e14116da, 0x00c19139cb84c
#define BN254_FR_LANES_NEG_INV     0x1f593efffffffu
#define BN254_FR_LANES_TOP_INVERSE 84u

#define BLS12_381_FP_MODULUS_LIMBS                                                                                 \
    0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624, 0x64774b84f38512bf, 0x4b1ba7b6434bacd7,            \
        0x1a0111ea397fe69a
#define BLS12_381_FP_R_LIMBS                                                                                       \
    0x760900000002fffd, 0xebf4000bc40c0002, 0x5f48985753c758ba, 0x77ce585370525745, 0x5c071a97a256ec6d,            \
        0x15f65ec3fa80e493
#define BLS12_381_FP_R2_LIMBS                                                                                      \
    0xf4df1f341c341746, 0x0a76e6a609d104f1, 0x8de5476c4c95b6d5, 0x67eb88a9939d83c0, 0x9a793e85b519952d,            \
        0x11988fe592cae3aa
#define BLS12_381_FP_NEG_INV 0x89f3fffcfffcfffdu

#define BLS12_381_FP_LANES_MODULUS                                                                                 \
    0xeffffffffaaab, 0xfeb153ffffb9f, 0x6b0f6241eabff, 0x12bf6730d2a0f, 0x764774b84f385, 0x1ba7b6434bacd,          \
        0x1ea397fe69a4b, 0x000000001a011
#define BLS12_381_FP_LANES_FOLD                                                                                    \
    0x04be07d2027cb, 0xd7786e39002d4, 0xf51047083c4dd, 0x96079a7670223, 0x04ca513044b79, 0x6615d3780ea11,          \
        0xf9a5623d6a279, 0x0000000006803
#define BLS12_381_FP_LANES_MULTIPLES                                                                               \
    {0x0000000000000, 0xeffffffffaaab, 0xdffffffff5556, 0xcffffffff0001,                                           \
     0xbfffffffeaaac, 0xafffffffe5557, 0x9fffffffe0002, 0x8fffffffdaaad},                                          \
        {0x0000000000000, 0xfeb153ffffb9f, 0xfd62a7ffff73f, 0xfc13fbffff2df,                                       \
         0xfac54ffffee7f, 0xf976a3fffea1f, 0xf827f7fffe5bf, 0xf6d94bfffe15f},                                      \
        {0x0000000000000, 0x6b0f6241eabff, 0xd61ec483d57ff, 0x412e26c5c03ff,                                       \
         0xac3d8907aafff, 0x174ceb4995bff, 0x825c4d8b807ff, 0xed6bafcd6b3ff},                                      \
        {0x0000000000000, 0x12bf6730d2a0f, 0x257ece61a541e, 0x383e359277e2e,                                       \
         0x4afd9cc34a83d, 0x5dbd03f41d24d, 0x707c6b24efc5c, 0x833bd255c266b},                                      \
        {0x0000000000000, 0x764774b84f385, 0xec8ee9709e70a, 0x62d65e28eda8f,                                       \
         0xd91dd2e13ce14, 0x4f6547998c199, 0xc5acbc51db51e, 0x3bf4310a2a8a3},                                      \
        {0x0000000000000, 0x1ba7b6434bacd, 0x374f6c869759a, 0x52f722c9e3068,                                       \
         0x6e9ed90d2eb35, 0x8a468f507a603, 0xa5ee4593c60d0, 0xc195fbd711b9e},                                      \
        {0x0000000000000, 0x1ea397fe69a4b, 0x3d472ffcd3496, 0x5beac7fb3cee1,                                       \
         0x7a8e5ff9a692c, 0x9931f7f810377, 0xb7d58ff679dc2, 0xd67927f4e380d},                                      \
    {                                                                                                              \
        0x0000000000000, 0x000000001a011, 0x0000000034022, 0x000000004e033, 0x0000000068044, 0x0000000082055,      \
            0x000000009c066, 0x00000000b6077                                                                       \
    }
#define BLS12_381_FP_LANES_BIAS                                                                                    \
    0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000,          \
        0x0000000000000, 0xc000000000000, 0xfbfffffffeaaa, 0xffac54ffffee7, 0xdac3d8907aaff, 0x44afd9cc34a83,      \
        0x5d91dd2e13ce1, 0xc6e9ed90d2eb3, 0x47a8e5ff9a692, 0x0000000006804
#define BLS12_381_FP_LANES_NEG_INV     0x3fffcfffcfffdu
#define BLS12_381_FP_LANES_TOP_INVERSE 42281762278u

#define BLS12_381_FR_MODULUS_LIMBS 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48
#define BLS12_381_FR_R_LIMBS       0x00000001fffffffe, 0x5884b7fa00034802, 0x998c4fefecbc4ff5, 0x1824b159acc5056f
#define BLS12_381_FR_R2_LIMBS      0xc999e990f3f29c6d, 0x2b6cedcb87925c23, 0x05d314967254398f, 0x0748d9d99f59ff11
#define BLS12_381_FR_NEG_INV       0xfffffffeffffffffu

#define BLS12_381_FR_LANES_MODULUS                                                                                 \
    0xfffff00000001, 0x02fffe5bfefff, 0x9a1d80553bda4, 0x7d483339d8080, 0x073eda753299d
#define BLS12_381_FR_LANES_FOLD 0xfdfff1a402001, 0x2d083dd6c33ff, 0x44cd43798bcce, 0x436f80f0223a9, 0x073eda0144f28
#define BLS12_381_FR_LANES_MULTIPLES                                                                               \
    {0x0000000000000, 0xfffff00000001, 0xffffe00000002, 0xffffd00000003,                                           \
     0xffffc00000004, 0xffffb00000005, 0xffffa00000006, 0xffff900000007},                                          \
        {0x0000000000000, 0x02fffe5bfefff, 0x05fffcb7fdfff, 0x08fffb13fcfff,                                       \
         0x0bfff96ffbfff, 0x0efff7cbfafff, 0x11fff627f9fff, 0x14fff483f8fff},                                      \
        {0x0000000000000, 0x9a1d80553bda4, 0x343b00aa77b48, 0xce5880ffb38ec,                                       \
         0x68760154ef690, 0x029381aa2b434, 0x9cb101ff671d8, 0x36ce8254a2f7c},                                      \
        {0x0000000000000, 0x7d483339d8080, 0xfa906673b0101, 0x77d899ad88181,                                       \
         0xf520cce760202, 0x7269002138283, 0xefb1335b10303, 0x6cf96694e8384},                                      \
    {                                                                                                              \
        0x0000000000000, 0x073eda753299d, 0x0e7db4ea6533a, 0x15bc8f5f97cd8, 0x1cfb69d4ca675, 0x243a4449fd013,      \
            0x2b791ebf2f9b0, 0x32b7f9346234e                                                                       \
    }
#define BLS12_381_FR_LANES_BIAS                                                                                    \
    0x0000000000000, 0x0000000000000, 0x0000000000000, 0x0000000000000, 0x4000000000000, 0xfffffc0000000,          \
        0x00bfff96ffbff, 0x268760154ef69, 0x5f520cce76020, 0x01cfb69d4ca67
#define BLS12_381_FR_LANES_NEG_INV     0xffffeffffffffu
#define BLS12_381_FR_LANES_TOP_INVERSE 35u

#endif
