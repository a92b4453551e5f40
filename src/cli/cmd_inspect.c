/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/error.h"
#include "cli/cli.h"

static void report_share(cli_context *cli, const char *name, uint64_t count, uint64_t total)
{
    double share = total == 0 ? 0.0 : (double)count / (double)total;
    if (cli->options->json)
        json_number(&cli->json, name, share, 6);
    else
        printf("%s: %.1f %%\n", name, 100.0 * share);
}

static cuzk_status inspect_r1cs(cli_context *cli, const char *path)
{
    cuzk_r1cs *r1cs;
    cuzk_r1cs_info info;
    cuzk_status status = cuzk_r1cs_read(&r1cs, path, monitor_progress(cli->monitor), &cli->err);
    if (status != CUZK_OK)
        return status;
    cuzk_r1cs_describe(r1cs, &info);
    report_string(cli, "curve", cuzk_curve_name(info.curve));
    report_u64(cli, "constraints", info.constraint_count);
    report_u64(cli, "wires", info.wire_count);
    report_u64(cli, "public_outputs", info.public_output_count);
    report_u64(cli, "public_inputs", info.public_input_count);
    report_u64(cli, "private_inputs", info.private_input_count);
    report_u64(cli, "labels", info.label_count);
    report_u64(cli, "terms_a", info.term_count[0]);
    report_u64(cli, "terms_b", info.term_count[1]);
    report_u64(cli, "terms_c", info.term_count[2]);
    cuzk_r1cs_unref(r1cs);
    return CUZK_OK;
}

static cuzk_status inspect_witness(cli_context *cli, const char *path)
{
    cuzk_witness *witness;
    cuzk_status status = cuzk_witness_read(&witness, path, &cli->err);
    if (status != CUZK_OK)
        return status;
    report_string(cli, "curve", cuzk_curve_name(cuzk_witness_curve(witness)));
    report_u64(cli, "values", cuzk_witness_count(witness));
    cuzk_witness_destroy(witness);
    return CUZK_OK;
}

static void report_key(cli_context *cli, const char *path, const cuzk_proving_key_info *info)
{
    report_string(cli, "curve", cuzk_curve_name(info->curve));
    report_u64(cli, "wires", info->wire_count);
    report_u64(cli, "public_inputs", info->public_count);
    report_u64(cli, "domain_log2", info->domain_log2);
    report_u64(cli, "domain", (uint64_t)1 << info->domain_log2);
    report_u64(cli, "terms_a", info->term_count[0]);
    report_u64(cli, "terms_b", info->term_count[1]);
    report_share(cli, "density_a", info->a_count, info->wire_count);
    report_share(cli, "density_b", info->b_g1_count, info->wire_count);
    report_share(cli, "density_l", info->l_count, info->wire_count - info->public_count - 1);
    report_share(cli, "density_h", info->h_count, (uint64_t)1 << info->domain_log2);
    report_u64(cli, "memory_bytes", info->memory_bytes);
    report_u64(cli, "contributions", info->contribution_count);
    if (cli->options->json)
        json_bool(&cli->json, "insecure", info->insecure);
    else if (info->insecure)
        puts("INSECURE: whoever made this key can forge proofs (cuzk setup --insecure)");
    if (info->insecure)
        cli_warn(cli, "%s is INSECURE: whoever made it can forge proofs", path);
}

static cuzk_status inspect_key(cli_context *cli, const char *path)
{
    cuzk_proving_key *key;
    cuzk_proving_key_info info;
    cuzk_status status = cuzk_proving_key_read(&key, path, 0, monitor_progress(cli->monitor), &cli->err);
    if (status != CUZK_OK)
        return status;
    cuzk_proving_key_describe(key, &info);
    report_key(cli, path, &info);
    cuzk_proving_key_unref(key);
    return CUZK_OK;
}

