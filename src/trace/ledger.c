/* SPDX-License-Identifier: Apache-2.0
 *
 * The sweep: every record gives edges, in order of time; between two edges nothing changes, so that each stretch has one
 * cause.
 */
#include "trace/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "trace/ledger_sweep.h"

const char *cuzk_cause_name(uint32_t cause)
{
    static const char *const names[CUZK_CAUSE_COUNT] = {
#define X(name, text) text,
        CUZK_CAUSE_MAP(X)
#undef X
    };
    return cause < CUZK_CAUSE_COUNT ? names[cause] : "unknown";
}

/* ---- Edges ---- */

/* In the order in which those of one record apply. */
typedef enum edge_kind { EDGE_SUBMITTED, EDGE_BEGIN, EDGE_EVENT, EDGE_END } edge_kind;

typedef struct edge {
    uint64_t time_ns;
    size_t record;
    edge_kind kind;
} edge;

static int edge_compare(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->time_ns != y->time_ns)
        return x->time_ns < y->time_ns ? -1 : 1;
    if (x->record != y->record)
        return x->record < y->record ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

/* A kernel that was submitted before it began. */
static bool waited_to_begin(const cuzk_trace_record *r)
{
    uint64_t waited_ns = r->value >> 8;
    return r->kind == CUZK_TRACE_KERNEL && r->device != CUZK_TRACE_NO_DEVICE && waited_ns > 0 &&
           waited_ns <= trace_record_begin_ns(r);
}

/* A step without duration is no edge pair: it would end before it begins. */
static size_t add_edges(edge *out, const cuzk_trace_record *r, size_t index)
{
    if (!cuzk_trace_kind_is_step(r->kind)) {
        *out = (edge){r->time_ns, index, EDGE_EVENT};
        return 1;
    }
    uint64_t begin_ns = trace_record_begin_ns(r);
    if (r->duration_ns == 0 && r->kind != CUZK_TRACE_START && r->kind != CUZK_TRACE_FINISH &&
        r->kind != CUZK_TRACE_ABANDON)
        return 0;
    out[0] = (edge){begin_ns, index, EDGE_BEGIN};
    out[1] = (edge){r->time_ns, index, EDGE_END};
    if (!waited_to_begin(r))
        return 2;
    out[2] = (edge){begin_ns - (r->value >> 8), index, EDGE_SUBMITTED};
    return 3;
}

/* ---- Which device a thread works for ---- */

/* Threads that wait for the tracker's lock do so after a step on a device: `device_of[i]` of such a record is that device,
 * or none. A table of threads by their number, open addressing. */
typedef struct thread_table {
    struct {
        uint32_t worker;
        uint16_t device;
    } * slots;
    size_t mask;
} thread_table;

static uint16_t *thread_device(thread_table *table, uint32_t worker)
{
    size_t i = (worker * 2654435761u) & table->mask;
    while (table->slots[i].worker != 0 && table->slots[i].worker != worker)
        i = (i + 1) & table->mask;
    if (table->slots[i].worker == 0) {
        table->slots[i].worker = worker;
        table->slots[i].device = CUZK_TRACE_NO_DEVICE;
    }
    return &table->slots[i].device;
}

/* ---- The state ---- */

typedef struct sweeper {
    const cuzk_trace_data *data;
    cuzk_ledger *ledger;
    sweep now;
    edge *edges;
    size_t edge_count;
    thread_table threads;
    uint8_t *lane_stages; /* lane_count a device */
    uint64_t time_ns;
} sweeper;

enum { LANE_IDLE, LANE_ASSIGNED, LANE_STARTING, LANE_PROVING, LANE_FINISHING };

static void count_change(sweep_count *count, size_t record, bool begins)
{
    if (begins) {
        count->count++;
        count->record = record;
    } else if (count->count > 0) {
        count->count--;
    }
}

static sweep_count *lane_count_of(sweep_device *device, uint8_t stage)
{
    switch (stage) {
    case LANE_ASSIGNED:
        return &device->assigned;
    case LANE_STARTING:
        return &device->starting;
    case LANE_PROVING:
        return &device->proving;
    case LANE_FINISHING:
        return &device->finishing;
    default:
        return NULL;
    }
}

