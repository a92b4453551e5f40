/* SPDX-License-Identifier: Apache-2.0
 *
 * BN254: whether a point of the curve lies in the subgroup of order r, by endomorphisms. docs/math/curve.md proves
 * that the tests are exact; tools/gen_curve_constants.py checks the numbers that the proofs use. Time varies with
 * the point.
 *
 * Source: Dai, Lin, Zhao, Zhou, "Fast Subgroup Membership Testings for G1, G2 and GT on Pairing-friendly Curves",
 * ePrint 2022/348.
 */
#ifndef CUZK_CURVE_BN254_SUBGROUP_H
#define CUZK_CURVE_BN254_SUBGROUP_H

#include "curve/bn254.h"
#include "curve/bn254_constants.h"

static const bn254_fp2 bn254_psi_factors[2] = BN254_PSI;

/* The Frobenius map carried over to the twist; psi^2 - t psi + p = 0. `out` may be a. */
static inline void bn254_g2_psi(bn254_g2_affine *out, const bn254_g2_affine *a)
{
    bn254_fp2_conjugate(&out->x, &a->x);
    bn254_fp2_conjugate(&out->y, &a->y);
    bn254_fp2_mul(&out->x, &out->x, &bn254_psi_factors[0]);
    bn254_fp2_mul(&out->y, &out->y, &bn254_psi_factors[1]);
}

/* The same in Jacobian coordinates. */
static inline void bn254_g2_jacobian_psi(bn254_g2_jacobian *out, const bn254_g2_jacobian *a)
{
    bn254_fp2_conjugate(&out->x, &a->x);
    bn254_fp2_conjugate(&out->y, &a->y);
    bn254_fp2_conjugate(&out->z, &a->z);
    bn254_fp2_mul(&out->x, &out->x, &bn254_psi_factors[0]);
    bn254_fp2_mul(&out->y, &out->y, &bn254_psi_factors[1]);
}

/* The curve over Fp has r points. */
static inline bool bn254_g1_affine_is_in_subgroup(const bn254_g1_affine *a)
{
    (void)a;
    return true;
}

/* Whether (x + 1) a + psi(x a) + psi^2(x a) = psi^3(2 x a), by one multiplication by the 63-bit x. */
static inline bool bn254_g2_affine_is_in_subgroup(const bn254_g2_affine *a)
{
    bn254_g2_jacobian xa, left, right;
    bn254_g2_jacobian_from_affine(&left, a);
    bn254_g2_mul_u64_vartime(&xa, &left, BN254_X_ABS);
    bn254_g2_jacobian_add_affine(&left, &xa, a);
    bn254_g2_jacobian_psi(&right, &xa);
    bn254_g2_jacobian_add(&left, &left, &right);
    bn254_g2_jacobian_psi(&right, &right);
    bn254_g2_jacobian_add(&left, &left, &right);
    bn254_g2_jacobian_psi(&right, &right);
    bn254_g2_jacobian_dbl(&right, &right);
    return bn254_g2_jacobian_equal(&left, &right);
}

#endif
