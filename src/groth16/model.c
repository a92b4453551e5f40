/* SPDX-License-Identifier: Apache-2.0 */
#include "groth16/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void *model_alloc(size_t size_bytes, const char *what, cuzk_error *err, cuzk_status *status)
{
    void *object = calloc(1, size_bytes);
    *status = object != NULL ? CUZK_OK : cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %s", what);
    return object;
}

/* Whether this was the last reference. What other threads wrote before they gave theirs up is visible then. */
static bool model_unref(atomic_uint *count)
{
    return atomic_fetch_sub_explicit(count, 1, memory_order_acq_rel) == 1;
}

static void model_ref(atomic_uint *count)
{
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

/* ---- Constraint systems ---- */

cuzk_status cuzk_r1cs_alloc(cuzk_r1cs **out, cuzk_error *err)
{
    cuzk_status status;
    cuzk_r1cs *r1cs = model_alloc(sizeof *r1cs, "a constraint system", err, &status);
    if (status != CUZK_OK)
        return status;
    atomic_init(&r1cs->reference_count, 1);
    *out = r1cs;
    return CUZK_OK;
}

cuzk_r1cs *cuzk_r1cs_ref(cuzk_r1cs *r1cs)
{
    model_ref(&r1cs->reference_count);
    return r1cs;
}

void cuzk_r1cs_unref(cuzk_r1cs *r1cs)
{
    if (r1cs == NULL || !model_unref(&r1cs->reference_count))
        return;
    cuzk_sparse_matrix_clear(&r1cs->a);
    cuzk_sparse_matrix_clear(&r1cs->b);
    cuzk_sparse_matrix_clear(&r1cs->c);
    free(r1cs);
}

void cuzk_r1cs_describe(const cuzk_r1cs *r1cs, cuzk_r1cs_info *out)
{
    *out = r1cs->info;
}

/* ---- Verifying keys ---- */

cuzk_status cuzk_verifying_key_alloc(cuzk_verifying_key **out, cuzk_curve_id curve, uint64_t public_count,
                                     cuzk_error *err)
{
    cuzk_status status;
    size_t ic_bytes;
    if (public_count == UINT64_MAX ||
        !cuzk_size_mul(&ic_bytes, public_count + 1, cuzk_curve_point_bytes(curve, CUZK_GROUP_G1)))
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a verifying key");
    cuzk_verifying_key *key = model_alloc(sizeof *key, "a verifying key", err, &status);
    if (status != CUZK_OK)
        return status;
    atomic_init(&key->reference_count, 1);
    key->curve = curve;
    key->public_count = public_count;
    if ((status = cuzk_pages_alloc(&key->ic, ic_bytes, "a verifying key's IC points", err)) != CUZK_OK)
        goto done;
    *out = key;
    key = NULL;
done:
    cuzk_verifying_key_unref(key);
    return status;
}

cuzk_verifying_key *cuzk_verifying_key_ref(cuzk_verifying_key *key)
{
    model_ref(&key->reference_count);
    return key;
}

void cuzk_verifying_key_unref(cuzk_verifying_key *key)
{
    if (key == NULL || !model_unref(&key->reference_count))
        return;
    cuzk_pages_free(&key->ic);
    free(key);
}

cuzk_curve_id cuzk_verifying_key_curve(const cuzk_verifying_key *key)
{
    return key->curve;
}

uint64_t cuzk_verifying_key_public_count(const cuzk_verifying_key *key)
{
    return key->public_count;
}

/* ---- Proving keys ---- */

cuzk_status cuzk_proving_key_alloc(cuzk_proving_key **out, cuzk_error *err)
{
    cuzk_status status;
    cuzk_proving_key *key = model_alloc(sizeof *key, "a proving key", err, &status);
    if (status != CUZK_OK)
        return status;
    atomic_init(&key->reference_count, 1);
    *out = key;
    return CUZK_OK;
}

cuzk_proving_key *cuzk_proving_key_ref(cuzk_proving_key *key)
{
    model_ref(&key->reference_count);
    return key;
}

void cuzk_query_clear(cuzk_query *query)
{
    cuzk_pages_free(&query->points);
    cuzk_pages_free(&query->wire);
}

void cuzk_proving_key_unref(cuzk_proving_key *key)
{
    if (key == NULL || !model_unref(&key->reference_count))
        return;
    cuzk_verifying_key_unref(key->verifying_key);
    cuzk_sparse_matrix_clear(&key->a);
    cuzk_sparse_matrix_clear(&key->b);
    cuzk_sparse_matrix_clear(&key->c);
    cuzk_query_clear(&key->a_query);
    cuzk_query_clear(&key->b_g1_query);
    cuzk_query_clear(&key->b_g2_query);
    cuzk_query_clear(&key->h_query);
    cuzk_query_clear(&key->l_query);
    free(key);
}

cuzk_verifying_key *cuzk_proving_key_verifying_key(const cuzk_proving_key *key)
{
    return cuzk_verifying_key_ref(key->verifying_key);
}

static uint64_t query_bytes(const cuzk_query *query)
{
    return query->points.size_bytes + query->wire.size_bytes;
}

static uint64_t matrix_bytes(const cuzk_sparse_matrix *matrix)
{
    return matrix->row_start.size_bytes + matrix->column.size_bytes + matrix->coefficient_index.size_bytes +
           matrix->coefficients.size_bytes;
}

static uint64_t proving_key_bytes(const cuzk_proving_key *key)
{
    uint64_t total = sizeof *key + matrix_bytes(&key->a) + matrix_bytes(&key->b) + matrix_bytes(&key->c);
    total += query_bytes(&key->a_query) + query_bytes(&key->b_g1_query) + query_bytes(&key->b_g2_query);
    total += query_bytes(&key->h_query) + query_bytes(&key->l_query);
    if (key->verifying_key != NULL)
        total += sizeof *key->verifying_key + key->verifying_key->ic.size_bytes;
    return total;
}

void cuzk_proving_key_describe(const cuzk_proving_key *key, cuzk_proving_key_info *out)
{
    *out = (cuzk_proving_key_info){
        .curve = key->curve,
        .wire_count = key->wire_count,
        .public_count = key->public_count,
        .domain_log2 = key->domain_log2,
        .term_count = {key->a.view.entry_count, key->b.view.entry_count},
        .a_count = key->a_query.count,
        .b_g1_count = key->b_g1_query.count,
        .b_g2_count = key->b_g2_query.count,
        .h_count = key->h_query.count,
        .l_count = key->l_query.count,
        .memory_bytes = proving_key_bytes(key),
        .insecure = key->insecure,
        .contribution_count = key->contribution_count,
    };
}
