/* SPDX-License-Identifier: Apache-2.0
 *
 * The fake device's clock, faults and counts. What it shares with every backend is in test_contract.c.
 */
#include <pthread.h>
#include <string.h>

#include "backend/sim/sim.h"
#include "support/cmocka_all.h"

enum { BYTES = 256 };

typedef struct rig {
    cuzk_device *device;
    const cuzk_device_ops *ops;
    cuzk_queue *queue[2];
    cuzk_event *event[3];
    cuzk_buffer *buffer;
    unsigned char host[BYTES];
} rig;

static int rig_setup(void **state)
{
    static rig r;
    memset(&r, 0, sizeof r);
    assert_int_equal(cuzk_device_open(&r.device, "sim", 0, NULL, NULL), CUZK_OK);
    r.ops = r.device->ops;
    for (int i = 0; i < 2; i++)
        assert_int_equal(r.ops->queue_create(&r.queue[i], r.device, NULL), CUZK_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(r.ops->event_create(&r.event[i], r.device, NULL), CUZK_OK);
    assert_int_equal(r.ops->buffer_create(&r.buffer, r.device, CUZK_PLACE_DEVICE, BYTES, 0, NULL), CUZK_OK);
    *state = &r;
    return 0;
}

static int rig_teardown(void **state)
{
    rig *r = *state;
    cuzk_sim_counts counts;
    for (int i = 0; i < 2; i++)
        r->ops->queue_destroy(r->queue[i]);
    for (int i = 0; i < 3; i++)
        r->ops->event_destroy(r->event[i]);
    r->ops->buffer_destroy(r->buffer);
    cuzk_sim_count(r->device, &counts);
    assert_int_equal(counts.queues + counts.events + counts.buffers + counts.buffer_bytes, 0);
    assert_int_equal(counts.lifetime_breaches, 0);
    cuzk_device_close(r->device);
    return 0;
}

static void put_zero(rig *r, int queue)
{
    assert_int_equal(r->ops->zero(r->queue[queue], r->buffer, 0, BYTES, NULL), CUZK_OK);
}

static void put_record(rig *r, int queue, int event)
{
    assert_int_equal(r->ops->event_record(r->queue[queue], r->event[event], NULL), CUZK_OK);
}

static void test_queues_run_side_by_side(void **state)
{
    rig *r = *state;
    uint64_t start = cuzk_sim_now_ns(r->device);
    cuzk_sim_set_duration(r->device, CUZK_SIM_ZERO, 100);
    cuzk_sim_set_duration(r->device, CUZK_SIM_COPY_IN, 250);
    put_zero(r, 0);
    put_zero(r, 0);
    put_record(r, 0, 0);
    assert_int_equal(r->ops->copy_in(r->queue[1], r->buffer, 0, r->host, BYTES, NULL), CUZK_OK);
    put_record(r, 1, 1);
    assert_false(r->ops->event_reached(r->event[0]));
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_OK);
    assert_true(r->ops->event_reached(r->event[0]));
    assert_int_equal(r->ops->event_time_ns(r->event[0]), start + 200);
    assert_int_equal(r->ops->event_time_ns(r->event[1]), start + 250);
    assert_int_equal(cuzk_sim_now_ns(r->device), start + 250);
}

static void test_a_queue_waits_for_the_other(void **state)
{
    rig *r = *state;
    uint64_t start = cuzk_sim_now_ns(r->device);
    cuzk_sim_set_duration(r->device, CUZK_SIM_ZERO, 100);
    put_zero(r, 0);
    put_record(r, 0, 0);
    assert_int_equal(r->ops->queue_wait(r->queue[1], r->event[0], NULL), CUZK_OK);
    put_zero(r, 1);
    put_record(r, 1, 1);
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_OK);
    assert_int_equal(r->ops->event_time_ns(r->event[1]), start + 200);
}

static void test_manual_clock(void **state)
{
    rig *r = *state;
    cuzk_sim_set_manual_clock(r->device, true);
    cuzk_sim_set_duration(r->device, CUZK_SIM_ZERO, 100);
    put_zero(r, 0);
    put_record(r, 0, 0);
    cuzk_sim_advance(r->device, 99);
    assert_false(r->ops->event_reached(r->event[0]));
    cuzk_sim_advance(r->device, 1);
    assert_true(r->ops->event_reached(r->event[0]));
    cuzk_sim_set_manual_clock(r->device, false);
}

static void test_error_sticks_to_its_queue(void **state)
{
    rig *r = *state;
    cuzk_error err;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, 2, CUZK_E_NO_MEMORY);
    r->host[0] = 7;
    assert_int_equal(r->ops->copy_in(r->queue[0], r->buffer, 0, r->host, BYTES, NULL), CUZK_OK);
    put_record(r, 0, 0);
    put_zero(r, 0);
    put_record(r, 0, 1);
    put_zero(r, 0);
    put_record(r, 0, 2);
    assert_int_equal(r->ops->event_wait(r->event[2], &err), CUZK_E_NO_MEMORY);
    assert_non_null(strstr(err.message, "operation 2"));
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_E_NO_MEMORY);
    assert_int_equal(r->ops->event_wait(r->event[0], NULL), CUZK_OK);

    /* The failed and the skipped fill left the bytes alone. The other queue works on. */
    unsigned char back[BYTES] = {0};
    r->ops->event_reset(r->event[0]);
    assert_int_equal(r->ops->copy_out(r->queue[1], back, r->buffer, 0, BYTES, NULL), CUZK_OK);
    put_record(r, 1, 0);
    assert_int_equal(r->ops->event_wait(r->event[0], NULL), CUZK_OK);
    assert_int_equal(back[0], 7);

    r->ops->queue_reset(r->queue[0]);
    r->ops->event_reset(r->event[1]);
    put_zero(r, 0);
    put_record(r, 0, 1);
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_OK);
}

