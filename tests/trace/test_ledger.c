/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle ledger against hand-made truths, and the law that busy and idle are all of the time.
 */
#include <stdlib.h>
#include <string.h>

#include "support/cmocka_all.h"
#include "support/seed.h"
#include "trace/ledger.h"

enum {
    RECORDS_MAX = 512,
    NONE = CUZK_TRACE_NO_DEVICE,
};

static cuzk_trace_record records[RECORDS_MAX];
static cuzk_trace_data data;

static void begin_trace(uint32_t devices, uint32_t lanes)
{
    memset(&data, 0, sizeof data);
    data.header.device_count = devices;
    data.header.lane_count = lanes;
    data.records = records;
}

static cuzk_trace_record *add(cuzk_trace_kind kind, uint16_t device, uint64_t begin_ns, uint64_t end_ns,
                              uint64_t value)
{
    assert_true(data.count < RECORDS_MAX);
    cuzk_trace_record *r = &records[data.count++];
    *r = (cuzk_trace_record){.time_ns = end_ns,
                             .duration_ns = end_ns - begin_ns,
                             .value = value,
                             .worker = 1,
                             .kind = (uint16_t)kind,
                             .device = device,
                             .lane = UINT16_MAX};
    return r;
}

static void event(cuzk_trace_kind kind, uint16_t device, uint64_t time_ns, uint64_t value)
{
    add(kind, device, time_ns, time_ns, value);
}

static void on_lane(cuzk_trace_record *r, uint16_t lane, uint32_t worker)
{
    r->lane = lane;
    r->worker = worker;
}

/* The ledger of device 0 over 0..1000, checked against what is expected in `cause`, the rest of the idle time having been
 * checked before. */
static uint64_t idle_of(cuzk_cause cause)
{
    cuzk_ledger ledger;
    cuzk_trace_records_sort(records, data.count);
    assert_int_equal(cuzk_ledger_make(&ledger, &data, 0, 1000, NULL), CUZK_OK);
    uint64_t total = ledger.devices[0].busy_ns, idle = ledger.devices[0].idle_ns[cause];
    for (int i = 0; i < CUZK_CAUSE_COUNT; i++)
        total += ledger.devices[0].idle_ns[i];
    assert_int_equal(total, 1000);
    cuzk_ledger_clear(&ledger);
    return idle;
}

/* ---- One cause at a time: kernels 0-400 and 600-1000, and between them what the case adds ---- */

static void kernels_around(void)
{
    begin_trace(2, 2);
    add(CUZK_TRACE_KERNEL, 0, 0, 400, CUZK_TRACE_OPERATION_MSM);
    add(CUZK_TRACE_KERNEL, 0, 600, 1000, CUZK_TRACE_OPERATION_MSM);
    add(CUZK_TRACE_KERNEL, 1, 0, 1000, CUZK_TRACE_OPERATION_MSM);
}

static void test_copies(void **state)
{
    (void)state;
    kernels_around();
    add(CUZK_TRACE_COPY_IN, 0, 300, 550, 4096); /* 300-400 is hidden behind a kernel */
    assert_int_equal(idle_of(CUZK_CAUSE_COPY_IN), 150);
    assert_int_equal(idle_of(CUZK_CAUSE_NO_WORK), 50);
    kernels_around();
    add(CUZK_TRACE_COPY_IN, 0, 400, 600, 4096 | CUZK_TRACE_PAGEABLE);
    assert_int_equal(idle_of(CUZK_CAUSE_COPY_PAGEABLE), 200);
    kernels_around();
    add(CUZK_TRACE_COPY_IN, 1, 400, 600, 4096); /* another device's copy explains nothing here */
    assert_int_equal(idle_of(CUZK_CAUSE_NO_WORK), 200);
    kernels_around();
    event(CUZK_TRACE_BLOCKED, 0, 0, CUZK_TRACE_BLOCK_NONE);
    add(CUZK_TRACE_COPY_OUT, 0, 420, 500, 64);
    assert_int_equal(idle_of(CUZK_CAUSE_COPY_OUT), 80);
}

static void test_start(void **state)
{
    (void)state;
    kernels_around();
    on_lane(add(CUZK_TRACE_START, 0, 420, 600, 0), 0, 7);
    add(CUZK_TRACE_SLOT_WAIT, 0, 420, 450, 0);
    add(CUZK_TRACE_ALLOC, 0, 450, 500, 0);
    assert_int_equal(idle_of(CUZK_CAUSE_FINALIZER), 30);
    assert_int_equal(idle_of(CUZK_CAUSE_ALLOC), 50);
    assert_int_equal(idle_of(CUZK_CAUSE_HOST_STEP), 100);
    assert_int_equal(idle_of(CUZK_CAUSE_NO_WORK), 20);
    kernels_around();
    add(CUZK_TRACE_KERNEL, 0, 500, 510, CUZK_TRACE_OPERATION_NTT | 80u << 8); /* submitted at 420 */
    assert_int_equal(idle_of(CUZK_CAUSE_DRIVER), 80);
}

