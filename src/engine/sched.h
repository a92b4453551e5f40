/* SPDX-License-Identifier: Apache-2.0
 *
 * The scheduler: every decision of the engine, as a state machine without threads, clock, locks or allocation. Events
 * go in (cuzk_sched_submit, _started, _finished, _verified, _tick ...), each with the time at which it happens; actions
 * come out (cuzk_sched_next_action). The engine runs it under its one lock with threads and real devices; the tests run
 * it with a fake clock and scripted faults.
 *
 * States, queues and rules: docs/engine.md.
 */
#ifndef CUZK_ENGINE_SCHED_H
#define CUZK_ENGINE_SCHED_H

#include <cuzk/engine.h>

#include "engine/budget.h"
#include "trace/record.h"

enum {
    SCHED_DEVICES_MAX = 64, /* sets of devices are bit masks */
    SCHED_LEVEL_COUNT = 5,  /* overdue, then one a priority */
    SCHED_ATTEMPTS_MAX = 3, /* of one partition */
};

/* No deadline. */
#define SCHED_NEVER UINT64_MAX

typedef enum sched_action_kind {
    SCHED_START,   /* lane: start its partition's proof; report _started */
    SCHED_FINISH,  /* lane: finish the pending proof; report _finished */
    SCHED_ABANDON, /* lane: give the pending proof up; report _abandoned */
    SCHED_VERIFY,  /* partition: verify the proof that was accepted; report _verified */
    SCHED_RELEASE, /* partition: wipe and free its witness; report _released */
    SCHED_ENDED,   /* job: publish its end, wake who waits */
} sched_action_kind;

/* One entry of the list of actions, inside of what it is about: a lane, partition or job has at most one open action. */
typedef struct sched_action {
    struct sched_action *next;
    sched_action_kind kind;
    void *subject;
} sched_action;

/* A circuit as the scheduler sees it. Owned by the engine. */
typedef struct sched_circuit {
    uint64_t devices;       /* mask of the devices where its key is resident */
    uint64_t job_count;     /* open jobs that use it */
    uint64_t attempt_count; /* lanes that use it, late ones included */
} sched_circuit;

typedef struct sched_job sched_job;

typedef struct sched_partition {
    sched_job *job;
    uint32_t index;
    cuzk_partition_state state;
    uint32_t attempt_count;       /* begun so far */
    uint32_t device;              /* of the last attempt */
    uint64_t tried;               /* mask of the devices where an attempt failed */
    uint64_t suspects;            /* of these, where the proof made did not verify */
    uint32_t readers;             /* lanes that read the witness now */
    bool released, settled;       /* the witness is freed; the job counts it as ended */
    struct sched_partition *next; /* in job->ready, by index */
    sched_action action;
} sched_partition;

struct sched_job {
    /* Set before submission, read-only after. */
    uint64_t id;
    sched_circuit *circuit;
    cuzk_priority priority;
    uint64_t partition_bytes;                  /* host memory of one witness, charged until it is freed */
    uint64_t queue_timeout_ns, run_timeout_ns; /* SCHED_NEVER: none */
    uint32_t partition_count;
    void *owner; /* the engine's */

    uint64_t submitted_ns, started_ns, ended_ns;
    uint64_t deadline_ns;             /* part of the key */
    cuzk_job_state state, stop_state; /* stop_state: what it will end as; QUEUED while nothing stops it */
    cuzk_error failure;
    uint32_t done_count, settled_count, released_count;
    bool queued; /* in a level's list */
    uint32_t level;
    uint64_t promote_ns; /* when it goes up a level */
    sched_partition *ready;
    struct sched_job *level_previous, *level_next, *open_previous, *open_next;
    sched_action action;
    sched_partition *partitions; /* the owner's */
};

typedef enum sched_lane_stage {
    SCHED_LANE_IDLE,
    SCHED_LANE_STARTING,
    SCHED_LANE_PROVING,
    SCHED_LANE_ABANDONING,
} sched_lane_stage;

/* One pending slot of a device: an attempt from its start to its finish. */
typedef struct sched_lane {
    struct sched_device *device;
    sched_lane_stage stage;
    sched_partition *partition; /* whose attempt it is; NULL when nobody wants the result any more */
    sched_partition *reading;   /* whose witness the start reads, wanted or not */
    bool late;                  /* past its deadline and given up; holds its memory until it comes back */
    uint64_t begun_ns, deadline_ns;
    uint64_t reserved_bytes;
    sched_circuit *circuit;
    void *owner; /* the engine's */
    sched_action action;
} sched_lane;

