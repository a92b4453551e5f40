/* SPDX-License-Identifier: Apache-2.0
 *
 * Queues are lists of steps. The head of a queue is with the pool, or waits for an event, or there is none: a queue
 * needs no thread. Whatever may let a queue go on (a step was appended, its task ended, an event was reached) ends
 * in queue_go_on.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_internal.h"
#include "base/clock.h"
#include "base/error.h"
#include "trace/ring.h"

/* ---- Steps; the device's lock is held ---- */

static cpu_step *queue_pop(cuzk_queue *queue)
{
    cpu_step *step = queue->first;
    queue->first = step->next;
    if (queue->first == NULL)
        queue->last = NULL;
    return step;
}

static void queue_fail(cuzk_queue *queue, const cuzk_error *failure)
{
    if (queue->failure.status == CUZK_OK && failure->status != CUZK_OK)
        queue->failure = *failure;
}

/* Marks an event as reached; gives the list of the queues that waited for it. */
static cuzk_queue *event_reach(cuzk_event *event, const cuzk_error *failure)
{
    cuzk_queue *waiting = event->waiting;
    event->state = CPU_EVENT_REACHED;
    event->time_ns = cuzk_clock_now_ns();
    event->failure = *failure;
    event->waiting = NULL;
    pthread_cond_broadcast(&event->device->changed);
    return waiting;
}

/* True if the queue's head has to wait for the event, and is on its list now. */
static bool queue_blocks_on(cuzk_queue *queue, cuzk_event *event)
{
    if (event->state != CPU_EVENT_PENDING) {
        if (event->state == CPU_EVENT_REACHED)
            queue_fail(queue, &event->failure);
        return false;
    }
    queue->next_waiting = event->waiting;
    event->waiting = queue;
    return true;
}

static void queues_append(cuzk_queue **list, cuzk_queue *more)
{
    while (*list != NULL)
        list = &(*list)->next_waiting;
    *list = more;
}

/* Works a queue off until its head is with the pool, waits or is not there. Queues that an event of it lets go on
 * are added to `list`. */
static void queue_advance(cuzk_queue *queue, cuzk_queue **list)
{
    while (queue->first != NULL) {
        cpu_step *step = queue->first;
        if (step->kind == CPU_STEP_RUN && queue->failure.status == CUZK_OK) {
            queue->running = true;
            cuzk_pool_submit(queue->device->pool, &queue->task);
            return;
        }
        if (step->kind == CPU_STEP_WAIT && queue_blocks_on(queue, step->event))
            return;
        if (step->kind == CPU_STEP_RECORD)
            queues_append(list, event_reach(step->event, &queue->failure));
        free(queue_pop(queue));
    }
    pthread_cond_broadcast(&queue->device->changed);
}

/* A list instead of recursion: a chain of queues that wait for each other may be long. */
static void queue_go_on(cuzk_queue *queue)
{
    cuzk_queue *list = queue;
    queue->next_waiting = NULL;
    while (list != NULL) {
        cuzk_queue *next = list;
        list = next->next_waiting;
        next->next_waiting = NULL;
        queue_advance(next, &list);
    }
}

/* An operation that ran from begin_ns until now, named after the thread that queued it. */
static void step_trace(const cpu_device *device, const cpu_step *step, uint64_t begin_ns)
{
    uint64_t now_ns = cuzk_clock_now_ns();
    cuzk_trace_record record = {.time_ns = now_ns,
                                .duration_ns = now_ns - begin_ns,
                                .value = step->trace_value,
                                .worker = step->submitter,
                                .kind = step->trace_kind,
                                .lane = UINT16_MAX};
    if (step->trace_kind == CUZK_TRACE_NONE || device->base.trace == NULL)
        return;
    if (step->trace_kind == CUZK_TRACE_KERNEL && begin_ns > step->submitted_ns)
        record.value |= (begin_ns - step->submitted_ns) << 8;
    (void)cuzk_trace_ring_put(device->base.trace, &record);
}

/* The head of a queue, on a worker. The queue may be gone once the lock is given up. */
static void queue_run_head(cuzk_task *task)
{
    cuzk_queue *queue = (cuzk_queue *)((char *)task - offsetof(cuzk_queue, task));
    cpu_device *device = queue->device;
    cuzk_error failure = {.status = CUZK_OK};
    cpu_step *step = queue->first; /* nobody else takes the head of a running queue */
    uint64_t begin_ns = cuzk_clock_now_ns();
    failure.status = step->run(step, queue, &failure);
    step_trace(device, step, begin_ns);
    pthread_mutex_lock(&device->lock);
    queue_fail(queue, &failure);
    free(queue_pop(queue));
    queue->running = false;
    queue_go_on(queue);
    pthread_mutex_unlock(&device->lock);
}

/* ---- Appending ---- */

