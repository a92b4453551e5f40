/* SPDX-License-Identifier: Apache-2.0
 *
 * Setting up, admission, and events that concern a whole job or all of the scheduler.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "engine/sched_internal.h"

void cuzk_sched_init(sched *out, const sched_config *config, sched_device *devices, uint32_t device_count,
                     uint64_t host_bytes)
{
    assert(device_count <= SCHED_DEVICES_MAX);
    memset(out, 0, sizeof *out);
    out->config = *config;
    out->devices = devices;
    out->device_count = device_count;
    out->promote_ns = SCHED_NEVER;
    cuzk_budget_init(&out->host, "host", host_bytes);
}

void cuzk_sched_device_init(sched_device *out, uint32_t index, sched_lane *lanes, uint32_t lane_count,
                            const char *memory_name, uint64_t memory_bytes)
{
    memset(out, 0, sizeof *out);
    out->index = index;
    out->stuck_since_ns = SCHED_NEVER;
    out->lanes = lanes;
    out->lane_count = out->idle_count = lane_count;
    cuzk_budget_init(&out->memory, memory_name, memory_bytes);
    for (uint32_t i = 0; i < lane_count; i++) {
        lanes[i].device = out;
        lanes[i].stage = SCHED_LANE_IDLE;
        lanes[i].deadline_ns = SCHED_NEVER;
    }
}

void cuzk_sched_job_init(sched_job *out, sched_partition *partitions, uint32_t partition_count)
{
    out->partitions = partitions;
    out->partition_count = partition_count;
    out->queue_timeout_ns = out->run_timeout_ns = SCHED_NEVER;
    for (uint32_t i = 0; i < partition_count; i++) {
        out->partitions[i].job = out;
        out->partitions[i].index = i;
    }
}

bool cuzk_sched_job_idle(const sched_job *job)
{
    return job->state >= CUZK_JOB_STATE_DONE && job->released_count == job->partition_count;
}

/* ---- Actions ---- */

void cuzk_sched_act(sched *s, sched_action *action, sched_action_kind kind, void *subject)
{
    action->kind = kind;
    action->subject = subject;
    action->next = NULL;
    *(s->action_last != NULL ? &s->action_last->next : &s->action_first) = action;
    s->action_last = action;
}

sched_action *cuzk_sched_next_action(sched *s)
{
    sched_action *action = s->action_first;
    if (action == NULL)
        return NULL;
    s->action_first = action->next;
    if (s->action_first == NULL)
        s->action_last = NULL;
    return action;
}

/* ---- Admission ---- */

cuzk_status cuzk_sched_admit(sched *s, sched_job *job, cuzk_error *err)
{
    const sched_config *config = &s->config;
    uint64_t job_bytes;
    if (s->draining)
        return cuzk_error_set(err, CUZK_E_BUSY, "the engine is draining and takes no new jobs");
    if (job->partition_count > config->partition_count_max)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "the job has %u witnesses, the limit is %" PRIu64,
                              job->partition_count, config->partition_count_max);
    if (s->open_job_count >= config->job_count_max)
        return cuzk_error_set(err, CUZK_E_BUSY, "the queue is full: %" PRIu64 " jobs of at most %" PRIu64,
                              s->open_job_count, config->job_count_max);
    if (s->open_partition_count + job->partition_count > config->partition_count_max)
        return cuzk_error_set(err, CUZK_E_BUSY,
                              "the queue is full: %" PRIu64 " partitions of at most %" PRIu64 ", %u more asked for",
                              s->open_partition_count, config->partition_count_max, job->partition_count);
    if (__builtin_mul_overflow(job->partition_bytes, (uint64_t)job->partition_count, &job_bytes))
        job_bytes = UINT64_MAX;
    cuzk_status status = cuzk_budget_reserve(&s->host, job_bytes, "the job's witnesses", err);
    if (status != CUZK_OK)
        return status;
    s->open_job_count++;
    s->open_partition_count += job->partition_count;
    job->circuit->job_count++;
    return CUZK_OK;
}

