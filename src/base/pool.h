/* SPDX-License-Identifier: Apache-2.0
 *
 * A pool of worker threads. Tasks are run first come, first served; a parallel loop spreads chunks over the workers
 * that are free, so loops of several tasks share the pool and no worker idles while a chunk is left.
 */
#ifndef CUZK_BASE_POOL_H
#define CUZK_BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

#include <cuzk/status.h>

typedef struct cuzk_pool cuzk_pool;

/* A task, linked into the pool's queue by the caller's own memory: submitting never allocates and never fails. The
 * struct must stay until `run` is called, which may free it. */
typedef struct cuzk_task {
    void (*run)(struct cuzk_task *task);
    struct cuzk_task *next; /* the pool's */
} cuzk_task;

/* `thread_count` workers; 0: one a logical CPU that the process may use. */
cuzk_status cuzk_pool_create(cuzk_pool **out, uint32_t thread_count, cuzk_error *err);

/* Runs what was submitted, then ends and joins every worker. NULL is fine. */
void cuzk_pool_destroy(cuzk_pool *pool);
uint32_t cuzk_pool_thread_count(const cuzk_pool *pool);

/* Any thread. */
void cuzk_pool_submit(cuzk_pool *pool, cuzk_task *task);

/* Calls body(context, begin, end) for consecutive ranges that cover 0..count, each of at most `grain` (> 0) items,
 * on the workers, and returns when all are done. From a worker (inside a task or another loop) the calling thread
 * takes part; from any other thread it waits, so that no more than thread_count threads compute. Nests. Never
 * fails, never allocates. Order and thread of the ranges are not defined. */
typedef void cuzk_pool_body(void *context, size_t begin, size_t end);
void cuzk_pool_for(cuzk_pool *pool, size_t count, size_t grain, cuzk_pool_body *body, void *context);

/* 0..thread_count - 1 inside a worker of `pool`, thread_count elsewhere: an index for per-thread scratch. */
uint32_t cuzk_pool_worker_index(const cuzk_pool *pool);

#endif
