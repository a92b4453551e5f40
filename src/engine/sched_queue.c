/* SPDX-License-Identifier: Apache-2.0
 *
 * The queue. Its key is (level, deadline, age, job, partition). All but the last belong to the job, so the queue is a
 * list of jobs a level, each with a list of its ready partitions. Level 0 is for jobs that are overdue and leaves the
 * deadline out of the key: there, nobody who comes later goes first.
 */
#include <assert.h>

#include "engine/sched_internal.h"

static bool job_before(const sched_job *a, const sched_job *b)
{
    if (a->level > 0 && a->deadline_ns != b->deadline_ns)
        return a->deadline_ns < b->deadline_ns;
    if (a->submitted_ns != b->submitted_ns)
        return a->submitted_ns < b->submitted_ns;
    return a->id < b->id;
}

/* Looks from the end, where a new job of the same kind belongs. */
static void level_insert(sched *s, sched_job *job)
{
    sched_job *after = s->levels[job->level].last;
    while (after != NULL && job_before(job, after))
        after = after->level_previous;
    job->level_previous = after;
    job->level_next = after != NULL ? after->level_next : s->levels[job->level].first;
    *(after != NULL ? &after->level_next : &s->levels[job->level].first) = job;
    *(job->level_next != NULL ? &job->level_next->level_previous : &s->levels[job->level].last) = job;
    job->queued = true;
}

static void level_remove(sched *s, sched_job *job)
{
    *(job->level_previous != NULL ? &job->level_previous->level_next : &s->levels[job->level].first) =
        job->level_next;
    *(job->level_next != NULL ? &job->level_next->level_previous : &s->levels[job->level].last) =
        job->level_previous;
    job->queued = false;
}

/* The level follows from the priority and the time since submission alone. */
static void job_set_level(const sched *s, sched_job *job, uint64_t now_ns)
{
    uint64_t steps = (now_ns - job->submitted_ns) / s->config.ageing_ns;
    uint64_t start = (uint64_t)job->priority + 1;
    job->level = steps < start ? (uint32_t)(start - steps) : 0;
    job->promote_ns =
        job->level == 0 ? SCHED_NEVER : sched_add_ns(job->submitted_ns, (steps + 1) * s->config.ageing_ns);
}

static void job_enter_level(sched *s, sched_job *job, uint64_t now_ns)
{
    job_set_level(s, job, now_ns);
    level_insert(s, job);
    if (job->promote_ns < s->promote_ns)
        s->promote_ns = job->promote_ns;
}

void cuzk_sched_queue_add(sched *s, sched_partition *partition, uint64_t now_ns)
{
    sched_job *job = partition->job;
    sched_partition **link = &job->ready;
    while (*link != NULL && (*link)->index < partition->index)
        link = &(*link)->next;
    partition->next = *link;
    *link = partition;
    partition->state = CUZK_PARTITION_STATE_QUEUED;
    s->ready_count++;
    cuzk_sched_tell(s, CUZK_TRACE_READY, job, partition, NULL, partition->attempt_count > 0, now_ns);
    if (job->queued)
        return;
    job_enter_level(s, job, now_ns);
}

void cuzk_sched_queue_remove(sched *s, sched_partition *partition)
{
    sched_job *job = partition->job;
    sched_partition **link = &job->ready;
    while (*link != partition) {
        assert(*link != NULL);
        link = &(*link)->next;
    }
    *link = partition->next;
    s->ready_count--;
    if (job->ready == NULL)
        level_remove(s, job);
}

/* Jobs only ever go to lists that were looked at before. */
static void job_age(sched *s, sched_job *job, uint64_t now_ns)
{
    if (now_ns >= job->promote_ns) {
        level_remove(s, job);
        job_enter_level(s, job, now_ns);
    } else if (job->promote_ns < s->promote_ns) {
        s->promote_ns = job->promote_ns;
    }
}

void cuzk_sched_queue_age(sched *s, uint64_t now_ns)
{
    if (now_ns < s->promote_ns)
        return;
    s->promote_ns = SCHED_NEVER;
    for (int level = 1; level < SCHED_LEVEL_COUNT; level++)
        for (sched_job *job = s->levels[level].first, *next; job != NULL; job = next) {
            next = job->level_next;
            job_age(s, job, now_ns);
        }
}
