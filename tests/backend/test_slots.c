/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "backend/backend.h"
#include "support/cmocka_all.h"

static cuzk_device *open_with_slots(uint32_t slot_count)
{
    cuzk_device_options options = {.slot_count = slot_count};
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, "sim", 0, &options, NULL), CUZK_OK);
    return device;
}

static void test_lowest_free_slot_comes_first(void **state)
{
    (void)state;
    cuzk_device *device = open_with_slots(3);
    assert_int_equal(cuzk_device_slot_acquire(device), 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 1);
    assert_int_equal(cuzk_device_slot_acquire(device), 2);
    cuzk_device_slot_release(device, 2);
    cuzk_device_slot_release(device, 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 2);
    for (uint32_t i = 0; i < 3; i++)
        cuzk_device_slot_release(device, i);
    cuzk_device_close(device);
}

static void test_two_slots_by_default(void **state)
{
    (void)state;
    cuzk_device *device = open_with_slots(0);
    assert_int_equal(device->options.slot_count, 2);
    cuzk_device_close(device);
    cuzk_error err;
    cuzk_device_options options = {.slot_count = 100000};
    assert_int_equal(cuzk_device_open(&device, "sim", 0, &options, &err), CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "100000"));
}

/* Threads that hold a slot for a while: never more holders than slots, and no slot twice. */
typedef struct crowd {
    cuzk_device *device;
    atomic_int holders[4];
    atomic_int broken;
} crowd;

static void *crowd_main(void *argument)
{
    crowd *c = argument;
    for (int i = 0; i < 200; i++) {
        uint32_t slot = cuzk_device_slot_acquire(c->device);
        if (slot >= 3 || atomic_fetch_add(&c->holders[slot], 1) != 0)
            atomic_fetch_add(&c->broken, 1);
        sched_yield();
        atomic_fetch_sub(&c->holders[slot], 1);
        cuzk_device_slot_release(c->device, slot);
    }
    return NULL;
}

static void test_slots_are_exclusive(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    crowd c = {.device = open_with_slots(3)};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, crowd_main, &c), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(c.broken, 0);
    cuzk_device_close(c.device);
}

/* Threads that all wait for the only slot. */
typedef struct turns {
    cuzk_device *device;
    atomic_int waiting, log_count;
    int log[64];
} turns;

typedef struct turn_taker {
    turns *shared;
    int number;
} turn_taker;

static void *turn_taker_main(void *argument)
{
    turn_taker *t = argument;
    atomic_fetch_add(&t->shared->waiting, 1);
    uint32_t slot = cuzk_device_slot_acquire(t->shared->device);
    t->shared->log[atomic_fetch_add(&t->shared->log_count, 1)] = t->number;
    cuzk_device_slot_release(t->shared->device, slot);
    return NULL;
}

static void test_every_waiter_gets_its_turn(void **state)
{
    (void)state;
    enum { THREADS = 16 };
    turns shared = {.device = open_with_slots(1)};
    turn_taker takers[THREADS];
    pthread_t threads[THREADS];
    uint32_t slot = cuzk_device_slot_acquire(shared.device);
    for (int i = 0; i < THREADS; i++) {
        takers[i] = (turn_taker){&shared, i};
        assert_int_equal(pthread_create(&threads[i], NULL, turn_taker_main, &takers[i]), 0);
    }
    while (shared.waiting < THREADS)
        sched_yield();
    assert_int_equal(shared.log_count, 0);
    cuzk_device_slot_release(shared.device, slot);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(shared.log_count, THREADS);
    cuzk_device_close(shared.device);
}

/* ---- States ---- */

typedef struct counted_state {
    cuzk_slot_state state; /* first */
    int *destroyed;
} counted_state;

static void count_destroy(cuzk_slot_state *state)
{
    ++*((counted_state *)state)->destroyed;
}

static void test_state_stays_until_trimmed_or_closed(void **state)
{
    (void)state;
    int destroyed = 0;
    counted_state states[2] = {{{count_destroy}, &destroyed}, {{count_destroy}, &destroyed}};
    cuzk_device *device = open_with_slots(2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(cuzk_device_slot_acquire(device), i);
        assert_null(cuzk_device_slot_state(device, i));
        cuzk_device_slot_set_state(device, i, &states[i].state);
    }
    cuzk_device_slot_release(device, 1);
    cuzk_device_slots_trim(device);
    assert_int_equal(destroyed, 1); /* the held slot keeps its state */
    cuzk_device_slot_release(device, 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 0);
    assert_ptr_equal(cuzk_device_slot_state(device, 0), &states[0].state);
    cuzk_device_slot_release(device, 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 0);
    assert_int_equal(cuzk_device_slot_acquire(device), 1);
    assert_null(cuzk_device_slot_state(device, 1));
    cuzk_device_slot_release(device, 0);
    cuzk_device_slot_release(device, 1);
    cuzk_device_close(device);
    assert_int_equal(destroyed, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lowest_free_slot_comes_first),
        cmocka_unit_test(test_two_slots_by_default),
        cmocka_unit_test(test_slots_are_exclusive),
        cmocka_unit_test(test_every_waiter_gets_its_turn),
        cmocka_unit_test(test_state_stays_until_trimmed_or_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
