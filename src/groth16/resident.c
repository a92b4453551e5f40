/* SPDX-License-Identifier: Apache-2.0 */
#include "groth16/resident.h"

#include <stdlib.h>

#include "base/error.h"

enum {
    RESULT_ALIGNMENT = 64,
    RESIDENT_STEP_COUNT = PROOF_SUM_COUNT + 2, /* matrices, domain, one a query: for the progress report */
};

static const cuzk_query *key_query(const cuzk_proving_key *key, proof_sum sum)
{
    switch (sum) {
    case PROOF_SUM_A:
        return &key->a_query;
    case PROOF_SUM_B_G1:
        return &key->b_g1_query;
    case PROOF_SUM_B_G2:
        return &key->b_g2_query;
    case PROOF_SUM_L:
        return &key->l_query;
    default:
        return &key->h_query;
    }
}

static cuzk_status report(const cuzk_progress *progress, uint64_t done, cuzk_error *err)
{
    if (progress == NULL || progress->report(progress->context, "loading key", done, RESIDENT_STEP_COUNT))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_CANCELLED, "loading the key was cancelled");
}

static cuzk_status load_matrices(cuzk_resident_key *resident, cuzk_error *err)
{
    cuzk_device *device = resident->device;
    const cuzk_proving_key *key = resident->key;
    cuzk_status status;
    if ((status = device->ops->matrix_create(&resident->a, device, &key->a.view, err)) != CUZK_OK)
        return status;
    if ((status = device->ops->matrix_create(&resident->b, device, &key->b.view, err)) != CUZK_OK)
        return status;
    if (key->c.view.row_count == 0)
        return CUZK_OK;
    return device->ops->matrix_create(&resident->c, device, &key->c.view, err);
}

static cuzk_status load_query(cuzk_resident_key *resident, proof_sum sum, cuzk_error *err)
{
    cuzk_device *device = resident->device;
    const cuzk_query *query = key_query(resident->key, sum);
    if (query->count == 0)
        return CUZK_OK;
    return device->ops->base_set_create(&resident->bases[sum], device, resident->key->curve, query->group,
                                        query->points.bytes, cuzk_query_wires(query), query->count, err);
}

static cuzk_status load(cuzk_resident_key *resident, const cuzk_progress *progress, cuzk_error *err)
{
    cuzk_device *device = resident->device;
    const cuzk_proving_key *key = resident->key;
    cuzk_status status;
    uint64_t done = 0;
    if ((status = report(progress, done++, err)) != CUZK_OK)
        return status;
    if ((status = load_matrices(resident, err)) != CUZK_OK)
        return status;
    if ((status = report(progress, done++, err)) != CUZK_OK)
        return status;
    status =
        device->ops->domain_create(&resident->domain, device, key->curve, key->domain_log2, key->root, NULL, err);
    for (int sum = 0; sum < PROOF_SUM_COUNT && status == CUZK_OK; sum++) {
        if ((status = report(progress, done++, err)) != CUZK_OK)
            return status;
        status = load_query(resident, (proof_sum)sum, err);
    }
    return status;
}

/* ---- The plan ---- */

/* The scalar of l_query's first wire is the first private one. */
static cuzk_msm_job sum_job(const cuzk_resident_key *resident, proof_sum sum)
{
    cuzk_msm_job job = {
        .bases = resident->bases[sum],
        .scalar_offset = sum == PROOF_SUM_L ? resident->key->public_count + 1 : 0,
        .result_offset_bytes = resident->result_offset_bytes[sum],
    };
    return job;
}

static void plan_results(cuzk_resident_key *resident)
{
    const cuzk_device_ops *ops = resident->device->ops;
    size_t offset_bytes = 0;
    for (int sum = 0; sum < PROOF_SUM_COUNT; sum++) {
        resident->result_offset_bytes[sum] = offset_bytes;
        if (resident->bases[sum] != NULL)
            offset_bytes += (ops->msm_result_bytes(resident->bases[sum]) + RESULT_ALIGNMENT - 1) /
                            RESULT_ALIGNMENT * RESULT_ALIGNMENT;
    }
    resident->sizes.result_bytes = offset_bytes;
}

static void plan(cuzk_resident_key *resident)
{
    cuzk_device *device = resident->device;
    proof_sizes *sizes = &resident->sizes;
    plan_results(resident);
    for (int sum = 0; sum < PROOF_WITNESS_SUM_COUNT; sum++)
        if (resident->bases[sum] != NULL)
            resident->witness_jobs[resident->witness_job_count++] = sum_job(resident, (proof_sum)sum);
    sizes->witness_bytes = resident->key->wire_count * CUZK_FR_BYTES;
    sizes->row_bytes = (size_t)CUZK_FR_BYTES << resident->key->domain_log2;
    sizes->witness_work_bytes =
        device->ops->msm_workspace_bytes(device, resident->witness_jobs, resident->witness_job_count);
    if (resident->bases[PROOF_SUM_H] == NULL)
        return;
    resident->h_job = sum_job(resident, PROOF_SUM_H);
    sizes->h_work_bytes = device->ops->msm_workspace_bytes(device, &resident->h_job, 1);
}

cuzk_status cuzk_resident_key_create(cuzk_resident_key **out, cuzk_device *device, cuzk_proving_key *key,
                                     const cuzk_progress *progress, cuzk_error *err)
{
    cuzk_resident_key *resident = calloc(1, sizeof *resident);
    if (resident == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a resident key");
    resident->device = device;
    resident->key = cuzk_proving_key_ref(key);
    cuzk_status status = load(resident, progress, err);
    if (status != CUZK_OK) {
        cuzk_resident_key_destroy(resident);
        return status;
    }
    plan(resident);
    *out = resident;
    return CUZK_OK;
}

void cuzk_resident_key_destroy(cuzk_resident_key *resident)
{
    if (resident == NULL)
        return;
    const cuzk_device_ops *ops = resident->device->ops;
    cuzk_device_slots_trim(resident->device); /* workspaces may hold traces of this key's witnesses */
    for (int sum = 0; sum < PROOF_SUM_COUNT; sum++)
        ops->base_set_destroy(resident->bases[sum]);
    ops->domain_destroy(resident->domain);
    ops->matrix_destroy(resident->a);
    ops->matrix_destroy(resident->b);
    ops->matrix_destroy(resident->c);
    cuzk_proving_key_unref(resident->key);
    free(resident);
}

uint64_t cuzk_resident_key_slot_bytes(const cuzk_resident_key *resident)
{
    const proof_sizes *sizes = &resident->sizes;
    return sizes->witness_bytes + 3 * (uint64_t)sizes->row_bytes + sizes->witness_work_bytes + sizes->h_work_bytes +
           sizes->result_bytes;
}

uint64_t cuzk_resident_key_bytes(const cuzk_resident_key *resident)
{
    const cuzk_device_ops *ops = resident->device->ops;
    uint64_t bytes = ops->matrix_bytes(resident->a) + ops->matrix_bytes(resident->b);
    if (resident->c != NULL)
        bytes += ops->matrix_bytes(resident->c);
    bytes += ops->domain_bytes(resident->domain);
    for (int sum = 0; sum < PROOF_SUM_COUNT; sum++)
        if (resident->bases[sum] != NULL)
            bytes += ops->base_set_bytes(resident->bases[sum]);
    return bytes;
}
