/* SPDX-License-Identifier: Apache-2.0
 *
 * The insecure set-up: from a constraint system to a key whose trapdoor is known here (docs/math/setup.md).
 *
 * With L_row the Lagrange polynomials of the domain at tau, and A_i = sum over rows of A[row][i] L_row (the public
 * rows included; B_i, C_i likewise, without them):
 *     a_query[i] = A_i,  b_query[i] = B_i,  K_i = beta A_i + alpha B_i + C_i,
 *     IC[i] = K_i for public i,  l_query[i] = K_i / delta for the others,  h_query[i] = L'_(2i+1) / delta
 * each times the generator, L' being the Lagrange polynomials of the domain of twice the size. gamma is 1.
 * Source: Groth, ePrint 2016/260, section 3.2; the arrangement is snarkjs' (docs/formats/zkey.md).
 */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "groth16/setup_internal.h"
#include "msm/fixed_base.h"

enum {
    POINT_SLICE = 1 << 15, /* multiples a worker between two looks at the clock: tens of milliseconds */
    SCALAR_GRAIN = 1 << 12,
    G2_WEIGHT = 3, /* a G2 point takes about as long as three in G1 */
};

static const uint64_t report_interval_ns = 100 * 1000 * 1000;

typedef struct setup {
    const cuzk_r1cs *r1cs;
    const cuzk_curve_ops *ops;
    cuzk_pool *pool;
    const cuzk_progress *progress;
    setup_trapdoor trapdoor;
    cuzk_fr delta_inverse;
    cuzk_proving_key *key;
    uint64_t domain_size, wire_count, public_count;
    cuzk_pages lagrange, a, b, k; /* cuzk_fr: of the rows; of the wires, in Montgomery form and later canonical */
    cuzk_fixed_base *g1, *g2;
    uint64_t reported_ns, work_done, work_total; /* work in G1 points */
} setup;

static cuzk_status setup_report(setup *s, cuzk_error *err)
{
    uint64_t now = cuzk_clock_now_ns();
    if (s->progress == NULL || (now - s->reported_ns < report_interval_ns && s->work_done < s->work_total))
        return CUZK_OK;
    s->reported_ns = now;
    if (s->progress->report(s->progress->context, "computing the key", s->work_done, s->work_total))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_CANCELLED, "set-up stopped on request");
}

static cuzk_status setup_init(setup *s, const uint8_t *seed, uint32_t thread_count, cuzk_error *err)
{
    cuzk_status status;
    const cuzk_r1cs_info *info = &s->r1cs->info;
    uint8_t drawn[32];
    s->wire_count = info->wire_count;
    s->public_count = info->public_output_count + info->public_input_count;
    if (s->wire_count <= s->public_count)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%llu wires are fewer than 1 and %llu public ones",
                              (unsigned long long)s->wire_count, (unsigned long long)s->public_count);
    if ((s->ops = cuzk_curve_ops_get(info->curve, CUZK_ISA_AUTO)) == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "no set-up for this circuit's curve");
    if ((status = cuzk_proving_key_alloc(&s->key, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_setup_domain(&s->key->domain_log2, s->ops, info->constraint_count + s->public_count + 1,
                                    err)) != CUZK_OK)
        return status;
    s->domain_size = (uint64_t)1 << s->key->domain_log2;
    if ((status = cuzk_pool_create(&s->pool, thread_count, err)) != CUZK_OK)
        return status;
    if (seed == NULL && (status = cuzk_random_bytes(drawn, sizeof drawn, err)) != CUZK_OK)
        return status;
    cuzk_setup_trapdoor_derive(&s->trapdoor, s->ops, s->key->domain_log2, seed != NULL ? seed : drawn);
    s->ops->fr_inverse(&s->delta_inverse, &s->trapdoor.delta);
    cuzk_wipe(drawn, sizeof drawn);
    return CUZK_OK;
}

static cuzk_status alloc_scalars(cuzk_pages *out, uint64_t count, cuzk_error *err)
{
    size_t bytes;
    if (!cuzk_size_mul(&bytes, count, sizeof(cuzk_fr)))
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the set-up's scalars");
    return cuzk_pages_alloc(out, bytes, "the set-up's scalars", err);
}

/* (tau^count - 1) / count for a power of two. */
static void vanishing_over_count(cuzk_fr *out, const setup *s, uint64_t count)
{
    cuzk_fr n = {{count}};
    s->ops->fr_to_montgomery(&n, &n);
    s->ops->fr_inverse(&n, &n);
    s->ops->fr_pow(out, &s->trapdoor.tau, count);
    s->ops->fr_sub(out, out, s->ops->fr_one);
    s->ops->fr_mul(out, out, &n);
}

