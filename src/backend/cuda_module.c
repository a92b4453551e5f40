/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/cuda_module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

#ifndef CUZK_MODULE_INSTALL_DIR
#define CUZK_MODULE_INSTALL_DIR "/usr/lib/cuzk"
#endif

static const char module_file[] = "cuzk_backend_cuda.so";

/* Opened modules stay open: devices and the CUDA runtime hold on to them. Opening one again gives the same handle. */
static void *module_open_in(const char *folder, char *reason, size_t capacity)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, module_file);
    if (length < 0 || (size_t)length >= sizeof path)
        return NULL;
    if (access(path, F_OK) != 0)
        return NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        snprintf(reason, capacity, "the module does not load: %s", dlerror());
    return handle;
}

/* The folder ../lib/cuzk beside the running program's own. */
static bool program_module_folder(char *out, size_t capacity)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    const int written = snprintf(out, capacity, "%s/../lib/cuzk", program);
    return written > 0 && (size_t)written < capacity;
}

static void *module_open(char *reason, size_t capacity)
{
    char folder[PATH_MAX];
    const char *wanted = getenv("CUZK_MODULE_DIR");
    snprintf(reason, capacity, "no module %s: this installation is for the CPU alone", module_file);
    if (wanted != NULL)
        return module_open_in(wanted, reason, capacity);
    void *handle = NULL;
    if (program_module_folder(folder, sizeof folder))
        handle = module_open_in(folder, reason, capacity);
    return handle != NULL ? handle : module_open_in(CUZK_MODULE_INSTALL_DIR, reason, capacity);
}

/* The module's backend, or NULL with the reason. */
static const cuzk_backend *module_backend(char *reason, size_t capacity)
{
    void *handle = module_open(reason, capacity);
    if (handle == NULL)
        return NULL;
    const uint32_t *version = dlsym(handle, "cuzk_backend_contract_version");
    const cuzk_backend *backend = dlsym(handle, "cuzk_backend_cuda");
    if (version == NULL || backend == NULL) {
        snprintf(reason, capacity, "the module has not the symbols of a cuzk backend");
        return NULL;
    }
    if (*version != CUZK_BACKEND_CONTRACT_VERSION) {
        snprintf(reason, capacity, "the module speaks version %u of the backend contract, this program version %d",
                 *version, CUZK_BACKEND_CONTRACT_VERSION);
        return NULL;
    }
    return backend;
}

static cuzk_status module_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    char reason[sizeof infos->reason];
    const cuzk_backend *backend = module_backend(reason, sizeof reason);
    if (backend != NULL)
        return backend->list(infos, capacity, count, err);
    if (capacity > 0) {
        memset(&infos[0], 0, sizeof infos[0]);
        snprintf(infos[0].backend, sizeof infos[0].backend, "cuda");
        snprintf(infos[0].name, sizeof infos[0].name, "any GPU");
        memcpy(infos[0].reason, reason, sizeof reason);
    }
    *count = 1;
    return CUZK_OK;
}

static cuzk_status module_device_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options,
                                      cuzk_error *err)
{
    char reason[256];
    const cuzk_backend *backend = module_backend(reason, sizeof reason);
    if (backend == NULL)
        return cuzk_error_set(err, CUZK_E_DEVICE, "cuda: %s", reason);
    return backend->open(out, index, options, err);
}

const cuzk_backend cuzk_backend_cuda_module = {"cuda", module_list, module_device_open};
