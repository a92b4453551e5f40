/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* What counts as what; reasons in docs/evidence.md. */
#define BUSY_BOUND         0.90 /* kernels run nearly always */
#define FINDING_SHARE      0.01
#define TREND_RATIO        1.20 /* slower by this much within the window */
#define UNATTRIBUTED_SHARE 0.20
#define LOST_SHARE         0.05

enum {
    PROOFS_MIN = 4,
    SEARCH_MAX = 4096, /* records between an assignment and its failure */
};

static double devices_time_ns(const cuzk_ledger *ledger)
{
    return (double)(ledger->until_ns - ledger->from_ns) * ledger->device_count;
}

/* ---- Counting ---- */

static void count_proofs(cuzk_explanation *out, const cuzk_trace_data *data)
{
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *r = &data->records[i];
        if (r->time_ns < out->ledger.from_ns || r->time_ns > out->ledger.until_ns)
            continue;
        out->proof_count += r->kind == CUZK_TRACE_FINISH && r->status == CUZK_OK;
        out->attempt_failure_count += r->kind == CUZK_TRACE_FAULT;
    }
    out->proofs_per_hour = (double)out->proof_count * 3600e9 / (double)(out->ledger.until_ns - out->ledger.from_ns);
}

/* ---- Findings ---- */

/* The start of an attempt that failed; NULL if it is not among the records before. */
static const cuzk_trace_record *start_of(const cuzk_trace_data *data, size_t fault_at)
{
    const cuzk_trace_record *fault = &data->records[fault_at];
    for (size_t k = fault_at; k-- > 0 && fault_at - k < SEARCH_MAX;) {
        const cuzk_trace_record *r = &data->records[k];
        if (r->kind == CUZK_TRACE_START && r->job == fault->job && r->partition == fault->partition &&
            r->attempt == fault->attempt)
            return r;
    }
    return NULL;
}

/* Kernels that the thread of a start submitted during it. */
static uint64_t kernels_ns(const cuzk_trace_data *data, const cuzk_trace_record *start)
{
    uint64_t sum_ns = 0;
    size_t first = (size_t)(start - data->records);
    for (size_t i = first; i < data->count && i - first < SEARCH_MAX; i++) {
        const cuzk_trace_record *r = &data->records[i];
        uint64_t waited_ns = r->value >> 8, begin_ns = trace_record_begin_ns(r);
        if (r->kind != CUZK_TRACE_KERNEL || r->worker != start->worker || waited_ns > begin_ns)
            continue;
        if (begin_ns - waited_ns >= trace_record_begin_ns(start) && begin_ns - waited_ns <= start->time_ns)
            sum_ns += r->duration_ns;
    }
    return sum_ns;
}

/* Device time that went into attempts which failed. */
static uint64_t wasted_ns(const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns)
{
    uint64_t sum_ns = 0;
    for (size_t i = 0; i < data->count; i++) {
        const cuzk_trace_record *fault = &data->records[i];
        if (fault->kind != CUZK_TRACE_FAULT || fault->time_ns < from_ns || fault->time_ns > until_ns)
            continue;
        const cuzk_trace_record *start = start_of(data, i);
        if (start != NULL)
            sum_ns += kernels_ns(data, start);
    }
    return sum_ns;
}

/* Of time that was worked, not idled: no less than a tenth is left. */
static double without_share(double share)
{
    return share < 0.9 ? 1 / (1 - share) : 10;
}

static void finding_add(cuzk_explanation *out, const cuzk_finding *finding)
{
    size_t at = out->finding_count++;
    for (; at > 0 && out->findings[at - 1].cost_ns < finding->cost_ns; at--)
        out->findings[at] = out->findings[at - 1];
    out->findings[at] = *finding;
}

/* The longest piece of a cause speaks for it. */
static void finding_pieces(cuzk_finding *finding, const cuzk_ledger *ledger, const cuzk_trace_data *data)
{
    const cuzk_ledger_piece *longest = NULL;
    uint32_t device = 0;
    for (uint32_t i = 0; i < ledger->device_count; i++)
        for (size_t k = 0; k < ledger->devices[i].piece_count; k++) {
            const cuzk_ledger_piece *piece = &ledger->devices[i].pieces[k];
            if ((uint32_t)piece->cause != finding->what)
                continue;
            finding->piece_count++;
            if (piece->end_ns - piece->begin_ns <= finding->longest_ns)
                continue;
            finding->longest_ns = piece->end_ns - piece->begin_ns;
            finding->longest_begin_ns = piece->begin_ns;
            longest = piece;
            device = i;
        }
    if (longest != NULL)
        cuzk_explain_evidence(finding->evidence, sizeof finding->evidence, data, longest, device);
}

static void find_cause(cuzk_explanation *out, const cuzk_trace_data *data, cuzk_cause cause)
{
    cuzk_finding finding = {.what = cause, .advice = cuzk_explain_advice(cause)};
    for (uint32_t i = 0; i < out->ledger.device_count; i++)
        finding.cost_ns += out->ledger.devices[i].idle_ns[cause];
    if (cause == CUZK_CAUSE_FAULT)
        finding.cost_ns += wasted_ns(data, out->ledger.from_ns, out->ledger.until_ns);
    finding.share = (double)finding.cost_ns / devices_time_ns(&out->ledger);
    if (cause == CUZK_CAUSE_UNATTRIBUTED)
        out->unattributed_share = finding.share;
    if (finding.share < FINDING_SHARE)
        return;
    finding.gain =
        cause == CUZK_CAUSE_FAULT ? without_share(finding.share) : cuzk_what_if(&out->ledger, data, cause);
    finding.lost_per_hour = out->proofs_per_hour * (finding.gain - 1);
    finding_pieces(&finding, &out->ledger, data);
    if (cause == CUZK_CAUSE_FAULT && out->attempt_failure_count > 0)
        snprintf(finding.evidence, sizeof finding.evidence, "%" PRIu64 " attempts failed and were made again",
                 out->attempt_failure_count);
    finding_add(out, &finding);
}

