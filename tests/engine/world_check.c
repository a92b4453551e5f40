/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules, said a second time and in another way than the scheduler says them.
 */
#include "world.h"

#include "support/cmocka_all.h"

/* ---- Which partition may go where, and which goes first ---- */

/* Not when it is quarantined, nor when whatever it works on hangs and leaves no lane or no memory for another. */
static bool device_usable(const world *w, uint32_t device)
{
    uint32_t hung = 0, idle = 0, alive = 0;
    for (uint32_t i = 0; i < w->devices[device].lane_count; i++) {
        const sched_lane *lane = &w->lanes[device][i];
        uint32_t *counter = lane->stage == SCHED_LANE_IDLE ? &idle : lane->late ? &hung : &alive;
        (*counter)++;
    }
    uint64_t needed = w->key_bytes[device] + (hung + 1) * w->devices[device].attempt_bytes;
    bool room = idle > 0 && needed <= w->devices[device].memory.total_bytes;
    return !w->devices[device].quarantined && (alive > 0 || hung == 0 || room);
}

static bool may_go(const world *w, const sched_partition *partition, uint32_t device)
{
    uint64_t failed = world_book(partition)->failed_devices;
    bool fresh_exists = false;
    for (uint32_t i = 0; i < w->s.device_count; i++)
        if ((partition->job->circuit->devices >> i & 1) && device_usable(w, i) && !(failed >> i & 1))
            fresh_exists = true;
    return (partition->job->circuit->devices >> device & 1) && device_usable(w, device) &&
           !(fresh_exists && (failed >> device & 1));
}

static int64_t level_of(const world *w, const sched_job *job)
{
    int64_t level = (int64_t)job->priority + 1 - (int64_t)((w->now_ns - job->submitted_ns) / w->s.config.ageing_ns);
    return level < 0 ? 0 : level;
}

/* Whether a goes strictly before b. */
static bool goes_first(const world *w, const sched_partition *a, const sched_partition *b)
{
    int64_t level_a = level_of(w, a->job), level_b = level_of(w, b->job);
    if (level_a != level_b)
        return level_a < level_b;
    if (level_a > 0 && a->job->deadline_ns != b->job->deadline_ns)
        return a->job->deadline_ns < b->job->deadline_ns;
    if (a->job->submitted_ns != b->job->submitted_ns)
        return a->job->submitted_ns < b->job->submitted_ns;
    if (a->job != b->job)
        return a->job->id < b->job->id;
    return a->index < b->index;
}

/* ---- Loops over what is there ---- */

typedef void visit(world *w, sched_partition *partition, const sched_partition *other);

static void each_partition(world *w, visit *call, const sched_partition *other)
{
    for (uint32_t i = 0; i < w->job_count; i++)
        for (uint32_t k = 0; w->jobs[i].submitted && k < w->jobs[i].job->partition_count; k++)
            call(w, &w->jobs[i].job->partitions[k], other);
}

static uint32_t busy_lanes(const world *w, uint32_t device)
{
    uint32_t busy = 0;
    for (uint32_t i = 0; i < w->devices[device].lane_count; i++)
        busy += w->lane_busy[device][i];
    return busy;
}

/* No idle lane beside a ready partition that it could take. */
static void check_not_idle(world *w, const sched_partition *partition)
{
    for (uint32_t d = 0; d < w->s.device_count && !w->s.paused; d++) {
        uint32_t busy = busy_lanes(w, d);
        uint64_t used = w->key_bytes[d] + busy * w->devices[d].attempt_bytes;
        bool room = used + w->devices[d].attempt_bytes <= w->devices[d].memory.total_bytes;
        if (busy < w->devices[d].lane_count && room)
            WORLD_REQUIRE(w, !may_go(w, partition, d));
    }
}

/* `waiting` was left in the queue while `started` was given a lane: then it must not come first. This is also the bound
 * on starvation: nobody who comes later passes one that is overdue. */
static void check_order(world *w, sched_partition *started, const sched_partition *waiting)
{
    const world_partition *book = world_book(started);
    if (book->started_now && may_go(w, waiting, book->last_device))
        WORLD_REQUIRE(w, !goes_first(w, waiting, started));
}

