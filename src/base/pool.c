/* SPDX-License-Identifier: Apache-2.0
 *
 * One lock guards the lists; chunks of a loop are claimed by an atomic counter without it. A loop's descriptor lies
 * on its caller's stack: whoever works on it is counted as a participant under the lock, and the caller leaves only
 * when the loop is unlinked and nobody is left in it.
 *
 * Levels keep nesting bounded: a task is level 0, a loop one more than what its caller runs in. A worker that waits
 * for its own loop's last chunks helps loops of the same level or deeper, a chunk at a time. What it helps can only
 * wait on deeper levels still, so a stack holds at most one loop a level, and somebody always works on the deepest.
 */
#include "base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/memory.h"

enum {
    POOL_THREADS_MAX = 4096,
    /* How long a worker looks for work before it sleeps. Waking a sleeper takes some 5 to 50 us, so a sequence of
     * short loops would be slower on many threads than on one; longer spinning only burns power. */
    POOL_SPIN_NS = 20000,
    POOL_SPIN_STEPS = 32, /* pauses between two looks at the clock */
};

struct pool_worker;

typedef struct pool_loop {
    cuzk_pool_body *body;
    void *context;
    size_t count, grain, chunk_count;
    atomic_size_t next_chunk;
    uint32_t level;
    struct pool_worker *owner; /* NULL: a thread outside the pool */
    /* Guarded by the pool's lock. */
    bool linked;
    uint32_t participants;
    struct pool_loop *previous, *next;
} pool_loop;

typedef struct pool_worker {
    cuzk_pool *pool;
    pthread_t thread;
    uint32_t index;
    uint32_t level; /* what it runs in; its own thread's */
    pthread_cond_t wake;
    atomic_bool called;
    /* Guarded by the pool's lock. */
    bool parked;
    uint32_t parked_level; /* it can be called for this level and deeper ones */
    struct pool_worker *parked_next;
} pool_worker;

struct cuzk_pool {
    pthread_mutex_t lock;
    pthread_cond_t outside; /* loops of outside callers end */
    uint32_t thread_count;
    pool_worker *workers;
    /* Guarded by the lock. */
    bool stopping;
    cuzk_task *task_first, *task_last;
    pool_loop *loop_first, *loop_last; /* oldest first: the outer of two nested loops gives the larger pieces */
    pool_worker *parked;               /* the last to park first: it may still be spinning */
};

/* The worker that this thread is, if it is one: a thread's identity, not state. */
static _Thread_local pool_worker *this_worker;

static void cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* ---- Parking and calling; the lock is held ---- */

static void worker_unpark(pool_worker *worker)
{
    pool_worker **link = &worker->pool->parked;
    while (*link != worker)
        link = &(*link)->parked_next;
    *link = worker->parked_next;
    worker->parked = false;
}

static void worker_call(pool_worker *worker)
{
    if (worker->parked)
        worker_unpark(worker);
    atomic_store_explicit(&worker->called, true, memory_order_release);
    pthread_cond_signal(&worker->wake);
}

/* Calls up to `count` parked workers for work of `level`. */
static void pool_call(cuzk_pool *pool, size_t count, uint32_t level)
{
    pool_worker *next = pool->parked;
    while (next != NULL && count > 0) {
        pool_worker *worker = next;
        next = worker->parked_next;
        if (worker->parked_level > level)
            continue;
        worker_call(worker);
        count--;
    }
}

static void worker_spin(pool_worker *worker)
{
    uint64_t deadline = cuzk_clock_now_ns() + POOL_SPIN_NS;
    do {
        for (int i = 0; i < POOL_SPIN_STEPS; i++) {
            if (atomic_load_explicit(&worker->called, memory_order_acquire))
                return;
            cpu_relax();
        }
    } while (cuzk_clock_now_ns() < deadline);
}

/* Gives the lock up until somebody calls. */
static void worker_park(pool_worker *worker, uint32_t level)
{
    cuzk_pool *pool = worker->pool;
    atomic_store_explicit(&worker->called, false, memory_order_relaxed);
    worker->parked = true;
    worker->parked_level = level;
    worker->parked_next = pool->parked;
    pool->parked = worker;

    pthread_mutex_unlock(&pool->lock);
    worker_spin(worker);
    pthread_mutex_lock(&pool->lock);
    while (!atomic_load_explicit(&worker->called, memory_order_relaxed))
        pthread_cond_wait(&worker->wake, &pool->lock);
}