void cuzk_sched_withdraw(sched *s, sched_job *job)
{
    cuzk_budget_release(&s->host, job->partition_bytes * job->partition_count);
    s->open_job_count--;
    s->open_partition_count -= job->partition_count;
    job->circuit->job_count--;
}

/* ---- Jobs ---- */

static void open_append(sched *s, sched_job *job)
{
    job->open_previous = s->open_last;
    job->open_next = NULL;
    *(s->open_last != NULL ? &s->open_last->open_next : &s->open_first) = job;
    s->open_last = job;
}

void cuzk_sched_submit(sched *s, sched_job *job, uint64_t now_ns)
{
    job->submitted_ns = now_ns;
    job->deadline_ns = sched_add_ns(now_ns, job->queue_timeout_ns);
    if (job->deadline_ns == SCHED_NEVER)
        job->deadline_ns = sched_add_ns(now_ns, job->run_timeout_ns);
    s->counts.submitted++;
    cuzk_sched_tell(s, CUZK_TRACE_JOB_SUBMITTED, job, NULL, NULL, job->partition_count, now_ns);
    open_append(s, job);
    /* From the last to the first: each goes to the front of the job's list. */
    for (uint32_t i = job->partition_count; i > 0; i--)
        cuzk_sched_queue_add(s, &job->partitions[i - 1], now_ns);
    cuzk_sched_dispatch(s, now_ns);
}

bool cuzk_sched_cancel(sched *s, sched_job *job, uint64_t now_ns)
{
    cuzk_error failure;
    if (job->state >= CUZK_JOB_STATE_DONE || job_stops(job))
        return false;
    cuzk_error_set(&failure, CUZK_E_CANCELLED, "the job was cancelled");
    cuzk_tracker_stop_job(s, job, CUZK_JOB_STATE_CANCELLED, &failure, now_ns);
    cuzk_sched_dispatch(s, now_ns);
    return true;
}

/* ---- Time ---- */

static void job_check_deadlines(sched *s, sched_job *job, uint64_t now_ns)
{
    cuzk_error failure;
    if (job_stops(job))
        return;
    if (job->state == CUZK_JOB_STATE_QUEUED && now_ns >= sched_add_ns(job->submitted_ns, job->queue_timeout_ns))
        cuzk_error_set(&failure, CUZK_E_TIMEOUT, "not started within its %" PRIu64 " ms in the queue",
                       job->queue_timeout_ns / 1000000);
    else if (job->state == CUZK_JOB_STATE_RUNNING && now_ns >= sched_add_ns(job->started_ns, job->run_timeout_ns))
        cuzk_error_set(&failure, CUZK_E_TIMEOUT,
                       "not done within its %" PRIu64 " ms: %u of %u partitions were proved",
                       job->run_timeout_ns / 1000000, job->done_count, job->partition_count);
    else
        return;
    cuzk_tracker_stop_job(s, job, CUZK_JOB_STATE_TIMED_OUT, &failure, now_ns);
}

void cuzk_sched_tick(sched *s, uint64_t now_ns)
{
    cuzk_sched_attempts_tick(s, now_ns);
    for (sched_job *job = s->open_first, *next; job != NULL; job = next) {
        next = job->open_next;
        job_check_deadlines(s, job, now_ns);
    }
    cuzk_sched_health_tick(s, now_ns);
    cuzk_sched_dispatch(s, now_ns);
}

void cuzk_sched_pause(sched *s, bool paused, uint64_t now_ns)
{
    s->paused = paused;
    cuzk_sched_tell(s, CUZK_TRACE_PAUSED, NULL, NULL, NULL, paused, now_ns);
    cuzk_sched_dispatch(s, now_ns);
}

void cuzk_sched_drain(sched *s)
{
    s->draining = true;
}
