/* SPDX-License-Identifier: Apache-2.0
 *
 * The sentences of an explanation.
 */
#include <inttypes.h>
#include <stdio.h>

#include "trace/explain.h"

const char *cuzk_finding_name(uint32_t what)
{
    if (what == CUZK_FINDING_KERNEL_SLOWDOWN)
        return "kernel_slowdown";
    if (what == CUZK_FINDING_MEMORY_BANDWIDTH)
        return "memory_bandwidth";
    return cuzk_cause_name(what);
}

const char *cuzk_explain_advice(uint32_t what)
{
    static const char *const advice[CUZK_FINDING_COUNT] = {
        [CUZK_CAUSE_NO_WORK] = "Submit more jobs at a time: the queue was empty.",
        [CUZK_CAUSE_SYNTHESIS] = "Give synthesis more threads or make witnesses earlier.",
        [CUZK_CAUSE_BUDGET_HOST] = "Raise the host budget, or hold fewer witnesses at a time.",
        [CUZK_CAUSE_BUDGET_PINNED] = "Raise the budget of page-locked memory.",
        [CUZK_CAUSE_BUDGET_VRAM] = "Raise the device's budget, or load fewer or smaller circuits on it.",
        [CUZK_CAUSE_KEY_LOAD] = "Load and pin keys before their jobs come.",
        [CUZK_CAUSE_COPY_IN] = "Use one more lane, so that copies run behind kernels.",
        [CUZK_CAUSE_COPY_OUT] = "Use one more lane, so that results are copied behind kernels.",
        [CUZK_CAUSE_COPY_PAGEABLE] = "Copy from page-locked memory.",
        [CUZK_CAUSE_HOST_STEP] = "Shorten the host's work in a start, or use one more lane to hide it.",
        [CUZK_CAUSE_DEVICE_LOCK] =
            "Do less while the device's lock is held, and give each device a lock of its own.",
        [CUZK_CAUSE_TRACKER_LOCK] = "Do less while the engine's lock is held.",
        [CUZK_CAUSE_DISPATCH] = "Leave processor time to the engine's threads.",
        [CUZK_CAUSE_FINALIZER] = "Use more finalizer threads, or one more lane.",
        [CUZK_CAUSE_ALLOC] = "Keep buffers from proof to proof.",
        [CUZK_CAUSE_DRIVER] = "Look at the driver: kernels were submitted and did not begin.",
        [CUZK_CAUSE_PAUSED] = "Resume the engine.",
        [CUZK_CAUSE_FAULT] = "Look at the device's failures in the log.",
        [CUZK_CAUSE_UNATTRIBUTED] = "Record again: the trace does not tell.",
        [CUZK_FINDING_KERNEL_SLOWDOWN] = "Look at the device's clocks, temperature and power limit.",
        [CUZK_FINDING_MEMORY_BANDWIDTH] = "Look for other programs that read and write much memory.",
    };
    return what < CUZK_FINDING_COUNT ? advice[what] : "";
}

static double ms(uint64_t ns)
{
    return (double)ns / 1e6;
}

/* What a thread was doing in the middle of a stretch: its shortest step that covers it. */
static const cuzk_trace_record *step_of_thread(const cuzk_trace_data *data, uint32_t worker, uint64_t at_ns)
{
    const cuzk_trace_record *best = NULL;
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (r->worker != worker || !cuzk_trace_kind_is_step(r->kind) || r->kind == CUZK_TRACE_LOCK_HELD ||
            r->kind == CUZK_TRACE_LOCK_WAIT || trace_record_begin_ns(r) > at_ns || r->time_ns < at_ns)
            continue;
        if (best == NULL || r->duration_ns < best->duration_ns)
            best = r;
    }
    return best;
}

static void tell_lock(char *out, size_t capacity, const cuzk_trace_data *data, const cuzk_trace_record *r)
{
    uint32_t holder = (uint32_t)(r->value >> 8);
    const cuzk_trace_record *doing =
        holder != 0 ? step_of_thread(data, holder, trace_record_begin_ns(r) + r->duration_ns / 2) : NULL;
    int length = snprintf(out, capacity, "thread %u waited %.3f ms for the %s lock", r->worker, ms(r->duration_ns),
                          (r->value & 0xff) == CUZK_TRACE_LOCK_DEVICE ? "device's" : "engine's");
    if (length < 0 || (size_t)length >= capacity)
        return;
    if (doing != NULL)
        snprintf(out + length, capacity - (size_t)length, ", held by thread %u, which did %s for %.3f ms", holder,
                 cuzk_trace_kind_name(doing->kind), ms(doing->duration_ns));
    else if (holder != 0)
        snprintf(out + length, capacity - (size_t)length, ", held by thread %u", holder);
}

static void tell_copy(char *out, size_t capacity, const cuzk_trace_record *r)
{
    uint64_t size_bytes = r->value & ~CUZK_TRACE_PAGEABLE;
    double rate = r->duration_ns > 0 ? (double)size_bytes / (double)r->duration_ns : 0;
    snprintf(out, capacity, "a copy of %" PRIu64 " bytes, %s memory, took %.3f ms (%.3f GB/s)", size_bytes,
             (r->value & CUZK_TRACE_PAGEABLE) != 0 ? "pageable" : "page-locked", ms(r->duration_ns), rate);
}

void cuzk_explain_evidence(char *out, size_t capacity, const cuzk_trace_data *data, const cuzk_ledger_piece *piece,
                           uint32_t device)
{
    uint64_t length_ns = piece->end_ns - piece->begin_ns;
    const cuzk_trace_record *r = piece->record != CUZK_LEDGER_NO_RECORD ? &data->records[piece->record] : NULL;
    if (r == NULL) {
        snprintf(out, capacity, "device %u was idle for %.3f ms at %.3f ms", device, ms(length_ns),
                 ms(piece->begin_ns - data->header.started_ns));
    } else if (r->kind == CUZK_TRACE_LOCK_WAIT) {
        tell_lock(out, capacity, data, r);
    } else if (r->kind == CUZK_TRACE_COPY_IN || r->kind == CUZK_TRACE_COPY_OUT) {
        tell_copy(out, capacity, r);
    } else if (r->kind == CUZK_TRACE_KERNEL) {
        snprintf(out, capacity, "a kernel of %s was submitted %.3f ms before it began",
                 cuzk_trace_operation_name(r->value & 0xff), ms(r->value >> 8));
    } else if (cuzk_trace_kind_is_step(r->kind)) {
        snprintf(out, capacity,
                 "%s of job %" PRIu64 ", partition %u, took %.3f ms, %.3f ms of them without a kernel",
                 cuzk_trace_kind_name(r->kind), r->job, r->partition, ms(r->duration_ns), ms(length_ns));
    } else {
        snprintf(out, capacity, "device %u was idle for %.3f ms after %s of job %" PRIu64 ", partition %u", device,
                 ms(length_ns), cuzk_trace_kind_name(r->kind), r->job, r->partition);
    }
}
