/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels of `cuzk bench` below proving: field products, transforms, sums.
 */
#include <stdlib.h>

#include "base/chacha.h"
#include "base/error.h"
#include "base/memory.h"
#include "cli/bench.h"
#include "curve/curve.h"

static cuzk_status no_memory(cuzk_error *err)
{
    return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the measurement");
}

void bench_scalars(cuzk_fr *out, cuzk_curve_id curve, size_t count)
{
    static const uint8_t seed[CUZK_CHACHA_KEY_BYTES] = {1};
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(curve, CUZK_ISA_PORTABLE);
    cuzk_chacha stream;
    cuzk_chacha_init(&stream, seed);
    for (size_t i = 0; i < count; i++)
        do {
            for (int l = 0; l < CUZK_FR_LIMBS; l++)
                out[i].limb[l] = cuzk_chacha_u64(&stream);
            out[i].limb[CUZK_FR_LIMBS - 1] &= UINT64_MAX >> (64 * CUZK_FR_LIMBS - ops->fr_bits);
        } while (!ops->fr_is_canonical(&out[i]));
}

/* ---- Field: a chain of products in Fr, each waiting for the one before ---- */

typedef struct field_state {
    const cuzk_curve_ops *ops;
    uint64_t count;
    cuzk_fr value, factor;
} field_state;

static cuzk_status field_prepare(void **out, cli_context *cli, uint32_t log2)
{
    cuzk_isa isa;
    cuzk_status status = cuzk_isa_resolve(&isa, (cuzk_isa)cli->options->isa, &cli->err);
    if (status != CUZK_OK)
        return status;
    field_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return no_memory(&cli->err);
    state->ops = cuzk_curve_ops_get((cuzk_curve_id)cli->options->curve, isa);
    state->count = (uint64_t)1 << log2;
    bench_scalars(&state->value, state->ops->id, 1);
    state->factor = state->value;
    *out = state;
    return CUZK_OK;
}

static cuzk_status field_run(void *context, cuzk_error *err)
{
    field_state *state = context;
    (void)err;
    for (uint64_t i = 0; i < state->count; i++)
        state->ops->fr_mul(&state->value, &state->value, &state->factor);
    return CUZK_OK;
}

const bench_kernel cuzk_cli_bench_field = {"field", "products", field_prepare, field_run, free, NULL};

/* ---- Transforms: one forward NTT ---- */

typedef struct ntt_state {
    cuzk_ntt_plan *plan;
    cuzk_fr *values;
    void *work;
} ntt_state;

static void ntt_clear(void *context)
{
    ntt_state *state = context;
    if (state == NULL)
        return;
    cuzk_ntt_plan_destroy(state->plan);
    free(state->values);
    free(state->work);
    free(state);
}

static cuzk_status ntt_prepare(void **out, cli_context *cli, uint32_t log2)
{
    cuzk_status status;
    cuzk_curve_id curve = (cuzk_curve_id)cli->options->curve;
    ntt_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return no_memory(&cli->err);
    if ((status = cuzk_ntt_plan_create(&state->plan, curve, log2, CUZK_ROOT_5, NULL,
                                       (uint32_t)cli->options->thread_count, (cuzk_isa)cli->options->isa,
                                       &cli->err)) != CUZK_OK)
        goto done;
    state->values = cuzk_calloc_aligned((size_t)1 << log2, sizeof *state->values);
    state->work = cuzk_calloc_aligned(1, cuzk_ntt_workspace_bytes(state->plan));
    if (state->values == NULL || state->work == NULL) {
        status = no_memory(&cli->err);
        goto done;
    }
    bench_scalars(state->values, curve, (size_t)1 << log2);
    *out = state;
    state = NULL;
done:
    ntt_clear(state);
    return status;
}

static cuzk_status ntt_run(void *context, cuzk_error *err)
{
    ntt_state *state = context;
    return cuzk_ntt_run(state->plan, CUZK_NTT_FORWARD, state->values, state->work, err);
}

