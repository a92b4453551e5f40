/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: checks of one prime field's lanes. Before including, define LANE_FIELD (prefix of the field and of
 * its lanes, both there), LANE_LIMBS and LANE_BOUND (the largest A * B of a product). All are undefined again at the end.
 */
#define LANE_FN(name) CUZK_JOIN(LANE_FIELD, _lane_check##name)
#define LANE_F(name)  CUZK_JOIN(LANE_FIELD, name)
#define LANE_T        LANE_F(_lanes)

/* A lane's limbs as an integer in 52-bit limbs. */
static void LANE_FN(_limbs)(uint64_t out[LANE_LIMBS], const LANE_T *a, int lane)
{
    for (int i = 0; i < LANE_LIMBS; i++)
        out[i] = a->limb[i][lane];
}

/* Every limb normalised, and 4 * value < quarters * p. */
static void LANE_FN(_assert_below)(const LANE_T *a, int lane, uint64_t quarters)
{
    uint64_t limbs[LANE_LIMBS];
    cuzk_i128 carry = 0;
    LANE_FN(_limbs)(limbs, a, lane);
    for (int i = 0; i < LANE_LIMBS; i++) {
        assert_true(limbs[i] <= LANES_MASK_52);
        carry += 4 * (cuzk_i128)limbs[i] - (cuzk_i128)quarters * LANE_F(_lanes_modulus)[i];
        carry >>= 52;
    }
    assert_true(carry < 0);
}

/* out[lane] = a[lane] + times[lane] * p, times <= 21. */
static void LANE_FN(_raise)(LANE_T *out, const LANE_FIELD a[LANES], const uint64_t times[LANES])
{
    LANE_F(_lanes_load_row)(out, a);
    for (int lane = 0; lane < LANES; lane++) {
        cuzk_u128 carry = 0;
        for (int i = 0; i < LANE_LIMBS; i++) {
            carry += out->limb[i][lane] + (cuzk_u128)times[lane] * LANE_F(_lanes_modulus)[i];
            out->limb[i][lane] = (uint64_t)carry & LANES_MASK_52;
            carry >>= 52;
        }
        assert_true(carry == 0);
    }
}

/* The lanes are those elements modulo p, and below `quarters` / 4 p. */
static void LANE_FN(_assert_lanes)(const LANE_T *got, const LANE_FIELD expected[LANES], uint64_t quarters)
{
    LANE_FIELD stored[LANES];
    LANE_T canonical = *got;
    for (int lane = 0; lane < LANES; lane++)
        LANE_FN(_assert_below)(got, lane, quarters);
    LANE_F(_lanes_canonical)(&canonical);
    LANE_F(_lanes_store_row)(stored, &canonical);
    assert_memory_equal(stored, expected, sizeof stored);
}

/* What the lanes' product leaves out against the field's: 2^-shift, in Montgomery form. */
static void LANE_FN(_shift_factor)(LANE_FIELD *out)
{
    LANE_F(_set_one)(out);
    for (int i = 0; i < 52 * LANE_LIMBS - 64 * (int)(sizeof *out / 8); i++)
        LANE_F(_halve)(out, out);
}

static void LANE_FN(_product)(LANE_FIELD *out, const LANE_FIELD *a, const LANE_FIELD *b)
{
    LANE_FIELD factor;
    LANE_FN(_shift_factor)(&factor);
    LANE_F(_mul_portable)(out, a, b);
    LANE_F(_mul_portable)(out, out, &factor);
}

/* Pairs of multiples whose sums with canonical values stay within LANE_BOUND p^2. */
static void LANE_FN(_times)(uint64_t a[LANES], uint64_t b[LANES], test_random *random)
{
    for (int lane = 0; lane < LANES; lane++) {
        a[lane] = test_random_below(random, LANE_BOUND);
        b[lane] = test_random_below(random, LANE_BOUND / (a[lane] + 1));
        if (lane < 2)
            a[lane] = b[lane] = 0;
    }
}

