/* SPDX-License-Identifier: Apache-2.0
 *
 * What is going on at one moment, as the sweep over a trace keeps it.
 */
#ifndef CUZK_TRACE_LEDGER_SWEEP_H
#define CUZK_TRACE_LEDGER_SWEEP_H

#include "trace/ledger.h"

/* Steps under way of one sort, and the one that began last. */
typedef struct sweep_count {
    uint32_t count;
    size_t record;
} sweep_count;

typedef struct sweep_device {
    sweep_count kernels, pending, copy_in, copy_pageable, copy_out, alloc, slot_wait, key_load;
    sweep_count device_lock, tracker_lock; /* threads of the device that wait for one */
    sweep_count starting, failing;         /* failing: steps that end with a failure */
    sweep_count finishing, proving, host_step;
    sweep_count assigned; /* given a lane, not started */
    uint64_t block;       /* cuzk_trace_block */
    bool quarantined;
} sweep_device;

typedef struct sweep {
    sweep_device *devices;
    sweep_count synthesis, budget_host, budget_pinned, budget_vram;
    sweep_count tracker_lock; /* threads of no device */
    bool paused;
    bool refused; /* the last submission was, for want of host memory */
} sweep;

/* The one cause for which the device is idle now, and the record that shows it. */
cuzk_cause cuzk_ledger_cause(const sweep *now, uint32_t device, size_t *record);

#endif
