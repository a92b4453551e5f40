/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/cpu.h"
#include "cli/cli.h"
#include "cli/device.h"

static void report_device(cli_context *cli, const cuzk_device_info *info)
{
    if (!cli->options->json) {
        printf("device: %s %u, %s: %s%s\n", info->backend, info->index, info->name,
               info->usable ? "usable" : "refused: ", info->usable ? "" : info->reason);
        return;
    }
    json_begin(&cli->json, NULL, '{');
    json_string(&cli->json, "backend", info->backend);
    json_u64(&cli->json, "index", info->index);
    json_string(&cli->json, "name", info->name);
    json_bool(&cli->json, "usable", info->usable);
    json_string(&cli->json, "reason", info->reason);
    json_u64(&cli->json, "memory_bytes", info->memory_bytes);
    json_end(&cli->json, '}');
}

cuzk_status cmd_version(cli_context *cli)
{
    cuzk_device_info *infos;
    size_t count;
    cuzk_isa isa;
    char features[256];
    cuzk_status status = device_list(&infos, &count, &cli->err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_isa_resolve(&isa, CUZK_ISA_AUTO, &cli->err)) != CUZK_OK)
        goto done;
    cuzk_cpu_features(features, sizeof features);
    report_begin(cli, "version");
    report_string(cli, "version", CUZK_CLI_VERSION);
    report_string(cli, "commit", CUZK_CLI_COMMIT);
    report_string(cli, "cpu_features", features);
    report_string(cli, "isa", cuzk_isa_name(isa));
    report_u64(cli, "logical_cpus", cuzk_cpu_count());
    if (cli->options->json)
        json_begin(&cli->json, "devices", '[');
    for (size_t i = 0; i < count; i++)
        report_device(cli, &infos[i]);
    if (cli->options->json)
        json_end(&cli->json, ']');
    report_end(cli);
done:
    free(infos);
    return status;
}
