/* SPDX-License-Identifier: Apache-2.0
 *
 * Devices, buffers, queues, events and copies of the cuda backend.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/cuda_internal.h"

extern "C" {
#include "base/clock.h"
}

#ifndef CUZK_CUDA_ARCHITECTURE_MIN
#define CUZK_CUDA_ARCHITECTURE_MIN 80
#endif

enum {
    CUDA_ARCHITECTURE_MIN =
        CUZK_CUDA_ARCHITECTURE_MIN, /* 10 * major + minor: the oldest that kernels are built for */
};

cuzk_status cuda_check(cudaError_t code, const char *what, cuzk_error *err)
{
    if (code == cudaSuccess)
        return CUZK_OK;
    (void)cudaGetLastError();
    const cuzk_status status = code == cudaErrorMemoryAllocation ? CUZK_E_NO_MEMORY : CUZK_E_DEVICE;
    return cuzk_error_set(err, status, "%s: %s (%s)", what, cudaGetErrorString(code), cudaGetErrorName(code));
}

cuzk_status cuda_check_launch(const char *what, cuzk_error *err)
{
    return cuda_check(cudaGetLastError(), what, err);
}

cuzk_status cuda_enter(const cuda_device *device, cuzk_error *err)
{
    return cuda_check(cudaSetDevice(device->ordinal), "selecting the GPU", err);
}

cuzk_status cuda_alloc(void **out, const cuda_device *device, size_t size_bytes, const char *what, cuzk_error *err)
{
    cuzk_status status = cuda_enter(device, err);
    if (status != CUZK_OK)
        return status;
    void *bytes = NULL;
    const cudaError_t code = cudaMalloc(&bytes, size_bytes > 0 ? size_bytes : 1);
    if (code == cudaErrorMemoryAllocation) {
        size_t free_bytes = 0, total_bytes = 0;
        (void)cudaGetLastError();
        (void)cudaMemGetInfo(&free_bytes, &total_bytes);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "GPU %u (%s): no memory for %s: %zu bytes needed, %zu free",
                              device->head.info.index, device->head.info.name, what, size_bytes, free_bytes);
    }
    if ((status = cuda_check(code, what, err)) != CUZK_OK)
        return status;
    *out = bytes;
    return CUZK_OK;
}

cuzk_status cuda_upload(void **out, const cuda_device *device, const void *bytes, size_t size_bytes,
                        const char *what, cuzk_error *err)
{
    void *copy = NULL;
    cuzk_status status = cuda_alloc(&copy, device, size_bytes, what, err);
    if (status != CUZK_OK)
        return status;
    if (size_bytes > 0)
        status = cuda_check(cudaMemcpy(copy, bytes, size_bytes, cudaMemcpyHostToDevice), what, err);
    if (status != CUZK_OK) {
        cudaFree(copy);
        return status;
    }
    *out = copy;
    return CUZK_OK;
}

/* ---- Devices ---- */

