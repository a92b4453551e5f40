/* SPDX-License-Identifier: Apache-2.0
 *
 * Where records go: rings that all threads write to, and one thread that drains them into a history of the last
 * records, a file if one is wanted, and a sink.
 */
#ifndef CUZK_TRACE_COLLECTOR_H
#define CUZK_TRACE_COLLECTOR_H

#include "trace/ring.h"
#include "trace/trace_file.h"

typedef struct cuzk_trace cuzk_trace;

enum {
    CUZK_TRACE_RINGS = 16, /* threads share them by their number */
    CUZK_TRACE_RING_LOG2 = 13,
};

/* Is given every record once, in batches, by the draining thread, with no lock held that writers take. May be NULL. */
typedef void cuzk_trace_sink(void *context, const cuzk_trace_record *records, size_t count);

typedef struct cuzk_trace_options {
    const char *path; /* every record goes to this file, which is there once the trace is destroyed; NULL: none */
    uint32_t history_log2;
    cuzk_trace_sink *sink;
    void *sink_context;
    /* Rings of the devices, borrowed; whose records are about device i. NULL entries: none. */
    cuzk_trace_ring *const *device_rings;
} cuzk_trace_options;

/* `header` says what the trace is of; copied. Starts the draining thread. */
cuzk_status cuzk_trace_create(cuzk_trace **out, const cuzk_trace_header *header, const cuzk_trace_options *options,
                              cuzk_error *err);

/* Drains for the last time, completes the file, ends the thread. Writers must have stopped. NULL is fine. A failure of
 * the file is lost unless cuzk_trace_finish was called before. */
void cuzk_trace_destroy(cuzk_trace *trace);
cuzk_status cuzk_trace_finish(cuzk_trace *trace, cuzk_error *err);

/* Any thread; fills in the worker. Below 100 ns: bench/trace.c. */
void cuzk_trace_put(cuzk_trace *trace, const cuzk_trace_record *record);

/* Drains now. Writes the history to a file, whole or not at all. */
cuzk_status cuzk_trace_save(cuzk_trace *trace, const char *path, cuzk_error *err);

/* Drains now and copies the last records out, oldest first; *records is to be freed. */
cuzk_status cuzk_trace_history(cuzk_trace *trace, cuzk_trace_record **records, size_t *count, cuzk_error *err);

/* Drains now: what was written before the call has reached history, file and sink. */
void cuzk_trace_drain(cuzk_trace *trace);

#endif
