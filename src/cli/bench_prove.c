/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel `prove` of `cuzk bench`: start to finish of one proof of a synthetic circuit, key resident.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/bench.h"
#include "cli/device.h"
#include "cli/shapes.h"

typedef struct prove_state {
    cuzk_r1cs *r1cs;
    cuzk_witness *witness;
    cuzk_proving_key *key;
    cli_device device;
    cuzk_resident_key *resident;
} prove_state;

static void prove_clear(void *context)
{
    prove_state *state = context;
    if (state == NULL)
        return;
    cuzk_resident_key_destroy(state->resident);
    cuzk_device_close(state->device.handle);
    cuzk_proving_key_unref(state->key);
    cuzk_witness_destroy(state->witness);
    cuzk_r1cs_unref(state->r1cs);
    free(state);
}

/* Writes the circuit to two files, reads them, and removes them: the formats' own way in. */
static cuzk_status through_files(prove_state *state, synth *circuit, const char *folder, cuzk_error *err)
{
    char r1cs_path[300], wtns_path[300];
    snprintf(r1cs_path, sizeof r1cs_path, "%s/circuit.r1cs", folder);
    snprintf(wtns_path, sizeof wtns_path, "%s/witness.wtns", folder);
    cuzk_status status = synth_write(circuit, r1cs_path, wtns_path, NULL, err);
    if (status == CUZK_OK)
        status = cuzk_r1cs_read(&state->r1cs, r1cs_path, NULL, err);
    if (status == CUZK_OK)
        status = cuzk_witness_read(&state->witness, wtns_path, err);
    (void)unlink(r1cs_path);
    (void)unlink(wtns_path);
    return status;
}

static cuzk_status make_circuit(prove_state *state, cli_context *cli, uint32_t log2)
{
    synth_shape shape = {.curve = (cuzk_curve_id)cli->options->curve,
                         .constraint_count = ((uint64_t)1 << log2) - 2, /* with the public rows the whole domain */
                         .public_count = 1,
                         .seed = {1}};
    const char *base = getenv("TMPDIR");
    char folder[256];
    synth *circuit;
    shapes_preset(&shape, CLI_SHAPE_PLAIN);
    cuzk_status status = synth_create(&circuit, &shape, &cli->err);
    if (status != CUZK_OK)
        return status;
    snprintf(folder, sizeof folder, "%s/cuzk-bench-XXXXXX", base != NULL ? base : "/tmp");
    monitor_hold(cli->monitor);
    if (mkdtemp(folder) == NULL) {
        status = cuzk_error_set(&cli->err, CUZK_E_IO, "cannot make a temporary folder %s", folder);
    } else {
        status = through_files(state, circuit, folder, &cli->err);
        (void)rmdir(folder);
    }
    monitor_release(cli->monitor);
    synth_destroy(circuit);
    return status;
}

static cuzk_status make_key(prove_state *state, cli_context *cli)
{
    static const uint8_t seed[32] = {1};
    const cuzk_progress *progress = monitor_progress(cli->monitor);
    cuzk_status status = cuzk_setup_insecure(&state->key, state->r1cs, seed, (uint32_t)cli->options->thread_count,
                                             progress, &cli->err);
    if (status == CUZK_OK)
        status = device_open(&state->device, cli);
    if (status == CUZK_OK)
        status = cuzk_resident_key_create(&state->resident, state->device.handle, state->key, progress, &cli->err);
    return status;
}

static cuzk_status prove_prepare(void **out, cli_context *cli, uint32_t log2)
{
    prove_state *state;
    if (log2 < 2)
        return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT, "prove needs a size of at least 2");
    if ((state = calloc(1, sizeof *state)) == NULL)
        return cuzk_error_set(&cli->err, CUZK_E_NO_MEMORY, "no memory for the measurement");
    cuzk_status status = make_circuit(state, cli, log2);
    if (status == CUZK_OK)
        status = make_key(state, cli);
    if (status != CUZK_OK) {
        prove_clear(state);
        return status;
    }
    *out = state;
    return CUZK_OK;
}

static cuzk_status prove_run(void *context, cuzk_error *err)
{
    prove_state *state = context;
    cuzk_pending *pending;
    cuzk_proof proof;
    cuzk_status status = cuzk_prove_start(&pending, state->resident, state->witness, err);
    return status != CUZK_OK ? status : cuzk_prove_finish(&proof, pending, err);
}

static const cli_device *prove_device(const void *context)
{
    return &((const prove_state *)context)->device;
}

const bench_kernel cuzk_cli_bench_prove = {"prove", "rows", prove_prepare, prove_run, prove_clear, prove_device};
