/* SPDX-License-Identifier: Apache-2.0
 *
 * Base sets are the caller's arrays with a plan for sums over them. A sum's result is the affine point itself, so
 * there is nothing left to fold.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_internal.h"
#include "base/error.h"
#include "msm/msm.h"

enum {
    MSM_WORK_ALIGNMENT = 64,
};

struct cuzk_base_set {
    cuzk_msm_plan *plan;
    const void *points;
    const uint32_t *scalar_index; /* NULL: 0, 1, 2, ... */
    uint64_t count;
    uint64_t scalar_count; /* scalars that a sum reads, from the job's offset on */
    size_t point_bytes;
};

cuzk_status cuzk_cpu_base_set_create(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve,
                                     cuzk_group group, const void *points, const uint32_t *scalar_index,
                                     uint64_t count, cuzk_error *err)
{
    cuzk_base_set *bases = calloc(1, sizeof *bases);
    if (bases == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a base set");
    cuzk_status status = cuzk_msm_plan_create_on_pool(&bases->plan, curve, group, count, cpu_of(device)->pool,
                                                      device->options.isa, err);
    if (status != CUZK_OK) {
        free(bases);
        return status;
    }
    bases->points = points;
    bases->scalar_index = scalar_index;
    bases->count = count;
    bases->scalar_count = scalar_index != NULL && count > 0 ? (uint64_t)scalar_index[count - 1] + 1 : count;
    bases->point_bytes = cuzk_curve_point_bytes(curve, group);
    *out = bases;
    return CUZK_OK;
}

void cuzk_cpu_base_set_destroy(cuzk_base_set *bases)
{
    if (bases == NULL)
        return;
    cuzk_msm_plan_destroy(bases->plan);
    free(bases);
}

/* The points stay the caller's. */
uint64_t cuzk_cpu_base_set_bytes(const cuzk_base_set *bases)
{
    (void)bases;
    return 0;
}

size_t cuzk_cpu_msm_result_bytes(const cuzk_base_set *bases)
{
    return bases->point_bytes;
}

cuzk_status cuzk_cpu_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err)
{
    (void)err;
    memcpy(out_affine, result, bases->point_bytes);
    return CUZK_OK;
}

/* ---- A group of sums ---- */

/* A sum's part of the workspace; the jobs run side by side, so each has its own. */
static size_t job_work_bytes(const cuzk_msm_job *job)
{
    return (cuzk_msm_workspace_bytes(job->bases->plan) + MSM_WORK_ALIGNMENT - 1) / MSM_WORK_ALIGNMENT *
           MSM_WORK_ALIGNMENT;
}

size_t cuzk_cpu_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count)
{
    (void)device;
    size_t total = 0;
    for (uint32_t i = 0; i < job_count; i++)
        total += job_work_bytes(&jobs[i]);
    return total;
}

typedef struct msm_job {
    const cuzk_base_set *bases;
    const cuzk_fr *scalars;
    void *result, *work;
} msm_job;

typedef struct msm_step {
    cpu_step step; /* first */
    atomic_int failed_status;
    uint32_t job_count;
    msm_job jobs[];
} msm_step;

static void msm_job_run(void *context, size_t begin, size_t end)
{
    msm_step *msm = context;
    for (size_t i = begin; i < end; i++) {
        const msm_job *job = &msm->jobs[i];
        cuzk_status status =
            cuzk_msm_run_indexed(job->bases->plan, job->result, job->bases->points, job->bases->scalar_index,
                                 job->scalars, job->bases->count, job->work, NULL);
        if (status != CUZK_OK)
            atomic_store(&msm->failed_status, (int)status);
    }
}

/* The sums are a loop whose every item is loops again: idle workers take the next sum first, and chunks of a
 * running one when there is none, so that the cores are busy until the last sum ends. */
static cuzk_status msm_step_run(cpu_step *step, cuzk_queue *queue, cuzk_error *err)
{
    msm_step *msm = (msm_step *)step;
    cuzk_pool_for(queue->device->pool, msm->job_count, 1, msm_job_run, msm);
    cuzk_status status = (cuzk_status)atomic_load(&msm->failed_status);
    return status == CUZK_OK ? CUZK_OK : cuzk_error_set(err, status, "msm: %s", cuzk_status_string(status));
}

static cuzk_status msm_check_job(const cuzk_msm_job *job, const cuzk_buffer *results, const cuzk_buffer *scalars,
                                 cuzk_error *err)
{
    cuzk_status status =
        cuzk_cpu_check_range(results, job->result_offset_bytes, job->bases->point_bytes, "msm: results", err);
    if (status != CUZK_OK)
        return status;
    return cuzk_cpu_check_elements(scalars, job->scalar_offset, job->bases->scalar_count, "msm: scalars", err);
}

static void msm_step_fill(msm_step *msm, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                          const cuzk_buffer *scalars, cuzk_buffer *work)
{
    char *next_work = work->pages.bytes;
    msm->job_count = job_count;
    for (uint32_t i = 0; i < job_count; i++) {
        msm->jobs[i].bases = jobs[i].bases;
        msm->jobs[i].scalars = (const cuzk_fr *)scalars->pages.bytes + jobs[i].scalar_offset;
        msm->jobs[i].result = (char *)results->pages.bytes + jobs[i].result_offset_bytes;
        msm->jobs[i].work = next_work;
        next_work += job_work_bytes(&jobs[i]);
    }
}

cuzk_status cuzk_cpu_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                         const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err)
{
    cuzk_status status;
    msm_step *msm = NULL;
    size_t work_bytes = cuzk_cpu_msm_workspace_bytes(&queue->device->base, jobs, job_count);
    if ((status = cuzk_cpu_check_range(work, 0, work_bytes, "msm: workspace", err)) != CUZK_OK)
        return status;
    for (uint32_t i = 0; i < job_count; i++)
        if ((status = msm_check_job(&jobs[i], results, scalars, err)) != CUZK_OK)
            return status;
    status = cuzk_cpu_step_create(&msm, sizeof *msm + job_count * sizeof *msm->jobs, msm_step_run, "msm", err);
    if (status != CUZK_OK)
        return status;
    msm_step_fill(msm, results, jobs, job_count, scalars, work);
    msm->step.trace_kind = CUZK_TRACE_KERNEL;
    msm->step.trace_value = CUZK_TRACE_OPERATION_MSM;
    cuzk_cpu_queue_append(queue, &msm->step);
    return CUZK_OK;
}
