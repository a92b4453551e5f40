/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: checks of a quadratic extension's lanes. Before including, define LANE_FP2 and LANE_FP2_BASE, the
 * prefixes of the extension and of its prime field, whose checks (lane_checks.inc.h) are there.
 */
#define LANE_FN(name) CUZK_JOIN(LANE_FP2, _lane_check##name)
#define LANE_F(name)  CUZK_JOIN(LANE_FP2, name)
#define LANE_B(name)  CUZK_JOIN(LANE_FP2_BASE, _lane_check##name)
#define LANE_T        LANE_F(_lanes)

static void LANE_FN(_raise)(LANE_T *out, const LANE_FP2 a[LANES], const uint64_t times[LANES])
{
    LANE_FP2_BASE parts[LANES];
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = a[lane].c0;
    LANE_B(_raise)(&out->c0, parts, times);
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = a[lane].c1;
    LANE_B(_raise)(&out->c1, parts, times);
}

static void LANE_FN(_assert_lanes)(const LANE_T *got, const LANE_FP2 expected[LANES], uint64_t quarters)
{
    LANE_FP2_BASE parts[LANES];
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = expected[lane].c0;
    LANE_B(_assert_lanes)(&got->c0, parts, quarters);
    for (int lane = 0; lane < LANES; lane++)
        parts[lane] = expected[lane].c1;
    LANE_B(_assert_lanes)(&got->c1, parts, quarters);
}

static void LANE_FN(_products)(const LANE_FP2 a[LANES], const LANE_FP2 b[LANES], test_random *random)
{
    LANE_FP2 expected[LANES];
    LANE_FP2_BASE factor;
    uint64_t times_a[LANES], times_b[LANES];
    LANE_T x, y, product;
    LANE_B(_shift_factor)(&factor);
    LANE_B(_times)(times_a, times_b, random);
    LANE_FN(_raise)(&x, a, times_a);
    LANE_FN(_raise)(&y, b, times_b);
    for (int lane = 0; lane < LANES; lane++) {
        LANE_F(_mul)(&expected[lane], &a[lane], &b[lane]);
        LANE_F(_mul_base)(&expected[lane], &expected[lane], &factor);
    }
    LANE_F(_lanes_mul)(&product, &x, &y);
    LANE_FN(_assert_lanes)(&product, expected, 10);
    for (int lane = 0; lane < LANES; lane++) {
        times_a[lane] %= 3;
        LANE_F(_sqr)(&expected[lane], &a[lane]);
        LANE_F(_mul_base)(&expected[lane], &expected[lane], &factor);
    }
    LANE_FN(_raise)(&x, a, times_a);
    LANE_F(_lanes_sqr)(&product, &x);
    LANE_FN(_assert_lanes)(&product, expected, 12);
}

static void LANE_FN(_random)(const cuzk_field_ops *base, test_random *random, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        LANE_FP2 a[LANES], b[LANES], stored[LANES];
        field_value value;
        LANE_T x;
        for (int lane = 0; lane < LANES; lane++) {
            LANE_FP2_BASE *parts[4] = {&a[lane].c0, &a[lane].c1, &b[lane].c0, &b[lane].c1};
            for (int k = 0; k < 4; k++) {
                field_random(&value, base, random);
                memcpy(parts[k], &value, sizeof *parts[k]);
            }
        }
        LANE_FN(_products)(a, b, random);
        LANE_F(_lanes_load_row)(&x, a);
        LANE_F(_lanes_store_row)(stored, &x);
        assert_memory_equal(stored, a, sizeof a);
    }
}

#undef LANE_FN
#undef LANE_F
#undef LANE_B
#undef LANE_T
#undef LANE_FP2
#undef LANE_FP2_BASE
