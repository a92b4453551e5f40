/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "backend/sim/sim_internal.h"
#include "base/error.h"
#include "base/memory.h"

enum {
    SIM_DURATION_DEFAULT_NS = 1000,
};

/* ---- Faults ---- */

cuzk_status cuzk_sim_call(sim_device *device, const char *what, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    pthread_mutex_lock(&device->lock);
    device->counts.calls++;
    if (device->lost)
        status = cuzk_error_set(err, CUZK_E_DEVICE, "%s: the simulated device is lost", what);
    else if (cuzk_sim_strikes(device, CUZK_SIM_FAULT_CALL))
        status = cuzk_error_set(err, device->fault_status[CUZK_SIM_FAULT_CALL], "%s: scripted fault at call %llu",
                                what, (unsigned long long)device->counts.calls);
    pthread_mutex_unlock(&device->lock);
    return status;
}

bool cuzk_sim_strikes(sim_device *device, cuzk_sim_fault fault)
{
    return device->fault_in[fault] > 0 && --device->fault_in[fault] == 0;
}

void cuzk_sim_arm(cuzk_device *device, cuzk_sim_fault fault, uint64_t number, cuzk_status status)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    sim->fault_in[fault] = number;
    sim->fault_status[fault] = status;
    pthread_mutex_unlock(&sim->lock);
}

/* ---- Clock ---- */

void cuzk_sim_set_duration(cuzk_device *device, cuzk_sim_operation operation, uint64_t duration_ns)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    sim->duration_ns[operation] = duration_ns;
    pthread_mutex_unlock(&sim->lock);
}

void cuzk_sim_set_memory(cuzk_device *device, uint64_t memory_bytes)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    sim->memory_bytes = memory_bytes;
    pthread_mutex_unlock(&sim->lock);
}

void cuzk_sim_set_manual_clock(cuzk_device *device, bool manual)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    sim->manual_clock = manual;
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
}

void cuzk_sim_set_real_clock(cuzk_device *device)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    sim->real_clock = true;
    pthread_mutex_unlock(&sim->lock);
}

static void set_number(cuzk_device *device, uint64_t *number, uint64_t value)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    *number = value;
    pthread_mutex_unlock(&sim->lock);
}

void cuzk_sim_set_pageable_cost(cuzk_device *device, uint64_t ns_per_kib)
{
    set_number(device, &sim_of(device)->pageable_ns_per_kib, ns_per_kib);
}

void cuzk_sim_set_alloc_cost(cuzk_device *device, uint64_t duration_ns)
{
    set_number(device, &sim_of(device)->alloc_ns, duration_ns);
}

void cuzk_sim_set_driver_delay(cuzk_device *device, uint64_t duration_ns)
{
    set_number(device, &sim_of(device)->driver_delay_ns, duration_ns);
}

void cuzk_sim_advance(cuzk_device *device, uint64_t duration_ns)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    uint64_t until_ns = sim->now_ns + duration_ns;
    while (cuzk_sim_run_step(sim, until_ns))
        ;
    sim->now_ns = until_ns;
    pthread_mutex_unlock(&sim->lock);
}

uint64_t cuzk_sim_now_ns(cuzk_device *device)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    uint64_t now_ns = sim->now_ns;
    pthread_mutex_unlock(&sim->lock);
    return now_ns;
}

void cuzk_sim_count(cuzk_device *device, cuzk_sim_counts *out)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    *out = sim->counts;
    pthread_mutex_unlock(&sim->lock);
}

/* ---- The device ---- */

static void sim_close(cuzk_device *device)
{
    sim_device *sim = sim_of(device);
    pthread_cond_destroy(&sim->changed);
    pthread_mutex_destroy(&sim->lock);
    free(sim);
}

static const cuzk_device_ops sim_ops = {
    .close = sim_close,
    .buffer_create = cuzk_sim_buffer_create,
    .buffer_destroy = cuzk_sim_buffer_destroy,
    .buffer_host = cuzk_sim_buffer_host,
    .queue_create = cuzk_sim_queue_create,
    .queue_destroy = cuzk_sim_queue_destroy,
    .queue_reset = cuzk_sim_queue_reset,
    .event_create = cuzk_sim_event_create,
    .event_destroy = cuzk_sim_event_destroy,
    .event_reset = cuzk_sim_event_reset,
    .event_record = cuzk_sim_event_record,
    .queue_wait = cuzk_sim_queue_wait,
    .event_wait = cuzk_sim_event_wait,
    .event_reached = cuzk_sim_event_reached,
    .event_time_ns = cuzk_sim_event_time_ns,
    .copy_in = cuzk_sim_copy_in,
    .copy_out = cuzk_sim_copy_out,
    .zero = cuzk_sim_zero,
    .matrix_create = cuzk_sim_matrix_create,
    .matrix_destroy = cuzk_sim_matrix_destroy,
    .matrix_bytes = cuzk_sim_matrix_bytes,
    .spmv = cuzk_sim_spmv,
    .domain_create = cuzk_sim_domain_create,
    .domain_destroy = cuzk_sim_domain_destroy,
    .domain_bytes = cuzk_sim_domain_bytes,
    .ntt = cuzk_sim_ntt,
    .h_scalars = cuzk_sim_h_scalars,
    .base_set_create = cuzk_sim_base_set_create,
    .base_set_destroy = cuzk_sim_base_set_destroy,
    .base_set_bytes = cuzk_sim_base_set_bytes,
    .msm_result_bytes = cuzk_sim_msm_result_bytes,
    .msm_workspace_bytes = cuzk_sim_msm_workspace_bytes,
    .msm = cuzk_sim_msm,
    .msm_fold = cuzk_sim_msm_fold,
};

static void sim_describe(cuzk_device_info *info)
{
    *info = (cuzk_device_info){.usable = true};
    snprintf(info->backend, sizeof info->backend, "sim");
    snprintf(info->name, sizeof info->name, "simulated device for tests, computes nothing");
}

static cuzk_status sim_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    (void)err;
    if (capacity > 0)
        sim_describe(&infos[0]);
    *count = 1;
    return CUZK_OK;
}

static cuzk_status sim_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options, cuzk_error *err)
{
    (void)index;
    sim_device *sim = cuzk_calloc_aligned(1, sizeof *sim);
    if (sim == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a simulated device");
    sim->base.ops = &sim_ops;
    sim_describe(&sim->base.info);
    sim->base.options = *options;
    sim->base.options.thread_count = 1;
    sim->base.options.isa = CUZK_ISA_PORTABLE;
    pthread_mutex_init(&sim->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&sim->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sim->now_ns = 1; /* so that no event is reached at 0 */
    for (int i = 0; i < CUZK_SIM_OPERATION_COUNT; i++)
        sim->duration_ns[i] = SIM_DURATION_DEFAULT_NS;
    *out = &sim->base;
    return CUZK_OK;
}

const cuzk_backend cuzk_backend_sim = {"sim", sim_list, sim_open};
