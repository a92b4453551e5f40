/* SPDX-License-Identifier: Apache-2.0
 *
 * Backends and their devices: what can compute here.
 *
 * A backend is `cpu` (always there), `cuda` (a module opened at run time) or `sim` (a fake device for tests). It
 * has zero or more devices. A device is opened once and shared; what a device holds (resident keys, queues,
 * buffers) must be destroyed before it is closed.
 */
#ifndef CUZK_BACKEND_H
#define CUZK_BACKEND_H

#include <cuzk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arithmetic instruction sets of the cpu backend. AUTO takes the best that the processor has; any other that the
 * processor or the build lacks is refused with CUZK_E_UNSUPPORTED. */
typedef enum cuzk_isa {
    CUZK_ISA_AUTO = 0,
    CUZK_ISA_PORTABLE = 1, /* plain C */
    CUZK_ISA_ADX = 2,      /* x86-64 with BMI2 and ADX */
} cuzk_isa;

/* "auto", "portable", "adx"; "unknown" for another value. */
const char *cuzk_isa_name(cuzk_isa isa);

/* The set that `wanted` stands for on this processor: AUTO becomes the best one. */
cuzk_status cuzk_isa_resolve(cuzk_isa *out, cuzk_isa wanted, cuzk_error *err);

typedef struct cuzk_device cuzk_device;

/* One device as a backend sees it, usable or not. */
typedef struct cuzk_device_info {
    char backend[16];      /* "cpu", "cuda", "sim" */
    uint32_t index;        /* within its backend */
    char name[128];        /* the model, as the maker writes it */
    char uuid[64];         /* "" where there is none */
    char bus_id[32];       /* "" where there is none */
    uint64_t memory_bytes; /* of the device; 0 for the cpu, which shares the host's */
    bool usable;
    char reason[256]; /* why it is not usable, or "" */
} cuzk_device_info;

/* How a device is opened. Zero everywhere means the defaults. */
typedef struct cuzk_device_options {
    uint32_t thread_count; /* cpu: worker threads, 0 = one a logical CPU that this process may use */
    cuzk_isa isa;          /* cpu */
    uint32_t slot_count;   /* pending proofs that the device may hold, 0 = 2 */
} cuzk_device_options;

/* Lists the devices of every backend, in the order cpu, cuda, sim. Writes at most `capacity` entries to `infos`
 * (which may be NULL if capacity is 0) and the number there are to *count. */
cuzk_status cuzk_devices_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err);

/* Opens device `index` of the backend named. `options` may be NULL.
 * Errors: CUZK_E_NOT_FOUND (no such backend or device; the message lists those there are), CUZK_E_UNSUPPORTED,
 * CUZK_E_DEVICE, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_device_open(cuzk_device **out, const char *backend, uint32_t index,
                             const cuzk_device_options *options, cuzk_error *err);

/* Waits for what was queued and frees the device. NULL is fine. No thread of the device is left. */
void cuzk_device_close(cuzk_device *device);

/* The description of an open device; valid until it is closed. */
const cuzk_device_info *cuzk_device_describe(const cuzk_device *device);

#ifdef __cplusplus
}
#endif
#endif
