/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects know their sizes and count themselves.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/sim/sim_internal.h"
#include "base/error.h"
#include "base/memory.h"

/* The scripted cost of an allocation. */
static void take_time(sim_device *device)
{
    pthread_mutex_lock(&device->lock);
    uint64_t ns = device->alloc_ns;
    pthread_mutex_unlock(&device->lock);
    struct timespec pause = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    if (ns > 0)
        nanosleep(&pause, NULL);
}

/* A counted object of size_bytes whose head is a sim_object; `out` is the address of a pointer to it. */
static cuzk_status object_create(void *out, sim_device *device, size_t size_bytes, uint64_t *alive,
                                 const char *what, cuzk_error *err)
{
    cuzk_status status = cuzk_sim_call(device, what, err);
    if (status != CUZK_OK)
        return status;
    sim_object *object = cuzk_calloc_aligned(1, size_bytes);
    if (object == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory", what);
    object->device = device;
    object->alive = alive;
    pthread_mutex_lock(&device->lock);
    (*alive)++;
    pthread_mutex_unlock(&device->lock);
    take_time(device);
    memcpy(out, &object, sizeof object); /* `out` points to a pointer of another type */
    return CUZK_OK;
}

static void object_destroy(void *memory)
{
    sim_object *object = memory;
    if (object == NULL)
        return;
    sim_device *device = object->device;
    pthread_mutex_lock(&device->lock);
    (*object->alive)--;
    object->retired = object->uses > 0;
    if (object->retired)
        device->counts.lifetime_breaches++;
    else
        free(object);
    pthread_mutex_unlock(&device->lock);
}

/* ---- Buffers ---- */

/* Charges a buffer to the device's memory. */
static cuzk_status buffer_charge(sim_device *device, cuzk_place place, size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    if (place != CUZK_PLACE_DEVICE)
        return CUZK_OK;
    pthread_mutex_lock(&device->lock);
    uint64_t used = device->counts.buffer_bytes;
    if (device->memory_bytes > 0 && size_bytes > device->memory_bytes - used)
        status = cuzk_error_set(
            err, CUZK_E_NO_MEMORY, "%zu bytes asked for, %llu of %llu free on the simulated device", size_bytes,
            (unsigned long long)(device->memory_bytes - used), (unsigned long long)device->memory_bytes);
    else
        device->counts.buffer_bytes += size_bytes;
    pthread_mutex_unlock(&device->lock);
    return status;
}

static void buffer_discharge(sim_device *device, cuzk_place place, size_t size_bytes)
{
    if (place != CUZK_PLACE_DEVICE)
        return;
    pthread_mutex_lock(&device->lock);
    device->counts.buffer_bytes -= size_bytes;
    pthread_mutex_unlock(&device->lock);
}

/* ---- Page-locked buffers, for telling copies apart ---- */

static void pinned_add(sim_device *device, cuzk_buffer *buffer)
{
    if (buffer->place != CUZK_PLACE_PINNED)
        return;
    pthread_mutex_lock(&device->lock);
    buffer->pinned_next = device->pinned;
    device->pinned = buffer;
    pthread_mutex_unlock(&device->lock);
}

static void pinned_remove(sim_device *device, const cuzk_buffer *buffer)
{
    if (buffer->place != CUZK_PLACE_PINNED)
        return;
    pthread_mutex_lock(&device->lock);
    cuzk_buffer **link = &device->pinned;
    while (*link != buffer)
        link = &(*link)->pinned_next;
    *link = buffer->pinned_next;
    pthread_mutex_unlock(&device->lock);
}

bool cuzk_sim_is_pinned(sim_device *device, const void *memory)
{
    uintptr_t address = (uintptr_t)memory;
    pthread_mutex_lock(&device->lock);
    const cuzk_buffer *buffer = device->pinned;
    while (buffer != NULL &&
           (address < (uintptr_t)buffer->bytes || address - (uintptr_t)buffer->bytes >= buffer->size_bytes))
        buffer = buffer->pinned_next;
    pthread_mutex_unlock(&device->lock);
    return buffer != NULL;
}

/* ---- Buffers ---- */

cuzk_status cuzk_sim_buffer_create(cuzk_buffer **out, cuzk_device *device, cuzk_place place, size_t size_bytes,
                                   uint32_t flags, cuzk_error *err)
{
    (void)flags; /* every buffer is overwritten */
    sim_device *sim = sim_of(device);
    cuzk_buffer *buffer = NULL;
    size_t object_bytes = SIZE_MAX; /* too large to be had, if the sum overflows */
    (void)cuzk_size_add(&object_bytes, sizeof *buffer, size_bytes);
    cuzk_status status = buffer_charge(sim, place, size_bytes, err);
    if (status != CUZK_OK)
        return status;
    status = object_create(&buffer, sim, object_bytes, &sim->counts.buffers, "buffer_create", err);
    if (status != CUZK_OK) {
        buffer_discharge(sim, place, size_bytes);
        return status;
    }
    buffer->place = place;
    buffer->size_bytes = size_bytes;
    pinned_add(sim, buffer);
    *out = buffer;
    return CUZK_OK;
}

void cuzk_sim_buffer_destroy(cuzk_buffer *buffer)
{
    if (buffer == NULL)
        return;
    pinned_remove(buffer->object.device, buffer);
    buffer_discharge(buffer->object.device, buffer->place, buffer->size_bytes);
    cuzk_wipe(buffer->bytes, buffer->size_bytes);
    object_destroy(buffer);
}

void *cuzk_sim_buffer_host(cuzk_buffer *buffer)
{
    return buffer->place == CUZK_PLACE_DEVICE ? NULL : buffer->bytes;
}

/* ---- Events, matrices, domains, base sets ---- */

cuzk_status cuzk_sim_event_create(cuzk_event **out, cuzk_device *device, cuzk_error *err)
{
    sim_device *sim = sim_of(device);
    return object_create(out, sim, sizeof **out, &sim->counts.events, "event_create", err);
}

void cuzk_sim_event_destroy(cuzk_event *event)
{
    object_destroy(event);
}

cuzk_status cuzk_sim_matrix_create(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                                   cuzk_error *err)
{
    sim_device *sim = sim_of(device);
    cuzk_matrix *matrix = NULL;
    cuzk_status status = object_create(&matrix, sim, sizeof *matrix, &sim->counts.matrices, "matrix_create", err);
    if (status != CUZK_OK)
        return status;
    matrix->row_count = view->row_count;
    matrix->column_count = view->column_count;
    matrix->entry_count = view->entry_count;
    *out = matrix;
    return CUZK_OK;
}

void cuzk_sim_matrix_destroy(cuzk_matrix *matrix)
{
    object_destroy(matrix);
}

uint64_t cuzk_sim_matrix_bytes(const cuzk_matrix *matrix)
{
    return matrix->row_count * sizeof(uint64_t) + matrix->entry_count * 2 * sizeof(uint32_t);
}

cuzk_status cuzk_sim_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve,
                                   uint32_t domain_log2, cuzk_root root, const cuzk_fr *shift, cuzk_error *err)
{
    (void)curve, (void)root, (void)shift;
    sim_device *sim = sim_of(device);
    cuzk_domain *domain = NULL;
    cuzk_status status = object_create(&domain, sim, sizeof *domain, &sim->counts.domains, "domain_create", err);
    if (status != CUZK_OK)
        return status;
    domain->log2 = domain_log2;
    *out = domain;
    return CUZK_OK;
}

