/* SPDX-License-Identifier: Apache-2.0
 *
 * An attempt's way through its lane, and what becomes of it when it fails.
 *
 * Fencing: a lane that is past its deadline loses its partition, which may be tried again at once; the lane stays taken,
 * with its memory, until it reports. What it reports then finds no partition: it is dropped and counted.
 */
#include <assert.h>
#include <inttypes.h>

#include "base/error.h"
#include "engine/sched_internal.h"

static void lane_enter(sched *s, sched_lane *lane, sched_lane_stage stage, sched_action_kind kind, uint64_t now_ns)
{
    lane->stage = stage;
    if (!lane->late)
        lane->deadline_ns = sched_add_ns(now_ns, s->config.attempt_timeout_ns);
    cuzk_sched_act(s, &lane->action, kind, lane);
}

static void lane_give_up(sched_lane *lane)
{
    lane->late = true;
    lane->deadline_ns = SCHED_NEVER;
    lane->partition = NULL;
    lane->device->late_count++;
}

/* The lane is free again and what it held is given back. Gives the partition that still wants its result. */
static sched_partition *lane_close(sched *s, sched_lane *lane)
{
    sched_device *device = lane->device;
    sched_partition *partition = lane->partition;
    if (lane->late) {
        s->counts.late_results++;
        device->late_count--;
    }
    cuzk_budget_release(&device->memory, lane->reserved_bytes);
    device->idle_count++;
    device->stuck_since_ns = SCHED_NEVER;
    lane->circuit->attempt_count--;
    lane->circuit = NULL;
    lane->stage = SCHED_LANE_IDLE;
    lane->partition = NULL;
    lane->late = false;
    lane->deadline_ns = SCHED_NEVER;
    lane->reserved_bytes = 0;
    return partition;
}

/* Another attempt can end otherwise: not so for what is wrong with the witness or the request. */
static bool failure_may_retry(cuzk_status status)
{
    return status == CUZK_E_DEVICE || status == CUZK_E_NO_MEMORY || status == CUZK_E_TIMEOUT ||
           status == CUZK_E_SELF_CHECK;
}

void cuzk_sched_attempt_failed(sched *s, sched_partition *partition, sched_device *device,
                               const cuzk_error *failure, uint64_t now_ns)
{
    cuzk_error told;
    partition->tried |= sched_device_bit(device);
    cuzk_sched_tell(s, CUZK_TRACE_FAULT, partition->job, partition, device, (uint64_t)failure->status, now_ns);
    if (failure->status == CUZK_E_DEVICE || failure->status == CUZK_E_TIMEOUT)
        cuzk_sched_device_fault(s, device, now_ns);
    if (job_stops(partition->job)) {
        cuzk_tracker_end_stopped(s, partition, now_ns);
        return;
    }
    if (failure_may_retry(failure->status) && partition->attempt_count < SCHED_ATTEMPTS_MAX) {
        s->counts.retries++;
        cuzk_sched_queue_add(s, partition, now_ns);
        return;
    }
    cuzk_error_set(&told, failure->status, "partition %u, attempt %u: %s", partition->index,
                   partition->attempt_count, failure->message);
    /* In this order: the end of its last partition may end the job, which has to know then how. */
    cuzk_tracker_stop_job(s, partition->job, CUZK_JOB_STATE_FAILED, &told, now_ns);
    cuzk_tracker_end_partition(s, partition, CUZK_PARTITION_STATE_FAILED, now_ns);
}

void cuzk_sched_started(sched *s, sched_lane *lane, const cuzk_error *failure, uint64_t now_ns)
{
    assert(lane->stage == SCHED_LANE_STARTING);
    sched_partition *partition = lane->partition;
    cuzk_tracker_end_reading(s, lane);
    if (failure != NULL) {
        lane_close(s, lane);
        if (partition != NULL)
            cuzk_sched_attempt_failed(s, partition, lane->device, failure, now_ns);
    } else if (partition != NULL && !job_stops(partition->job)) {
        partition->state = CUZK_PARTITION_STATE_PROVING;
        lane_enter(s, lane, SCHED_LANE_PROVING, SCHED_FINISH, now_ns);
    } else {
        lane->partition = NULL;
        lane_enter(s, lane, SCHED_LANE_ABANDONING, SCHED_ABANDON, now_ns);
        if (partition != NULL)
            cuzk_tracker_end_stopped(s, partition, now_ns);
    }
    cuzk_sched_dispatch(s, now_ns);
}

