/* SPDX-License-Identifier: Apache-2.0
 *
 * Queues on the fake clock. Of all queues whose head may run, the one whose head ends first goes next (the older
 * queue first, if they end together); time jumps to that end. A head that waits for an event which is not reached,
 * or that hangs, stops its queue.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/sim/sim_internal.h"
#include "base/clock.h"
#include "base/error.h"
#include "trace/ring.h"

/* ---- Steps ---- */

static void step_free(sim_step *step)
{
    for (uint32_t i = 0; i < step->use_count; i++)
        if (--step->uses[i]->uses == 0 && step->uses[i]->retired)
            free(step->uses[i]);
    free(step);
}

static void queue_fail(cuzk_queue *queue, const cuzk_error *failure)
{
    if (queue->failure.status == CUZK_OK)
        queue->failure = *failure;
}

/* What the faults do to an operation; decided once, when it begins. */
static void step_begin(sim_device *device, sim_step *step)
{
    step->begun = true;
    device->counts.operations++;
    if (cuzk_sim_strikes(device, CUZK_SIM_FAULT_LOST))
        device->lost = true;
    if (device->lost)
        cuzk_error_set(&step->failure, CUZK_E_DEVICE, "the simulated device is lost");
    if (cuzk_sim_strikes(device, CUZK_SIM_FAULT_ERROR))
        cuzk_error_set(&step->failure, device->fault_status[CUZK_SIM_FAULT_ERROR],
                       "scripted fault at operation %llu", (unsigned long long)device->counts.operations);
    step->hangs = cuzk_sim_strikes(device, CUZK_SIM_FAULT_HANG);
}

static uint64_t later_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static bool step_computes(const sim_step *step)
{
    return step->kind == SIM_STEP_OPERATION && step->operation != CUZK_SIM_COPY_IN &&
           step->operation != CUZK_SIM_COPY_OUT;
}

static uint64_t step_delay_ns(const sim_device *device, const sim_step *step)
{
    return step_computes(step) ? device->driver_delay_ns : 0;
}

static uint64_t step_duration_ns(const sim_device *device, const sim_step *step)
{
    uint64_t duration_ns = device->duration_ns[step->operation];
    if (step->pageable)
        duration_ns += device->pageable_ns_per_kib * step->size_bytes / 1024;
    return duration_ns + step_delay_ns(device, step);
}

/* When the head of a queue may begin. */
static uint64_t step_start_ns(const cuzk_queue *queue, const sim_step *step)
{
    uint64_t start_ns = later_of(queue->ready_ns, step->submitted_ns);
    if (queue->device->real_clock && step_computes(step))
        start_ns = later_of(start_ns, queue->device->kernels_ready_ns);
    return start_ns;
}

static uint64_t device_now_ns(const sim_device *device)
{
    return device->real_clock ? cuzk_clock_now_ns() : device->now_ns;
}

/* When the head of a queue ends; false if that is not known. */
static bool queue_head_end(cuzk_queue *queue, uint64_t *end_ns)
{
    sim_step *step = queue->first;
    if (step == NULL)
        return false;
    uint64_t start_ns = step_start_ns(queue, step);
    if (step->kind == SIM_STEP_WAIT) {
        if (step->event->state == SIM_EVENT_PENDING)
            return false;
        *end_ns = step->event->state == SIM_EVENT_REACHED ? later_of(start_ns, step->event->time_ns) : start_ns;
        return true;
    }
    *end_ns = start_ns;
    if (step->kind == SIM_STEP_RECORD || queue->failure.status != CUZK_OK)
        return true;
    if (!step->begun)
        step_begin(queue->device, step);
    *end_ns += step_duration_ns(queue->device, step);
    return !step->hangs;
}

/* The bytes that an operation leaves, unless it failed or was skipped. */
static void step_fill(const cuzk_queue *queue, const sim_step *step)
{
    if (queue->failure.status != CUZK_OK || step->dst == NULL)
        return;
    if (step->src != NULL)
        memmove(step->dst, step->src, step->size_bytes);
    else
        memset(step->dst, 0, step->size_bytes);
}

