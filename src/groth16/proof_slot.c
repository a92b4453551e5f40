/* SPDX-License-Identifier: Apache-2.0 */
#include "groth16/proof_slot.h"

#include <stdlib.h>

#include "base/error.h"

static void slot_destroy(cuzk_slot_state *state)
{
    proof_slot *slot = (proof_slot *)state;
    const cuzk_device_ops *ops = slot->device->ops;
    ops->queue_destroy(slot->sums);
    ops->queue_destroy(slot->h);
    for (int i = 0; i < PROOF_EVENT_COUNT; i++)
        ops->event_destroy(slot->events[i]);
    for (int i = 0; i < PROOF_BUFFER_COUNT; i++)
        ops->buffer_destroy(slot->buffers[i]);
    free(slot);
}

static cuzk_status slot_create(proof_slot **out, cuzk_device *device, cuzk_error *err)
{
    cuzk_status status;
    proof_slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a proof");
    slot->state.destroy = slot_destroy;
    slot->device = device;
    if ((status = device->ops->queue_create(&slot->sums, device, err)) != CUZK_OK)
        goto fail;
    if ((status = device->ops->queue_create(&slot->h, device, err)) != CUZK_OK)
        goto fail;
    for (int i = 0; i < PROOF_EVENT_COUNT; i++)
        if ((status = device->ops->event_create(&slot->events[i], device, err)) != CUZK_OK)
            goto fail;
    *out = slot;
    return CUZK_OK;
fail:
    slot_destroy(&slot->state);
    return status;
}

static size_t size_needed(const proof_sizes *sizes, proof_buffer buffer)
{
    switch (buffer) {
    case PROOF_BUFFER_WITNESS:
        return sizes->witness_bytes;
    case PROOF_BUFFER_WITNESS_WORK:
        return sizes->witness_work_bytes;
    case PROOF_BUFFER_H_WORK:
        return sizes->h_work_bytes;
    case PROOF_BUFFER_RESULTS:
    case PROOF_BUFFER_RESULTS_HOST:
        return sizes->result_bytes;
    default:
        return sizes->row_bytes;
    }
}

/* Makes a buffer that is too small anew; the queues are idle. */
static cuzk_status slot_fit(proof_slot *slot, proof_buffer buffer, size_t size_bytes, cuzk_error *err)
{
    const cuzk_device_ops *ops = slot->device->ops;
    cuzk_place place = buffer == PROOF_BUFFER_RESULTS_HOST ? CUZK_PLACE_PINNED : CUZK_PLACE_DEVICE;
    if (slot->buffers[buffer] != NULL && slot->size_bytes[buffer] >= size_bytes)
        return CUZK_OK;
    ops->buffer_destroy(slot->buffers[buffer]);
    slot->buffers[buffer] = NULL;
    slot->size_bytes[buffer] = size_bytes;
    return ops->buffer_create(&slot->buffers[buffer], slot->device, place, size_bytes, CUZK_BUFFER_SECRET, err);
}

/* Waits until the last proof has cleaned up; false if that failed, so that the state cannot be used again. */
static bool slot_settle(proof_slot *slot)
{
    const cuzk_device_ops *ops = slot->device->ops;
    cuzk_status sums_status = ops->event_wait(slot->events[PROOF_EVENT_SUMS_IDLE], NULL);
    cuzk_status h_status = ops->event_wait(slot->events[PROOF_EVENT_H_IDLE], NULL);
    for (int i = 0; i < PROOF_EVENT_COUNT; i++)
        ops->event_reset(slot->events[i]);
    return sums_status == CUZK_OK && h_status == CUZK_OK;
}

cuzk_status cuzk_proof_slot_prepare(proof_slot **out, cuzk_device *device, uint32_t number,
                                    const proof_sizes *sizes, cuzk_error *err)
{
    cuzk_status status;
    proof_slot *slot = (proof_slot *)cuzk_device_slot_state(device, number);
    if (slot != NULL && !slot_settle(slot)) {
        cuzk_proof_slot_discard(device, number);
        slot = NULL;
    }
    if (slot == NULL) {
        if ((status = slot_create(&slot, device, err)) != CUZK_OK)
            return status;
        cuzk_device_slot_set_state(device, number, &slot->state);
    }
    for (int i = 0; i < PROOF_BUFFER_COUNT; i++) {
        status = slot_fit(slot, (proof_buffer)i, size_needed(sizes, (proof_buffer)i), err);
        if (status != CUZK_OK) {
            cuzk_proof_slot_discard(device, number);
            return status;
        }
    }
    *out = slot;
    return CUZK_OK;
}

void cuzk_proof_slot_discard(cuzk_device *device, uint32_t number)
{
    cuzk_slot_state *state = cuzk_device_slot_state(device, number);
    if (state == NULL)
        return;
    cuzk_device_slot_set_state(device, number, NULL);
    state->destroy(state);
}
