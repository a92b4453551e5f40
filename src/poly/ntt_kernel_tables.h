/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel tables that ntt_kernels.c exports, one a curve and instruction set.
 */
#ifndef CUZK_POLY_NTT_KERNEL_TABLES_H
#define CUZK_POLY_NTT_KERNEL_TABLES_H

#include "poly/ntt_kernels.h"

extern const cuzk_ntt_kernels cuzk_ntt_kernels_bn254_portable, cuzk_ntt_kernels_bls12_381_portable;
#if defined(__x86_64__)
extern const cuzk_ntt_kernels cuzk_ntt_kernels_bn254_adx, cuzk_ntt_kernels_bls12_381_adx;
extern const cuzk_ntt_kernels cuzk_ntt_kernels_bn254_ifma, cuzk_ntt_kernels_bls12_381_ifma;
#endif

#endif
