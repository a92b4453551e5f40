/* SPDX-License-Identifier: Apache-2.0
 *
 * Making and freeing a device's pending slots; acquire and release are in the contract (backend.h).
 */
#ifndef CUZK_BACKEND_SLOTS_H
#define CUZK_BACKEND_SLOTS_H

#include "backend/backend.h"

typedef struct cuzk_slots cuzk_slots;

enum {
    CUZK_SLOT_COUNT_MAX = 64, /* each takes the buffers of a proof */
};

/* 1 to CUZK_SLOT_COUNT_MAX slots, all free. */
cuzk_status cuzk_slots_create(cuzk_slots **out, uint32_t slot_count, cuzk_error *err);

/* Every slot is free again, nobody waits, and the states are destroyed (trimmed). NULL is fine. */
void cuzk_slots_destroy(cuzk_slots *slots);

#endif
