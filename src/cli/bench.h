/* SPDX-License-Identifier: Apache-2.0
 *
 * What `cuzk bench` measures. A kernel prepares its data for one size, runs any number of times, and clears it
 * away; only the runs are timed.
 */
#ifndef CUZK_CLI_BENCH_H
#define CUZK_CLI_BENCH_H

#include "cli/cli.h"
#include "cli/device.h"

typedef struct bench_kernel {
    const char *name;
    const char *item; /* what there are 2^log2 of */
    cuzk_status (*prepare)(void **state, cli_context *cli, uint32_t log2);
    cuzk_status (*run)(void *state, cuzk_error *err);
    void (*clear)(void *state);                     /* NULL is fine */
    const cli_device *(*device)(const void *state); /* NULL where the processor does it, without a device */
} bench_kernel;

extern const bench_kernel cuzk_cli_bench_field, cuzk_cli_bench_ntt, cuzk_cli_bench_msm_g1, cuzk_cli_bench_msm_g2,
    cuzk_cli_bench_prove;

/* Uniform scalars, canonical, the same in every run. */
void bench_scalars(cuzk_fr *out, cuzk_curve_id curve, size_t count);

#endif
