/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine records. Records of the scheduler's decisions are written with the engine's lock held, which costs
 * what a record costs; nothing here waits.
 */
#include <string.h>
#include <time.h>

#include "backend/backend.h"
#include "base/clock.h"
#include "base/error.h"
#include "engine/engine_internal.h"

enum {
    HISTORY_LOG2 = 18,
    HELD_LONG_NS = 200000, /* shorter holds are recorded by who waits for them */
};

/* ---- The lock ---- */

static void lock_taken(cuzk_engine *engine)
{
    atomic_store_explicit(&engine->lock_holder, cuzk_trace_thread(), memory_order_relaxed);
    engine->locked_ns = cuzk_clock_now_ns();
}

static void lock_step(cuzk_engine *engine, cuzk_trace_kind kind, uint64_t begin_ns, uint64_t end_ns,
                      uint32_t holder)
{
    cuzk_trace_record record = {.time_ns = end_ns,
                                .duration_ns = end_ns - begin_ns,
                                .value = CUZK_TRACE_LOCK_TRACKER | (uint64_t)holder << 8,
                                .kind = (uint16_t)kind,
                                .device = CUZK_TRACE_NO_DEVICE,
                                .lane = UINT16_MAX};
    if (engine->trace != NULL)
        cuzk_trace_put(engine->trace, &record);
}

void cuzk_engine_lock(cuzk_engine *engine)
{
    if (pthread_mutex_trylock(&engine->lock) == 0) {
        lock_taken(engine);
        return;
    }
    uint32_t holder = atomic_load_explicit(&engine->lock_holder, memory_order_relaxed);
    uint64_t begin_ns = cuzk_clock_now_ns();
    pthread_mutex_lock(&engine->lock);
    lock_taken(engine);
    lock_step(engine, CUZK_TRACE_LOCK_WAIT, begin_ns, engine->locked_ns, holder);
}

/* The record is written after the lock is given up. */
static uint64_t lock_leaving(cuzk_engine *engine)
{
    atomic_store_explicit(&engine->lock_holder, 0, memory_order_relaxed);
    return engine->locked_ns;
}

void cuzk_engine_unlock(cuzk_engine *engine)
{
    uint64_t now_ns = cuzk_clock_now_ns(), begin_ns = lock_leaving(engine);
    bool late = now_ns - begin_ns >= HELD_LONG_NS;
    if (late) /* with the lock held: afterwards the engine may be gone */
        lock_step(engine, CUZK_TRACE_LOCK_HELD, begin_ns, now_ns, 0);
    pthread_mutex_unlock(&engine->lock);
}

int cuzk_engine_wait_locked(cuzk_engine *engine, pthread_cond_t *cond, const struct timespec *until)
{
    (void)lock_leaving(engine);
    int result =
        until != NULL ? pthread_cond_timedwait(cond, &engine->lock, until) : pthread_cond_wait(cond, &engine->lock);
    lock_taken(engine);
    return result;
}

/* ---- Steps and decisions ---- */

void cuzk_engine_trace_step(cuzk_engine *engine, cuzk_trace_kind kind, const engine_subject *subject,
                            uint64_t begin_ns, cuzk_status status, uint64_t value)
{
    uint64_t now_ns = cuzk_clock_now_ns();
    cuzk_trace_record record = {.time_ns = now_ns,
                                .job = subject->job,
                                .duration_ns = now_ns - begin_ns,
                                .value = value,
                                .partition = subject->partition,
                                .kind = (uint16_t)kind,
                                .device = subject->device,
                                .lane = subject->lane,
                                .attempt = subject->attempt,
                                .status = (uint8_t)status};
    cuzk_trace_put(engine->trace, &record);
}

static void observe(void *context, const cuzk_trace_record *record)
{
    cuzk_engine *engine = context;
    cuzk_trace_put(engine->trace, record);
}

/* ---- Begin and end ---- */

static void moment(cuzk_engine *engine, cuzk_trace_kind kind)
{
    cuzk_trace_record record = {
        .time_ns = cuzk_clock_now_ns(), .kind = (uint16_t)kind, .device = CUZK_TRACE_NO_DEVICE, .lane = UINT16_MAX};
    cuzk_trace_put(engine->trace, &record);
}

static void describe(cuzk_trace_header *out, const cuzk_engine *engine)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    memset(out, 0, sizeof *out);
    out->started_ns = cuzk_clock_now_ns();
    out->started_unix_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    out->device_count = engine->device_count;
    out->lane_count = engine->lane_count;
    for (uint32_t i = 0; i < engine->device_count; i++) {
        const cuzk_device_info *info = cuzk_device_describe(engine->devices[i]);
        memcpy(out->devices[i].backend, info->backend, sizeof out->devices[i].backend);
        memcpy(out->devices[i].name, info->name, sizeof out->devices[i].name);
        out->devices[i].memory_bytes = info->memory_bytes;
    }
}

cuzk_status cuzk_engine_trace_begin(cuzk_engine *engine, const cuzk_engine_options *options, cuzk_error *err)
{
    cuzk_trace_header header;
    cuzk_trace_options trace_options = {
        .path = options->trace_path, .history_log2 = HISTORY_LOG2, .device_rings = engine->device_rings};
    describe(&header, engine);
    for (uint32_t i = 0; i < engine->device_count; i++)
        engine->device_rings[i] = cuzk_device_trace_take(engine->devices[i]);
    cuzk_status status = cuzk_trace_create(&engine->trace, &header, &trace_options, err);
    if (status != CUZK_OK)
        return status;
    engine->sched.observe = observe;
    engine->sched.observe_context = engine;
    moment(engine, CUZK_TRACE_BEGIN);
    return CUZK_OK;
}

void cuzk_engine_trace_end(cuzk_engine *engine)
{
    if (engine->trace != NULL)
        moment(engine, CUZK_TRACE_END);
    cuzk_trace_destroy(engine->trace);
    engine->trace = NULL;
    for (uint32_t i = 0; i < engine->device_count; i++)
        cuzk_device_trace_give(engine->devices[i], engine->device_rings[i]);
}

cuzk_status cuzk_engine_trace_save(cuzk_engine *engine, const char *path, cuzk_error *err)
{
    return cuzk_trace_save(engine->trace, path, err);
}