/* What ran from start_ns to the queue's ready_ns, by the host's clock. The driver's delay comes before it. */
static void step_trace(const cuzk_queue *queue, const sim_step *step, uint64_t start_ns)
{
    static const uint8_t operations[CUZK_SIM_OPERATION_COUNT] = {
        [CUZK_SIM_ZERO] = CUZK_TRACE_OPERATION_ZERO,
        [CUZK_SIM_SPMV] = CUZK_TRACE_OPERATION_SPMV,
        [CUZK_SIM_NTT] = CUZK_TRACE_OPERATION_NTT,
        [CUZK_SIM_MSM] = CUZK_TRACE_OPERATION_MSM,
        [CUZK_SIM_H_SCALARS] = CUZK_TRACE_OPERATION_H_SCALARS,
    };
    const sim_device *device = queue->device;
    uint64_t begin_ns = start_ns + step_delay_ns(device, step);
    cuzk_trace_record record = {.time_ns = queue->ready_ns, .worker = step->submitter, .lane = UINT16_MAX};
    if (!device->real_clock || device->base.trace == NULL || queue->ready_ns <= begin_ns)
        return;
    record.duration_ns = queue->ready_ns - begin_ns;
    if (step->operation == CUZK_SIM_COPY_IN || step->operation == CUZK_SIM_COPY_OUT) {
        record.kind = step->operation == CUZK_SIM_COPY_IN ? CUZK_TRACE_COPY_IN : CUZK_TRACE_COPY_OUT;
        record.value = step->size_bytes | (step->pageable ? CUZK_TRACE_PAGEABLE : 0);
    } else {
        record.kind = CUZK_TRACE_KERNEL;
        record.value = operations[step->operation] | (begin_ns - step->submitted_ns) << 8;
    }
    (void)cuzk_trace_ring_put(device->base.trace, &record);
}

/* What a step does when it ends. */
static void step_end(cuzk_queue *queue, sim_step *step)
{
    cuzk_event *event = step->event;
    if (step->kind == SIM_STEP_RECORD) {
        event->state = SIM_EVENT_REACHED;
        event->time_ns = queue->ready_ns;
        event->failure = queue->failure;
    } else if (step->kind == SIM_STEP_WAIT) {
        if (event->state == SIM_EVENT_REACHED)
            queue_fail(queue, &event->failure);
    } else {
        queue_fail(queue, &step->failure);
        step_fill(queue, step);
    }
}

bool cuzk_sim_run_step(sim_device *device, uint64_t until_ns)
{
    cuzk_queue *next = NULL;
    uint64_t next_end_ns = until_ns, end_ns;
    for (cuzk_queue *queue = device->queues; queue != NULL; queue = queue->next)
        if (queue_head_end(queue, &end_ns) && (next == NULL ? end_ns <= until_ns : end_ns < next_end_ns)) {
            next = queue;
            next_end_ns = end_ns;
        }
    if (next == NULL)
        return false;
    sim_step *step = next->first;
    uint64_t start_ns = step_start_ns(next, step);
    bool runs = step->kind == SIM_STEP_OPERATION && next->failure.status == CUZK_OK;
    device->now_ns = later_of(device->now_ns, next_end_ns);
    next->ready_ns = next_end_ns;
    next->first = step->next;
    if (next->first == NULL)
        next->last = NULL;
    if (runs && step_computes(step))
        device->kernels_ready_ns = next_end_ns;
    if (runs)
        step_trace(next, step, start_ns);
    step_end(next, step);
    step_free(step);
    pthread_cond_broadcast(&device->changed);
    return true;
}

/* In earnest: runs what has ended by now, or sleeps until the next end. */
static void device_pass_real_time(sim_device *device)
{
    uint64_t now_ns = cuzk_clock_now_ns(), until_ns = UINT64_MAX, end_ns;
    if (cuzk_sim_run_step(device, now_ns))
        return;
    for (cuzk_queue *queue = device->queues; queue != NULL; queue = queue->next)
        if (queue_head_end(queue, &end_ns) && end_ns < until_ns)
            until_ns = end_ns;
    if (until_ns == UINT64_MAX) {
        pthread_cond_wait(&device->changed, &device->lock);
        return;
    }
    struct timespec until = {.tv_sec = (time_t)(until_ns / 1000000000u), .tv_nsec = (long)(until_ns % 1000000000u)};
    pthread_cond_timedwait(&device->changed, &device->lock, &until);
}

/* Lets time pass once, or waits until another thread does. */
static void device_pass_time(sim_device *device)
{
    if (device->real_clock) {
        device_pass_real_time(device);
        return;
    }
    if (device->manual_clock || !cuzk_sim_run_step(device, UINT64_MAX))
        pthread_cond_wait(&device->changed, &device->lock);
}

void cuzk_sim_release(cuzk_device *device)
{
    sim_device *sim = sim_of(device);
    pthread_mutex_lock(&sim->lock);
    for (cuzk_queue *queue = sim->queues; queue != NULL; queue = queue->next)
        if (queue->first != NULL)
            queue->first->hangs = false;
    pthread_cond_broadcast(&sim->changed);
    pthread_mutex_unlock(&sim->lock);
}

