/* SPDX-License-Identifier: Apache-2.0
 *
 * The diagnosis benchmark.
 *     run_scenarios FILE [--only NAME] [--what-if]
 * Runs every scenario of the file; explain sees the trace alone and has to name the expected cause first (and a second one
 * next), with busy and idle time adding up and less than 2% unattributed. --what-if runs each again without its cause and prints
 * predicted and measured gain. Prints TAP; ends with 1 if a scenario fails.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenario.h"
#include "trace/explain.h"

enum {
    TRIES_MAX = 3,
};

typedef struct tally {
    unsigned run, failed, repeated, predicted_well, predicted;
} tally;

static bool read_explanation(cuzk_explanation *out, cuzk_trace_data *data, const char *path)
{
    cuzk_error err = {CUZK_OK, ""};
    if (cuzk_trace_data_read(data, path, &err) == CUZK_OK && cuzk_explain(out, data, 0, 0, &err) == CUZK_OK)
        return true;
    printf("# %s\n", err.message);
    return false;
}

static const char *bound_of(const cuzk_explanation *e)
{
    if (e->bound == CUZK_BOUND_UNKNOWN)
        return "unknown";
    return e->bound == CUZK_BOUND_DEVICE ? "device" : cuzk_finding_name(e->findings[0].what);
}

static bool sums_up(const cuzk_explanation *e)
{
    double wall_ns = (double)(e->ledger.until_ns - e->ledger.from_ns);
    for (uint32_t i = 0; i < e->ledger.device_count; i++) {
        double sum_ns = (double)e->ledger.devices[i].busy_ns;
        for (int k = 0; k < CUZK_CAUSE_COUNT; k++)
            sum_ns += (double)e->ledger.devices[i].idle_ns[k];
        if (sum_ns < 0.99 * wall_ns || sum_ns > 1.01 * wall_ns)
            return false;
    }
    return e->unattributed_share < 0.02;
}

static bool as_expected(const scenario *s, const cuzk_explanation *e)
{
    if (strcmp(bound_of(e), s->expected[0]) != 0 || !sums_up(e))
        return false;
    return s->expected[1][0] == '\0' ||
           (e->finding_count > 1 && strcmp(cuzk_finding_name(e->findings[1].what), s->expected[1]) == 0);
}

static void show(const scenario *s, const cuzk_explanation *e)
{
    printf("# expected %s%s%s; busy %.3f, bound %s\n", s->expected[0], s->expected[1][0] != '\0' ? " + " : "",
           s->expected[1], e->busy_share, bound_of(e));
    for (size_t i = 0; i < e->finding_count; i++)
        printf("#   %s %.3f, gain %.3f: %s\n", cuzk_finding_name(e->findings[i].what), e->findings[i].share,
               e->findings[i].gain, e->findings[i].evidence);
}

static void check_what_if(tally *t, const scenario *s, const cuzk_explanation *with, const char *path)
{
    scenario without;
    cuzk_trace_data data;
    cuzk_explanation e;
    if (with->bound != CUZK_BOUND_CAUSE || !scenario_without(&without, s))
        return;
    scenario_run(&without, path);
    if (!read_explanation(&e, &data, path))
        return;
    double measured = e.proofs_per_hour / with->proofs_per_hour, predicted = with->findings[0].gain;
    bool well = predicted / measured < 1.15 && predicted / measured > 0.85;
    t->predicted++;
    t->predicted_well += well;
    printf("# what-if %s: predicted %.3f, measured %.3f%s\n", s->name, predicted, measured, well ? "" : " (off)");
    cuzk_explanation_clear(&e);
    cuzk_trace_data_clear(&data);
}

/* Once: whether explain says what is expected. */
static bool try_once(tally *t, const scenario *s, const char *path, bool what_if)
{
    cuzk_trace_data data;
    cuzk_explanation e;
    scenario_run(s, path);
    if (!read_explanation(&e, &data, path))
        return false;
    bool good = as_expected(s, &e);
    if (!good)
        show(s, &e);
    if (good && what_if)
        check_what_if(t, s, &e, path);
    cuzk_explanation_clear(&e);
    cuzk_trace_data_clear(&data);
    return good;
}

/* Threads of a busy machine wake up late, which is a cause of its own and rightly named: a scenario may be repeated. */
static void run(tally *t, const scenario *s, const char *path, bool what_if)
{
    bool good = false;
    unsigned tries = 0;
    while (!good && tries < TRIES_MAX) {
        tries++;
        good = try_once(t, s, path, what_if);
    }
    t->run++;
    t->failed += !good;
    t->repeated += good && tries > 1;
    printf("%s %u - %s\n", good ? "ok" : "not ok", t->run, s->name);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char line[1024], path[64] = "/tmp/cuzk-scenario-XXXXXX";
    const char *only = NULL;
    bool what_if = false;
    tally t = {0};
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int descriptor = mkstemp(path);
    if (file == NULL || descriptor < 0) {
        fprintf(stderr, "usage: run_scenarios FILE [--only NAME] [--what-if]\n");
        return 2;
    }
    close(descriptor);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--what-if") == 0)
            what_if = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
    }
    while (fgets(line, sizeof line, file) != NULL) {
        scenario s;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (!scenario_parse(&s, line))
            t.failed++;
        else if (only == NULL || strstr(s.name, only) != NULL)
            run(&t, &s, path, what_if);
    }
    fclose(file);
    unlink(path);
    printf("1..%u\n# %u right at once, %u when repeated, %u wrong\n", t.run, t.run - t.failed - t.repeated,
           t.repeated, t.failed);
    if (what_if)
        printf("# what-if: %u of %u within 15%%\n", t.predicted_well, t.predicted);
    return t.failed > 0 || t.run == 0;
}
