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

#define BN254_FR_MODULUS_LIMBS 0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029
#define BN254_FR_R_LIMBS       0xac96341c4ffffffb, 0x36fc76959f60cd29, 0x666ea36f7879462e, 0x0e0a77c19a07df2f
#define BN254_FR_R2_LIMBS      0x1bb8e645ae216da7, 0x53fe3ab1e35c59e3, 0x8c49833d53bb8085, 0x0216d0b17f4e44a5
#define BN254_FR_NEG_INV       0xc2e1f593efffffffu

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

#define BLS12_381_FR_MODULUS_LIMBS 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48
#define BLS12_381_FR_R_LIMBS       0x00000001fffffffe, 0x5884b7fa00034802, 0x998c4fefecbc4ff5, 0x1824b159acc5056f
#define BLS12_381_FR_R2_LIMBS      0xc999e990f3f29c6d, 0x2b6cedcb87925c23, 0x05d314967254398f, 0x0748d9d99f59ff11
#define BLS12_381_FR_NEG_INV       0xfffffffeffffffffu

#endif
