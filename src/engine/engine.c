/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating and destroying an engine, and its timer.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/backend.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "engine/engine_internal.h"
#include "engine/host_memory.h"

#define NS_PER_MS UINT64_C(1000000)

enum {
    DEFAULT_LANES = 2,
    DEFAULT_JOBS = 4096,
    DEFAULT_PARTITIONS = 65536,
    DEFAULT_FINISHED = 1024,
    DEFAULT_FINISHED_KEEP_MS = 600000,
    DEFAULT_AGEING_MS = 30000,
    DEFAULT_ATTEMPT_TIMEOUT_MS = 600000,
    DEFAULT_QUARANTINE_MS = 30000,
    DEFAULT_FAULTS = 3,
    FINALIZERS_MAX = 1024,
    TICK_MS = 20,
    IDLE_TICK_MS = 1000, /* when there is nothing but finished jobs to forget */
};

static uint64_t or_default(uint64_t value, uint64_t other)
{
    return value != 0 ? value : other;
}

static uint64_t ns_of_ms(uint64_t ms)
{
    return ms > SCHED_NEVER / NS_PER_MS ? SCHED_NEVER : ms * NS_PER_MS;
}

/* ---- The timer ---- */

static void wait_for_tick(cuzk_engine *engine, uint64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    uint64_t ns = (uint64_t)until.tv_nsec + ms * NS_PER_MS;
    until.tv_sec += (time_t)(ns / 1000000000u);
    until.tv_nsec = (long)(ns % 1000000000u);
    (void)cuzk_engine_wait_locked(engine, &engine->tick, &until);
}

static bool lanes_busy(const cuzk_engine *engine)
{
    for (uint32_t i = 0; i < engine->device_count; i++)
        if (engine->sched_devices[i].idle_count < engine->sched_devices[i].lane_count)
            return true;
    return false;
}

/* Short waits while anything can miss a deadline. The long ones end with the next job, or when the engine stops. */
static void timer_wait(cuzk_engine *engine)
{
    if (engine->sched.open_job_count > 0 || lanes_busy(engine)) {
        wait_for_tick(engine, TICK_MS);
    } else if (!engine->stopping) {
        engine->timer_idle = true;
        if (engine->finished_count > 0)
            wait_for_tick(engine, IDLE_TICK_MS);
        else
            (void)cuzk_engine_wait_locked(engine, &engine->tick, NULL);
        engine->timer_idle = false;
    }
}

static void *timer_main(void *argument)
{
    cuzk_engine *engine = argument;
    cuzk_engine_lock(engine);
    while (!engine->stopping || engine->sched.open_job_count > 0 || lanes_busy(engine)) {
        uint64_t now_ns = cuzk_clock_now_ns();
        cuzk_sched_tick(&engine->sched, now_ns);
        cuzk_directory_forget_old(engine, now_ns);
        cuzk_engine_pump_unlock(engine);
        cuzk_engine_lock(engine);
        timer_wait(engine);
    }
    cuzk_engine_unlock(engine);
    return NULL;
}

/* Takes no signals: those are the program's. */
static cuzk_status start_timer(cuzk_engine *engine, cuzk_error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&engine->timer, NULL, timer_main, engine);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure != 0)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "the engine's timer could not be started: error %d", failure);
    engine->timer_started = true;
    return CUZK_OK;
}

/* ---- Creating ---- */

static cuzk_status check_options(const cuzk_engine_options *options, cuzk_error *err)
{
    if (options->device_count == 0 || options->device_count > CUZK_ENGINE_DEVICES_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "device_count is %u: an engine takes 1 to %d devices",
                              options->device_count, CUZK_ENGINE_DEVICES_MAX);
    for (uint32_t i = 0; i < options->device_count; i++)
        if (or_default(options->lane_count, DEFAULT_LANES) > options->devices[i]->options.slot_count)
            return cuzk_error_set(
                err, CUZK_E_ARGUMENT, "lane_count is %" PRIu64 ", device %u was opened with %u slots",
                or_default(options->lane_count, DEFAULT_LANES), i, options->devices[i]->options.slot_count);
    if (options->finalizer_count > FINALIZERS_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "finalizer_count is %u, the limit is %d",
                              options->finalizer_count, FINALIZERS_MAX);
    return CUZK_OK;
}

