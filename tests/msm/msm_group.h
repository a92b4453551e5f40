/* SPDX-License-Identifier: Apache-2.0
 *
 * Bases whose discrete logarithms are known, so that one scalar multiplication checks a sum of any length:
 * sum of s[i] * (a[i] * G) = (sum of s[i] a[i]) * G.
 */
#ifndef CUZK_TESTS_MSM_GROUP_H
#define CUZK_TESTS_MSM_GROUP_H

#include <cuzk/curve.h>

#include "support/seed.h"

/* How neighbouring bases relate. */
typedef enum msm_bases {
    MSM_BASES_DISTINCT,
    MSM_BASES_REPEATED,   /* all the same point */
    MSM_BASES_OPPOSITE,   /* P, -P, Q, -Q, ... */
    MSM_BASES_IDENTITIES, /* every third one the identity */
    MSM_BASES_NOTHING,    /* all the identity */
    MSM_BASES_COUNT,
} msm_bases;

typedef struct msm_group {
    cuzk_curve_id curve;
    cuzk_group group;
    const char *name;
    size_t affine_bytes;

    /* Fills `bases` with count points of the given kind and `logs` with their logarithms, canonical. */
    void (*bases_make)(void *bases, cuzk_fr *logs, size_t count, msm_bases kind, test_random *random);

    /* out = sum of scalars[index ? index[i] : i] * logs[i], canonical; the scalars are any 256-bit integers. */
    void (*expect)(cuzk_fr *out, const cuzk_fr *logs, const uint32_t *index, const cuzk_fr *scalars, size_t count);
    const void *generator;
} msm_group;

enum { MSM_GROUPS = 4 };

extern const msm_group cuzk_msm_test_groups[MSM_GROUPS];

#endif
