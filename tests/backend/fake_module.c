/* SPDX-License-Identifier: Apache-2.0
 *
 * Stands in for the module of the cuda backend, in several kinds (the macros FAKE_...). The plain one shows four GPUs
 * whose work the cpu backend does. Every kind records that it was opened: it makes the file that the environment names
 * in CUZK_TEST_MODULE_RECORD.
 */
#include <stdio.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "backend/cpu/cpu.h"
#include "base/error.h"

__attribute__((constructor)) static void record_opening(void)
{
    const char *path = getenv("CUZK_TEST_MODULE_RECORD");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL)
        fclose(file);
}

#ifdef FAKE_WITHOUT_GPU
static const size_t gpu_count = 0;
#else
static const size_t gpu_count = 4;
#endif

enum {
    GPU_OLD = 0,    /* refused */
    GPU_BROKEN = 2, /* listed as usable; cannot be opened */
};

static void gpu_describe(cuzk_device_info *out, uint32_t index)
{
    *out = (cuzk_device_info){.index = index, .memory_bytes = (uint64_t)(index + 1) << 30, .usable = true};
    snprintf(out->backend, sizeof out->backend, "cuda");
    snprintf(out->name, sizeof out->name, "Fake GPU %c", (char)('A' + index));
    snprintf(out->uuid, sizeof out->uuid, "GPU-0000000%u-aaaa-bbbb-cccc-0123456789ab", index);
    snprintf(out->bus_id, sizeof out->bus_id, "0000:0%u:00.0", index);
    if (index == GPU_OLD) {
        out->usable = false;
        snprintf(out->reason, sizeof out->reason, "compute capability 7.0, at least 8.0 is needed");
    }
}

static cuzk_status fake_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
#ifdef FAKE_LIST_FAILS
    (void)gpu_describe, (void)gpu_count, (void)infos, (void)capacity, (void)count;
    return cuzk_error_set(err, CUZK_E_DEVICE, "looking for GPUs: the driver is older than the runtime");
#else
    (void)err;
    for (uint32_t i = 0; i < gpu_count && i < capacity; i++)
        gpu_describe(&infos[i], i);
    *count = gpu_count;
    return CUZK_OK;
#endif
}

static cuzk_status fake_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options, cuzk_error *err)
{
    if (index == GPU_BROKEN)
        return cuzk_error_set(err, CUZK_E_DEVICE, "the GPU has fallen off the bus");
    cuzk_status status = cuzk_backend_cpu.open(out, 0, options, err);
    if (status == CUZK_OK)
        gpu_describe(&(*out)->info, index);
    return status;
}

#define EXPORT extern __attribute__((visibility("default"))) const

#ifndef FAKE_WITHOUT_SYMBOLS
EXPORT cuzk_backend cuzk_backend_cuda;
const cuzk_backend cuzk_backend_cuda = {"cuda", fake_list, fake_open};
#else
EXPORT cuzk_backend cuzk_backend_other;
const cuzk_backend cuzk_backend_other = {"other", fake_list, fake_open};
#endif

EXPORT uint32_t cuzk_backend_contract_version;
#ifdef FAKE_OTHER_VERSION
const uint32_t cuzk_backend_contract_version = 1000;
#else
const uint32_t cuzk_backend_contract_version = CUZK_BACKEND_CONTRACT_VERSION;
#endif