/* ---- Loops ---- */

/* Runs one chunk; false if all are taken. */
static bool loop_run_chunk(pool_loop *loop)
{
    size_t chunk = atomic_fetch_add_explicit(&loop->next_chunk, 1, memory_order_relaxed);
    if (chunk >= loop->chunk_count)
        return false;
    size_t begin = chunk * loop->grain;
    size_t left = loop->count - begin;
    loop->body(loop->context, begin, begin + (left < loop->grain ? left : loop->grain));
    return true;
}

static bool loop_has_chunk(pool_loop *loop)
{
    return atomic_load_explicit(&loop->next_chunk, memory_order_relaxed) < loop->chunk_count;
}

/* The rest of this part runs under the lock. */
static void loop_link(cuzk_pool *pool, pool_loop *loop)
{
    loop->linked = true;
    loop->previous = pool->loop_last;
    *(pool->loop_last != NULL ? &pool->loop_last->next : &pool->loop_first) = loop;
    pool->loop_last = loop;
}

static void loop_unlink(cuzk_pool *pool, pool_loop *loop)
{
    if (!loop->linked)
        return;
    *(loop->previous != NULL ? &loop->previous->next : &pool->loop_first) = loop->next;
    *(loop->next != NULL ? &loop->next->previous : &pool->loop_last) = loop->previous;
    loop->linked = false;
}

static bool loop_done(const pool_loop *loop)
{
    return !loop->linked && loop->participants == 0;
}

static pool_loop *pool_find_loop(cuzk_pool *pool, uint32_t level)
{
    for (pool_loop *loop = pool->loop_first; loop != NULL; loop = loop->next)
        if (loop->level >= level && loop_has_chunk(loop))
            return loop;
    return NULL;
}

static void loop_leave(cuzk_pool *pool, pool_loop *loop)
{
    if (!loop_has_chunk(loop))
        loop_unlink(pool, loop);
    loop->participants--;
    if (!loop_done(loop))
        return;
    if (loop->owner != NULL)
        worker_call(loop->owner);
    else
        pthread_cond_broadcast(&pool->outside);
}

/* Takes part in a loop, for one chunk or until there is none left. */
static void worker_help(pool_worker *worker, pool_loop *loop, bool one_chunk)
{
    cuzk_pool *pool = worker->pool;
    uint32_t level = worker->level;
    loop->participants++;
    pthread_mutex_unlock(&pool->lock);
    worker->level = loop->level;
    while (loop_run_chunk(loop) && !one_chunk)
        ;
    worker->level = level;
    pthread_mutex_lock(&pool->lock);
    loop_leave(pool, loop);
}

static void worker_wait_for_loop(pool_worker *worker, pool_loop *loop)
{
    while (!loop_done(loop)) {
        pool_loop *other = pool_find_loop(worker->pool, loop->level);
        if (other != NULL)
            worker_help(worker, other, true);
        else
            worker_park(worker, loop->level);
    }
}

static void loop_run_inside(cuzk_pool *pool, pool_loop *loop, pool_worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    loop_link(pool, loop);
    pool_call(pool, loop->chunk_count - 1, loop->level);
    worker_help(worker, loop, false);
    worker_wait_for_loop(worker, loop);
    pthread_mutex_unlock(&pool->lock);
}

