/* SPDX-License-Identifier: Apache-2.0
 *
 * The sim backend: a fake device for tests. It keeps the whole contract of queues, events, failures and lifetimes,
 * and computes nothing: copies and fills are done, every other result is zero bytes (sums are the identity).
 *
 * Time     The device has a clock of its own, in nanoseconds. Operations take scripted durations; operations of one
 *          queue follow one another, queues run side by side. By default the clock jumps ahead whenever a thread
 *          waits; a manual clock moves only through cuzk_sim_advance. Everything is deterministic as long as one
 *          thread feeds the device.
 *          A real clock is the host's: operations then take their durations in earnest, those that compute one after
 *          the other as on a device that each fills, and are recorded in the device's trace.
 * Faults   Each is armed with a number n and strikes at the n-th call or operation from then on, once.
 */
#ifndef CUZK_BACKEND_SIM_H
#define CUZK_BACKEND_SIM_H

#include "backend/backend.h"

extern const cuzk_backend cuzk_backend_sim;

typedef enum cuzk_sim_operation {
    CUZK_SIM_COPY_IN,
    CUZK_SIM_COPY_OUT,
    CUZK_SIM_ZERO,
    CUZK_SIM_SPMV,
    CUZK_SIM_NTT,
    CUZK_SIM_H_SCALARS,
    CUZK_SIM_MSM,
    CUZK_SIM_OPERATION_COUNT,
} cuzk_sim_operation;

typedef enum cuzk_sim_fault {
    CUZK_SIM_FAULT_CALL,  /* a call that can fail returns `status` and does nothing */
    CUZK_SIM_FAULT_ERROR, /* an operation fails with `status` while it runs */
    CUZK_SIM_FAULT_HANG,  /* an operation does not end before cuzk_sim_release */
    CUZK_SIM_FAULT_LOST,  /* the device is gone from this operation on: all that runs or is called fails */
    CUZK_SIM_FAULT_COUNT,
} cuzk_sim_fault;

/* What is alive and what has happened. */
typedef struct cuzk_sim_counts {
    uint64_t buffers, buffer_bytes; /* bytes of buffers in CUZK_PLACE_DEVICE */
    uint64_t queues, events, matrices, domains, base_sets;
    uint64_t calls;             /* that can fail */
    uint64_t operations;        /* begun, the skipped ones not counted */
    uint64_t lifetime_breaches; /* objects destroyed while a queued operation used them */
} cuzk_sim_counts;

/* All take a device of this backend; any thread. */
void cuzk_sim_set_duration(cuzk_device *device, cuzk_sim_operation operation, uint64_t duration_ns);
void cuzk_sim_set_memory(cuzk_device *device, uint64_t memory_bytes); /* limit of buffer_bytes; 0: none */
void cuzk_sim_set_manual_clock(cuzk_device *device, bool manual);
void cuzk_sim_set_real_clock(cuzk_device *device); /* before anything is queued */

/* What copies from memory that is not page-locked take on top, in ns for each KiB, and what each object
 * takes (slept through with no lock held); for a real clock. */
void cuzk_sim_set_pageable_cost(cuzk_device *device, uint64_t ns_per_kib);
void cuzk_sim_set_alloc_cost(cuzk_device *device, uint64_t duration_ns);

/* Each operation that computes begins this much after it could: the driver's delay. */
void cuzk_sim_set_driver_delay(cuzk_device *device, uint64_t duration_ns);

/* Moves the clock by duration_ns and runs what ends until then. */
void cuzk_sim_advance(cuzk_device *device, uint64_t duration_ns);
uint64_t cuzk_sim_now_ns(cuzk_device *device);

/* number 0 disarms. */
void cuzk_sim_arm(cuzk_device *device, cuzk_sim_fault fault, uint64_t number, cuzk_status status);
void cuzk_sim_release(cuzk_device *device); /* hanging operations end now */
void cuzk_sim_count(cuzk_device *device, cuzk_sim_counts *out);

#endif
