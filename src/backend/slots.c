/* SPDX-License-Identifier: Apache-2.0
 *
 * A released slot goes straight to the first waiter, so a thread that comes later cannot overtake it.
 */
#include "backend/slots.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

typedef struct slot_waiter {
    pthread_cond_t granted;
    bool has_slot;
    uint32_t slot;
    struct slot_waiter *next;
} slot_waiter;

struct cuzk_slots {
    pthread_mutex_t lock;
    uint32_t slot_count;
    /* Guarded by lock. */
    uint32_t free_count;
    uint32_t *free; /* the numbers of the free slots; the lowest is given first */
    slot_waiter *first, *last;
    /* Each is touched by who holds its slot alone. */
    cuzk_slot_state **states;
};

cuzk_status cuzk_slots_create(cuzk_slots **out, uint32_t slot_count, cuzk_error *err)
{
    cuzk_slots *slots = cuzk_calloc_aligned(1, sizeof *slots);
    uint32_t *numbers = cuzk_calloc_aligned(slot_count, sizeof *numbers);
    cuzk_slot_state **states = cuzk_calloc_aligned(slot_count, sizeof *states);
    if (slots == NULL || numbers == NULL || states == NULL) {
        free(slots);
        free(numbers);
        free(states);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %u slots", slot_count);
    }
    pthread_mutex_init(&slots->lock, NULL);
    slots->slot_count = slots->free_count = slot_count;
    slots->free = numbers;
    slots->states = states;
    for (uint32_t i = 0; i < slot_count; i++)
        numbers[i] = slot_count - 1 - i;
    *out = slots;
    return CUZK_OK;
}

void cuzk_slots_destroy(cuzk_slots *slots)
{
    if (slots == NULL)
        return;
    pthread_mutex_destroy(&slots->lock);
    free(slots->states);
    free(slots->free);
    free(slots);
}

static void slots_append_waiter(cuzk_slots *slots, slot_waiter *waiter)
{
    if (slots->last != NULL)
        slots->last->next = waiter;
    else
        slots->first = waiter;
    slots->last = waiter;
}

static void slots_grant(cuzk_slots *slots, uint32_t slot)
{
    slot_waiter *waiter = slots->first;
    slots->first = waiter->next;
    if (slots->first == NULL)
        slots->last = NULL;
    waiter->slot = slot;
    waiter->has_slot = true;
    pthread_cond_signal(&waiter->granted);
}

/* Keeps the list of free numbers in falling order. */
static void slots_put_back(cuzk_slots *slots, uint32_t slot)
{
    uint32_t i = slots->free_count++;
    for (; i > 0 && slots->free[i - 1] < slot; i--)
        slots->free[i] = slots->free[i - 1];
    slots->free[i] = slot;
}

uint32_t cuzk_device_slot_acquire(cuzk_device *device)
{
    cuzk_slots *slots = device->slots;
    slot_waiter waiter = {.has_slot = false};
    pthread_mutex_lock(&slots->lock);
    if (slots->free_count > 0) {
        waiter.slot = slots->free[--slots->free_count];
    } else {
        pthread_cond_init(&waiter.granted, NULL);
        slots_append_waiter(slots, &waiter);
        while (!waiter.has_slot)
            pthread_cond_wait(&waiter.granted, &slots->lock);
        pthread_cond_destroy(&waiter.granted);
    }
    pthread_mutex_unlock(&slots->lock);
    return waiter.slot;
}

void cuzk_device_slot_release(cuzk_device *device, uint32_t slot)
{
    cuzk_slots *slots = device->slots;
    pthread_mutex_lock(&slots->lock);
    assert(slot < slots->slot_count);
    if (slots->first != NULL)
        slots_grant(slots, slot);
    else
        slots_put_back(slots, slot);
    pthread_mutex_unlock(&slots->lock);
}

/* ---- States ---- */

cuzk_slot_state *cuzk_device_slot_state(cuzk_device *device, uint32_t slot)
{
    return device->slots->states[slot];
}

void cuzk_device_slot_set_state(cuzk_device *device, uint32_t slot, cuzk_slot_state *state)
{
    device->slots->states[slot] = state;
}

/* Takes a free slot if there is one; false otherwise, with no waiting. */
static bool slots_try_acquire(cuzk_slots *slots, uint32_t *slot)
{
    pthread_mutex_lock(&slots->lock);
    bool found = slots->free_count > 0;
    if (found)
        *slot = slots->free[--slots->free_count];
    pthread_mutex_unlock(&slots->lock);
    return found;
}

/* Slots that are free at first are held while their states are destroyed, and released together: states may wait
 * for a queue, which no lock should be held for. */
void cuzk_device_slots_trim(cuzk_device *device)
{
    cuzk_slots *slots = device->slots;
    uint32_t slot, held = 0, numbers[CUZK_SLOT_COUNT_MAX];
    while (held < CUZK_SLOT_COUNT_MAX && slots_try_acquire(slots, &slot))
        numbers[held++] = slot;
    for (uint32_t i = 0; i < held; i++) {
        cuzk_slot_state *state = slots->states[numbers[i]];
        slots->states[numbers[i]] = NULL;
        if (state != NULL)
            state->destroy(state);
        cuzk_device_slot_release(device, numbers[i]);
    }
}
