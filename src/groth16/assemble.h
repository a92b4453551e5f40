/* SPDX-License-Identifier: Apache-2.0
 *
 * From the five sums to the proof.
 */
#ifndef CUZK_GROTH16_ASSEMBLE_H
#define CUZK_GROTH16_ASSEMBLE_H

#include "groth16/model.h"

/* The sums over a_query, b_g1_query, l_query and h_query, and over b_g2_query; affine. Secret. */
typedef struct proof_sums {
    cuzk_g1_affine a, b_g1, l, h;
    cuzk_g2_affine b_g2;
} proof_sums;

/* A = a + alpha + r delta,  B = b + beta + s delta,  C = l + h + s A + r B1 - r s delta, where B1 is B in G1.
 * `isa`: of the arithmetic. Source: ePrint 2016/260, section 3.2. */
void cuzk_proof_assemble(cuzk_proof *out, const cuzk_proving_key *key, cuzk_isa isa, const proof_sums *sums,
                         const cuzk_blinding *blinding);

#endif
