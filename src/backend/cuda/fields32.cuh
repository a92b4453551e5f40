/* SPDX-License-Identifier: Apache-2.0
 *
 * The four prime fields as parameters of mont32.cuh: moduli as immediate operands.
 */
#ifndef CUZK_BACKEND_CUDA_FIELDS32_CUH
#define CUZK_BACKEND_CUDA_FIELDS32_CUH

#include "backend/cuda/mont32.cuh"
#include "field/field_constants.h"

/* Word i of a 64-bit limb list. */
#define FIELD32_WORDS(n, LIMBS)                                                                                    \
    const uint64_t limb[n / 2] = {LIMBS};                                                                          \
    _Pragma("unroll") for (int i = 0; i < n; i++) out[i] = (uint32_t)(limb[i / 2] >> (32 * (i % 2)))

#define FIELD32(name, n, bit_count, NAME)                                                                          \
    struct name {                                                                                                  \
        enum { limbs = n, bits = bit_count };                                                                      \
        static CUZK_DEV void modulus(uint32_t *out)                                                                \
        {                                                                                                          \
            FIELD32_WORDS(n, NAME##_MODULUS_LIMBS);                                                                \
        }                                                                                                          \
        static CUZK_DEV void r(uint32_t *out)                                                                      \
        {                                                                                                          \
            FIELD32_WORDS(n, NAME##_R_LIMBS);                                                                      \
        }                                                                                                          \
        static CUZK_DEV void r2(uint32_t *out)                                                                     \
        {                                                                                                          \
            FIELD32_WORDS(n, NAME##_R2_LIMBS);                                                                     \
        }                                                                                                          \
        static CUZK_DEV uint32_t neg_inv()                                                                         \
        {                                                                                                          \
            return (uint32_t)NAME##_NEG_INV;                                                                       \
        }                                                                                                          \
    };

FIELD32(bn254_fp32, 8, 254, BN254_FP)
FIELD32(bn254_fr32, 8, 254, BN254_FR)
FIELD32(bls12_381_fp32, 12, 381, BLS12_381_FP)
FIELD32(bls12_381_fr32, 8, 255, BLS12_381_FR)

#undef FIELD32
#undef FIELD32_WORDS

#endif
