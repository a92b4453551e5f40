/* SPDX-License-Identifier: Apache-2.0
 *
 * Groth16: keys, witnesses, proving in two phases, verifying.
 *
 * Proving key, verifying key and R1CS are immutable once made, reference-counted, and may be used from any number
 * of threads. How they come from files and go to files: cuzk/formats.h.
 *
 * Source: Groth, "On the Size of Pairing-based Non-interactive Arguments", ePrint 2016/260; the exact arrangement
 * of queries, domain and public rows is snarkjs' (docs/formats/zkey.md) or bellman's.
 */
#ifndef CUZK_GROTH16_H
#define CUZK_GROTH16_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cuzk_r1cs cuzk_r1cs;
typedef struct cuzk_proving_key cuzk_proving_key;
typedef struct cuzk_verifying_key cuzk_verifying_key;
typedef struct cuzk_witness cuzk_witness;
typedef struct cuzk_resident_key cuzk_resident_key;
typedef struct cuzk_pending cuzk_pending;

/* Tells how far a long call has come. Called from one thread at a time, at most about ten times a second, never
 * with a lock held. `total` may be 0 when unknown. Returning false asks the call to stop with CUZK_E_CANCELLED. */
typedef struct cuzk_progress {
    bool (*report)(void *context, const char *stage, uint64_t done, uint64_t total);
    void *context;
} cuzk_progress;

/* A proof: three points, coordinates in Montgomery form. */
typedef struct cuzk_proof {
    cuzk_curve_id curve;
    cuzk_g1_affine a;
    cuzk_g2_affine b;
    cuzk_g1_affine c;
} cuzk_proof;

/* ---- Constraint systems ---- */

typedef struct cuzk_r1cs_info {
    cuzk_curve_id curve;
    uint64_t constraint_count;
    uint64_t wire_count; /* the constant 1 included */
    uint64_t public_output_count, public_input_count, private_input_count;
    uint64_t label_count;
    uint64_t term_count[3]; /* non-zeros of A, B, C */
} cuzk_r1cs_info;

cuzk_r1cs *cuzk_r1cs_ref(cuzk_r1cs *r1cs);
void cuzk_r1cs_unref(cuzk_r1cs *r1cs);
void cuzk_r1cs_describe(const cuzk_r1cs *r1cs, cuzk_r1cs_info *out);

/* Whether (A.w) * (B.w) = (C.w) holds in every row. If not: *satisfied = false, and *failing_row is the first row
 * that fails. Errors: CUZK_E_CURVE, CUZK_E_LENGTH (the witness has not the R1CS's wire count). */
cuzk_status cuzk_r1cs_check(const cuzk_r1cs *r1cs, const cuzk_witness *witness, bool *satisfied,
                            uint64_t *failing_row, cuzk_error *err);

/* ---- Witnesses: secret; wiped when freed ---- */

/* Takes a copy of `count` canonical values; values[0] must be 1.
 * Errors: CUZK_E_NOT_CANONICAL (names the index, never the value), CUZK_E_WITNESS_ONE, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_witness_create(cuzk_witness **out, cuzk_curve_id curve, const cuzk_fr *values, uint64_t count,
                                cuzk_error *err);
void cuzk_witness_destroy(cuzk_witness *witness); /* NULL is fine */
cuzk_curve_id cuzk_witness_curve(const cuzk_witness *witness);
uint64_t cuzk_witness_count(const cuzk_witness *witness);

/* The values, canonical, `cuzk_witness_count` of them; borrowed. Public ones are values 1..public_count. */
const cuzk_fr *cuzk_witness_values(const cuzk_witness *witness);

/* ---- Keys ---- */

typedef struct cuzk_proving_key_info {
    cuzk_curve_id curve;
    uint64_t wire_count;   /* the constant 1 included */
    uint64_t public_count; /* without the constant 1 */
    uint32_t domain_log2;
    uint64_t term_count[2];                                     /* non-zeros of A, B */
    uint64_t a_count, b_g1_count, b_g2_count, h_count, l_count; /* points that are not the identity */
    uint64_t memory_bytes;                                      /* host memory that the key holds */
    bool insecure;                                              /* made by cuzk setup --insecure */
    uint32_t contribution_count;                                /* of phase 2, as the file tells */
} cuzk_proving_key_info;

cuzk_proving_key *cuzk_proving_key_ref(cuzk_proving_key *key);
void cuzk_proving_key_unref(cuzk_proving_key *key);
void cuzk_proving_key_describe(const cuzk_proving_key *key, cuzk_proving_key_info *out);

