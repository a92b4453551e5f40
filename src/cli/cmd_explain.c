/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "cli/trace_input.h"
#include "trace/explain.h"

typedef struct explained {
    cuzk_trace_data data;
    cuzk_explanation explanation;
} explained;

static cuzk_status explained_read(explained *out, cli_context *cli, const char *path)
{
    uint64_t from_ns, until_ns;
    cuzk_status status = trace_input_read(&out->data, path, &cli->err);
    if (status != CUZK_OK)
        return status;
    status = trace_input_window(&out->data, cli->options->window, &from_ns, &until_ns, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_explain(&out->explanation, &out->data, from_ns, until_ns, &cli->err);
    if (status != CUZK_OK)
        cuzk_trace_data_clear(&out->data);
    return status;
}

static void explained_clear(explained *e)
{
    cuzk_explanation_clear(&e->explanation);
    cuzk_trace_data_clear(&e->data);
}

static const char *bound_name(const cuzk_explanation *e)
{
    if (e->bound == CUZK_BOUND_UNKNOWN)
        return "not enough evidence";
    return e->bound == CUZK_BOUND_DEVICE ? "device" : cuzk_finding_name(e->findings[0].what);
}

/* Sure: the cause is in the records, by itself. */
static const char *sureness(const cuzk_explanation *e)
{
    if (e->bound == CUZK_BOUND_UNKNOWN)
        return "none";
    if (e->bound == CUZK_BOUND_CAUSE && e->findings[0].likely)
        return "likely";
    return e->ledger.lost_count > 0 || e->unattributed_share > 0.02 ? "likely" : "sure";
}

/* ---- JSON ---- */

static void json_finding(json_out *json, const cuzk_finding *f)
{
    json_begin(json, NULL, '{');
    json_string(json, "cause", cuzk_finding_name(f->what));
    json_number(json, "device_seconds", (double)f->cost_ns / 1e9, 6);
    json_number(json, "share", f->share, 4);
    json_number(json, "gain", f->gain, 4);
    json_number(json, "proofs_per_hour", f->lost_per_hour, 1);
    json_u64(json, "pieces", f->piece_count);
    json_number(json, "longest_seconds", (double)f->longest_ns / 1e9, 6);
    json_bool(json, "likely", f->likely);
    json_string(json, "evidence", f->evidence);
    json_string(json, "advice", f->advice);
    json_end(json, '}');
}

static void json_devices(json_out *json, const cuzk_ledger *ledger)
{
    json_begin(json, "devices", '[');
    for (uint32_t i = 0; i < ledger->device_count; i++) {
        const cuzk_ledger_device *device = &ledger->devices[i];
        json_begin(json, NULL, '{');
        json_u64(json, "busy_ns", device->busy_ns);
        json_u64(json, "kernels", device->kernel_count);
        json_bool(json, "from_phases", device->from_phases);
        json_begin(json, "idle_ns", '{');
        for (uint32_t k = 0; k < CUZK_CAUSE_COUNT; k++)
            json_u64(json, cuzk_cause_name(k), device->idle_ns[k]);
        json_end(json, '}');
        json_end(json, '}');
    }
    json_end(json, ']');
}

static void json_explanation(json_out *json, const cuzk_explanation *e)
{
    json_string(json, "bound", bound_name(e));
    json_string(json, "sure", sureness(e));
    if (e->reason[0] != '\0')
        json_string(json, "reason", e->reason);
    json_number(json, "seconds", (double)(e->ledger.until_ns - e->ledger.from_ns) / 1e9, 6);
    json_number(json, "busy_share", e->busy_share, 4);
    json_number(json, "unattributed_share", e->unattributed_share, 4);
    json_u64(json, "proofs", e->proof_count);
    json_number(json, "proofs_per_hour", e->proofs_per_hour, 1);
    json_u64(json, "failed_attempts", e->attempt_failure_count);
    json_u64(json, "lost_records", e->ledger.lost_count);
    json_begin(json, "findings", '[');
    for (size_t i = 0; i < e->finding_count; i++)
        json_finding(json, &e->findings[i]);
    json_end(json, ']');
    json_devices(json, &e->ledger);
}

/* ---- Text ---- */

static void print_finding(const cuzk_finding *f)
{
    printf("- %s: %.3f GPU-seconds, %.1f%% of the time%s. ", cuzk_finding_name(f->what), (double)f->cost_ns / 1e9,
           100 * f->share, f->likely ? ", likely" : "");
    printf("Evidence: %s (%zu such, the longest %.3f ms). ", f->evidence, f->piece_count,
           (double)f->longest_ns / 1e6);
    printf("%s Without it: %.2f times the throughput, %.0f proofs an hour more.\n", f->advice, f->gain,
           f->lost_per_hour);
}

static void print_explanation(const cuzk_explanation *e)
{
    double seconds = (double)(e->ledger.until_ns - e->ledger.from_ns) / 1e9;
    printf("%" PRIu64 " proofs in %.3f s (%.0f an hour) on %u devices; kernels ran %.1f%% of the time.\n",
           e->proof_count, seconds, e->proofs_per_hour, e->ledger.device_count, 100 * e->busy_share);
    for (uint32_t i = 0; i < e->ledger.device_count; i++)
        if (e->ledger.devices[i].from_phases)
            printf(
                "Device %u recorded no kernels: its busy time is that of phases, and gaps in them are not seen.\n",
                i);
    if (e->bound == CUZK_BOUND_UNKNOWN)
        printf("Not enough evidence: %s.\n", e->reason);
    else if (e->bound == CUZK_BOUND_DEVICE)
        printf("The device itself is the bound (%s).\n", sureness(e));
    else
        printf("The bound is %s (%s).\n", bound_name(e), sureness(e));
    for (size_t i = 0; i < e->finding_count; i++)
        print_finding(&e->findings[i]);
}

/* ---- Two traces ---- */

static double share_of(const cuzk_explanation *e, uint32_t cause)
{
    double idle_ns = 0, all_ns = (double)(e->ledger.until_ns - e->ledger.from_ns) * e->ledger.device_count;
    for (uint32_t i = 0; i < e->ledger.device_count; i++)
        idle_ns += (double)e->ledger.devices[i].idle_ns[cause];
    return all_ns > 0 ? idle_ns / all_ns : 0;
}

static void json_comparison(json_out *json, const cuzk_explanation *a, const cuzk_explanation *b)
{
    json_begin(json, "a", '{');
    json_explanation(json, a);
    json_end(json, '}');
    json_begin(json, "b", '{');
    json_explanation(json, b);
    json_end(json, '}');
    json_number(json, "speedup", a->proofs_per_hour > 0 ? b->proofs_per_hour / a->proofs_per_hour : 0, 4);
    json_begin(json, "share_change", '{');
    for (uint32_t k = 0; k < CUZK_CAUSE_COUNT; k++)
        json_number(json, cuzk_cause_name(k), share_of(b, k) - share_of(a, k), 4);
    json_end(json, '}');
}

static void print_comparison(const cuzk_explanation *a, const cuzk_explanation *b)
{
    printf("A: %.0f proofs an hour, bound: %s. B: %.0f proofs an hour, bound: %s.", a->proofs_per_hour,
           bound_name(a), b->proofs_per_hour, bound_name(b));
    if (a->proofs_per_hour > 0)
        printf(" B is %.2f times A.", b->proofs_per_hour / a->proofs_per_hour);
    printf("\n%-14s %8s %8s\n%-14s %7.1f%% %7.1f%%\n", "", "A", "B", "kernels", 100 * a->busy_share,
           100 * b->busy_share);
    for (uint32_t k = 0; k < CUZK_CAUSE_COUNT; k++)
        if (share_of(a, k) >= 0.001 || share_of(b, k) >= 0.001)
            printf("%-14s %7.1f%% %7.1f%%\n", cuzk_cause_name(k), 100 * share_of(a, k), 100 * share_of(b, k));
}

static cuzk_status explain_two(cli_context *cli)
{
    explained a, b;
    cuzk_status status = explained_read(&a, cli, cli->arguments[0]);
    if (status != CUZK_OK)
        return status;
    if ((status = explained_read(&b, cli, cli->arguments[1])) == CUZK_OK) {
        report_begin(cli, "explain");
        if (cli->options->json)
            json_comparison(&cli->json, &a.explanation, &b.explanation);
        else
            print_comparison(&a.explanation, &b.explanation);
        report_end(cli);
        explained_clear(&b);
    }
    explained_clear(&a);
    return status;
}

cuzk_status cmd_explain(cli_context *cli)
{
    explained e;
    if (cli->options->compare != (cli->argument_count == 2))
        return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT,
                              "%d traces given; --compare takes two, explain alone takes one", cli->argument_count);
    if (cli->options->compare)
        return explain_two(cli);
    cuzk_status status = explained_read(&e, cli, cli->arguments[0]);
    if (status != CUZK_OK)
        return status;
    report_begin(cli, "explain");
    if (cli->options->json)
        json_explanation(&cli->json, &e.explanation);
    else
        print_explanation(&e.explanation);
    report_end(cli);
    explained_clear(&e);
    return CUZK_OK;
}
