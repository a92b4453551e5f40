/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set.
 */
#include "field_kernels.h"

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

/* Operations in one call of a kernel. */
enum {
    KERNEL_CHEAP = 10000,
    KERNEL_DEAR = 50,
    KERNEL_BATCH = 1024,
};

#define FIELD bn254_fp
#include "field_kernels.inc.h"
#define FIELD bn254_fr
#include "field_kernels.inc.h"
#define FIELD bls12_381_fp
#include "field_kernels.inc.h"
#define FIELD bls12_381_fr
#include "field_kernels.inc.h"

#define STRING_(x) #x
#define STRING(x)  STRING_(x)
#define ISA        STRING(CUZK_ISA_NAME)

/* clang-format off */
#define ROW(f, op, mode, count, run) {#f, ISA, op, mode, count, run},
#define ROW_PAIR(f, op)                                                                                            \
    ROW(f, #op, "latency", KERNEL_CHEAP, f##_kernel_##op##_latency)                                                \
    ROW(f, #op, "independent", KERNEL_CHEAP, f##_kernel_##op##_independent)
#define ROWS(f)                                                                                                    \
    ROW_PAIR(f, mul) ROW_PAIR(f, sqr) ROW_PAIR(f, add) ROW_PAIR(f, sub)                                            \
    ROW(f, "inverse", "latency", KERNEL_DEAR, f##_kernel_inverse_latency)                                          \
    ROW(f, "inverse_vartime", "latency", KERNEL_DEAR, f##_kernel_inverse_vartime_latency)                          \
    ROW(f, "batch_inverse_vartime", "1024 elements, each", KERNEL_BATCH, f##_kernel_batch_inverse)
/* clang-format on */

#define KERNELS CUZK_JOIN(field_kernels_, CUZK_ISA_NAME)
const field_kernel KERNELS[] = {ROWS(bn254_fp) ROWS(bn254_fr) ROWS(bls12_381_fp)
                                    ROWS(bls12_381_fr){NULL, NULL, NULL, NULL, 0, NULL}};