static void LANE_FN(_products)(const LANE_FIELD a[LANES], const LANE_FIELD b[LANES], test_random *random)
{
    LANE_FIELD expected[LANES], factor;
    uint64_t times_a[LANES], times_b[LANES];
    LANE_T x, y, product;
    LANE_FN(_shift_factor)(&factor);
    LANE_FN(_times)(times_a, times_b, random);
    LANE_FN(_raise)(&x, a, times_a);
    LANE_FN(_raise)(&y, b, times_b);
    for (int lane = 0; lane < LANES; lane++) {
        LANE_F(_mul_portable)(&expected[lane], &a[lane], &b[lane]);
        LANE_F(_mul_portable)(&expected[lane], &expected[lane], &factor);
    }
    LANE_F(_lanes_mul)(&product, &x, &y);
    LANE_FN(_assert_lanes)(&product, expected, 10);
    for (int lane = 0; lane < LANES; lane++) {
        times_a[lane] %= 4; /* 4 * 4 <= LANE_BOUND */
        LANE_F(_mul_portable)(&expected[lane], &a[lane], &a[lane]);
        LANE_F(_mul_portable)(&expected[lane], &expected[lane], &factor);
    }
    LANE_FN(_raise)(&x, a, times_a);
    LANE_F(_lanes_sqr)(&product, &x);
    LANE_FN(_assert_lanes)(&product, expected, 10);
}

static void LANE_FN(_sums)(const LANE_FIELD a[LANES], const LANE_FIELD b[LANES], test_random *random)
{
    LANE_FIELD sum[LANES], difference[LANES], two[LANES];
    uint64_t times[LANES], one[LANES];
    LANE_T x, y, loose, result;
    for (int lane = 0; lane < LANES; lane++) {
        LANE_F(_add)(&sum[lane], &a[lane], &b[lane]);
        LANE_F(_sub)(&difference[lane], &a[lane], &b[lane]);
        LANE_F(_sub)(&two[lane], &difference[lane], &b[lane]);
        times[lane] = test_random_below(random, 4);
        one[lane] = 2;
    }
    LANE_F(_lanes_load_row)(&x, a);
    LANE_F(_lanes_load_row)(&y, b);
    LANE_F(_lanes_add)(&result, &x, &y);
    LANE_FN(_assert_lanes)(&result, sum, 8);
    LANE_F(_lanes_sub)(&result, &x, &y, 1);
    LANE_FN(_assert_lanes)(&result, difference, 8);
    LANE_FN(_raise)(&loose, a, times);
    LANE_F(_lanes_sub_two)(&result, &loose, &y, &y);
    LANE_FN(_assert_lanes)(&result, two, 24);
    LANE_FN(_raise)(&loose, b, times);
    LANE_F(_lanes_sub)(&result, &x, &loose, 4);
    LANE_FN(_assert_lanes)(&result, difference, 20);
    LANE_FN(_raise)(&loose, b, one); /* a subtrahend right below the multiple that is added */
    LANE_F(_lanes_sub)(&result, &x, &loose, 3);
    LANE_FN(_assert_lanes)(&result, difference, 16);
}

/* (a - b) 2^(shift / 2), through a product with 1, which leaves 2^-shift. */
static void LANE_FN(_shifted)(const LANE_FIELD a[LANES], const LANE_FIELD b[LANES])
{
    LANE_FIELD expected[LANES], one;
    LANE_T x, y, result, factor;
    LANE_F(_set_one)(&one);
    LANE_F(_lanes_load_row)(&x, a);
    LANE_F(_lanes_load_row)(&y, b);
    LANE_F(_lanes_broadcast)(&factor, &one);
    LANE_F(_lanes_sub_shifted)(&result, &x, &y);
    LANE_F(_lanes_mul)(&result, &result, &factor);
    for (int lane = 0; lane < LANES; lane++) {
        LANE_F(_sub)(&expected[lane], &a[lane], &b[lane]);
        LANE_FN(_product)(&expected[lane], &expected[lane], &one);
        for (int i = 0; i < (52 * LANE_LIMBS - 64 * (int)(sizeof one / 8)) / 2; i++)
            LANE_F(_double)(&expected[lane], &expected[lane]);
    }
    LANE_FN(_assert_lanes)(&result, expected, 10);
}

