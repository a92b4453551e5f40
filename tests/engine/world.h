/* SPDX-License-Identifier: Apache-2.0
 *
 * A world around the scheduler: a fake clock, devices and verifiers that do what a seed says, and a book that is kept
 * apart from the scheduler's own and compared with it after every step (world_check.c).
 */
#ifndef CUZK_TESTS_ENGINE_WORLD_H
#define CUZK_TESTS_ENGINE_WORLD_H

#include "engine/sched.h"
#include "support/seed.h"

enum {
    WORLD_DEVICES = 3,
    WORLD_LANES = 3,
    WORLD_CIRCUITS = 3,
    WORLD_JOBS = 30,
    WORLD_PARTITIONS = 5,
    WORLD_EVENTS = 1024,
    WORLD_STEPS_MAX = 20000,
};

typedef enum world_event_kind {
    WORLD_SUBMIT,
    WORLD_CANCEL,
    WORLD_STARTED,
    WORLD_FINISHED,
    WORLD_ABANDONED,
    WORLD_VERIFIED,
    WORLD_RELEASED,
    WORLD_PAUSE,
    WORLD_RESUME,
    WORLD_TICK,
} world_event_kind;

typedef struct world_event {
    uint64_t at_ns, order;
    world_event_kind kind;
    void *subject;
    cuzk_status status;
} world_event;

/* What the book knows of a partition. */
typedef struct world_partition {
    uint32_t attempts, last_device;
    uint64_t failed_devices;
    bool proof_good, verified, released, verifying;
    bool started_now; /* in this step */
} world_partition;

typedef struct world_job {
    sched_job *job;
    bool submitted, refused, cancelled;
    uint32_t ended;
    world_partition partitions[WORLD_PARTITIONS];
    sched_partition sched_partitions[WORLD_PARTITIONS];
} world_job;

typedef struct world {
    test_random random;
    uint64_t seed, now_ns, order, step;
    bool trace;
    sched s;
    sched_device devices[WORLD_DEVICES];
    sched_lane lanes[WORLD_DEVICES][WORLD_LANES];
    sched_circuit circuits[WORLD_CIRCUITS];
    world_job jobs[WORLD_JOBS];
    uint32_t job_count;
    /* Of a lane: taken in the book; what it was given. */
    bool lane_busy[WORLD_DEVICES][WORLD_LANES];
    uint64_t key_bytes[WORLD_DEVICES];
    /* In per cent: attempts that fail, hang, make a bad proof; jobs that are cancelled. */
    uint64_t fail_percent, hang_percent, bad_percent, cancel_percent;
    world_event events[WORLD_EVENTS];
    uint32_t event_count;
    uint64_t ended_total;
} world;

/* Fails the test, naming the seed and the step, unless `condition`. */
void world_require(const world *w, bool condition, const char *what, int line);
#define WORLD_REQUIRE(w, condition) world_require(w, condition, #condition, __LINE__)

/* What has happened in all worlds: a simulation in which nothing goes wrong would show nothing. */
typedef struct world_tally {
    sched_counts counts;
    uint64_t refused, hopeless;
} world_tally;

/* Runs one seed from beginning to end, with every check, and adds to the tally. */
void world_run(world_tally *tally, uint64_t seed, bool trace);

/* What is true between any two steps; what is true at the end. */
void world_check_step(world *w);
void world_check_end(world *w);

static inline world_partition *world_book(const sched_partition *partition)
{
    return &((world_job *)partition->job->owner)->partitions[partition->index];
}

#endif
