/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine itself costs: partitions a second when proving and verifying take no time. Prints one JSON object.
 *     engine [--jobs N] [--partitions N]     N partitions in each of N jobs
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "curve/curve.h"
#include "engine/engine_internal.h"
#include "groth16/model.h"

enum {
    WIRES = 4, /* 1, c, a, b with a * b = c */
    DEVICES = 2,
};

/* ---- Stages that take no time ---- */

static cuzk_status start_nothing(cuzk_pending **out, cuzk_resident_key *resident, const cuzk_witness *witness,
                                 cuzk_error *err)
{
    (void)resident, (void)witness, (void)err;
    *out = NULL;
    return CUZK_OK;
}

static cuzk_status finish_nothing(cuzk_proof *out, cuzk_pending *pending, cuzk_error *err)
{
    (void)pending, (void)err;
    memset(out, 0, sizeof *out);
    return CUZK_OK;
}

static cuzk_status verify_nothing(const cuzk_verifying_key *key, const cuzk_fr *public_inputs,
                                  uint64_t public_count, const cuzk_proof *proof, bool *valid, cuzk_error *err)
{
    (void)key, (void)public_inputs, (void)public_count, (void)proof, (void)err;
    *valid = true;
    return CUZK_OK;
}

static const engine_hooks nothing = {start_nothing, finish_nothing, cuzk_prove_abandon, verify_nothing};

/* ---- A circuit of one constraint ---- */

static cuzk_status fill(cuzk_sparse_matrix *out, uint32_t wire)
{
    cuzk_matrix_builder *builder = NULL;
    const cuzk_fr *one = cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO)->fr_one;
    cuzk_status status = cuzk_matrix_builder_create(&builder, CUZK_CURVE_BN254, 1, WIRES, 1, NULL);
    if (status == CUZK_OK)
        status = cuzk_matrix_builder_add(builder, 0, wire, one, NULL);
    if (status == CUZK_OK && (status = cuzk_matrix_builder_finish(out, builder, NULL)) == CUZK_OK)
        return CUZK_OK;
    cuzk_matrix_builder_destroy(builder);
    return status;
}

static cuzk_status make_key(cuzk_proving_key **out)
{
    static const uint8_t seed[32] = {7};
    cuzk_r1cs *r1cs = NULL;
    cuzk_status status = cuzk_r1cs_alloc(&r1cs, NULL);
    if (status != CUZK_OK)
        return status;
    r1cs->info = (cuzk_r1cs_info){.curve = CUZK_CURVE_BN254,
                                  .constraint_count = 1,
                                  .wire_count = WIRES,
                                  .public_output_count = 1,
                                  .private_input_count = 2,
                                  .label_count = WIRES,
                                  .term_count = {1, 1, 1}};
    if ((status = fill(&r1cs->a, 2)) == CUZK_OK && (status = fill(&r1cs->b, 3)) == CUZK_OK &&
        (status = fill(&r1cs->c, 1)) == CUZK_OK)
        status = cuzk_setup_insecure(out, r1cs, seed, 1, NULL, NULL);
    cuzk_r1cs_unref(r1cs);
    return status;
}

/* ---- The run ---- */

typedef struct options {
    uint32_t jobs, partitions;
} options;

static cuzk_status run(const options *o, cuzk_engine *engine, uint64_t *duration_ns, cuzk_error *err)
{
    static const cuzk_fr values[WIRES] = {{{1}}, {{6}}, {{2}}, {{3}}};
    cuzk_status status;
    cuzk_witness_view *views = calloc(o->partitions, sizeof *views);
    cuzk_job_request request = {.circuit = "c", .witnesses = views, .witness_count = o->partitions};
    cuzk_job_id id;
    if (views == NULL)
        return CUZK_E_NO_MEMORY;
    for (uint32_t i = 0; i < o->partitions; i++)
        views[i] = (cuzk_witness_view){values, WIRES};
    uint64_t begin_ns = cuzk_clock_now_ns();
    for (uint32_t i = 0; i < o->jobs; i++)
        if ((status = cuzk_engine_submit(engine, &id, &request, err)) != CUZK_OK)
            goto done;
    status = cuzk_engine_drain(engine, UINT64_MAX, err);
    *duration_ns = cuzk_clock_now_ns() - begin_ns;
done:
    free(views);
    return status;
}

static bool parse(options *out, int argc, char **argv)
{
    *out = (options){.jobs = 1000, .partitions = 60};
    for (int i = 1; i + 1 < argc; i += 2) {
        uint32_t value = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--jobs") == 0 && value > 0)
            out->jobs = value;
        else if (strcmp(argv[i], "--partitions") == 0 && value > 0)
            out->partitions = value;
        else
            return false;
    }
    return argc % 2 == 1;
}

int main(int argc, char **argv)
{
    options o;
    cuzk_error err = {CUZK_OK, ""};
    cuzk_device *devices[DEVICES] = {NULL};
    cuzk_engine *engine = NULL;
    cuzk_proving_key *key = NULL;
    uint64_t duration_ns = 0;
    cuzk_status status = CUZK_E_ARGUMENT;
    if (!parse(&o, argc, argv)) {
        fprintf(stderr, "usage: engine [--jobs N] [--partitions N]\n");
        return 2;
    }
    cuzk_engine_options engine_options = {
        .devices = devices, .device_count = DEVICES, .job_count_max = o.jobs, .finalizer_count = 2};
    engine_options.partition_count_max = (uint32_t)((uint64_t)o.jobs * o.partitions);
    engine_options.device_bytes = 1 << 24;
    for (int i = 0; i < DEVICES; i++)
        if ((status = cuzk_device_open(&devices[i], "sim", 0, NULL, &err)) != CUZK_OK)
            goto done;
    if ((status = make_key(&key)) != CUZK_OK)
        goto done;
    if ((status = cuzk_engine_create_with_hooks(&engine, &engine_options, &nothing, &err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_engine_load(engine, "c", key, NULL, NULL, &err)) != CUZK_OK)
        goto done;
    if ((status = run(&o, engine, &duration_ns, &err)) != CUZK_OK)
        goto done;
    printf("{\"jobs\": %u, \"partitions\": %" PRIu64 ", \"seconds\": %.4f, \"partitions_per_second\": %.0f}\n",
           o.jobs, (uint64_t)o.jobs * o.partitions, (double)duration_ns / 1e9,
           (double)o.jobs * o.partitions / ((double)duration_ns / 1e9));
done:
    if (status != CUZK_OK)
        fprintf(stderr, "engine: %s: %s\n", cuzk_status_name(status), err.message);
    cuzk_engine_destroy(engine);
    cuzk_proving_key_unref(key);
    for (int i = 0; i < DEVICES; i++)
        cuzk_device_close(devices[i]);
    return cuzk_status_exit_code(status);
}
