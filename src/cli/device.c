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

static const cuzk_device_info *choose_auto(const cuzk_device_info *infos, size_t count)
{
    const cuzk_device_info *chosen = NULL;
    for (size_t i = 0; i < count; i++) {
        bool is_cpu = strcmp(infos[i].backend, "cpu") == 0;
        if (!infos[i].usable || strcmp(infos[i].backend, "sim") == 0)
            continue;
        if (!is_cpu)
            return &infos[i];
        chosen = &infos[i];
    }
    return chosen;
}

cuzk_status device_open(cuzk_device **out, const cli_options *options, cuzk_error *err)
{
    const cuzk_device_options wanted = {
        .thread_count = (uint32_t)options->thread_count, .isa = (cuzk_isa)options->isa, .slot_count = 1};
    if (options->backend == CLI_BACKEND_CPU)
        return cuzk_device_open(out, "cpu", 0, &wanted, err);
    cuzk_device_info *infos;
    size_t count;
    cuzk_status status = device_list(&infos, &count, err);
    if (status != CUZK_OK)
        return status;
    const cuzk_device_info *chosen = choose_auto(infos, count);
    if (chosen == NULL)
        status = cuzk_error_set(err, CUZK_E_NOT_FOUND, "no usable device; cuzk version lists them");
    else
        status = cuzk_device_open(out, chosen->backend, chosen->index, &wanted, err);
    free(infos);
    return status;
}
