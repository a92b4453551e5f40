/* SPDX-License-Identifier: Apache-2.0 */
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "support/cmocka_all.h"

#define MS        UINT64_C(1000000)
#define WORLD_END (UINT64_C(3600000) * MS) /* when what hangs for ever comes back */

void world_require(const world *w, bool condition, const char *what, int line)
{
    if (condition)
        return;
    fail_msg("seed %" PRIu64 ", step %" PRIu64 ", %" PRIu64 " ms: line %d: not true: %s  (CUZK_SIM_SEED=%" PRIu64
             " replays it)",
             w->seed, w->step, w->now_ns / MS, line, what, w->seed);
}

static bool chance(world *w, uint64_t percent)
{
    return test_random_below(&w->random, 100) < percent;
}

static uint64_t between(world *w, uint64_t low, uint64_t high)
{
    return low + test_random_below(&w->random, high - low + 1);
}

/* ---- Events ---- */

static void push(world *w, uint64_t delay_ns, world_event_kind kind, void *subject, cuzk_status status)
{
    WORLD_REQUIRE(w, w->event_count < WORLD_EVENTS);
    world_event event = {w->now_ns + delay_ns, w->order++, kind, subject, status};
    w->events[w->event_count++] = event;
}

static world_event pop(world *w)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < w->event_count; i++) {
        const world_event *a = &w->events[i], *b = &w->events[best];
        if (a->at_ns < b->at_ns || (a->at_ns == b->at_ns && a->order < b->order))
            best = i;
    }
    world_event event = w->events[best];
    w->events[best] = w->events[--w->event_count];
    return event;
}

/* ---- Making a world ---- */

static void make_devices(world *w, uint32_t device_count)
{
    for (uint32_t i = 0; i < device_count; i++) {
        uint32_t lanes = (uint32_t)between(w, 1, WORLD_LANES);
        uint64_t attempt = between(w, 1, 50);
        w->key_bytes[i] = between(w, 0, 100);
        /* Room for one attempt at least, seldom for all. */
        uint64_t total = w->key_bytes[i] + attempt * between(w, 1, lanes) + between(w, 0, attempt - 1);
        cuzk_sched_device_init(&w->devices[i], i, w->lanes[i], lanes, "device", total);
        w->devices[i].attempt_bytes = attempt;
        assert_int_equal(cuzk_budget_reserve(&w->devices[i].memory, w->key_bytes[i], "key", NULL), CUZK_OK);
    }
}

static void make_circuits(world *w, uint32_t device_count)
{
    uint64_t all = (UINT64_C(1) << device_count) - 1;
    for (int i = 0; i < WORLD_CIRCUITS; i++)
        do
            w->circuits[i].devices = test_random_u64(&w->random) & all;
        while (w->circuits[i].devices == 0);
}

static void make_job(world *w, world_job *entry, uint64_t id)
{
    uint32_t count = (uint32_t)between(w, 1, WORLD_PARTITIONS);
    sched_job *job = calloc(1, sizeof *job);
    assert_non_null(job);
    cuzk_sched_job_init(job, entry->sched_partitions, count);
    job->id = id;
    job->owner = entry;
    job->circuit = &w->circuits[between(w, 0, WORLD_CIRCUITS - 1)];
    job->priority = (cuzk_priority)between(w, 0, 3);
    job->partition_bytes = between(w, 0, 40);
    if (chance(w, 20))
        job->queue_timeout_ns = between(w, 1, 300) * MS;
    if (chance(w, 20))
        job->run_timeout_ns = between(w, 1, 300) * MS;
    entry->job = job;
}

static void make_jobs(world *w)
{
    w->job_count = (uint32_t)between(w, 1, WORLD_JOBS);
    uint64_t span = between(w, 1, 500);
    for (uint32_t i = 0; i < w->job_count; i++) {
        make_job(w, &w->jobs[i], i + 1);
        uint64_t at = between(w, 0, span) * MS;
        push(w, at, WORLD_SUBMIT, &w->jobs[i], CUZK_OK);
        if (chance(w, w->cancel_percent))
            push(w, at + between(w, 0, 200) * MS, WORLD_CANCEL, &w->jobs[i], CUZK_OK);
    }
}