static void lane_enter(sweeper *s, const cuzk_trace_record *r, size_t record, uint8_t stage)
{
    const cuzk_trace_header *header = &s->data->header;
    if (r->device >= header->device_count || r->lane >= header->lane_count)
        return;
    uint8_t *own = &s->lane_stages[(size_t)r->device * header->lane_count + r->lane];
    sweep_device *device = &s->now.devices[r->device];
    sweep_count *before = lane_count_of(device, *own), *after = lane_count_of(device, stage);
    if (before != NULL)
        count_change(before, record, false);
    if (after != NULL)
        count_change(after, record, true);
    *own = stage;
}

static void lock_change(sweeper *s, const cuzk_trace_record *r, size_t record, bool begins)
{
    uint16_t device = r->device;
    if ((r->value & 0xff) == CUZK_TRACE_LOCK_DEVICE) {
        if (device != CUZK_TRACE_NO_DEVICE)
            count_change(&s->now.devices[device].device_lock, record, begins);
        return;
    }
    if (device == CUZK_TRACE_NO_DEVICE)
        device = *thread_device(&s->threads, r->worker);
    count_change(device != CUZK_TRACE_NO_DEVICE ? &s->now.devices[device].tracker_lock : &s->now.tracker_lock,
                 record, begins);
}

/* Steps that belong to no device. */
static void global_change(sweeper *s, const cuzk_trace_record *r, size_t record, bool begins)
{
    sweep *now = &s->now;
    if (r->kind == CUZK_TRACE_SYNTHESIS)
        count_change(&now->synthesis, record, begins);
    else if (r->kind == CUZK_TRACE_BUDGET_WAIT && r->value == CUZK_TRACE_BUDGET_HOST)
        count_change(&now->budget_host, record, begins);
    else if (r->kind == CUZK_TRACE_BUDGET_WAIT && r->value == CUZK_TRACE_BUDGET_PINNED)
        count_change(&now->budget_pinned, record, begins);
    else if (r->kind == CUZK_TRACE_BUDGET_WAIT)
        count_change(&now->budget_vram, record, begins);
    else if (r->kind == CUZK_TRACE_LOCK_WAIT)
        lock_change(s, r, record, begins);
}

static sweep_count *device_count_of(sweep_device *device, const cuzk_trace_record *r)
{
    switch (r->kind) {
    case CUZK_TRACE_KERNEL:
        return &device->kernels;
    case CUZK_TRACE_COPY_IN:
        return (r->value & CUZK_TRACE_PAGEABLE) != 0 ? &device->copy_pageable : &device->copy_in;
    case CUZK_TRACE_COPY_OUT:
        return &device->copy_out;
    case CUZK_TRACE_ALLOC:
        return &device->alloc;
    case CUZK_TRACE_SLOT_WAIT:
        return &device->slot_wait;
    case CUZK_TRACE_KEY_LOAD:
        return &device->key_load;
    case CUZK_TRACE_HOST_STEP:
        return &device->host_step;
    default:
        return NULL;
    }
}

static void step_change(sweeper *s, const cuzk_trace_record *r, size_t record, bool begins)
{
    global_change(s, r, record, begins);
    if (r->device == CUZK_TRACE_NO_DEVICE)
        return;
    sweep_device *device = &s->now.devices[r->device];
    sweep_count *count = device_count_of(device, r);
    if (count != NULL)
        count_change(count, record, begins);
    if (r->kind != CUZK_TRACE_START && r->kind != CUZK_TRACE_FINISH && r->kind != CUZK_TRACE_ABANDON)
        return;
    if (r->status != CUZK_OK)
        count_change(&device->failing, record, begins);
    if (r->kind == CUZK_TRACE_START)
        lane_enter(s, r, record, begins ? LANE_STARTING : r->status == CUZK_OK ? LANE_PROVING : LANE_IDLE);
    else
        lane_enter(s, r, record, begins ? LANE_FINISHING : LANE_IDLE);
    *thread_device(&s->threads, r->worker) = r->device;
}

static void event_change(sweeper *s, const cuzk_trace_record *r, size_t record)
{
    if (r->kind == CUZK_TRACE_PAUSED)
        s->now.paused = r->value != 0;
    else if (r->kind == CUZK_TRACE_REFUSED || r->kind == CUZK_TRACE_JOB_SUBMITTED)
        s->now.refused = r->kind == CUZK_TRACE_REFUSED;
    if (r->device == CUZK_TRACE_NO_DEVICE)
        return;
    sweep_device *device = &s->now.devices[r->device];
    if (r->kind == CUZK_TRACE_BLOCKED)
        device->block = r->value;
    else if (r->kind == CUZK_TRACE_QUARANTINE)
        device->quarantined = r->value != 0;
    else if (r->kind == CUZK_TRACE_ASSIGNED)
        lane_enter(s, r, record, LANE_ASSIGNED);
}

