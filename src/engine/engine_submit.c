/* SPDX-License-Identifier: Apache-2.0
 *
 * From a request to a queued job.
 */
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "engine/engine_internal.h"
#include "engine/sched_internal.h"

/* ---- The request itself ---- */

static cuzk_status check_request(const cuzk_job_request *request, cuzk_error *err)
{
    if (request->circuit == NULL)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "the request names no circuit");
    if (request->witness_count == 0 || request->witnesses == NULL)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "the request has no witness");
    for (uint32_t i = 0; i < request->witness_count; i++)
        if (request->witnesses[i].values == NULL)
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "witness %u has no values", i);
    if ((unsigned)request->priority > CUZK_PRIORITY_LOW)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "there is no priority %d", (int)request->priority);
    if (request->idempotency_key != NULL && strlen(request->idempotency_key) >= CUZK_IDEMPOTENCY_KEY_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "an idempotency key has at most %d bytes, this one %zu",
                              CUZK_IDEMPOTENCY_KEY_MAX - 1, strlen(request->idempotency_key));
    return CUZK_OK;
}

static void digest_request(digest *out, const cuzk_engine *engine, const cuzk_job_request *request)
{
    digest_state state;
    uint64_t numbers[] = {(uint64_t)request->priority, request->queue_timeout_ms, request->run_timeout_ms};
    cuzk_digest_begin(&state, &engine->digest_key);
    cuzk_digest_add(&state, request->circuit, strlen(request->circuit) + 1);
    cuzk_digest_add(&state, numbers, sizeof numbers);
    for (uint32_t i = 0; i < request->witness_count; i++) {
        const cuzk_witness_view *view = &request->witnesses[i];
        cuzk_digest_add(&state, &view->count, sizeof view->count);
        cuzk_digest_add(&state, view->values, view->count * sizeof *view->values);
    }
    cuzk_digest_end(out, &state);
    cuzk_wipe(&state, sizeof state);
}

/* ---- The job ---- */

static void init_partitions(engine_job *job)
{
    for (uint32_t i = 0; i < job->sched.partition_count; i++) {
        job->partitions[i].verify.run = cuzk_engine_verify;
        job->partitions[i].sched = &job->sched.partitions[i];
    }
}

static void job_set_up(engine_job *job, cuzk_engine *engine, const cuzk_job_request *request)
{
    sched_job *own = &job->sched;
    cuzk_sched_job_init(own, job->sched_partitions, request->witness_count);
    own->owner = job;
    own->priority = request->priority;
    if (request->queue_timeout_ms != 0 && request->queue_timeout_ms < SCHED_NEVER / 1000000)
        own->queue_timeout_ns = request->queue_timeout_ms * 1000000;
    if (request->run_timeout_ms != 0 && request->run_timeout_ms < SCHED_NEVER / 1000000)
        own->run_timeout_ns = request->run_timeout_ms * 1000000;
    job->engine = engine;
    job->callback = request->callback;
    job->context = request->context;
    job->call.run = cuzk_engine_call_back;
    if (request->idempotency_key != NULL && request->idempotency_key[0] != '\0') {
        memcpy(job->key, request->idempotency_key, strlen(request->idempotency_key));
        digest_request(&job->body, engine, request);
    }
}

