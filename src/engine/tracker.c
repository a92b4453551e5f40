/* SPDX-License-Identifier: Apache-2.0
 *
 * The one place where partitions and jobs end. Whatever the way out (done, failed, cancelled, timed out, skipped), a
 * partition goes through cuzk_tracker_end_partition once and a job through job_end once.
 *
 * A partition counts as settled when it has ended and its witness is freed, or when only lanes that were given up still
 * read that. A job ends when all its partitions are settled.
 */
#include <assert.h>

#include "base/error.h"
#include "engine/sched_internal.h"

static void open_remove(sched *s, sched_job *job)
{
    *(job->open_previous != NULL ? &job->open_previous->open_next : &s->open_first) = job->open_next;
    *(job->open_next != NULL ? &job->open_next->open_previous : &s->open_last) = job->open_previous;
}

static void job_end(sched *s, sched_job *job, uint64_t now_ns)
{
    assert(job->state < CUZK_JOB_STATE_DONE && job->ready == NULL);
    job->state = job_stops(job) ? job->stop_state : CUZK_JOB_STATE_DONE;
    job->ended_ns = now_ns;
    job->circuit->job_count--;
    s->open_job_count--;
    s->counts.done += job->state == CUZK_JOB_STATE_DONE;
    s->counts.failed += job->state == CUZK_JOB_STATE_FAILED;
    s->counts.cancelled += job->state == CUZK_JOB_STATE_CANCELLED;
    s->counts.timed_out += job->state == CUZK_JOB_STATE_TIMED_OUT;
    open_remove(s, job);
    cuzk_sched_tell(s, CUZK_TRACE_JOB_ENDED, job, NULL, NULL, (uint64_t)job->state, now_ns);
    cuzk_sched_act(s, &job->action, SCHED_ENDED, job);
}

static void partition_settle(sched *s, sched_partition *partition, uint64_t now_ns)
{
    if (partition->settled)
        return;
    partition->settled = true;
    if (++partition->job->settled_count == partition->job->partition_count)
        job_end(s, partition->job, now_ns);
}

void cuzk_tracker_end_partition(sched *s, sched_partition *partition, cuzk_partition_state state, uint64_t now_ns)
{
    assert(partition->state < CUZK_PARTITION_STATE_DONE && state >= CUZK_PARTITION_STATE_DONE);
    partition->state = state;
    cuzk_sched_tell(s, CUZK_TRACE_PARTITION_ENDED, partition->job, partition, NULL, (uint64_t)state, now_ns);
    s->open_partition_count--;
    if (state == CUZK_PARTITION_STATE_DONE) {
        partition->job->done_count++;
        s->counts.partitions_done++;
    }
    if (partition->readers == 0)
        cuzk_sched_act(s, &partition->action, SCHED_RELEASE, partition);
    else
        partition_settle(s, partition, now_ns);
}

void cuzk_sched_released(sched *s, sched_partition *partition, uint64_t now_ns)
{
    assert(!partition->released);
    partition->released = true;
    partition->job->released_count++;
    cuzk_budget_release(&s->host, partition->job->partition_bytes);
    partition_settle(s, partition, now_ns);
}

void cuzk_tracker_end_reading(sched *s, sched_lane *lane)
{
    sched_partition *partition = lane->reading;
    lane->reading = NULL;
    if (--partition->readers == 0 && partition->state >= CUZK_PARTITION_STATE_DONE)
        cuzk_sched_act(s, &partition->action, SCHED_RELEASE, partition);
}

/* ---- Jobs that stop ---- */

void cuzk_tracker_end_stopped(sched *s, sched_partition *partition, uint64_t now_ns)
{
    switch (partition->job->stop_state) {
    case CUZK_JOB_STATE_CANCELLED:
        cuzk_tracker_end_partition(s, partition, CUZK_PARTITION_STATE_CANCELLED, now_ns);
        break;
    case CUZK_JOB_STATE_TIMED_OUT:
        cuzk_tracker_end_partition(s, partition, CUZK_PARTITION_STATE_TIMED_OUT, now_ns);
        break;
    default:
        cuzk_tracker_end_partition(s, partition, CUZK_PARTITION_STATE_SKIPPED, now_ns);
        break;
    }
}

/* The first reason counts. What is queued ends now, what is in work at its next border. */
void cuzk_tracker_stop_job(sched *s, sched_job *job, cuzk_job_state state, const cuzk_error *failure,
                           uint64_t now_ns)
{
    if (job_stops(job))
        return;
    job->stop_state = state;
    job->failure = *failure;
    while (job->ready != NULL) {
        sched_partition *partition = job->ready;
        cuzk_sched_queue_remove(s, partition);
        cuzk_tracker_end_stopped(s, partition, now_ns);
    }
}