static void test_failure_passes_through_queue_wait(void **state)
{
    rig *r = *state;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, 1, CUZK_E_DEVICE);
    put_zero(r, 0);
    put_record(r, 0, 0);
    assert_int_equal(r->ops->queue_wait(r->queue[1], r->event[0], NULL), CUZK_OK);
    put_zero(r, 1);
    put_record(r, 1, 1);
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_E_DEVICE);
}

static void test_call_faults(void **state)
{
    rig *r = *state;
    cuzk_error err;
    cuzk_buffer *buffer = NULL;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_CALL, 2, CUZK_E_NO_MEMORY);
    put_zero(r, 0);
    assert_int_equal(r->ops->buffer_create(&buffer, r->device, CUZK_PLACE_DEVICE, 1, 0, &err), CUZK_E_NO_MEMORY);
    assert_null(buffer);
    assert_non_null(strstr(err.message, "buffer_create"));
    put_zero(r, 0);
}

static void test_memory_limit(void **state)
{
    rig *r = *state;
    cuzk_error err;
    cuzk_buffer *buffer = NULL;
    cuzk_sim_set_memory(r->device, BYTES + 100);
    assert_int_equal(r->ops->buffer_create(&buffer, r->device, CUZK_PLACE_DEVICE, 101, 0, &err), CUZK_E_NO_MEMORY);
    assert_non_null(strstr(err.message, "101 bytes"));
    assert_int_equal(r->ops->buffer_create(&buffer, r->device, CUZK_PLACE_DEVICE, 100, 0, NULL), CUZK_OK);
    r->ops->buffer_destroy(buffer);
    assert_int_equal(r->ops->buffer_create(&buffer, r->device, CUZK_PLACE_PINNED, 1000, 0, NULL), CUZK_OK);
    r->ops->buffer_destroy(buffer);
}

static void test_lost_device(void **state)
{
    rig *r = *state;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_LOST, 2, CUZK_OK);
    put_zero(r, 0);
    put_record(r, 0, 0);
    put_zero(r, 0);
    put_record(r, 0, 1);
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_E_DEVICE);
    assert_int_equal(r->ops->event_wait(r->event[0], NULL), CUZK_OK);
    assert_int_equal(r->ops->zero(r->queue[1], r->buffer, 0, 1, NULL), CUZK_E_DEVICE);
}

static void *wait_main(void *argument)
{
    rig *r = argument;
    cuzk_status status = r->ops->event_wait(r->event[0], NULL);
    return status == CUZK_OK ? r : NULL;
}

static void test_hang_until_released(void **state)
{
    rig *r = *state;
    pthread_t waiter;
    void *result = NULL;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_HANG, 1, CUZK_OK);
    put_zero(r, 0);
    put_record(r, 0, 0);
    put_zero(r, 1);
    put_record(r, 1, 1);
    assert_int_equal(pthread_create(&waiter, NULL, wait_main, r), 0);
    assert_int_equal(r->ops->event_wait(r->event[1], NULL), CUZK_OK);
    cuzk_sim_advance(r->device, 1000000000);
    assert_false(r->ops->event_reached(r->event[0]));
    cuzk_sim_release(r->device);
    pthread_join(waiter, &result);
    assert_ptr_equal(result, r);
}

static void test_lifetime_breach_is_counted(void **state)
{
    (void)state;
    cuzk_device *device;
    cuzk_queue *queue;
    cuzk_buffer *buffer;
    cuzk_sim_counts counts;
    assert_int_equal(cuzk_device_open(&device, "sim", 0, NULL, NULL), CUZK_OK);
    assert_int_equal(device->ops->queue_create(&queue, device, NULL), CUZK_OK);
    assert_int_equal(device->ops->buffer_create(&buffer, device, CUZK_PLACE_DEVICE, BYTES, 0, NULL), CUZK_OK);
    assert_int_equal(device->ops->zero(queue, buffer, 0, BYTES, NULL), CUZK_OK);
    device->ops->buffer_destroy(buffer);
    device->ops->queue_destroy(queue);
    cuzk_sim_count(device, &counts);
    assert_int_equal(counts.lifetime_breaches, 1);
    cuzk_device_close(device);
}

int main(void)
{
#define RIG_TEST(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        RIG_TEST(test_queues_run_side_by_side),
        RIG_TEST(test_a_queue_waits_for_the_other),
        RIG_TEST(test_manual_clock),
        RIG_TEST(test_error_sticks_to_its_queue),
        RIG_TEST(test_failure_passes_through_queue_wait),
        RIG_TEST(test_call_faults),
        RIG_TEST(test_memory_limit),
        RIG_TEST(test_lost_device),
        RIG_TEST(test_hang_until_released),
        cmocka_unit_test(test_lifetime_breach_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
