/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/ring.h"

cuzk_status cuzk_trace_ring_init(cuzk_trace_ring *out, uint32_t count_log2, cuzk_error *err)
{
    out->count_log2 = count_log2;
    cuzk_status status = cuzk_pages_alloc(&out->pages, sizeof *out->slots << count_log2, "a trace's ring", err);
    out->slots = out->pages.bytes;
    atomic_init(&out->written, 0);
    atomic_init(&out->lost, 0);
    out->read = 0;
    return status;
}

void cuzk_trace_ring_clear(cuzk_trace_ring *ring)
{
    cuzk_pages_free(&ring->pages);
    ring->slots = NULL;
}

bool cuzk_trace_ring_put(cuzk_trace_ring *ring, const cuzk_trace_record *record)
{
    uint64_t position = atomic_load_explicit(&ring->written, memory_order_relaxed);
    for (;;) {
        cuzk_trace_slot *slot = &ring->slots[position & (((uint64_t)1 << ring->count_log2) - 1)];
        uint64_t free_turn = position >> ring->count_log2 << 1;
        uint64_t turn = atomic_load_explicit(&slot->turn, memory_order_acquire);
        if (turn < free_turn) {
            atomic_fetch_add_explicit(&ring->lost, 1, memory_order_relaxed);
            return false;
        }
        if (turn > free_turn) { /* another writer took the position */
            position = atomic_load_explicit(&ring->written, memory_order_relaxed);
        } else if (atomic_compare_exchange_weak_explicit(&ring->written, &position, position + 1,
                                                         memory_order_relaxed, memory_order_relaxed)) {
            slot->record = *record;
            atomic_store_explicit(&slot->turn, free_turn + 1, memory_order_release);
            return true;
        }
    }
}

size_t cuzk_trace_ring_take(cuzk_trace_ring *ring, cuzk_trace_record *out, size_t capacity)
{
    size_t count = 0;
    for (; count < capacity; count++) {
        cuzk_trace_slot *slot = &ring->slots[ring->read & (((uint64_t)1 << ring->count_log2) - 1)];
        uint64_t written_turn = (ring->read >> ring->count_log2 << 1) + 1;
        if (atomic_load_explicit(&slot->turn, memory_order_acquire) != written_turn)
            break;
        out[count] = slot->record;
        atomic_store_explicit(&slot->turn, written_turn + 1, memory_order_release);
        ring->read++;
    }
    return count;
}
