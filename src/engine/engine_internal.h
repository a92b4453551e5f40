/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine's own structs: threads, locks and memory around the scheduler.
 *
 * One lock, engine->lock, guards the scheduler, the directory and the lists. It is never held while a witness is copied,
 * proved, verified, wiped or a callback runs; with it held, nothing but the pools' own short locks is taken.
 */
#ifndef CUZK_ENGINE_ENGINE_INTERNAL_H
#define CUZK_ENGINE_ENGINE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include <cuzk/engine.h>

#include "base/pool.h"
#include "engine/digest.h"
#include "engine/sched.h"
#include "trace/collector.h"

enum {
    ENGINE_BUCKETS = 4096, /* of the directory; a power of 2 */
};

/* How proofs are made and checked. Tests put their own in. */
typedef struct engine_hooks {
    cuzk_status (*start)(cuzk_pending **out, cuzk_resident_key *resident, const cuzk_witness *witness,
                         cuzk_error *err);
    cuzk_status (*finish)(cuzk_proof *out, cuzk_pending *pending, cuzk_error *err);
    void (*abandon)(cuzk_pending *pending);
    cuzk_status (*verify)(const cuzk_verifying_key *key, const cuzk_fr *public_inputs, uint64_t public_count,
                          const cuzk_proof *proof, bool *valid, cuzk_error *err);
} engine_hooks;

typedef struct engine_circuit {
    sched_circuit sched; /* first; guarded by the lock */
    /* Read-only once loaded. */
    char name[CUZK_CIRCUIT_NAME_MAX];
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_r1cs *r1cs; /* NULL: not given */
    cuzk_proving_key_info info;
    cuzk_resident_key *resident[CUZK_ENGINE_DEVICES_MAX];
    /* Guarded by the lock. */
    bool loading, unloading;
    uint64_t key_bytes[CUZK_ENGINE_DEVICES_MAX], attempt_bytes[CUZK_ENGINE_DEVICES_MAX];
    uint64_t charged_bytes[CUZK_ENGINE_DEVICES_MAX];
    struct engine_circuit *next;
} engine_circuit;

/* Whose attempt a thread works on; device CUZK_TRACE_NO_DEVICE, lane UINT16_MAX: none. */
typedef struct engine_subject {
    uint64_t job;
    uint32_t partition;
    uint16_t device, lane;
    uint8_t attempt;
} engine_subject;

typedef struct engine_lane {
    cuzk_engine *engine;
    sched_lane *lane;
    cuzk_task start, finish;
    /* Of whoever runs the lane's task. */
    cuzk_pending *pending;
    cuzk_proof proof;
    engine_subject subject; /* set before its start is handed over */
} engine_lane;

typedef struct engine_partition {
    cuzk_task verify;
    sched_partition *sched;
    cuzk_witness *witness; /* until SCHED_RELEASE */
    cuzk_proof proof;      /* of the last attempt that was accepted */
} engine_partition;

typedef struct engine_job {
    /* Written before the job is queued, read-only after. */
    cuzk_engine *engine;
    char circuit_name[CUZK_CIRCUIT_NAME_MAX], key[CUZK_IDEMPOTENCY_KEY_MAX];
    digest body; /* of a request with an idempotency key */
    cuzk_job_callback *callback;
    void *context;
    engine_partition *partitions;
    sched_partition *sched_partitions;
    cuzk_task call; /* of the callback */
    /* Guarded by the lock. */
    pthread_cond_t ended;
    bool admitting, published, forgotten;
    uint32_t holds; /* who waits, and the callback */
    struct engine_job *id_next, *key_next, *finished_next, *dead_next;
    sched_job sched;
} engine_job;

