/* SPDX-License-Identifier: Apache-2.0
 *
 * The towers' checks, compiled once an instruction set: tower_checks.c.
 */
#ifndef CUZK_TESTS_TOWER_CHECKS_H
#define CUZK_TESTS_TOWER_CHECKS_H

#include "support/seed.h"

/* Tries `count` random elements of every tower; fails by cmocka's assertions. */
void cuzk_test_tower_portable(test_random *random, uint64_t count);
void cuzk_test_tower_adx(test_random *random, uint64_t count);
void cuzk_test_tower_ifma(test_random *random, uint64_t count);

#endif
