/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set: the tables cuzk_ntt_kernels_<curve>_<CUZK_ISA_NAME>.
 */
#include "poly/ntt_kernels.h"

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"
#include "poly/ntt_kernel_tables.h"

#define NTT_TABLE(curve) CUZK_JOIN(CUZK_JOIN(cuzk_ntt_kernels_, curve), CUZK_JOIN(_, CUZK_ISA_NAME))
#define NTT_ENTRIES(fr)                                                                                            \
    {                                                                                                              \
        .powers = CUZK_JOIN(fr, _ntt_powers), .descend = CUZK_JOIN(fr, _ntt_descend),                              \
        .ascend = CUZK_JOIN(fr, _ntt_ascend), .finish = CUZK_JOIN(fr, _ntt_finish),                                \
        .scale = CUZK_JOIN(fr, _ntt_scale), .multiply = CUZK_JOIN(fr, _ntt_multiply),                              \
        .multiply_subtract = CUZK_JOIN(fr, _ntt_multiply_subtract),                                                \
    }

#define NTT_FIELD         bn254_fr
#define NTT_TWIDDLES      cuzk_ntt_twiddles
#define NTT_TWO_FREE_BITS 1
#define NTT_Q             0x87c3eb27e0000002, 0x5067d090f372e122, 0x70a08b6d0302b0ba, 0x60c89ce5c2634053 /* 2p */
#define NTT_ADX           1
#include "poly/ntt_kernels.inc.h"

#define NTT_FIELD         bls12_381_fr
#define NTT_TWIDDLES      cuzk_ntt_twiddles
#define NTT_TWO_FREE_BITS 0
#define NTT_Q             BLS12_381_FR_MODULUS_LIMBS
#define NTT_ADX           1
#include "poly/ntt_kernels.inc.h"

const cuzk_ntt_kernels NTT_TABLE(bn254) = NTT_ENTRIES(bn254_fr);
const cuzk_ntt_kernels NTT_TABLE(bls12_381) = NTT_ENTRIES(bls12_381_fr);
