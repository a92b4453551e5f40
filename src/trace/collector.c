/* SPDX-License-Identifier: Apache-2.0
 *
 * The draining thread looks at all rings, soon again while records come and seldom while none do. `drain_lock` makes
 * one reader at a time of it and of whoever asks for the history; writers never take it.
 */
#include "trace/collector.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"

enum {
    BATCH = 512,
    WAIT_MIN_MS = 10,
    WAIT_MAX_MS = 80, /* a ring of 2^13 is not full before that at 100,000 records a second of one thread */
};

struct cuzk_trace {
    cuzk_trace_ring rings[CUZK_TRACE_RINGS];
    cuzk_trace_ring *device_rings[CUZK_TRACE_DEVICES_MAX];
    cuzk_trace_header *header;
    cuzk_trace_sink *sink;
    void *sink_context;
    pthread_t thread;
    bool thread_started;
    pthread_mutex_t wake_lock;
    pthread_cond_t wake;
    bool stopping; /* guarded by wake_lock */
    pthread_mutex_t drain_lock;
    /* Guarded by drain_lock. */
    cuzk_pages history_pages;
    cuzk_trace_record *history;
    uint64_t history_log2, history_count; /* ever put there */
    uint64_t lost_told[CUZK_TRACE_RINGS + CUZK_TRACE_DEVICES_MAX];
    cuzk_trace_writer *writer;
    cuzk_status file_status;
    cuzk_error file_error;
};

void cuzk_trace_put(cuzk_trace *trace, const cuzk_trace_record *record)
{
    cuzk_trace_record own = *record;
    own.worker = cuzk_trace_thread();
    (void)cuzk_trace_ring_put(&trace->rings[own.worker % CUZK_TRACE_RINGS], &own);
}

/* ---- Draining; drain_lock is held ---- */

static void deliver(cuzk_trace *trace, const cuzk_trace_record *records, size_t count)
{
    uint64_t mask = ((uint64_t)1 << trace->history_log2) - 1;
    for (size_t i = 0; i < count; i++)
        trace->history[trace->history_count++ & mask] = records[i];
    if (trace->writer != NULL && trace->file_status == CUZK_OK)
        trace->file_status = cuzk_trace_writer_put(trace->writer, records, count, &trace->file_error);
    if (trace->sink != NULL)
        trace->sink(trace->sink_context, records, count);
}

static void tell_lost(cuzk_trace *trace, const cuzk_trace_ring *ring, uint64_t *told, uint16_t device)
{
    uint64_t lost = atomic_load_explicit(&ring->lost, memory_order_relaxed);
    if (lost == *told)
        return;
    cuzk_trace_record record = {
        .time_ns = cuzk_clock_now_ns(), .kind = CUZK_TRACE_LOST, .value = lost - *told, .device = device};
    *told = lost;
    deliver(trace, &record, 1);
}

/* Whether every record's numbers hold together is the reader's to check: a writer of ours does not break them. */
static size_t drain_ring(cuzk_trace *trace, cuzk_trace_ring *ring, bool of_device, uint16_t device)
{
    cuzk_trace_record batch[BATCH];
    size_t count, total = 0;
    /* At most one lap: writers may be as fast as this. */
    while (total < (size_t)1 << ring->count_log2 && (count = cuzk_trace_ring_take(ring, batch, BATCH)) > 0) {
        for (size_t i = 0; of_device && i < count; i++)
            batch[i].device = device;
        deliver(trace, batch, count);
        total += count;
    }
    return total;
}

static size_t drain_all(cuzk_trace *trace)
{
    size_t total = 0;
    for (uint32_t i = 0; i < CUZK_TRACE_RINGS; i++) {
        total += drain_ring(trace, &trace->rings[i], false, 0);
        tell_lost(trace, &trace->rings[i], &trace->lost_told[i], CUZK_TRACE_NO_DEVICE);
    }
    for (uint32_t i = 0; i < trace->header->device_count; i++) {
        if (trace->device_rings[i] == NULL)
            continue;
        total += drain_ring(trace, trace->device_rings[i], true, (uint16_t)i);
        tell_lost(trace, trace->device_rings[i], &trace->lost_told[CUZK_TRACE_RINGS + i], (uint16_t)i);
    }
    return total;
}

