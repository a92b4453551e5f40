/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine: many jobs in, devices kept busy, every outcome accounted for.
 *
 *     cuzk_engine_create(&engine, &options, err)
 *     cuzk_engine_load(engine, "transfer", proving_key, NULL, NULL, err)     key to every device
 *     cuzk_engine_submit(engine, &id, &request, err)                         returns once queued
 *     cuzk_engine_wait(engine, id, timeout_ms, &info, err)
 *     cuzk_engine_proof(engine, id, 0, &proof, NULL, err)
 *     cuzk_engine_destroy(engine)
 *
 * A job is one request: a circuit and 1..N witnesses, its partitions, each of which becomes one proof. Every proof is
 * verified against the circuit's verifying key before it can be read; one that does not verify is made again, as is one
 * that a device failed on, up to three attempts in all, on another device where there is one. A job ends exactly once:
 * done (all its proofs verified), failed (the first partition that fails makes the others be skipped), cancelled or
 * timed out. How it works inside: docs/engine.md.
 *
 * Threads  Every function may be called from any thread at any time between create and destroy; destroy is called once
 *          and last. A completion callback may call all but those that wait: wait, unload, drain, destroy.
 * Errors   Functions leave what they were to write untouched unless they return CUZK_OK.
 * Secrets  Witnesses are copied at submit and wiped as soon as the job needs them no more; they are never logged.
 */
#ifndef CUZK_ENGINE_H
#define CUZK_ENGINE_H

#include <cuzk/backend.h>
#include <cuzk/groth16.h>
#include <cuzk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cuzk_engine cuzk_engine;

/* Never 0, never used twice in an engine's life. */
typedef uint64_t cuzk_job_id;

/* More urgent is smaller. A job that waits goes up one step every ageing_ms; one step above critical it is overdue and
 * served strictly in order of submission, so that no job waits for ever behind more urgent ones. */
typedef enum cuzk_priority {
    CUZK_PRIORITY_CRITICAL = 0,
    CUZK_PRIORITY_HIGH = 1,
    CUZK_PRIORITY_NORMAL = 2,
    CUZK_PRIORITY_LOW = 3,
} cuzk_priority;

typedef enum cuzk_job_state {
    CUZK_JOB_STATE_QUEUED = 0,  /* no partition has been started */
    CUZK_JOB_STATE_RUNNING = 1, /* some have */
    CUZK_JOB_STATE_DONE = 2,    /* this and the following are final */
    CUZK_JOB_STATE_FAILED = 3,
    CUZK_JOB_STATE_CANCELLED = 4,
    CUZK_JOB_STATE_TIMED_OUT = 5,
} cuzk_job_state;

typedef enum cuzk_partition_state {
    CUZK_PARTITION_STATE_QUEUED = 0,
    CUZK_PARTITION_STATE_STARTING = 1, /* its witness goes to a device */
    CUZK_PARTITION_STATE_PROVING = 2,  /* the device computes */
    CUZK_PARTITION_STATE_VERIFYING = 3,
    CUZK_PARTITION_STATE_DONE = 4, /* this and the following are final */
    CUZK_PARTITION_STATE_FAILED = 5,
    CUZK_PARTITION_STATE_CANCELLED = 6,
    CUZK_PARTITION_STATE_TIMED_OUT = 7,
    CUZK_PARTITION_STATE_SKIPPED = 8, /* another partition of its job failed */
} cuzk_partition_state;

/* "queued", "running", ...; "unknown" for another value. */
const char *cuzk_job_state_name(cuzk_job_state state);
const char *cuzk_partition_state_name(cuzk_partition_state state);

enum {
    CUZK_ENGINE_DEVICES_MAX = 64,
    CUZK_CIRCUIT_NAME_MAX = 64,    /* bytes, the final zero included */
    CUZK_IDEMPOTENCY_KEY_MAX = 128 /* likewise */
};

/* ---- Engine ---- */

/* Zero means the default everywhere. */
typedef struct cuzk_engine_options {
    /* Open devices, borrowed until the engine is destroyed; 1 to CUZK_ENGINE_DEVICES_MAX. Each gives as many lanes as
     * lane_count says, which must not exceed the slots that the device was opened with. */
    cuzk_device *const *devices;
    uint32_t device_count;
    uint32_t lane_count;      /* of a device: proofs that it holds at a time; 2 */
    uint32_t finalizer_count; /* threads that finish and verify; one more than all lanes */

    uint64_t host_bytes;   /* budget of witnesses; half of the memory that the process may use */
    uint64_t device_bytes; /* budget of keys and proofs of each device; the device's own memory, or, for one that
                            * shares the host's, its part of the other half */

    uint32_t job_count_max;       /* that have not ended; 4096 */
    uint32_t partition_count_max; /* of these, in all; 65536 */
    uint32_t finished_count_max;  /* finished jobs remembered; 1024 */
    uint64_t finished_keep_ms;    /* and for how long; 600000 */

    uint64_t ageing_ms;          /* 30000 */
    uint64_t attempt_timeout_ms; /* a start or a finish that takes longer counts as hung; 600000 */
    uint64_t quarantine_ms;      /* 30000 */
    uint32_t fault_count_max;    /* failures in a row that quarantine a device; 3 */

    /* Everything that happens is recorded to this file, for `cuzk explain` and `cuzk trace`; it is there once the
     * engine is destroyed. NULL: the last 2^18 records are kept in memory alone (cuzk_engine_trace_save). */
    const char *trace_path;
} cuzk_engine_options;

