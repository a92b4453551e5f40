/* SPDX-License-Identifier: Apache-2.0
 *
 * What one pending proof computes with: two queues, their events, and buffers. It stays in the device's slot from
 * proof to proof, whatever their keys; a buffer is made anew only when a key needs a larger one.
 */
#ifndef CUZK_GROTH16_PROOF_SLOT_H
#define CUZK_GROTH16_PROOF_SLOT_H

#include "groth16/resident.h"

typedef enum proof_buffer {
    PROOF_BUFFER_WITNESS,
    PROOF_BUFFER_A, /* A.w, then the scalars of the h sum */
    PROOF_BUFFER_B,
    PROOF_BUFFER_C,
    PROOF_BUFFER_WITNESS_WORK, /* workspace of the sums over the witness */
    PROOF_BUFFER_H_WORK,
    PROOF_BUFFER_RESULTS,
    PROOF_BUFFER_RESULTS_HOST, /* pinned; the others are on the device */
    PROOF_BUFFER_COUNT,
} proof_buffer;

typedef enum proof_event {
    PROOF_EVENT_COPIED,       /* the witness is on the device */
    PROOF_EVENT_WITNESS_READ, /* the h chain needs it no more */
    PROOF_EVENT_SUMS_DONE,    /* results of the sums over the witness are on the host */
    PROOF_EVENT_H_DONE,       /* that of the h sum too */
    PROOF_EVENT_SUMS_IDLE,    /* and the witness is overwritten */
    PROOF_EVENT_H_IDLE,
    PROOF_EVENT_COUNT,
} proof_event;

typedef struct proof_slot {
    cuzk_slot_state state; /* first */
    cuzk_device *device;
    cuzk_queue *sums, *h; /* the sums over the witness; the chain from A.w to the h sum */
    cuzk_event *events[PROOF_EVENT_COUNT];
    cuzk_buffer *buffers[PROOF_BUFFER_COUNT];
    size_t size_bytes[PROOF_BUFFER_COUNT];
    /* Whose sums used the workspaces last: only ever compared. A key's end trims the slots, so no later key at the
     * same address is taken for it. */
    const cuzk_resident_key *user;
} proof_slot;

/* The state of slot `slot`, which the caller holds, with idle queues, fresh events and buffers of these sizes at
 * least. On failure the slot has no state. */
cuzk_status cuzk_proof_slot_prepare(proof_slot **out, cuzk_device *device, uint32_t slot, const proof_sizes *sizes,
                                    cuzk_error *err);

/* Takes the state out of the slot and destroys it: waits for the queues, overwrites what is secret. This is how every
 * failed proof ends, since the `zero` operations of a failed queue are skipped. No state is fine. */
void cuzk_proof_slot_discard(cuzk_device *device, uint32_t slot);

#endif
