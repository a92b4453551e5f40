/* SPDX-License-Identifier: Apache-2.0
 *
 * Causes by their mechanisms: sleeps where the thing itself would take time, real locks that are really held, real budgets.
 * Nothing here writes a record that says what the cause is: a lock outside of the engine says that it was waited for, as
 * whoever owns such a lock has to.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/sim/sim.h"
#include "base/clock.h"
#include "base/error.h"
#include "groth16/resident.h"
#include "rig.h"
#include "scenario.h"
#include "support/cmocka_all.h"

/* What the hooks, which have no context, look at. */
static const scenario *now;
static rig running;
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic uint32_t shared_holder;

static void sleep_us(uint64_t us)
{
    struct timespec pause = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000 * 1000)};
    if (us > 0)
        nanosleep(&pause, NULL);
}

/* ---- Hooks ---- */

static void hold_device_lock(cuzk_device *device)
{
    uint64_t begin_ns = cuzk_clock_now_ns();
    uint32_t holder = atomic_load(&shared_holder);
    pthread_mutex_lock(&shared_lock);
    atomic_store(&shared_holder, cuzk_trace_thread());
    cuzk_device_trace_step(device, CUZK_TRACE_LOCK_WAIT, begin_ns, cuzk_clock_now_ns(),
                           CUZK_TRACE_LOCK_DEVICE | (uint64_t)holder << 8);
    sleep_us(now->device_lock_us);
    atomic_store(&shared_holder, 0);
    pthread_mutex_unlock(&shared_lock);
}

static cuzk_status start(cuzk_pending **out, cuzk_resident_key *resident, const cuzk_witness *witness,
                         cuzk_error *err)
{
    sleep_us(now->start_us);
    if (now->device_lock_us > 0)
        hold_device_lock(resident->device);
    return cuzk_prove_start(out, resident, witness, err);
}

static cuzk_status finish(cuzk_proof *out, cuzk_pending *pending, cuzk_error *err)
{
    cuzk_status status = cuzk_prove_finish(out, pending, err);
    sleep_us(now->finish_us);
    if (now->tracker_hold_us > 0) {
        cuzk_engine_lock(running.engine);
        sleep_us(now->tracker_hold_us);
        cuzk_engine_unlock(running.engine);
    }
    return status;
}

static cuzk_status verify(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                          const cuzk_proof *proof, bool *valid, cuzk_error *err)
{
    (void)key, (void)public_inputs, (void)public_count, (void)proof, (void)err;
    sleep_us(now->verify_us);
    *valid = true;
    return CUZK_OK;
}

static const engine_hooks hooks = {start, finish, cuzk_prove_abandon, verify};

/* ---- Setting up ---- */

static void set_kernels(cuzk_device *device, uint64_t percent)
{
    uint64_t ns = now->kernel_us * 10 * percent;
    cuzk_sim_set_duration(device, CUZK_SIM_MSM, ns);
    cuzk_sim_set_duration(device, CUZK_SIM_SPMV, ns / 8);
    cuzk_sim_set_duration(device, CUZK_SIM_H_SCALARS, ns / 8);
}

static void set_up_device(cuzk_device *device)
{
    cuzk_sim_set_real_clock(device);
    set_kernels(device, 100);
    cuzk_sim_set_duration(device, CUZK_SIM_ZERO, 1000);
    cuzk_sim_set_duration(device, CUZK_SIM_COPY_IN, now->copy_us * 1000);
    cuzk_sim_set_duration(device, CUZK_SIM_COPY_OUT, now->copy_out_us * 1000);
    cuzk_sim_set_pageable_cost(device, now->pageable_us_kib * 1000);
    cuzk_sim_set_driver_delay(device, now->driver_us * 1000);
}

