/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "cli/cli.h"

static cuzk_status refuse_without_consent(cli_context *cli)
{
    if (cli->options->insecure)
        return CUZK_OK;
    return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT,
                          "a key made here is INSECURE: whoever makes it can forge proofs that verify. For "
                          "development give --insecure; for anything else take a key from a ceremony");
}

static cuzk_status write_verifying_key(cli_context *cli, const cuzk_proving_key *key)
{
    cuzk_verifying_key *verifying = cuzk_proving_key_verifying_key(key);
    char *text = NULL;
    cuzk_status status = cuzk_verifying_key_format_json(&text, verifying, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_file_write(cli->options->vkey, text, strlen(text), &cli->err);
    free(text);
    cuzk_verifying_key_unref(verifying);
    return status;
}

static cuzk_status write_outputs(cli_context *cli, const cuzk_proving_key *key)
{
    monitor_hold(cli->monitor);
    cuzk_status status = cuzk_proving_key_write(key, cli->arguments[1], monitor_progress(cli->monitor), &cli->err);
    if (status == CUZK_OK && cli->options->vkey != NULL && (status = write_verifying_key(cli, key)) != CUZK_OK)
        (void)unlink(cli->arguments[1]);
    monitor_release(cli->monitor);
    return status;
}

static void report_setup(cli_context *cli, const cuzk_proving_key *key, double setup_seconds, double write_seconds)
{
    cuzk_proving_key_info info;
    cuzk_proving_key_describe(key, &info);
    report_begin(cli, "setup");
    report_string(cli, "key", cli->arguments[1]);
    report_string(cli, "curve", cuzk_curve_name(info.curve));
    report_u64(cli, "wires", info.wire_count);
    report_u64(cli, "public_inputs", info.public_count);
    report_u64(cli, "domain_log2", info.domain_log2);
    report_bool(cli, "insecure", info.insecure);
    report_seconds(cli, "setup_seconds", setup_seconds);
    report_seconds(cli, "write_seconds", write_seconds);
    report_end(cli);
}

cuzk_status cmd_setup(cli_context *cli)
{
    cuzk_status status;
    cuzk_r1cs *r1cs = NULL;
    cuzk_proving_key *key = NULL;
    const cli_options *options = cli->options;
    const cuzk_progress *progress = monitor_progress(cli->monitor);

    if ((status = refuse_without_consent(cli)) != CUZK_OK)
        goto done;
    if ((status = cli_expect_kind(cli->arguments[0], CUZK_FILE_R1CS, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cli_output_probe(cli, cli->arguments[1])) != CUZK_OK)
        goto done;
    if (options->vkey != NULL && (status = cli_output_probe(cli, options->vkey)) != CUZK_OK)
        goto done;
    if ((status = cuzk_r1cs_read(&r1cs, cli->arguments[0], progress, &cli->err)) != CUZK_OK)
        goto done;
    uint64_t started = cuzk_clock_now_ns();
    if ((status = cuzk_setup_insecure(&key, r1cs, options->seed_given ? options->seed : NULL,
                                      (uint32_t)options->thread_count, progress, &cli->err)) != CUZK_OK)
        goto done;
    double setup_seconds = cli_seconds_since(started);
    started = cuzk_clock_now_ns();
    if ((status = write_outputs(cli, key)) != CUZK_OK)
        goto done;
    cli_warn(cli, "%s is INSECURE: whoever made it can forge proofs. Use it for development only",
             cli->arguments[1]);
    report_setup(cli, key, setup_seconds, cli_seconds_since(started));
done:
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
    return status;
}
