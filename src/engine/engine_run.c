/* SPDX-License-Identifier: Apache-2.0
 *
 * The work: lanes start, finalizers finish and verify. Each task does its part without the lock, reports the event,
 * and carries out whatever actions follow.
 */
#include <inttypes.h>
#include <string.h>

#include "backend/backend.h"
#include "base/clock.h"
#include "base/error.h"
#include "engine/engine_internal.h"

/* ---- Actions ---- */

void cuzk_engine_call_back(cuzk_task *task)
{
    engine_job *job = (engine_job *)((char *)task - offsetof(engine_job, call));
    cuzk_engine *engine = job->engine;
    cuzk_job_info info;
    cuzk_engine_lock(engine);
    cuzk_job_describe(job, &info, cuzk_clock_now_ns());
    cuzk_engine_unlock(engine);
    engine_subject subject = {job->sched.id, 0, CUZK_TRACE_NO_DEVICE, UINT16_MAX, 0};
    uint64_t begin_ns = cuzk_clock_now_ns();
    job->callback(job->context, &info);
    cuzk_engine_trace_step(engine, CUZK_TRACE_CALLBACK, &subject, begin_ns, CUZK_OK, 0);
    cuzk_engine_lock(engine);
    cuzk_job_unhold(job);
    cuzk_engine_pump_unlock(engine);
}

static void publish_end(cuzk_engine *engine, engine_job *job)
{
    if (job->callback != NULL) {
        job->holds++;
        cuzk_pool_submit(engine->finalizers, &job->call);
    }
    cuzk_directory_finish(engine, job);
    pthread_cond_broadcast(&job->ended);
}

/* Wiping a large witness takes its time: the lock is given up for it. */
static void release_witness(cuzk_engine *engine, sched_partition *partition)
{
    engine_job *job = partition->job->owner;
    cuzk_witness *witness = job->partitions[partition->index].witness;
    job->partitions[partition->index].witness = NULL;
    engine_subject subject = engine_subject_of(partition);
    cuzk_engine_unlock(engine);
    uint64_t begin_ns = cuzk_clock_now_ns();
    cuzk_witness_destroy(witness);
    cuzk_engine_trace_step(engine, CUZK_TRACE_RELEASE, &subject, begin_ns, CUZK_OK, 0);
    cuzk_engine_lock(engine);
    cuzk_sched_released(&engine->sched, partition, cuzk_clock_now_ns());
    cuzk_job_bury(job);
}

static void set_subject(const sched_lane *lane)
{
    engine_lane *own = lane->owner;
    own->subject = engine_subject_of(lane->reading);
    own->subject.lane = (uint16_t)(lane - lane->device->lanes);
}

static void carry_out(cuzk_engine *engine, const sched_action *action)
{
    sched_lane *lane = action->subject;
    sched_partition *partition = action->subject;
    switch (action->kind) {
    case SCHED_START:
        set_subject(lane);
        cuzk_pool_submit(engine->lane_pools[lane->device->index], &((engine_lane *)lane->owner)->start);
        break;
    case SCHED_FINISH:
    case SCHED_ABANDON:
        cuzk_pool_submit(engine->finalizers, &((engine_lane *)lane->owner)->finish);
        break;
    case SCHED_VERIFY:
        cuzk_pool_submit(engine->finalizers,
                         &((engine_job *)partition->job->owner)->partitions[partition->index].verify);
        break;
    case SCHED_RELEASE:
        release_witness(engine, partition);
        break;
    case SCHED_ENDED:
        publish_end(engine, ((sched_job *)action->subject)->owner);
        break;
    }
}

void cuzk_engine_pump_unlock(cuzk_engine *engine)
{
    sched_action *action;
    while ((action = cuzk_sched_next_action(&engine->sched)) != NULL)
        carry_out(engine, action);
    engine_job *dead = engine->dead;
    engine->dead = NULL;
    pthread_cond_broadcast(&engine->changed);
    if (engine->stopping)
        pthread_cond_signal(&engine->tick);
    cuzk_engine_unlock(engine);
    while (dead != NULL) {
        engine_job *job = dead;
        dead = job->dead_next;
        cuzk_job_free(job);
    }
}

/* ---- Lanes ---- */

void cuzk_engine_lane_start(cuzk_task *task)
{
    engine_lane *own = (engine_lane *)((char *)task - offsetof(engine_lane, start));
    cuzk_engine *engine = own->engine;
    sched_lane *lane = own->lane;
    engine_circuit *circuit = (engine_circuit *)lane->circuit;
    engine_job *job = lane->reading->job->owner;
    cuzk_error err = {CUZK_OK, ""};
    uint64_t begin_ns = cuzk_clock_now_ns();
    cuzk_status status = engine->hooks.start(&own->pending, circuit->resident[lane->device->index],
                                             job->partitions[lane->reading->index].witness, &err);
    cuzk_engine_trace_step(engine, CUZK_TRACE_START, &own->subject, begin_ns, status, 0);
    err.status = status;
    cuzk_engine_lock(engine);
    cuzk_sched_started(&engine->sched, lane, status != CUZK_OK ? &err : NULL, cuzk_clock_now_ns());
    cuzk_engine_pump_unlock(engine);
}

