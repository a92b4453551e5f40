/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of one evaluation domain and its coset, in Montgomery form: docs/math/ntt.md, "Domain".
 */
#ifndef CUZK_POLY_DOMAIN_H
#define CUZK_POLY_DOMAIN_H

#include <cuzk/ntt.h>

/* N = 2^log2 points w^i, and the coset of the points g w^i. Read-only once filled in. */
typedef struct cuzk_ntt_domain {
    cuzk_curve_id curve;
    uint32_t log2;
    cuzk_fr root;              /* w, of order N */
    cuzk_fr root_inverse;      /* 1 / w */
    cuzk_fr shift;             /* g */
    cuzk_fr shift_inverse;     /* 1 / g */
    cuzk_fr size_inverse;      /* 1 / N */
    cuzk_fr radix;             /* R = 2^256 itself, so that a product with it multiplies by R */
    cuzk_fr vanishing_inverse; /* 1 / (g^N - 1), or 0 if the coset is the domain itself */
    bool shift_is_odd; /* g is the domain's primitive 2N-th root: the coset is the odd half of the next domain */
} cuzk_ntt_domain;

/* Arguments as for cuzk_ntt_plan_create.
 * Errors: CUZK_E_CURVE, CUZK_E_ARGUMENT (log2, root or a shift of 0), CUZK_E_NOT_CANONICAL (shift). */
cuzk_status cuzk_ntt_domain_init(cuzk_ntt_domain *out, cuzk_curve_id curve, uint32_t log2, cuzk_root root,
                                 const cuzk_fr *shift, cuzk_error *err);

#endif