static void loop_run_outside(cuzk_pool *pool, pool_loop *loop)
{
    pthread_mutex_lock(&pool->lock);
    loop_link(pool, loop);
    pool_call(pool, loop->chunk_count, loop->level);
    while (!loop_done(loop))
        pthread_cond_wait(&pool->outside, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

static pool_worker *pool_this_worker(const cuzk_pool *pool)
{
    return this_worker != NULL && this_worker->pool == pool ? this_worker : NULL;
}

void cuzk_pool_for(cuzk_pool *pool, size_t count, size_t grain, cuzk_pool_body *body, void *context)
{
    if (count == 0)
        return;
    pool_worker *worker = pool_this_worker(pool);
    pool_loop loop;
    memset(&loop, 0, sizeof loop);
    loop.body = body;
    loop.context = context;
    loop.count = count;
    loop.grain = grain;
    loop.chunk_count = count / grain + (count % grain != 0);
    atomic_init(&loop.next_chunk, 0);
    loop.level = worker != NULL ? worker->level + 1 : 1;
    loop.owner = worker;
    if (worker == NULL) {
        loop_run_outside(pool, &loop);
    } else if (loop.chunk_count == 1 || pool->thread_count == 1) {
        worker->level++;
        while (loop_run_chunk(&loop))
            ;
        worker->level--;
    } else {
        loop_run_inside(pool, &loop, worker);
    }
}

/* ---- Tasks and workers ---- */

void cuzk_pool_submit(cuzk_pool *pool, cuzk_task *task)
{
    task->next = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->task_last != NULL)
        pool->task_last->next = task;
    else
        pool->task_first = task;
    pool->task_last = task;
    pool_call(pool, 1, 0);
    pthread_mutex_unlock(&pool->lock);
}

static cuzk_task *pool_take_task(cuzk_pool *pool)
{
    cuzk_task *task = pool->task_first;
    if (task == NULL)
        return NULL;
    pool->task_first = task->next;
    if (pool->task_first == NULL)
        pool->task_last = NULL;
    return task;
}

/* Loops come before tasks: what has begun is ended first. A worker that was called for a task and finds a loop
 * calls another one for the task, so that no worker sleeps beside work. */
static void worker_work(pool_worker *worker)
{
    cuzk_pool *pool = worker->pool;
    pool_loop *loop;
    cuzk_task *task;
    while (true) {
        if ((loop = pool_find_loop(pool, 0)) != NULL) {
            pool_call(pool, pool->task_first != NULL, 0);
            worker_help(worker, loop, false);
        } else if ((task = pool_take_task(pool)) != NULL) {
            pthread_mutex_unlock(&pool->lock);
            task->run(task);
            pthread_mutex_lock(&pool->lock);
        } else if (pool->stopping) {
            return;
        } else {
            worker_park(worker, 0);
        }
    }
}

static void *worker_main(void *argument)
{
    pool_worker *worker = argument;
    this_worker = worker;
    pthread_mutex_lock(&worker->pool->lock);
    worker_work(worker);
    pthread_mutex_unlock(&worker->pool->lock);
    return NULL;
}

/* Workers take no signals: the program's own threads see to them. */
static int worker_start(pool_worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&worker->thread, NULL, worker_main, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}

static void pool_init(cuzk_pool *pool, uint32_t thread_count, pool_worker *workers)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->outside, NULL);
    pool->workers = workers;
    pool->thread_count = thread_count;
    for (uint32_t i = 0; i < thread_count; i++) {
        workers[i].pool = pool;
        workers[i].index = i;
        pthread_cond_init(&workers[i].wake, NULL);
    }
}

/* Ends the first `started` workers and frees everything. */
static void pool_end(cuzk_pool *pool, uint32_t started)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pool_call(pool, started, 0);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(pool->workers[i].thread, NULL);
    for (uint32_t i = 0; i < pool->thread_count; i++)
        pthread_cond_destroy(&pool->workers[i].wake);
    pthread_cond_destroy(&pool->outside);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    free(pool);
}

cuzk_status cuzk_pool_create(cuzk_pool **out, uint32_t thread_count, cuzk_error *err)
{
    if (thread_count == 0)
        thread_count = cuzk_cpu_count();
    if (thread_count > POOL_THREADS_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%u threads asked for; the limit is %d", thread_count,
                              POOL_THREADS_MAX);
    cuzk_pool *pool = cuzk_calloc_aligned(1, sizeof *pool);
    pool_worker *workers = cuzk_calloc_aligned(thread_count, sizeof *workers);
    if (pool == NULL || workers == NULL) {
        free(pool);
        free(workers);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a pool of %u threads", thread_count);
    }
    pool_init(pool, thread_count, workers);
    for (uint32_t i = 0; i < thread_count; i++) {
        int failure = worker_start(&workers[i]);
        if (failure != 0) {
            pool_end(pool, i);
            return cuzk_error_set(err, CUZK_E_NO_MEMORY, "thread %u of %u cannot be started: %s", i + 1,
                                  thread_count, strerror(failure));
        }
    }
    *out = pool;
    return CUZK_OK;
}

void cuzk_pool_destroy(cuzk_pool *pool)
{
    if (pool != NULL)
        pool_end(pool, pool->thread_count);
}

uint32_t cuzk_pool_thread_count(const cuzk_pool *pool)
{
    return pool->thread_count;
}

uint32_t cuzk_pool_worker_index(const cuzk_pool *pool)
{
    const pool_worker *worker = pool_this_worker(pool);
    return worker != NULL ? worker->index : pool->thread_count;
}
