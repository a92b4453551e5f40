/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled once an instruction set; there are lanes in one of them.
 */
#include "lane_checks.h"

#ifdef CUZK_ISA_ifma
#include <string.h>

#include "support/cmocka_all.h"

#include "field/bls12_381_lanes.h"
#include "field/bn254_lanes.h"
#include "field_tables.h"

#define LANE_FIELD bn254_fp
#define LANE_LIMBS 5
#define LANE_BOUND 21
#include "lane_checks.inc.h"

#define LANE_FIELD bn254_fr
#define LANE_LIMBS 5
#define LANE_BOUND 21
#include "lane_checks.inc.h"

#define LANE_FIELD bls12_381_fp
#define LANE_LIMBS 8
#define LANE_BOUND 21
#include "lane_checks.inc.h"

#define LANE_FIELD bls12_381_fr
#define LANE_LIMBS 5
#define LANE_BOUND 17
#include "lane_checks.inc.h"

#define LANE_FP2      bn254_fp2
#define LANE_FP2_BASE bn254_fp
#include "lane_checks_fp2.inc.h"

#define LANE_FP2      bls12_381_fp2
#define LANE_FP2_BASE bls12_381_fp
#include "lane_checks_fp2.inc.h"

/* The order of cuzk_field_ops_get. */
static const cuzk_field_ops *table(int index)
{
    return cuzk_field_ops_get(index, CUZK_ISA_PORTABLE);
}

void cuzk_test_lanes_edges(void)
{
    bn254_fp_lane_check_edges(table(0));
    bn254_fr_lane_check_edges(table(1));
    bls12_381_fp_lane_check_edges(table(2));
    bls12_381_fr_lane_check_edges(table(3));
}

static void random_all(test_random *random, uint64_t count, bool all)
{
    bn254_fp_lane_check_random(table(0), random, count, all);
    bn254_fr_lane_check_random(table(1), random, count, all);
    bls12_381_fp_lane_check_random(table(2), random, count, all);
    bls12_381_fr_lane_check_random(table(3), random, count, all);
}

void cuzk_test_lanes_bounds(test_random *random)
{
    random_all(random, 2000, true);
}

void cuzk_test_lanes_products(test_random *random, uint64_t products)
{
    random_all(random, products / LANES + 1, false);
}

void cuzk_test_lanes_fp2(test_random *random, uint64_t products)
{
    bn254_fp2_lane_check_random(table(0), random, products / LANES + 1);
    bls12_381_fp2_lane_check_random(table(2), random, products / LANES + 1);
}
#endif
