/* SPDX-License-Identifier: Apache-2.0
 *
 * One pass over the lines. TIMELINE lines give times; the others give lengths, which are laid before the time of the line that
 * closes them. C++ lines name neither job nor worker: they belong to the start that returns next.
 */
#include "trace/import_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"

enum {
    LINE_MAX_BYTES = 4096,
    RECOGNIZE_BYTES = 1 << 20,
    WORKERS_MAX = 64,
    JOBS_MAX = 4096,
    FILE_MAX_BYTES = 1 << 30,
};

#define NS_PER_MS     UINT64_C(1000000)
#define MS_MAX        UINT64_C(1000000000000) /* beyond 30 years a number is nonsense */
#define NO_MS         UINT64_MAX
#define FINISH_THREAD 1000u /* threads of finalizers, by worker */

/* What a worker is at. */
typedef struct log_worker {
    bool open;
    uint64_t job;
    uint32_t partition;
    uint64_t picked_ms, started_ms, prove_ms, spawn_ms;
    uint64_t returned_ms; /* NO_MS until the start has returned */
} log_worker;

/* The C++ lines since the last start that returned. */
typedef struct log_phases {
    uint64_t prepare_ms, mutex_ms, h_ms, barrier_ms, batch_ms, tail_ms, held_ms;
    bool any;
} log_phases;

typedef struct log_reader {
    cuzk_trace_data *out;
    size_t capacity;
    char **jobs; /* names, by number less one */
    uint64_t job_count;
    log_worker workers[WORKERS_MAX];
    log_phases phases;
    uint64_t now_ms; /* of the last TIMELINE line */
    uint32_t worker_count;
    bool timeline;
} log_reader;

/* ---- Fields ---- */

/* The number after `key` and '=', with a border before the key; NO_MS if there is none. */
static uint64_t field(const char *line, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = strstr(line, key); at != NULL; at = strstr(at + 1, key)) {
        bool border = at == line || strchr(" ,{\t:", at[-1]) != NULL;
        if (!border || at[length] != '=' || at[length + 1] < '0' || at[length + 1] > '9')
            continue;
        char *end;
        double value = strtod(at + length + 1, &end);
        return value >= 0 && value < (double)MS_MAX ? (uint64_t)value : NO_MS;
    }
    return NO_MS;
}

static uint64_t or_zero(uint64_t value)
{
    return value == NO_MS ? 0 : value;
}

/* ---- Records ---- */

static cuzk_status emit(log_reader *log, const cuzk_trace_record *record, cuzk_error *err)
{
    cuzk_trace_data *data = log->out;
    if (data->count == log->capacity) {
        size_t capacity = log->capacity > 0 ? 2 * log->capacity : 1024;
        cuzk_trace_record *grown = realloc(data->records, capacity * sizeof *grown);
        if (grown == NULL)
            return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %zu records", capacity);
        data->records = grown;
        log->capacity = capacity;
    }
    data->records[data->count++] = *record;
    return CUZK_OK;
}

/* A step of a worker's partition that ended at end_ms, cut at time zero. */
static cuzk_status step(log_reader *log, cuzk_trace_kind kind, const log_worker *worker, uint32_t thread,
                        uint64_t end_ms, uint64_t length_ms, uint64_t value, cuzk_error *err)
{
    uint64_t length = length_ms < end_ms ? length_ms : end_ms;
    cuzk_trace_record record = {.time_ns = (end_ms + 1) * NS_PER_MS,
                                .duration_ns = cuzk_trace_kind_is_step(kind) ? length * NS_PER_MS : 0,
                                .job = worker != NULL ? worker->job : 0,
                                .partition = worker != NULL ? worker->partition : 0,
                                .value = value,
                                .worker = thread,
                                .kind = (uint16_t)kind,
                                .device = worker != NULL ? 0 : CUZK_TRACE_NO_DEVICE,
                                .lane = worker != NULL ? (uint16_t)(worker - log->workers) : UINT16_MAX,
                                .attempt = worker != NULL ? 1 : 0};
    return emit(log, &record, err);
}

/* ---- TIMELINE,<ms>,<event>,<job>,<detail> ---- */