const bench_kernel cuzk_cli_bench_ntt = {"ntt", "values", ntt_prepare, ntt_run, ntt_clear, NULL};

/* ---- Sums over the points G, 2G, 3G, ... with uniform scalars ---- */

enum {
    BASES_BLOCK = 256, /* points that share an inversion */
};

typedef struct msm_state {
    cuzk_msm_plan *plan;
    uint64_t count;
    void *bases, *work;
    cuzk_fr *scalars;
    cuzk_g2_affine sum; /* of either group */
} msm_state;

static void msm_clear(void *context)
{
    msm_state *state = context;
    if (state == NULL)
        return;
    cuzk_msm_plan_destroy(state->plan);
    free(state->bases);
    free(state->scalars);
    free(state->work);
    free(state);
}

static void make_bases(void *out, const cuzk_group_ops *group, uint64_t count)
{
    cuzk_point block[BASES_BLOCK], point;
    char *next = out;
    group->set_identity(&point);
    for (uint64_t done = 0; done < count; done += BASES_BLOCK) {
        uint64_t step = count - done < BASES_BLOCK ? count - done : BASES_BLOCK;
        for (uint64_t i = 0; i < step; i++) {
            group->add_affine(&point, &point, group->generator);
            block[i] = point;
        }
        group->batch_to_affine(next, block, step);
        next += step * group->affine_bytes;
    }
}

static cuzk_status msm_fill(msm_state *state, cli_context *cli, cuzk_group group)
{
    cuzk_curve_id curve = (cuzk_curve_id)cli->options->curve;
    const cuzk_group_ops *ops = cuzk_curve_group(cuzk_curve_ops_get(curve, CUZK_ISA_AUTO), group);
    cuzk_status status =
        cuzk_msm_plan_create(&state->plan, curve, group, state->count, (uint32_t)cli->options->thread_count,
                             (cuzk_isa)cli->options->isa, &cli->err);
    if (status != CUZK_OK)
        return status;
    state->bases = cuzk_calloc_aligned(state->count, ops->affine_bytes);
    state->scalars = cuzk_calloc_aligned(state->count, sizeof *state->scalars);
    state->work = cuzk_calloc_aligned(1, cuzk_msm_workspace_bytes(state->plan));
    if (state->bases == NULL || state->scalars == NULL || state->work == NULL)
        return no_memory(&cli->err);
    make_bases(state->bases, ops, state->count);
    bench_scalars(state->scalars, curve, state->count);
    return CUZK_OK;
}

static cuzk_status msm_prepare(void **out, cli_context *cli, uint32_t log2, cuzk_group group)
{
    msm_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return no_memory(&cli->err);
    state->count = (uint64_t)1 << log2;
    cuzk_status status = msm_fill(state, cli, group);
    if (status != CUZK_OK) {
        msm_clear(state);
        return status;
    }
    *out = state;
    return CUZK_OK;
}

static cuzk_status msm_g1_prepare(void **out, cli_context *cli, uint32_t log2)
{
    return msm_prepare(out, cli, log2, CUZK_GROUP_G1);
}

static cuzk_status msm_g2_prepare(void **out, cli_context *cli, uint32_t log2)
{
    return msm_prepare(out, cli, log2, CUZK_GROUP_G2);
}

static cuzk_status msm_run(void *context, cuzk_error *err)
{
    msm_state *state = context;
    return cuzk_msm_run(state->plan, &state->sum, state->bases, state->scalars, state->count, state->work, err);
}

const bench_kernel cuzk_cli_bench_msm_g1 = {"msm-g1", "terms", msm_g1_prepare, msm_run, msm_clear, NULL};
const bench_kernel cuzk_cli_bench_msm_g2 = {"msm-g2", "terms", msm_g2_prepare, msm_run, msm_clear, NULL};
