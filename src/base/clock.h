/* SPDX-License-Identifier: Apache-2.0
 *
 * The monotonic clock.
 */
#ifndef CUZK_BASE_CLOCK_H
#define CUZK_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t cuzk_clock_now_ns(void);

#endif
