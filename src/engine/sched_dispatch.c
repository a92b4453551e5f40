/* SPDX-License-Identifier: Apache-2.0
 *
 * Which partition goes to which lane.
 */
#include <assert.h>

#include "engine/sched_internal.h"

/* What one look at the queue knows of the devices, as masks. */
typedef struct look {
    uint64_t usable; /* may be given work, now or when a lane is idle */
    uint64_t open;   /* usable, with an idle lane, and no partition further ahead waits for its memory */
} look;

static void look_init(look *out, const sched *s)
{
    out->usable = out->open = 0;
    for (uint32_t i = 0; i < s->device_count; i++) {
        if (!cuzk_sched_device_usable(&s->devices[i]))
            continue;
        out->usable |= sched_device_bit(&s->devices[i]);
        if (s->devices[i].idle_count > 0)
            out->open |= sched_device_bit(&s->devices[i]);
    }
}

/* Devices that the partition may go to: where it has not failed, while there is such a one. */
static uint64_t partition_devices(const sched_partition *partition, uint64_t usable)
{
    uint64_t devices = partition->job->circuit->devices & usable;
    uint64_t untried = devices & ~partition->tried;
    return untried != 0 ? untried : devices;
}

/* The device with the most idle lanes among those whose memory has room. If all lack room, they are closed to whatever
 * comes later in the queue: attempts on one device are all of one size, so that nothing else fits either. */
static sched_device *choose_device(sched *s, const sched_partition *partition, look *now)
{
    uint64_t candidates = partition_devices(partition, now->usable) & now->open;
    sched_device *best = NULL;
    for (uint32_t i = 0; i < s->device_count; i++) {
        sched_device *device = &s->devices[i];
        if ((candidates & sched_device_bit(device)) == 0 || !budget_fits(&device->memory, device->attempt_bytes))
            continue;
        if (best == NULL || device->idle_count > best->idle_count)
            best = device;
    }
    if (best == NULL)
        now->open &= ~candidates;
    return best;
}

static sched_lane *idle_lane(sched_device *device)
{
    for (uint32_t i = 0; i < device->lane_count; i++)
        if (device->lanes[i].stage == SCHED_LANE_IDLE)
            return &device->lanes[i];
    return NULL;
}

static void begin_attempt(sched *s, sched_partition *partition, sched_device *device, uint64_t now_ns)
{
    sched_job *job = partition->job;
    sched_lane *lane = idle_lane(device);
    assert(lane != NULL && partition->attempt_count < SCHED_ATTEMPTS_MAX);
    cuzk_sched_queue_remove(s, partition);
    (void)cuzk_budget_reserve(&device->memory, device->attempt_bytes, "a proof", NULL);
    device->idle_count--;
    lane->stage = SCHED_LANE_STARTING;
    lane->partition = lane->reading = partition;
    lane->reserved_bytes = device->attempt_bytes;
    lane->circuit = job->circuit;
    lane->circuit->attempt_count++;
    lane->begun_ns = now_ns;
    lane->deadline_ns = sched_add_ns(now_ns, s->config.attempt_timeout_ns);
    partition->state = CUZK_PARTITION_STATE_STARTING;
    partition->device = device->index;
    partition->attempt_count++;
    partition->readers++;
    s->counts.attempts++;
    if (job->state == CUZK_JOB_STATE_QUEUED) {
        job->state = CUZK_JOB_STATE_RUNNING;
        job->started_ns = now_ns;
    }
    cuzk_sched_act(s, &lane->action, SCHED_START, lane);
    cuzk_sched_tell_assigned(s, lane, now_ns);
}

/* Gives lanes to the job's partitions; stops when no device is open. */
static void dispatch_job(sched *s, sched_job *job, look *now, uint64_t now_ns)
{
    for (sched_partition *partition = job->ready, *next; partition != NULL && now->open != 0; partition = next) {
        next = partition->next;
        sched_device *device = choose_device(s, partition, now);
        if (device == NULL)
            continue;
        begin_attempt(s, partition, device, now_ns);
        if (device->idle_count == 0)
            now->open &= ~sched_device_bit(device);
    }
}

static void look_at_queue(sched *s, uint64_t now_ns)
{
    look now;
    if (s->paused || s->ready_count == 0)
        return;
    look_init(&now, s);
    if (now.open == 0)
        return;
    cuzk_sched_queue_age(s, now_ns);
    for (int level = 0; level < SCHED_LEVEL_COUNT; level++) {
        for (sched_job *job = s->levels[level].first, *next; job != NULL && now.open != 0; job = next) {
            next = job->level_next;
            if ((job->circuit->devices & now.open) != 0)
                dispatch_job(s, job, &now, now_ns);
        }
    }
}

void cuzk_sched_dispatch(sched *s, uint64_t now_ns)
{
    look_at_queue(s, now_ns);
    cuzk_sched_tell_blocks(s, now_ns);
}