/* The verifying key inside; a new reference. */
cuzk_verifying_key *cuzk_proving_key_verifying_key(const cuzk_proving_key *key);

cuzk_verifying_key *cuzk_verifying_key_ref(cuzk_verifying_key *key);
void cuzk_verifying_key_unref(cuzk_verifying_key *key);
cuzk_curve_id cuzk_verifying_key_curve(const cuzk_verifying_key *key);
uint64_t cuzk_verifying_key_public_count(const cuzk_verifying_key *key);

/* Makes a key with a trapdoor that this process knows: whoever has `seed` (32 bytes) can forge proofs. For
 * development and benchmarks only. A NULL seed takes 32 bytes from the kernel and forgets them. The key is arranged
 * as snarkjs arranges its own. `thread_count` 0 means all. */
cuzk_status cuzk_setup_insecure(cuzk_proving_key **out, const cuzk_r1cs *r1cs, const uint8_t *seed,
                                uint32_t thread_count, const cuzk_progress *progress, cuzk_error *err);

/* ---- Proving ----
 *
 *     cuzk_resident_key_create(&resident, device, key, NULL, err)      once a key and device
 *     cuzk_prove_start(&pending, resident, witness, err)               any thread
 *     cuzk_prove_finish(&proof, pending, err)                          any thread; or cuzk_prove_abandon(pending)
 */

/* Puts a key on a device: matrices, bases (prepared as the device likes), transform tables. Keeps a reference to
 * the key for as long as it lives. */
cuzk_status cuzk_resident_key_create(cuzk_resident_key **out, cuzk_device *device, cuzk_proving_key *key,
                                     const cuzk_progress *progress, cuzk_error *err);

/* No start on it may be running; pending proofs must have been finished or abandoned. Also gives back what proofs
 * left in the device's free slots. NULL is fine. */
void cuzk_resident_key_destroy(cuzk_resident_key *resident);

/* Bytes of device memory that the key takes while resident, and that one pending proof of it takes besides. */
uint64_t cuzk_resident_key_bytes(const cuzk_resident_key *resident);
uint64_t cuzk_resident_key_slot_bytes(const cuzk_resident_key *resident);

/* Starts a proof. Returns once the witness is on the device and the work is queued there, not when it is computed:
 * the witness may be changed or freed afterwards. Waits, before it copies anything, while the device has no free
 * slot. r and s are drawn from the kernel's random source, uniform modulo the group order. On success exactly one
 * of finish and abandon must follow; on failure nothing is left behind. Errors: CUZK_E_CURVE, CUZK_E_LENGTH,
 * CUZK_E_NO_MEMORY, CUZK_E_DEVICE. */
cuzk_status cuzk_prove_start(cuzk_pending **out, cuzk_resident_key *resident, const cuzk_witness *witness,
                             cuzk_error *err);

/* Waits for the device, does what is left on the CPU, and gives the proof. Consumes `pending` whatever it returns.
 * The proof is not verified here. Errors: CUZK_E_DEVICE, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_prove_finish(cuzk_proof *out, cuzk_pending *pending, cuzk_error *err);

/* Gives a pending proof up; returns when its slot is free again. NULL is fine. */
void cuzk_prove_abandon(cuzk_pending *pending);

/* ---- Verifying ----
 *
 * e(A, B) = e(alpha, beta) * e(IC_0 + sum public_inputs[i] * IC_(i+1), gamma) * e(C, delta)
 *
 * Points of the proof are checked to be on the curve and in the subgroup. Public inputs are canonical.
 * Errors (all others are *valid = false): CUZK_E_CURVE (proof and key differ), CUZK_E_LENGTH (count differs from
 * the key's), CUZK_E_NOT_CANONICAL (an input is not below r), CUZK_E_POINT (a point of the proof is not in its
 * group). */
cuzk_status cuzk_verify(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                        const cuzk_proof *proof, bool *valid, cuzk_error *err);

/* Verifies `proof_count` proofs against one key at the price of proof_count + 3 Miller loops, by a random
 * combination with 128-bit coefficients: a false batch passes with probability at most 2^-127. `public_inputs`
 * holds proof_count rows of public_count values. *valid tells of the whole batch; 0 proofs are valid. */
cuzk_status cuzk_verify_batch(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                              const cuzk_proof *proofs, uint64_t proof_count, bool *valid, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