static cuzk_status setup_lagrange(setup *s, cuzk_error *err)
{
    cuzk_status status;
    cuzk_fr step, factor;
    if ((status = s->ops->fr_root_of_unity(&step, s->key->domain_log2, CUZK_ROOT_5, err)) != CUZK_OK)
        return status;
    vanishing_over_count(&factor, s, s->domain_size);
    cuzk_setup_quotients(s->lagrange.bytes, s->ops, s->ops->fr_one, &step, &s->trapdoor.tau, &factor,
                         s->domain_size, s->pool);
    cuzk_wipe(&factor, sizeof factor);
    return CUZK_OK;
}

typedef struct canonical_task {
    const cuzk_curve_ops *ops;
    cuzk_fr *values;
} canonical_task;

static void to_canonical(void *context, size_t begin, size_t end)
{
    const canonical_task *task = context;
    for (size_t i = begin; i < end; i++)
        task->ops->fr_from_montgomery(&task->values[i], &task->values[i]);
}

static void make_canonical(setup *s, cuzk_pages *values, uint64_t count)
{
    canonical_task task = {s->ops, values->bytes};
    cuzk_pool_for(s->pool, count, SCALAR_GRAIN, to_canonical, &task);
}

/* The scalars of the h query, canonical, in the place of the domain's Lagrange values: nothing needs those any
 * more. */
static cuzk_status setup_h_scalars(setup *s, cuzk_error *err)
{
    cuzk_status status;
    cuzk_fr start, step, factor;
    if ((status = s->ops->fr_root_of_unity(&start, s->key->domain_log2 + 1, CUZK_ROOT_5, err)) != CUZK_OK)
        return status;
    s->ops->fr_mul(&step, &start, &start);
    vanishing_over_count(&factor, s, 2 * s->domain_size);
    s->ops->fr_mul(&factor, &factor, &s->delta_inverse);
    cuzk_setup_quotients(s->lagrange.bytes, s->ops, &start, &step, &s->trapdoor.tau, &factor, s->domain_size,
                         s->pool);
    make_canonical(s, &s->lagrange, s->domain_size);
    cuzk_wipe(&factor, sizeof factor);
    return CUZK_OK;
}

/* k = beta a + alpha b + c, over delta where the wire is not public; k holds c at first. */
static void combine_range(void *context, size_t begin, size_t end)
{
    const setup *s = context;
    const cuzk_curve_ops *ops = s->ops;
    const cuzk_fr *a = s->a.bytes, *b = s->b.bytes;
    cuzk_fr *k = s->k.bytes, term;
    for (size_t i = begin; i < end; i++) {
        ops->fr_mul(&term, &a[i], &s->trapdoor.beta);
        ops->fr_add(&k[i], &k[i], &term);
        ops->fr_mul(&term, &b[i], &s->trapdoor.alpha);
        ops->fr_add(&k[i], &k[i], &term);
        if (i > s->public_count)
            ops->fr_mul(&k[i], &k[i], &s->delta_inverse);
    }
    cuzk_wipe(&term, sizeof term);
}

/* Fills in a, b and k, canonical. The public rows are in the key's A already. */
static cuzk_status setup_wire_scalars(setup *s, cuzk_error *err)
{
    cuzk_status status;
    const cuzk_fr *weights = s->lagrange.bytes;
    if ((status = cuzk_setup_transposed_product(s->a.bytes, s->ops, &s->key->a.view, weights, s->pool, err)) !=
        CUZK_OK)
        return status;
    if ((status = cuzk_setup_transposed_product(s->b.bytes, s->ops, &s->key->b.view, weights, s->pool, err)) !=
        CUZK_OK)
        return status;
    if ((status = cuzk_setup_transposed_product(s->k.bytes, s->ops, &s->r1cs->c.view, weights, s->pool, err)) !=
        CUZK_OK)
        return status;
    cuzk_pool_for(s->pool, s->wire_count, SCALAR_GRAIN, combine_range, s);
    make_canonical(s, &s->a, s->wire_count);
    make_canonical(s, &s->b, s->wire_count);
    make_canonical(s, &s->k, s->wire_count);
    return CUZK_OK;
}

