/* SPDX-License-Identifier: Apache-2.0
 *
 * The data model of Groth16 as plain structs: what formats fill in and write out, and what proving reads.
 * All are immutable once published through a pointer to their opaque type.
 */
#ifndef CUZK_GROTH16_MODEL_H
#define CUZK_GROTH16_MODEL_H

#include <stdatomic.h>

#include <cuzk/groth16.h>

#include "backend/backend.h"
#include "base/memory.h"

/* A sparse matrix that owns its arrays. `view` points into the pages. */
typedef struct cuzk_sparse_matrix {
    cuzk_matrix_view view;
    cuzk_pages row_start, column, coefficient_index, coefficients;
} cuzk_sparse_matrix;

/* Makes a matrix from entries as a reader or a generator finds them: rows and columns may repeat. Coefficients are
 * shared as they arrive. Entries in row order need no memory beyond the matrix; the first one out of order makes
 * the builder keep each entry's row and sort at the end. groth16/matrix.c. */
typedef struct cuzk_matrix_builder cuzk_matrix_builder;
cuzk_status cuzk_matrix_builder_create(cuzk_matrix_builder **out, cuzk_curve_id curve, uint64_t row_count,
                                       uint64_t column_count, uint64_t entry_count_max, cuzk_error *err);

/* `coefficient` in Montgomery form. Zero coefficients are dropped. Indices are the caller's duty (asserted).
 * CUZK_E_TOO_LARGE past entry_count_max. */
cuzk_status cuzk_matrix_builder_add(cuzk_matrix_builder *builder, uint64_t row, uint32_t column,
                                    const cuzk_fr *coefficient, cuzk_error *err);
cuzk_status cuzk_matrix_builder_finish(cuzk_sparse_matrix *out, cuzk_matrix_builder *builder, cuzk_error *err);
void cuzk_matrix_builder_destroy(cuzk_matrix_builder *builder); /* NULL is fine; not after a good finish */
void cuzk_sparse_matrix_clear(cuzk_sparse_matrix *matrix);

/* Base vector of a proving key with its identity points removed: point i belongs to wire (or h index) wire[i]. */
typedef struct cuzk_query {
    cuzk_group group;
    uint64_t count;      /* points that are there */
    uint64_t full_count; /* with the removed ones */
    cuzk_pages points;   /* count packed affine points, Montgomery form */
    cuzk_pages wire;     /* count uint32_t, ascending; no bytes when nothing was removed */
} cuzk_query;

/* NULL when nothing was removed. */
static inline const uint32_t *cuzk_query_wires(const cuzk_query *query)
{
    return (const uint32_t *)query->wire.bytes;
}

struct cuzk_r1cs {
    atomic_uint reference_count;
    cuzk_r1cs_info info;
    cuzk_sparse_matrix a, b, c; /* row_count = constraint_count */
};

struct cuzk_witness {
    cuzk_curve_id curve;
    uint64_t count;
    cuzk_pages values; /* cuzk_fr, canonical; wiped when freed */
};

struct cuzk_verifying_key {
    atomic_uint reference_count;
    cuzk_curve_id curve;
    uint64_t public_count;
    cuzk_g1_affine alpha_g1;
    cuzk_g2_affine beta_g2, gamma_g2, delta_g2;
    cuzk_pages ic; /* public_count + 1 packed G1 points */
};

struct cuzk_proving_key {
    atomic_uint reference_count;
    cuzk_curve_id curve;
    uint64_t wire_count, public_count;
    uint32_t domain_log2;
    cuzk_root root; /* of the domain */
    cuzk_h_basis h_basis;
    cuzk_g1_affine alpha_g1, beta_g1, delta_g1;
    cuzk_g2_affine beta_g2, gamma_g2, delta_g2;
    cuzk_verifying_key *verifying_key; /* a reference */
    cuzk_sparse_matrix a, b;           /* the public rows included; row_count = the domain's size or less */
    cuzk_sparse_matrix c;              /* row_count 0 when C.w is taken to be (A.w) * (B.w): .zkey */
    cuzk_query a_query, b_g1_query, b_g2_query, h_query, l_query; /* l_query's wires count from public_count + 1 */
    bool insecure;
    uint32_t contribution_count;
};

/* Zeroed objects with one reference, for a reader or set-up to fill in. groth16/model.c. */
cuzk_status cuzk_r1cs_alloc(cuzk_r1cs **out, cuzk_error *err);
cuzk_status cuzk_verifying_key_alloc(cuzk_verifying_key **out, cuzk_curve_id curve, uint64_t public_count,
                                     cuzk_error *err);
cuzk_status cuzk_proving_key_alloc(cuzk_proving_key **out, cuzk_error *err);
cuzk_status cuzk_witness_alloc(cuzk_witness **out, cuzk_curve_id curve, uint64_t count, cuzk_error *err);

/* What cuzk_witness_create promises of its values. groth16/witness.c. */
cuzk_status cuzk_witness_validate(const cuzk_witness *witness, cuzk_error *err);

/* Removes identity points from `count` packed points at query->points (all of them there at first), writes the wire
 * list if any was removed, and gives the freed pages back. */
cuzk_status cuzk_query_compact(cuzk_query *query, cuzk_curve_id curve, cuzk_error *err);
void cuzk_query_clear(cuzk_query *query);

/* The blinding scalars: canonical, secret. */
typedef struct cuzk_blinding {
    cuzk_fr r, s;
} cuzk_blinding;

/* cuzk_prove_start with given r and s. For tests and reproducible comparisons only: two proofs with the same r, s
 * and different witnesses give the witness away. Not exported. */
cuzk_status cuzk_prove_start_with_blinding(cuzk_pending **out, cuzk_resident_key *resident,
                                           const cuzk_witness *witness, const cuzk_blinding *blinding,
                                           cuzk_error *err);

#endif
