/* SPDX-License-Identifier: Apache-2.0
 *
 * A proving key on a device, and the plan of one proof with it: which sums there are, where their results go, and
 * how large a slot's buffers have to be.
 */
#ifndef CUZK_GROTH16_RESIDENT_H
#define CUZK_GROTH16_RESIDENT_H

#include "groth16/model.h"

/* The five sums of a proof: over the witness, but for h. The order is that of the queue: the G2 sum, which takes
 * longest, begins first. */
typedef enum proof_sum {
    PROOF_SUM_B_G2,
    PROOF_SUM_A,
    PROOF_SUM_B_G1,
    PROOF_SUM_L,
    PROOF_SUM_H,
    PROOF_SUM_COUNT,
} proof_sum;

enum {
    PROOF_WITNESS_SUM_COUNT = PROOF_SUM_H,
};

/* Bytes of each of a slot's buffers. */
typedef struct proof_sizes {
    size_t witness_bytes, row_bytes; /* row_bytes: of a, b and c each */
    size_t witness_work_bytes, h_work_bytes, result_bytes;
} proof_sizes;

struct cuzk_resident_key {
    cuzk_device *device;
    cuzk_proving_key *key;  /* a reference */
    cuzk_matrix *a, *b, *c; /* c: NULL when C.w is taken to be (A.w) * (B.w) */
    cuzk_domain *domain;
    cuzk_base_set *bases[PROOF_SUM_COUNT]; /* NULL for an empty query: its sum is the identity */
    size_t result_offset_bytes[PROOF_SUM_COUNT];
    /* The sums over the witness that are not empty, ready for the queue. */
    cuzk_msm_job witness_jobs[PROOF_WITNESS_SUM_COUNT];
    uint32_t witness_job_count;
    cuzk_msm_job h_job;
    proof_sizes sizes;
};

#endif