/* Half of the memory is for witnesses; devices that have none of their own share the other half. Nothing that waits for
 * a device's budget can hold up what is charged to the host's, nor the other way round. */
static uint64_t device_budget_bytes(const cuzk_engine_options *options, uint32_t device)
{
    uint64_t own = cuzk_device_describe(options->devices[device])->memory_bytes, sharing = 1;
    if (options->device_bytes != 0)
        return options->device_bytes;
    if (own != 0)
        return own;
    for (uint32_t i = 0; i < options->device_count; i++)
        sharing += i != device && cuzk_device_describe(options->devices[i])->memory_bytes == 0;
    return cuzk_host_memory_bytes() / 2 / sharing;
}

static void init_sched(cuzk_engine *engine, const cuzk_engine_options *options)
{
    sched_config config = {
        .job_count_max = or_default(options->job_count_max, DEFAULT_JOBS),
        .partition_count_max = or_default(options->partition_count_max, DEFAULT_PARTITIONS),
        .ageing_ns = ns_of_ms(or_default(options->ageing_ms, DEFAULT_AGEING_MS)),
        .attempt_timeout_ns = ns_of_ms(or_default(options->attempt_timeout_ms, DEFAULT_ATTEMPT_TIMEOUT_MS)),
        .quarantine_ns = ns_of_ms(or_default(options->quarantine_ms, DEFAULT_QUARANTINE_MS)),
        .fault_count_max = (uint32_t)or_default(options->fault_count_max, DEFAULT_FAULTS),
    };
    uint64_t host_bytes = or_default(options->host_bytes, cuzk_host_memory_bytes() / 2);
    for (uint32_t i = 0; i < engine->device_count; i++) {
        const cuzk_device_info *info = cuzk_device_describe(engine->devices[i]);
        snprintf(engine->memory_names[i], sizeof engine->memory_names[i], "device %u (%.8s:%u)", i, info->backend,
                 info->index);
        cuzk_sched_device_init(&engine->sched_devices[i], i, &engine->sched_lanes[i * engine->lane_count],
                               engine->lane_count, engine->memory_names[i], device_budget_bytes(options, i));
    }
    cuzk_sched_init(&engine->sched, &config, engine->sched_devices, engine->device_count, host_bytes);
    for (uint32_t i = 0; i < engine->device_count * engine->lane_count; i++) {
        engine_lane *own = &engine->lanes[i];
        own->engine = engine;
        own->lane = &engine->sched_lanes[i];
        own->lane->owner = own;
        own->start.run = cuzk_engine_lane_start;
        own->finish.run = cuzk_engine_lane_finish;
    }
}

