/* SPDX-License-Identifier: Apache-2.0
 *
 * The ring that a device's records go to. It lives as long as the device, whose queues may still work when the engine
 * that read it is gone.
 */
#include "backend/device_trace.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "trace/ring.h"

enum {
    RING_LOG2 = 13,
};

cuzk_status cuzk_device_trace_create(struct cuzk_trace_ring **out, cuzk_error *err)
{
    cuzk_trace_ring *ring = cuzk_calloc_aligned(1, sizeof *ring);
    if (ring == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a device's trace");
    cuzk_status status = cuzk_trace_ring_init(ring, RING_LOG2, err);
    if (status != CUZK_OK) {
        free(ring);
        return status;
    }
    *out = ring;
    return CUZK_OK;
}

void cuzk_device_trace_destroy(struct cuzk_trace_ring *ring)
{
    if (ring == NULL)
        return;
    cuzk_trace_ring_clear(ring);
    free(ring);
}

struct cuzk_trace_ring *cuzk_device_trace_take(cuzk_device *device)
{
    return __atomic_exchange_n(&device->trace_taken, 1, __ATOMIC_ACQUIRE) == 0 ? device->trace : NULL;
}

void cuzk_device_trace_give(cuzk_device *device, struct cuzk_trace_ring *ring)
{
    if (ring != NULL)
        __atomic_store_n(&device->trace_taken, 0, __ATOMIC_RELEASE);
}

void cuzk_device_trace_step(cuzk_device *device, cuzk_trace_kind kind, uint64_t begin_ns, uint64_t end_ns,
                            uint64_t value)
{
    cuzk_trace_record record = {.time_ns = end_ns,
                                .duration_ns = end_ns > begin_ns ? end_ns - begin_ns : 0,
                                .value = value,
                                .worker = cuzk_trace_thread(),
                                .kind = (uint16_t)kind,
                                .lane = UINT16_MAX};
    if (device->trace != NULL)
        (void)cuzk_trace_ring_put(device->trace, &record);
}
