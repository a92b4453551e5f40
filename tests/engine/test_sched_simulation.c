/* SPDX-License-Identifier: Apache-2.0
 *
 * Thousands of worlds from seeds, and a few of known shape. CUZK_SIM_SEED=n runs that one alone and prints every event;
 * CUZK_SIM_COUNT=n runs that many (2,000 otherwise, whatever the scale: it takes a few seconds).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/cmocka_all.h"
#include "world.h"

static void test_every_seed(void **state)
{
    (void)state;
    const char *seed = getenv("CUZK_SIM_SEED"), *count = getenv("CUZK_SIM_COUNT");
    world_tally tally = {0};
    if (seed != NULL) {
        world_run(&tally, strtoull(seed, NULL, 0), true);
        return;
    }
    uint64_t seed_count = count != NULL ? strtoull(count, NULL, 0) : 2000;
    for (uint64_t i = 0; i < seed_count; i++)
        world_run(&tally, i, false);
    const sched_counts *counts = &tally.counts;
    printf("%" PRIu64 " seeds: %" PRIu64 " jobs, %" PRIu64 " refused, %" PRIu64 " done, %" PRIu64
           " failed (%" PRIu64 " as every device hung), %" PRIu64 " cancelled, %" PRIu64 " timed out; %" PRIu64
           " proofs, %" PRIu64 " retries, %" PRIu64 " late results, %" PRIu64 " bad proofs, %" PRIu64
           " quarantines\n",
           seed_count, counts->submitted, tally.refused, counts->done, counts->failed, tally.hopeless,
           counts->cancelled, counts->timed_out, counts->partitions_done, counts->retries, counts->late_results,
           counts->self_check_failures, counts->quarantines);
    if (seed_count < 2000)
        return;
    assert_true(tally.refused > 0 && tally.hopeless > 0 && counts->failed > 0 && counts->cancelled > 0);
    assert_true(counts->timed_out > 0 && counts->done > 0 && counts->retries > 0 && counts->late_results > 0);
    assert_true(counts->self_check_failures > 0 && counts->quarantines > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_seed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