struct cuzk_engine {
    pthread_mutex_t lock;
    cuzk_trace *trace;
    struct cuzk_trace_ring *device_rings[CUZK_ENGINE_DEVICES_MAX]; /* of the devices that no other engine reads */
    _Atomic uint32_t lock_holder;                                  /* its thread; 0: nobody */
    uint64_t locked_ns;                                            /* since when; the holder's */
    pthread_cond_t
        changed;         /* a job ended, a lane came back, an admission was decided: for what waits for several */
    pthread_cond_t tick; /* the timer has something to look after */
    engine_hooks hooks;
    digest_key digest_key;
    uint32_t device_count, lane_count, finished_count_max;
    uint64_t finished_keep_ns;
    cuzk_device *devices[CUZK_ENGINE_DEVICES_MAX];
    cuzk_pool *lane_pools[CUZK_ENGINE_DEVICES_MAX]; /* a thread a lane */
    cuzk_pool *finalizers;
    pthread_t timer;
    bool timer_started;
    /* Keys and all lanes together do not fit on the device. Written under the lock, read without. */
    atomic_bool tight[CUZK_ENGINE_DEVICES_MAX];
    char memory_names[CUZK_ENGINE_DEVICES_MAX][32];
    /* Guarded by the lock. */
    sched sched;
    sched_device sched_devices[CUZK_ENGINE_DEVICES_MAX];
    sched_lane *sched_lanes; /* lane_count a device */
    engine_lane *lanes;
    engine_circuit *circuits;
    bool stopping, timer_idle;
    uint64_t last_id;
    engine_job *by_id[ENGINE_BUCKETS], *by_key[ENGINE_BUCKETS];
    engine_job *finished_first, *finished_last;
    uint64_t finished_count;
    engine_job *dead; /* to be freed when the lock is given up */
};

/* cuzk_engine_create with other hooks. */
cuzk_status cuzk_engine_create_with_hooks(cuzk_engine **out, const cuzk_engine_options *options,
                                          const engine_hooks *hooks, cuzk_error *err);

/* ---- engine_trace.c: the lock, watched, and the steps that threads do ----
 *
 * The engine's lock is taken and given up through these alone: who had to wait, for how long and for whom is
 * recorded, and so is whoever holds it for long. */
void cuzk_engine_lock(cuzk_engine *engine);
void cuzk_engine_unlock(cuzk_engine *engine);

/* pthread_cond_wait, or, with `until` (monotonic), pthread_cond_timedwait. */
int cuzk_engine_wait_locked(cuzk_engine *engine, pthread_cond_t *cond, const struct timespec *until);

/* Starts and ends the recording; the engine's devices are set. */
cuzk_status cuzk_engine_trace_begin(cuzk_engine *engine, const cuzk_engine_options *options, cuzk_error *err);
void cuzk_engine_trace_end(cuzk_engine *engine); /* no recording is fine */

/* Records a step that began at begin_ns and ends now. */
void cuzk_engine_trace_step(cuzk_engine *engine, cuzk_trace_kind kind, const engine_subject *subject,
                            uint64_t begin_ns, cuzk_status status, uint64_t value);
static inline engine_subject engine_subject_of(const sched_partition *partition)
{
    engine_subject subject = {partition->job->id, partition->index, (uint16_t)partition->device, UINT16_MAX,
                              (uint8_t)partition->attempt_count};
    return subject;
}

/* ---- engine_run.c: actions become work; all take the engine locked ---- */

/* Carries out the scheduler's actions, frees what is dead, and gives the lock up. Every event ends with it. */
void cuzk_engine_pump_unlock(cuzk_engine *engine);
void cuzk_engine_lane_start(cuzk_task *task);
void cuzk_engine_lane_finish(cuzk_task *task);
void cuzk_engine_verify(cuzk_task *task);
void cuzk_engine_call_back(cuzk_task *task);

/* ---- directory.c: jobs by id and by idempotency key; the engine is locked ---- */

engine_job *cuzk_directory_find(cuzk_engine *engine, cuzk_job_id id);
engine_job *cuzk_directory_find_key(cuzk_engine *engine, const char *key);
void cuzk_directory_add_id(cuzk_engine *engine, engine_job *job);
void cuzk_directory_add_key(cuzk_engine *engine, engine_job *job); /* no key: nothing */
void cuzk_directory_remove_key(cuzk_engine *engine, engine_job *job);

/* Puts an ended job on the list of those remembered; forgets the oldest where the rule says so. */
void cuzk_directory_finish(cuzk_engine *engine, engine_job *job);
void cuzk_directory_forget_old(cuzk_engine *engine, uint64_t now_ns);
void cuzk_directory_forget(cuzk_engine *engine, engine_job *job);

/* Lets go of a hold. */
void cuzk_job_unhold(engine_job *job);

/* Frees a forgotten job as soon as nothing uses it. */
void cuzk_job_bury(engine_job *job);

/* Not locked: nobody else knows the job. */
void cuzk_job_free(engine_job *job);
void cuzk_job_describe(const engine_job *job, cuzk_job_info *out, uint64_t now_ns);

/* engine_circuit.c; the engine is locked. NULL if there is no such circuit that new jobs may use. */
engine_circuit *cuzk_engine_find_circuit(cuzk_engine *engine, const char *name);

/* Not locked, no job left. */
void cuzk_engine_free_circuits(cuzk_engine *engine);

#endif
