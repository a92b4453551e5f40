/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/timeline.h"

#include <inttypes.h>
#include <string.h>

void cuzk_trace_write_csv(FILE *stream, const cuzk_trace_data *data)
{
    fputs("begin_ns,end_ns,kind,job,partition,attempt,device,lane,worker,status,value\n", stream);
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        bool step = cuzk_trace_kind_is_step(r->kind);
        fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%s,%" PRIu64 ",%u,%u,",
                step ? trace_record_begin_ns(r) : r->time_ns, r->time_ns, cuzk_trace_kind_name(r->kind), r->job,
                r->partition, r->attempt);
        if (r->device != CUZK_TRACE_NO_DEVICE)
            fprintf(stream, "%u", r->device);
        fputc(',', stream);
        if (r->lane != UINT16_MAX)
            fprintf(stream, "%u", r->lane);
        fprintf(stream, ",%u,%u,%" PRIu64 "\n", r->worker, r->status, r->value);
    }
}

/* ---- Chrome ---- */

enum {
    TRACK_KERNELS = 1,
    TRACK_COPIES = 2,
    TRACK_IDLE = 3,
    PROCESS_THREADS = 1,
    PROCESS_DEVICE = 100, /* and the device's index */
};

static double us(uint64_t ns)
{
    return (double)ns / 1e3;
}

/* Names in a trace are text without control characters; quotes and backslashes are escaped. */
static void write_quoted(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', stream);
        fputc((unsigned char)*text < 0x80 ? *text : '?', stream);
    }
    fputc('"', stream);
}

static void write_names(FILE *stream, const cuzk_trace_header *header)
{
    static const char *const tracks[] = {"", "kernels", "copies", "idle"};
    fprintf(stream, "{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"threads\"}}",
            PROCESS_THREADS);
    for (uint32_t i = 0; i < header->device_count; i++) {
        fprintf(stream,
                ",\n{\"ph\":\"M\",\"pid\":%u,\"name\":\"process_name\",\"args\":{\"name\":", PROCESS_DEVICE + i);
        write_quoted(stream, header->devices[i].name);
        fputs("}}", stream);
        for (int track = TRACK_KERNELS; track <= TRACK_IDLE; track++)
            fprintf(stream,
                    ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":\"%s\"}}",
                    PROCESS_DEVICE + i, track, tracks[track]);
    }
}

static void write_slice(FILE *stream, const char *name, unsigned process, unsigned track, uint64_t begin_ns,
                        uint64_t length_ns, const cuzk_trace_record *r)
{
    fprintf(stream, ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%.3f,\"dur\":%.3f", name,
            process, track, us(begin_ns), us(length_ns));
    if (r != NULL)
        fprintf(stream, ",\"args\":{\"job\":%" PRIu64 ",\"partition\":%u,\"attempt\":%u,\"value\":%" PRIu64 "}",
                r->job, r->partition, r->attempt, r->value);
    fputc('}', stream);
}

static void write_flow(FILE *stream, const cuzk_trace_record *r, uint64_t origin_ns)
{
    bool starts = r->kind == CUZK_TRACE_START;
    if ((!starts && r->kind != CUZK_TRACE_FINISH) || r->job == 0)
        return;
    fprintf(stream,
            ",\n{\"ph\":\"%s\",\"bp\":\"e\",\"cat\":\"proof\",\"name\":\"proof\",\"id\":\"%" PRIu64
            ".%u.%u\",\"pid\":%d,\"tid\":%u,\"ts\":%.3f}",
            starts ? "s" : "f", r->job, r->partition, r->attempt, PROCESS_THREADS, r->worker,
            us(trace_record_begin_ns(r) - origin_ns));
}

static void write_record(FILE *stream, const cuzk_trace_record *r, uint64_t origin_ns)
{
    if (!cuzk_trace_kind_is_step(r->kind)) {
        fprintf(stream,
                ",\n{\"ph\":\"i\",\"s\":\"t\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,\"ts\":%.3f,\"args\":{\"job\":"
                "%" PRIu64 ",\"partition\":%u,\"value\":%" PRIu64 "}}",
                cuzk_trace_kind_name(r->kind), PROCESS_THREADS, r->worker, us(r->time_ns - origin_ns), r->job,
                r->partition, r->value);
        return;
    }
    bool kernel = r->kind == CUZK_TRACE_KERNEL,
         copy = r->kind == CUZK_TRACE_COPY_IN || r->kind == CUZK_TRACE_COPY_OUT;
    const char *name = kernel ? cuzk_trace_operation_name(r->value & 0xff) : cuzk_trace_kind_name(r->kind);
    unsigned process = PROCESS_THREADS, track = r->worker;
    if ((kernel || copy) && r->device != CUZK_TRACE_NO_DEVICE) {
        process = PROCESS_DEVICE + r->device;
        track = kernel ? TRACK_KERNELS : TRACK_COPIES;
    }
    write_slice(stream, name, process, track, trace_record_begin_ns(r) - origin_ns, r->duration_ns, r);
    write_flow(stream, r, origin_ns);
}

