/* SPDX-License-Identifier: Apache-2.0 */
#include "poly/ntt_kernel_tables.h"

const cuzk_ntt_kernels *cuzk_ntt_kernels_get(cuzk_curve_id curve, cuzk_isa isa)
{
    bool bn254 = curve == CUZK_CURVE_BN254;
#if defined(__x86_64__)
    if (isa == CUZK_ISA_ADX)
        return bn254 ? &cuzk_ntt_kernels_bn254_adx : &cuzk_ntt_kernels_bls12_381_adx;
    if (isa == CUZK_ISA_IFMA)
        return bn254 ? &cuzk_ntt_kernels_bn254_ifma : &cuzk_ntt_kernels_bls12_381_ifma;
#endif
    (void)isa;
    return bn254 ? &cuzk_ntt_kernels_bn254_portable : &cuzk_ntt_kernels_bls12_381_portable;
}
