/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli.h"
#include "cli/device.h"
#include "cli/prove_estimate.h"
#include "cli/prove_output.h"

/* Seconds of each stage, for the report. */
typedef struct prove_times {
    double device, witness, check, key, resident, prove, verify, write;
} prove_times;

typedef struct prove_job {
    cli_context *cli;
    const char *key_path, *witness_path, *proof_path, *public_path;
    cuzk_witness *witness;
    cuzk_proving_key *key;
    cuzk_proving_key_info key_info;
    cli_device device;
    cuzk_resident_key *resident;
    cuzk_proof proof;
    prove_times seconds;
} prove_job;

static cuzk_status read_witness(prove_job *job)
{
    cli_context *cli = job->cli;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = cli_expect_kind(job->witness_path, CUZK_FILE_WTNS, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_witness_read(&job->witness, job->witness_path, &cli->err);
    job->seconds.witness = cli_seconds_since(started);
    return status;
}

/* One sentence for a witness that cannot belong to what it is held against. */
static cuzk_status compare_with_witness(prove_job *job, const char *path, cuzk_curve_id curve, uint64_t wire_count)
{
    cuzk_curve_id witness_curve = cuzk_witness_curve(job->witness);
    if (curve != witness_curve)
        return cuzk_error_set(&job->cli->err, CUZK_E_CURVE, "%s is on %s, but %s is on %s", job->witness_path,
                              cuzk_curve_name(witness_curve), path, cuzk_curve_name(curve));
    if (wire_count != cuzk_witness_count(job->witness))
        return cuzk_error_set(&job->cli->err, CUZK_E_LENGTH, "%s has %llu values, but %s asks for %llu",
                              job->witness_path, (unsigned long long)cuzk_witness_count(job->witness), path,
                              (unsigned long long)wire_count);
    return CUZK_OK;
}

static cuzk_status check_against_r1cs(prove_job *job, const cuzk_r1cs *r1cs, const char *path)
{
    cuzk_r1cs_info info;
    bool satisfied;
    uint64_t row;
    cuzk_r1cs_describe(r1cs, &info);
    cuzk_status status = compare_with_witness(job, path, info.curve, info.wire_count);
    if (status == CUZK_OK)
        status = cuzk_r1cs_check(r1cs, job->witness, &satisfied, &row, &job->cli->err);
    if (status != CUZK_OK || satisfied)
        return status;
    return cuzk_error_set(
        &job->cli->err, CUZK_E_UNSATISFIED,
        "%s does not satisfy %s: constraint %llu of %llu, counted from 0, is the first that fails",
        job->witness_path, path, (unsigned long long)row, (unsigned long long)info.constraint_count);
}

static cuzk_status check_witness(prove_job *job)
{
    cli_context *cli = job->cli;
    const char *path = cli->options->r1cs;
    cuzk_r1cs *r1cs = NULL;
    uint64_t started = cuzk_clock_now_ns();
    if (path == NULL)
        return CUZK_OK;
    cuzk_status status = cli_expect_kind(path, CUZK_FILE_R1CS, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_r1cs_read(&r1cs, path, monitor_progress(cli->monitor), &cli->err);
    if (status == CUZK_OK)
        status = check_against_r1cs(job, r1cs, path);
    cuzk_r1cs_unref(r1cs);
    job->seconds.check = cli_seconds_since(started);
    return status;
}

static cuzk_status read_key(prove_job *job)
{
    cli_context *cli = job->cli;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = cli_expect_kind(job->key_path, CUZK_FILE_ZKEY_GROTH16, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_proving_key_read(&job->key, job->key_path, (uint32_t)cli->options->thread_count,
                                       monitor_progress(cli->monitor), &cli->err);
    if (status != CUZK_OK)
        return status;
    cuzk_proving_key_describe(job->key, &job->key_info);
    job->seconds.key = cli_seconds_since(started);
    if (job->key_info.insecure)
        cli_warn(cli, "%s is INSECURE: whoever made it can forge proofs", job->key_path);
    return compare_with_witness(job, job->key_path, job->key_info.curve, job->key_info.wire_count);
}

/* Before the key is read, so that a wrong --gpus or a lacking GPU is told at once. */
static cuzk_status open_device(prove_job *job)
{
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = device_open(&job->device, job->cli);
    job->seconds.device = cli_seconds_since(started);
    return status;
}

static cuzk_status make_resident(prove_job *job)
{
    cli_context *cli = job->cli;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = cuzk_resident_key_create(&job->resident, job->device.handle, job->key,
                                                  monitor_progress(cli->monitor), &cli->err);
    job->seconds.resident = cli_seconds_since(started);
    return status;
}

/* For the bar; 0 is "unknown", as it is for a GPU. */
static double expected_seconds(prove_job *job)
{
    cli_context *cli = job->cli;
    if (device_is_gpu(&job->device) || !monitor_draws_bar(cli->monitor))
        return 0.0;
    return prove_estimate_seconds(cli->options, &job->key_info);
}

static cuzk_status compute(prove_job *job)
{
    cli_context *cli = job->cli;
    cuzk_pending *pending;
    double expected = expected_seconds(job);
    uint64_t started = cuzk_clock_now_ns();
    monitor_stage_expect(cli->monitor, "proving", expected);
    cuzk_status status = cuzk_prove_start(&pending, job->resident, job->witness, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_prove_finish(&job->proof, pending, &cli->err);
    job->seconds.prove = cli_seconds_since(started);
    return status;
}

static cuzk_status self_check_failed(prove_job *job)
{
    const char *r1cs = job->cli->options->r1cs;
    if (r1cs == NULL)
        return cuzk_error_set(&job->cli->err, CUZK_E_SELF_CHECK,
                              "the proof made from %s and %s does not verify and was withheld; most likely the "
                              "witness does not satisfy the circuit: --r1cs CIRCUIT.r1cs names the constraint",
                              job->key_path, job->witness_path);
    return cuzk_error_set(&job->cli->err, CUZK_E_SELF_CHECK,
                          "the proof made from %s and %s does not verify and was withheld, although the witness "
                          "satisfies %s: the key may belong to another circuit",
                          job->key_path, job->witness_path, r1cs);
}

static cuzk_status self_check(prove_job *job)
{
    bool valid;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_verifying_key *verifying = cuzk_proving_key_verifying_key(job->key);
    monitor_stage(job->cli->monitor, "verifying");
    cuzk_status status = cuzk_verify(verifying, cuzk_witness_values(job->witness) + 1, job->key_info.public_count,
                                     &job->proof, &valid, &job->cli->err);
    cuzk_verifying_key_unref(verifying);
    job->seconds.verify = cli_seconds_since(started);
    return status != CUZK_OK || valid ? status : self_check_failed(job);
}

static void report_times(json_out *json, const prove_times *seconds)
{
    json_begin(json, "seconds", '{');
    json_number(json, "device", seconds->device, 6);
    json_number(json, "witness", seconds->witness, 6);
    json_number(json, "check", seconds->check, 6);
    json_number(json, "key", seconds->key, 6);
    json_number(json, "resident", seconds->resident, 6);
    json_number(json, "prove", seconds->prove, 6);
    json_number(json, "verify", seconds->verify, 6);
    json_number(json, "write", seconds->write, 6);
    json_end(json, '}');
}

static void report_json(prove_job *job, const char *calldata)
{
    cli_context *cli = job->cli;
    report_begin(cli, "prove");
    report_string(cli, "proof", job->proof_path);
    report_string(cli, "public", job->public_path);
    report_string(cli, "curve", cuzk_curve_name(job->key_info.curve));
    report_u64(cli, "wires", job->key_info.wire_count);
    report_u64(cli, "public_count", job->key_info.public_count);
    report_u64(cli, "domain_log2", job->key_info.domain_log2);
    report_bool(cli, "insecure_key", job->key_info.insecure);
    device_report_json(&cli->json, &job->device);
    if (calldata != NULL)
        report_string(cli, "calldata", calldata);
    report_times(&cli->json, &job->seconds);
    report_end(cli);
}

/* The calldata alone, so that it can be piped; else one line that tells what was done, and on which device. */
static void report_text(prove_job *job, const char *calldata)
{
    char device[CLI_DEVICE_TEXT_BYTES];
    device_text(device, sizeof device, &job->device);
    if (calldata != NULL)
        puts(calldata);
    else
        printf("%s: proved in %.3f s on %s\n", job->proof_path, job->seconds.prove, device);
}

static cuzk_status write_results(prove_job *job)
{
    cli_context *cli = job->cli;
    char *calldata = NULL;
    const cuzk_fr *public_inputs = cuzk_witness_values(job->witness) + 1;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = CUZK_OK;
    if (cli->options->calldata)
        status = cuzk_calldata_format(&calldata, &job->proof, public_inputs, job->key_info.public_count, &cli->err);
    if (status == CUZK_OK) {
        monitor_hold(cli->monitor);
        status = prove_output_write(job->proof_path, job->public_path, &job->proof, public_inputs,
                                    job->key_info.public_count, &cli->err);
        monitor_release(cli->monitor);
    }
    job->seconds.write = cli_seconds_since(started);
    if (status == CUZK_OK && cli->options->json)
        report_json(job, calldata);
    else if (status == CUZK_OK)
        report_text(job, calldata);
    free(calldata);
    return status;
}

static cuzk_status check_outputs(prove_job *job)
{
    cuzk_status status = prove_output_check(job->proof_path, job->public_path, &job->cli->err);
    if (status == CUZK_OK)
        status = cli_output_probe(job->cli, job->proof_path);
    if (status == CUZK_OK)
        status = cli_output_probe(job->cli, job->public_path);
    return status;
}

cuzk_status cmd_prove(cli_context *cli)
{
    cuzk_status status;
    char **arguments = cli->arguments;
    prove_job job = {.cli = cli,
                     .key_path = arguments[0],
                     .witness_path = arguments[1],
                     .proof_path = arguments[2],
                     .public_path = arguments[3]};

    if ((status = check_outputs(&job)) != CUZK_OK)
        goto done;
    if ((status = read_witness(&job)) != CUZK_OK)
        goto done;
    if ((status = check_witness(&job)) != CUZK_OK)
        goto done;
    if ((status = open_device(&job)) != CUZK_OK)
        goto done;
    if ((status = read_key(&job)) != CUZK_OK)
        goto done;
    if ((status = make_resident(&job)) != CUZK_OK)
        goto done;
    if ((status = compute(&job)) != CUZK_OK)
        goto done;
    if ((status = self_check(&job)) != CUZK_OK)
        goto done;
    status = write_results(&job);
done:
    cuzk_witness_destroy(job.witness);
    cuzk_resident_key_destroy(job.resident);
    cuzk_device_close(job.device.handle);
    cuzk_proving_key_unref(job.key);
    return status;
}
