/* SPDX-License-Identifier: Apache-2.0
 *
 * Proving in two phases. prove_start puts a whole proof on two queues of a slot; prove_finish waits for the five
 * sums and assembles the proof.
 *
 *     sums  copy witness ─┬─ sums B2 A B1 L ─ results to host ──────────── wait ─ overwrite
 *     h                   └─ A.w B.w C.w ─┬─ h scalars ─ sum H ─ result ──╱ ─ overwrite
 *                                         └──── witness read ────────────╱
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "curve/curve.h"
#include "groth16/assemble.h"
#include "groth16/proof_slot.h"

/* Written by start, read-only after; consumed by finish or abandon. Secret: blinding. */
struct cuzk_pending {
    cuzk_resident_key *resident;
    proof_slot *slot;
    uint32_t slot_number;
    cuzk_blinding blinding;
};

static void pending_free(cuzk_pending *pending)
{
    cuzk_wipe(pending, sizeof *pending);
    free(pending);
}

/* ---- Start: what goes on the queues ---- */

/* One operation after the other until one cannot be queued. */
#define TRY(call)                                                                                                  \
    do {                                                                                                           \
        cuzk_status try_status = (call);                                                                           \
        if (try_status != CUZK_OK)                                                                                 \
            return try_status;                                                                                     \
    } while (0)

static cuzk_status queue_witness(proof_slot *slot, const cuzk_witness *witness, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    TRY(ops->copy_in(slot->sums, slot->buffers[PROOF_BUFFER_WITNESS], 0, witness->values.bytes,
                     witness->count * CUZK_FR_BYTES, err));
    TRY(ops->event_record(slot->sums, slot->events[PROOF_EVENT_COPIED], err));
    return ops->queue_wait(slot->h, slot->events[PROOF_EVENT_COPIED], err);
}

/* a = A.w, b = B.w, c = C.w */
static cuzk_status queue_rows(proof_slot *slot, const cuzk_resident_key *resident, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    const cuzk_buffer *witness = slot->buffers[PROOF_BUFFER_WITNESS];
    uint64_t row_total = (uint64_t)1 << resident->key->domain_log2;
    TRY(ops->spmv(slot->h, slot->buffers[PROOF_BUFFER_A], resident->a, witness, row_total, err));
    TRY(ops->spmv(slot->h, slot->buffers[PROOF_BUFFER_B], resident->b, witness, row_total, err));
    if (resident->c != NULL)
        TRY(ops->spmv(slot->h, slot->buffers[PROOF_BUFFER_C], resident->c, witness, row_total, err));
    return ops->event_record(slot->h, slot->events[PROOF_EVENT_WITNESS_READ], err);
}

static cuzk_status queue_h_sum(proof_slot *slot, const cuzk_resident_key *resident, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    size_t offset_bytes = resident->result_offset_bytes[PROOF_SUM_H];
    TRY(ops->h_scalars(slot->h, resident->domain, resident->key->h_basis, slot->buffers[PROOF_BUFFER_A],
                       slot->buffers[PROOF_BUFFER_B], slot->buffers[PROOF_BUFFER_C], resident->c != NULL, err));
    if (resident->bases[PROOF_SUM_H] != NULL) {
        char *host = ops->buffer_host(slot->buffers[PROOF_BUFFER_RESULTS_HOST]);
        TRY(ops->msm(slot->h, slot->buffers[PROOF_BUFFER_RESULTS], &resident->h_job, 1,
                     slot->buffers[PROOF_BUFFER_A], slot->buffers[PROOF_BUFFER_H_WORK], err));
        TRY(ops->copy_out(slot->h, host + offset_bytes, slot->buffers[PROOF_BUFFER_RESULTS], offset_bytes,
                          resident->sizes.result_bytes - offset_bytes, err));
    }
    return ops->event_record(slot->h, slot->events[PROOF_EVENT_H_DONE], err);
}

static cuzk_status queue_witness_sums(proof_slot *slot, const cuzk_resident_key *resident, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    if (resident->witness_job_count > 0) {
        char *host = ops->buffer_host(slot->buffers[PROOF_BUFFER_RESULTS_HOST]);
        TRY(ops->msm(slot->sums, slot->buffers[PROOF_BUFFER_RESULTS], resident->witness_jobs,
                     resident->witness_job_count, slot->buffers[PROOF_BUFFER_WITNESS],
                     slot->buffers[PROOF_BUFFER_WITNESS_WORK], err));
        TRY(ops->copy_out(slot->sums, host, slot->buffers[PROOF_BUFFER_RESULTS], 0,
                          resident->result_offset_bytes[PROOF_SUM_H], err));
    }
    return ops->event_record(slot->sums, slot->events[PROOF_EVENT_SUMS_DONE], err);
}