static void init_ended(pthread_cond_t *out)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(out, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static cuzk_status job_make(engine_job **out, cuzk_engine *engine, const cuzk_job_request *request, cuzk_error *err)
{
    uint32_t count = request->witness_count;
    engine_job *job = cuzk_calloc_aligned(1, sizeof *job);
    if (job == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a job");
    init_ended(&job->ended);
    job->partitions = cuzk_calloc_aligned(count, sizeof *job->partitions);
    job->sched_partitions = cuzk_calloc_aligned(count, sizeof *job->sched_partitions);
    if (job->partitions == NULL || job->sched_partitions == NULL) {
        cuzk_job_free(job);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a job of %u witnesses", count);
    }
    job_set_up(job, engine, request);
    init_partitions(job);
    *out = job;
    return CUZK_OK;
}

/* ---- Admission; the engine is locked ---- */

static cuzk_status check_lengths(const engine_circuit *circuit, const cuzk_job_request *request, cuzk_error *err)
{
    for (uint32_t i = 0; i < request->witness_count; i++)
        if (request->witnesses[i].count != circuit->info.wire_count)
            return cuzk_error_set(err, CUZK_E_LENGTH,
                                  "witness %u has %" PRIu64 " values, circuit \"%s\" asks for %" PRIu64, i,
                                  request->witnesses[i].count, circuit->name, circuit->info.wire_count);
    return CUZK_OK;
}

/* The job that has the same idempotency key, once it is clear whether that one was admitted; NULL if there is none. */
static engine_job *find_twin(cuzk_engine *engine, const engine_job *job)
{
    engine_job *twin = NULL;
    if (job->key[0] == '\0')
        return NULL;
    while ((twin = cuzk_directory_find_key(engine, job->key)) != NULL && twin->admitting)
        (void)cuzk_engine_wait_locked(engine, &engine->changed, NULL);
    return twin;
}

static cuzk_status admit(cuzk_engine *engine, engine_job *job, const cuzk_job_request *request, cuzk_error *err)
{
    engine_circuit *circuit = cuzk_engine_find_circuit(engine, request->circuit);
    if (circuit == NULL)
        return cuzk_error_set(err, CUZK_E_NOT_FOUND, "no circuit \"%.63s\" is loaded", request->circuit);
    cuzk_status status = check_lengths(circuit, request, err);
    if (status != CUZK_OK)
        return status;
    memcpy(job->circuit_name, circuit->name, sizeof job->circuit_name);
    job->sched.circuit = &circuit->sched;
    job->sched.partition_bytes = circuit->info.wire_count * CUZK_FR_BYTES;
    if ((status = cuzk_sched_admit(&engine->sched, &job->sched, err)) != CUZK_OK) {
        if (!budget_fits(&engine->sched.host, job->sched.partition_bytes * job->sched.partition_count))
            cuzk_sched_tell(&engine->sched, CUZK_TRACE_REFUSED, &job->sched, NULL, NULL, CUZK_TRACE_BUDGET_HOST,
                            cuzk_clock_now_ns());
        return status;
    }
    job->admitting = true;
    cuzk_directory_add_key(engine, job);
    return CUZK_OK;
}

/* ---- Witnesses; not locked ---- */

static cuzk_status copy_witnesses(engine_job *job, const cuzk_job_request *request, cuzk_error *err)
{
    cuzk_curve_id curve = ((engine_circuit *)job->sched.circuit)->info.curve;
    for (uint32_t i = 0; i < request->witness_count; i++) {
        const cuzk_witness_view *view = &request->witnesses[i];
        cuzk_status status =
            cuzk_witness_create(&job->partitions[i].witness, curve, view->values, view->count, err);
        if (status != CUZK_OK)
            return cuzk_error_prefix(err, status, "witness %u: ", i);
    }
    return CUZK_OK;
}

static void queue_job(cuzk_engine *engine, engine_job *job, uint64_t copy_begin_ns, cuzk_job_id *id)
{
    job->sched.id = *id = ++engine->last_id;
    cuzk_directory_add_id(engine, job);
    engine_subject subject = {*id, 0, CUZK_TRACE_NO_DEVICE, UINT16_MAX, 0};
    cuzk_engine_trace_step(engine, CUZK_TRACE_SYNTHESIS, &subject, copy_begin_ns, CUZK_OK,
                           job->sched.partition_bytes * job->sched.partition_count);
    cuzk_sched_submit(&engine->sched, &job->sched, cuzk_clock_now_ns());
    if (engine->timer_idle)
        pthread_cond_signal(&engine->tick);
}

cuzk_status cuzk_engine_submit(cuzk_engine *engine, cuzk_job_id *id, const cuzk_job_request *request,
                               cuzk_error *err)
{
    engine_job *job = NULL;
    cuzk_status status = check_request(request, err);
    if (status != CUZK_OK || (status = job_make(&job, engine, request, err)) != CUZK_OK)
        return status;
    cuzk_engine_lock(engine);
    engine_job *twin = find_twin(engine, job);
    if (twin != NULL && memcmp(&twin->body, &job->body, sizeof job->body) != 0)
        status = cuzk_error_set(err, CUZK_E_CONFLICT,
                                "idempotency key \"%s\" belongs to job %" PRIu64 ", which is of another request",
                                job->key, twin->sched.id);
    else if (twin != NULL)
        *id = twin->sched.id;
    else
        status = admit(engine, job, request, err);
    cuzk_engine_unlock(engine);
    if (status != CUZK_OK || twin != NULL) {
        cuzk_job_free(job);
        return status;
    }

    uint64_t begin_ns = cuzk_clock_now_ns();
    status = copy_witnesses(job, request, err);
    cuzk_engine_lock(engine);
    job->admitting = false;
    if (status == CUZK_OK) {
        queue_job(engine, job, begin_ns, id);
    } else {
        cuzk_sched_withdraw(&engine->sched, &job->sched);
        cuzk_directory_remove_key(engine, job);
    }
    cuzk_engine_pump_unlock(engine);
    if (status != CUZK_OK)
        cuzk_job_free(job);
    return status;
}
