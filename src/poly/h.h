/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalars of the sum over the h query: docs/math/h.md.
 */
#ifndef CUZK_POLY_H_H
#define CUZK_POLY_H_H

#include "poly/ntt.h"

/* With a, b, c the polynomials that take the given values over the plan's domain of N points,
 *   ODD_COSET  a[i] = (a b - c)(g w^i), g the primitive 2N-th root: the plan's default shift
 *   MONOMIAL   a[i] = coefficient i of (a b - c) / (x^N - 1), for a plan of any shift with g^N other than 1
 * MONOMIAL takes the division to leave no remainder, as for a satisfied circuit; otherwise the N values are those
 * of the polynomial that agrees with the quotient on the coset.
 *
 * In-out   a        N values, canonical; the result, canonical.
 *          b, c     N values each, canonical; used up. `has_c` false: c is scratch, its values on the domain being
 *                   taken as those of a times those of b.
 * Scratch  work     cuzk_ntt_workspace_bytes(plan) bytes; holds copies of values afterwards.
 * Errors   CUZK_E_ARGUMENT (unknown basis, or a shift that the basis cannot use), with nothing changed. */
cuzk_status cuzk_h_scalars(const cuzk_ntt_plan *plan, cuzk_h_basis basis, cuzk_fr *a, cuzk_fr *b, cuzk_fr *c,
                           bool has_c, void *work, cuzk_error *err);

#endif
