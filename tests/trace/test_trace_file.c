/* SPDX-License-Identifier: Apache-2.0
 *
 * Trace files: what is written is read again, and what is broken is refused by name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cmocka_all.h"
#include "trace/trace_file.h"

enum {
    FILE_BYTES = 64 + 160 + 3 * 48,
    RECORD_0 = 64 + 160,
};

static char path[] = "/tmp/cuzk-trace-file-XXXXXX";

static void write_bytes(const uint8_t *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static void make(uint8_t out[FILE_BYTES])
{
    cuzk_trace_header header = {
        .started_ns = 5, .started_unix_ns = 6, .device_count = 1, .lane_count = 2, .devices[0].memory_bytes = 77};
    const cuzk_trace_record records[3] = {
        {.time_ns = 300,
         .duration_ns = 200,
         .job = 9,
         .value = 1,
         .partition = 4,
         .worker = 5,
         .kind = CUZK_TRACE_START,
         .device = 0,
         .lane = 1,
         .attempt = 2,
         .status = 3},
        {.time_ns = 50, .kind = CUZK_TRACE_BEGIN, .device = CUZK_TRACE_NO_DEVICE},
        {.time_ns = 150, .kind = CUZK_TRACE_KERNEL, .duration_ns = 10, .device = 0},
    };
    cuzk_trace_writer *writer = NULL;
    strcpy(header.devices[0].name, "a device");
    assert_int_equal(cuzk_trace_writer_create(&writer, path, &header, NULL), CUZK_OK);
    assert_int_equal(cuzk_trace_writer_put(writer, records, 3, NULL), CUZK_OK);
    assert_int_equal(cuzk_trace_writer_commit(writer, NULL), CUZK_OK);
    cuzk_trace_writer_destroy(writer);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(out, 1, FILE_BYTES, file), FILE_BYTES);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void test_written_is_read(void **state)
{
    (void)state;
    uint8_t bytes[FILE_BYTES];
    cuzk_trace_data data;
    make(bytes);
    assert_int_equal(cuzk_trace_data_read(&data, path, NULL), CUZK_OK);
    assert_int_equal(data.count, 3);
    assert_int_equal(data.header.started_unix_ns, 6);
    assert_int_equal(data.header.devices[0].memory_bytes, 77);
    assert_string_equal(data.header.devices[0].name, "a device");
    assert_int_equal(data.records[0].kind, CUZK_TRACE_BEGIN);
    assert_int_equal(data.records[1].kind, CUZK_TRACE_START); /* begins at 100, before the kernel does */
    const cuzk_trace_record *start = &data.records[1];
    assert_int_equal(start->job, 9);
    assert_int_equal(start->partition, 4);
    assert_int_equal(start->worker, 5);
    assert_int_equal(start->lane, 1);
    assert_int_equal(start->attempt, 2);
    assert_int_equal(start->status, 3);
    cuzk_trace_data_clear(&data);
}

static cuzk_status read_broken(const uint8_t *bytes, size_t count, const char *word)
{
    cuzk_trace_data data;
    cuzk_error err = {CUZK_OK, ""};
    write_bytes(bytes, count);
    cuzk_status status = cuzk_trace_data_read(&data, path, &err);
    if (status == CUZK_OK)
        cuzk_trace_data_clear(&data);
    else if (word != NULL && strstr(err.message, word) == NULL)
        fail_msg("'%s' does not tell of '%s'", err.message, word);
    return status;
}

static void test_broken_is_refused(void **state)
{
    (void)state;
    const struct {
        size_t offset;
        uint8_t value;
        const char *word;
    } cases[] = {
        {0, 'x', "not a trace"},
        {8, 2, "version 2"},
        {12, 40, "40 bytes"},
        {32, 65, "65 devices"},
        {39, 1, "lanes"},
        {64, 7, "name of device 0"},
        {RECORD_0 + 7, 0x40, "record 0 is beyond"},
        {RECORD_0 + 17, 0x40, "record 0 begins before"},
        {RECORD_0 + 42, 1, "device 1 of 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bytes[FILE_BYTES];
        make(bytes);
        bytes[cases[i].offset] = cases[i].value;
        assert_int_equal(read_broken(bytes, FILE_BYTES, cases[i].word), CUZK_E_FORMAT);
    }
}

static void test_every_cut_is_refused_or_whole(void **state)
{
    (void)state;
    uint8_t bytes[FILE_BYTES];
    make(bytes);
    for (size_t count = 0; count < FILE_BYTES; count++) {
        bool whole = count >= RECORD_0 && (count - RECORD_0) % 48 == 0;
        assert_int_equal(read_broken(bytes, count, NULL), whole ? CUZK_OK : CUZK_E_FORMAT);
    }
}

/* A later version's kinds are left out and counted. */
static void test_unknown_kinds_are_counted(void **state)
{
    (void)state;
    uint8_t bytes[FILE_BYTES];
    cuzk_trace_data data;
    make(bytes);
    bytes[RECORD_0 + 41] = 0x70;
    write_bytes(bytes, FILE_BYTES);
    assert_int_equal(cuzk_trace_data_read(&data, path, NULL), CUZK_OK);
    assert_int_equal(data.count, 2);
    assert_int_equal(data.unknown_count, 1);
    cuzk_trace_data_clear(&data);
}

static int set_up(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_is_read),
        cmocka_unit_test(test_broken_is_refused),
        cmocka_unit_test(test_every_cut_is_refused_or_whole),
        cmocka_unit_test(test_unknown_kinds_are_counted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
