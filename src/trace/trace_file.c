/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace files: 64 bytes of header, 160 bytes a device, 48 bytes a record. Little-endian throughout.
 */
#include "trace/trace_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

enum {
    HEADER_BYTES = 64,
    DEVICE_BYTES = 160,
    RECORD_BYTES = 48,
    VERSION = 1,
    CHUNK = 256,
};

static const char magic[8] = "cuzktrc\n";

static void put_u64(uint8_t *out, uint64_t value, int size_bytes)
{
    for (int i = 0; i < size_bytes; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get_u64(const uint8_t *in, int size_bytes)
{
    uint64_t value = 0;
    for (int i = size_bytes - 1; i >= 0; i--)
        value = value << 8 | in[i];
    return value;
}

static void record_encode(uint8_t *out, const cuzk_trace_record *r)
{
    put_u64(out, r->time_ns, 8);
    put_u64(out + 8, r->job, 8);
    put_u64(out + 16, r->duration_ns, 8);
    put_u64(out + 24, r->value, 8);
    put_u64(out + 32, r->partition, 4);
    put_u64(out + 36, r->worker, 4);
    put_u64(out + 40, r->kind, 2);
    put_u64(out + 42, r->device, 2);
    put_u64(out + 44, r->lane, 2);
    out[46] = r->attempt;
    out[47] = r->status;
}

static void record_decode(cuzk_trace_record *out, const uint8_t *in)
{
    out->time_ns = get_u64(in, 8);
    out->job = get_u64(in + 8, 8);
    out->duration_ns = get_u64(in + 16, 8);
    out->value = get_u64(in + 24, 8);
    out->partition = (uint32_t)get_u64(in + 32, 4);
    out->worker = (uint32_t)get_u64(in + 36, 4);
    out->kind = (uint16_t)get_u64(in + 40, 2);
    out->device = (uint16_t)get_u64(in + 42, 2);
    out->lane = (uint16_t)get_u64(in + 44, 2);
    out->attempt = in[46];
    out->status = in[47];
}

/* ---- Writing ---- */

struct cuzk_trace_writer {
    cuzk_output_file *file;
};

static cuzk_status write_header(cuzk_output_file *file, const cuzk_trace_header *header, cuzk_error *err)
{
    uint8_t bytes[HEADER_BYTES] = {0};
    memcpy(bytes, magic, sizeof magic);
    put_u64(bytes + 8, VERSION, 4);
    put_u64(bytes + 12, RECORD_BYTES, 4);
    put_u64(bytes + 16, header->started_ns, 8);
    put_u64(bytes + 24, header->started_unix_ns, 8);
    put_u64(bytes + 32, header->device_count, 4);
    put_u64(bytes + 36, header->lane_count, 4);
    cuzk_status status = cuzk_output_file_append(file, bytes, sizeof bytes, err);
    for (uint32_t i = 0; i < header->device_count && status == CUZK_OK; i++) {
        uint8_t device[DEVICE_BYTES] = {0};
        memcpy(device, header->devices[i].backend, sizeof header->devices[i].backend);
        memcpy(device + 16, header->devices[i].name, sizeof header->devices[i].name);
        put_u64(device + 144, header->devices[i].memory_bytes, 8);
        status = cuzk_output_file_append(file, device, sizeof device, err);
    }
    return status;
}

cuzk_status cuzk_trace_writer_create(cuzk_trace_writer **out, const char *path, const cuzk_trace_header *header,
                                     cuzk_error *err)
{
    cuzk_trace_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory to write %s", path);
    cuzk_status status = cuzk_output_file_create(&writer->file, path, err);
    if (status == CUZK_OK)
        status = write_header(writer->file, header, err);
    if (status != CUZK_OK) {
        cuzk_trace_writer_destroy(writer);
        return status;
    }
    *out = writer;
    return CUZK_OK;
}

cuzk_status cuzk_trace_writer_put(cuzk_trace_writer *writer, const cuzk_trace_record *records, size_t count,
                                  cuzk_error *err)
{
    uint8_t bytes[CHUNK * RECORD_BYTES];
    cuzk_status status = CUZK_OK;
    for (size_t done = 0; done < count && status == CUZK_OK;) {
        size_t now = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < now; i++)
            record_encode(bytes + i * RECORD_BYTES, &records[done + i]);
        status = cuzk_output_file_append(writer->file, bytes, now * RECORD_BYTES, err);
        done += now;
    }
    return status;
}

cuzk_status cuzk_trace_writer_commit(cuzk_trace_writer *writer, cuzk_error *err)
{
    return cuzk_output_file_commit(writer->file, err);
}

void cuzk_trace_writer_destroy(cuzk_trace_writer *writer)
{
    if (writer == NULL)
        return;
    cuzk_output_file_destroy(writer->file);
    free(writer);
}

/* ---- Reading ---- */

static bool is_text(const uint8_t *bytes, size_t size_bytes)
{
    size_t length = strnlen((const char *)bytes, size_bytes);
    for (size_t i = 0; i < length; i++)
        if (bytes[i] < 0x20 || bytes[i] == 0x7f)
            return false;
    return length < size_bytes;
}

static cuzk_status read_device(cuzk_trace_device *out, const cuzk_input_file *file, uint32_t i, cuzk_error *err)
{
    uint8_t bytes[DEVICE_BYTES];
    cuzk_status status =
        cuzk_input_file_read(file, bytes, HEADER_BYTES + (uint64_t)i * DEVICE_BYTES, sizeof bytes, err);
    if (status != CUZK_OK)
        return status;
    if (!is_text(bytes, sizeof out->backend) || !is_text(bytes + 16, sizeof out->name))
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: the name of device %u is no text", file->path, i);
    memcpy(out->backend, bytes, sizeof out->backend);
    memcpy(out->name, bytes + 16, sizeof out->name);
    out->memory_bytes = get_u64(bytes + 144, 8);
    return CUZK_OK;
}

static cuzk_status read_header(cuzk_trace_header *out, const cuzk_input_file *file, cuzk_error *err)
{
    uint8_t bytes[HEADER_BYTES];
    cuzk_status status = cuzk_input_file_read(file, bytes, 0, sizeof bytes, err);
    if (status != CUZK_OK)
        return status;
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s is not a trace of cuzk", file->path);
    if (get_u64(bytes + 8, 4) != VERSION || get_u64(bytes + 12, 4) != RECORD_BYTES)
        return cuzk_error_set(
            err, CUZK_E_FORMAT, "%s: version %u with records of %u bytes; this reads version %d with %d",
            file->path, (unsigned)get_u64(bytes + 8, 4), (unsigned)get_u64(bytes + 12, 4), VERSION, RECORD_BYTES);
    out->started_ns = get_u64(bytes + 16, 8);
    out->started_unix_ns = get_u64(bytes + 24, 8);
    out->device_count = (uint32_t)get_u64(bytes + 32, 4);
    out->lane_count = (uint32_t)get_u64(bytes + 36, 4);
    if (out->device_count > CUZK_TRACE_DEVICES_MAX || out->lane_count > UINT16_MAX)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: %u devices of %u lanes; at most %d of %d", file->path,
                              out->device_count, out->lane_count, CUZK_TRACE_DEVICES_MAX, UINT16_MAX);
    for (uint32_t i = 0; i < out->device_count && status == CUZK_OK; i++)
        status = read_device(&out->devices[i], file, i, err);
    return status;
}