static void test_dispatch(void **state)
{
    (void)state;
    kernels_around();
    add(CUZK_TRACE_ASSIGNED, 0, 410, 410, 0)->lane = 1;
    on_lane(add(CUZK_TRACE_START, 0, 530, 600, 0), 1, 7);
    assert_int_equal(idle_of(CUZK_CAUSE_DISPATCH), 120);
    assert_int_equal(idle_of(CUZK_CAUSE_HOST_STEP), 70);
    assert_int_equal(idle_of(CUZK_CAUSE_NO_WORK), 10);
}

static void test_locks(void **state)
{
    (void)state;
    kernels_around();
    on_lane(add(CUZK_TRACE_FINISH, 0, 300, 410, 0), 0, 9);
    add(CUZK_TRACE_LOCK_WAIT, NONE, 410, 590, CUZK_TRACE_LOCK_TRACKER | 5u << 8)->worker = 9;
    assert_int_equal(idle_of(CUZK_CAUSE_TRACKER_LOCK), 180);
    kernels_around(); /* a thread of device 1 that waits is no reason of device 0 */
    on_lane(add(CUZK_TRACE_FINISH, 1, 300, 410, 0), 0, 9);
    add(CUZK_TRACE_LOCK_WAIT, NONE, 410, 590, CUZK_TRACE_LOCK_TRACKER | 5u << 8)->worker = 9;
    assert_int_equal(idle_of(CUZK_CAUSE_TRACKER_LOCK), 0);
    kernels_around();
    on_lane(add(CUZK_TRACE_START, 0, 400, 600, 0), 0, 9);
    add(CUZK_TRACE_LOCK_WAIT, 0, 400, 580, CUZK_TRACE_LOCK_DEVICE | 5u << 8);
    assert_int_equal(idle_of(CUZK_CAUSE_DEVICE_LOCK), 180);
    assert_int_equal(idle_of(CUZK_CAUSE_HOST_STEP), 20);
}

static void test_finalizers(void **state)
{
    (void)state;
    kernels_around();
    event(CUZK_TRACE_BLOCKED, 0, 0, CUZK_TRACE_BLOCK_NONE);
    on_lane(add(CUZK_TRACE_START, 0, 0, 10, 0), 0, 7);
    on_lane(add(CUZK_TRACE_FINISH, 0, 500, 590, 0), 0, 9);
    assert_int_equal(idle_of(CUZK_CAUSE_FINALIZER), 190); /* 400-500 started and not finished, 500-590 finishing */
    assert_int_equal(idle_of(CUZK_CAUSE_DISPATCH), 10);   /* nobody said that the lane is free */
}