/* Buffers of idle slots stay with their device, outside of what attempts have reserved. Where they would not fit beside
 * that they go back at once. */
static void trim_if_tight(cuzk_engine *engine, uint32_t device)
{
    if (atomic_load(&engine->tight[device])) {
        engine_subject subject = {0, 0, (uint16_t)device, UINT16_MAX, 0};
        uint64_t begin_ns = cuzk_clock_now_ns();
        cuzk_device_slots_trim(engine->devices[device]);
        cuzk_engine_trace_step(engine, CUZK_TRACE_TRIM, &subject, begin_ns, CUZK_OK, 0);
    }
}

static void lane_abandon(engine_lane *own)
{
    cuzk_engine *engine = own->engine;
    uint64_t begin_ns = cuzk_clock_now_ns();
    engine->hooks.abandon(own->pending);
    cuzk_engine_trace_step(engine, CUZK_TRACE_ABANDON, &own->subject, begin_ns, CUZK_OK, 0);
    trim_if_tight(engine, own->lane->device->index);
    cuzk_engine_lock(engine);
    cuzk_sched_abandoned(&engine->sched, own->lane, cuzk_clock_now_ns());
    cuzk_engine_pump_unlock(engine);
}

void cuzk_engine_lane_finish(cuzk_task *task)
{
    engine_lane *own = (engine_lane *)((char *)task - offsetof(engine_lane, finish));
    cuzk_engine *engine = own->engine;
    sched_lane *lane = own->lane;
    if (lane->stage == SCHED_LANE_ABANDONING) {
        lane_abandon(own);
        return;
    }
    cuzk_error err = {CUZK_OK, ""};
    uint64_t begin_ns = cuzk_clock_now_ns();
    cuzk_status status = engine->hooks.finish(&own->proof, own->pending, &err);
    cuzk_engine_trace_step(engine, CUZK_TRACE_FINISH, &own->subject, begin_ns, status, 0);
    err.status = status;
    trim_if_tight(engine, lane->device->index);
    cuzk_engine_lock(engine);
    sched_partition *partition = lane->partition;
    if (cuzk_sched_finished(&engine->sched, lane, status != CUZK_OK ? &err : NULL, cuzk_clock_now_ns()))
        ((engine_job *)partition->job->owner)->partitions[partition->index].proof = own->proof;
    cuzk_engine_pump_unlock(engine);
}

/* ---- Verifying ---- */

/* A proof that does not verify: the witness's fault, if it can be told, or the device's. */
static cuzk_status explain_bad_proof(const engine_circuit *circuit, const cuzk_witness *witness, cuzk_error *err)
{
    bool satisfied = true;
    uint64_t row = 0;
    if (circuit->r1cs == NULL)
        return cuzk_error_set(err, CUZK_E_SELF_CHECK,
                              "the proof made does not verify and was withheld: the device failed, or the witness "
                              "does not satisfy circuit \"%s\" (loaded without its R1CS, so this cannot be told)",
                              circuit->name);
    cuzk_status status = cuzk_r1cs_check(circuit->r1cs, witness, &satisfied, &row, err);
    if (status != CUZK_OK)
        return status;
    if (!satisfied)
        return cuzk_error_set(err, CUZK_E_UNSATISFIED,
                              "the witness does not satisfy circuit \"%s\": constraint %" PRIu64, circuit->name,
                              row);
    return cuzk_error_set(err, CUZK_E_SELF_CHECK,
                          "the proof made does not verify, though the witness satisfies circuit \"%s\"",
                          circuit->name);
}

static cuzk_status verify_partition(const cuzk_engine *engine, const engine_circuit *circuit,
                                    const engine_partition *own, cuzk_error *err)
{
    bool valid = false;
    cuzk_status status = engine->hooks.verify(circuit->verifying_key, cuzk_witness_values(own->witness) + 1,
                                              circuit->info.public_count, &own->proof, &valid, err);
    /* A point outside its group is a bad proof too. */
    if (status == CUZK_E_POINT || (status == CUZK_OK && !valid))
        return explain_bad_proof(circuit, own->witness, err);
    return status;
}

void cuzk_engine_verify(cuzk_task *task)
{
    engine_partition *own = (engine_partition *)((char *)task - offsetof(engine_partition, verify));
    engine_job *job = own->sched->job->owner;
    cuzk_engine *engine = job->engine;
    cuzk_error err = {CUZK_OK, ""};
    engine_subject subject = engine_subject_of(own->sched);
    uint64_t begin_ns = cuzk_clock_now_ns();
    cuzk_status status = verify_partition(engine, (engine_circuit *)own->sched->job->circuit, own, &err);
    cuzk_engine_trace_step(engine, CUZK_TRACE_VERIFY, &subject, begin_ns, status, 0);
    err.status = status;
    cuzk_engine_lock(engine);
    cuzk_sched_verified(&engine->sched, own->sched, status != CUZK_OK ? &err : NULL, cuzk_clock_now_ns());
    cuzk_engine_pump_unlock(engine);
}