static void make_world(world *w)
{
    uint32_t device_count = (uint32_t)between(w, 1, WORLD_DEVICES);
    sched_config config = {
        .job_count_max = between(w, 5, WORLD_JOBS),
        .partition_count_max = between(w, 20, 200),
        .ageing_ns = between(w, 1, 100) * MS,
        .attempt_timeout_ns = 100 * MS,
        .quarantine_ns = between(w, 1, 300) * MS,
        .fault_count_max = (uint32_t)between(w, 1, 4),
    };
    static const uint64_t levels[] = {0, 5, 20, 60};
    w->fail_percent = levels[between(w, 0, 3)];
    w->hang_percent = levels[between(w, 0, 2)] / 4;
    w->bad_percent = levels[between(w, 0, 3)];
    w->cancel_percent = levels[between(w, 0, 3)];
    make_devices(w, device_count);
    make_circuits(w, device_count);
    cuzk_sched_init(&w->s, &config, w->devices, device_count, between(w, 300, 4000));
    make_jobs(w);
    for (uint64_t pauses = between(w, 0, 2); pauses > 0; pauses--) {
        uint64_t at = between(w, 0, 400) * MS;
        push(w, at, WORLD_PAUSE, NULL, CUZK_OK);
        push(w, at + between(w, 0, 100) * MS, WORLD_RESUME, NULL, CUZK_OK);
    }
    push(w, 5 * MS, WORLD_TICK, NULL, CUZK_OK);
}

/* ---- Actions: the world does what it is told, well or badly ---- */

static cuzk_status attempt_outcome(world *w)
{
    static const cuzk_status faults[] = {CUZK_E_DEVICE, CUZK_E_NO_MEMORY, CUZK_E_LENGTH};
    return chance(w, w->fail_percent) ? faults[chance(w, 2) ? 2 : between(w, 0, 1)] : CUZK_OK;
}

static uint64_t attempt_delay(world *w)
{
    if (!chance(w, w->hang_percent))
        return between(w, 0, 30) * MS;
    return chance(w, 30) ? WORLD_END - w->now_ns : between(w, 90, 1000) * MS;
}

static void act_start(world *w, sched_lane *lane)
{
    sched_partition *partition = lane->partition;
    world_partition *book = world_book(partition);
    uint32_t device = lane->device->index;
    size_t index = (size_t)(lane - w->lanes[device]);
    WORLD_REQUIRE(w, !w->lane_busy[device][index]);
    WORLD_REQUIRE(w, (partition->job->circuit->devices >> device & 1) != 0);
    WORLD_REQUIRE(w, !((world_job *)partition->job->owner)->cancelled);
    w->lane_busy[device][index] = true;
    if (book->attempts++ > 0)
        book->failed_devices |= UINT64_C(1) << book->last_device;
    book->last_device = device;
    book->started_now = true;
    book->verified = false;
    push(w, attempt_delay(w), WORLD_STARTED, lane, attempt_outcome(w));
}

static void act_verify(world *w, sched_partition *partition)
{
    world_partition *book = world_book(partition);
    cuzk_status status = book->proof_good ? CUZK_OK : CUZK_E_SELF_CHECK;
    WORLD_REQUIRE(w, !book->verifying);
    book->verifying = true;
    push(w, between(w, 0, 10) * MS, WORLD_VERIFIED, partition, status);
}

