/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "cli/cli.h"
#include "cli/shapes.h"

static cuzk_status choose_terms(cli_context *cli, synth_shape *shape)
{
    const cli_options *options = cli->options;
    if (options->terms_given == 0)
        return CUZK_OK;
    if (options->terms_given != 3)
        return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT, "--terms takes three counts, not %llu",
                              (unsigned long long)options->terms_given);
    for (int m = 0; m < 3; m++)
        shape->term_count[m] = (uint32_t)options->term_count[m];
    return CUZK_OK;
}

/* The seed is drawn when none is given, and reported, so that the files can be made again. */
static cuzk_status choose_seed(cli_context *cli, synth_shape *shape)
{
    if (!cli->options->seed_given)
        return cuzk_random_bytes(shape->seed, sizeof shape->seed, &cli->err);
    memcpy(shape->seed, cli->options->seed, sizeof shape->seed);
    return CUZK_OK;
}

static cuzk_status choose_shape(cli_context *cli, synth_shape *shape)
{
    const cli_options *options = cli->options;
    shapes_preset(shape, (cli_shape)options->shape);
    shape->curve = (cuzk_curve_id)options->curve;
    shape->constraint_count = options->constraint_count;
    shape->public_count = options->public_count;
    shapes_override(&shape->zeros, options->zeros);
    shapes_override(&shape->ones, options->ones);
    shapes_override(&shape->small, options->small);
    shapes_override(&shape->absent_a, options->absent_a);
    shapes_override(&shape->absent_b, options->absent_b);
    cuzk_status status = choose_terms(cli, shape);
    return status != CUZK_OK ? status : choose_seed(cli, shape);
}

static void report_gen(cli_context *cli, const synth_shape *shape, uint64_t wire_count, double seconds)
{
    char seed[2 * sizeof shape->seed + 1];
    for (size_t i = 0; i < sizeof shape->seed; i++)
        snprintf(&seed[2 * i], 3, "%02x", shape->seed[i]);
    report_begin(cli, "gen");
    report_string(cli, "r1cs", cli->arguments[0]);
    report_string(cli, "witness", cli->arguments[1]);
    report_string(cli, "curve", cuzk_curve_name(shape->curve));
    report_u64(cli, "constraints", shape->constraint_count);
    report_u64(cli, "wires", wire_count);
    report_u64(cli, "public_inputs", shape->public_count);
    report_string(cli, "seed", seed);
    report_seconds(cli, "seconds", seconds);
    report_end(cli);
}

cuzk_status cmd_gen(cli_context *cli)
{
    cuzk_status status;
    synth_shape shape = {0};
    synth *circuit = NULL;
    uint64_t started = cuzk_clock_now_ns();

    if (strcmp(cli->arguments[0], cli->arguments[1]) == 0)
        return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT, "%s cannot be both the circuit and the witness",
                              cli->arguments[0]);
    if ((status = choose_shape(cli, &shape)) != CUZK_OK)
        goto done;
    monitor_stage(cli->monitor, "drawing the witness");
    if ((status = synth_create(&circuit, &shape, &cli->err)) != CUZK_OK)
        goto done;
    monitor_hold(cli->monitor);
    status = synth_write(circuit, cli->arguments[0], cli->arguments[1], monitor_progress(cli->monitor), &cli->err);
    monitor_release(cli->monitor);
    if (status != CUZK_OK)
        goto done;
    report_gen(cli, &shape, synth_wire_count(circuit), cli_seconds_since(started));
done:
    synth_destroy(circuit);
    return status;
}
