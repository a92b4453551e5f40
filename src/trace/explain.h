/* SPDX-License-Identifier: Apache-2.0
 *
 * What bounds throughput, from a trace alone: the causes of idle time in order of their cost, what shows each, what to change
 * and what that should gain. Pure functions. The rules: docs/evidence.md.
 */
#ifndef CUZK_TRACE_EXPLAIN_H
#define CUZK_TRACE_EXPLAIN_H

#include "trace/ledger.h"

typedef enum cuzk_bound {
    CUZK_BOUND_UNKNOWN, /* not enough evidence: `reason` says what lacks */
    CUZK_BOUND_DEVICE,  /* kernels run nearly always */
    CUZK_BOUND_CAUSE,   /* the first finding */
} cuzk_bound;

/* What is no cause of a gap, but of longer work. */
enum {
    CUZK_FINDING_KERNEL_SLOWDOWN = CUZK_CAUSE_COUNT,
    CUZK_FINDING_MEMORY_BANDWIDTH,
    CUZK_FINDING_COUNT,
};

typedef struct cuzk_finding {
    uint32_t what;        /* cuzk_cause, or one of the above */
    uint64_t cost_ns;     /* device time, over all devices */
    double share;         /* of the devices' time */
    double gain;          /* what throughput is multiplied by without it, by replay */
    double lost_per_hour; /* proofs */
    size_t piece_count;
    uint64_t longest_ns, longest_begin_ns;
    bool likely;        /* by inference, not by a record of the thing itself */
    char evidence[320]; /* a sentence */
    const char *advice; /* a sentence */
} cuzk_finding;

typedef struct cuzk_explanation {
    cuzk_ledger ledger;
    cuzk_bound bound;
    char reason[256];
    double busy_share, unattributed_share, proofs_per_hour;
    uint64_t proof_count, attempt_failure_count;
    cuzk_finding findings[CUZK_FINDING_COUNT];
    size_t finding_count; /* those that cost 1% of the devices' time or more, dearest first */
} cuzk_explanation;

const char *cuzk_finding_name(uint32_t what);

/* Of the window from_ns..until_ns, or of all if both are 0. To be cleared. */
cuzk_status cuzk_explain(cuzk_explanation *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns,
                         cuzk_error *err);
void cuzk_explanation_clear(cuzk_explanation *explanation);

/* ---- Parts ---- */

/* Work that became slower within the window (explain_trend.c): the median rate of the last quarter against that of the
 * first, or 1 if there is too little to tell. Above 1: slower now. `slow_ns` is the time that it cost. */
typedef struct cuzk_trend {
    double ratio;
    uint64_t slow_ns;
    size_t sample_count;
} cuzk_trend;

void cuzk_trend_kernels(cuzk_trend *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns);

/* Time for each byte of the steps of one kind. */
void cuzk_trend_bytes(cuzk_trend *out, const cuzk_trace_data *data, cuzk_trace_kind kind, uint64_t from_ns,
                      uint64_t until_ns);

/* The sentence that a piece's record gives. */
void cuzk_explain_evidence(char *out, size_t capacity, const cuzk_trace_data *data, const cuzk_ledger_piece *piece,
                           uint32_t device);
const char *cuzk_explain_advice(uint32_t what);

/* What throughput is multiplied by when the device time of a cause is gone (what_if.c). */
double cuzk_what_if(const cuzk_ledger *ledger, const cuzk_trace_data *data, cuzk_cause without);

#endif