static void act_ended(world *w, sched_job *job)
{
    world_job *entry = job->owner;
    entry->ended++;
    w->ended_total++;
    WORLD_REQUIRE(w, entry->ended == 1);
    WORLD_REQUIRE(w, job->state >= CUZK_JOB_STATE_DONE);
    WORLD_REQUIRE(w, (job->state == CUZK_JOB_STATE_DONE) == (job->failure.status == CUZK_OK));
    if (entry->cancelled)
        WORLD_REQUIRE(w, job->state == CUZK_JOB_STATE_CANCELLED);
    for (uint32_t i = 0; i < job->partition_count; i++) {
        WORLD_REQUIRE(w, job->partitions[i].state >= CUZK_PARTITION_STATE_DONE);
        if (job->state == CUZK_JOB_STATE_DONE)
            WORLD_REQUIRE(w, job->partitions[i].state == CUZK_PARTITION_STATE_DONE);
    }
}

static void do_action(world *w, const sched_action *action)
{
    if (w->trace)
        printf("%8" PRIu64 " ms   action %d on %p\n", w->now_ns / MS, (int)action->kind, action->subject);
    switch (action->kind) {
    case SCHED_START:
        act_start(w, action->subject);
        break;
    case SCHED_FINISH:
        push(w, attempt_delay(w), WORLD_FINISHED, action->subject, attempt_outcome(w));
        break;
    case SCHED_ABANDON:
        push(w, attempt_delay(w), WORLD_ABANDONED, action->subject, CUZK_OK);
        break;
    case SCHED_VERIFY:
        act_verify(w, action->subject);
        break;
    case SCHED_RELEASE:
        push(w, between(w, 0, 2) * MS, WORLD_RELEASED, action->subject, CUZK_OK);
        break;
    case SCHED_ENDED:
        act_ended(w, action->subject);
        break;
    }
}

/* ---- Steps ---- */

static void step_submit(world *w, world_job *entry)
{
    cuzk_error err = {CUZK_OK, ""};
    cuzk_status status = cuzk_sched_admit(&w->s, entry->job, &err);
    entry->refused = status != CUZK_OK;
    if (entry->refused) {
        WORLD_REQUIRE(w, status == CUZK_E_BUSY || status == CUZK_E_TOO_LARGE);
        return;
    }
    if (chance(w, 5)) { /* the copy of the witnesses failed */
        cuzk_sched_withdraw(&w->s, entry->job);
        entry->refused = true;
        return;
    }
    entry->submitted = true;
    cuzk_sched_submit(&w->s, entry->job, w->now_ns);
}

static void step_cancel(world *w, world_job *entry)
{
    if (!entry->submitted)
        return;
    bool open = entry->ended == 0 && entry->job->stop_state == CUZK_JOB_STATE_QUEUED;
    bool taken = cuzk_sched_cancel(&w->s, entry->job, w->now_ns);
    WORLD_REQUIRE(w, taken == open);
    entry->cancelled = taken;
}

static bool *lane_busy(world *w, const sched_lane *lane)
{
    uint32_t device = lane->device->index;
    return &w->lane_busy[device][lane - w->lanes[device]];
}

static const cuzk_error *failure_of(cuzk_error *out, cuzk_status status)
{
    if (status == CUZK_OK)
        return NULL;
    cuzk_error_set(out, status, "scripted");
    return out;
}

/* The book must know of a failure whichever way the attempt ended: by its own report or by its deadline. */
static void note_failures(world *w)
{
    for (uint32_t i = 0; i < w->job_count; i++)
        for (uint32_t k = 0; w->jobs[i].submitted && k < w->jobs[i].job->partition_count; k++) {
            const sched_partition *partition = &w->jobs[i].job->partitions[k];
            world_partition *book = &w->jobs[i].partitions[k];
            if (partition->state == CUZK_PARTITION_STATE_QUEUED && book->attempts > 0)
                book->failed_devices |= UINT64_C(1) << book->last_device;
        }
}

static void step_finished(world *w, sched_lane *lane, cuzk_status status)
{
    cuzk_error failure;
    sched_partition *partition = lane->partition;
    *lane_busy(w, lane) = false;
    bool good = !chance(w, w->bad_percent);
    if (!cuzk_sched_finished(&w->s, lane, failure_of(&failure, status), w->now_ns))
        return;
    WORLD_REQUIRE(w, partition != NULL && status == CUZK_OK);
    WORLD_REQUIRE(w, !((world_job *)partition->job->owner)->cancelled);
    world_book(partition)->proof_good = good;
}

