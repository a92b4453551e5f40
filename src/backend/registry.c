/* SPDX-License-Identifier: Apache-2.0
 *
 * The one file that names backends.
 */
#include <stdio.h>
#include <string.h>

#include "backend/cpu/cpu.h"
#include "backend/cuda_module.h"
#include "backend/device_trace.h"
#include "backend/sim/sim.h"
#include "backend/slots.h"
#include "base/error.h"
#include "base/text.h"

enum {
    BACKEND_DEVICES_MAX = 64, /* of one backend, for finding a device and telling which there are */
    SLOT_COUNT_DEFAULT = 2,
};

static const cuzk_backend *const registry_backends[] = {&cuzk_backend_cpu, &cuzk_backend_cuda_module,
                                                        &cuzk_backend_sim};
enum {
    REGISTRY_BACKEND_COUNT = sizeof registry_backends / sizeof *registry_backends,
};

/* ---- Messages that say what there is ---- */

static cuzk_status backend_not_found(const char *name, cuzk_error *err)
{
    char names[128] = "";
    for (size_t i = 0; i < REGISTRY_BACKEND_COUNT; i++)
        cuzk_text_append(names, sizeof names, ", ", registry_backends[i]->name);
    return cuzk_error_set(err, CUZK_E_NOT_FOUND, "no backend \"%.32s\"; there are: %s", name, names);
}

static cuzk_status device_not_found(const char *backend, uint32_t index, const cuzk_device_info *infos,
                                    size_t count, cuzk_error *err)
{
    char devices[384] = "";
    for (size_t i = 0; i < count; i++) {
        char device[160];
        snprintf(device, sizeof device, "%u (%s)", infos[i].index, infos[i].name);
        cuzk_text_append(devices, sizeof devices, ", ", device);
    }
    return cuzk_error_set(err, CUZK_E_NOT_FOUND, "backend %s has no device %u; it has: %s", backend, index,
                          count > 0 ? devices : "none");
}

/* ---- Listing ---- */

static const cuzk_backend *backend_find(const char *name)
{
    for (size_t i = 0; i < REGISTRY_BACKEND_COUNT; i++)
        if (strcmp(registry_backends[i]->name, name) == 0)
            return registry_backends[i];
    return NULL;
}

cuzk_status cuzk_devices_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < REGISTRY_BACKEND_COUNT; i++) {
        size_t written = total < capacity ? total : capacity, found = 0;
        cuzk_device_info *rest = infos != NULL ? infos + written : NULL;
        cuzk_status status = registry_backends[i]->list(rest, capacity - written, &found, err);
        if (status != CUZK_OK)
            return status;
        total += found;
    }
    *count = total;
    return CUZK_OK;
}

cuzk_status cuzk_devices_list_of(cuzk_device_info *infos, size_t capacity, size_t *count, const char *backend,
                                 cuzk_error *err)
{
    const cuzk_backend *found = backend_find(backend);
    if (found == NULL)
        return backend_not_found(backend, err);
    return found->list(infos, capacity, count, err);
}

/* ---- Opening ---- */

static cuzk_status device_check(const cuzk_backend *backend, uint32_t index, cuzk_error *err)
{
    cuzk_device_info infos[BACKEND_DEVICES_MAX];
    size_t count = 0;
    cuzk_status status = backend->list(infos, BACKEND_DEVICES_MAX, &count, err);
    if (status != CUZK_OK)
        return status;
    count = count < BACKEND_DEVICES_MAX ? count : BACKEND_DEVICES_MAX;
    for (size_t i = 0; i < count; i++) {
        if (infos[i].index != index)
            continue;
        if (!infos[i].usable)
            return cuzk_error_set(err, CUZK_E_DEVICE, "device %s:%u (%s) is not usable: %s", backend->name, index,
                                  infos[i].name, infos[i].reason);
        return CUZK_OK;
    }
    return device_not_found(backend->name, index, infos, count, err);
}

static cuzk_status options_resolve(cuzk_device_options *out, const cuzk_device_options *options, cuzk_error *err)
{
    cuzk_device_options resolved = {0};
    if (options != NULL)
        resolved = *options;
    if (resolved.slot_count == 0)
        resolved.slot_count = SLOT_COUNT_DEFAULT;
    if (resolved.slot_count > CUZK_SLOT_COUNT_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%u slots asked for; the limit is %d", resolved.slot_count,
                              CUZK_SLOT_COUNT_MAX);
    *out = resolved;
    return CUZK_OK;
}

cuzk_status cuzk_device_open(cuzk_device **out, const char *backend, uint32_t index,
                             const cuzk_device_options *options, cuzk_error *err)
{
    cuzk_status status;
    cuzk_device_options resolved;
    cuzk_device *device = NULL;
    const cuzk_backend *found = backend_find(backend);
    if (found == NULL)
        return backend_not_found(backend, err);
    if ((status = device_check(found, index, err)) != CUZK_OK)
        return status;
    if ((status = options_resolve(&resolved, options, err)) != CUZK_OK)
        return status;
    if ((status = found->open(&device, index, &resolved, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_slots_create(&device->slots, resolved.slot_count, err)) != CUZK_OK) {
        device->ops->close(device);
        return status;
    }
    if ((status = cuzk_device_trace_create(&device->trace, err)) != CUZK_OK) {
        cuzk_device_close(device);
        return status;
    }
    *out = device;
    return CUZK_OK;
}

void cuzk_device_close(cuzk_device *device)
{
    if (device == NULL)
        return;
    cuzk_slots *slots = device->slots;
    struct cuzk_trace_ring *trace = device->trace;
    cuzk_device_slots_trim(device);
    device->ops->close(device);
    cuzk_slots_destroy(slots);
    cuzk_device_trace_destroy(trace);
}

const cuzk_device_info *cuzk_device_describe(const cuzk_device *device)
{
    return &device->info;
}
