/* SPDX-License-Identifier: Apache-2.0
 *
 * Work that became slower while it was recorded: the first quarter of the window is the calibration.
 */
#include <stdlib.h>

#include "trace/explain.h"

enum {
    SAMPLES_MIN = 6, /* in each of the two quarters */
    SAMPLES_MAX = 4096,
};

typedef struct quarter {
    double samples[SAMPLES_MAX];
    size_t count;
} quarter;

typedef struct quarters {
    quarter first, last;
} quarters;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(quarter *q)
{
    qsort(q->samples, q->count, sizeof *q->samples, compare);
    return q->samples[q->count / 2];
}

static void add(quarter *q, double sample)
{
    if (q->count < SAMPLES_MAX)
        q->samples[q->count++] = sample;
}

static void place(quarters *q, const cuzk_trace_record *r, double sample, uint64_t from_ns, uint64_t until_ns)
{
    uint64_t length_ns = (until_ns - from_ns) / 4;
    if (r->time_ns >= from_ns && r->time_ns < from_ns + length_ns)
        add(&q->first, sample);
    else if (r->time_ns >= until_ns - length_ns && r->time_ns < until_ns)
        add(&q->last, sample);
}

/* 1 if there is too little. */
static double ratio_of(quarters *q)
{
    if (q->first.count < SAMPLES_MIN || q->last.count < SAMPLES_MIN)
        return 1;
    double first = median(&q->first), last = median(&q->last);
    return first > 0 ? last / first : 1;
}

/* Time beyond what the calibration would have taken. */
static uint64_t slow_time_ns(const quarters *q, const cuzk_trace_record *r, double unit_ns)
{
    double usual_ns = q->first.samples[q->first.count / 2] * unit_ns;
    return (double)r->duration_ns > usual_ns ? (uint64_t)((double)r->duration_ns - usual_ns) : 0;
}

static bool is_kernel(const cuzk_trace_record *r, uint16_t device, uint64_t operation)
{
    return r->kind == CUZK_TRACE_KERNEL && r->device == device && (r->value & 0xff) == operation;
}

/* The operation that takes the most time on the device speaks for it. */
static uint64_t main_operation(const cuzk_trace_data *data, uint16_t device)
{
    uint64_t time_ns[CUZK_TRACE_OPERATION_COUNT] = {0}, best = 0;
    for (size_t i = 0; i < data->count; i++)
        for (uint64_t k = 0; k < CUZK_TRACE_OPERATION_COUNT; k++)
            if (is_kernel(&data->records[i], device, k))
                time_ns[k] += data->records[i].duration_ns;
    for (uint64_t k = 1; k < CUZK_TRACE_OPERATION_COUNT; k++)
        if (time_ns[k] > time_ns[best])
            best = k;
    return best;
}

/* All kinds of kernels of a device; the main one gives the ratio. */
static void kernels_of(cuzk_trend *out, quarters *q, const cuzk_trace_data *data, uint16_t device, uint64_t from_ns,
                       uint64_t until_ns)
{
    uint64_t main = main_operation(data, device);
    for (uint64_t operation = 0; operation < CUZK_TRACE_OPERATION_COUNT; operation++) {
        q->first.count = q->last.count = 0;
        for (size_t i = 0; i < data->count; i++)
            if (is_kernel(&data->records[i], device, operation))
                place(q, &data->records[i], (double)data->records[i].duration_ns, from_ns, until_ns);
        double ratio = ratio_of(q);
        if (operation == main && ratio > out->ratio)
            out->ratio = ratio;
        if (operation == main)
            out->sample_count += q->first.count + q->last.count;
        for (size_t i = 0; ratio > 1 && i < data->count; i++)
            if (is_kernel(&data->records[i], device, operation))
                out->slow_ns += slow_time_ns(q, &data->records[i], 1);
    }
}

void cuzk_trend_kernels(cuzk_trend *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns)
{
    *out = (cuzk_trend){1, 0, 0};
    quarters *q = calloc(1, sizeof *q);
    for (uint32_t i = 0; q != NULL && i < data->header.device_count; i++)
        kernels_of(out, q, data, (uint16_t)i, from_ns, until_ns);
    free(q);
}

static uint64_t bytes_of(const cuzk_trace_record *r)
{
    return r->value & ~CUZK_TRACE_PAGEABLE;
}

void cuzk_trend_bytes(cuzk_trend *out, const cuzk_trace_data *data, cuzk_trace_kind kind, uint64_t from_ns,
                      uint64_t until_ns)
{
    *out = (cuzk_trend){1, 0, 0};
    quarters *q = calloc(1, sizeof *q);
    if (q == NULL)
        return;
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (r->kind == kind && bytes_of(r) > 0)
            place(q, r, (double)r->duration_ns / (double)bytes_of(r), from_ns, until_ns);
    }
    out->ratio = ratio_of(q);
    out->sample_count = q->first.count + q->last.count;
    for (size_t i = 0; out->ratio > 1 && i < data->count; i++)
        if (data->records[i].kind == kind && bytes_of(&data->records[i]) > 0)
            out->slow_ns += slow_time_ns(q, &data->records[i], (double)bytes_of(&data->records[i]));
    free(q);
}
