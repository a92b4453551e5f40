/* SPDX-License-Identifier: Apache-2.0
 *
 * The permutation between natural and bit-reversed order.
 */
#ifndef CUZK_POLY_BIT_REVERSE_H
#define CUZK_POLY_BIT_REVERSE_H

#include <cuzk/curve.h>

#include "base/pool.h"

/* Swaps values[i] with values[rev(i)], rev over log2 (at most 32) bits, on all workers of the pool. */
void cuzk_bit_reverse(cuzk_pool *pool, cuzk_fr *values, uint32_t log2);

#endif
