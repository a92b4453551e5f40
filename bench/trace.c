/* SPDX-License-Identifier: Apache-2.0
 *
 * What a trace record costs the thread that writes it, with the collector draining meanwhile. Prints one JSON object:
 * the best, the median and the worst of 21 rounds of 4,000 records, a clock reading included and apart.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "trace/collector.h"

enum {
    ROUNDS = 21,
    RECORDS = 4000,
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double round_ns(cuzk_trace *trace)
{
    cuzk_trace_record record = {.kind = CUZK_TRACE_READY, .device = CUZK_TRACE_NO_DEVICE};
    uint64_t begin_ns = cuzk_clock_now_ns();
    for (int i = 0; i < RECORDS; i++) {
        record.time_ns = cuzk_clock_now_ns();
        if (trace != NULL)
            cuzk_trace_put(trace, &record);
    }
    return (double)(cuzk_clock_now_ns() - begin_ns) / RECORDS;
}

static void report(const char *name, cuzk_trace *trace, const char *after)
{
    double rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        rounds[i] = round_ns(trace);
        struct timespec pause = {.tv_nsec = 30000000}; /* the collector empties the ring */
        nanosleep(&pause, NULL);
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare);
    printf("  \"%s\": {\"best_ns\": %.1f, \"median_ns\": %.1f, \"worst_ns\": %.1f}%s\n", name, rounds[0],
           rounds[ROUNDS / 2], rounds[ROUNDS - 1], after);
}

int main(void)
{
    cuzk_error err = {CUZK_OK, ""};
    cuzk_trace *trace = NULL;
    cuzk_trace_header header = {.started_ns = 1};
    cuzk_trace_options options = {.history_log2 = 16};
    if (cuzk_trace_create(&trace, &header, &options, &err) != CUZK_OK) {
        fprintf(stderr, "trace: %s\n", err.message);
        return 1;
    }
    printf("{\n");
    report("clock", NULL, ",");
    report("clock_and_record", trace, "");
    printf("}\n");
    cuzk_trace_destroy(trace);
    return 0;
}
