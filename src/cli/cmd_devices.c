/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/device.h"

enum {
    SIM_DEVICES_MAX = 8,
};

static void print_device(const cuzk_device_info *info)
{
    if (info->presence != CUZK_PRESENCE_DEVICE) {
        printf("%s: refused, %s\n", info->backend, info->reason);
        return;
    }
    printf("%s %u: %s, %s", info->backend, info->index, info->usable ? "accepted" : "refused",
           info->name[0] != '\0' ? info->name : "no name");
    if (info->uuid[0] != '\0')
        printf(", %s", info->uuid);
    if (info->bus_id[0] != '\0')
        printf(", bus %s", info->bus_id);
    if (info->memory_bytes != 0)
        printf(", %.1f GiB", (double)info->memory_bytes / (double)(1 << 30));
    printf("%s%s\n", info->usable ? "" : ": ", info->usable ? "" : info->reason);
}

/* An entry that is no device has no index: it only tells why a backend has none. */
static void report_device_json(json_out *json, const cuzk_device_info *info)
{
    json_begin(json, NULL, '{');
    json_string(json, "backend", info->backend);
    if (info->presence == CUZK_PRESENCE_DEVICE)
        json_u64(json, "index", info->index);
    json_bool(json, "installed", info->presence != CUZK_PRESENCE_ABSENT);
    json_string(json, "name", info->name);
    json_string(json, "uuid", info->uuid);
    json_string(json, "bus_id", info->bus_id);
    json_u64(json, "memory_bytes", info->memory_bytes);
    json_bool(json, "accepted", info->usable);
    json_string(json, "reason", info->reason);
    json_end(json, '}');
}

static void report_devices(cli_context *cli, const cuzk_device_info *infos, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (cli->options->json)
            report_device_json(&cli->json, &infos[i]);
        else
            print_device(&infos[i]);
    }
}

cuzk_status cmd_devices(cli_context *cli)
{
    const cuzk_device_request request = device_request(cli->options);
    cuzk_device_info sim[SIM_DEVICES_MAX];
    cuzk_device_selection selection;
    size_t sim_count = 0;
    cuzk_status status;
    if (cli->options->all &&
        (status = cuzk_devices_list_of(sim, SIM_DEVICES_MAX, &sim_count, "sim", &cli->err)) != CUZK_OK)
        return status;
    if ((status = cuzk_devices_select(&selection, &request, &cli->err)) != CUZK_OK)
        return status;
    report_begin(cli, "devices");
    if (cli->options->json)
        json_begin(&cli->json, "devices", '[');
    report_devices(cli, selection.infos, selection.count);
    report_devices(cli, sim, sim_count < SIM_DEVICES_MAX ? sim_count : SIM_DEVICES_MAX);
    if (cli->options->json)
        json_end(&cli->json, ']');
    report_end(cli);
    cuzk_device_selection_clear(&selection);
    return CUZK_OK;
}
