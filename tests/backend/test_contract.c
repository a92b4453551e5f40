/* SPDX-License-Identifier: Apache-2.0
 *
 * What every backend has to keep: buffers, order, events, ranges. One set of tests, run on each device.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

typedef struct target {
    const char *backend;
    uint32_t thread_count;
} target;

static const target targets[] = {{"sim", 0}, {"cpu", 1}, {"cpu", 2}, {"cpu", 4}};
enum { TARGET_COUNT = sizeof targets / sizeof *targets };

static cuzk_device *target_open(const target *t)
{
    cuzk_device_options options = {.thread_count = t->thread_count};
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, t->backend, 0, &options, NULL), CUZK_OK);
    return device;
}

static cuzk_buffer *buffer_make(cuzk_device *device, size_t size_bytes)
{
    cuzk_buffer *buffer = NULL;
    assert_int_equal(device->ops->buffer_create(&buffer, device, CUZK_PLACE_DEVICE, size_bytes, 0, NULL), CUZK_OK);
    return buffer;
}

static cuzk_queue *queue_make(cuzk_device *device)
{
    cuzk_queue *queue = NULL;
    assert_int_equal(device->ops->queue_create(&queue, device, NULL), CUZK_OK);
    return queue;
}

static cuzk_event *event_make(cuzk_device *device)
{
    cuzk_event *event = NULL;
    assert_int_equal(device->ops->event_create(&event, device, NULL), CUZK_OK);
    return event;
}

/* Runs `check` on a device of each target. */
static void on_each_target(void (*check)(cuzk_device *device))
{
    for (size_t i = 0; i < TARGET_COUNT; i++) {
        cuzk_device *device = target_open(&targets[i]);
        check(device);
        cuzk_device_close(device);
    }
}

static void check_copies(cuzk_device *device)
{
    enum { BYTES = 3 << 20 };
    const cuzk_device_ops *ops = device->ops;
    test_random random;
    unsigned char *in = malloc(BYTES), *out = calloc(1, BYTES);
    cuzk_buffer *buffer = buffer_make(device, BYTES);
    cuzk_queue *queue = queue_make(device);
    cuzk_event *event = event_make(device);
    assert_true(in != NULL && out != NULL);
    test_random_init_seed(&random, 1);
    test_random_fill(&random, in, BYTES);
    assert_int_equal(ops->copy_in(queue, buffer, 0, in, BYTES, NULL), CUZK_OK);
    assert_int_equal(ops->zero(queue, buffer, 1000, 500001, NULL), CUZK_OK);
    assert_int_equal(ops->copy_in(queue, buffer, 1001, in, 7, NULL), CUZK_OK);
    assert_int_equal(ops->copy_out(queue, out + 5, buffer, 5, BYTES - 5, NULL), CUZK_OK);
    assert_int_equal(ops->event_record(queue, event, NULL), CUZK_OK);
    assert_int_equal(ops->event_wait(event, NULL), CUZK_OK);
    assert_true(ops->event_reached(event));
    memset(in + 1000, 0, 500001);
    memcpy(in + 1001, in, 7);
    memset(in, 0, 5);
    assert_memory_equal(in, out, BYTES);
    ops->event_destroy(event);
    ops->queue_destroy(queue);
    ops->buffer_destroy(buffer);
    free(in);
    free(out);
}

static void test_copies(void **state)
{
    (void)state;
    on_each_target(check_copies);
}

static void check_places(cuzk_device *device)
{
    const cuzk_device_ops *ops = device->ops;
    for (int place = CUZK_PLACE_HOST; place <= CUZK_PLACE_DEVICE; place++) {
        cuzk_buffer *buffer = NULL;
        assert_int_equal(ops->buffer_create(&buffer, device, (cuzk_place)place, 100, CUZK_BUFFER_SECRET, NULL),
                         CUZK_OK);
        unsigned char *host = ops->buffer_host(buffer);
        assert_true((host == NULL) == (place == CUZK_PLACE_DEVICE));
        if (host != NULL)
            memset(host, 1, 100);
        ops->buffer_destroy(buffer);
    }
    ops->buffer_destroy(NULL);
    ops->queue_destroy(NULL);
    ops->event_destroy(NULL);
    ops->matrix_destroy(NULL);
    ops->domain_destroy(NULL);
    ops->base_set_destroy(NULL);
}

