/* SPDX-License-Identifier: Apache-2.0
 *
 * Three vectors go down to coefficients and up to the coset side by side: a worker that has a tile or a block takes
 * it from all three, so that products of them fall on what its cache still holds. Coefficients stay in bit-reversed
 * order; nothing is reordered.
 *
 * Values stay canonical throughout; docs/math/h.md, "Where the factors of R go".
 */
#include "poly/h.h"

#include "base/error.h"
#include "poly/bit_reverse.h"

typedef struct h_job {
    const cuzk_ntt_plan *plan;
    const cuzk_ntt_pass *pass; /* of the tile bodies */
    cuzk_fr *a, *b, *c;
    void *work;
    bool has_c;
    cuzk_fr factor;       /* 1 / N */
    cuzk_fr factor_radix; /* R / N: for what the next product divides by R, and for what a product divided by R */
} h_job;

static bool pass_is_outer(const h_job *job)
{
    return job->pass == &job->plan->passes[0];
}

/* c = a * b / R on one tile of the outer pass. */
static void tile_derive_c(const h_job *job, size_t tile)
{
    for (size_t row = 0; row < ntt_pass_row_count(job->pass); row++) {
        size_t i = ntt_tile_row(job->plan, job->pass, tile, row);
        job->plan->kernels->multiply(job->c + i, job->a + i, job->b + i, NTT_TILE_COLUMNS);
    }
}

static void tile_combine(const h_job *job, size_t tile)
{
    for (size_t row = 0; row < ntt_pass_row_count(job->pass); row++) {
        size_t i = ntt_tile_row(job->plan, job->pass, tile, row);
        job->plan->kernels->multiply_subtract(job->a + i, job->a + i, job->b + i, job->c + i, NTT_TILE_COLUMNS);
    }
}

static void tile_descend_body(void *context, size_t begin, size_t end)
{
    const h_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t tile = begin; tile < end; tile++) {
        if (!job->has_c && pass_is_outer(job))
            tile_derive_c(job, tile);
        cuzk_ntt_tile_descend(job->plan, job->pass, tile, job->a, scratch, true);
        cuzk_ntt_tile_descend(job->plan, job->pass, tile, job->b, scratch, true);
        cuzk_ntt_tile_descend(job->plan, job->pass, tile, job->c, scratch, true);
    }
}

static void tile_ascend_body(void *context, size_t begin, size_t end)
{
    const h_job *job = context;
    cuzk_fr *scratch = cuzk_ntt_scratch(job->plan, job->work);
    for (size_t tile = begin; tile < end; tile++) {
        cuzk_ntt_tile_ascend(job->plan, job->pass, tile, job->a, scratch, false);
        cuzk_ntt_tile_ascend(job->plan, job->pass, tile, job->b, scratch, false);
        cuzk_ntt_tile_ascend(job->plan, job->pass, tile, job->c, scratch, false);
        if (pass_is_outer(job))
            tile_combine(job, tile);
    }
}

/* One vector's block: the last levels down, onto the coset, the first levels up. */
static void block_turn(const h_job *job, size_t block, cuzk_fr *values, const cuzk_fr *powers)
{
    cuzk_ntt_block_descend(job->plan, block, values, true);
    job->plan->kernels->multiply(values, values, powers, (size_t)1 << job->plan->block_log2);
    cuzk_ntt_block_ascend(job->plan, block, values, false);
}

static void block_body(void *context, size_t begin, size_t end)
{
    const h_job *job = context;
    const cuzk_ntt_plan *plan = job->plan;
    const cuzk_ntt_kernels *kernels = plan->kernels;
    size_t count = (size_t)1 << plan->block_log2;
    bool whole = plan->pass_count == 0;
    cuzk_fr *powers = cuzk_ntt_scratch(plan, job->work), *powers_radix = powers + count;
    for (size_t block = begin; block < end; block++) {
        cuzk_fr *a = job->a + block * count, *b = job->b + block * count, *c = job->c + block * count;
        if (whole && !job->has_c)
            kernels->multiply(c, a, b, count);
        cuzk_ntt_block_powers(plan, &plan->shift, &job->factor, block, powers);
        cuzk_ntt_block_powers(plan, &plan->shift, &job->factor_radix, block, powers_radix);
        block_turn(job, block, a, powers_radix);
        block_turn(job, block, b, powers);
        block_turn(job, block, c, job->has_c ? powers : powers_radix);
        if (whole)
            kernels->multiply_subtract(a, a, b, c, count);
    }
}

static void run_tiles(h_job *job, const cuzk_ntt_pass *pass, cuzk_pool_body *body)
{
    job->pass = pass;
    cuzk_pool_for(job->plan->pool, ntt_pass_tile_count(job->plan, pass), 1, body, job);
}

/* a = values of a * b - c on the coset. */
static void coset_values(h_job *job)
{
    const cuzk_ntt_plan *plan = job->plan;
    for (uint32_t i = 0; i < plan->pass_count; i++)
        run_tiles(job, &plan->passes[i], tile_descend_body);
    cuzk_pool_for(plan->pool, ntt_plan_block_count(plan), 1, block_body, job);
    for (uint32_t i = plan->pass_count; i-- > 0;)
        run_tiles(job, &plan->passes[i], tile_ascend_body);
}

/* From values of a * b - c on the coset to coefficients of the quotient: x^N - 1 is the constant g^N - 1 there. */
static void divide(const h_job *job)
{
    const cuzk_ntt_plan *plan = job->plan;
    cuzk_fr factor;
    plan->kernels->multiply(&factor, &plan->domain.size_inverse, &plan->domain.vanishing_inverse, 1);
    cuzk_ntt_descend(plan, job->a, job->work, &plan->shift_inverse, &factor, true);
    cuzk_bit_reverse(plan->pool, job->a, plan->domain.log2);
}

static bool coset_meets_domain(const cuzk_ntt_domain *domain)
{
    const uint64_t *limb = domain->vanishing_inverse.limb;
    return (limb[0] | limb[1] | limb[2] | limb[3]) == 0;
}

static cuzk_status check_basis(const cuzk_ntt_plan *plan, cuzk_h_basis basis, cuzk_error *err)
{
    if (basis != CUZK_H_ODD_COSET && basis != CUZK_H_MONOMIAL)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "h scalars: unknown basis %d", (int)basis);
    if (basis == CUZK_H_ODD_COSET && !plan->domain.shift_is_odd)
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "h scalars over the odd coset: the plan of 2^%u points has another shift than the "
                              "primitive 2^%u-th root",
                              plan->domain.log2, plan->domain.log2 + 1);
    if (coset_meets_domain(&plan->domain))
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "h scalars: the plan's coset is its domain, where the quotient has no values");
    return CUZK_OK;
}

cuzk_status cuzk_h_scalars(const cuzk_ntt_plan *plan, cuzk_h_basis basis, cuzk_fr *a, cuzk_fr *b, cuzk_fr *c,
                           bool has_c, void *work, cuzk_error *err)
{
    cuzk_status status = check_basis(plan, basis, err);
    if (status != CUZK_OK)
        return status;
    h_job job = {.plan = plan, .a = a, .b = b, .c = c, .work = work, .has_c = has_c};
    job.factor = plan->domain.size_inverse;
    plan->kernels->multiply(&job.factor_radix, &plan->domain.size_inverse, &plan->domain.radix, 1);
    coset_values(&job);
    if (basis == CUZK_H_MONOMIAL)
        divide(&job);
    return CUZK_OK;
}
