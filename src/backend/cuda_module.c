/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/cuda_module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

#ifndef CUZK_MODULE_INSTALL_DIR
#define CUZK_MODULE_INSTALL_DIR "/usr/lib/cuzk"
#endif

static const char module_file[] = "cuzk_backend_cuda.so";

/* Why there is no backend. */
typedef struct module_failure {
    cuzk_presence presence;
    char reason[sizeof((cuzk_device_info *)0)->reason];
} module_failure;

static void module_fail(module_failure *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void module_fail(module_failure *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out->reason, sizeof out->reason, format, arguments);
    va_end(arguments);
    out->presence = CUZK_PRESENCE_BROKEN;
}

/* Opened modules stay open: devices and the CUDA runtime hold on to them. Opening one again gives the same handle. */
static void *module_open_in(const char *folder, module_failure *failure)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, module_file);
    if (length < 0 || (size_t)length >= sizeof path)
        return NULL;
    if (access(path, F_OK) != 0)
        return NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        module_fail(failure, "the module does not load: %s", dlerror());
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

static void *module_open(module_failure *failure)
{
    char folder[PATH_MAX];
    const char *wanted = getenv("CUZK_MODULE_DIR");
    module_fail(failure, "no module %s: this installation is for the CPU alone", module_file);
    failure->presence = CUZK_PRESENCE_ABSENT;
    if (wanted != NULL)
        return module_open_in(wanted, failure);
    void *handle = NULL;
    if (program_module_folder(folder, sizeof folder))
        handle = module_open_in(folder, failure);
    return handle != NULL ? handle : module_open_in(CUZK_MODULE_INSTALL_DIR, failure);
}

/* The module's backend, or NULL with the reason. */
static const cuzk_backend *module_backend(module_failure *failure)
{
    void *handle = module_open(failure);
    if (handle == NULL)
        return NULL;
    const uint32_t *version = dlsym(handle, "cuzk_backend_contract_version");
    const cuzk_backend *backend = dlsym(handle, "cuzk_backend_cuda");
    if (version == NULL || backend == NULL) {
        module_fail(failure, "the module has not the symbols of a cuzk backend");
        return NULL;
    }
    if (*version != CUZK_BACKEND_CONTRACT_VERSION) {
        module_fail(failure, "the module speaks version %u of the backend contract, this program version %d",
                    *version, CUZK_BACKEND_CONTRACT_VERSION);
        return NULL;
    }
    return backend;
}

/* The module's own list; a failure and an empty list become the reason why there is no GPU. */
static bool module_list_devices(cuzk_device_info *infos, size_t capacity, size_t *count, module_failure *failure)
{
    cuzk_error error = {0};
    const cuzk_backend *backend = module_backend(failure);
    if (backend == NULL)
        return false;
    if (backend->list(infos, capacity, count, &error) != CUZK_OK)
        module_fail(failure, "%.255s", error.message);
    else if (*count == 0)
        module_fail(failure, "the driver finds no GPU");
    else
        return true;
    return false;
}

static cuzk_status module_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    (void)err;
    module_failure failure;
    size_t found = 0;
    if (module_list_devices(infos, capacity, &found, &failure)) {
        *count = found;
        return CUZK_OK;
    }
    if (capacity > 0) {
        memset(&infos[0], 0, sizeof infos[0]);
        snprintf(infos[0].backend, sizeof infos[0].backend, "cuda");
        snprintf(infos[0].name, sizeof infos[0].name, "any GPU");
        memcpy(infos[0].reason, failure.reason, sizeof failure.reason);
        infos[0].presence = failure.presence;
    }
    *count = 1;
    return CUZK_OK;
}

static cuzk_status module_device_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options,
                                      cuzk_error *err)
{
    module_failure failure;
    const cuzk_backend *backend = module_backend(&failure);
    if (backend == NULL)
        return cuzk_error_set(err, CUZK_E_DEVICE, "cuda: %s", failure.reason);
    return backend->open(out, index, options, err);
}

const cuzk_backend cuzk_backend_cuda_module = {"cuda", module_list, module_device_open};