static void step_verified(world *w, sched_partition *partition, cuzk_status status)
{
    cuzk_error failure;
    world_book(partition)->verified = status == CUZK_OK;
    world_book(partition)->verifying = false;
    cuzk_sched_verified(&w->s, partition, failure_of(&failure, status), w->now_ns);
    if (((world_job *)partition->job->owner)->cancelled)
        WORLD_REQUIRE(w, partition->state == CUZK_PARTITION_STATE_CANCELLED);
}

static void step_started(world *w, sched_lane *lane, cuzk_status status)
{
    cuzk_error failure;
    if (status != CUZK_OK)
        *lane_busy(w, lane) = false;
    cuzk_sched_started(&w->s, lane, failure_of(&failure, status), w->now_ns);
}

/* Ticks go on as long as anything else can happen. */
static void step_tick(world *w)
{
    cuzk_sched_tick(&w->s, w->now_ns);
    if (w->s.open_job_count > 0 || w->event_count > 0)
        push(w, (w->s.open_job_count > 0 ? 5 : 5000) * MS, WORLD_TICK, NULL, CUZK_OK);
}

static void do_event(world *w, const world_event *event)
{
    if (w->trace)
        printf("%8" PRIu64 " ms event %d on %p: %s\n", w->now_ns / MS, (int)event->kind, event->subject,
               cuzk_status_name(event->status));
    switch (event->kind) {
    case WORLD_SUBMIT:
        step_submit(w, event->subject);
        break;
    case WORLD_CANCEL:
        step_cancel(w, event->subject);
        break;
    case WORLD_STARTED:
        step_started(w, event->subject, event->status);
        break;
    case WORLD_FINISHED:
        step_finished(w, event->subject, event->status);
        break;
    case WORLD_ABANDONED:
        *lane_busy(w, event->subject) = false;
        cuzk_sched_abandoned(&w->s, event->subject, w->now_ns);
        break;
    case WORLD_VERIFIED:
        step_verified(w, event->subject, event->status);
        break;
    case WORLD_RELEASED:
        world_book(event->subject)->released = true;
        cuzk_sched_released(&w->s, event->subject, w->now_ns);
        break;
    case WORLD_PAUSE:
    case WORLD_RESUME:
        cuzk_sched_pause(&w->s, event->kind == WORLD_PAUSE, w->now_ns);
        break;
    case WORLD_TICK:
        step_tick(w);
        break;
    }
}

static void count_world(world_tally *tally, const world *w)
{
    const sched_counts *from = &w->s.counts;
    sched_counts *to = &tally->counts;
    to->submitted += from->submitted;
    to->done += from->done;
    to->failed += from->failed;
    to->cancelled += from->cancelled;
    to->timed_out += from->timed_out;
    to->partitions_done += from->partitions_done;
    to->retries += from->retries;
    to->late_results += from->late_results;
    to->self_check_failures += from->self_check_failures;
    to->quarantines += from->quarantines;
    for (uint32_t i = 0; i < w->job_count; i++) {
        tally->refused += w->jobs[i].refused;
        tally->hopeless += strstr(w->jobs[i].job->failure.message, "hangs") != NULL;
    }
}

void world_run(world_tally *tally, uint64_t seed, bool trace)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->seed = seed;
    w->trace = trace;
    test_random_init_seed(&w->random, seed);
    make_world(w);
    while (w->event_count > 0) {
        world_event event = pop(w);
        sched_action *action;
        w->now_ns = event.at_ns;
        w->step++;
        WORLD_REQUIRE(w, w->step < WORLD_STEPS_MAX);
        do_event(w, &event);
        note_failures(w);
        while ((action = cuzk_sched_next_action(&w->s)) != NULL)
            do_action(w, action);
        world_check_step(w);
    }
    world_check_end(w);
    count_world(tally, w);
    for (uint32_t i = 0; i < w->job_count; i++)
        free(w->jobs[i].job);
    free(w);
}
