/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static cuzk_pool *pool_make(uint32_t thread_count)
{
    cuzk_pool *pool = NULL;
    assert_int_equal(cuzk_pool_create(&pool, thread_count, NULL), CUZK_OK);
    return pool;
}

/* ---- Loops from outside ---- */

typedef struct cover {
    cuzk_pool *pool;
    size_t grain;
    atomic_uchar *seen;
    atomic_uint foreign_chunks, long_chunks;
} cover;

static void cover_body(void *context, size_t begin, size_t end)
{
    cover *c = context;
    if (cuzk_pool_worker_index(c->pool) >= cuzk_pool_thread_count(c->pool))
        atomic_fetch_add(&c->foreign_chunks, 1);
    if (begin >= end || end - begin > c->grain)
        atomic_fetch_add(&c->long_chunks, 1);
    for (size_t i = begin; i < end; i++)
        atomic_fetch_add(&c->seen[i], 1);
}

static void check_cover(cuzk_pool *pool, size_t count, size_t grain)
{
    cover c = {.pool = pool, .grain = grain, .seen = calloc(count + 1, sizeof *c.seen)};
    assert_non_null(c.seen);
    cuzk_pool_for(pool, count, grain, cover_body, &c);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(c.seen[i], 1);
    assert_int_equal(c.seen[count], 0);
    assert_int_equal(c.foreign_chunks, 0);
    assert_int_equal(c.long_chunks, 0);
    free(c.seen);
}

static void test_for_covers_every_index_once(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 3, 7, 64, 1000, 4097};
    static const size_t grains[] = {1, 2, 3, 64, 5000, SIZE_MAX};
    for (uint32_t threads = 1; threads <= 4; threads++) {
        cuzk_pool *pool = pool_make(threads);
        assert_int_equal(cuzk_pool_thread_count(pool), threads);
        assert_int_equal(cuzk_pool_worker_index(pool), threads);
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (size_t g = 0; g < sizeof grains / sizeof *grains; g++)
                check_cover(pool, counts[c], grains[g]);
        cuzk_pool_destroy(pool);
    }
}

/* ---- Nested loops ---- */

typedef struct nest {
    cuzk_pool *pool;
    int depth;
    atomic_size_t *leaves;
} nest;

static void nest_body(void *context, size_t begin, size_t end)
{
    nest *outer = context;
    nest inner = {outer->pool, outer->depth - 1, outer->leaves};
    for (size_t i = begin; i < end; i++) {
        if (inner.depth == 0)
            atomic_fetch_add(inner.leaves, 1);
        else
            cuzk_pool_for(inner.pool, 5, 1 + i % 3, nest_body, &inner);
    }
}

static void test_nested_loops(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 5; threads++) {
        cuzk_pool *pool = pool_make(threads);
        for (uint64_t round = 0; round < test_iterations(10); round++) {
            atomic_size_t leaves = 0;
            nest top = {pool, 5, &leaves};
            cuzk_pool_for(pool, 5, 1, nest_body, &top);
            assert_int_equal(leaves, 5 * 5 * 5 * 5 * 5);
        }
        cuzk_pool_destroy(pool);
    }
}

/* Every chunk of the outer loop waits for the others to be inside too: it passes only if idle workers join. */
typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t all_there;
    size_t there, expected;
} meeting;

static void meeting_body(void *context, size_t begin, size_t end)
{
    meeting *m = context;
    (void)begin;
    (void)end;
    pthread_mutex_lock(&m->lock);
    if (++m->there == m->expected)
        pthread_cond_broadcast(&m->all_there);
    while (m->there < m->expected)
        pthread_cond_wait(&m->all_there, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static void test_idle_workers_join(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 6; threads++) {
        cuzk_pool *pool = pool_make(threads);
        meeting m = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, threads};
        cuzk_pool_for(pool, threads, 1, meeting_body, &m);
        assert_int_equal(m.there, threads);
        cuzk_pool_destroy(pool);
    }
}

/* ---- Tasks ---- */

typedef struct counted_task {
    cuzk_task task; /* first: the pool's pointer is ours */
    cuzk_pool *pool;
    atomic_size_t *sum;
    int again;
} counted_task;

static void add_body(void *context, size_t begin, size_t end)
{
    atomic_fetch_add((atomic_size_t *)context, end - begin);
}

/* Runs a loop, then submits itself again or frees itself. */
static void counted_task_run(cuzk_task *task)
{
    counted_task *mine = (counted_task *)task;
    cuzk_pool_for(mine->pool, 10, 3, add_body, mine->sum);
    if (mine->again-- > 0)
        cuzk_pool_submit(mine->pool, task);
    else
        free(mine);
}