/* ---- Queues ---- */

void cuzk_sim_queue_append(cuzk_queue *queue, sim_step *step)
{
    sim_device *device = queue->device;
    pthread_mutex_lock(&device->lock);
    step->submitted_ns = device_now_ns(device);
    step->submitter = cuzk_trace_thread();
    for (uint32_t i = 0; i < step->use_count; i++)
        step->uses[i]->uses++;
    if (step->kind == SIM_STEP_RECORD)
        step->event->state = SIM_EVENT_PENDING;
    if (queue->last != NULL)
        queue->last->next = step;
    else
        queue->first = step;
    queue->last = step;
    pthread_cond_broadcast(&device->changed);
    pthread_mutex_unlock(&device->lock);
}

cuzk_status cuzk_sim_queue_create(cuzk_queue **out, cuzk_device *device, cuzk_error *err)
{
    sim_device *sim = sim_of(device);
    cuzk_status status = cuzk_sim_call(sim, "queue_create", err);
    if (status != CUZK_OK)
        return status;
    cuzk_queue *queue = calloc(1, sizeof *queue), **link = &sim->queues;
    if (queue == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "queue_create: no memory");
    queue->device = sim;
    pthread_mutex_lock(&sim->lock);
    while (*link != NULL)
        link = &(*link)->next;
    *link = queue;
    sim->counts.queues++;
    pthread_mutex_unlock(&sim->lock);
    *out = queue;
    return CUZK_OK;
}

static void queue_drain(cuzk_queue *queue)
{
    while (queue->first != NULL)
        device_pass_time(queue->device);
}

void cuzk_sim_queue_destroy(cuzk_queue *queue)
{
    if (queue == NULL)
        return;
    sim_device *device = queue->device;
    cuzk_queue **link = &device->queues;
    pthread_mutex_lock(&device->lock);
    queue_drain(queue);
    while (*link != queue)
        link = &(*link)->next;
    *link = queue->next;
    device->counts.queues--;
    pthread_mutex_unlock(&device->lock);
    free(queue);
}

void cuzk_sim_queue_reset(cuzk_queue *queue)
{
    pthread_mutex_lock(&queue->device->lock);
    queue_drain(queue);
    queue->failure.status = CUZK_OK;
    pthread_mutex_unlock(&queue->device->lock);
}

/* ---- Events ---- */

static cuzk_status append_event_step(cuzk_queue *queue, cuzk_event *event, sim_step_kind kind, const char *what,
                                     cuzk_error *err)
{
    cuzk_status status = cuzk_sim_call(queue->device, what, err);
    if (status != CUZK_OK)
        return status;
    sim_step *step = calloc(1, sizeof *step + sizeof *step->uses);
    if (step == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory", what);
    step->kind = kind;
    step->event = event;
    step->use_count = 1;
    step->uses[0] = &event->object;
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_event_record(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    return append_event_step(queue, event, SIM_STEP_RECORD, "event_record", err);
}

cuzk_status cuzk_sim_queue_wait(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    return append_event_step(queue, event, SIM_STEP_WAIT, "queue_wait", err);
}

void cuzk_sim_event_reset(cuzk_event *event)
{
    pthread_mutex_lock(&event->object.device->lock);
    assert(event->state != SIM_EVENT_PENDING);
    event->state = SIM_EVENT_IDLE;
    pthread_mutex_unlock(&event->object.device->lock);
}

cuzk_status cuzk_sim_event_wait(cuzk_event *event, cuzk_error *err)
{
    sim_device *device = event->object.device;
    cuzk_error failure = {.status = CUZK_OK};
    pthread_mutex_lock(&device->lock);
    while (event->state == SIM_EVENT_PENDING)
        device_pass_time(device);
    if (event->state == SIM_EVENT_REACHED)
        failure = event->failure;
    pthread_mutex_unlock(&device->lock);
    if (failure.status != CUZK_OK && err != NULL)
        *err = failure;
    return failure.status;
}

bool cuzk_sim_event_reached(cuzk_event *event)
{
    pthread_mutex_lock(&event->object.device->lock);
    bool reached = event->state == SIM_EVENT_REACHED;
    pthread_mutex_unlock(&event->object.device->lock);
    return reached;
}

uint64_t cuzk_sim_event_time_ns(cuzk_event *event)
{
    pthread_mutex_lock(&event->object.device->lock);
    uint64_t time_ns = event->time_ns;
    pthread_mutex_unlock(&event->object.device->lock);
    return time_ns;
}