static void test_places(void **state)
{
    (void)state;
    on_each_target(check_places);
}

static void check_ranges(cuzk_device *device)
{
    const cuzk_device_ops *ops = device->ops;
    unsigned char host[16] = {0};
    cuzk_error err;
    cuzk_buffer *buffer = buffer_make(device, 16);
    cuzk_queue *queue = queue_make(device);
    assert_int_equal(ops->copy_in(queue, buffer, 1, host, 16, &err), CUZK_E_ARGUMENT);
    assert_int_equal(ops->copy_in(queue, buffer, 17, host, 0, &err), CUZK_E_ARGUMENT);
    assert_int_equal(ops->copy_out(queue, host, buffer, SIZE_MAX, 2, &err), CUZK_E_ARGUMENT);
    assert_int_equal(ops->zero(queue, buffer, 2, SIZE_MAX, &err), CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "16"));
    assert_int_equal(ops->copy_in(queue, buffer, 16, host, 0, &err), CUZK_OK);
    ops->queue_destroy(queue);
    ops->buffer_destroy(buffer);
}

static void test_ranges(void **state)
{
    (void)state;
    on_each_target(check_ranges);
}

static void check_events(cuzk_device *device)
{
    const cuzk_device_ops *ops = device->ops;
    cuzk_queue *queue = queue_make(device), *other = queue_make(device);
    cuzk_event *first = event_make(device), *second = event_make(device);
    assert_int_equal(ops->event_wait(first, NULL), CUZK_OK); /* never recorded */
    assert_false(ops->event_reached(first));
    assert_int_equal(ops->queue_wait(other, first, NULL), CUZK_OK);
    assert_int_equal(ops->event_record(other, second, NULL), CUZK_OK);
    assert_int_equal(ops->event_wait(second, NULL), CUZK_OK);
    for (int i = 0; i < 3; i++) {
        ops->event_reset(first);
        ops->event_reset(second);
        assert_false(ops->event_reached(second));
        assert_int_equal(ops->event_record(queue, first, NULL), CUZK_OK);
        assert_int_equal(ops->queue_wait(other, first, NULL), CUZK_OK);
        assert_int_equal(ops->event_record(other, second, NULL), CUZK_OK);
        assert_int_equal(ops->event_wait(second, NULL), CUZK_OK);
        assert_true(ops->event_reached(first));
        assert_true(ops->event_time_ns(first) > 0);
        assert_true(ops->event_time_ns(first) <= ops->event_time_ns(second));
    }
    ops->queue_reset(queue);
    ops->event_destroy(first);
    ops->event_destroy(second);
    ops->queue_destroy(queue);
    ops->queue_destroy(other);
}

static void test_events(void **state)
{
    (void)state;
    on_each_target(check_events);
}

/* Byte i + 1 comes from byte i, on a queue of its own that waits for the one before: all waits are queued before the
 * first byte is there. */
static void check_chain(cuzk_device *device)
{
    enum { LENGTH = 300 };
    const cuzk_device_ops *ops = device->ops;
    static unsigned char host[LENGTH + 1];
    cuzk_buffer *buffer = buffer_make(device, LENGTH + 1);
    cuzk_queue *queues[LENGTH];
    cuzk_event *events[LENGTH];
    memset(host, 0, sizeof host);
    host[0] = 42;
    for (int i = 0; i < LENGTH; i++) {
        queues[i] = queue_make(device);
        events[i] = event_make(device);
        if (i > 0)
            assert_int_equal(ops->queue_wait(queues[i], events[i - 1], NULL), CUZK_OK);
        assert_int_equal(ops->copy_in(queues[i], buffer, (size_t)i, &host[i], 1, NULL), CUZK_OK);
        assert_int_equal(ops->copy_out(queues[i], &host[i + 1], buffer, (size_t)i, 1, NULL), CUZK_OK);
        assert_int_equal(ops->event_record(queues[i], events[i], NULL), CUZK_OK);
    }
    assert_int_equal(ops->event_wait(events[LENGTH - 1], NULL), CUZK_OK);
    for (int i = 0; i < LENGTH; i++) {
        assert_int_equal(host[i + 1], 42);
        ops->queue_destroy(queues[i]);
        ops->event_destroy(events[i]);
    }
    ops->buffer_destroy(buffer);
}

