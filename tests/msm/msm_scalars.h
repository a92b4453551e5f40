/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalars in the distributions that sums have to cope with.
 */
#ifndef CUZK_TESTS_MSM_SCALARS_H
#define CUZK_TESTS_MSM_SCALARS_H

#include <cuzk/curve.h>

#include "msm/digits.h"
#include "support/seed.h"

typedef enum msm_scalars {
    MSM_SCALARS_UNIFORM,
    MSM_SCALARS_ZERO,
    MSM_SCALARS_ONE,
    MSM_SCALARS_TWO,
    MSM_SCALARS_MINUS_ONE,    /* r - 1 */
    MSM_SCALARS_ALTERNATING,  /* r - 1, 1, r - 1, 1, ... */
    MSM_SCALARS_EQUAL,        /* one random value: a single bucket a window */
    MSM_SCALARS_BYTES,        /* below 2^8 */
    MSM_SCALARS_NEGATIVE,     /* r less something below 2^8 */
    MSM_SCALARS_GEOMETRIC,    /* each bit length half as often as the one below */
    MSM_SCALARS_LENGTHS,      /* all bit lengths equally often */
    MSM_SCALARS_SHA,          /* 58% zeros, 42% ones */
    MSM_SCALARS_EDGES,        /* 0, 1, 2, r - 1, (r - 1) / 2 and its neighbours, powers of two and theirs */
    MSM_SCALARS_NONCANONICAL, /* any 256-bit integer, r and 2^256 - 1 among them */
    MSM_SCALARS_COUNT,
} msm_scalars;

void msm_scalars_fill(cuzk_fr *out, size_t count, msm_scalars kind, const cuzk_msm_order *order,
                      test_random *random);

/* "uniform", "zero", ... */
const char *msm_scalars_name(msm_scalars kind);

#endif
