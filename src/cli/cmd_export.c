/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"

static cuzk_status export_verifying_key(cli_context *cli, const char *key_path, const char *out_path)
{
    cuzk_status status;
    cuzk_verifying_key *key = NULL;
    char *text = NULL;
    if ((status = cli_verifying_key_read(&key, key_path, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_verifying_key_format_json(&text, key, &cli->err)) != CUZK_OK)
        goto done;
    if (out_path == NULL) {
        puts(text);
        goto done;
    }
    monitor_hold(cli->monitor);
    status = cuzk_file_write(out_path, text, strlen(text), &cli->err);
    monitor_release(cli->monitor);
    if (status == CUZK_OK && cli->options->json) {
        report_begin(cli, "export");
        report_string(cli, "written", out_path);
        report_end(cli);
    }
done:
    free(text);
    cuzk_verifying_key_unref(key);
    return status;
}

static cuzk_status export_calldata(cli_context *cli, const char *public_path, const char *proof_path)
{
    cuzk_status status;
    cuzk_proof proof;
    cuzk_fr *values = NULL;
    uint64_t count;
    char *text = NULL;
    /* The verifier contract that calldata is for exists on BN254 alone. */
    if ((status = cuzk_proof_read_json(&proof, proof_path, CUZK_CURVE_BN254, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_public_read_json(&values, &count, public_path, CUZK_CURVE_BN254, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_calldata_format(&text, &proof, values, count, &cli->err)) != CUZK_OK)
        goto done;
    if (cli->options->json) {
        report_begin(cli, "export");
        report_string(cli, "calldata", text);
        report_end(cli);
    } else {
        puts(text);
    }
done:
    free(text);
    free(values);
    return status;
}

cuzk_status cmd_export(cli_context *cli)
{
    char **arguments = cli->arguments;
    if (strcmp(arguments[0], "vkey") == 0)
        return export_verifying_key(cli, arguments[1], cli->argument_count > 2 ? arguments[2] : NULL);
    if (strcmp(arguments[0], "calldata") == 0 && cli->argument_count == 3)
        return export_calldata(cli, arguments[1], arguments[2]);
    return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT,
                          "usage: cuzk export vkey KEY.zkey [OUT.json], or cuzk export calldata PUBLIC.json "
                          "PROOF.json");
}