cuzk_status cuzk_cpu_step_create(void *out, size_t size_bytes,
                                 cuzk_status (*run)(cpu_step *step, cuzk_queue *queue, cuzk_error *err),
                                 const char *what, cuzk_error *err)
{
    cpu_step *step = calloc(1, size_bytes);
    if (step == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory to queue it", what);
    step->kind = CPU_STEP_RUN;
    step->run = run;
    memcpy(out, &step, sizeof step); /* `out` points to a pointer of another type */
    return CUZK_OK;
}

void cuzk_cpu_queue_append(cuzk_queue *queue, cpu_step *step)
{
    step->submitted_ns = cuzk_clock_now_ns();
    step->submitter = cuzk_trace_thread();
    pthread_mutex_lock(&queue->device->lock);
    bool was_empty = queue->first == NULL;
    if (step->kind == CPU_STEP_RECORD) {
        assert(step->event->state == CPU_EVENT_IDLE);
        step->event->state = CPU_EVENT_PENDING;
    }
    if (was_empty)
        queue->first = step;
    else
        queue->last->next = step;
    queue->last = step;
    if (was_empty)
        queue_go_on(queue);
    pthread_mutex_unlock(&queue->device->lock);
}

static cuzk_status append_event_step(cuzk_queue *queue, cuzk_event *event, int kind, const char *what,
                                     cuzk_error *err)
{
    cpu_step *step = NULL;
    cuzk_status status = cuzk_cpu_step_create(&step, sizeof *step, NULL, what, err);
    if (status != CUZK_OK)
        return status;
    step->kind = kind;
    step->event = event;
    cuzk_cpu_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_cpu_event_record(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    return append_event_step(queue, event, CPU_STEP_RECORD, "event_record", err);
}

cuzk_status cuzk_cpu_queue_wait(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    return append_event_step(queue, event, CPU_STEP_WAIT, "queue_wait", err);
}

/* ---- Queues ---- */

cuzk_status cuzk_cpu_queue_create(cuzk_queue **out, cuzk_device *device, cuzk_error *err)
{
    cuzk_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a queue");
    queue->device = cpu_of(device);
    queue->task.run = queue_run_head;
    *out = queue;
    return CUZK_OK;
}

static void queue_drain(cuzk_queue *queue)
{
    while (queue->first != NULL)
        pthread_cond_wait(&queue->device->changed, &queue->device->lock);
}

static void scratch_free(cuzk_pages *scratch)
{
    cuzk_wipe(scratch->bytes, scratch->size_bytes);
    cuzk_pages_free(scratch);
}

void cuzk_cpu_queue_destroy(cuzk_queue *queue)
{
    if (queue == NULL)
        return;
    pthread_mutex_lock(&queue->device->lock);
    queue_drain(queue);
    pthread_mutex_unlock(&queue->device->lock);
    scratch_free(&queue->scratch);
    free(queue);
}

void cuzk_cpu_queue_reset(cuzk_queue *queue)
{
    pthread_mutex_lock(&queue->device->lock);
    queue_drain(queue);
    queue->failure.status = CUZK_OK;
    pthread_mutex_unlock(&queue->device->lock);
}

cuzk_status cuzk_cpu_queue_scratch(void **out, cuzk_queue *queue, size_t size_bytes, cuzk_error *err)
{
    cuzk_pages *pages = &queue->scratch;
    if (pages->size_bytes < size_bytes) {
        scratch_free(pages);
        cuzk_status status = cuzk_pages_alloc(pages, size_bytes, "a queue's scratch", err);
        if (status != CUZK_OK)
            return status;
    }
    *out = pages->bytes;
    return CUZK_OK;
}

/* ---- Events ---- */

cuzk_status cuzk_cpu_event_create(cuzk_event **out, cuzk_device *device, cuzk_error *err)
{
    cuzk_event *event = calloc(1, sizeof *event);
    if (event == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for an event");
    event->device = cpu_of(device);
    *out = event;
    return CUZK_OK;
}

void cuzk_cpu_event_destroy(cuzk_event *event)
{
    assert(event == NULL || event->state != CPU_EVENT_PENDING);
    free(event);
}

void cuzk_cpu_event_reset(cuzk_event *event)
{
    pthread_mutex_lock(&event->device->lock);
    assert(event->state != CPU_EVENT_PENDING);
    event->state = CPU_EVENT_IDLE;
    pthread_mutex_unlock(&event->device->lock);
}

cuzk_status cuzk_cpu_event_wait(cuzk_event *event, cuzk_error *err)
{
    cuzk_error failure = {.status = CUZK_OK};
    pthread_mutex_lock(&event->device->lock);
    while (event->state == CPU_EVENT_PENDING)
        pthread_cond_wait(&event->device->changed, &event->device->lock);
    if (event->state == CPU_EVENT_REACHED)
        failure = event->failure;
    pthread_mutex_unlock(&event->device->lock);
    if (failure.status != CUZK_OK && err != NULL)
        *err = failure;
    return failure.status;
}

bool cuzk_cpu_event_reached(cuzk_event *event)
{
    pthread_mutex_lock(&event->device->lock);
    bool reached = event->state == CPU_EVENT_REACHED;
    pthread_mutex_unlock(&event->device->lock);
    return reached;
}

uint64_t cuzk_cpu_event_time_ns(cuzk_event *event)
{
    pthread_mutex_lock(&event->device->lock);
    uint64_t time_ns = event->time_ns;
    pthread_mutex_unlock(&event->device->lock);
    return time_ns;
}
