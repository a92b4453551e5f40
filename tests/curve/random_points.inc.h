/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: points of one group's curve that need not lie in the subgroup. Before including, define
 *   POINTS          prefix of the group, e.g. bn254_g1
 *   POINTS_FIELD    prefix of its coordinates' field
 *   POINTS_SQRT     the field's square root function
 *   POINTS_B        initializer of the curve's b
 *   POINTS_COFACTOR initializer of the canonical limbs of the number of points over r
 * All are undefined again at the end.
 */
#define POINTS_FN(name) CUZK_JOIN(POINTS, name)
#define POINTS_F(name)  CUZK_JOIN(POINTS_FIELD, name)
#define POINTS_AFFINE   POINTS_FN(_affine)
#define POINTS_JACOBIAN POINTS_FN(_jacobian)

/* The point with the given x, if the curve has one. */
static bool POINTS_FN(_lift)(POINTS_AFFINE *out, const POINTS_FIELD *x)
{
    static const POINTS_FIELD b = POINTS_B;
    POINTS_FIELD square;
    POINTS_F(_sqr)(&square, x);
    POINTS_F(_mul)(&square, &square, x);
    POINTS_F(_add)(&square, &square, &b);
    out->x = *x;
    return POINTS_SQRT(&out->y, &square);
}

/* out = k * a by doubling and adding, k of any length. */
static void POINTS_FN(_times)(POINTS_JACOBIAN *out, const POINTS_JACOBIAN *a, const uint64_t *k, size_t limbs)
{
    POINTS_JACOBIAN base = *a;
    POINTS_FN(_jacobian_set_identity)(out);
    for (size_t i = 64 * limbs; i-- > 0;) {
        POINTS_FN(_jacobian_dbl)(out, out);
        if ((k[i / 64] >> (i % 64)) & 1)
            POINTS_FN(_jacobian_add)(out, out, &base);
    }
}

/* Whether [r] a is the identity, by that multiplication: what membership means. */
static bool POINTS_FN(_is_killed_by)(const POINTS_AFFINE *a, const cuzk_fr *r)
{
    POINTS_JACOBIAN point;
    POINTS_FN(_jacobian_from_affine)(&point, a);
    POINTS_FN(_times)(&point, &point, r->limb, 4);
    return POINTS_FN(_jacobian_is_identity)(&point);
}

static void POINTS_FN(_check_member)(const cuzk_group_ops *group, const POINTS_AFFINE *a, const cuzk_fr *r)
{
    assert_true(group->affine_is_on_curve(a));
    assert_int_equal(group->affine_is_in_subgroup(a), POINTS_FN(_is_killed_by)(a, r));
}

/* A random point of the curve, the cofactor not cleared. */
static void POINTS_FN(_random_on_curve)(POINTS_AFFINE *out, test_random *random)
{
    POINTS_FIELD x;
    do
        do
            test_random_fill(random, &x, sizeof x);
        while (!POINTS_F(_is_canonical)(&x));
    while (!POINTS_FN(_lift)(out, &x));
}

/* Limbs of a divided by a small number; returns the remainder. */
static uint64_t POINTS_FN(_divide)(uint64_t *a, size_t limbs, uint64_t divisor)
{
    cuzk_u128 carried = 0;
    for (size_t i = limbs; i-- > 0;) {
        carried = carried << 64 | a[i];
        a[i] = (uint64_t)(carried / divisor);
        carried %= divisor;
    }
    return (uint64_t)carried;
}

/* From a random point: itself; its image under the cofactor, which is in the subgroup; its part of small prime order
 * q, for each given prime factor of the cofactor; and the sum of the last two. Returns how many points were outside. */
static size_t POINTS_FN(_check_subgroup)(const cuzk_group_ops *group, const cuzk_fr *r, const uint64_t *primes,
                                         size_t prime_count, test_random *random)
{
    static const uint64_t cofactor[] = POINTS_COFACTOR;
    enum { LIMBS = sizeof cofactor / sizeof cofactor[0] };
    POINTS_AFFINE point, affine;
    POINTS_JACOBIAN start, cleared, torsion;
    size_t outside = 0;
    POINTS_FN(_random_on_curve)(&point, random);
    POINTS_FN(_check_member)(group, &point, r);
    POINTS_FN(_jacobian_from_affine)(&start, &point);
    POINTS_FN(_times)(&cleared, &start, cofactor, LIMBS);
    POINTS_FN(_jacobian_to_affine)(&affine, &cleared);
    assert_true(group->affine_is_in_subgroup(&affine));
    POINTS_FN(_check_member)(group, &affine, r);
    POINTS_FN(_times)(&start, &start, r->limb, 4);
    for (size_t i = 0; i < prime_count; i++) {
        uint64_t part[LIMBS];
        memcpy(part, cofactor, sizeof part);
        assert_int_equal(POINTS_FN(_divide)(part, LIMBS, primes[i]), 0);
        POINTS_FN(_times)(&torsion, &start, part, LIMBS);
        POINTS_FN(_jacobian_to_affine)(&affine, &torsion);
        POINTS_FN(_check_member)(group, &affine, r);
        outside += !POINTS_FN(_jacobian_is_identity)(&torsion);
        POINTS_FN(_jacobian_add)(&torsion, &torsion, &cleared);
        POINTS_FN(_jacobian_to_affine)(&affine, &torsion);
        POINTS_FN(_check_member)(group, &affine, r);
    }
    return outside;
}

/* The points with x = 0, where the curve has any: neither the identity nor, on these curves, a special case. */
static void POINTS_FN(_check_zero_x)(const cuzk_group_ops *group, const cuzk_fr *r)
{
    POINTS_AFFINE point;
    POINTS_FIELD zero;
    POINTS_F(_set_zero)(&zero);
    if (!POINTS_FN(_lift)(&point, &zero))
        return;
    assert_false(group->affine_is_identity(&point));
    POINTS_FN(_check_member)(group, &point, r);
}

#undef POINTS_FN
#undef POINTS_F
#undef POINTS_AFFINE
#undef POINTS_JACOBIAN
#undef POINTS
#undef POINTS_FIELD
#undef POINTS_SQRT
#undef POINTS_B
#undef POINTS_COFACTOR