/* Whole buffers: a smaller proof than the last one leaves nothing of that either. */
static cuzk_status queue_overwrite(proof_slot *slot, cuzk_queue *queue, proof_buffer first, proof_buffer last,
                                   cuzk_error *err)
{
    for (int i = (int)first; i <= (int)last; i++)
        TRY(slot->device->ops->zero(queue, slot->buffers[i], 0, slot->size_bytes[i], err));
    return CUZK_OK;
}

/* The witness and its products go as soon as they are used up. */
static cuzk_status queue_overwrite_values(proof_slot *slot, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    TRY(queue_overwrite(slot, slot->h, PROOF_BUFFER_A, PROOF_BUFFER_C, err));
    TRY(ops->event_record(slot->h, slot->events[PROOF_EVENT_H_IDLE], err));
    TRY(ops->queue_wait(slot->sums, slot->events[PROOF_EVENT_WITNESS_READ], err));
    TRY(queue_overwrite(slot, slot->sums, PROOF_BUFFER_WITNESS, PROOF_BUFFER_WITNESS, err));
    return ops->event_record(slot->sums, slot->events[PROOF_EVENT_SUMS_IDLE], err);
}

/* Workspaces are far larger than the witness and the next sums write over them; what the last key's sums left there
 * is overwritten only before another key's begin. */
static cuzk_status queue_overwrite_workspaces(proof_slot *slot, const cuzk_resident_key *resident, cuzk_error *err)
{
    if (slot->user == resident)
        return CUZK_OK;
    if (slot->user != NULL) {
        TRY(queue_overwrite(slot, slot->sums, PROOF_BUFFER_WITNESS_WORK, PROOF_BUFFER_WITNESS_WORK, err));
        TRY(queue_overwrite(slot, slot->h, PROOF_BUFFER_H_WORK, PROOF_BUFFER_H_WORK, err));
    }
    slot->user = resident;
    return CUZK_OK;
}

static cuzk_status queue_proof(proof_slot *slot, const cuzk_resident_key *resident, const cuzk_witness *witness,
                               cuzk_error *err)
{
    TRY(queue_overwrite_workspaces(slot, resident, err));
    TRY(queue_witness(slot, witness, err));
    TRY(queue_rows(slot, resident, err));
    TRY(queue_h_sum(slot, resident, err));
    TRY(queue_witness_sums(slot, resident, err));
    TRY(queue_overwrite_values(slot, err));
    return slot->device->ops->event_wait(slot->events[PROOF_EVENT_COPIED], err);
}

static cuzk_status check_witness(const cuzk_resident_key *resident, const cuzk_witness *witness, cuzk_error *err)
{
    const cuzk_proving_key *key = resident->key;
    if (witness->curve != key->curve)
        return cuzk_error_set(err, CUZK_E_CURVE, "the witness is over %s, the key over %s",
                              cuzk_curve_name(witness->curve), cuzk_curve_name(key->curve));
    if (witness->count != key->wire_count)
        return cuzk_error_set(err, CUZK_E_LENGTH, "the witness has %llu values, the key asks for %llu",
                              (unsigned long long)witness->count, (unsigned long long)key->wire_count);
    return CUZK_OK;
}

/* Releases the slot and the handle; `healthy` false gives the slot's state up, with whatever is queued there. */
static void pending_end(cuzk_pending *pending, bool healthy)
{
    cuzk_device *device = pending->resident->device;
    if (!healthy)
        cuzk_proof_slot_discard(device, pending->slot_number);
    cuzk_device_slot_release(device, pending->slot_number);
    pending_free(pending);
}

/* Waits for a slot and makes its buffers fit. */
static cuzk_status pending_take_slot(cuzk_pending *pending, cuzk_error *err)
{
    cuzk_device *device = pending->resident->device;
    uint64_t begin_ns = cuzk_clock_now_ns();
    pending->slot_number = cuzk_device_slot_acquire(device);
    uint64_t taken_ns = cuzk_clock_now_ns();
    cuzk_status status =
        cuzk_proof_slot_prepare(&pending->slot, device, pending->slot_number, &pending->resident->sizes, err);
    cuzk_device_trace_step(device, CUZK_TRACE_SLOT_WAIT, begin_ns, taken_ns, pending->slot_number);
    cuzk_device_trace_step(device, CUZK_TRACE_ALLOC, taken_ns, cuzk_clock_now_ns(), 0);
    return status;
}

