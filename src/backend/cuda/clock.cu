/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU's time on the host's clock. CUDA tells the time between two events as a float of milliseconds, which loses
 * microseconds within seconds: so an anchor (an event whose host time is known) is renewed every second, and each event
 * is measured from the anchor that was the newest when it was recorded.
 */
#include <stdlib.h>

#include "backend/cuda/cuda_internal.h"

extern "C" {
#include "base/clock.h"
}

enum {
    ANCHOR_LIFE_NS = 1000000000,
    ANCHOR_TRIES = 5,
};

/* An event on an idle stream completes between the two host readings around it; the shortest of a few round trips is
 * taken, at its middle. */
static cuzk_status anchor_take(cuda_anchor *anchor, cuda_device *device, cuzk_error *err)
{
    cudaEvent_t event = NULL;
    uint64_t best_ns = UINT64_MAX;
    cuzk_status status = CUZK_OK;
    for (int i = 0; i < ANCHOR_TRIES && status == CUZK_OK; i++) {
        if ((status = cuda_check(cudaEventCreate(&event), "making an event", err)) != CUZK_OK)
            return status;
        const uint64_t before_ns = cuzk_clock_now_ns();
        cudaError_t code = cudaEventRecord(event, device->anchor_stream);
        if (code == cudaSuccess)
            code = cudaEventSynchronize(event);
        const uint64_t round_trip_ns = cuzk_clock_now_ns() - before_ns;
        status = cuda_check(code, "reading the GPU's clock", err);
        if (status == CUZK_OK && round_trip_ns < best_ns) {
            cudaEvent_t old = anchor->event;
            anchor->event = event;
            anchor->host_ns = before_ns + round_trip_ns / 2;
            best_ns = round_trip_ns;
            event = old;
        }
        if (event != NULL)
            (void)cudaEventDestroy(event);
    }
    return status;
}

static cuzk_status anchor_create(cuda_anchor **out, cuda_device *device, cuzk_error *err)
{
    cuda_anchor *anchor = (cuda_anchor *)calloc(1, sizeof *anchor);
    if (anchor == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a clock anchor");
    anchor->reference_count = 1;
    const cuzk_status status = anchor_take(anchor, device, err);
    if (status != CUZK_OK) {
        if (anchor->event != NULL)
            (void)cudaEventDestroy(anchor->event);
        free(anchor);
        return status;
    }
    *out = anchor;
    return CUZK_OK;
}

cuzk_status cuda_clock_start(cuda_device *device, cuzk_error *err)
{
    if (pthread_mutex_init(&device->anchor_mutex, NULL) != 0)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a mutex");
    cuzk_status status = cuda_check(cudaStreamCreateWithFlags(&device->anchor_stream, cudaStreamNonBlocking),
                                    "making a stream", err);
    if (status == CUZK_OK && (status = anchor_create(&device->anchor, device, err)) != CUZK_OK)
        (void)cudaStreamDestroy(device->anchor_stream);
    if (status != CUZK_OK)
        pthread_mutex_destroy(&device->anchor_mutex);
    return status;
}

void cuda_clock_stop(cuda_device *device)
{
    cuda_clock_anchor_unref(device, device->anchor);
    (void)cudaStreamDestroy(device->anchor_stream);
    pthread_mutex_destroy(&device->anchor_mutex);
}

void cuda_clock_anchor_unref(cuda_device *device, cuda_anchor *anchor)
{
    if (anchor == NULL)
        return;
    pthread_mutex_lock(&device->anchor_mutex);
    const bool is_last = --anchor->reference_count == 0;
    pthread_mutex_unlock(&device->anchor_mutex);
    if (!is_last)
        return;
    (void)cudaEventDestroy(anchor->event);
    free(anchor);
}

cuzk_status cuda_clock_anchor_ref(cuda_anchor **out, cuda_device *device, cuzk_error *err)
{
    cuda_anchor *fresh = NULL, *old = NULL;
    pthread_mutex_lock(&device->anchor_mutex);
    const bool is_old = cuzk_clock_now_ns() - device->anchor->host_ns > ANCHOR_LIFE_NS;
    pthread_mutex_unlock(&device->anchor_mutex);
    if (is_old) { /* made outside the lock: two threads may both make one, and the later one stays */
        const cuzk_status status = anchor_create(&fresh, device, err);
        if (status != CUZK_OK)
            return status;
    }
    pthread_mutex_lock(&device->anchor_mutex);
    if (fresh != NULL) {
        old = device->anchor;
        device->anchor = fresh;
    }
    device->anchor->reference_count++;
    *out = device->anchor;
    pthread_mutex_unlock(&device->anchor_mutex);
    cuda_clock_anchor_unref(device, old);
    return CUZK_OK;
}
