/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations as steps: what each uses, and which bytes it leaves.
 */
#include <stdlib.h>
#include <string.h>

#include "backend/sim/sim_internal.h"
#include "base/error.h"

enum {
    SIM_RESULT_BYTES = 64,
    SIM_WORKSPACE_BYTES = 256,
};

/* A step with room for `use_count` objects, the first of which are given (NULL ones are left out). */
static cuzk_status step_create(sim_step **out, cuzk_queue *queue, cuzk_sim_operation operation, const char *what,
                               uint32_t use_max, cuzk_error *err)
{
    cuzk_status status = cuzk_sim_call(queue->device, what, err);
    if (status != CUZK_OK)
        return status;
    sim_step *step = calloc(1, sizeof *step + use_max * sizeof *step->uses);
    if (step == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory", what);
    step->kind = SIM_STEP_OPERATION;
    step->operation = operation;
    *out = step;
    return CUZK_OK;
}

/* Uses are counted by value: constness is about the object's contents. */
static void step_use(sim_step *step, const void *object)
{
    sim_object *used;
    memcpy(&used, &object, sizeof used);
    step->uses[step->use_count++] = used;
}

static cuzk_status check_range(const cuzk_buffer *buffer, size_t offset_bytes, size_t size_bytes, const char *what,
                               cuzk_error *err)
{
    if (offset_bytes > buffer->size_bytes || size_bytes > buffer->size_bytes - offset_bytes)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s: bytes %zu to %zu of a buffer of %zu", what, offset_bytes,
                              offset_bytes + size_bytes, buffer->size_bytes);
    return CUZK_OK;
}

/* The same for elements of Fr. */
static cuzk_status check_elements(const cuzk_buffer *buffer, uint64_t offset, uint64_t count, const char *what,
                                  cuzk_error *err)
{
    uint64_t held = buffer->size_bytes / CUZK_FR_BYTES;
    if (offset > held || count > held - offset)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s: %llu elements at %llu in a buffer of %llu", what,
                              (unsigned long long)count, (unsigned long long)offset, (unsigned long long)held);
    return CUZK_OK;
}

/* An operation on `target`: size_bytes at the offset become src's, or zeros. */
static cuzk_status append_fill(cuzk_queue *queue, cuzk_sim_operation operation, const char *what,
                               cuzk_buffer *target, size_t offset_bytes, const void *src, size_t size_bytes,
                               cuzk_error *err)
{
    sim_step *step = NULL;
    cuzk_status status = check_range(target, offset_bytes, size_bytes, what, err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, operation, what, 1, err);
    if (status != CUZK_OK)
        return status;
    step->dst = target->bytes + offset_bytes;
    step->src = src;
    step->size_bytes = size_bytes;
    step->pageable = src != NULL && !cuzk_sim_is_pinned(queue->device, src);
    step_use(step, target);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_copy_in(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                             size_t size_bytes, cuzk_error *err)
{
    return append_fill(queue, CUZK_SIM_COPY_IN, "copy_in", dst, dst_offset_bytes, src, size_bytes, err);
}

cuzk_status cuzk_sim_zero(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                          cuzk_error *err)
{
    return append_fill(queue, CUZK_SIM_ZERO, "zero", dst, dst_offset_bytes, NULL, size_bytes, err);
}

cuzk_status cuzk_sim_copy_out(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                              size_t size_bytes, cuzk_error *err)
{
    sim_step *step = NULL;
    cuzk_status status = check_range(src, src_offset_bytes, size_bytes, "copy_out", err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, CUZK_SIM_COPY_OUT, "copy_out", 1, err);
    if (status != CUZK_OK)
        return status;
    step->dst = dst;
    step->src = src->bytes + src_offset_bytes;
    step->size_bytes = size_bytes;
    step->pageable = !cuzk_sim_is_pinned(queue->device, dst);
    step_use(step, src);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix,
                          const cuzk_buffer *witness, uint64_t row_total, cuzk_error *err)
{
    sim_step *step = NULL;
    cuzk_status status = check_elements(out, 0, row_total, "spmv: out", err);
    if (status == CUZK_OK)
        status = check_elements(witness, 0, matrix->column_count, "spmv: witness", err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, CUZK_SIM_SPMV, "spmv", 3, err);
    if (status != CUZK_OK)
        return status;
    step->dst = out->bytes;
    step->size_bytes = row_total * CUZK_FR_BYTES;
    step_use(step, out);
    step_use(step, matrix);
    step_use(step, witness);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                         cuzk_error *err)
{
    (void)kind;
    sim_step *step = NULL;
    cuzk_status status = check_elements(values, 0, (uint64_t)1 << domain->log2, "ntt", err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, CUZK_SIM_NTT, "ntt", 2, err);
    if (status != CUZK_OK)
        return status;
    step_use(step, domain);
    step_use(step, values);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                               cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err)
{
    (void)basis, (void)has_c;
    sim_step *step = NULL;
    uint64_t value_count = (uint64_t)1 << domain->log2;
    cuzk_status status = check_elements(a, 0, value_count, "h_scalars: a", err);
    if (status == CUZK_OK)
        status = check_elements(b, 0, value_count, "h_scalars: b", err);
    if (status == CUZK_OK)
        status = check_elements(c, 0, value_count, "h_scalars: c", err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, CUZK_SIM_H_SCALARS, "h_scalars", 4, err);
    if (status != CUZK_OK)
        return status;
    step->dst = a->bytes;
    step->size_bytes = value_count * CUZK_FR_BYTES;
    step_use(step, domain);
    step_use(step, a);
    step_use(step, b);
    step_use(step, c);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

/* ---- Sums: every result is the identity ---- */

size_t cuzk_sim_msm_result_bytes(const cuzk_base_set *bases)
{
    (void)bases;
    return SIM_RESULT_BYTES;
}

size_t cuzk_sim_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count)
{
    (void)device, (void)jobs;
    return (size_t)job_count * SIM_WORKSPACE_BYTES;
}

static cuzk_status check_job(const cuzk_msm_job *job, const cuzk_buffer *results, const cuzk_buffer *scalars,
                             cuzk_error *err)
{
    cuzk_status status = check_range(results, job->result_offset_bytes, SIM_RESULT_BYTES, "msm: results", err);
    if (status != CUZK_OK)
        return status;
    return check_elements(scalars, job->scalar_offset, job->bases->scalar_count, "msm: scalars", err);
}

cuzk_status cuzk_sim_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                         const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err)
{
    sim_step *step = NULL;
    cuzk_status status = check_range(work, 0, (size_t)job_count * SIM_WORKSPACE_BYTES, "msm: workspace", err);
    for (uint32_t i = 0; i < job_count && status == CUZK_OK; i++)
        status = check_job(&jobs[i], results, scalars, err);
    if (status == CUZK_OK)
        status = step_create(&step, queue, CUZK_SIM_MSM, "msm", 3 + job_count, err);
    if (status != CUZK_OK)
        return status;
    step_use(step, results);
    step_use(step, scalars);
    step_use(step, work);
    for (uint32_t i = 0; i < job_count; i++)
        step_use(step, jobs[i].bases);
    cuzk_sim_queue_append(queue, step);
    return CUZK_OK;
}

cuzk_status cuzk_sim_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err)
{
    (void)result;
    cuzk_status status = cuzk_sim_call(bases->object.device, "msm_fold", err);
    if (status != CUZK_OK)
        return status;
    memset(out_affine, 0, cuzk_curve_point_bytes(bases->curve, bases->group));
    return CUZK_OK;
}