static void check_partition(world *w, sched_partition *partition, const sched_partition *other)
{
    (void)other;
    const world_partition *book = world_book(partition);
    WORLD_REQUIRE(w, book->attempts <= 3 && book->attempts == partition->attempt_count);
    if (book->started_now) /* on a device where it had failed: only if there was no other */
        WORLD_REQUIRE(w, may_go(w, partition, book->last_device));
    if (partition->state == CUZK_PARTITION_STATE_DONE)
        WORLD_REQUIRE(w, book->verified && book->proof_good);
    if (partition->state != CUZK_PARTITION_STATE_QUEUED)
        return;
    check_not_idle(w, partition);
    each_partition(w, check_order, partition);
}

static void clear_started(world *w, sched_partition *partition, const sched_partition *other)
{
    (void)w;
    (void)other;
    world_book(partition)->started_now = false;
}

/* ---- Budgets ---- */

static uint64_t host_bytes(const world *w)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < w->job_count; i++)
        for (uint32_t k = 0; w->jobs[i].submitted && k < w->jobs[i].job->partition_count; k++)
            bytes += w->jobs[i].partitions[k].released ? 0 : w->jobs[i].job->partition_bytes;
    return bytes;
}

static void check_budgets(world *w)
{
    WORLD_REQUIRE(w, w->s.host.used_bytes == host_bytes(w));
    WORLD_REQUIRE(w, w->s.host.used_bytes <= w->s.host.total_bytes);
    for (uint32_t d = 0; d < w->s.device_count; d++) {
        const budget *memory = &w->devices[d].memory;
        WORLD_REQUIRE(w, memory->used_bytes == w->key_bytes[d] + busy_lanes(w, d) * w->devices[d].attempt_bytes);
        WORLD_REQUIRE(w, memory->used_bytes <= memory->total_bytes);
        WORLD_REQUIRE(w, busy_lanes(w, d) + w->devices[d].idle_count == w->devices[d].lane_count);
    }
}

/* ---- Jobs ---- */

static void check_jobs(world *w)
{
    uint64_t submitted = 0, open = 0;
    for (uint32_t i = 0; i < w->job_count; i++) {
        const world_job *entry = &w->jobs[i];
        submitted += entry->submitted;
        open += entry->submitted && entry->ended == 0;
        WORLD_REQUIRE(w, entry->ended == (entry->submitted && entry->job->state >= CUZK_JOB_STATE_DONE));
        if (entry->cancelled && entry->ended)
            WORLD_REQUIRE(w, entry->job->state == CUZK_JOB_STATE_CANCELLED);
    }
    WORLD_REQUIRE(w, w->s.open_job_count == open);
    WORLD_REQUIRE(w, w->s.counts.submitted == submitted);
    WORLD_REQUIRE(w, w->s.counts.done + w->s.counts.failed + w->s.counts.cancelled + w->s.counts.timed_out ==
                         w->ended_total);
}

void world_check_step(world *w)
{
    each_partition(w, check_partition, NULL);
    each_partition(w, clear_started, NULL);
    check_budgets(w);
    check_jobs(w);
}

void world_check_end(world *w)
{
    for (uint32_t i = 0; i < w->job_count; i++) {
        WORLD_REQUIRE(w, w->jobs[i].refused || w->jobs[i].ended == 1);
        WORLD_REQUIRE(w, w->jobs[i].refused || cuzk_sched_job_idle(w->jobs[i].job));
    }
    WORLD_REQUIRE(w, w->s.open_job_count == 0 && w->s.open_partition_count == 0 && w->s.ready_count == 0);
    WORLD_REQUIRE(w, w->s.host.used_bytes == 0);
    for (uint32_t d = 0; d < w->s.device_count; d++)
        WORLD_REQUIRE(w, w->devices[d].memory.used_bytes == w->key_bytes[d]);
    for (int i = 0; i < WORLD_CIRCUITS; i++)
        WORLD_REQUIRE(w, w->circuits[i].job_count == 0 && w->circuits[i].attempt_count == 0);
}
