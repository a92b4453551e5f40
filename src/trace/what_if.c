/* SPDX-License-Identifier: Apache-2.0
 *
 * The recorded run again, without one cause.
 *
 * Most causes: each device's time line with the pieces of that cause cut out. What is left keeps its order and length, so that
 * everything that waited behind a piece moves up by it. Work that several devices share is spread evenly.
 *
 * Locks and memory keep lanes from working side by side, so that without them the lanes overlap: there the attempts are replayed
 * on the lanes, with their recorded lengths, once with and once without the lock or the limit. Kernels of a device run one after
 * another in both.
 */
#include <stdlib.h>

#include "trace/explain.h"

enum {
    SEARCH_MAX = 4096, /* records from an assignment to the end of its finish */
    LANES_MAX = 64,
};

/* One attempt, as recorded. */
typedef struct attempt {
    uint16_t device;
    uint64_t host_ns;   /* of the start, waiting for locks left out */
    uint64_t kernel_ns; /* of its own kernels */
    uint64_t finish_ns; /* from its last kernel to the end of its finish, the lock's part left out */
    uint64_t held_ns;   /* the engine's lock within its finish */
} attempt;

typedef struct replay {
    bool device_lock, tracker_lock;
    uint32_t lane_count;
} replay;

static uint64_t later_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static bool same_attempt(const cuzk_trace_record *a, const cuzk_trace_record *b)
{
    return a->job == b->job && a->partition == b->partition && a->attempt == b->attempt;
}

/* A step of the same thread that lies within another. */
static bool within(const cuzk_trace_record *r, const cuzk_trace_record *outer)
{
    return r->worker == outer->worker && trace_record_begin_ns(r) >= trace_record_begin_ns(outer) &&
           r->time_ns <= outer->time_ns;
}

static bool submitted_within(const cuzk_trace_record *kernel, const cuzk_trace_record *start)
{
    uint64_t submitted_ns = less(trace_record_begin_ns(kernel), kernel->value >> 8);
    return kernel->worker == start->worker && submitted_ns >= trace_record_begin_ns(start) &&
           submitted_ns <= start->time_ns;
}

/* The start and the finish of an assignment; false if the trace lacks one. */
static bool find_steps(const cuzk_trace_data *data, size_t at, size_t *start, size_t *finish)
{
    bool has_start = false;
    for (size_t i = at; i < data->count && i - at < SEARCH_MAX; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (!same_attempt(r, &data->records[at]))
            continue;
        if (r->kind == CUZK_TRACE_START) {
            *start = i;
            has_start = true;
        } else if (r->kind == CUZK_TRACE_FINISH) {
            *finish = i;
            return has_start;
        }
    }
    return false;
}

static bool attempt_read(attempt *out, const cuzk_trace_data *data, size_t at)
{
    size_t start_at = at, finish_at = at;
    if (!find_steps(data, at, &start_at, &finish_at))
        return false;
    const cuzk_trace_record *start = &data->records[start_at], *finish = &data->records[finish_at];
    uint64_t last_ns = trace_record_begin_ns(finish);
    *out = (attempt){.device = data->records[at].device, .host_ns = start->duration_ns};
    for (size_t i = start_at; i < data->count && i - start_at < SEARCH_MAX; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (trace_record_begin_ns(r) > finish->time_ns && cuzk_trace_kind_is_step(r->kind))
            break;
        if (r->kind == CUZK_TRACE_LOCK_WAIT && within(r, start))
            out->host_ns = less(out->host_ns, r->duration_ns);
        else if (r->kind == CUZK_TRACE_LOCK_HELD && within(r, finish))
            out->held_ns += r->duration_ns;
        else if (r->kind == CUZK_TRACE_LOCK_WAIT && within(r, finish))
            last_ns += r->duration_ns; /* as if the finish had begun later */
        else if (r->kind == CUZK_TRACE_KERNEL && submitted_within(r, start) && r->time_ns <= finish->time_ns) {
            out->kernel_ns += r->duration_ns;
            last_ns = later_of(last_ns, r->time_ns);
        }
    }
    out->finish_ns = less(less(finish->time_ns, last_ns), out->held_ns);
    return true;
}

