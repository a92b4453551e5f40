/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of eight lanes, compiled for the instruction set ifma: lane_checks.c.
 */
#ifndef CUZK_TESTS_LANE_CHECKS_H
#define CUZK_TESTS_LANE_CHECKS_H

#include <stdint.h>

#include "support/seed.h"

/* Each fails by cmocka's assertions. `products`: of every kernel of every field. */
void cuzk_test_lanes_edges(void);
void cuzk_test_lanes_bounds(test_random *random);
void cuzk_test_lanes_products(test_random *random, uint64_t products);
void cuzk_test_lanes_fp2(test_random *random, uint64_t products);

#endif
