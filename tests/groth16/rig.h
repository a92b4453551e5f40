/* SPDX-License-Identifier: Apache-2.0
 *
 * A small circuit with its key, resident on a device; making and checking proofs of it.
 */
#ifndef CUZK_TESTS_GROTH16_RIG_H
#define CUZK_TESTS_GROTH16_RIG_H

#include "circuit.h"

typedef struct rig {
    cuzk_r1cs *r1cs;
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_device *device;
    cuzk_resident_key *resident;
} rig;

/* BN254, 50 rows, 6 inputs, 4 public wires. */
extern const circuit_shape rig_small_shape;

/* A device of the cpu backend; 0 and AUTO as in cuzk_device_options. */
cuzk_device *rig_open_cpu(uint32_t thread_count, uint32_t slot_count, cuzk_isa isa);

/* The device stays the caller's. */
void rig_make(rig *r, const circuit_shape *shape, cuzk_device *device, test_random *random);
void rig_free(rig *r);

/* `blinding` NULL: from the kernel. */
void rig_prove(cuzk_proof *out, const rig *r, const cuzk_witness *witness, const cuzk_blinding *blinding);

/* Whether the proof verifies with the witness' public inputs. */
bool rig_verifies(const rig *r, const cuzk_proof *proof, const cuzk_witness *witness);

#endif
