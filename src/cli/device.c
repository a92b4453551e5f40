/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/device.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

cuzk_status device_list(cuzk_device_info **out, size_t *count, cuzk_error *err)
{
    size_t capacity = 0, found = 0;
    cuzk_status status = cuzk_devices_list(NULL, 0, &capacity, err);
    if (status != CUZK_OK)
        return status;
    cuzk_device_info *infos = calloc(capacity + 1, sizeof *infos);
    if (infos == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the list of devices");
    if ((status = cuzk_devices_list(infos, capacity, &found, err)) != CUZK_OK) {
        free(infos);
        return status;
    }
    *out = infos;
    *count = found < capacity ? found : capacity;
    return CUZK_OK;
}

cuzk_device_request device_request(const cli_options *options)
{
    return (cuzk_device_request){.backend = (cuzk_backend_choice)options->backend,
                                 .gpus = options->gpus,
                                 .require_gpu = options->require_gpu};
}

/* What was wanted before the device that was taken: GPUs that are refused for another reason than the request. */
static void warn_of_refusals(cli_context *cli, const cuzk_device_selection *selection, size_t chosen_before)
{
    char refusals[768];
    if (!selection->degraded && selection->chosen_count == chosen_before)
        return;
    cuzk_device_selection_refusals(selection, refusals, sizeof refusals);
    cli_warn(cli, "%s: %s",
             selection->degraded ? "no GPU is usable, the processor computes" : "a GPU is passed over", refusals);
}

cuzk_status device_open(cli_device *out, cli_context *cli)
{
    const cli_options *options = cli->options;
    const cuzk_device_options wanted = {
        .thread_count = (uint32_t)options->thread_count, .isa = (cuzk_isa)options->isa, .slot_count = 1};
    const cuzk_device_request request = device_request(options);
    cuzk_device_selection selection;
    cuzk_device *device;
    cuzk_status status = cuzk_devices_select(&selection, &request, &cli->err);
    if (status != CUZK_OK)
        return status;
    const size_t chosen_before = selection.chosen_count;
    status = cuzk_device_open_selected(&device, &selection, &wanted, &cli->err);
    if (status == CUZK_OK) {
        warn_of_refusals(cli, &selection, chosen_before);
        *out = (cli_device){.handle = device, .degraded = selection.degraded};
    }
    cuzk_device_selection_clear(&selection);
    return status;
}

bool device_is_gpu(const cli_device *device)
{
    return strcmp(cuzk_device_describe(device->handle)->backend, "cpu") != 0;
}

void device_text(char *out, size_t capacity, const cli_device *device)
{
    const cuzk_device_info *info = cuzk_device_describe(device->handle);
    snprintf(out, capacity, "%s %u (%s%s%s)%s", info->backend, info->index, info->name,
             info->uuid[0] != '\0' ? ", " : "", info->uuid, device->degraded ? ", degraded" : "");
}

void device_report_json(json_out *json, const cli_device *device)
{
    const cuzk_device_info *info = cuzk_device_describe(device->handle);
    json_string(json, "backend", info->backend);
    json_string(json, "device", info->name);
    json_u64(json, "device_index", info->index);
    json_string(json, "device_uuid", info->uuid);
    json_bool(json, "degraded", device->degraded);
}