static void submit_counted(cuzk_pool *pool, atomic_size_t *sum, int again)
{
    counted_task *task = calloc(1, sizeof *task);
    assert_non_null(task);
    *task = (counted_task){{counted_task_run, NULL}, pool, sum, again};
    cuzk_pool_submit(pool, &task->task);
}

static void test_destroy_runs_what_was_submitted(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        atomic_size_t sum = 0;
        cuzk_pool *pool = pool_make(threads);
        for (int i = 0; i < 200; i++)
            submit_counted(pool, &sum, 4);
        cuzk_pool_destroy(pool);
        assert_int_equal(sum, 200 * 5 * 10);
    }
}

/* With one worker, tasks run in the order of submission. */
typedef struct ordered_task {
    cuzk_task task;
    int number;
    int *log, *log_count;
} ordered_task;

static void ordered_task_run(cuzk_task *task)
{
    ordered_task *mine = (ordered_task *)task;
    mine->log[(*mine->log_count)++] = mine->number;
}

static void test_tasks_run_in_order(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    ordered_task tasks[COUNT];
    int log[COUNT], log_count = 0;
    cuzk_pool *pool = pool_make(1);
    for (int i = 0; i < COUNT; i++) {
        tasks[i] = (ordered_task){{ordered_task_run, NULL}, i, log, &log_count};
        cuzk_pool_submit(pool, &tasks[i].task);
    }
    cuzk_pool_destroy(pool);
    assert_int_equal(log_count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(log[i], i);
}

/* ---- Many submitters ---- */

typedef struct submitter {
    cuzk_pool *pool;
    atomic_size_t *sum;
    uint64_t rounds;
} submitter;

static void *submitter_main(void *argument)
{
    submitter *s = argument;
    for (uint64_t i = 0; i < s->rounds; i++) {
        atomic_size_t leaves = 0, before = 0;
        nest top = {s->pool, 2, &leaves};
        submit_counted(s->pool, s->sum, (int)(i % 3));
        cuzk_pool_for(s->pool, 4, 1, nest_body, &top);
        before = leaves;
        if (before != 20)
            atomic_fetch_add(s->sum, 1000000);
    }
    return NULL;
}

static void test_many_submitters(void **state)
{
    (void)state;
    enum { SUBMITTERS = 6 };
    uint64_t rounds = 3 * test_iterations(50);
    atomic_size_t sum = 0;
    cuzk_pool *pool = pool_make(3);
    submitter s = {pool, &sum, rounds};
    pthread_t threads[SUBMITTERS];
    for (int i = 0; i < SUBMITTERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, submitter_main, &s), 0);
    for (int i = 0; i < SUBMITTERS; i++)
        pthread_join(threads[i], NULL);
    cuzk_pool_destroy(pool);
    assert_int_equal(sum, SUBMITTERS * (rounds / 3) * (1 + 2 + 3) * 10);
}

static void test_create_and_destroy_often(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        atomic_size_t sum = 0;
        cuzk_pool *pool = pool_make(1 + (uint32_t)i % 4);
        if (i % 3 == 0)
            submit_counted(pool, &sum, 1);
        if (i % 2 == 0)
            cuzk_pool_for(pool, 8, 1, add_body, &sum);
        cuzk_pool_destroy(pool);
        assert_int_equal(sum, (i % 3 == 0 ? 20 : 0) + (i % 2 == 0 ? 8 : 0));
    }
    cuzk_pool_destroy(NULL);
}

static void test_pools_are_apart(void **state)
{
    (void)state;
    cuzk_pool *a = pool_make(1), *b = pool_make(2);
    check_cover(a, 100, 7);
    check_cover(b, 100, 7);
    assert_int_equal(cuzk_pool_worker_index(a), 1);
    assert_int_equal(cuzk_pool_worker_index(b), 2);
    cuzk_pool_destroy(a);
    cuzk_pool_destroy(b);
}

static void test_too_many_threads_are_refused(void **state)
{
    (void)state;
    cuzk_error err;
    cuzk_pool *pool = NULL;
    assert_int_equal(cuzk_pool_create(&pool, 1000000, &err), CUZK_E_ARGUMENT);
    assert_null(pool);
    assert_non_null(strstr(err.message, "1000000"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_for_covers_every_index_once),
        cmocka_unit_test(test_nested_loops),
        cmocka_unit_test(test_idle_workers_join),
        cmocka_unit_test(test_destroy_runs_what_was_submitted),
        cmocka_unit_test(test_tasks_run_in_order),
        cmocka_unit_test(test_many_submitters),
        cmocka_unit_test(test_create_and_destroy_often),
        cmocka_unit_test(test_pools_are_apart),
        cmocka_unit_test(test_too_many_threads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
