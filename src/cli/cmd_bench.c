/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/error.h"
#include "cli/bench.h"

static const bench_kernel *const kernels[] = {
    &cuzk_cli_bench_field,  &cuzk_cli_bench_ntt,   &cuzk_cli_bench_msm_g1,
    &cuzk_cli_bench_msm_g2, &cuzk_cli_bench_prove,
};

enum {
    KERNEL_COUNT = sizeof kernels / sizeof kernels[0],
};

/* "msm" stands for both groups. */
static bool kernel_matches(const bench_kernel *kernel, const char *word)
{
    return strcmp(kernel->name, word) == 0 || (strcmp(word, "msm") == 0 && strncmp(kernel->name, "msm-", 4) == 0);
}

static cuzk_status check_words(cli_context *cli)
{
    for (int i = 0; i < cli->argument_count; i++) {
        bool known = false;
        for (int k = 0; k < KERNEL_COUNT; k++)
            known = known || kernel_matches(kernels[k], cli->arguments[i]);
        if (!known)
            return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT,
                                  "no kernel '%s': there are field, ntt, msm, msm-g1, msm-g2 and prove",
                                  cli->arguments[i]);
    }
    return CUZK_OK;
}

static int compare_seconds(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report_row(cli_context *cli, const bench_kernel *kernel, const cli_device *device, uint32_t log2,
                       double *seconds, size_t count)
{
    qsort(seconds, count, sizeof *seconds, compare_seconds);
    double median = count % 2 == 1 ? seconds[count / 2] : (seconds[count / 2 - 1] + seconds[count / 2]) / 2.0;
    double per_item_ns = median * 1e9 / (double)((uint64_t)1 << log2);
    if (!cli->options->json) {
        char text[CLI_DEVICE_TEXT_BYTES] = "";
        if (device != NULL)
            device_text(text, sizeof text, device);
        printf("%-7s 2^%-2u %-8s median %.6f s, %.6f to %.6f, %.1f ns each%s%s\n", kernel->name, log2, kernel->item,
               median, seconds[0], seconds[count - 1], per_item_ns, device != NULL ? ", on " : "", text);
        fflush(stdout);
        return;
    }
    json_begin(&cli->json, NULL, '{');
    json_string(&cli->json, "kernel", kernel->name);
    json_string(&cli->json, "item", kernel->item);
    json_u64(&cli->json, "size_log2", log2);
    json_u64(&cli->json, "runs", count);
    json_number(&cli->json, "median_seconds", median, 9);
    json_number(&cli->json, "min_seconds", seconds[0], 9);
    json_number(&cli->json, "max_seconds", seconds[count - 1], 9);
    json_number(&cli->json, "median_ns_per_item", per_item_ns, 3);
    if (device != NULL)
        device_report_json(&cli->json, device);
    json_end(&cli->json, '}');
}

/* The first run is not counted: it meets cold caches and pages. */
static cuzk_status measure(cli_context *cli, const bench_kernel *kernel, uint32_t log2)
{
    void *state = NULL;
    size_t count = cli->options->repeat_count;
    double *seconds = calloc(count, sizeof *seconds);
    cuzk_status status;
    if (seconds == NULL)
        return cuzk_error_set(&cli->err, CUZK_E_NO_MEMORY, "no memory for the measurements");
    monitor_stage(cli->monitor, kernel->name);
    if ((status = kernel->prepare(&state, cli, log2)) != CUZK_OK)
        goto done;
    if ((status = kernel->run(state, &cli->err)) != CUZK_OK)
        goto done;
    for (size_t i = 0; i < count; i++) {
        uint64_t started = cuzk_clock_now_ns();
        if ((status = kernel->run(state, &cli->err)) != CUZK_OK)
            goto done;
        seconds[i] = cli_seconds_since(started);
    }
    report_row(cli, kernel, kernel->device != NULL ? kernel->device(state) : NULL, log2, seconds, count);
done:
    kernel->clear(state);
    free(seconds);
    return status;
}

static cuzk_status measure_sizes(cli_context *cli, const bench_kernel *kernel)
{
    static const uint64_t default_sizes[] = {12, 16};
    bool given = cli->options->sizes_given > 0;
    size_t count = given ? cli->options->sizes_given : sizeof default_sizes / sizeof default_sizes[0];
    const uint64_t *sizes = given ? cli->options->size_log2 : default_sizes;
    for (size_t i = 0; i < count; i++) {
        cuzk_status status = measure(cli, kernel, (uint32_t)sizes[i]);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static cuzk_status measure_all(cli_context *cli)
{
    for (int i = 0; i < cli->argument_count; i++)
        for (int k = 0; k < KERNEL_COUNT; k++) {
            if (!kernel_matches(kernels[k], cli->arguments[i]))
                continue;
            cuzk_status status = measure_sizes(cli, kernels[k]);
            if (status != CUZK_OK)
                return status;
        }
    return CUZK_OK;
}

static cuzk_status report_machine(cli_context *cli)
{
    cuzk_device_info cpu;
    size_t count;
    cuzk_isa isa;
    char features[256];
    uint64_t threads = cli->options->thread_count != 0 ? cli->options->thread_count : cuzk_cpu_count();
    cuzk_status status = cuzk_isa_resolve(&isa, (cuzk_isa)cli->options->isa, &cli->err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_devices_list_of(&cpu, 1, &count, "cpu", &cli->err)) != CUZK_OK)
        return status;
    cuzk_cpu_features(features, sizeof features);
    report_begin(cli, "bench");
    report_string(cli, "version", CUZK_CLI_VERSION);
    report_string(cli, "commit", CUZK_CLI_COMMIT);
    report_string(cli, "cpu", cpu.name);
    report_string(cli, "cpu_features", features);
    report_string(cli, "isa", cuzk_isa_name(isa));
    report_u64(cli, "threads", threads);
    report_string(cli, "curve", cuzk_curve_name((cuzk_curve_id)cli->options->curve));
    return CUZK_OK;
}

cuzk_status cmd_bench(cli_context *cli)
{
    cuzk_status status = check_words(cli);
    if (status != CUZK_OK || (status = report_machine(cli)) != CUZK_OK)
        return status;
    if (cli->options->json)
        json_begin(&cli->json, "results", '[');
    status = measure_all(cli);
    if (cli->options->json)
        json_end(&cli->json, ']');
    report_end(cli);
    return status;
}
