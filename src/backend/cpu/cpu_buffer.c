/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffers are pages of host memory; copies and fills are split over the pool.
 */
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_internal.h"
#include "base/error.h"

enum {
    COPY_GRAIN_BYTES = 1 << 18, /* some 20 us of copying: more than handing it to another core costs */
};

cuzk_status cuzk_cpu_buffer_create(cuzk_buffer **out, cuzk_device *device, cuzk_place place, size_t size_bytes,
                                   uint32_t flags, cuzk_error *err)
{
    (void)device;
    cuzk_buffer *buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a buffer");
    cuzk_status status = cuzk_pages_alloc(&buffer->pages, size_bytes, "a buffer", err);
    if (status != CUZK_OK) {
        free(buffer);
        return status;
    }
    buffer->place = place;
    buffer->flags = flags;
    *out = buffer;
    return CUZK_OK;
}

void cuzk_cpu_buffer_destroy(cuzk_buffer *buffer)
{
    if (buffer == NULL)
        return;
    if (buffer->flags & CUZK_BUFFER_SECRET)
        cuzk_wipe(buffer->pages.bytes, buffer->pages.size_bytes);
    cuzk_pages_free(&buffer->pages);
    free(buffer);
}

void *cuzk_cpu_buffer_host(cuzk_buffer *buffer)
{
    return buffer->place == CUZK_PLACE_DEVICE ? NULL : buffer->pages.bytes;
}

cuzk_status cuzk_cpu_check_range(const cuzk_buffer *buffer, uint64_t offset_bytes, uint64_t size_bytes,
                                 const char *what, cuzk_error *err)
{
    uint64_t held = buffer->pages.size_bytes;
    if (offset_bytes > held || size_bytes > held - offset_bytes)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s: %llu bytes at %llu in a buffer of %llu", what,
                              (unsigned long long)size_bytes, (unsigned long long)offset_bytes,
                              (unsigned long long)held);
    return CUZK_OK;
}

cuzk_status cuzk_cpu_check_elements(const cuzk_buffer *buffer, uint64_t offset, uint64_t count, const char *what,
                                    cuzk_error *err)
{
    uint64_t held = buffer->pages.size_bytes / CUZK_FR_BYTES;
    if (offset > held || count > held - offset)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s: %llu elements at %llu in a buffer of %llu", what,
                              (unsigned long long)count, (unsigned long long)offset, (unsigned long long)held);
    return CUZK_OK;
}

/* ---- Copies and fills ---- */

typedef struct fill_step {
    cpu_step step; /* first */
    unsigned char *dst;
    const unsigned char *src; /* NULL: zeros */
    size_t size_bytes;
} fill_step;

static void fill_range(void *context, size_t begin, size_t end)
{
    fill_step *fill = context;
    if (fill->src != NULL)
        memcpy(fill->dst + begin, fill->src + begin, end - begin);
    else
        memset(fill->dst + begin, 0, end - begin);
}

static cuzk_status fill_run(cpu_step *step, cuzk_queue *queue, cuzk_error *err)
{
    (void)err;
    fill_step *fill = (fill_step *)step;
    cuzk_pool_for(queue->device->pool, fill->size_bytes, COPY_GRAIN_BYTES, fill_range, fill);
    return CUZK_OK;
}

static cuzk_status append_fill(cuzk_queue *queue, void *dst, const void *src, size_t size_bytes,
                               cuzk_trace_kind kind, const char *what, cuzk_error *err)
{
    fill_step *fill = NULL;
    cuzk_status status = cuzk_cpu_step_create(&fill, sizeof *fill, fill_run, what, err);
    if (status != CUZK_OK)
        return status;
    fill->dst = dst;
    fill->src = src;
    fill->size_bytes = size_bytes;
    fill->step.trace_kind = (uint16_t)kind;
    fill->step.trace_value = kind == CUZK_TRACE_KERNEL ? CUZK_TRACE_OPERATION_ZERO : size_bytes;
    cuzk_cpu_queue_append(queue, &fill->step);
    return CUZK_OK;
}

cuzk_status cuzk_cpu_copy_in(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                             size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = cuzk_cpu_check_range(dst, dst_offset_bytes, size_bytes, "copy_in", err);
    if (status != CUZK_OK || size_bytes == 0)
        return status;
    return append_fill(queue, (char *)dst->pages.bytes + dst_offset_bytes, src, size_bytes, CUZK_TRACE_COPY_IN,
                       "copy_in", err);
}

cuzk_status cuzk_cpu_copy_out(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                              size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = cuzk_cpu_check_range(src, src_offset_bytes, size_bytes, "copy_out", err);
    if (status != CUZK_OK || size_bytes == 0)
        return status;
    return append_fill(queue, dst, (const char *)src->pages.bytes + src_offset_bytes, size_bytes,
                       CUZK_TRACE_COPY_OUT, "copy_out", err);
}

cuzk_status cuzk_cpu_zero(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                          cuzk_error *err)
{
    cuzk_status status = cuzk_cpu_check_range(dst, dst_offset_bytes, size_bytes, "zero", err);
    if (status != CUZK_OK || size_bytes == 0)
        return status;
    return append_fill(queue, (char *)dst->pages.bytes + dst_offset_bytes, NULL, size_bytes, CUZK_TRACE_KERNEL,
                       "zero", err);
}
