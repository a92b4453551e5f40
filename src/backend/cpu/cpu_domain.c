/* SPDX-License-Identifier: Apache-2.0
 *
 * Domains: transform plans on the device's pool.
 */
#include <stdlib.h>

#include "backend/cpu/cpu_internal.h"
#include "base/error.h"
#include "poly/h.h"

struct cuzk_domain {
    cuzk_ntt_plan *plan;
    uint64_t value_count; /* 2^domain_log2 */
};

cuzk_status cuzk_cpu_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve,
                                   uint32_t domain_log2, cuzk_root root, const cuzk_fr *shift, cuzk_error *err)
{
    cuzk_domain *domain = calloc(1, sizeof *domain);
    if (domain == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a domain");
    cuzk_status status = cuzk_ntt_plan_create_on_pool(&domain->plan, curve, domain_log2, root, shift,
                                                      cpu_of(device)->pool, device->options.isa, err);
    if (status != CUZK_OK) {
        free(domain);
        return status;
    }
    domain->value_count = (uint64_t)1 << domain_log2;
    *out = domain;
    return CUZK_OK;
}

void cuzk_cpu_domain_destroy(cuzk_domain *domain)
{
    if (domain == NULL)
        return;
    cuzk_ntt_plan_destroy(domain->plan);
    free(domain);
}

uint64_t cuzk_cpu_domain_bytes(const cuzk_domain *domain)
{
    return domain->plan->tables.size_bytes;
}

/* ---- Transforms ---- */

typedef struct ntt_step {
    cpu_step step; /* first */
    const cuzk_domain *domain;
    cuzk_ntt_kind kind;
    cuzk_fr *values;
} ntt_step;

static cuzk_status ntt_step_run(cpu_step *step, cuzk_queue *queue, cuzk_error *err)
{
    ntt_step *ntt = (ntt_step *)step;
    const cuzk_ntt_plan *plan = ntt->domain->plan;
    void *work;
    cuzk_status status = cuzk_cpu_queue_scratch(&work, queue, cuzk_ntt_workspace_bytes(plan), err);
    if (status != CUZK_OK)
        return status;
    return cuzk_ntt_run(plan, ntt->kind, ntt->values, work, err);
}

cuzk_status cuzk_cpu_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                         cuzk_error *err)
{
    ntt_step *ntt = NULL;
    cuzk_status status = cuzk_cpu_check_elements(values, 0, domain->value_count, "ntt", err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_cpu_step_create(&ntt, sizeof *ntt, ntt_step_run, "ntt", err)) != CUZK_OK)
        return status;
    ntt->domain = domain;
    ntt->kind = kind;
    ntt->values = values->pages.bytes;
    ntt->step.trace_kind = CUZK_TRACE_KERNEL;
    ntt->step.trace_value = CUZK_TRACE_OPERATION_NTT;
    cuzk_cpu_queue_append(queue, &ntt->step);
    return CUZK_OK;
}

/* ---- The scalars of the h sum ---- */

typedef struct h_step {
    cpu_step step; /* first */
    const cuzk_domain *domain;
    cuzk_h_basis basis;
    bool has_c;
    cuzk_fr *a, *b, *c;
} h_step;

static cuzk_status h_step_run(cpu_step *step, cuzk_queue *queue, cuzk_error *err)
{
    h_step *h = (h_step *)step;
    const cuzk_ntt_plan *plan = h->domain->plan;
    void *work;
    cuzk_status status = cuzk_cpu_queue_scratch(&work, queue, cuzk_ntt_workspace_bytes(plan), err);
    if (status != CUZK_OK)
        return status;
    return cuzk_h_scalars(plan, h->basis, h->a, h->b, h->c, h->has_c, work, err);
}

cuzk_status cuzk_cpu_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                               cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err)
{
    h_step *h = NULL;
    cuzk_status status;
    if ((status = cuzk_cpu_check_elements(a, 0, domain->value_count, "h_scalars: a", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_cpu_check_elements(b, 0, domain->value_count, "h_scalars: b", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_cpu_check_elements(c, 0, domain->value_count, "h_scalars: c", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_cpu_step_create(&h, sizeof *h, h_step_run, "h_scalars", err)) != CUZK_OK)
        return status;
    h->domain = domain;
    h->basis = basis;
    h->has_c = has_c;
    h->a = a->pages.bytes;
    h->b = b->pages.bytes;
    h->c = c->pages.bytes;
    h->step.trace_kind = CUZK_TRACE_KERNEL;
    h->step.trace_value = CUZK_TRACE_OPERATION_H_SCALARS;
    cuzk_cpu_queue_append(queue, &h->step);
    return CUZK_OK;
}