static uint64_t first_ns(const cuzk_trace_data *data, const cuzk_ledger *ledger)
{
    uint64_t first = ledger->from_ns;
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        uint64_t at_ns = cuzk_trace_kind_is_step(r->kind) ? trace_record_begin_ns(r) : r->time_ns;
        if (at_ns < first)
            first = at_ns;
    }
    return first;
}

void cuzk_trace_write_chrome(FILE *stream, const cuzk_trace_data *data, const cuzk_ledger *ledger)
{
    uint64_t origin_ns = first_ns(data, ledger);
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", stream);
    write_names(stream, &data->header);
    for (size_t i = 0; i < data->count; i++)
        write_record(stream, &data->records[i], origin_ns);
    for (uint32_t i = 0; i < ledger->device_count; i++)
        for (size_t k = 0; k < ledger->devices[i].piece_count; k++) {
            const cuzk_ledger_piece *piece = &ledger->devices[i].pieces[k];
            write_slice(stream, cuzk_cause_name(piece->cause), PROCESS_DEVICE + i, TRACK_IDLE,
                        piece->begin_ns - origin_ns, piece->end_ns - piece->begin_ns, NULL);
        }
    fputs("\n]}\n", stream);
}

/* ---- Text ---- */

static const char cause_letters[CUZK_CAUSE_COUNT + 1] = ".shpvkioPxDtdfalzF?";

/* What fills most of a stretch: '#' for kernels, else the cause's letter. */
static char stretch_letter(const cuzk_ledger_device *device, uint64_t begin_ns, uint64_t end_ns, size_t *piece)
{
    uint64_t idle_ns[CUZK_CAUSE_COUNT] = {0}, idle = 0;
    while (*piece < device->piece_count && device->pieces[*piece].end_ns <= begin_ns)
        ++*piece;
    for (size_t k = *piece; k < device->piece_count && device->pieces[k].begin_ns < end_ns; k++) {
        uint64_t from = device->pieces[k].begin_ns > begin_ns ? device->pieces[k].begin_ns : begin_ns;
        uint64_t until = device->pieces[k].end_ns < end_ns ? device->pieces[k].end_ns : end_ns;
        idle_ns[device->pieces[k].cause] += until - from;
        idle += until - from;
    }
    if (2 * idle <= end_ns - begin_ns)
        return '#';
    int best = 0;
    for (int i = 1; i < CUZK_CAUSE_COUNT; i++)
        if (idle_ns[i] > idle_ns[best])
            best = i;
    return cause_letters[best];
}

static void write_device(FILE *stream, const cuzk_ledger *ledger, uint32_t i, unsigned columns)
{
    const cuzk_ledger_device *device = &ledger->devices[i];
    uint64_t length_ns = ledger->until_ns - ledger->from_ns;
    size_t piece = 0;
    for (unsigned c = 0; c < columns; c++) {
        uint64_t begin_ns = ledger->from_ns + (uint64_t)((double)length_ns * c / columns);
        uint64_t end_ns = ledger->from_ns + (uint64_t)((double)length_ns * (c + 1) / columns);
        fputc(end_ns > begin_ns ? stretch_letter(device, begin_ns, end_ns, &piece) : ' ', stream);
    }
    fputc('\n', stream);
}

void cuzk_trace_write_text(FILE *stream, const cuzk_trace_data *data, const cuzk_ledger *ledger, unsigned columns)
{
    double length_ns = (double)(ledger->until_ns - ledger->from_ns);
    fprintf(stream, "%.3f ms, %zu records; # kernels", length_ns / 1e6, data->count);
    for (int i = 0; i < CUZK_CAUSE_COUNT; i++)
        fprintf(stream, ", %c %s", cause_letters[i], cuzk_cause_name((uint32_t)i));
    fputc('\n', stream);
    for (uint32_t i = 0; i < ledger->device_count; i++) {
        const cuzk_ledger_device *device = &ledger->devices[i];
        fprintf(stream, "device %u (%s %s): busy %.1f%%%s\n", i, data->header.devices[i].backend,
                data->header.devices[i].name, 100 * (double)device->busy_ns / length_ns,
                device->from_phases ? " by phases, no kernels recorded" : "");
        write_device(stream, ledger, i, columns);
        for (int k = 0; k < CUZK_CAUSE_COUNT; k++)
            if (device->idle_ns[k] > 0)
                fprintf(stream, "  %-14s %12.3f ms %6.2f%%\n", cuzk_cause_name((uint32_t)k),
                        (double)device->idle_ns[k] / 1e6, 100 * (double)device->idle_ns[k] / length_ns);
    }
}