void cuzk_trace_drain(cuzk_trace *trace)
{
    pthread_mutex_lock(&trace->drain_lock);
    (void)drain_all(trace);
    pthread_mutex_unlock(&trace->drain_lock);
}

/* ---- The thread ---- */

static void wait_ms(cuzk_trace *trace, uint64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    uint64_t ns = (uint64_t)until.tv_nsec + ms * 1000000u;
    until.tv_sec += (time_t)(ns / 1000000000u);
    until.tv_nsec = (long)(ns % 1000000000u);
    pthread_cond_timedwait(&trace->wake, &trace->wake_lock, &until);
}

static void *drain_main(void *argument)
{
    cuzk_trace *trace = argument;
    uint64_t ms = WAIT_MIN_MS;
    pthread_mutex_lock(&trace->wake_lock);
    while (!trace->stopping) {
        pthread_mutex_unlock(&trace->wake_lock);
        pthread_mutex_lock(&trace->drain_lock);
        size_t count = drain_all(trace);
        pthread_mutex_unlock(&trace->drain_lock);
        if (count > 0)
            ms = WAIT_MIN_MS;
        else if (ms < WAIT_MAX_MS)
            ms *= 2;
        pthread_mutex_lock(&trace->wake_lock);
        if (!trace->stopping)
            wait_ms(trace, ms);
    }
    pthread_mutex_unlock(&trace->wake_lock);
    return NULL;
}

/* Takes no signals: those are the program's. */
static cuzk_status start_thread(cuzk_trace *trace, cuzk_error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&trace->thread, NULL, drain_main, trace);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure != 0)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "the trace's thread could not be started: error %d", failure);
    trace->thread_started = true;
    return CUZK_OK;
}

static void stop_thread(cuzk_trace *trace)
{
    if (!trace->thread_started)
        return;
    pthread_mutex_lock(&trace->wake_lock);
    trace->stopping = true;
    pthread_cond_signal(&trace->wake);
    pthread_mutex_unlock(&trace->wake_lock);
    pthread_join(trace->thread, NULL);
    trace->thread_started = false;
}

/* ---- Life ---- */