/* What one key takes, and one proof: asked of an engine that has room. */
static void measure(const rig_circuit *circuit, uint64_t *key_bytes, uint64_t *attempt_bytes)
{
    rig r;
    cuzk_circuit_info info;
    size_t count;
    rig_open(&r, "sim", 1, NULL, &hooks);
    assert_int_equal(cuzk_engine_load(r.engine, "a", circuit->key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_circuits(r.engine, &info, 1, &count, NULL), CUZK_OK);
    *key_bytes = info.device_bytes;
    *attempt_bytes = info.attempt_bytes;
    rig_close(&r);
}

/* ---- The run ---- */

/* A thread of the lanes that is taken by something else for a while. */
typedef struct occupation {
    cuzk_task task; /* first */
    uint64_t us;
} occupation;

static void occupy(cuzk_task *task)
{
    sleep_us(((occupation *)task)->us);
}

static void submit(const rig_circuit *circuit, const char *name, uint64_t number)
{
    cuzk_witness_view view = rig_view(circuit->witnesses[number % RIG_WITNESSES]);
    cuzk_job_request request = {
        .circuit = name, .witnesses = &view, .witness_count = 1, .priority = CUZK_PRIORITY_NORMAL};
    cuzk_job_id id;
    cuzk_status status;
    while ((status = cuzk_engine_submit(running.engine, &id, &request, NULL)) == CUZK_E_BUSY)
        sleep_us(now->retry_us);
    assert_int_equal(status, CUZK_OK);
}

static void wait_for_all(void)
{
    cuzk_engine_status status;
    do {
        sleep_us(200);
        cuzk_engine_status_get(running.engine, &status);
    } while (status.job_open_count > 0);
}

static void load_next(const rig_circuit *circuit, char *name, uint64_t number)
{
    wait_for_all();
    assert_int_equal(cuzk_engine_unload(running.engine, name, NULL), CUZK_OK);
    cuzk_sim_set_alloc_cost(running.devices[0], now->key_us * 1000);
    snprintf(name, 16, "c%u", (unsigned)number);
    assert_int_equal(cuzk_engine_load(running.engine, name, circuit->key, NULL, NULL, NULL), CUZK_OK);
    cuzk_sim_set_alloc_cost(running.devices[0], 0);
}

static void before_job(const rig_circuit *circuit, char *name, uint64_t i)
{
    if (now->key_every > 0 && i > 0 && i % now->key_every == 0)
        load_next(circuit, name, i);
    if (now->pause_us > 0 && i == now->jobs / 4) {
        cuzk_engine_pause(running.engine);
        sleep_us(now->pause_us);
        cuzk_engine_resume(running.engine);
    }
    if (now->throttle_percent > 0 && i == now->jobs / 2) {
        wait_for_all();
        for (uint32_t d = 0; d < now->devices; d++)
            set_kernels(running.devices[d], 100 + now->throttle_percent);
    }
    if (now->fault_every > 0 && i % now->fault_every == 0)
        cuzk_sim_arm(running.devices[0], CUZK_SIM_FAULT_ERROR, 6, CUZK_E_DEVICE);
}

static void run_jobs(const rig_circuit *circuit, occupation *occupations)
{
    char name[16] = "c0";
    assert_int_equal(cuzk_engine_load(running.engine, name, circuit->key, NULL, NULL, NULL), CUZK_OK);
    for (uint32_t d = 0; d < now->devices; d++)
        cuzk_sim_set_alloc_cost(running.devices[d], now->alloc_us * 1000);
    for (uint64_t i = 0; i < now->jobs; i++) {
        before_job(circuit, name, i);
        if (now->occupied_us > 0) {
            occupations[i] = (occupation){{occupy, NULL}, now->occupied_us};
            cuzk_pool_submit(running.engine->lane_pools[i % now->devices], &occupations[i].task);
        }
        submit(circuit, name, i);
        sleep_us(now->arrival_us);
    }
    assert_int_equal(cuzk_engine_drain(running.engine, UINT64_MAX, NULL), CUZK_OK);
}

static void set_budgets(cuzk_engine_options *options, const rig_circuit *circuit)
{
    uint64_t key_bytes, attempt_bytes;
    measure(circuit, &key_bytes, &attempt_bytes);
    options->device_bytes = now->vram_one != 0 ? key_bytes + attempt_bytes * 3 / 2 : (uint64_t)1 << 24;
    options->host_bytes = now->host_one != 0 ? cuzk_witness_count(circuit->witnesses[0]) * 32 : (uint64_t)1 << 24;
    /* Where keys and all lanes do not fit together, slots give their buffers back after each proof. */
    if (now->alloc_us > 0)
        options->device_bytes = key_bytes + attempt_bytes * 3 / 2;
}

void scenario_run(const scenario *s, const char *path)
{
    static const scenario plain = {0};
    rig_circuit circuit;
    test_random random;
    cuzk_engine_options options = {.trace_path = path,
                                   .lane_count = (uint32_t)s->lanes,
                                   .finalizer_count = (uint32_t)s->finalizers,
                                   .quarantine_ms = 1};
    test_random_init_seed(&random, 1);
    rig_circuit_make(&circuit, CUZK_CURVE_BN254, &random);
    now = &plain;
    set_budgets(&options, &circuit);
    now = s;
    set_budgets(&options, &circuit);
    occupation *occupations = calloc(s->jobs + 1, sizeof *occupations);
    assert_non_null(occupations);
    rig_open(&running, "sim", (uint32_t)s->devices, &options, &hooks);
    for (uint32_t d = 0; d < s->devices; d++)
        set_up_device(running.devices[d]);
    run_jobs(&circuit, occupations);
    rig_close(&running);
    free(occupations);
    rig_circuit_free(&circuit);
}