static void describe_uuid(char *out, size_t capacity, const cudaUUID_t *uuid)
{
    const unsigned char *b = (const unsigned char *)uuid->bytes;
    snprintf(out, capacity, "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
             b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

/* The PTX of the oldest architecture runs on every later one, so that this alone decides whether there is a kernel
 * image. Nothing here makes a context: that would take memory on each GPU that is merely listed. */
static bool check_device(cuzk_device_info *info, const cudaDeviceProp *prop)
{
    int mode = cudaComputeModeDefault;
    if (10 * prop->major + prop->minor < CUDA_ARCHITECTURE_MIN) {
        snprintf(info->reason, sizeof info->reason,
                 "no kernel image: its compute capability is %d.%d, this module is built for %d.%d and later",
                 prop->major, prop->minor, CUDA_ARCHITECTURE_MIN / 10, CUDA_ARCHITECTURE_MIN % 10);
        return false;
    }
    if (cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, (int)info->index) == cudaSuccess &&
        mode == cudaComputeModeProhibited) {
        snprintf(info->reason, sizeof info->reason, "its compute mode is set to \"prohibited\"");
        return false;
    }
    return true;
}

static void describe_device(cuzk_device_info *info, int ordinal)
{
    memset(info, 0, sizeof *info);
    snprintf(info->backend, sizeof info->backend, "cuda");
    info->index = (uint32_t)ordinal;
    cudaDeviceProp prop;
    const cudaError_t code = cudaGetDeviceProperties(&prop, ordinal);
    if (code != cudaSuccess) {
        (void)cudaGetLastError();
        snprintf(info->reason, sizeof info->reason, "the driver does not describe it: %s",
                 cudaGetErrorString(code));
        return;
    }
    snprintf(info->name, sizeof info->name, "%.127s", prop.name);
    describe_uuid(info->uuid, sizeof info->uuid, &prop.uuid);
    snprintf(info->bus_id, sizeof info->bus_id, "%04x:%02x:%02x.0", prop.pciDomainID, prop.pciBusID,
             prop.pciDeviceID);
    info->memory_bytes = prop.totalGlobalMem;
    info->usable = check_device(info, &prop);
    (void)cudaGetLastError();
}

/* Which version of CUDA each side has tells most of the failures that end here. */
static cuzk_status no_driver(cudaError_t code, cuzk_error *err)
{
    int driver = 0, runtime = 0;
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    (void)cudaGetLastError();
    if (driver == 0)
        return cuzk_error_set(err, CUZK_E_DEVICE, "looking for GPUs: no NVIDIA driver answers (%s)",
                              cudaGetErrorName(code));
    return cuzk_error_set(err, CUZK_E_DEVICE,
                          "looking for GPUs: %s (%s); the driver is made for CUDA %d.%d, the module for %d.%d",
                          cudaGetErrorString(code), cudaGetErrorName(code), driver / 1000, driver % 1000 / 10,
                          runtime / 1000, runtime % 1000 / 10);
}

static cuzk_status cuda_count(int *count, cuzk_error *err)
{
    *count = 0;
    const cudaError_t code = cudaGetDeviceCount(count);
    if (code == cudaErrorNoDevice)
        (void)cudaGetLastError();
    return code == cudaSuccess || code == cudaErrorNoDevice ? CUZK_OK : no_driver(code, err);
}

static cuzk_status cuda_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    int found;
    cuzk_status status = cuda_count(&found, err);
    if (status != CUZK_OK)
        return status;
    for (int i = 0; i < found && (size_t)i < capacity; i++)
        describe_device(&infos[i], i);
    *count = (size_t)found;
    return CUZK_OK;
}

static void cuda_close(cuzk_device *head)
{
    cuda_device *device = (cuda_device *)head;
    if (cudaSetDevice(device->ordinal) == cudaSuccess)
        (void)cudaDeviceSynchronize();
    cuda_clock_stop(device);
    (void)cudaGetLastError();
    free(device);
}

/* ---- Buffers ---- */

