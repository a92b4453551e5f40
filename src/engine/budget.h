/* SPDX-License-Identifier: Apache-2.0
 *
 * A budget of memory: what is charged to it, and what it may hold. Plain numbers without a lock: whoever owns a budget
 * guards it (the scheduler's, by the engine's lock). Nobody waits inside a budget: what does not fit stays in the queue
 * that it came from, and every release looks at that queue again, so that no wake-up can be lost.
 */
#ifndef CUZK_ENGINE_BUDGET_H
#define CUZK_ENGINE_BUDGET_H

#include <cuzk/status.h>

typedef struct budget {
    const char *name; /* for messages; static or the owner's */
    uint64_t total_bytes, used_bytes, peak_bytes;
} budget;

void cuzk_budget_init(budget *out, const char *name, uint64_t total_bytes);

static inline uint64_t budget_free_bytes(const budget *b)
{
    return b->total_bytes > b->used_bytes ? b->total_bytes - b->used_bytes : 0;
}

static inline bool budget_fits(const budget *b, uint64_t size_bytes)
{
    return size_bytes <= budget_free_bytes(b);
}

/* Charges size_bytes for `what`. Errors, all with the numbers: CUZK_E_TOO_LARGE (more than the whole budget: can never
 * fit), CUZK_E_BUSY (does not fit beside what is charged now). */
cuzk_status cuzk_budget_reserve(budget *b, uint64_t size_bytes, const char *what, cuzk_error *err);

/* Gives back some or all of what was reserved; a reservation may be returned in pieces. */
void cuzk_budget_release(budget *b, uint64_t size_bytes);

#endif
