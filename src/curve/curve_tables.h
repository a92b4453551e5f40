/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of functions, one a curve and instruction set, and the initializers that make them from the templates'
 * functions (curve/group_ops.inc.h, curve/curve_ops.inc.h). Private to src/curve.
 */
#ifndef CUZK_CURVE_TABLES_H
#define CUZK_CURVE_TABLES_H

#include "curve/curve.h"

extern const cuzk_curve_ops cuzk_bn254_ops_portable;
extern const cuzk_curve_ops cuzk_bls12_381_ops_portable;
#if defined(__x86_64__)
extern const cuzk_curve_ops cuzk_bn254_ops_adx;
extern const cuzk_curve_ops cuzk_bls12_381_ops_adx;
extern const cuzk_curve_ops cuzk_bn254_ops_ifma;
extern const cuzk_curve_ops cuzk_bls12_381_ops_ifma;
#endif

/* The instruction set that a file is compiled for, and the name of its table. */
#if defined(CUZK_ISA_ifma)
#define CUZK_OPS_ISA CUZK_ISA_IFMA
#elif defined(CUZK_ISA_adx)
#define CUZK_OPS_ISA CUZK_ISA_ADX
#else
#define CUZK_OPS_ISA CUZK_ISA_PORTABLE
#endif
#define CUZK_OPS_NAME(prefix)        CUZK_OPS_NAME_(prefix, CUZK_ISA_NAME)
#define CUZK_OPS_NAME_(prefix, isa)  CUZK_OPS_NAME__(prefix, isa)
#define CUZK_OPS_NAME__(prefix, isa) prefix##_##isa

#define CUZK_GROUP_OPS(group)                                                                                      \
    {                                                                                                              \
        .affine_bytes = sizeof(group##_affine), .coordinate_bytes = sizeof(group##_affine) / 2,                    \
        .generator = &group##_ops_generator, .set_identity = group##_ops_set_identity,                             \
        .is_identity = group##_ops_is_identity, .equal = group##_ops_equal,                                        \
        .from_affine = group##_ops_from_affine, .to_affine = group##_ops_to_affine,                                \
        .batch_to_affine = group##_ops_batch_to_affine, .add = group##_ops_add,                                    \
        .add_affine = group##_ops_add_affine, .dbl = group##_ops_dbl, .neg = group##_ops_neg,                      \
        .affine_neg = group##_ops_affine_neg, .affine_is_identity = group##_ops_affine_is_identity,                \
        .mul = group##_ops_mul, .mul_vartime = group##_ops_mul_vartime,                                            \
        .affine_is_canonical = group##_ops_affine_is_canonical,                                                    \
        .affine_is_on_curve = group##_ops_affine_is_on_curve,                                                      \
        .affine_is_in_subgroup = group##_ops_affine_is_in_subgroup,                                                \
    }

/* The members of a cuzk_curve_ops whose names follow from the curve's prefix. */
#define CUZK_CURVE_OPS_MEMBERS(curve)                                                                              \
    .isa = CUZK_OPS_ISA, .fp_limbs = sizeof(curve##_fp) / 8, .fp_bytes = sizeof(curve##_fp),                       \
    .fp_modulus = curve##_fp_modulus.limb, .fr_modulus = &curve##_fr_modulus, .fr_one = &curve##_fr_r,             \
    .fr_r2 = &curve##_fr_r2, .fr_add = curve##_fr_add, .fr_sub = curve##_fr_sub, .fr_neg = curve##_fr_neg,         \
    .fr_mul = curve##_fr_mul, .fr_inverse = curve##_fr_inverse, .fr_batch_inverse = curve##_fr_batch_inverse,      \
    .fr_pow = curve##_ops_fr_pow, .fr_to_montgomery = curve##_fr_to_montgomery,                                    \
    .fr_from_montgomery = curve##_fr_from_montgomery, .fr_is_canonical = curve##_fr_is_canonical,                  \
    .fr_root_of_unity = curve##_ops_fr_root_of_unity, .fp_to_montgomery = curve##_ops_fp_to_montgomery,            \
    .fp_from_montgomery = curve##_ops_fp_from_montgomery, .fp_is_canonical = curve##_ops_fp_is_canonical,          \
    .g1 = CUZK_GROUP_OPS(curve##_g1), .g2 = CUZK_GROUP_OPS(curve##_g2),                                            \
    .pairing_product_is_one = curve##_ops_pairing_product_is_one, .pairing = curve##_ops_pairing

#endif