typedef struct sched_device {
    uint32_t index;
    sched_lane *lanes;
    uint32_t lane_count, idle_count, late_count;
    budget memory;          /* resident keys and attempts */
    uint64_t attempt_bytes; /* what one attempt takes */
    uint32_t fault_count;   /* since the last proof of this device that verified */
    bool quarantined;
    uint64_t quarantined_until_ns, stuck_since_ns; /* stuck: sched_health.c */
    uint64_t proof_count, fault_total;
    cuzk_trace_block block_told; /* to the observer */
} sched_device;

/* Zero is not a default here: the engine fills in all of it. */
typedef struct sched_config {
    uint64_t job_count_max, partition_count_max; /* open ones */
    uint64_t ageing_ns;                          /* time after which a waiting job goes up a level */
    uint64_t attempt_timeout_ns;                 /* for a start, and for a finish; SCHED_NEVER: none */
    uint64_t quarantine_ns;
    uint32_t fault_count_max; /* faults in a row that quarantine a device */
} sched_config;

typedef struct sched_counts {
    uint64_t submitted, done, failed, cancelled, timed_out; /* jobs */
    uint64_t partitions_done, attempts, retries, late_results, self_check_failures;
    uint64_t quarantines;
} sched_counts;

typedef struct sched {
    sched_config config;
    sched_device *devices;
    uint32_t device_count;
    budget host; /* witnesses */
    bool paused, draining;
    uint64_t open_job_count, open_partition_count; /* admitted ones included */
    uint64_t ready_count;                          /* partitions in the queue */
    uint64_t promote_ns;                           /* no job in the queue goes up a level before */
    struct {
        sched_job *first, *last;
    } levels[SCHED_LEVEL_COUNT];
    sched_job *open_first, *open_last;
    sched_action *action_first, *action_last;
    sched_counts counts;
    /* Is told of every decision, for the trace; NULL: nobody. Set after init. Takes no time and calls nothing here. */
    void (*observe)(void *context, const cuzk_trace_record *record);
    void *observe_context;
} sched;

/* `devices` are the caller's, lanes and budgets set; they outlive the scheduler, which needs no destroying. */
void cuzk_sched_init(sched *out, const sched_config *config, sched_device *devices, uint32_t device_count,
                     uint64_t host_bytes);

/* A device with all lanes idle and nothing charged. */
void cuzk_sched_device_init(sched_device *out, uint32_t index, sched_lane *lanes, uint32_t lane_count,
                            const char *memory_name, uint64_t memory_bytes);

/* Sets up a zeroed job of as many zeroed partitions. */
void cuzk_sched_job_init(sched_job *out, sched_partition *partitions, uint32_t partition_count);

/* Nothing in the scheduler points to the job any more: its memory may go. */
bool cuzk_sched_job_idle(const sched_job *job);

/* ---- Events ----
 *
 * Admission comes in two steps, since witnesses are copied in between with no lock held: _admit counts the job and
 * charges its memory, then _submit queues it or _withdraw takes it back.
 * Errors of _admit, with the numbers: CUZK_E_BUSY (draining, too many jobs or partitions, no free memory),
 * CUZK_E_TOO_LARGE (can never fit). */
cuzk_status cuzk_sched_admit(sched *s, sched_job *job, cuzk_error *err);
void cuzk_sched_withdraw(sched *s, sched_job *job);
void cuzk_sched_submit(sched *s, sched_job *job, uint64_t now_ns);

/* false if the job has ended already or is about to end otherwise. */
bool cuzk_sched_cancel(sched *s, sched_job *job, uint64_t now_ns);

/* `failure`: NULL if it went well. */
void cuzk_sched_started(sched *s, sched_lane *lane, const cuzk_error *failure, uint64_t now_ns);

/* true if the proof is wanted: the caller keeps it for the SCHED_VERIFY that follows. */
bool cuzk_sched_finished(sched *s, sched_lane *lane, const cuzk_error *failure, uint64_t now_ns);
void cuzk_sched_abandoned(sched *s, sched_lane *lane, uint64_t now_ns);
void cuzk_sched_verified(sched *s, sched_partition *partition, const cuzk_error *failure, uint64_t now_ns);
void cuzk_sched_released(sched *s, sched_partition *partition, uint64_t now_ns);

/* Deadlines, ageing and quarantines take effect here: to be called often enough for the precision wanted. */
void cuzk_sched_tick(sched *s, uint64_t now_ns);
void cuzk_sched_pause(sched *s, bool paused, uint64_t now_ns);
void cuzk_sched_drain(sched *s);

/* Memory or a key has come: looks at the queue again. */
void cuzk_sched_dispatch(sched *s, uint64_t now_ns);

/* Takes the oldest action off the list; NULL if there is none. */
sched_action *cuzk_sched_next_action(sched *s);

#endif