/* ---- On the lanes ---- */

typedef struct clock_state {
    uint64_t lanes_ns[CUZK_TRACE_DEVICES_MAX][LANES_MAX];
    uint64_t device_ns[CUZK_TRACE_DEVICES_MAX];
    uint64_t device_lock_ns, tracker_lock_ns;
} clock_state;

static uint64_t run_attempt(clock_state *now, const replay *how, const attempt *a)
{
    uint64_t *lanes_ns = now->lanes_ns[a->device], at_ns;
    uint32_t lane = 0;
    for (uint32_t i = 1; i < how->lane_count; i++)
        if (lanes_ns[i] < lanes_ns[lane])
            lane = i;
    at_ns = lanes_ns[lane];
    if (how->device_lock)
        at_ns = later_of(at_ns, now->device_lock_ns);
    at_ns += a->host_ns;
    if (how->device_lock)
        now->device_lock_ns = at_ns;
    at_ns = later_of(at_ns, now->device_ns[a->device]) + a->kernel_ns;
    now->device_ns[a->device] = at_ns;
    at_ns += a->finish_ns;
    if (how->tracker_lock)
        at_ns = later_of(at_ns, now->tracker_lock_ns);
    at_ns += a->held_ns;
    if (how->tracker_lock)
        now->tracker_lock_ns = at_ns;
    lanes_ns[lane] = at_ns;
    return at_ns;
}

static uint64_t run(clock_state *now, const replay *how, const attempt *attempts, size_t count)
{
    uint64_t end_ns = 0;
    *now = (clock_state){0};
    for (size_t i = 0; i < count; i++)
        end_ns = later_of(end_ns, run_attempt(now, how, &attempts[i]));
    return end_ns;
}

/* 0 if there is too little to replay. */
static double gain_by_lanes(const cuzk_trace_data *data, cuzk_cause without)
{
    uint32_t lanes = data->header.lane_count < LANES_MAX ? data->header.lane_count : LANES_MAX;
    replay with = {without == CUZK_CAUSE_DEVICE_LOCK, without == CUZK_CAUSE_TRACKER_LOCK,
                   without == CUZK_CAUSE_BUDGET_VRAM ? 1 : lanes};
    replay free_of_it = {false, false, lanes};
    attempt *attempts = calloc(data->count + 1, sizeof *attempts);
    clock_state *now = malloc(sizeof *now);
    size_t count = 0;
    double gain = 0;
    for (size_t i = 0; attempts != NULL && now != NULL && i < data->count; i++)
        if (data->records[i].kind == CUZK_TRACE_ASSIGNED && data->records[i].device != CUZK_TRACE_NO_DEVICE)
            count += attempt_read(&attempts[count], data, i);
    if (count > 0 && lanes > 0) {
        double after_ns = (double)run(now, &free_of_it, attempts, count);
        double before_ns = (double)run(now, &with, attempts, count);
        gain = after_ns > 0 ? before_ns / after_ns : 0;
    }
    free(attempts);
    free(now);
    return gain;
}

double cuzk_what_if(const cuzk_ledger *ledger, const cuzk_trace_data *data, cuzk_cause without)
{
    double length_ns = (double)(ledger->until_ns - ledger->from_ns), left_ns = 0;
    if (without == CUZK_CAUSE_DEVICE_LOCK || without == CUZK_CAUSE_TRACKER_LOCK ||
        without == CUZK_CAUSE_BUDGET_VRAM) {
        double gain = gain_by_lanes(data, without);
        if (gain >= 1)
            return gain;
    }
    if (ledger->device_count == 0)
        return 1;
    for (uint32_t i = 0; i < ledger->device_count; i++)
        left_ns += length_ns - (double)ledger->devices[i].idle_ns[without];
    left_ns /= ledger->device_count;
    return left_ns > 0 ? length_ns / left_ns : 1;
}
