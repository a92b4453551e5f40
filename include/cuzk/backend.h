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
    CUZK_ISA_IFMA = 3,     /* the same with AVX-512 F, DQ, BW, VL and IFMA: eight lanes */
} cuzk_isa;

/* "auto", "portable", "adx", "ifma"; "unknown" for another value. */
const char *cuzk_isa_name(cuzk_isa isa);

/* The set that `wanted` stands for on this processor: AUTO becomes the best one. */
cuzk_status cuzk_isa_resolve(cuzk_isa *out, cuzk_isa wanted, cuzk_error *err);

typedef struct cuzk_device cuzk_device;

/* What an entry of a list of devices stands for. A backend that cannot list its devices shows up as one entry that is
 * not usable and names the reason: BROKEN where it is installed, ABSENT where it is not. */
typedef enum cuzk_presence {
    CUZK_PRESENCE_DEVICE = 0,
    CUZK_PRESENCE_BROKEN = 1,
    CUZK_PRESENCE_ABSENT = 2,
} cuzk_presence;

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
    cuzk_presence presence;
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

/* The same for the one backend named; no other is asked for anything. Errors: also CUZK_E_NOT_FOUND. */
cuzk_status cuzk_devices_list_of(cuzk_device_info *infos, size_t capacity, size_t *count, const char *backend,
                                 cuzk_error *err);

/* Opens device `index` of the backend named. `options` may be NULL.
 * Errors: CUZK_E_NOT_FOUND (no such backend or device; the message lists those there are), CUZK_E_UNSUPPORTED,
 * CUZK_E_DEVICE, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_device_open(cuzk_device **out, const char *backend, uint32_t index,
                             const cuzk_device_options *options, cuzk_error *err);

/* Waits for what was queued and frees the device. NULL is fine. No thread of the device is left. */
void cuzk_device_close(cuzk_device *device);

/* The description of an open device; valid until it is closed. */
const cuzk_device_info *cuzk_device_describe(const cuzk_device *device);

/* ---- Choosing ---- */

typedef enum cuzk_backend_choice {
    CUZK_BACKEND_CHOICE_AUTO = 0, /* the usable GPUs; the processor if there is none */
    CUZK_BACKEND_CHOICE_CPU = 1,  /* the processor; nothing of CUDA is opened or asked */
    CUZK_BACKEND_CHOICE_CUDA = 2, /* GPUs or nothing */
} cuzk_backend_choice;

/* What is wanted. Zero everywhere means: whatever is usable. */
typedef struct cuzk_device_request {
    cuzk_backend_choice backend;
    const char *gpus; /* indices and UUIDs with commas between, most wanted first; NULL for every GPU. A UUID is as
                       * the list of devices shows it, in either case, with or without "GPU-" in front. */
    bool require_gpu; /* AUTO does not fall back on the processor */
} cuzk_device_request;

/* What there is of processor and GPUs, and what of it is to compute. */
typedef struct cuzk_device_selection {
    cuzk_device_info *infos; /* those that the request disables are not usable and say so */
    size_t count;
    size_t *chosen; /* places in infos, most wanted first; at least one */
    size_t chosen_count;
    bool gpu_needed;
    bool degraded; /* the processor was taken although CUDA is installed: no GPU can be used */
} cuzk_device_selection;

/* Chooses by the request. *out is to be cleared.
 * Errors: CUZK_E_ARGUMENT (an entry of `gpus` is malformed or repeated; the request contradicts itself),
 *         CUZK_E_NOT_FOUND (no such GPU; the message lists those there are),
 *         CUZK_E_DEVICE (a GPU is needed and none is usable; the message tells each refusal), CUZK_E_NO_MEMORY. */
cuzk_status cuzk_devices_select(cuzk_device_selection *out, const cuzk_device_request *request, cuzk_error *err);
void cuzk_device_selection_clear(cuzk_device_selection *selection);

/* Why the GPUs that are not usable are not, in one line, cut at the capacity. */
void cuzk_device_selection_refusals(const cuzk_device_selection *selection, char *out, size_t capacity);

/* Opens the first of the chosen devices that can be opened. A GPU that cannot is not usable from then on, with the
 * reason in the selection, and the next one is tried; in the end the processor, unless a GPU is needed.
 * Errors: those of cuzk_device_open; CUZK_E_DEVICE where a GPU is needed and none is left. */
cuzk_status cuzk_device_open_selected(cuzk_device **out, cuzk_device_selection *selection,
                                      const cuzk_device_options *options, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