static cuzk_status allocate(cuzk_trace *trace, cuzk_error *err)
{
    cuzk_status status;
    trace->header = malloc(sizeof *trace->header);
    if (trace->header == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a trace");
    status = cuzk_pages_alloc(&trace->history_pages, sizeof *trace->history << trace->history_log2,
                              "a trace's history", err);
    if (status != CUZK_OK)
        return status;
    trace->history = trace->history_pages.bytes;
    for (uint32_t i = 0; i < CUZK_TRACE_RINGS; i++)
        if ((status = cuzk_trace_ring_init(&trace->rings[i], CUZK_TRACE_RING_LOG2, err)) != CUZK_OK)
            return status;
    return CUZK_OK;
}

static void set_locks(cuzk_trace *trace)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&trace->wake_lock, NULL);
    pthread_mutex_init(&trace->drain_lock, NULL);
    pthread_cond_init(&trace->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* What a device's ring holds from before belongs to nobody. */
static void attach_devices(cuzk_trace *trace, const cuzk_trace_options *options)
{
    cuzk_trace_record dropped[BATCH];
    for (uint32_t i = 0; options->device_rings != NULL && i < trace->header->device_count; i++) {
        cuzk_trace_ring *ring = options->device_rings[i];
        trace->device_rings[i] = ring;
        if (ring == NULL)
            continue;
        while (cuzk_trace_ring_take(ring, dropped, BATCH) > 0)
            ;
        trace->lost_told[CUZK_TRACE_RINGS + i] = atomic_load(&ring->lost);
    }
}

cuzk_status cuzk_trace_create(cuzk_trace **out, const cuzk_trace_header *header, const cuzk_trace_options *options,
                              cuzk_error *err)
{
    cuzk_trace *trace = cuzk_calloc_aligned(1, sizeof *trace);
    if (trace == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a trace");
    set_locks(trace);
    trace->history_log2 = options->history_log2;
    trace->sink = options->sink;
    trace->sink_context = options->sink_context;
    cuzk_status status = allocate(trace, err);
    if (status != CUZK_OK)
        goto done;
    *trace->header = *header;
    attach_devices(trace, options);
    if (options->path != NULL &&
        (status = cuzk_trace_writer_create(&trace->writer, options->path, header, err)) != CUZK_OK)
        goto done;
    if ((status = start_thread(trace, err)) != CUZK_OK)
        goto done;
    *out = trace;
    trace = NULL;
done:
    if (trace != NULL) {
        cuzk_trace_writer_destroy(trace->writer);
        trace->writer = NULL;
    }
    cuzk_trace_destroy(trace);
    return status;
}

cuzk_status cuzk_trace_finish(cuzk_trace *trace, cuzk_error *err)
{
    stop_thread(trace);
    if (trace->history == NULL || trace->rings[CUZK_TRACE_RINGS - 1].slots == NULL)
        return CUZK_OK;
    cuzk_trace_drain(trace);
    if (trace->writer != NULL && trace->file_status == CUZK_OK)
        trace->file_status = cuzk_trace_writer_commit(trace->writer, &trace->file_error);
    cuzk_trace_writer_destroy(trace->writer);
    trace->writer = NULL;
    if (trace->file_status != CUZK_OK && err != NULL)
        *err = trace->file_error;
    return trace->file_status;
}

void cuzk_trace_destroy(cuzk_trace *trace)
{
    if (trace == NULL)
        return;
    (void)cuzk_trace_finish(trace, NULL);
    for (uint32_t i = 0; i < CUZK_TRACE_RINGS; i++)
        cuzk_trace_ring_clear(&trace->rings[i]);
    pthread_cond_destroy(&trace->wake);
    pthread_mutex_destroy(&trace->drain_lock);
    pthread_mutex_destroy(&trace->wake_lock);
    cuzk_pages_free(&trace->history_pages);
    free(trace->header);
    free(trace);
}

/* ---- History ---- */

cuzk_status cuzk_trace_history(cuzk_trace *trace, cuzk_trace_record **records, size_t *count, cuzk_error *err)
{
    size_t capacity = (size_t)1 << trace->history_log2, held;
    cuzk_trace_record *copy = cuzk_calloc_aligned(capacity, sizeof *copy);
    if (copy == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory to copy %zu trace records", capacity);
    pthread_mutex_lock(&trace->drain_lock);
    (void)drain_all(trace);
    held = trace->history_count < capacity ? (size_t)trace->history_count : capacity;
    size_t first = trace->history_count < capacity ? 0 : (size_t)(trace->history_count & (capacity - 1));
    memcpy(copy, &trace->history[first], (held - first < held ? held - first : held) * sizeof *copy);
    if (first > 0)
        memcpy(copy + (held - first), trace->history, first * sizeof *copy);
    pthread_mutex_unlock(&trace->drain_lock);
    *records = copy;
    *count = held;
    return CUZK_OK;
}

cuzk_status cuzk_trace_save(cuzk_trace *trace, const char *path, cuzk_error *err)
{
    cuzk_trace_record *records = NULL;
    cuzk_trace_writer *writer = NULL;
    size_t count = 0;
    cuzk_status status = cuzk_trace_history(trace, &records, &count, err);
    if (status == CUZK_OK)
        status = cuzk_trace_writer_create(&writer, path, trace->header, err);
    if (status == CUZK_OK)
        status = cuzk_trace_writer_put(writer, records, count, err);
    if (status == CUZK_OK)
        status = cuzk_trace_writer_commit(writer, err);
    cuzk_trace_writer_destroy(writer);
    free(records);
    return status;
}