static void test_chain_over_queues(void **state)
{
    (void)state;
    on_each_target(check_chain);
}

static void check_destroy_waits(cuzk_device *device)
{
    enum { STEPS = 100, BYTES = 4096 };
    const cuzk_device_ops *ops = device->ops;
    static unsigned char host[STEPS][BYTES], in[BYTES];
    cuzk_buffer *buffer = buffer_make(device, BYTES);
    cuzk_queue *queue = queue_make(device);
    memset(in, 9, BYTES);
    memset(host, 0, sizeof host);
    assert_int_equal(ops->copy_in(queue, buffer, 0, in, BYTES, NULL), CUZK_OK);
    for (int i = 0; i < STEPS; i++)
        assert_int_equal(ops->copy_out(queue, host[i], buffer, 0, BYTES, NULL), CUZK_OK);
    ops->queue_destroy(queue);
    for (int i = 0; i < STEPS; i++)
        assert_memory_equal(host[i], in, BYTES);
    ops->buffer_destroy(buffer);
}

static void test_destroying_a_queue_waits(void **state)
{
    (void)state;
    on_each_target(check_destroy_waits);
}

/* ---- Several feeding threads ---- */

typedef struct feeder {
    cuzk_device *device;
    unsigned char mark;
    uint64_t wrong;
} feeder;

static void *feeder_main(void *argument)
{
    enum { ROUNDS = 50, BYTES = 1000 };
    feeder *f = argument;
    const cuzk_device_ops *ops = f->device->ops;
    unsigned char in[BYTES], out[BYTES];
    cuzk_buffer *buffer = NULL;
    cuzk_queue *queue = NULL;
    cuzk_event *event = NULL;
    if (ops->buffer_create(&buffer, f->device, CUZK_PLACE_DEVICE, BYTES, 0, NULL) != CUZK_OK ||
        ops->queue_create(&queue, f->device, NULL) != CUZK_OK ||
        ops->event_create(&event, f->device, NULL) != CUZK_OK)
        f->wrong++;
    for (int i = 0; i < ROUNDS && f->wrong == 0; i++) {
        memset(in, f->mark + i, BYTES);
        memset(out, 0, BYTES);
        ops->event_reset(event);
        f->wrong += ops->copy_in(queue, buffer, 0, in, BYTES, NULL) != CUZK_OK;
        f->wrong += ops->copy_out(queue, out, buffer, 0, BYTES, NULL) != CUZK_OK;
        f->wrong += ops->event_record(queue, event, NULL) != CUZK_OK;
        f->wrong += ops->event_wait(event, NULL) != CUZK_OK;
        f->wrong += memcmp(in, out, BYTES) != 0;
    }
    ops->queue_destroy(queue);
    ops->event_destroy(event);
    ops->buffer_destroy(buffer);
    return NULL;
}

static void check_feeders(cuzk_device *device)
{
    enum { FEEDERS = 6 };
    feeder feeders[FEEDERS];
    pthread_t threads[FEEDERS];
    for (int i = 0; i < FEEDERS; i++) {
        feeders[i] = (feeder){device, (unsigned char)(17 * i), 0};
        assert_int_equal(pthread_create(&threads[i], NULL, feeder_main, &feeders[i]), 0);
    }
    for (int i = 0; i < FEEDERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(feeders[i].wrong, 0);
    }
}

static void test_many_threads_feed_a_device(void **state)
{
    (void)state;
    on_each_target(check_feeders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_chain_over_queues),
        cmocka_unit_test(test_destroying_a_queue_waits),
        cmocka_unit_test(test_many_threads_feed_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
