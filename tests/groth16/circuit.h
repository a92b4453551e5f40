/* SPDX-License-Identifier: Apache-2.0
 *
 * Small circuits of any shape, with witnesses for any inputs.
 *
 * Wires: the constant 1, `input_count` free inputs, then one a row: row k says (A.w) * (B.w) = w[1 + input_count + k],
 * A and B being over the wires before it. The first `public_count` wires after the constant are public, whether
 * inputs or not.
 */
#ifndef CUZK_TESTS_GROTH16_CIRCUIT_H
#define CUZK_TESTS_GROTH16_CIRCUIT_H

#include "curve/curve.h"
#include "groth16/model.h"
#include "support/seed.h"

typedef struct circuit_shape {
    cuzk_curve_id curve;
    uint64_t row_count, input_count, public_count;
    bool plain;   /* A and B are one wire each, times 1: inputs all 0 or all 1 give wires all 0 or all 1 */
    bool empty_b; /* B has no entry */
} circuit_shape;

cuzk_r1cs *circuit_make(const circuit_shape *shape, test_random *random);

/* The key of that circuit, by the insecure set-up. */
cuzk_proving_key *circuit_key(const cuzk_r1cs *r1cs);

/* The same key as bellman arranges it: h over tau^j Z(tau) / delta, j below N - 1, and the matrix C. C stays the
 * R1CS's; circuit_key_free_bellman gives the key up without it. */
cuzk_proving_key *circuit_key_bellman(const cuzk_r1cs *r1cs);
void circuit_key_free_bellman(cuzk_proving_key *key);

typedef enum circuit_inputs { CIRCUIT_RANDOM, CIRCUIT_ZEROS, CIRCUIT_ONES } circuit_inputs;
cuzk_witness *circuit_witness(const cuzk_r1cs *r1cs, circuit_inputs inputs, test_random *random);

/* A copy with 1 added to the value of `wire`. */
cuzk_witness *circuit_spoil_witness(const cuzk_witness *witness, uint64_t wire);

#endif