cuzk_status cuzk_prove_start_with_blinding(cuzk_pending **out, cuzk_resident_key *resident,
                                           const cuzk_witness *witness, const cuzk_blinding *blinding,
                                           cuzk_error *err)
{
    TRY(check_witness(resident, witness, err));
    cuzk_pending *pending = calloc(1, sizeof *pending);
    if (pending == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a pending proof");
    pending->resident = resident;
    pending->blinding = *blinding;
    cuzk_status status = pending_take_slot(pending, err);
    if (status == CUZK_OK)
        status = queue_proof(pending->slot, resident, witness, err);
    if (status != CUZK_OK) {
        pending_end(pending, false);
        return status;
    }
    *out = pending;
    return CUZK_OK;
}

cuzk_status cuzk_prove_start(cuzk_pending **out, cuzk_resident_key *resident, const cuzk_witness *witness,
                             cuzk_error *err)
{
    cuzk_blinding blinding;
    cuzk_status status = cuzk_fr_random(&blinding.r, resident->key->curve, err);
    if (status == CUZK_OK)
        status = cuzk_fr_random(&blinding.s, resident->key->curve, err);
    if (status == CUZK_OK)
        status = cuzk_prove_start_with_blinding(out, resident, witness, &blinding, err);
    cuzk_wipe(&blinding, sizeof blinding);
    return status;
}

/* ---- Finish ---- */

/* Waits for all results, whatever becomes of the first ones: what is queued uses the key. */
static cuzk_status pending_wait(cuzk_pending *pending, cuzk_error *err)
{
    const cuzk_device_ops *ops = pending->resident->device->ops;
    cuzk_status sums_status = ops->event_wait(pending->slot->events[PROOF_EVENT_SUMS_DONE], err);
    cuzk_status h_status =
        ops->event_wait(pending->slot->events[PROOF_EVENT_H_DONE], sums_status == CUZK_OK ? err : NULL);
    return sums_status != CUZK_OK ? sums_status : h_status;
}

/* An empty sum is the identity: all zero. */
static cuzk_status fold_sum(void *out_affine, const cuzk_pending *pending, proof_sum sum, cuzk_error *err)
{
    const cuzk_resident_key *resident = pending->resident;
    const cuzk_device_ops *ops = resident->device->ops;
    const char *host = ops->buffer_host(pending->slot->buffers[PROOF_BUFFER_RESULTS_HOST]);
    if (resident->bases[sum] == NULL)
        return CUZK_OK;
    return ops->msm_fold(resident->bases[sum], host + resident->result_offset_bytes[sum], out_affine, err);
}

static cuzk_status fold_sums(proof_sums *out, const cuzk_pending *pending, cuzk_error *err)
{
    memset(out, 0, sizeof *out);
    TRY(fold_sum(&out->a, pending, PROOF_SUM_A, err));
    TRY(fold_sum(&out->b_g1, pending, PROOF_SUM_B_G1, err));
    TRY(fold_sum(&out->b_g2, pending, PROOF_SUM_B_G2, err));
    TRY(fold_sum(&out->l, pending, PROOF_SUM_L, err));
    return fold_sum(&out->h, pending, PROOF_SUM_H, err);
}

/* The sums tell about the witness as long as r and s do not hide them. */
static void wipe_results(cuzk_pending *pending)
{
    const cuzk_device_ops *ops = pending->resident->device->ops;
    cuzk_wipe(ops->buffer_host(pending->slot->buffers[PROOF_BUFFER_RESULTS_HOST]),
              pending->resident->sizes.result_bytes);
}

cuzk_status cuzk_prove_finish(cuzk_proof *out, cuzk_pending *pending, cuzk_error *err)
{
    cuzk_resident_key *resident = pending->resident;
    cuzk_blinding blinding = pending->blinding;
    proof_sums sums;
    cuzk_status status = pending_wait(pending, err);
    uint64_t begin_ns = cuzk_clock_now_ns();
    if (status == CUZK_OK)
        status = fold_sums(&sums, pending, err);
    wipe_results(pending);
    cuzk_device_trace_step(resident->device, CUZK_TRACE_HOST_STEP, begin_ns, cuzk_clock_now_ns(), 0);
    pending_end(pending, status == CUZK_OK);
    if (status == CUZK_OK)
        cuzk_proof_assemble(out, resident->key, resident->device->options.isa, &sums, &blinding);
    cuzk_wipe(&sums, sizeof sums);
    cuzk_wipe(&blinding, sizeof blinding);
    return status;
}

void cuzk_prove_abandon(cuzk_pending *pending)
{
    if (pending == NULL)
        return;
    cuzk_status status = pending_wait(pending, NULL);
    wipe_results(pending);
    pending_end(pending, status == CUZK_OK);
}
