/* SPDX-License-Identifier: Apache-2.0
 *
 * Which jobs the engine knows, and for how long.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/engine_internal.h"

static size_t id_bucket(cuzk_job_id id)
{
    return (size_t)(id % ENGINE_BUCKETS);
}

static size_t key_bucket(const cuzk_engine *engine, const char *key)
{
    digest_state state;
    digest result;
    cuzk_digest_begin(&state, &engine->digest_key);
    cuzk_digest_add(&state, key, strlen(key));
    cuzk_digest_end(&result, &state);
    return (size_t)(result.word[0] % ENGINE_BUCKETS);
}

engine_job *cuzk_directory_find(cuzk_engine *engine, cuzk_job_id id)
{
    engine_job *job = engine->by_id[id_bucket(id)];
    while (job != NULL && job->sched.id != id)
        job = job->id_next;
    return job;
}

engine_job *cuzk_directory_find_key(cuzk_engine *engine, const char *key)
{
    engine_job *job = engine->by_key[key_bucket(engine, key)];
    while (job != NULL && strcmp(job->key, key) != 0)
        job = job->key_next;
    return job;
}

void cuzk_directory_add_id(cuzk_engine *engine, engine_job *job)
{
    engine_job **bucket = &engine->by_id[id_bucket(job->sched.id)];
    job->id_next = *bucket;
    *bucket = job;
}

void cuzk_directory_add_key(cuzk_engine *engine, engine_job *job)
{
    if (job->key[0] == '\0')
        return;
    engine_job **bucket = &engine->by_key[key_bucket(engine, job->key)];
    job->key_next = *bucket;
    *bucket = job;
}

void cuzk_directory_remove_key(cuzk_engine *engine, engine_job *job)
{
    if (job->key[0] == '\0')
        return;
    engine_job **link = &engine->by_key[key_bucket(engine, job->key)];
    while (*link != job)
        link = &(*link)->key_next;
    *link = job->key_next;
}

static void remove_id(cuzk_engine *engine, engine_job *job)
{
    engine_job **link = &engine->by_id[id_bucket(job->sched.id)];
    while (*link != job)
        link = &(*link)->id_next;
    *link = job->id_next;
}

/* ---- Remembering and forgetting ---- */

void cuzk_job_bury(engine_job *job)
{
    if (!job->forgotten || job->holds > 0 || !cuzk_sched_job_idle(&job->sched))
        return;
    job->dead_next = job->engine->dead;
    job->engine->dead = job;
}

void cuzk_job_unhold(engine_job *job)
{
    assert(job->holds > 0);
    job->holds--;
    cuzk_job_bury(job);
}

void cuzk_directory_forget(cuzk_engine *engine, engine_job *job)
{
    engine_job *previous = NULL;
    for (engine_job *other = engine->finished_first; other != job; other = other->finished_next)
        previous = other;
    *(previous != NULL ? &previous->finished_next : &engine->finished_first) = job->finished_next;
    if (engine->finished_last == job)
        engine->finished_last = previous;
    engine->finished_count--;
    remove_id(engine, job);
    cuzk_directory_remove_key(engine, job);
    job->forgotten = true;
    cuzk_job_bury(job);
}

void cuzk_directory_forget_old(cuzk_engine *engine, uint64_t now_ns)
{
    engine_job *oldest;
    while ((oldest = engine->finished_first) != NULL &&
           (engine->finished_count > engine->finished_count_max ||
            now_ns - oldest->sched.ended_ns > engine->finished_keep_ns))
        cuzk_directory_forget(engine, oldest);
}

void cuzk_directory_finish(cuzk_engine *engine, engine_job *job)
{
    job->published = true;
    job->finished_next = NULL;
    *(engine->finished_last != NULL ? &engine->finished_last->finished_next : &engine->finished_first) = job;
    engine->finished_last = job;
    engine->finished_count++;
    cuzk_directory_forget_old(engine, job->sched.ended_ns);
}

/* ---- The job itself ---- */

void cuzk_job_free(engine_job *job)
{
    if (job == NULL)
        return;
    for (uint32_t i = 0; job->partitions != NULL && i < job->sched.partition_count; i++)
        cuzk_witness_destroy(job->partitions[i].witness);
    free(job->partitions);
    free(job->sched_partitions);
    pthread_cond_destroy(&job->ended);
    free(job);
}

void cuzk_job_describe(const engine_job *job, cuzk_job_info *out, uint64_t now_ns)
{
    const sched_job *from = &job->sched;
    memset(out, 0, sizeof *out);
    out->id = from->id;
    memcpy(out->circuit, job->circuit_name, sizeof out->circuit);
    /* Not final before the end was published, whatever the scheduler has decided. */
    out->state = from->state >= CUZK_JOB_STATE_DONE && !job->published ? CUZK_JOB_STATE_RUNNING : from->state;
    out->priority = from->priority;
    if (out->state >= CUZK_JOB_STATE_DONE)
        out->failure = from->failure;
    out->partition_count = from->partition_count;
    out->partition_done_count = from->done_count;
    for (uint32_t i = 0; i < from->partition_count; i++)
        out->attempt_count += from->partitions[i].attempt_count;
    uint64_t end_ns = from->ended_ns != 0 ? from->ended_ns : now_ns;
    uint64_t start_ns = from->started_ns != 0 ? from->started_ns : end_ns;
    out->queued_ns = start_ns - from->submitted_ns;
    out->running_ns = end_ns - start_ns;
}