/* Around every multiple of p that _reduce and _canonical take, 8 p excluded. */
static void LANE_FN(_reductions)(const LANE_FIELD a[LANES])
{
    uint64_t times[LANES];
    for (uint64_t k = 0; k < 8; k++) {
        LANE_T x;
        for (int lane = 0; lane < LANES; lane++)
            times[lane] = k;
        LANE_FN(_raise)(&x, a, times);
        LANE_F(_lanes_reduce)(&x);
        LANE_FN(_assert_lanes)(&x, a, 5);
        LANE_FN(_raise)(&x, a, times);
        LANE_F(_lanes_canonical)(&x);
        LANE_FN(_assert_lanes)(&x, a, 4);
    }
}

static void LANE_FN(_masks)(const LANE_FIELD a[LANES])
{
    LANE_T x, p;
    LANE_FIELD zeros[LANES];
    const uint64_t one[LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int lane = 0; lane < LANES; lane++)
        LANE_F(_set_zero)(&zeros[lane]);
    LANE_F(_lanes_load_row)(&x, a);
    LANE_FN(_raise)(&p, zeros, one);
    assert_int_equal(LANE_F(_lanes_may_be_modulus)(&p), 0xff);
    for (int lane = 0; lane < LANES; lane++) {
        bool zero = LANE_F(_is_zero)(&a[lane]);
        assert_true(!zero || (LANE_F(_lanes_may_be_zero)(&x) >> lane & 1) != 0);
        LANE_T taken;
        LANE_F(_lanes_select)(&taken, &x, &p, (__mmask8)(1u << lane));
        for (int other = 0; other < LANES; other++)
            for (int i = 0; i < LANE_LIMBS; i++)
                assert_int_equal(taken.limb[i][other], (other == lane ? &p : &x)->limb[i][other]);
    }
}

static void LANE_FN(_all)(const LANE_FIELD a[LANES], const LANE_FIELD b[LANES], test_random *random)
{
    LANE_FN(_products)(a, b, random);
    LANE_FN(_sums)(a, b, random);
    LANE_FN(_shifted)(a, b);
    LANE_FN(_reductions)(a);
    LANE_FN(_masks)(a);
}

/* Every edge with 8 others. */
static void LANE_FN(_edges)(const cuzk_field_ops *field)
{
    static field_value edges[FIELD_EDGES_MAX];
    test_random random;
    int count = field_edges(edges, field);
    test_random_init_seed(&random, 1);
    for (int i = 0; i < count; i++) {
        LANE_FIELD a[LANES], b[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            memcpy(&a[lane], &edges[lane % 2 == 0 ? i : (i * 7 + lane) % count], sizeof a[lane]);
            memcpy(&b[lane], &edges[lane < 4 ? lane : (i + lane) % count], sizeof b[lane]);
        }
        LANE_FN(_all)(a, b, &random);
    }
}

static void LANE_FN(_random)(const cuzk_field_ops *field, test_random *random, uint64_t count, bool all)
{
    for (uint64_t i = 0; i < count; i++) {
        LANE_FIELD a[LANES], b[LANES];
        field_value value;
        for (int lane = 0; lane < LANES; lane++) {
            field_random(&value, field, random);
            memcpy(&a[lane], &value, sizeof a[lane]);
            field_random(&value, field, random);
            memcpy(&b[lane], &value, sizeof b[lane]);
        }
        if (all)
            LANE_FN(_all)(a, b, random);
        else
            LANE_FN(_products)(a, b, random);
    }
}

#undef LANE_FN
#undef LANE_F
#undef LANE_T
#undef LANE_FIELD
#undef LANE_LIMBS
#undef LANE_BOUND
