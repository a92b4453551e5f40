/* SPDX-License-Identifier: Apache-2.0
 *
 * Random test data from a seed that is printed, so that a failure can be repeated:
 *     CUZK_TEST_SEED=0x1234 ctest ...
 * and an iteration count that the environment can scale:
 *     CUZK_TEST_SCALE=100 runs properties a hundred times as often.
 */
#ifndef CUZK_TESTS_SEED_H
#define CUZK_TESTS_SEED_H

#include <stddef.h>
#include <stdint.h>

typedef struct test_random {
    uint64_t state[4];
} test_random;

/* From CUZK_TEST_SEED, else from the clock; prints the seed and the name. */
void test_random_init(test_random *random, const char *name);

/* From a given seed. */
void test_random_init_seed(test_random *random, uint64_t seed);
uint64_t test_random_u64(test_random *random);

/* Uniform below `bound` (> 0). */
uint64_t test_random_below(test_random *random, uint64_t bound);
void test_random_fill(test_random *random, void *out, size_t size_bytes);

/* base * CUZK_TEST_SCALE, at least 1. */
uint64_t test_iterations(uint64_t base);

#endif