static void find_trend(cuzk_explanation *out, uint32_t what, const cuzk_trend *trend, const char *subject)
{
    cuzk_finding finding = {.what = what,
                            .cost_ns = trend->slow_ns,
                            .likely = true,
                            .longest_begin_ns = out->ledger.from_ns,
                            .advice = cuzk_explain_advice(what)};
    double all_ns = devices_time_ns(&out->ledger);
    finding.share = (double)finding.cost_ns / all_ns;
    if (trend->ratio < TREND_RATIO || finding.share < FINDING_SHARE)
        return;
    finding.gain = without_share(finding.share);
    finding.lost_per_hour = out->proofs_per_hour * (finding.gain - 1);
    finding.piece_count = trend->sample_count;
    snprintf(finding.evidence, sizeof finding.evidence, "%s %.2f times as long at the end as at the beginning",
             subject, trend->ratio);
    finding_add(out, &finding);
}

static void find_kernel_slowdown(cuzk_explanation *out, const cuzk_trace_data *data)
{
    cuzk_trend trend;
    cuzk_trend_kernels(&trend, data, out->ledger.from_ns, out->ledger.until_ns);
    find_trend(out, CUZK_FINDING_KERNEL_SLOWDOWN, &trend, "the same kernels took");
}

/* Both what the processor and what the bus moves has become slower: neither is to blame alone. */
static void find_memory_bandwidth(cuzk_explanation *out, const cuzk_trace_data *data)
{
    cuzk_trend copies, synthesis;
    cuzk_trend_bytes(&copies, data, CUZK_TRACE_COPY_IN, out->ledger.from_ns, out->ledger.until_ns);
    cuzk_trend_bytes(&synthesis, data, CUZK_TRACE_SYNTHESIS, out->ledger.from_ns, out->ledger.until_ns);
    if (copies.ratio < TREND_RATIO || synthesis.ratio < TREND_RATIO)
        return;
    copies.slow_ns += synthesis.slow_ns;
    if (synthesis.ratio < copies.ratio)
        copies.ratio = synthesis.ratio;
    find_trend(out, CUZK_FINDING_MEMORY_BANDWIDTH, &copies, "copies and synthesis both took, for a byte, at least");
}

/* ---- Verdict ---- */

static bool lacks_evidence(cuzk_explanation *out, const cuzk_trace_data *data)
{
    if (out->ledger.device_count == 0)
        snprintf(out->reason, sizeof out->reason, "the trace names no device");
    else if (out->proof_count < PROOFS_MIN)
        snprintf(out->reason, sizeof out->reason, "%" PRIu64 " proofs in the window; at least %d are needed",
                 out->proof_count, PROOFS_MIN);
    else if ((double)out->ledger.lost_count > LOST_SHARE * (double)data->count)
        snprintf(out->reason, sizeof out->reason, "%" PRIu64 " records were lost beside %zu that were kept",
                 out->ledger.lost_count, data->count);
    else if (out->unattributed_share > UNATTRIBUTED_SHARE)
        snprintf(out->reason, sizeof out->reason, "%.0f%% of the time has no cause", 100 * out->unattributed_share);
    return out->reason[0] != '\0';
}

static void decide(cuzk_explanation *out, const cuzk_trace_data *data)
{
    if (lacks_evidence(out, data))
        out->bound = CUZK_BOUND_UNKNOWN;
    else if (out->finding_count > 0 && (out->busy_share < BUSY_BOUND || out->findings[0].share >= 1 - BUSY_BOUND))
        out->bound = CUZK_BOUND_CAUSE;
    else
        out->bound = CUZK_BOUND_DEVICE;
}

cuzk_status cuzk_explain(cuzk_explanation *out, const cuzk_trace_data *data, uint64_t from_ns, uint64_t until_ns,
                         cuzk_error *err)
{
    memset(out, 0, sizeof *out);
    if (from_ns == 0 && until_ns == 0)
        cuzk_ledger_span(data, &from_ns, &until_ns);
    if (data->count == 0 || from_ns >= until_ns) {
        snprintf(out->reason, sizeof out->reason, "there is nothing in the window");
        return CUZK_OK;
    }
    cuzk_status status = cuzk_ledger_make(&out->ledger, data, from_ns, until_ns, err);
    if (status != CUZK_OK)
        return status;
    count_proofs(out, data);
    for (uint32_t i = 0; i < out->ledger.device_count; i++)
        out->busy_share += (double)out->ledger.devices[i].busy_ns / devices_time_ns(&out->ledger);
    for (int cause = 0; cause < CUZK_CAUSE_COUNT && out->ledger.device_count > 0; cause++)
        find_cause(out, data, (cuzk_cause)cause);
    if (out->ledger.device_count > 0) {
        find_kernel_slowdown(out, data);
        find_memory_bandwidth(out, data);
    }
    decide(out, data);
    return CUZK_OK;
}

void cuzk_explanation_clear(cuzk_explanation *explanation)
{
    cuzk_ledger_clear(&explanation->ledger);
}
