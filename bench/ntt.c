/* SPDX-License-Identifier: Apache-2.0
 *
 * Times transforms and the scalars of the h sum; prints one JSON object.
 *     ntt [--curve bn254|bls12_381] [--log2 FIRST[-LAST]] [--threads N] [--isa auto|portable|adx] [--repeat N]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"
#include "poly/h.h"

typedef struct options {
    cuzk_curve_id curve;
    uint32_t log2_first, log2_last, threads, repeat;
    cuzk_isa isa;
} options;

typedef struct bench {
    const cuzk_ntt_plan *plan;
    cuzk_fr *vectors[3];
    void *work;
} bench;

static void run_forward(const bench *b)
{
    (void)cuzk_ntt_run(b->plan, CUZK_NTT_FORWARD, b->vectors[0], b->work, NULL);
}

static void run_inverse(const bench *b)
{
    (void)cuzk_ntt_run(b->plan, CUZK_NTT_INVERSE, b->vectors[0], b->work, NULL);
}

static void run_coset_forward(const bench *b)
{
    (void)cuzk_ntt_run(b->plan, CUZK_NTT_COSET_FORWARD, b->vectors[0], b->work, NULL);
}

static void run_ascend(const bench *b)
{
    cuzk_ntt_ascend(b->plan, b->vectors[0], b->work, NULL, NULL, false);
}

static void run_h(const bench *b)
{
    (void)cuzk_h_scalars(b->plan, CUZK_H_ODD_COSET, b->vectors[0], b->vectors[1], b->vectors[2], false, b->work,
                         NULL);
}

static const struct {
    const char *name;
    void (*run)(const bench *b);
} cases[] = {
    {"forward", run_forward},
    {"inverse", run_inverse},
    {"coset_forward", run_coset_forward},
    {"forward_from_bit_reversed", run_ascend},
    {"h_scalars", run_h},
};

/* Processor time of all threads: the figure to compare by on a machine that others use too. */
static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void time_case(const bench *b, size_t which, uint32_t repeat, bool last)
{
    double *ms = calloc(repeat, 2 * sizeof *ms), *cpu = ms + repeat;
    if (ms == NULL)
        return;
    cases[which].run(b); /* touches every page and wakes the workers */
    for (uint32_t i = 0; i < repeat; i++) {
        uint64_t start = cuzk_clock_now_ns();
        double cpu_start = cpu_ms();
        cases[which].run(b);
        ms[i] = (double)(cuzk_clock_now_ns() - start) / 1e6;
        cpu[i] = cpu_ms() - cpu_start;
    }
    qsort(ms, repeat, sizeof *ms, compare_doubles);
    qsort(cpu, repeat, sizeof *cpu, compare_doubles);
    printf("      {\"case\": \"%s\", \"median_ms\": %.3f, \"min_ms\": %.3f, \"max_ms\": %.3f, \"median_cpu_ms\": "
           "%.3f}%s\n",
           cases[which].name, ms[repeat / 2], ms[0], ms[repeat - 1], cpu[repeat / 2], last ? "" : ",");
    free(ms);
}

static void fill(cuzk_fr *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < CUZK_FR_LIMBS; j++)
            values[i].limb[j] =
                (i + 1) * 0x9e3779b97f4a7c15u * (uint64_t)(j + 1) >> (j == CUZK_FR_LIMBS - 1 ? 4 : 0);
}

static cuzk_status bench_size(const options *o, uint32_t log2, cuzk_error *err)
{
    cuzk_status status;
    cuzk_pages pages[4] = {{NULL, 0}};
    cuzk_ntt_plan *plan = NULL;
    size_t count = (size_t)1 << log2;

    if ((status = cuzk_ntt_plan_create(&plan, o->curve, log2, CUZK_ROOT_5, NULL, o->threads, o->isa, err)) !=
        CUZK_OK)
        goto done;
    for (int i = 0; i < 4; i++) {
        size_t size_bytes = i < 3 ? count * sizeof(cuzk_fr) : cuzk_ntt_workspace_bytes(plan);
        if ((status = cuzk_pages_alloc(&pages[i], size_bytes, "the benchmark", err)) != CUZK_OK)
            goto done;
        if (i < 3)
            fill(pages[i].bytes, count);
    }
    bench b = {plan, {pages[0].bytes, pages[1].bytes, pages[2].bytes}, pages[3].bytes};
    printf("    {\"log2\": %u, \"threads\": %u, \"cases\": [\n", log2, cuzk_pool_thread_count(plan->pool));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        time_case(&b, i, o->repeat, i + 1 == sizeof cases / sizeof cases[0]);
    printf("    ]}%s\n", log2 == o->log2_last ? "" : ",");
done:
    for (int i = 0; i < 4; i++)
        cuzk_pages_free(&pages[i]);
    cuzk_ntt_plan_destroy(plan);
    return status;
}

static bool parse_isa(cuzk_isa *out, const char *text)
{
    for (int isa = CUZK_ISA_AUTO; isa <= CUZK_ISA_IFMA; isa++) {
        if (strcmp(cuzk_isa_name((cuzk_isa)isa), text) == 0) {
            *out = (cuzk_isa)isa;
            return true;
        }
    }
    return false;
}

static bool parse_option(options *o, const char *name, const char *value)
{
    if (strcmp(name, "--log2") == 0) {
        int got = sscanf(value, "%u-%u", &o->log2_first, &o->log2_last);
        if (got == 1)
            o->log2_last = o->log2_first;
        return got >= 1 && o->log2_first <= o->log2_last;
    }
    if (strcmp(name, "--threads") == 0)
        return sscanf(value, "%u", &o->threads) == 1;
    if (strcmp(name, "--repeat") == 0)
        return sscanf(value, "%u", &o->repeat) == 1 && o->repeat > 0;
    if (strcmp(name, "--isa") == 0)
        return parse_isa(&o->isa, value);
    if (strcmp(name, "--curve") != 0)
        return false;
    o->curve = strcmp(value, "bn254") == 0 ? CUZK_CURVE_BN254 : CUZK_CURVE_BLS12_381;
    return o->curve == CUZK_CURVE_BN254 || strcmp(value, "bls12_381") == 0;
}

int main(int argc, char **argv)
{
    options o = {CUZK_CURVE_BN254, 16, 20, 0, 9, CUZK_ISA_AUTO};
    cuzk_error err = {CUZK_OK, ""};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 >= argc || !parse_option(&o, argv[i], argv[i + 1])) {
            fprintf(stderr,
                    "usage: %s [--curve bn254|bls12_381] [--log2 FIRST[-LAST]] [--threads N]\n"
                    "       [--isa auto|portable|adx] [--repeat N]\n",
                    argv[0]);
            return 2;
        }
    }
    if (cuzk_isa_resolve(&o.isa, o.isa, &err) != CUZK_OK) {
        fprintf(stderr, "%s: %s\n", argv[0], err.message);
        return cuzk_status_exit_code(err.status);
    }
    printf("{\n  \"benchmark\": \"ntt\", \"curve\": \"%s\", \"isa\": \"%s\", \"repeat\": %u,\n  \"sizes\": [\n",
           o.curve == CUZK_CURVE_BN254 ? "bn254" : "bls12_381", cuzk_isa_name(o.isa), o.repeat);
    for (uint32_t log2 = o.log2_first; log2 <= o.log2_last; log2++) {
        if (bench_size(&o, log2, &err) != CUZK_OK) {
            fprintf(stderr, "%s: %s\n", argv[0], err.message);
            return cuzk_status_exit_code(err.status);
        }
    }
    printf("  ]\n}\n");
    return 0;
}
