/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/error.h"
#include "cli/cli.h"

static void report_verdict(cli_context *cli, const cuzk_verifying_key *key, bool valid)
{
    if (!cli->options->json) {
        puts(valid ? "valid" : "not valid");
        return;
    }
    report_begin(cli, "verify");
    report_bool(cli, "valid", valid);
    report_string(cli, "curve", cuzk_curve_name(cuzk_verifying_key_curve(key)));
    report_u64(cli, "public_count", cuzk_verifying_key_public_count(key));
    report_end(cli);
}

/* The reader's message has the count; here it gets the files. */
static cuzk_status check_count(const cuzk_verifying_key *key, uint64_t count, char **arguments, cuzk_error *err)
{
    uint64_t wanted = cuzk_verifying_key_public_count(key);
    if (count == wanted)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_LENGTH, "%s has %llu public inputs, but %s asks for %llu", arguments[1],
                          (unsigned long long)count, arguments[0], (unsigned long long)wanted);
}

cuzk_status cmd_verify(cli_context *cli)
{
    cuzk_status status;
    char **arguments = cli->arguments;
    cuzk_verifying_key *key = NULL;
    cuzk_fr *values = NULL;
    cuzk_proof proof;
    uint64_t count;
    bool valid;

    if ((status = cli_verifying_key_read(&key, arguments[0], &cli->err)) != CUZK_OK)
        goto done;
    cuzk_curve_id curve = cuzk_verifying_key_curve(key);
    if ((status = cli_expect_kind(arguments[1], CUZK_FILE_JSON_PUBLIC, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cli_expect_kind(arguments[2], CUZK_FILE_JSON_PROOF, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_proof_read_json(&proof, arguments[2], curve, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_public_read_json(&values, &count, arguments[1], curve, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = check_count(key, count, arguments, &cli->err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_verify(key, values, count, &proof, &valid, &cli->err)) != CUZK_OK)
        goto done;
    report_verdict(cli, key, valid);
    cli->exit_code = valid ? 0 : CLI_EXIT_NOT_VALID;
done:
    free(values);
    cuzk_verifying_key_unref(key);
    return status;
}