static cuzk_status setup_scalars(setup *s, cuzk_error *err)
{
    cuzk_status status;
    uint64_t rows = s->r1cs->info.constraint_count + s->public_count + 1;
    if ((status = cuzk_setup_matrix_extend(&s->key->a, &s->r1cs->a.view, rows, s->public_count + 1, err)) !=
            CUZK_OK ||
        (status = cuzk_setup_matrix_extend(&s->key->b, &s->r1cs->b.view, rows, 0, err)) != CUZK_OK ||
        (status = alloc_scalars(&s->lagrange, s->domain_size, err)) != CUZK_OK ||
        (status = alloc_scalars(&s->a, s->wire_count, err)) != CUZK_OK ||
        (status = alloc_scalars(&s->b, s->wire_count, err)) != CUZK_OK ||
        (status = alloc_scalars(&s->k, s->wire_count, err)) != CUZK_OK)
        return status;
    if ((status = setup_lagrange(s, err)) != CUZK_OK)
        return status;
    if ((status = setup_wire_scalars(s, err)) != CUZK_OK)
        return status;
    return setup_h_scalars(s, err);
}

/* ---- Points ---- */

static bool fr_is_zero(const cuzk_fr *a)
{
    return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]) == 0;
}

static cuzk_status multiples(setup *s, cuzk_group group, void *points, const cuzk_fr *scalars,
                             const uint32_t *index, uint64_t count, cuzk_error *err)
{
    cuzk_fixed_base *table = group == CUZK_GROUP_G1 ? s->g1 : s->g2;
    size_t point_bytes = cuzk_curve_group(s->ops, group)->affine_bytes;
    uint64_t slice = (uint64_t)POINT_SLICE * cuzk_pool_thread_count(s->pool);
    for (uint64_t done = 0; done < count; done += slice) {
        uint64_t step = count - done < slice ? count - done : slice;
        cuzk_fixed_base_run(table, (char *)points + done * point_bytes, index != NULL ? scalars : scalars + done,
                            index != NULL ? index + done : NULL, step);
        s->work_done += step * (group == CUZK_GROUP_G1 ? 1 : G2_WEIGHT);
        cuzk_status status = setup_report(s, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static uint64_t count_nonzero(const cuzk_fr *scalars, uint64_t count)
{
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++)
        found += !fr_is_zero(&scalars[i]);
    return found;
}

/* The query of scalars[i] * generator, without the identity points of zero scalars. */
static cuzk_status setup_query(setup *s, cuzk_query *query, cuzk_group group, const cuzk_fr *scalars,
                               uint64_t count, cuzk_error *err)
{
    cuzk_status status;
    query->group = group;
    query->full_count = count;
    query->count = count_nonzero(scalars, count);
    if (query->count < count) {
        if ((status = cuzk_pages_alloc(&query->wire, query->count * sizeof(uint32_t), "a query's wires", err)) !=
            CUZK_OK)
            return status;
        uint32_t *next = query->wire.bytes;
        for (uint64_t i = 0; i < count; i++)
            if (!fr_is_zero(&scalars[i]))
                *next++ = (uint32_t)i;
    }
    if ((status = cuzk_pages_alloc(&query->points, query->count * cuzk_curve_group(s->ops, group)->affine_bytes,
                                   "a query's points", err)) != CUZK_OK)
        return status;
    return multiples(s, group, query->points.bytes, scalars, cuzk_query_wires(query), query->count, err);
}

static cuzk_status setup_tables(setup *s, cuzk_error *err)
{
    cuzk_status status;
    const cuzk_fr *a = s->a.bytes, *b = s->b.bytes;
    uint64_t b_count = count_nonzero(b, s->wire_count);
    uint64_t g1_count = count_nonzero(a, s->wire_count) + b_count + s->wire_count + s->domain_size;
    s->work_total = g1_count + G2_WEIGHT * b_count;
    if ((status = cuzk_fixed_base_create(&s->g1, s->ops->id, CUZK_GROUP_G1, s->ops->g1.generator, g1_count, s->pool,
                                         CUZK_ISA_AUTO, err)) != CUZK_OK)
        return status;
    return cuzk_fixed_base_create(&s->g2, s->ops->id, CUZK_GROUP_G2, s->ops->g2.generator, b_count, s->pool,
                                  CUZK_ISA_AUTO, err);
}

static cuzk_status setup_queries(setup *s, cuzk_error *err)
{
    cuzk_status status;
    cuzk_proving_key *key = s->key;
    const cuzk_fr *a = s->a.bytes, *b = s->b.bytes, *k = s->k.bytes;
    uint64_t first_private = s->public_count + 1;
    if ((status = setup_tables(s, err)) != CUZK_OK)
        return status;
    if ((status = multiples(s, CUZK_GROUP_G1, key->verifying_key->ic.bytes, k, NULL, first_private, err)) !=
        CUZK_OK)
        return status;
    if ((status = setup_query(s, &key->a_query, CUZK_GROUP_G1, a, s->wire_count, err)) != CUZK_OK)
        return status;
    if ((status = setup_query(s, &key->b_g1_query, CUZK_GROUP_G1, b, s->wire_count, err)) != CUZK_OK)
        return status;
    if ((status = setup_query(s, &key->b_g2_query, CUZK_GROUP_G2, b, s->wire_count, err)) != CUZK_OK)
        return status;
    if ((status = setup_query(s, &key->l_query, CUZK_GROUP_G1, k + first_private, s->wire_count - first_private,
                              err)) != CUZK_OK)
        return status;
    return setup_query(s, &key->h_query, CUZK_GROUP_G1, s->lagrange.bytes, s->domain_size, err);
}

static void generator_times(void *out, const cuzk_curve_ops *ops, const cuzk_group_ops *group,
                            const cuzk_fr *montgomery)
{
    cuzk_point point;
    cuzk_fr scalar;
    ops->fr_from_montgomery(&scalar, montgomery);
    group->from_affine(&point, group->generator);
    group->mul(&point, &point, &scalar);
    group->to_affine(out, &point);
    cuzk_wipe(&scalar, sizeof scalar);
}

static cuzk_status setup_header(setup *s, cuzk_error *err)
{
    cuzk_proving_key *key = s->key;
    cuzk_verifying_key *verifying;
    const setup_trapdoor *trapdoor = &s->trapdoor;
    cuzk_status status = cuzk_verifying_key_alloc(&verifying, s->ops->id, s->public_count, err);
    if (status != CUZK_OK)
        return status;
    key->verifying_key = verifying;
    key->curve = s->ops->id;
    key->wire_count = s->wire_count;
    key->public_count = s->public_count;
    key->root = CUZK_ROOT_5;
    key->h_basis = CUZK_H_ODD_COSET;
    key->insecure = true;
    generator_times(&key->alpha_g1, s->ops, &s->ops->g1, &trapdoor->alpha);
    generator_times(&key->beta_g1, s->ops, &s->ops->g1, &trapdoor->beta);
    generator_times(&key->delta_g1, s->ops, &s->ops->g1, &trapdoor->delta);
    generator_times(&key->beta_g2, s->ops, &s->ops->g2, &trapdoor->beta);
    generator_times(&key->delta_g2, s->ops, &s->ops->g2, &trapdoor->delta);
    memcpy(&key->gamma_g2, s->ops->g2.generator, s->ops->g2.affine_bytes);
    verifying->alpha_g1 = key->alpha_g1;
    verifying->beta_g2 = key->beta_g2;
    verifying->gamma_g2 = key->gamma_g2;
    verifying->delta_g2 = key->delta_g2;
    return CUZK_OK;
}

static void free_secret(cuzk_pages *pages)
{
    cuzk_wipe(pages->bytes, pages->size_bytes);
    cuzk_pages_free(pages);
}

static void setup_clear(setup *s)
{
    cuzk_fixed_base_destroy(s->g1);
    cuzk_fixed_base_destroy(s->g2);
    cuzk_pool_destroy(s->pool);
    free_secret(&s->lagrange);
    free_secret(&s->a);
    free_secret(&s->b);
    free_secret(&s->k);
    cuzk_proving_key_unref(s->key);
    cuzk_wipe(s, sizeof *s);
}

cuzk_status cuzk_setup_insecure(cuzk_proving_key **out, const cuzk_r1cs *r1cs, const uint8_t *seed,
                                uint32_t thread_count, const cuzk_progress *progress, cuzk_error *err)
{
    cuzk_status status;
    setup s = {.r1cs = r1cs, .progress = progress};
    if ((status = setup_init(&s, seed, thread_count, err)) != CUZK_OK)
        goto done;
    if ((status = setup_header(&s, err)) != CUZK_OK)
        goto done;
    if ((status = setup_scalars(&s, err)) != CUZK_OK)
        goto done;
    if ((status = setup_queries(&s, err)) != CUZK_OK)
        goto done;
    *out = s.key;
    s.key = NULL;
done:
    setup_clear(&s);
    return status;
}
