/* SPDX-License-Identifier: Apache-2.0
 *
 * Asking about jobs, waiting for them, cancelling and forgetting them; pausing and draining.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "engine/engine_internal.h"

static cuzk_status not_found(cuzk_job_id id, cuzk_error *err)
{
    return cuzk_error_set(err, CUZK_E_NOT_FOUND, "there is no job %" PRIu64 ", or it is forgotten", id);
}

/* The state that callers may see. */
static cuzk_job_state visible_state(const engine_job *job)
{
    cuzk_job_info info;
    cuzk_job_describe(job, &info, 0);
    return info.state;
}

cuzk_status cuzk_engine_poll(cuzk_engine *engine, cuzk_job_id id, cuzk_job_info *out, cuzk_error *err)
{
    cuzk_engine_lock(engine);
    engine_job *job = cuzk_directory_find(engine, id);
    if (job != NULL)
        cuzk_job_describe(job, out, cuzk_clock_now_ns());
    cuzk_engine_unlock(engine);
    return job != NULL ? CUZK_OK : not_found(id, err);
}

cuzk_status cuzk_engine_proof(cuzk_engine *engine, cuzk_job_id id, uint32_t partition, cuzk_proof *out,
                              uint32_t *device, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    cuzk_engine_lock(engine);
    engine_job *job = cuzk_directory_find(engine, id);
    if (job == NULL) {
        status = not_found(id, err);
    } else if (visible_state(job) != CUZK_JOB_STATE_DONE) {
        status = cuzk_error_set(err, CUZK_E_CONFLICT, "job %" PRIu64 " is %s: it has no proofs to give", id,
                                cuzk_job_state_name(visible_state(job)));
    } else if (partition >= job->sched.partition_count) {
        status = cuzk_error_set(err, CUZK_E_ARGUMENT, "job %" PRIu64 " has no partition %u: it has %u", id,
                                partition, job->sched.partition_count);
    } else {
        *out = job->partitions[partition].proof;
        if (device != NULL)
            *device = job->sched.partitions[partition].device;
    }
    cuzk_engine_unlock(engine);
    return status;
}

/* ---- Waiting ---- */

typedef struct limit {
    bool never;
    struct timespec until;
} limit;

static void limit_set(limit *out, uint64_t timeout_ms)
{
    uint64_t now_ns = cuzk_clock_now_ns();
    out->never = timeout_ms > (INT64_MAX - now_ns) / 1000000;
    if (out->never)
        return;
    uint64_t until_ns = now_ns + timeout_ms * 1000000;
    out->until.tv_sec = (time_t)(until_ns / 1000000000u);
    out->until.tv_nsec = (long)(until_ns % 1000000000u);
}

/* false when the time is over. */
static bool wait_until(cuzk_engine *engine, pthread_cond_t *cond, const limit *until)
{
    return cuzk_engine_wait_locked(engine, cond, until->never ? NULL : &until->until) != ETIMEDOUT;
}

cuzk_status cuzk_engine_wait(cuzk_engine *engine, cuzk_job_id id, uint64_t timeout_ms, cuzk_job_info *out,
                             cuzk_error *err)
{
    limit until;
    limit_set(&until, timeout_ms);
    cuzk_engine_lock(engine);
    engine_job *job = cuzk_directory_find(engine, id);
    if (job == NULL) {
        cuzk_engine_unlock(engine);
        return not_found(id, err);
    }
    job->holds++;
    while (!job->published && wait_until(engine, &job->ended, &until))
        ;
    cuzk_status status = CUZK_OK;
    if (job->published)
        cuzk_job_describe(job, out, cuzk_clock_now_ns());
    else
        status = cuzk_error_set(err, CUZK_E_TIMEOUT, "job %" PRIu64 " has not ended within %" PRIu64 " ms", id,
                                timeout_ms);
    cuzk_job_unhold(job);
    cuzk_engine_pump_unlock(engine);
    return status;
}

cuzk_status cuzk_engine_drain(cuzk_engine *engine, uint64_t timeout_ms, cuzk_error *err)
{
    limit until;
    limit_set(&until, timeout_ms);
    cuzk_engine_lock(engine);
    cuzk_sched_drain(&engine->sched);
    while (engine->sched.open_job_count > 0 && wait_until(engine, &engine->changed, &until))
        ;
    uint64_t left = engine->sched.open_job_count;
    cuzk_engine_unlock(engine);
    if (left == 0)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_TIMEOUT, "%" PRIu64 " jobs have not ended within %" PRIu64 " ms", left,
                          timeout_ms);
}

/* ---- Changing ---- */

cuzk_status cuzk_engine_cancel(cuzk_engine *engine, cuzk_job_id id, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    cuzk_engine_lock(engine);
    engine_job *job = cuzk_directory_find(engine, id);
    if (job == NULL)
        status = not_found(id, err);
    else if (!cuzk_sched_cancel(&engine->sched, &job->sched, cuzk_clock_now_ns()))
        status = cuzk_error_set(err, CUZK_E_CONFLICT, "job %" PRIu64 " is %s or about to end", id,
                                cuzk_job_state_name(visible_state(job)));
    cuzk_engine_pump_unlock(engine);
    return status;
}

cuzk_status cuzk_engine_forget(cuzk_engine *engine, cuzk_job_id id, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    cuzk_engine_lock(engine);
    engine_job *job = cuzk_directory_find(engine, id);
    if (job == NULL)
        status = not_found(id, err);
    else if (!job->published)
        status = cuzk_error_set(err, CUZK_E_CONFLICT, "job %" PRIu64 " has not ended", id);
    else
        cuzk_directory_forget(engine, job);
    cuzk_engine_pump_unlock(engine);
    return status;
}

static void set_paused(cuzk_engine *engine, bool paused)
{
    cuzk_engine_lock(engine);
    cuzk_sched_pause(&engine->sched, paused, cuzk_clock_now_ns());
    cuzk_engine_pump_unlock(engine);
}

void cuzk_engine_pause(cuzk_engine *engine)
{
    set_paused(engine, true);
}

void cuzk_engine_resume(cuzk_engine *engine)
{
    set_paused(engine, false);
}