static cuzk_status inspect_verifying_key(cli_context *cli, const char *path)
{
    cuzk_verifying_key *key;
    cuzk_status status = cuzk_verifying_key_read_json(&key, path, &cli->err);
    if (status != CUZK_OK)
        return status;
    report_string(cli, "curve", cuzk_curve_name(cuzk_verifying_key_curve(key)));
    report_u64(cli, "public_inputs", cuzk_verifying_key_public_count(key));
    cuzk_verifying_key_unref(key);
    return CUZK_OK;
}

/* The curve is the one that the file names; without a name BN254, as rapidsnark means it. */
static cuzk_status inspect_proof(cli_context *cli, const char *path)
{
    cuzk_proof proof;
    cuzk_status status = cuzk_proof_read_json(&proof, path, CUZK_CURVE_BN254, &cli->err);
    if (status == CUZK_E_CURVE)
        status = cuzk_proof_read_json(&proof, path, CUZK_CURVE_BLS12_381, &cli->err);
    if (status == CUZK_OK)
        report_string(cli, "curve", cuzk_curve_name(proof.curve));
    return status;
}

/* The file does not tell its curve: values are held against the larger modulus. */
static cuzk_status inspect_public(cli_context *cli, const char *path)
{
    cuzk_fr *values;
    uint64_t count;
    cuzk_status status = cuzk_public_read_json(&values, &count, path, CUZK_CURVE_BLS12_381, &cli->err);
    if (status != CUZK_OK)
        return status;
    report_u64(cli, "values", count);
    free(values);
    return CUZK_OK;
}

static cuzk_status inspect_content(cli_context *cli, const char *path, cuzk_file_kind kind)
{
    switch (kind) {
    case CUZK_FILE_R1CS:
        return inspect_r1cs(cli, path);
    case CUZK_FILE_WTNS:
        return inspect_witness(cli, path);
    case CUZK_FILE_ZKEY_GROTH16:
        return inspect_key(cli, path);
    case CUZK_FILE_JSON_VERIFYING_KEY:
        return inspect_verifying_key(cli, path);
    case CUZK_FILE_JSON_PROOF:
        return inspect_proof(cli, path);
    case CUZK_FILE_JSON_PUBLIC:
        return inspect_public(cli, path);
    default:
        return CUZK_OK; /* the kind is all that can be told */
    }
}

static void report_file_error(cli_context *cli, cuzk_status status)
{
    if (!cli->options->json) {
        cli_warn(cli, "%s", cli->err.message);
        return;
    }
    json_string(&cli->json, "error", cuzk_status_name(status));
    json_string(&cli->json, "message", cli->err.message);
}

static cuzk_status inspect_file(cli_context *cli, const char *path)
{
    cuzk_file_kind kind;
    if (cli->options->json)
        json_begin(&cli->json, NULL, '{');
    report_string(cli, "file", path);
    cuzk_status status = cuzk_file_identify(&kind, path, &cli->err);
    if (status == CUZK_OK) {
        report_string(cli, "kind", cuzk_file_kind_string(kind));
        status = inspect_content(cli, path, kind);
    }
    if (status != CUZK_OK)
        report_file_error(cli, status);
    if (cli->options->json)
        json_end(&cli->json, '}');
    return status;
}

/* Goes on after a file that cannot be read; the exit code tells of the first one. */
cuzk_status cmd_inspect(cli_context *cli)
{
    if (cli->options->json) {
        json_begin(&cli->json, NULL, '{');
        json_string(&cli->json, "command", "inspect");
        json_begin(&cli->json, "files", '[');
    }
    for (int i = 0; i < cli->argument_count; i++) {
        if (i > 0 && !cli->options->json)
            putchar('\n');
        cuzk_status status = inspect_file(cli, cli->arguments[i]);
        if (cli->exit_code == 0)
            cli->exit_code = cuzk_status_exit_code(status);
    }
    if (cli->options->json) {
        json_end(&cli->json, ']');
        json_bool(&cli->json, "ok", cli->exit_code == 0);
        json_end(&cli->json, '}');
    }
    return CUZK_OK;
}
