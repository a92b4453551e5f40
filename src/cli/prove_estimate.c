/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/prove_estimate.h"

#include "base/clock.h"
#include "cli/bench.h"

enum {
    SAMPLE_LOG2 = 12,
    POINTS_MIN = 1 << 16, /* below, a proof is done before a bar is due */
};

/* The price of a sum's term in terms of one in a sum of 2^SAMPLE_LOG2: windows grow with the logarithm of the size,
 * less 3 bits or so that go to emptying the buckets. */
static double sum_weight(uint64_t count)
{
    int log2 = 0;
    while (log2 < 40 && (uint64_t)1 << log2 < count)
        log2++;
    double bits = log2 > 6 ? log2 - 3 : 3;
    return (double)count * (SAMPLE_LOG2 - 3) / bits;
}

/* A term in G2 costs about three of G1's, and the transforms about a tenth of all sums. */
static double proof_weight(const cuzk_proving_key_info *key)
{
    return 1.1 * (sum_weight(key->a_count) + sum_weight(key->b_g1_count) + 3.0 * sum_weight(key->b_g2_count) +
                  sum_weight(key->h_count) + sum_weight(key->l_count));
}

double prove_estimate_seconds(const cli_options *options, const cuzk_proving_key_info *key)
{
    cli_options sample = *options;
    cli_context quiet = {.options = &sample};
    void *state = NULL;
    if (key->a_count + key->h_count < POINTS_MIN)
        return 0.0;
    sample.curve = key->curve;
    if (cuzk_cli_bench_msm_g1.prepare(&state, &quiet, SAMPLE_LOG2) != CUZK_OK)
        return 0.0;
    uint64_t started = cuzk_clock_now_ns();
    cuzk_status status = cuzk_cli_bench_msm_g1.run(state, NULL);
    double seconds = cli_seconds_since(started);
    cuzk_cli_bench_msm_g1.clear(state);
    return status == CUZK_OK ? seconds / (1 << SAMPLE_LOG2) * proof_weight(key) : 0.0;
}
