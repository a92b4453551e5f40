/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle ledger: for each device, the time in which kernels ran, and every gap between cut into pieces of one cause each.
 * Pure functions over records. How a cause is found: docs/evidence.md.
 */
#ifndef CUZK_TRACE_LEDGER_H
#define CUZK_TRACE_LEDGER_H

#include "trace/trace_file.h"

#define CUZK_CAUSE_MAP(X)                                                                                          \
    X(NO_WORK, "no_work")                                                                                          \
    X(SYNTHESIS, "synthesis")                                                                                      \
    X(BUDGET_HOST, "budget_host")                                                                                  \
    X(BUDGET_PINNED, "budget_pinned")                                                                              \
    X(BUDGET_VRAM, "budget_vram")                                                                                  \
    X(KEY_LOAD, "key_load")                                                                                        \
    X(COPY_IN, "copy_in")                                                                                          \
    X(COPY_OUT, "copy_out")                                                                                        \
    X(COPY_PAGEABLE, "copy_pageable")                                                                              \
    X(HOST_STEP, "host_step")                                                                                      \
    X(DEVICE_LOCK, "device_lock")                                                                                  \
    X(TRACKER_LOCK, "tracker_lock")                                                                                \
    X(DISPATCH, "dispatch")                                                                                        \
    X(FINALIZER, "finalizer")                                                                                      \
    X(ALLOC, "alloc")                                                                                              \
    X(DRIVER, "driver")                                                                                            \
    X(PAUSED, "paused")                                                                                            \
    X(FAULT, "fault")                                                                                              \
    X(UNATTRIBUTED, "unattributed")

typedef enum cuzk_cause {
#define X(name, text) CUZK_CAUSE_##name,
    CUZK_CAUSE_MAP(X)
#undef X
        CUZK_CAUSE_COUNT
} cuzk_cause;

const char *cuzk_cause_name(uint32_t cause);

#define CUZK_LEDGER_NO_RECORD SIZE_MAX

/* One piece of a gap. `record` is what the device waited for, by its place in the data. */
typedef struct cuzk_ledger_piece {
    uint64_t begin_ns, end_ns;
    cuzk_cause cause;
    size_t record;
} cuzk_ledger_piece;

typedef struct cuzk_ledger_device {
    uint64_t busy_ns, idle_ns[CUZK_CAUSE_COUNT];
    uint64_t kernel_count;
    bool
        from_phases; /* no kernel was recorded: busy is the time from start to the end of finish, gaps inside unseen */
    cuzk_ledger_piece *pieces; /* in order of time */
    size_t piece_count, piece_capacity;
} cuzk_ledger_device;

typedef struct cuzk_ledger {
    uint64_t from_ns, until_ns;
    uint32_t device_count;
    uint64_t lost_count; /* records that the trace lacks */
    cuzk_ledger_device devices[CUZK_TRACE_DEVICES_MAX];
} cuzk_ledger;

/* The time from the first submission to the end of the last job, or else from the first record to the last. */
void cuzk_ledger_span(const cuzk_trace_data *data, uint64_t *from_ns, uint64_t *until_ns);

/* For each device, busy_ns and idle_ns add up to until_ns - from_ns. Errors: CUZK_E_ARGUMENT (empty window),
 * CUZK_E_NO_MEMORY. */
cuzk_status cuzk_ledger_make(cuzk_ledger *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns,
                             cuzk_error *err);
void cuzk_ledger_clear(cuzk_ledger *ledger);

/* The share of each step of step_ns, from from_ns on, in which the device was busy: `count` numbers of 0 to 1. The last step
 * may be shorter. */
size_t cuzk_ledger_series_count(const cuzk_ledger *ledger, uint64_t step_ns);
void cuzk_ledger_series(const cuzk_ledger *ledger, uint32_t device, uint64_t step_ns, double *out, size_t count);

#endif
