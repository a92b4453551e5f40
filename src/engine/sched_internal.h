/* SPDX-License-Identifier: Apache-2.0
 *
 * What the scheduler's files use of one another.
 */
#ifndef CUZK_ENGINE_SCHED_INTERNAL_H
#define CUZK_ENGINE_SCHED_INTERNAL_H

#include "engine/sched.h"

static inline uint64_t sched_add_ns(uint64_t time_ns, uint64_t duration_ns)
{
    return duration_ns > SCHED_NEVER - time_ns ? SCHED_NEVER : time_ns + duration_ns;
}

static inline uint64_t sched_device_bit(const sched_device *device)
{
    return (uint64_t)1 << device->index;
}

void cuzk_sched_act(sched *s, sched_action *action, sched_action_kind kind, void *subject);

/* sched_observe.c: decisions, told as they are made. `device` and `partition` may be NULL. */
void cuzk_sched_tell(const sched *s, cuzk_trace_kind kind, const sched_job *job, const sched_partition *partition,
                     const sched_device *device, uint64_t value, uint64_t now_ns);
void cuzk_sched_tell_assigned(const sched *s, const sched_lane *lane, uint64_t now_ns);

/* Why lanes stay idle, for each device where that has changed. */
void cuzk_sched_tell_blocks(sched *s, uint64_t now_ns);

/* sched_queue.c: jobs with ready partitions, in the order of the key. */
void cuzk_sched_queue_add(sched *s, sched_partition *partition, uint64_t now_ns);
void cuzk_sched_queue_remove(sched *s, sched_partition *partition);
void cuzk_sched_queue_age(sched *s, uint64_t now_ns);

/* tracker.c: the one place where partitions and jobs end. */
void cuzk_tracker_end_partition(sched *s, sched_partition *partition, cuzk_partition_state state, uint64_t now_ns);
void cuzk_tracker_stop_job(sched *s, sched_job *job, cuzk_job_state state, const cuzk_error *failure,
                           uint64_t now_ns);

/* Ends a partition of a job that stops, at a stage border. */
void cuzk_tracker_end_stopped(sched *s, sched_partition *partition, uint64_t now_ns);

static inline bool job_stops(const sched_job *job)
{
    return job->stop_state != CUZK_JOB_STATE_QUEUED;
}

/* The lane no longer reads the witness; frees it if that was the last thing to wait for. */
void cuzk_tracker_end_reading(sched *s, sched_lane *lane);

/* sched_health.c */
bool cuzk_sched_device_usable(const sched_device *device);
void cuzk_sched_device_fault(sched *s, sched_device *device, uint64_t now_ns);
void cuzk_sched_device_good(sched_device *device);
void cuzk_sched_health_tick(sched *s, uint64_t now_ns);

/* sched_attempt.c */
void cuzk_sched_attempt_failed(sched *s, sched_partition *partition, sched_device *device,
                               const cuzk_error *failure, uint64_t now_ns);
void cuzk_sched_attempts_tick(sched *s, uint64_t now_ns);

#endif
