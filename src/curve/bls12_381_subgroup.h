/* SPDX-License-Identifier: Apache-2.0
 *
 * BLS12-381: whether a point of the curve lies in the subgroup of order r, by endomorphisms. docs/math/curve.md
 * proves that the tests are exact; tools/gen_curve_constants.py checks the numbers that the proofs use. Time varies
 * with the point.
 *
 * Source: Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves", ePrint
 * 2021/1130; El Housni, Guillevic, Piellard, "Co-factor clearing and subgroup membership testing on
 * pairing-friendly curves", ePrint 2022/352.
 */
#ifndef CUZK_CURVE_BLS12_381_SUBGROUP_H
#define CUZK_CURVE_BLS12_381_SUBGROUP_H

#include "curve/bls12_381.h"
#include "curve/bls12_381_constants.h"

static const bls12_381_fp bls12_381_beta = BLS12_381_BETA;

static const bls12_381_fp2 bls12_381_psi_factors[2] = BLS12_381_PSI;

/* The Frobenius map carried over to the twist; psi^2 - t psi + p = 0. `out` may be a. */
static inline void bls12_381_g2_psi(bls12_381_g2_affine *out, const bls12_381_g2_affine *a)
{
    bls12_381_fp2_conjugate(&out->x, &a->x);
    bls12_381_fp2_conjugate(&out->y, &a->y);
    bls12_381_fp2_mul(&out->x, &out->x, &bls12_381_psi_factors[0]);
    bls12_381_fp2_mul(&out->y, &out->y, &bls12_381_psi_factors[1]);
}

/* Whether phi(a) = -x^2 a, phi(x, y) = (beta x, y). */
static inline bool bls12_381_g1_affine_is_in_subgroup(const bls12_381_g1_affine *a)
{
    bls12_381_g1_jacobian xxa, phi;
    bls12_381_g1_jacobian_from_affine(&phi, a);
    bls12_381_g1_mul_u64_vartime(&xxa, &phi, BLS12_381_X_ABS);
    bls12_381_g1_mul_u64_vartime(&xxa, &xxa, BLS12_381_X_ABS);
    bls12_381_fp_mul(&phi.x, &phi.x, &bls12_381_beta);
    bls12_381_g1_jacobian_neg(&phi, &phi);
    return bls12_381_g1_jacobian_equal(&phi, &xxa);
}

/* Whether psi(a) = x a; x is negative. */
static inline bool bls12_381_g2_affine_is_in_subgroup(const bls12_381_g2_affine *a)
{
    bls12_381_g2_affine psi;
    bls12_381_g2_jacobian xa, image;
    bls12_381_g2_jacobian_from_affine(&image, a);
    bls12_381_g2_mul_u64_vartime(&xa, &image, BLS12_381_X_ABS);
    bls12_381_g2_jacobian_neg(&xa, &xa);
    bls12_381_g2_psi(&psi, a);
    bls12_381_g2_jacobian_from_affine(&image, &psi);
    return bls12_381_g2_jacobian_equal(&image, &xa);
}

#endif
