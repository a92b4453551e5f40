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

typedef struct engine_lane {
    cuzk_engine *engine;
    sched_lane *lane;
    cuzk_task start, finish;
    /* Of whoever runs the lane's task. */
    cuzk_pending *pending;
    cuzk_proof proof;
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