/* Starts the engine's threads. Errors: CUZK_E_ARGUMENT (names the option and the limit), CUZK_E_NO_MEMORY. */
cuzk_status cuzk_engine_create(cuzk_engine **out, const cuzk_engine_options *options, cuzk_error *err);

/* Cancels what has not ended, waits until every device has come back from the work that it was given, ends and joins
 * all threads, wipes and frees everything. Waiters must have returned before. A device that hangs for ever makes this
 * wait for ever. NULL is fine. */
void cuzk_engine_destroy(cuzk_engine *engine);

/* ---- Circuits: keys resident on every device of the engine ---- */

typedef struct cuzk_circuit_info {
    char name[CUZK_CIRCUIT_NAME_MAX];
    cuzk_curve_id curve;
    uint64_t wire_count, public_count;
    uint64_t device_bytes;  /* of the key, on each device at most */
    uint64_t attempt_bytes; /* of one proof in work, likewise */
    uint64_t job_count;     /* open jobs that use it */
    bool unloading;         /* unload was called; goes with its last job */
} cuzk_circuit_info;

/* Puts a key on every device, under a name that jobs use. Keeps references to `key`. Loading holds up nothing else.
 * `r1cs` may be NULL; with it, a witness that does not satisfy the circuit is told apart from a failing device, by the
 * constraint that it breaks (a reference is kept).
 * Errors: CUZK_E_CONFLICT (the name is taken), CUZK_E_ARGUMENT (name empty or too long), CUZK_E_LENGTH (r1cs and key
 * have different numbers of wires), CUZK_E_CURVE (or curves), CUZK_E_TOO_LARGE (a device's budget can never hold it),
 * CUZK_E_BUSY (it does not fit beside what is there now), both with the numbers; what the device answers. */
cuzk_status cuzk_engine_load(cuzk_engine *engine, const char *name, cuzk_proving_key *key, cuzk_r1cs *r1cs,
                             const cuzk_progress *progress, cuzk_error *err);

/* New jobs no longer find the name; the key goes when the last open job that uses it has ended, and the call returns
 * then. Errors: CUZK_E_NOT_FOUND. */
cuzk_status cuzk_engine_unload(cuzk_engine *engine, const char *name, cuzk_error *err);

/* Writes at most `capacity` entries to `infos` (NULL if capacity is 0) and the number there are to *count. */
cuzk_status cuzk_engine_circuits(cuzk_engine *engine, cuzk_circuit_info *infos, size_t capacity, size_t *count,
                                 cuzk_error *err);

/* ---- Jobs ---- */

/* A witness as the caller has it: `count` canonical values, the constant 1 first. */
typedef struct cuzk_witness_view {
    const cuzk_fr *values;
    uint64_t count;
} cuzk_witness_view;

/* What a job has come to. */
typedef struct cuzk_job_info {
    cuzk_job_id id;
    char circuit[CUZK_CIRCUIT_NAME_MAX];
    cuzk_job_state state;
    cuzk_priority priority;
    cuzk_error failure; /* why it failed, timed out or was cancelled; status CUZK_OK otherwise */
    uint32_t partition_count, partition_done_count;
    uint32_t attempt_count;         /* of all partitions */
    uint64_t queued_ns, running_ns; /* from submit to the first start; from there to the end, or until now */
} cuzk_job_info;

/* Called once, on a thread of the engine with no lock held, after the job has ended and before waiters need have
 * returned. Must not block: it holds up verifications. */
typedef void cuzk_job_callback(void *context, const cuzk_job_info *info);

/* All is borrowed for the call, context until the callback. */
typedef struct cuzk_job_request {
    const char *circuit;
    const cuzk_witness_view *witnesses;
    uint32_t witness_count; /* 1 or more */
    cuzk_priority priority;
    uint64_t queue_timeout_ms;   /* to the start of its first partition; 0: none */
    uint64_t run_timeout_ms;     /* from there to its end; 0: none. Deadlines act within some 20 ms. */
    const char *idempotency_key; /* NULL or "": none */
    cuzk_job_callback *callback; /* NULL: none */
    void *context;
} cuzk_job_request;

