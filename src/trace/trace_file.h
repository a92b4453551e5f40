/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace files: docs/formats/trace.md.
 */
#ifndef CUZK_TRACE_TRACE_FILE_H
#define CUZK_TRACE_TRACE_FILE_H

#include <stddef.h>

#include <cuzk/status.h>

#include "trace/record.h"

enum {
    CUZK_TRACE_DEVICES_MAX = 64,
};

typedef struct cuzk_trace_device {
    char backend[16], name[128];
    uint64_t memory_bytes;
} cuzk_trace_device;

typedef struct cuzk_trace_header {
    uint64_t started_ns;      /* monotonic clock */
    uint64_t started_unix_ns; /* the same moment in the world's time */
    uint32_t device_count, lane_count;
    cuzk_trace_device devices[CUZK_TRACE_DEVICES_MAX];
} cuzk_trace_header;

typedef struct cuzk_trace_writer cuzk_trace_writer;
cuzk_status cuzk_trace_writer_create(cuzk_trace_writer **out, const char *path, const cuzk_trace_header *header,
                                     cuzk_error *err);
cuzk_status cuzk_trace_writer_put(cuzk_trace_writer *writer, const cuzk_trace_record *records, size_t count,
                                  cuzk_error *err);
cuzk_status cuzk_trace_writer_commit(cuzk_trace_writer *writer, cuzk_error *err);
void cuzk_trace_writer_destroy(cuzk_trace_writer *writer); /* without commit, no file is left */

/* A whole trace in memory, sorted by begin of step or time of event. */
typedef struct cuzk_trace_data {
    cuzk_trace_header header;
    cuzk_trace_record *records;
    size_t count;
    uint64_t unknown_count; /* records of kinds that this version does not know; left out */
} cuzk_trace_data;

/* Every number is checked: kinds, devices, times that would be before zero. Errors: CUZK_E_FORMAT with the record, those
 * of opening a file, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_trace_data_read(cuzk_trace_data *out, const char *path, cuzk_error *err);
void cuzk_trace_data_clear(cuzk_trace_data *data);

/* Sorts, as read does: for records that came another way. */
void cuzk_trace_records_sort(cuzk_trace_record *records, size_t count);

#endif