static cuzk_status cuda_buffer_create(cuzk_buffer **out, cuzk_device *head, cuzk_place place, size_t size_bytes,
                                      uint32_t flags, cuzk_error *err)
{
    cuda_device *device = (cuda_device *)head;
    cuzk_buffer *buffer = (cuzk_buffer *)calloc(1, sizeof *buffer);
    if (buffer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a buffer's description");
    buffer->device = device;
    buffer->place = place;
    buffer->flags = flags;
    buffer->size_bytes = size_bytes;
    cuzk_status status = CUZK_OK;
    if (place == CUZK_PLACE_DEVICE) {
        status = cuda_alloc(&buffer->bytes, device, size_bytes, "a buffer", err);
    } else if (place == CUZK_PLACE_PINNED) {
        if ((status = cuda_enter(device, err)) == CUZK_OK)
            status =
                cuda_check(cudaHostAlloc(&buffer->bytes, size_bytes > 0 ? size_bytes : 1, cudaHostAllocPortable),
                           "allocating page-locked memory", err);
    } else {
        buffer->bytes = calloc(1, size_bytes > 0 ? size_bytes : 1);
        if (buffer->bytes == NULL)
            status = cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a buffer: %zu bytes", size_bytes);
    }
    if (status != CUZK_OK) {
        free(buffer);
        return status;
    }
    *out = buffer;
    return CUZK_OK;
}

static void cuda_buffer_destroy(cuzk_buffer *buffer)
{
    if (buffer == NULL)
        return;
    (void)cudaSetDevice(buffer->device->ordinal);
    const bool secret = (buffer->flags & CUZK_BUFFER_SECRET) != 0;
    if (buffer->place == CUZK_PLACE_DEVICE) {
        if (secret)
            (void)cudaMemset(buffer->bytes, 0, buffer->size_bytes);
        (void)cudaFree(buffer->bytes);
    } else {
        if (secret)
            explicit_bzero(buffer->bytes, buffer->size_bytes);
        if (buffer->place == CUZK_PLACE_PINNED)
            (void)cudaFreeHost(buffer->bytes);
        else
            free(buffer->bytes);
    }
    (void)cudaGetLastError();
    free(buffer);
}

static void *cuda_buffer_host(cuzk_buffer *buffer)
{
    return buffer->place == CUZK_PLACE_DEVICE ? NULL : buffer->bytes;
}

/* ---- Queues and events ---- */

static cuzk_status cuda_queue_create(cuzk_queue **out, cuzk_device *head, cuzk_error *err)
{
    cuda_device *device = (cuda_device *)head;
    cuzk_queue *queue = (cuzk_queue *)calloc(1, sizeof *queue);
    if (queue == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a queue");
    queue->device = device;
    cuzk_status status = cuda_enter(device, err);
    if (status == CUZK_OK)
        status =
            cuda_check(cudaStreamCreateWithFlags(&queue->stream, cudaStreamNonBlocking), "making a stream", err);
    if (status != CUZK_OK) {
        free(queue);
        return status;
    }
    *out = queue;
    return CUZK_OK;
}

static void cuda_queue_reset(cuzk_queue *queue)
{
    (void)cudaSetDevice(queue->device->ordinal);
    (void)cudaStreamSynchronize(queue->stream);
    (void)cudaGetLastError();
}

static void cuda_queue_destroy(cuzk_queue *queue)
{
    if (queue == NULL)
        return;
    cuda_queue_reset(queue);
    (void)cudaStreamDestroy(queue->stream);
    (void)cudaGetLastError();
    free(queue);
}

static cuzk_status cuda_event_create(cuzk_event **out, cuzk_device *head, cuzk_error *err)
{
    cuda_device *device = (cuda_device *)head;
    cuzk_event *event = (cuzk_event *)calloc(1, sizeof *event);
    if (event == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for an event");
    event->device = device;
    cuzk_status status = cuda_enter(device, err);
    if (status == CUZK_OK)
        status = cuda_check(cudaEventCreateWithFlags(&event->event, cudaEventBlockingSync), "making an event", err);
    if (status != CUZK_OK) {
        free(event);
        return status;
    }
    *out = event;
    return CUZK_OK;
}

static void cuda_event_destroy(cuzk_event *event)
{
    if (event == NULL)
        return;
    (void)cudaSetDevice(event->device->ordinal);
    (void)cudaEventDestroy(event->event);
    (void)cudaGetLastError();
    cuda_clock_anchor_unref(event->device, event->anchor);
    free(event);
}

static void cuda_event_reset(cuzk_event *event)
{
    cuda_clock_anchor_unref(event->device, event->anchor);
    event->anchor = NULL;
}

static cuzk_status cuda_event_record(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    cuda_anchor *anchor;
    cuzk_status status = cuda_enter(queue->device, err);
    if (status == CUZK_OK)
        status = cuda_clock_anchor_ref(&anchor, queue->device, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuda_check(cudaEventRecord(event->event, queue->stream), "recording an event", err)) != CUZK_OK) {
        cuda_clock_anchor_unref(queue->device, anchor);
        return status;
    }
    cuda_event_reset(event);
    event->anchor = anchor;
    return CUZK_OK;
}

static cuzk_status cuda_queue_wait(cuzk_queue *queue, cuzk_event *event, cuzk_error *err)
{
    if (event->anchor == NULL)
        return CUZK_OK;
    cuzk_status status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    return cuda_check(cudaStreamWaitEvent(queue->stream, event->event, 0), "ordering two streams", err);
}

static cuzk_status cuda_event_wait(cuzk_event *event, cuzk_error *err)
{
    if (event->anchor == NULL)
        return CUZK_OK;
    cuzk_status status = cuda_enter(event->device, err);
    if (status != CUZK_OK)
        return status;
    return cuda_check(cudaEventSynchronize(event->event), "running on the GPU", err);
}

static bool cuda_event_reached(cuzk_event *event)
{
    if (event->anchor == NULL)
        return true;
    (void)cudaSetDevice(event->device->ordinal);
    const cudaError_t code = cudaEventQuery(event->event);
    (void)cudaGetLastError();
    return code != cudaErrorNotReady;
}

static uint64_t cuda_event_time_ns(cuzk_event *event)
{
    float ms = 0;
    if (event->anchor == NULL)
        return 0;
    (void)cudaSetDevice(event->device->ordinal);
    if (cudaEventElapsedTime(&ms, event->anchor->event, event->event) != cudaSuccess) {
        (void)cudaGetLastError();
        return 0;
    }
    return event->anchor->host_ns + (uint64_t)(int64_t)((double)ms * 1e6);
}

/* ---- Copies and fills ---- */

static cuzk_status check_range(const cuzk_buffer *buffer, size_t offset_bytes, size_t size_bytes, cuzk_error *err)
{
    if (offset_bytes <= buffer->size_bytes && size_bytes <= buffer->size_bytes - offset_bytes)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "bytes %zu + %zu of a buffer of %zu", offset_bytes, size_bytes,
                          buffer->size_bytes);
}

static cuzk_status cuda_copy_in(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                                size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = check_range(dst, dst_offset_bytes, size_bytes, err);
    if (status == CUZK_OK)
        status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    return cuda_check(
        cudaMemcpyAsync((char *)dst->bytes + dst_offset_bytes, src, size_bytes, cudaMemcpyDefault, queue->stream),
        "copying to the GPU", err);
}

static cuzk_status cuda_copy_out(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                                 size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = check_range(src, src_offset_bytes, size_bytes, err);
    if (status == CUZK_OK)
        status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    return cuda_check(cudaMemcpyAsync(dst, (const char *)src->bytes + src_offset_bytes, size_bytes,
                                      cudaMemcpyDefault, queue->stream),
                      "copying from the GPU", err);
}

static cuzk_status cuda_zero(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                             cuzk_error *err)
{
    cuzk_status status = check_range(dst, dst_offset_bytes, size_bytes, err);
    if (status == CUZK_OK)
        status = cuda_enter(queue->device, err);
    if (status != CUZK_OK)
        return status;
    return cuda_check(cudaMemsetAsync((char *)dst->bytes + dst_offset_bytes, 0, size_bytes, queue->stream),
                      "overwriting GPU memory", err);
}

/* ---- The tables ---- */

static const cuzk_device_ops cuda_ops = {
    cuda_close,
    cuda_buffer_create,
    cuda_buffer_destroy,
    cuda_buffer_host,
    cuda_queue_create,
    cuda_queue_destroy,
    cuda_queue_reset,
    cuda_event_create,
    cuda_event_destroy,
    cuda_event_reset,
    cuda_event_record,
    cuda_queue_wait,
    cuda_event_wait,
    cuda_event_reached,
    cuda_event_time_ns,
    cuda_copy_in,
    cuda_copy_out,
    cuda_zero,
    cuda_matrix_create,
    cuda_matrix_destroy,
    cuda_matrix_bytes,
    cuda_spmv,
    cuda_domain_create,
    cuda_domain_destroy,
    cuda_domain_bytes,
    cuda_ntt,
    cuda_h_scalars,
    cuda_base_set_create,
    cuda_base_set_destroy,
    cuda_base_set_bytes,
    cuda_msm_result_bytes,
    cuda_msm_workspace_bytes,
    cuda_msm,
    cuda_msm_fold,
};

static cuzk_status cuda_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options, cuzk_error *err)
{
    int found;
    cuzk_status status = cuda_count(&found, err);
    if (status != CUZK_OK)
        return status;
    if (index >= (uint32_t)found)
        return cuzk_error_set(err, CUZK_E_NOT_FOUND, "no GPU %u: there are %d", index, found);
    cuda_device *device = (cuda_device *)calloc(1, sizeof *device);
    if (device == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a device");
    describe_device(&device->head.info, (int)index);
    device->head.ops = &cuda_ops;
    if (options != NULL)
        device->head.options = *options;
    if (device->head.options.slot_count == 0)
        device->head.options.slot_count = 2;
    device->ordinal = (int)index;
    int multiprocessors = 0;
    if (!device->head.info.usable)
        status = cuzk_error_set(err, CUZK_E_DEVICE, "GPU %u (%s): %s", index, device->head.info.name,
                                device->head.info.reason);
    else if ((status = cuda_enter(device, err)) == CUZK_OK)
        status = cuda_check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, (int)index),
                            "asking for the multiprocessors", err);
    device->multiprocessor_count = (uint32_t)multiprocessors;
    device->memory_total_bytes = (size_t)device->head.info.memory_bytes;
    if (status == CUZK_OK)
        status = cuda_clock_start(device, err);
    if (status != CUZK_OK) {
        free(device);
        return status;
    }
    *out = &device->head;
    return CUZK_OK;
}

/* What backend/cuda_module.c looks up in this module. */
extern "C" {
extern __attribute__((visibility("default"))) const cuzk_backend cuzk_backend_cuda;
extern __attribute__((visibility("default"))) const uint32_t cuzk_backend_contract_version;
const cuzk_backend cuzk_backend_cuda = {"cuda", cuda_list, cuda_open};
const uint32_t cuzk_backend_contract_version = CUZK_BACKEND_CONTRACT_VERSION;
}
