/* SPDX-License-Identifier: Apache-2.0
 *
 * Rings and the collector: nothing is lost or torn unseen, whoever writes.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cmocka_all.h"
#include "trace/collector.h"

enum {
    WRITERS = 8,
    RECORDS = 20000, /* of each writer */
};

static cuzk_trace_record numbered(uint64_t writer, uint64_t number)
{
    cuzk_trace_record record = {.time_ns = number,
                                .job = writer,
                                .duration_ns = number ^ 0x5555,
                                .value = number * 3,
                                .partition = (uint32_t)number,
                                .kind = CUZK_TRACE_VERIFY,
                                .device = CUZK_TRACE_NO_DEVICE};
    return record;
}

/* All fields of one record are of one write. */
static void assert_whole(const cuzk_trace_record *record)
{
    assert_int_equal(record->duration_ns, record->time_ns ^ 0x5555);
    assert_int_equal(record->value, record->time_ns * 3);
    assert_int_equal(record->partition, (uint32_t)record->time_ns);
}

static void test_full_ring_drops_and_counts(void **state)
{
    (void)state;
    cuzk_trace_ring ring;
    cuzk_trace_record out[16];
    assert_int_equal(cuzk_trace_ring_init(&ring, 3, NULL), CUZK_OK);
    for (uint64_t lap = 0; lap < 5; lap++) {
        for (uint64_t i = 0; i < 11; i++) {
            cuzk_trace_record record = numbered(0, lap * 100 + i);
            assert_int_equal(cuzk_trace_ring_put(&ring, &record), i < 8);
        }
        assert_int_equal(atomic_load(&ring.lost), (lap + 1) * 3);
        assert_int_equal(cuzk_trace_ring_take(&ring, out, 3), 3);
        assert_int_equal(cuzk_trace_ring_take(&ring, out + 3, 13), 5);
        assert_int_equal(cuzk_trace_ring_take(&ring, out, 1), 0);
        for (uint64_t i = 3; i < 8; i++)
            assert_int_equal(out[i].time_ns, lap * 100 + i);
    }
    cuzk_trace_ring_clear(&ring);
}

/* ---- Many writers, one collector ---- */

typedef struct tally {
    uint64_t seen[WRITERS], next[WRITERS], lost, ends;
} tally;

static void count(void *context, const cuzk_trace_record *records, size_t n)
{
    tally *t = context;
    for (size_t i = 0; i < n; i++) {
        if (records[i].kind == CUZK_TRACE_LOST) {
            t->lost += records[i].value;
            continue;
        }
        assert_whole(&records[i]);
        assert_true(records[i].job < WRITERS);
        assert_true(records[i].time_ns >= t->next[records[i].job]); /* of one thread: in order */
        assert_int_not_equal(records[i].worker, 0);
        t->next[records[i].job] = records[i].time_ns + 1;
        t->seen[records[i].job]++;
    }
}

typedef struct writer {
    cuzk_trace *trace;
    uint64_t number;
} writer;

static void *write_records(void *argument)
{
    const writer *w = argument;
    for (uint64_t i = 0; i < RECORDS; i++) {
        cuzk_trace_record record = numbered(w->number, i);
        cuzk_trace_put(w->trace, &record);
    }
    return NULL;
}

static void test_many_writers(void **state)
{
    (void)state;
    static tally t;
    cuzk_trace_header header = {.started_ns = 1, .lane_count = 1};
    cuzk_trace_options options = {.history_log2 = 10, .sink = count, .sink_context = &t};
    cuzk_trace *trace = NULL;
    pthread_t threads[WRITERS];
    writer writers[WRITERS];
    assert_int_equal(cuzk_trace_create(&trace, &header, &options, NULL), CUZK_OK);
    for (uint64_t i = 0; i < WRITERS; i++) {
        writers[i] = (writer){trace, i};
        assert_int_equal(pthread_create(&threads[i], NULL, write_records, &writers[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    cuzk_trace_drain(trace);
    uint64_t seen = 0;
    for (int i = 0; i < WRITERS; i++)
        seen += t.seen[i];
    assert_int_equal(seen + t.lost, (uint64_t)WRITERS * RECORDS);
    assert_true(seen >= (uint64_t)1 << CUZK_TRACE_RING_LOG2);

    cuzk_trace_record *records = NULL;
    size_t held = 0;
    assert_int_equal(cuzk_trace_history(trace, &records, &held, NULL), CUZK_OK);
    assert_int_equal(held, 1 << 10);
    free(records);
    cuzk_trace_destroy(trace);
}

/* ---- The file of a whole run ---- */

static void test_file_of_a_run(void **state)
{
    (void)state;
    char path[] = "/tmp/cuzk-trace-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    cuzk_trace_ring ring, *rings[1] = {&ring};
    assert_int_equal(cuzk_trace_ring_init(&ring, 6, NULL), CUZK_OK);
    cuzk_trace_record stale = numbered(7, 7), late = numbered(3, 60);
    assert_true(cuzk_trace_ring_put(&ring, &stale)); /* from before: belongs to nobody */

    cuzk_trace_header header = {.started_ns = 1, .device_count = 1, .lane_count = 2};
    strcpy(header.devices[0].backend, "sim");
    cuzk_trace_options options = {.path = path, .history_log2 = 4, .device_rings = rings};
    cuzk_trace *trace = NULL;
    assert_int_equal(cuzk_trace_create(&trace, &header, &options, NULL), CUZK_OK);
    late.duration_ns = 10;
    assert_true(cuzk_trace_ring_put(&ring, &late));
    for (uint64_t i = 0; i < 40; i++) {
        cuzk_trace_record record = {.time_ns = 100 - i, .kind = CUZK_TRACE_READY, .device = CUZK_TRACE_NO_DEVICE};
        cuzk_trace_put(trace, &record);
    }
    assert_int_equal(cuzk_trace_finish(trace, NULL), CUZK_OK);
    cuzk_trace_destroy(trace);

    cuzk_trace_data data;
    assert_int_equal(cuzk_trace_data_read(&data, path, NULL), CUZK_OK);
    assert_int_equal(data.count, 41); /* all of them, though the history holds 16 */
    assert_string_equal(data.header.devices[0].backend, "sim");
    assert_int_equal(data.records[0].kind, CUZK_TRACE_VERIFY); /* begins at 50 */
    assert_int_equal(data.records[0].device, 0);
    for (size_t i = 2; i < data.count; i++)
        assert_true(data.records[i].time_ns >= data.records[i - 1].time_ns);
    cuzk_trace_data_clear(&data);
    cuzk_trace_ring_clear(&ring);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_ring_drops_and_counts),
        cmocka_unit_test(test_many_writers),
        cmocka_unit_test(test_file_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