static cuzk_status job_number(log_reader *log, const char *name, size_t length, uint64_t *out, cuzk_error *err)
{
    for (uint64_t i = 0; i < log->job_count; i++)
        if (strlen(log->jobs[i]) == length && memcmp(log->jobs[i], name, length) == 0) {
            *out = i + 1;
            return CUZK_OK;
        }
    if (log->job_count == JOBS_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "the log names more than %d jobs", JOBS_MAX);
    log->jobs[log->job_count] = strndup(name, length);
    if (log->jobs[log->job_count] == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a job's name");
    *out = ++log->job_count;
    cuzk_trace_record record = {.time_ns = (log->now_ms + 1) * NS_PER_MS,
                                .job = *out,
                                .kind = CUZK_TRACE_JOB_SUBMITTED,
                                .device = CUZK_TRACE_NO_DEVICE,
                                .lane = UINT16_MAX};
    return emit(log, &record, err);
}

static bool is_event(const char *event, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(event, wanted, length) == 0;
}

static cuzk_status on_synthesis_end(log_reader *log, uint64_t job, uint32_t partition, uint64_t length_ms,
                                    cuzk_error *err)
{
    cuzk_trace_record record = {.time_ns = (log->now_ms + 1) * NS_PER_MS,
                                .job = job,
                                .partition = partition,
                                .worker = 3000 + partition,
                                .kind = CUZK_TRACE_SYNTHESIS,
                                .device = CUZK_TRACE_NO_DEVICE,
                                .lane = UINT16_MAX};
    record.duration_ns = (length_ms < log->now_ms ? length_ms : log->now_ms) * NS_PER_MS;
    return emit(log, &record, err);
}

/* The finish took finish_ms before its end, if a FIN_TIMING line said so; else it begins where the start returned. */
static cuzk_status on_gpu_end(log_reader *log, log_worker *worker, cuzk_error *err)
{
    uint32_t thread = (uint32_t)(worker - log->workers) + FINISH_THREAD;
    cuzk_status status = CUZK_OK;
    if (!worker->open)
        return CUZK_OK;
    if (worker->returned_ms == NO_MS) { /* no GPU_TIMING lines: all of it is the start */
        uint32_t own = (uint32_t)(worker - log->workers) + 1;
        status = step(log, CUZK_TRACE_START, worker, own, log->now_ms, log->now_ms - worker->started_ms, 0, err);
        worker->returned_ms = log->now_ms;
    }
    if (status == CUZK_OK)
        status =
            step(log, CUZK_TRACE_FINISH, worker, thread, log->now_ms, log->now_ms - worker->returned_ms, 0, err);
    cuzk_trace_record ended = {.time_ns = (log->now_ms + 1) * NS_PER_MS,
                               .job = worker->job,
                               .partition = worker->partition,
                               .kind = CUZK_TRACE_PARTITION_ENDED,
                               .value = 4,
                               .device = CUZK_TRACE_NO_DEVICE,
                               .lane = UINT16_MAX};
    worker->open = false;
    return status == CUZK_OK ? emit(log, &ended, err) : status;
}

/* The worker that the detail names, or the one that has the partition. */
static log_worker *worker_of(log_reader *log, const char *detail, uint64_t job, uint32_t partition)
{
    uint64_t number = field(detail, "worker");
    if (number < WORKERS_MAX) {
        if (number + 1 > log->worker_count)
            log->worker_count = (uint32_t)number + 1;
        return &log->workers[number];
    }
    for (uint32_t i = 0; i < log->worker_count; i++)
        if (log->workers[i].open && log->workers[i].job == job && log->workers[i].partition == partition)
            return &log->workers[i];
    return NULL;
}

static cuzk_status on_worker_event(log_reader *log, const char *event, size_t length, uint64_t job,
                                   const char *detail, cuzk_error *err)
{
    uint32_t partition = (uint32_t)or_zero(field(detail, "partition"));
    log_worker *worker = worker_of(log, detail, job, partition);
    if (worker == NULL)
        return CUZK_OK;
    if (is_event(event, length, "GPU_PICKUP")) {
        *worker = (log_worker){true, job, partition, log->now_ms, log->now_ms, 0, 0, NO_MS};
        return step(log, CUZK_TRACE_ASSIGNED, worker, (uint32_t)(worker - log->workers) + 1, log->now_ms, 0, 0,
                    err);
    }
    if (is_event(event, length, "GPU_START") && worker->open)
        worker->started_ms = log->now_ms;
    if (is_event(event, length, "GPU_END"))
        return on_gpu_end(log, worker, err);
    return CUZK_OK;
}

static cuzk_status on_timeline(log_reader *log, const char *line, cuzk_error *err)
{
    char *end;
    uint64_t ms = strtoull(line, &end, 10), job = 0;
    if (end == line || *end != ',' || ms >= MS_MAX)
        goto nonsense;
    const char *event = end + 1, *event_end = strchr(event, ',');
    if (event_end == NULL)
        goto nonsense;
    const char *name = event_end + 1, *name_end = strchr(name, ',');
    const char *detail = name_end != NULL ? name_end + 1 : "";
    size_t length = (size_t)(event_end - event),
           name_length = name_end != NULL ? (size_t)(name_end - name) : strlen(name);
    if (ms > log->now_ms)
        log->now_ms = ms;
    log->timeline = true;
    cuzk_status status = job_number(log, name, name_length, &job, err);
    if (status != CUZK_OK)
        return status;
    uint32_t partition = (uint32_t)or_zero(field(detail, "partition"));
    if (is_event(event, length, "SYNTH_END"))
        return on_synthesis_end(log, job, partition, or_zero(field(detail, "synth_ms")), err);
    if (is_event(event, length, "GPU_QUEUE")) {
        cuzk_trace_record ready = {.time_ns = (log->now_ms + 1) * NS_PER_MS,
                                   .job = job,
                                   .partition = partition,
                                   .kind = CUZK_TRACE_READY,
                                   .device = CUZK_TRACE_NO_DEVICE,
                                   .lane = UINT16_MAX};
        return emit(log, &ready, err);
    }
    return on_worker_event(log, event, length, job, detail, err);
nonsense:
    log->out->unknown_count++;
    return CUZK_OK;
}

/* ---- GPU_TIMING: the start has returned ---- */

/* In the order in which the original does them: preparation, the lock, then under it H, the wait for the other thread's
 * preparation, the batch additions and the tail sums. H and the sums are kernels (and, with pageable vectors, copies: its lines
 * do not tell them apart). */
static cuzk_status emit_phases(log_reader *log, const log_worker *worker, uint64_t end_ms, cuzk_error *err)
{
    const log_phases *p = &log->phases;
    uint32_t thread = (uint32_t)(worker - log->workers) + 1;
    uint64_t at_ms = end_ms;
    cuzk_status status =
        step(log, CUZK_TRACE_KERNEL, worker, thread, at_ms, p->tail_ms, CUZK_TRACE_OPERATION_MSM, err);
    at_ms -= p->tail_ms < at_ms ? p->tail_ms : at_ms;
    if (status == CUZK_OK)
        status = step(log, CUZK_TRACE_KERNEL, worker, thread, at_ms, p->batch_ms, CUZK_TRACE_OPERATION_MSM, err);
    at_ms -= p->batch_ms < at_ms ? p->batch_ms : at_ms;
    if (status == CUZK_OK && p->barrier_ms > 0)
        status = step(log, CUZK_TRACE_HOST_STEP, worker, thread, at_ms, p->barrier_ms, 0, err);
    at_ms -= p->barrier_ms < at_ms ? p->barrier_ms : at_ms;
    if (status == CUZK_OK)
        status = step(log, CUZK_TRACE_KERNEL, worker, thread, at_ms, p->h_ms, CUZK_TRACE_OPERATION_H_SCALARS, err);
    at_ms -= p->h_ms < at_ms ? p->h_ms : at_ms;
    if (status == CUZK_OK && p->mutex_ms > 0)
        status = step(log, CUZK_TRACE_LOCK_WAIT, worker, thread, at_ms, p->mutex_ms, CUZK_TRACE_LOCK_DEVICE, err);
    return status;
}

static cuzk_status on_gpu_timing(log_reader *log, const char *line, cuzk_error *err)
{
    uint64_t number = field(line, "worker_id");
    if (number >= WORKERS_MAX || !log->workers[number].open)
        return CUZK_OK;
    log_worker *worker = &log->workers[number];
    uint64_t prove_ms = field(line, "prove_start_ms"), spawn_ms = field(line, "spawn_to_enter_ms");
    if (prove_ms != NO_MS)
        worker->prove_ms = prove_ms;
    if (spawn_ms != NO_MS)
        worker->spawn_ms = spawn_ms;
    if (field(line, "spawn_blocking_wall_ms") == NO_MS)
        return CUZK_OK;
    uint64_t end_ms = worker->started_ms + worker->spawn_ms + worker->prove_ms;
    worker->returned_ms = end_ms;
    if (end_ms > log->now_ms)
        log->now_ms = end_ms;
    cuzk_status status =
        step(log, CUZK_TRACE_START, worker, (uint32_t)number + 1, end_ms, worker->prove_ms, 0, err);
    if (status == CUZK_OK && log->phases.any)
        status = emit_phases(log, worker, end_ms, err);
    log->phases = (log_phases){0};
    return status;
}

/* ---- FIN_TIMING and CUZK_TIMING ---- */

static cuzk_status on_fin_timing(log_reader *log, const char *line, cuzk_error *err)
{
    uint64_t trim_ms = field(line, "malloc_trim_ms"), wait_ms = field(line, "lock_wait_ms");
    uint64_t number = or_zero(field(line, "worker_id"));
    uint32_t thread = FINISH_THREAD + (uint32_t)(number < WORKERS_MAX ? number : 0);
    cuzk_status status = CUZK_OK;
    if (trim_ms != NO_MS && trim_ms > 0)
        status = step(log, CUZK_TRACE_TRIM, NULL, thread, log->now_ms, trim_ms, 0, err);
    if (status == CUZK_OK && wait_ms != NO_MS && wait_ms > 0) {
        uint64_t end_ms = log->now_ms, after_ms = or_zero(field(line, "process_ms"));
        end_ms -= after_ms < end_ms ? after_ms : end_ms;
        status = step(log, CUZK_TRACE_LOCK_WAIT, NULL, thread, end_ms, wait_ms, CUZK_TRACE_LOCK_TRACKER, err);
    }
    return status;
}

static void take(uint64_t *out, log_phases *phases, const char *line, const char *key)
{
    uint64_t value = field(line, key);
    if (value == NO_MS)
        return;
    *out = value;
    phases->any = true;
}

static void on_cuzk_timing(log_reader *log, const char *line)
{
    log_phases *p = &log->phases;
    take(&p->prepare_ms, p, line, "pre_lock_cpu_ms");
    take(&p->mutex_ms, p, line, "mutex_wait_ms");
    take(&p->h_ms, p, line, "ntt_msm_h_ms");
    take(&p->barrier_ms, p, line, "barrier_wait_ms");
    take(&p->batch_ms, p, line, "batch_add_ms");
    take(&p->tail_ms, p, line, "tail_msm_ms");
    take(&p->held_ms, p, line, "mutex_held_ms");
}

static cuzk_status on_line(log_reader *log, const char *line, cuzk_error *err)
{
    const char *at;
    if ((at = strstr(line, "TIMELINE,")) != NULL)
        return on_timeline(log, at + 9, err);
    if ((at = strstr(line, "GPU_TIMING")) != NULL)
        return on_gpu_timing(log, at, err);
    if ((at = strstr(line, "FIN_TIMING")) != NULL)
        return on_fin_timing(log, at, err);
    if ((at = strstr(line, "CUZK_TIMING")) != NULL)
        on_cuzk_timing(log, at);
    return CUZK_OK;
}

/* ---- Files ---- */

static bool names_something(const char *text)
{
    return strstr(text, "TIMELINE,") != NULL || strstr(text, "GPU_TIMING") != NULL ||
           strstr(text, "FIN_TIMING") != NULL || strstr(text, "CUZK_TIMING") != NULL;
}

/* Zero bytes become spaces: a log is text. */
static cuzk_status read_text(char **out, const cuzk_input_file *file, uint64_t size_bytes, cuzk_error *err)
{
    char *text = malloc((size_t)size_bytes + 1);
    if (text == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory for %" PRIu64 " bytes", file->path, size_bytes);
    cuzk_status status = cuzk_input_file_read(file, text, 0, (size_t)size_bytes, err);
    if (status != CUZK_OK) {
        free(text);
        return status;
    }
    for (uint64_t i = 0; i < size_bytes; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    text[size_bytes] = '\0';
    *out = text;
    return CUZK_OK;
}

cuzk_status cuzk_trace_log_recognize(bool *out, const char *path, cuzk_error *err)
{
    cuzk_input_file file;
    char *text = NULL;
    cuzk_status status = cuzk_input_file_open(&file, path, err);
    if (status != CUZK_OK)
        return status;
    uint64_t size_bytes = file.size_bytes < RECOGNIZE_BYTES ? file.size_bytes : RECOGNIZE_BYTES;
    status = read_text(&text, &file, size_bytes, err);
    if (status == CUZK_OK)
        *out = strncmp(text, "cuzktrc\n", 8) != 0 && names_something(text);
    free(text);
    cuzk_input_file_close(&file);
    return status;
}

static cuzk_status read_lines(log_reader *log, char *text, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    for (char *line = text, *next; line != NULL && status == CUZK_OK; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (strlen(line) >= LINE_MAX_BYTES)
            log->out->unknown_count++;
        else
            status = on_line(log, line, err);
    }
    return status;
}

static void describe(log_reader *log)
{
    cuzk_trace_header *header = &log->out->header;
    header->device_count = 1;
    header->lane_count = log->worker_count > 0 ? log->worker_count : 1;
    snprintf(header->devices[0].backend, sizeof header->devices[0].backend, "log");
    snprintf(header->devices[0].name, sizeof header->devices[0].name, "all GPUs of the log");
}

/* All lanes are taken from a pickup to the end when every worker has one; the original has no such line. */
static cuzk_status add_blocks(log_reader *log, cuzk_error *err)
{
    cuzk_trace_data *data = log->out;
    uint32_t taken = 0;
    size_t count = data->count;
    cuzk_trace_records_sort(data->records, count);
    for (size_t i = 0; i < count; i++) {
        cuzk_trace_record r = data->records[i];
        if (r.kind != CUZK_TRACE_ASSIGNED && r.kind != CUZK_TRACE_PARTITION_ENDED)
            continue;
        taken += r.kind == CUZK_TRACE_ASSIGNED ? 1 : 0;
        taken -= r.kind == CUZK_TRACE_PARTITION_ENDED && taken > 0 ? 1 : 0;
        cuzk_trace_record block = {.time_ns = r.time_ns,
                                   .value =
                                       taken >= log->worker_count ? CUZK_TRACE_BLOCK_NONE : CUZK_TRACE_BLOCK_EMPTY,
                                   .kind = CUZK_TRACE_BLOCKED,
                                   .device = 0,
                                   .lane = UINT16_MAX};
        cuzk_status status = emit(log, &block, err);
        if (status != CUZK_OK)
            return status;
    }
    cuzk_trace_records_sort(data->records, data->count);
    return CUZK_OK;
}

cuzk_status cuzk_trace_log_read(cuzk_trace_data *out, const char *path, cuzk_error *err)
{
    cuzk_input_file file;
    char *text = NULL;
    memset(out, 0, sizeof *out);
    log_reader *log = calloc(1, sizeof *log);
    char **jobs = calloc(JOBS_MAX, sizeof *jobs);
    cuzk_status status = cuzk_input_file_open(&file, path, err);
    if (status != CUZK_OK) {
        free(log);
        free(jobs);
        return status;
    }
    if (log == NULL || jobs == NULL) {
        status = cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory to read %s", path);
        goto done;
    }
    log->out = out;
    log->jobs = jobs;
    if (file.size_bytes > FILE_MAX_BYTES) {
        status = cuzk_error_set(err, CUZK_E_TOO_LARGE, "%s: %" PRIu64 " bytes; logs up to %d are read", path,
                                file.size_bytes, FILE_MAX_BYTES);
        goto done;
    }
    if ((status = read_text(&text, &file, file.size_bytes, err)) != CUZK_OK)
        goto done;
    if ((status = read_lines(log, text, err)) != CUZK_OK)
        goto done;
    if (!log->timeline) {
        status = cuzk_error_set(err, CUZK_E_FORMAT, "%s has no TIMELINE line: nothing in it has a time", path);
        goto done;
    }
    describe(log);
    status = add_blocks(log, err);
done:
    for (uint64_t i = 0; log != NULL && i < log->job_count; i++)
        free(jobs[i]);
    free(jobs);
    free(log);
    free(text);
    cuzk_input_file_close(&file);
    if (status != CUZK_OK)
        cuzk_trace_data_clear(out);
    return status;
}