/* Times stay below 2^62 ns so that sums of two do not overflow. */
static cuzk_status check_record(const cuzk_trace_record *r, const cuzk_trace_header *header, const char *path,
                                uint64_t number, cuzk_error *err)
{
    if (r->time_ns >> 62 != 0)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: record %llu is beyond all time", path,
                              (unsigned long long)number);
    if (r->device != CUZK_TRACE_NO_DEVICE && r->device >= header->device_count)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: record %llu is about device %u of %u", path,
                              (unsigned long long)number, r->device, header->device_count);
    if (cuzk_trace_kind_is_step(r->kind) && r->duration_ns > r->time_ns)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: record %llu begins before time zero", path,
                              (unsigned long long)number);
    return CUZK_OK;
}

static cuzk_status read_records(cuzk_trace_data *out, const cuzk_input_file *file, uint64_t offset, cuzk_error *err)
{
    uint8_t bytes[CHUNK * RECORD_BYTES];
    uint64_t total = (file->size_bytes - offset) / RECORD_BYTES;
    cuzk_status status = CUZK_OK;
    out->records = cuzk_calloc_aligned(total > 0 ? (size_t)total : 1, sizeof *out->records);
    if (out->records == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory for %llu records", file->path,
                              (unsigned long long)total);
    for (uint64_t done = 0; done < total;) {
        uint64_t now = total - done < CHUNK ? total - done : CHUNK;
        status = cuzk_input_file_read(file, bytes, offset + done * RECORD_BYTES, (size_t)now * RECORD_BYTES, err);
        if (status != CUZK_OK)
            return status;
        for (uint64_t i = 0; i < now; i++) {
            cuzk_trace_record *record = &out->records[out->count];
            record_decode(record, bytes + i * RECORD_BYTES);
            if ((status = check_record(record, &out->header, file->path, done + i, err)) != CUZK_OK)
                return status;
            if (record->kind == CUZK_TRACE_NONE || record->kind >= CUZK_TRACE_KIND_COUNT)
                out->unknown_count++;
            else
                out->count++;
        }
        done += now;
    }
    return CUZK_OK;
}

cuzk_status cuzk_trace_data_read(cuzk_trace_data *out, const char *path, cuzk_error *err)
{
    cuzk_input_file file;
    memset(out, 0, sizeof *out);
    cuzk_status status = cuzk_input_file_open(&file, path, err);
    if (status != CUZK_OK)
        return status;
    if ((status = read_header(&out->header, &file, err)) != CUZK_OK)
        goto done;
    uint64_t offset = HEADER_BYTES + (uint64_t)out->header.device_count * DEVICE_BYTES;
    if ((file.size_bytes - offset) % RECORD_BYTES != 0) {
        status = cuzk_error_set(err, CUZK_E_FORMAT, "%s: %llu bytes of records are no multiple of %d", path,
                                (unsigned long long)(file.size_bytes - offset), RECORD_BYTES);
        goto done;
    }
    if ((status = read_records(out, &file, offset, err)) == CUZK_OK)
        cuzk_trace_records_sort(out->records, out->count);
done:
    cuzk_input_file_close(&file);
    if (status != CUZK_OK)
        cuzk_trace_data_clear(out);
    return status;
}

void cuzk_trace_data_clear(cuzk_trace_data *data)
{
    free(data->records);
    data->records = NULL;
    data->count = 0;
}

/* ---- Order ---- */

static uint64_t sort_time(const cuzk_trace_record *record)
{
    return cuzk_trace_kind_is_step(record->kind) ? trace_record_begin_ns(record) : record->time_ns;
}

static int compare(const void *a, const void *b)
{
    const cuzk_trace_record *x = a, *y = b;
    uint64_t x_ns = sort_time(x), y_ns = sort_time(y);
    if (x_ns != y_ns)
        return x_ns < y_ns ? -1 : 1;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    return x->partition < y->partition ? -1 : x->partition > y->partition;
}

void cuzk_trace_records_sort(cuzk_trace_record *records, size_t count)
{
    if (count > 1)
        qsort(records, count, sizeof *records, compare);
}
