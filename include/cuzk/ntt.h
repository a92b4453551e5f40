/* SPDX-License-Identifier: Apache-2.0
 *
 * Number-theoretic transforms over the scalar fields, on the CPU.
 */
#ifndef CUZK_NTT_H
#define CUZK_NTT_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CUZK_NTT_DOMAIN_LOG2_MAX = 28,
};

/* Which 2^s-th root of unity the domain is built from: w_k = w_s^(2^(s-k)), w_s = g^((r-1)/2^s), with g the
 * smallest non-residue used by snarkjs (5 on both curves) or by bellman (7, BLS12-381 only). Both generate the same
 * domain as a set, in another order. */
typedef enum cuzk_root {
    CUZK_ROOT_5 = 5,
    CUZK_ROOT_7 = 7,
} cuzk_root;

/* With N = 2^domain_log2, w the domain's root, g the coset's shift. Values in and out in natural order.
 *   FORWARD          out[i] = sum_j in[j] w^(ij)
 *   INVERSE          the inverse of FORWARD, 1/N included
 *   COSET_FORWARD    out[i] = sum_j in[j] g^j w^(ij): from coefficients to values at g w^i
 *   COSET_INVERSE    the inverse of COSET_FORWARD */
typedef enum cuzk_ntt_kind {
    CUZK_NTT_FORWARD = 0,
    CUZK_NTT_INVERSE = 1,
    CUZK_NTT_COSET_FORWARD = 2,
    CUZK_NTT_COSET_INVERSE = 3,
} cuzk_ntt_kind;

/* How the scalars of the h sum follow from a = A.w, b = B.w, c = C.w over the domain (docs/math/h.md). */
typedef enum cuzk_h_basis {
    CUZK_H_ODD_COSET = 1, /* snarkjs: values of a * b - c on the coset of the primitive 2N-th root */
    CUZK_H_MONOMIAL = 2,  /* bellman: coefficients of (a * b - c) / (x^N - 1); N - 1 of them are used */
} cuzk_h_basis;

typedef struct cuzk_ntt_plan cuzk_ntt_plan;

/* Tables for one domain and coset, and `thread_count` threads (0: all) that live as long as the plan. `shift` is
 * the coset's shift g, canonical, not 0; NULL takes snarkjs' one: the primitive 2^(domain_log2 + 1)-th root of
 * unity, or 25 where there is none. */
cuzk_status cuzk_ntt_plan_create(cuzk_ntt_plan **out, cuzk_curve_id curve, uint32_t domain_log2, cuzk_root root,
                                 const cuzk_fr *shift, uint32_t thread_count, cuzk_isa isa, cuzk_error *err);
void cuzk_ntt_plan_destroy(cuzk_ntt_plan *plan); /* NULL is fine */

/* Scratch that one transform needs: 64-byte aligned, for any number of threads. */
size_t cuzk_ntt_workspace_bytes(const cuzk_ntt_plan *plan);

/* Transforms 2^domain_log2 values in place. The values may be in canonical or in Montgomery form, and come out in
 * the same: the transform is linear. Allocates nothing.
 *
 * Scratch  work  cuzk_ntt_workspace_bytes(plan) bytes; copies of values stay in it: wipe it if they are secret.
 * Threads  a plan may be shared; a workspace may not. */
cuzk_status cuzk_ntt_run(const cuzk_ntt_plan *plan, cuzk_ntt_kind kind, cuzk_fr *values, void *work,
                         cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