static cuzk_status alloc_lanes(cuzk_engine *engine, cuzk_error *err)
{
    uint32_t count = engine->device_count * engine->lane_count;
    engine->sched_lanes = cuzk_calloc_aligned(count, sizeof *engine->sched_lanes);
    engine->lanes = cuzk_calloc_aligned(count, sizeof *engine->lanes);
    if (engine->sched_lanes == NULL || engine->lanes == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %u lanes", count);
    return CUZK_OK;
}

static cuzk_status start_threads(cuzk_engine *engine, const cuzk_engine_options *options, cuzk_error *err)
{
    cuzk_status status;
    uint32_t finalizers = options->finalizer_count;
    if (finalizers == 0)
        finalizers = engine->device_count * engine->lane_count + 1;
    if (finalizers > FINALIZERS_MAX)
        finalizers = FINALIZERS_MAX;
    for (uint32_t i = 0; i < engine->device_count; i++)
        if ((status = cuzk_pool_create(&engine->lane_pools[i], engine->lane_count, err)) != CUZK_OK)
            return status;
    if ((status = cuzk_pool_create(&engine->finalizers, finalizers, err)) != CUZK_OK)
        return status;
    return start_timer(engine, err);
}

static void init_locks(cuzk_engine *engine)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->changed, &monotonic);
    pthread_cond_init(&engine->tick, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

cuzk_status cuzk_engine_create_with_hooks(cuzk_engine **out, const cuzk_engine_options *options,
                                          const engine_hooks *hooks, cuzk_error *err)
{
    cuzk_status status;
    if ((status = check_options(options, err)) != CUZK_OK)
        return status;
    cuzk_engine *engine = cuzk_calloc_aligned(1, sizeof *engine);
    if (engine == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for an engine");
    init_locks(engine);
    engine->hooks = *hooks;
    engine->device_count = options->device_count;
    engine->lane_count = (uint32_t)or_default(options->lane_count, DEFAULT_LANES);
    engine->finished_count_max = (uint32_t)or_default(options->finished_count_max, DEFAULT_FINISHED);
    engine->finished_keep_ns = ns_of_ms(or_default(options->finished_keep_ms, DEFAULT_FINISHED_KEEP_MS));
    memcpy(engine->devices, options->devices, options->device_count * sizeof *engine->devices);
    if ((status = cuzk_random_bytes(&engine->digest_key, sizeof engine->digest_key, err)) != CUZK_OK)
        goto done;
    if ((status = alloc_lanes(engine, err)) != CUZK_OK)
        goto done;
    init_sched(engine, options);
    if ((status = cuzk_engine_trace_begin(engine, options, err)) != CUZK_OK)
        goto done;
    if ((status = start_threads(engine, options, err)) != CUZK_OK)
        goto done;
    *out = engine;
    engine = NULL;
done:
    cuzk_engine_destroy(engine);
    return status;
}

cuzk_status cuzk_engine_create(cuzk_engine **out, const cuzk_engine_options *options, cuzk_error *err)
{
    static const engine_hooks real = {cuzk_prove_start, cuzk_prove_finish, cuzk_prove_abandon, cuzk_verify};
    return cuzk_engine_create_with_hooks(out, options, &real, err);
}

/* ---- Destroying ---- */

static void stop_jobs(cuzk_engine *engine)
{
    cuzk_engine_lock(engine);
    engine->stopping = true;
    cuzk_sched_drain(&engine->sched);
    for (sched_job *job = engine->sched.open_first, *next; job != NULL; job = next) {
        next = job->open_next;
        (void)cuzk_sched_cancel(&engine->sched, job, cuzk_clock_now_ns());
    }
    pthread_cond_signal(&engine->tick);
    cuzk_engine_pump_unlock(engine);
}

static void forget_all(cuzk_engine *engine)
{
    cuzk_engine_lock(engine);
    while (engine->finished_first != NULL)
        cuzk_directory_forget(engine, engine->finished_first);
    cuzk_engine_pump_unlock(engine);
}

/* The timer leaves when no job is open and no lane is busy; the pools run what was submitted, callbacks among it. */
void cuzk_engine_destroy(cuzk_engine *engine)
{
    if (engine == NULL)
        return;
    if (engine->timer_started) {
        stop_jobs(engine);
        pthread_join(engine->timer, NULL);
    }
    for (uint32_t i = 0; i < engine->device_count; i++)
        cuzk_pool_destroy(engine->lane_pools[i]);
    cuzk_pool_destroy(engine->finalizers);
    forget_all(engine);
    cuzk_engine_free_circuits(engine);
    cuzk_engine_trace_end(engine);
    pthread_cond_destroy(&engine->tick);
    pthread_cond_destroy(&engine->changed);
    pthread_mutex_destroy(&engine->lock);
    free(engine->lanes);
    free(engine->sched_lanes);
    free(engine);
}