bool cuzk_sched_finished(sched *s, sched_lane *lane, const cuzk_error *failure, uint64_t now_ns)
{
    assert(lane->stage == SCHED_LANE_PROVING);
    sched_partition *partition = lane_close(s, lane);
    bool wanted = partition != NULL && failure == NULL && !job_stops(partition->job);
    if (wanted) {
        partition->state = CUZK_PARTITION_STATE_VERIFYING;
        cuzk_sched_act(s, &partition->action, SCHED_VERIFY, partition);
    } else if (partition != NULL && failure != NULL) {
        cuzk_sched_attempt_failed(s, partition, lane->device, failure, now_ns);
    } else if (partition != NULL) {
        cuzk_tracker_end_stopped(s, partition, now_ns);
    }
    cuzk_sched_dispatch(s, now_ns);
    return wanted;
}

void cuzk_sched_abandoned(sched *s, sched_lane *lane, uint64_t now_ns)
{
    assert(lane->stage == SCHED_LANE_ABANDONING);
    lane_close(s, lane);
    cuzk_sched_dispatch(s, now_ns);
}

/* ---- Verified or not ---- */

/* A proof that does not verify is the device's fault or the witness's. That the same witness has now given a good proof
 * settles it: each device that made a bad one is at fault. */
static void blame_suspects(sched *s, sched_partition *partition, uint64_t now_ns)
{
    for (uint32_t i = 0; i < s->device_count; i++)
        if (partition->suspects & sched_device_bit(&s->devices[i]))
            cuzk_sched_device_fault(s, &s->devices[i], now_ns);
}

void cuzk_sched_verified(sched *s, sched_partition *partition, const cuzk_error *failure, uint64_t now_ns)
{
    assert(partition->state == CUZK_PARTITION_STATE_VERIFYING);
    sched_device *device = &s->devices[partition->device];
    if (failure != NULL) {
        if (failure->status == CUZK_E_SELF_CHECK) {
            s->counts.self_check_failures++;
            partition->suspects |= sched_device_bit(device);
        }
        cuzk_sched_attempt_failed(s, partition, device, failure, now_ns);
    } else {
        cuzk_sched_device_good(device);
        blame_suspects(s, partition, now_ns);
        if (job_stops(partition->job))
            cuzk_tracker_end_stopped(s, partition, now_ns);
        else
            cuzk_tracker_end_partition(s, partition, CUZK_PARTITION_STATE_DONE, now_ns);
    }
    cuzk_sched_dispatch(s, now_ns);
}

/* ---- Attempts that take too long ---- */

static void lane_check_deadline(sched *s, sched_lane *lane, uint64_t now_ns)
{
    cuzk_error failure;
    if (lane->stage == SCHED_LANE_IDLE || now_ns < lane->deadline_ns)
        return;
    sched_partition *partition = lane->partition;
    lane_give_up(lane);
    if (partition == NULL)
        return;
    cuzk_error_set(&failure, CUZK_E_TIMEOUT, "device %u did not answer within %" PRIu64 " ms", lane->device->index,
                   s->config.attempt_timeout_ns / 1000000);
    cuzk_sched_attempt_failed(s, partition, lane->device, &failure, now_ns);
}

void cuzk_sched_attempts_tick(sched *s, uint64_t now_ns)
{
    for (uint32_t i = 0; i < s->device_count; i++)
        for (uint32_t k = 0; k < s->devices[i].lane_count; k++)
            lane_check_deadline(s, &s->devices[i].lanes[k], now_ns);
}
