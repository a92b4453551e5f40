/* SPDX-License-Identifier: Apache-2.0
 *
 * Why a device is idle. The rules go from the device outwards: what is nearest to the next kernel is what it waits for. First
 * a partition that is on the device already, then one that has a lane, then whoever keeps the lanes, then the queue, and last
 * what should fill the queue.
 */
#include "trace/ledger_sweep.h"

static cuzk_cause found(cuzk_cause cause, const sweep_count *by, size_t *record)
{
    *record = by->record;
    return cause;
}

/* Started: on its way to the first kernel, or between two. */
static cuzk_cause cause_of_started(const sweep_device *d, size_t *record)
{
    if (d->copy_pageable.count > 0)
        return found(CUZK_CAUSE_COPY_PAGEABLE, &d->copy_pageable, record);
    if (d->copy_in.count > 0)
        return found(CUZK_CAUSE_COPY_IN, &d->copy_in, record);
    if (d->pending.count > 0)
        return found(CUZK_CAUSE_DRIVER, &d->pending, record);
    if (d->device_lock.count > 0)
        return found(CUZK_CAUSE_DEVICE_LOCK, &d->device_lock, record);
    if (d->failing.count > 0)
        return found(CUZK_CAUSE_FAULT, &d->failing, record);
    if (d->alloc.count > 0)
        return found(CUZK_CAUSE_ALLOC, &d->alloc, record);
    if (d->slot_wait.count > 0)
        return found(CUZK_CAUSE_FINALIZER, &d->slot_wait, record);
    if (d->starting.count > 0)
        return found(CUZK_CAUSE_HOST_STEP, &d->starting, record);
    return CUZK_CAUSE_COUNT;
}

/* All lanes are taken by partitions that the device has done. */
static cuzk_cause cause_of_full_lanes(const sweep_device *d, size_t *record)
{
    if (d->copy_out.count > 0)
        return found(CUZK_CAUSE_COPY_OUT, &d->copy_out, record);
    if (d->finishing.count > 0)
        return found(CUZK_CAUSE_FINALIZER, &d->finishing, record);
    if (d->proving.count > 0)
        return found(CUZK_CAUSE_FINALIZER, &d->proving, record);
    *record = CUZK_LEDGER_NO_RECORD;
    return CUZK_CAUSE_DISPATCH; /* finished, and the thread has not said so yet */
}

/* A lane is free and nothing is ready for it. */
static cuzk_cause cause_of_empty_queue(const sweep *now, const sweep_device *d, size_t *record)
{
    if (now->budget_pinned.count > 0)
        return found(CUZK_CAUSE_BUDGET_PINNED, &now->budget_pinned, record);
    if (now->refused) {
        *record = CUZK_LEDGER_NO_RECORD;
        return CUZK_CAUSE_BUDGET_HOST;
    }
    if (now->budget_host.count > 0)
        return found(CUZK_CAUSE_BUDGET_HOST, &now->budget_host, record);
    if (now->budget_vram.count > 0)
        return found(CUZK_CAUSE_BUDGET_VRAM, &now->budget_vram, record);
    if (d->key_load.count > 0)
        return found(CUZK_CAUSE_KEY_LOAD, &d->key_load, record);
    if (now->synthesis.count > 0)
        return found(CUZK_CAUSE_SYNTHESIS, &now->synthesis, record);
    *record = CUZK_LEDGER_NO_RECORD;
    return CUZK_CAUSE_NO_WORK;
}

cuzk_cause cuzk_ledger_cause(const sweep *now, uint32_t device, size_t *record)
{
    const sweep_device *d = &now->devices[device];
    cuzk_cause cause = cause_of_started(d, record);
    if (cause != CUZK_CAUSE_COUNT)
        return cause;
    if (d->tracker_lock.count > 0)
        return found(CUZK_CAUSE_TRACKER_LOCK, &d->tracker_lock, record);
    if (d->assigned.count > 0)
        return found(CUZK_CAUSE_DISPATCH, &d->assigned, record);
    if (now->tracker_lock.count > 0)
        return found(CUZK_CAUSE_TRACKER_LOCK, &now->tracker_lock, record);
    *record = CUZK_LEDGER_NO_RECORD;
    if (now->paused || d->block == CUZK_TRACE_BLOCK_PAUSED)
        return CUZK_CAUSE_PAUSED;
    if (d->quarantined || d->block == CUZK_TRACE_BLOCK_UNUSABLE)
        return CUZK_CAUSE_FAULT;
    if (d->block == CUZK_TRACE_BLOCK_VRAM)
        return CUZK_CAUSE_BUDGET_VRAM;
    if (d->block == CUZK_TRACE_BLOCK_NONE)
        return cause_of_full_lanes(d, record);
    if (d->block == CUZK_TRACE_BLOCK_KEY)
        return d->key_load.count > 0 ? found(CUZK_CAUSE_KEY_LOAD, &d->key_load, record) : CUZK_CAUSE_KEY_LOAD;
    return cause_of_empty_queue(now, d, record);
}