static void test_upstream(void **state)
{
    (void)state;
    const struct {
        cuzk_trace_kind kind;
        uint16_t device;
        uint64_t value;
        cuzk_cause cause;
    } cases[] = {
        {CUZK_TRACE_SYNTHESIS, NONE, 32, CUZK_CAUSE_SYNTHESIS},
        {CUZK_TRACE_KEY_LOAD, 0, 32, CUZK_CAUSE_KEY_LOAD},
        {CUZK_TRACE_KEY_LOAD, 1, 32, CUZK_CAUSE_NO_WORK},
        {CUZK_TRACE_BUDGET_WAIT, NONE, CUZK_TRACE_BUDGET_HOST, CUZK_CAUSE_BUDGET_HOST},
        {CUZK_TRACE_BUDGET_WAIT, NONE, CUZK_TRACE_BUDGET_PINNED, CUZK_CAUSE_BUDGET_PINNED},
        {CUZK_TRACE_VERIFY, 0, 0, CUZK_CAUSE_NO_WORK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kernels_around();
        add(cases[i].kind, cases[i].device, 390, 610, cases[i].value);
        assert_int_equal(idle_of(cases[i].cause), 200);
    }
}

static void test_blocks_and_faults(void **state)
{
    (void)state;
    kernels_around();
    event(CUZK_TRACE_BLOCKED, 0, 450, CUZK_TRACE_BLOCK_VRAM);
    event(CUZK_TRACE_BLOCKED, 0, 520, CUZK_TRACE_BLOCK_UNUSABLE);
    assert_int_equal(idle_of(CUZK_CAUSE_NO_WORK), 50);
    assert_int_equal(idle_of(CUZK_CAUSE_BUDGET_VRAM), 70);
    assert_int_equal(idle_of(CUZK_CAUSE_FAULT), 80);
    kernels_around();
    event(CUZK_TRACE_PAUSED, NONE, 500, 1);
    event(CUZK_TRACE_PAUSED, NONE, 700, 0);
    assert_int_equal(idle_of(CUZK_CAUSE_PAUSED), 100);
    kernels_around();
    cuzk_trace_record *failed = add(CUZK_TRACE_FINISH, 0, 380, 560, 0);
    on_lane(failed, 0, 9);
    failed->status = CUZK_E_DEVICE;
    assert_int_equal(idle_of(CUZK_CAUSE_FAULT), 160);
}

static void test_no_kernels_recorded(void **state)
{
    (void)state;
    cuzk_ledger ledger;
    begin_trace(1, 1);
    on_lane(add(CUZK_TRACE_START, 0, 100, 200, 0), 0, 7);
    on_lane(add(CUZK_TRACE_FINISH, 0, 300, 500, 0), 0, 9);
    add(CUZK_TRACE_HOST_STEP, 0, 450, 500, 0);
    cuzk_trace_records_sort(records, data.count);
    assert_int_equal(cuzk_ledger_make(&ledger, &data, 0, 1000, NULL), CUZK_OK);
    assert_true(ledger.devices[0].from_phases);
    assert_int_equal(ledger.devices[0].busy_ns, 250);
    cuzk_ledger_clear(&ledger);
}

static void test_series_and_windows(void **state)
{
    (void)state;
    cuzk_ledger ledger;
    double series[3];
    kernels_around();
    cuzk_trace_records_sort(records, data.count);
    assert_int_equal(cuzk_ledger_make(&ledger, &data, 300, 1000, NULL), CUZK_OK);
    assert_int_equal(ledger.devices[0].busy_ns, 500);
    assert_int_equal(cuzk_ledger_series_count(&ledger, 300), 3); /* 300-600, 600-900, 900-1000 */
    cuzk_ledger_series(&ledger, 0, 300, series, 3);
    assert_true(series[0] > 0.3333 && series[0] < 0.3334);
    assert_true(series[1] == 1.0 && series[2] == 1.0);
    assert_int_equal(ledger.devices[0].piece_count, 1);
    assert_int_equal(ledger.devices[0].pieces[0].begin_ns, 400);
    assert_int_equal(ledger.devices[0].pieces[0].end_ns, 600);
    cuzk_ledger_clear(&ledger);
    assert_int_equal(cuzk_ledger_make(&ledger, &data, 5, 5, NULL), CUZK_E_ARGUMENT);
}

/* ---- Whatever the records are ---- */

static void add_random(test_random *random)
{
    uint64_t end_ns = test_random_below(random, 1200), length_ns = test_random_below(random, 300);
    cuzk_trace_kind kind = (cuzk_trace_kind)(1 + test_random_below(random, CUZK_TRACE_KIND_COUNT - 1));
    uint16_t device = (uint16_t)test_random_below(random, 3);
    cuzk_trace_record *r =
        add(kind, device == 2 ? NONE : device, end_ns - (length_ns < end_ns ? length_ns : end_ns), end_ns,
            test_random_below(random, 1 << 16));
    r->lane = (uint16_t)test_random_below(random, 3);
    r->worker = (uint32_t)test_random_below(random, 4);
    r->status = test_random_below(random, 4) == 0 ? CUZK_E_DEVICE : CUZK_OK;
}

/* Time covered by the kernels of a device, counted ns by ns. */
static uint64_t busy_slowly(uint16_t device, uint64_t from_ns, uint64_t until_ns)
{
    uint64_t busy = 0;
    for (uint64_t t = from_ns; t < until_ns; t++)
        for (size_t i = 0; i < data.count; i++)
            if (records[i].kind == CUZK_TRACE_KERNEL && records[i].device == device &&
                trace_record_begin_ns(&records[i]) <= t && t < records[i].time_ns) {
                busy++;
                break;
            }
    return busy;
}

static void check_law(uint64_t from_ns, uint64_t until_ns)
{
    cuzk_ledger ledger;
    assert_int_equal(cuzk_ledger_make(&ledger, &data, from_ns, until_ns, NULL), CUZK_OK);
    for (uint16_t i = 0; i < 2; i++) {
        const cuzk_ledger_device *device = &ledger.devices[i];
        uint64_t idle = 0, pieces = 0, at_ns = from_ns;
        for (int k = 0; k < CUZK_CAUSE_COUNT; k++)
            idle += device->idle_ns[k];
        for (size_t k = 0; k < device->piece_count; k++) {
            assert_true(device->pieces[k].begin_ns >= at_ns &&
                        device->pieces[k].end_ns > device->pieces[k].begin_ns);
            at_ns = device->pieces[k].end_ns;
            pieces += at_ns - device->pieces[k].begin_ns;
        }
        assert_true(at_ns <= until_ns);
        assert_int_equal(pieces, idle);
        assert_int_equal(device->busy_ns + idle, until_ns - from_ns);
        if (!device->from_phases)
            assert_int_equal(device->busy_ns, busy_slowly(i, from_ns, until_ns));
    }
    cuzk_ledger_clear(&ledger);
}

static void test_busy_and_idle_are_all(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "busy_and_idle_are_all");
    for (uint64_t n = test_iterations(200); n > 0; n--) {
        begin_trace(2, 2);
        uint64_t count = 1 + test_random_below(&random, 60), from_ns = test_random_below(&random, 600);
        for (uint64_t i = 0; i < count; i++)
            add_random(&random);
        cuzk_trace_records_sort(records, data.count);
        check_law(from_ns, from_ns + 1 + test_random_below(&random, 900));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_dispatch),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_finalizers),
        cmocka_unit_test(test_upstream),
        cmocka_unit_test(test_blocks_and_faults),
        cmocka_unit_test(test_no_kernels_recorded),
        cmocka_unit_test(test_series_and_windows),
        cmocka_unit_test(test_busy_and_idle_are_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