void cuzk_sim_domain_destroy(cuzk_domain *domain)
{
    object_destroy(domain);
}

uint64_t cuzk_sim_domain_bytes(const cuzk_domain *domain)
{
    return (uint64_t)CUZK_FR_BYTES << domain->log2;
}

cuzk_status cuzk_sim_base_set_create(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve,
                                     cuzk_group group, const void *points, const uint32_t *scalar_index,
                                     uint64_t count, cuzk_error *err)
{
    (void)points;
    sim_device *sim = sim_of(device);
    cuzk_base_set *bases = NULL;
    cuzk_status status = object_create(&bases, sim, sizeof *bases, &sim->counts.base_sets, "base_set_create", err);
    if (status != CUZK_OK)
        return status;
    bases->curve = curve;
    bases->group = group;
    bases->count = count;
    bases->scalar_count = scalar_index != NULL && count > 0 ? (uint64_t)scalar_index[count - 1] + 1 : count;
    *out = bases;
    return CUZK_OK;
}

void cuzk_sim_base_set_destroy(cuzk_base_set *bases)
{
    object_destroy(bases);
}

uint64_t cuzk_sim_base_set_bytes(const cuzk_base_set *bases)
{
    return bases->count * cuzk_curve_point_bytes(bases->curve, bases->group);
}
