/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of the insecure set-up (docs/math/setup.md). All that is made here tells the trapdoor and is wiped
 * before it is freed.
 */
#ifndef CUZK_GROTH16_SETUP_INTERNAL_H
#define CUZK_GROTH16_SETUP_INTERNAL_H

#include "base/pool.h"
#include "curve/curve.h"
#include "groth16/model.h"

/* Montgomery form. */
typedef struct setup_trapdoor {
    cuzk_fr tau, alpha, beta, delta;
} setup_trapdoor;

/* Uniform, from a ChaCha20 stream of the seed by rejection. None is 0, and tau is no root of unity of order
 * 2^(domain_log2 + 1): both domains that the key is built on. */
void cuzk_setup_trapdoor_derive(setup_trapdoor *out, const cuzk_curve_ops *ops, uint32_t domain_log2,
                                const uint8_t seed[32]);

/* The smallest domain of at least `row_count` rows that the set-up can serve, at least 2. CUZK_E_TOO_LARGE. */
cuzk_status cuzk_setup_domain(uint32_t *domain_log2, const cuzk_curve_ops *ops, uint64_t row_count,
                              cuzk_error *err);

/* out[i] = factor * x / (tau - x) with x = start * step^i, 0 <= i < count; Montgomery form, tau none of the x. With
 * factor (tau^n - 1) / n these are Lagrange polynomials at tau. */
void cuzk_setup_quotients(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_fr *start, const cuzk_fr *step,
                          const cuzk_fr *tau, const cuzk_fr *factor, uint64_t count, cuzk_pool *pool);

/* out[column] = sum over the rows of entry * weights[row], for every column; Montgomery form. */
cuzk_status cuzk_setup_transposed_product(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_matrix_view *matrix,
                                          const cuzk_fr *weights, cuzk_pool *pool, cuzk_error *err);

/* A copy of `matrix` with row_count - matrix->row_count rows more: row matrix->row_count + s holds a single 1 in
 * column s for s < unit_count, the others nothing. */
cuzk_status cuzk_setup_matrix_extend(cuzk_sparse_matrix *out, const cuzk_matrix_view *matrix, uint64_t row_count,
                                     uint64_t unit_count, cuzk_error *err);

#endif
