/* SPDX-License-Identifier: Apache-2.0
 *
 * Times the field arithmetic of every instruction set that runs here:
 *
 *     bench_field [REPETITIONS] > result.json
 *
 * Each kernel runs REPETITIONS times (101 unless given), in rounds over all kernels, so that a disturbance of the
 * machine meets all alike. The result gives the median, the quartiles and the least of nanoseconds an operation.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "field_kernels.h"

enum {
    KERNELS_MAX = 128,
    REPETITIONS_MAX = 10001,
};

typedef struct series {
    const field_kernel *kernel;
    double *ns;
} series;

static int collect_from(series out[KERNELS_MAX], int count, const field_kernel *kernels)
{
    for (; kernels->field != NULL && count < KERNELS_MAX; kernels++)
        out[count++].kernel = kernels;
    return count;
}

static int collect(series out[KERNELS_MAX])
{
    int count = collect_from(out, 0, field_kernels_portable);
#if defined(__x86_64__)
    if (cuzk_isa_available(CUZK_ISA_ADX))
        count = collect_from(out, count, field_kernels_adx);
    if (cuzk_isa_available(CUZK_ISA_IFMA))
        count = collect_from(out, count, field_kernels_ifma);
#endif
    return count;
}

static double measure(const field_kernel *kernel)
{
    uint64_t started_ns = cuzk_clock_now_ns();
    kernel->run();
    return (double)(cuzk_clock_now_ns() - started_ns) / (double)kernel->per_call;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_series(const series *s, int repetitions, const char *separator)
{
    qsort(s->ns, (size_t)repetitions, sizeof s->ns[0], compare);
    printf("    {\"field\": \"%s\", \"isa\": \"%s\", \"operation\": \"%s\", \"mode\": \"%s\", "
           "\"median_ns\": %.2f, \"quartile_1_ns\": %.2f, \"quartile_3_ns\": %.2f, \"least_ns\": %.2f}%s\n",
           s->kernel->field, s->kernel->isa, s->kernel->operation, s->kernel->mode, s->ns[repetitions / 2],
           s->ns[repetitions / 4], s->ns[repetitions * 3 / 4], s->ns[0], separator);
}

static void print_all(const series *all, int count, int repetitions)
{
    char features[128];
    cuzk_cpu_features(features, sizeof features);
    printf("{\n  \"compiler\": \"%s\",\n  \"cpu_features\": \"%s\",\n  \"repetitions\": %d,\n  \"results\": [\n",
           __VERSION__, features, repetitions);
    for (int i = 0; i < count; i++)
        print_series(&all[i], repetitions, i + 1 < count ? "," : "");
    printf("  ]\n}\n");
}

int main(int argc, char **argv)
{
    int repetitions = argc > 1 ? atoi(argv[1]) : 101;
    if (repetitions < 1 || repetitions > REPETITIONS_MAX) {
        fprintf(stderr, "bench_field: repetitions: 1 to %d\n", REPETITIONS_MAX);
        return 2;
    }
    series all[KERNELS_MAX];
    int count = collect(all);
    double *ns = calloc((size_t)count * (size_t)repetitions, sizeof *ns);
    if (ns == NULL) {
        fprintf(stderr, "bench_field: no memory for %d times %d results\n", count, repetitions);
        return 1;
    }
    for (int i = 0; i < count; i++)
        all[i].ns = ns + (size_t)i * (size_t)repetitions;
    for (int round = 0; round < repetitions; round++)
        for (int i = 0; i < count; i++)
            all[i].ns[round] = measure(all[i].kernel);
    print_all(all, count, repetitions);
    free(ns);
    return 0;
}
