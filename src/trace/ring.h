/* SPDX-License-Identifier: Apache-2.0
 *
 * A ring of trace records: any thread writes, one at a time reads. A writer never waits: a record that finds no room
 * is counted and dropped.
 *
 * Source   the bounded queue with a turn number in each slot: D. Vyukov, "Bounded MPMC queue" (1024cores.net).
 */
#ifndef CUZK_TRACE_RING_H
#define CUZK_TRACE_RING_H

#include <stdatomic.h>
#include <stddef.h>

#include <cuzk/status.h>

#include "base/memory.h"
#include "trace/record.h"

/* turn: even 2t, free for lap t; odd 2t + 1, written in lap t. Fresh memory is thus an empty ring. */
typedef struct cuzk_trace_slot {
    _Atomic uint64_t turn;
    cuzk_trace_record record;
    uint64_t unused; /* a slot is one line of cache */
} cuzk_trace_slot;

typedef struct cuzk_trace_ring {
    uint32_t count_log2;
    cuzk_pages pages;
    cuzk_trace_slot *slots;
    _Alignas(64) _Atomic uint64_t written; /* positions handed out to writers */
    _Alignas(64) _Atomic uint64_t lost;    /* since the ring was made */
    uint64_t read;                         /* the reader's */
} cuzk_trace_ring;

/* 2^count_log2 records. */
cuzk_status cuzk_trace_ring_init(cuzk_trace_ring *out, uint32_t count_log2, cuzk_error *err);
void cuzk_trace_ring_clear(cuzk_trace_ring *ring);

/* Any thread; false if there was no room. */
bool cuzk_trace_ring_put(cuzk_trace_ring *ring, const cuzk_trace_record *record);

/* Takes at most `capacity` records, the oldest first, and gives their number. One thread at a time. */
size_t cuzk_trace_ring_take(cuzk_trace_ring *ring, cuzk_trace_record *out, size_t capacity);

#endif