static void apply(sweeper *s, const edge *e)
{
    const cuzk_trace_record *r = &s->data->records[e->record];
    if (e->kind == EDGE_EVENT)
        event_change(s, r, e->record);
    else if (e->kind == EDGE_SUBMITTED)
        count_change(&s->now.devices[r->device].pending, e->record, true);
    else
        step_change(s, r, e->record, e->kind == EDGE_BEGIN);
    /* A kernel that was waiting is running now. */
    if (e->kind == EDGE_BEGIN && waited_to_begin(r))
        count_change(&s->now.devices[r->device].pending, e->record, false);
}

/* ---- Pieces ---- */

static cuzk_status add_piece(cuzk_ledger_device *device, const cuzk_ledger_piece *piece, cuzk_error *err)
{
    cuzk_ledger_piece *last = device->piece_count > 0 ? &device->pieces[device->piece_count - 1] : NULL;
    device->idle_ns[piece->cause] += piece->end_ns - piece->begin_ns;
    if (last != NULL && last->end_ns == piece->begin_ns && last->cause == piece->cause &&
        last->record == piece->record) {
        last->end_ns = piece->end_ns;
        return CUZK_OK;
    }
    if (device->pieces == NULL || device->piece_count == device->piece_capacity) {
        size_t capacity = device->piece_capacity > 0 ? 2 * device->piece_capacity : 64;
        cuzk_ledger_piece *grown = realloc(device->pieces, capacity * sizeof *grown);
        if (grown == NULL)
            return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %zu pieces of a ledger", capacity);
        device->pieces = grown;
        device->piece_capacity = capacity;
    }
    device->pieces[device->piece_count++] = *piece;
    return CUZK_OK;
}

static bool device_busy(const sweep_device *now, bool from_phases)
{
    if (!from_phases)
        return now->kernels.count > 0;
    return now->proving.count > 0 || (now->finishing.count > 0 && now->host_step.count == 0);
}

/* Nothing changed from time_ns to until_ns. */
static cuzk_status account(sweeper *s, uint64_t until_ns, cuzk_error *err)
{
    cuzk_status status = CUZK_OK;
    uint64_t begin_ns = s->time_ns > s->ledger->from_ns ? s->time_ns : s->ledger->from_ns;
    uint64_t end_ns = until_ns < s->ledger->until_ns ? until_ns : s->ledger->until_ns;
    for (uint32_t i = 0; i < s->ledger->device_count && begin_ns < end_ns && status == CUZK_OK; i++) {
        cuzk_ledger_device *device = &s->ledger->devices[i];
        if (device_busy(&s->now.devices[i], device->from_phases)) {
            device->busy_ns += end_ns - begin_ns;
            continue;
        }
        cuzk_ledger_piece piece = {begin_ns, end_ns, CUZK_CAUSE_UNATTRIBUTED, CUZK_LEDGER_NO_RECORD};
        piece.cause = cuzk_ledger_cause(&s->now, i, &piece.record);
        status = add_piece(device, &piece, err);
    }
    s->time_ns = until_ns;
    return status;
}

/* ---- The whole ---- */

static void survey(cuzk_ledger *out, const cuzk_trace_data *data)
{
    uint64_t finishes[CUZK_TRACE_DEVICES_MAX] = {0};
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (r->kind == CUZK_TRACE_LOST)
            out->lost_count += r->value;
        if (r->device == CUZK_TRACE_NO_DEVICE)
            continue;
        out->devices[r->device].kernel_count += r->kind == CUZK_TRACE_KERNEL;
        finishes[r->device] += r->kind == CUZK_TRACE_FINISH;
    }
    for (uint32_t i = 0; i < out->device_count; i++)
        out->devices[i].from_phases = out->devices[i].kernel_count == 0 && finishes[i] > 0;
}