/* Checks and copies the witnesses and queues the job. With an idempotency key that an open or remembered job has, gives
 * that job's id and queues nothing; its own callback alone is called.
 * Errors: CUZK_E_NOT_FOUND (circuit), CUZK_E_ARGUMENT, CUZK_E_LENGTH, CUZK_E_NOT_CANONICAL, CUZK_E_WITNESS_ONE (which
 * witness, never its values), CUZK_E_CONFLICT (idempotency key of a different request), CUZK_E_BUSY (queue or memory
 * full, or draining), CUZK_E_TOO_LARGE (can never be admitted), CUZK_E_NO_MEMORY. */
cuzk_status cuzk_engine_submit(cuzk_engine *engine, cuzk_job_id *id, const cuzk_job_request *request,
                               cuzk_error *err);

/* The job as it is now. Errors: CUZK_E_NOT_FOUND (never there, or forgotten). */
cuzk_status cuzk_engine_poll(cuzk_engine *engine, cuzk_job_id id, cuzk_job_info *out, cuzk_error *err);

/* Waits until the job has ended, at most timeout_ms (UINT64_MAX: without limit). A job that failed is CUZK_OK here:
 * out->state and out->failure tell. Errors: CUZK_E_NOT_FOUND, CUZK_E_TIMEOUT (the wait's; the job goes on). */
cuzk_status cuzk_engine_wait(cuzk_engine *engine, cuzk_job_id id, uint64_t timeout_ms, cuzk_job_info *out,
                             cuzk_error *err);

/* The verified proof of one partition, 0..witness_count - 1, of a job that is done. `device` may be NULL; it gets the
 * index, in the engine's options, of the device that made it. Errors: CUZK_E_NOT_FOUND, CUZK_E_ARGUMENT (partition),
 * CUZK_E_CONFLICT (the job is not done: the message names its state). */
cuzk_status cuzk_engine_proof(cuzk_engine *engine, cuzk_job_id id, uint32_t partition, cuzk_proof *out,
                              uint32_t *device, cuzk_error *err);

/* Asks a job to end as cancelled: at once what is queued, what is in work at its next stage border. Nothing of it can
 * be read afterwards. Errors: CUZK_E_NOT_FOUND, CUZK_E_CONFLICT (it has ended, or ends otherwise: the state). */
cuzk_status cuzk_engine_cancel(cuzk_engine *engine, cuzk_job_id id, cuzk_error *err);

/* Forgets a job that has ended, before its time. The engine itself forgets the job that ended first as soon as there
 * are more than finished_count_max, and any after finished_keep_ms; who waits for it still gets its answer.
 * Errors: CUZK_E_NOT_FOUND, CUZK_E_CONFLICT (not ended). */
cuzk_status cuzk_engine_forget(cuzk_engine *engine, cuzk_job_id id, cuzk_error *err);

/* ---- Operation ---- */

/* Paused: jobs are taken and queued, none starts; what is in work goes on. */
void cuzk_engine_pause(cuzk_engine *engine);
void cuzk_engine_resume(cuzk_engine *engine);

/* Refuses new jobs from now on, and waits until all have ended, at most timeout_ms. A paused engine with a queue does
 * not drain. Errors: CUZK_E_TIMEOUT, with the number of jobs left; a later drain goes on waiting. */
cuzk_status cuzk_engine_drain(cuzk_engine *engine, uint64_t timeout_ms, cuzk_error *err);

typedef struct cuzk_engine_device_status {
    char name[128];
    uint32_t lane_count, busy_lane_count, hung_lane_count;
    bool quarantined;
    uint64_t memory_total_bytes, memory_used_bytes, memory_peak_bytes;
    uint64_t proof_count, fault_count; /* since creation: proofs verified, failures that are the device's */
} cuzk_engine_device_status;

typedef struct cuzk_engine_status {
    bool paused, draining;
    uint64_t job_open_count, partition_open_count, partition_queued_count;
    uint64_t job_remembered_count; /* ended and not forgotten */
    uint64_t host_total_bytes, host_used_bytes, host_peak_bytes;
    /* Since creation. */
    uint64_t job_submitted_count, job_done_count, job_failed_count, job_cancelled_count, job_timed_out_count;
    uint64_t proof_count, attempt_count, retry_count;
    uint64_t late_result_count;        /* results of attempts that had been given up: dropped */
    uint64_t self_check_failure_count; /* proofs made that did not verify: withheld */
    uint64_t quarantine_count;
    uint32_t device_count;
    cuzk_engine_device_status devices[CUZK_ENGINE_DEVICES_MAX];
} cuzk_engine_status;

/* Writes the last records of what happened to a file (docs/formats/trace.md): no names, no witness, numbers and times
 * alone. Errors: CUZK_E_IO, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_engine_trace_save(cuzk_engine *engine, const char *path, cuzk_error *err);

/* One consistent picture. */
void cuzk_engine_status_get(cuzk_engine *engine, cuzk_engine_status *out);

#ifdef __cplusplus
}
#endif
#endif