static cuzk_status sweeper_init(sweeper *s, cuzk_error *err)
{
    const cuzk_trace_data *data = s->data;
    size_t lanes = (size_t)data->header.device_count * data->header.lane_count;
    size_t threads = 64;
    while (threads < 2 * data->count)
        threads *= 2;
    s->threads.mask = threads - 1;
    s->edges = calloc(3 * data->count + 1, sizeof *s->edges);
    s->threads.slots = calloc(threads, sizeof *s->threads.slots);
    s->lane_stages = calloc(lanes + 1, 1);
    s->now.devices = calloc(data->header.device_count + 1, sizeof *s->now.devices);
    if (s->edges == NULL || s->threads.slots == NULL || s->lane_stages == NULL || s->now.devices == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a ledger of %zu records", data->count);
    for (uint32_t i = 0; i < data->header.device_count; i++)
        s->now.devices[i].block = CUZK_TRACE_BLOCK_EMPTY; /* as long as nothing is told */
    for (size_t i = 0; i < data->count; i++)
        s->edge_count += add_edges(&s->edges[s->edge_count], &data->records[i], i);
    qsort(s->edges, s->edge_count, sizeof *s->edges, edge_compare);
    return CUZK_OK;
}

static void sweeper_clear(sweeper *s)
{
    free(s->edges);
    free(s->threads.slots);
    free(s->lane_stages);
    free(s->now.devices);
}

cuzk_status cuzk_ledger_make(cuzk_ledger *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns,
                             cuzk_error *err)
{
    sweeper s = {.data = data, .ledger = out};
    memset(out, 0, sizeof *out);
    if (from_ns >= until_ns)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "the window of the ledger is empty");
    out->from_ns = from_ns;
    out->until_ns = until_ns;
    out->device_count = data->header.device_count;
    survey(out, data);
    cuzk_status status = sweeper_init(&s, err);
    for (size_t i = 0; i < s.edge_count && status == CUZK_OK; i++) {
        if (s.edges[i].time_ns > s.time_ns)
            status = account(&s, s.edges[i].time_ns, err);
        apply(&s, &s.edges[i]);
    }
    if (status == CUZK_OK)
        status = account(&s, until_ns > s.time_ns ? until_ns : s.time_ns, err);
    sweeper_clear(&s);
    if (status != CUZK_OK)
        cuzk_ledger_clear(out);
    return status;
}

void cuzk_ledger_clear(cuzk_ledger *ledger)
{
    for (uint32_t i = 0; i < CUZK_TRACE_DEVICES_MAX; i++) {
        free(ledger->devices[i].pieces);
        ledger->devices[i].pieces = NULL;
        ledger->devices[i].piece_count = ledger->devices[i].piece_capacity = 0;
    }
}

void cuzk_ledger_span(const cuzk_trace_data *data, uint64_t *from_ns, uint64_t *until_ns)
{
    uint64_t first = UINT64_MAX, last = 0, begin = UINT64_MAX, end = 0;
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        uint64_t at_ns = cuzk_trace_kind_is_step(r->kind) ? trace_record_begin_ns(r) : r->time_ns;
        first = at_ns < first ? at_ns : first;
        last = r->time_ns > last ? r->time_ns : last;
        if (r->kind == CUZK_TRACE_JOB_SUBMITTED && r->time_ns < begin)
            begin = r->time_ns;
        if (r->kind == CUZK_TRACE_JOB_ENDED && r->time_ns > end)
            end = r->time_ns;
    }
    *from_ns = begin != UINT64_MAX ? begin : first;
    *until_ns = end > *from_ns ? end : last;
}

/* ---- Series ---- */

size_t cuzk_ledger_series_count(const cuzk_ledger *ledger, uint64_t step_ns)
{
    return (size_t)((ledger->until_ns - ledger->from_ns + step_ns - 1) / step_ns);
}

void cuzk_ledger_series(const cuzk_ledger *ledger, uint32_t device, uint64_t step_ns, double *out, size_t count)
{
    const cuzk_ledger_device *own = &ledger->devices[device];
    for (size_t i = 0; i < count; i++)
        out[i] = 0;
    for (size_t i = 0; i < own->piece_count; i++) {
        uint64_t at_ns = own->pieces[i].begin_ns;
        while (at_ns < own->pieces[i].end_ns) {
            size_t step = (size_t)((at_ns - ledger->from_ns) / step_ns);
            uint64_t step_end_ns = ledger->from_ns + (step + 1) * step_ns;
            uint64_t end_ns = own->pieces[i].end_ns < step_end_ns ? own->pieces[i].end_ns : step_end_ns;
            if (step < count)
                out[step] += (double)(end_ns - at_ns);
            at_ns = end_ns;
        }
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t begin_ns = ledger->from_ns + i * step_ns, length_ns = step_ns;
        if (begin_ns + length_ns > ledger->until_ns)
            length_ns = ledger->until_ns - begin_ns;
        out[i] = 1.0 - out[i] / (double)length_ns;
    }
}
