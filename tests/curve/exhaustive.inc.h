/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the group law of one toy curve, every pair of points. Before including, define TOY (toy43),
 * TOY_FIELD (its coordinates' field) and TOY_SIZE (elements of that field); undefined again at the end.
 *
 * The reference is the schoolbook chord and tangent in affine coordinates, with a division.
 */
#define TOY_FN(name) CUZK_JOIN(TOY, name)
#define TOY_F(name)  CUZK_JOIN(TOY_FIELD, name)
#define TOY_AFFINE   TOY_FN(_affine)
#define TOY_JACOBIAN TOY_FN(_jacobian)
#define TOY_XYZZ     TOY_FN(_xyzz)

typedef struct TOY_FN(_group) {
    TOY_AFFINE points[2 * TOY_SIZE + 1];
    size_t count;
} TOY_FN(_group);

/* Every point, the identity first. */
static void TOY_FN(_enumerate)(TOY_FN(_group) * group, uint64_t b_index)
{
    TOY_FIELD b;
    TOY_FN(_element)(&b, b_index);
    TOY_FN(_affine_set_identity)(&group->points[0]);
    group->count = 1;
    for (uint64_t x = 0; x < TOY_SIZE; x++) {
        for (uint64_t y = 0; y < TOY_SIZE; y++) {
            TOY_AFFINE point;
            TOY_FN(_element)(&point.x, x);
            TOY_FN(_element)(&point.y, y);
            if ((x | y) != 0 && TOY_FN(_affine_is_on_curve)(&point, &b))
                group->points[group->count++] = point;
        }
    }
}

static void TOY_FN(_reference_add)(TOY_AFFINE *out, const TOY_AFFINE *a, const TOY_AFFINE *b)
{
    TOY_FIELD slope, divisor;
    TOY_AFFINE minus_b, sum;
    TOY_FN(_affine_neg)(&minus_b, b);
    if (TOY_FN(_affine_is_identity)(a)) {
        *out = *b;
        return;
    }
    if (TOY_FN(_affine_is_identity)(b)) {
        *out = *a;
        return;
    }
    if (TOY_FN(_affine_equal)(a, &minus_b)) {
        TOY_FN(_affine_set_identity)(out);
        return;
    }
    if (TOY_FN(_affine_equal)(a, b)) {
        TOY_F(_mul)(&slope, &a->x, &a->x);
        TOY_F(_add)(&divisor, &slope, &slope);
        TOY_F(_add)(&slope, &slope, &divisor);
        TOY_F(_add)(&divisor, &a->y, &a->y);
    } else {
        TOY_F(_sub)(&slope, &b->y, &a->y);
        TOY_F(_sub)(&divisor, &b->x, &a->x);
    }
    TOY_F(_inverse)(&divisor, &divisor);
    TOY_F(_mul)(&slope, &slope, &divisor);
    TOY_F(_mul)(&sum.x, &slope, &slope);
    TOY_F(_sub)(&sum.x, &sum.x, &a->x);
    TOY_F(_sub)(&sum.x, &sum.x, &b->x);
    TOY_F(_sub)(&sum.y, &a->x, &sum.x);
    TOY_F(_mul)(&sum.y, &sum.y, &slope);
    TOY_F(_sub)(&sum.y, &sum.y, &a->y);
    *out = sum;
}

/* The point with denominators from Z = element z_index, not 0. The identity gets X and Y that are not 0. */
static void TOY_FN(_scaled)(TOY_JACOBIAN *jacobian, TOY_XYZZ *xyzz, const TOY_AFFINE *a, uint64_t z_index)
{
    TOY_FIELD z, zz, zzz;
    TOY_FN(_element)(&z, z_index);
    TOY_F(_sqr)(&zz, &z);
    TOY_F(_mul)(&zzz, &zz, &z);
    TOY_F(_mul)(&jacobian->x, &a->x, &zz);
    TOY_F(_mul)(&jacobian->y, &a->y, &zzz);
    jacobian->z = z;
    if (TOY_FN(_affine_is_identity)(a)) {
        jacobian->x = zz;
        jacobian->y = zzz;
        TOY_F(_set_zero)(&jacobian->z);
    }
    TOY_FN(_xyzz_from_jacobian)(xyzz, jacobian);
}

static void TOY_FN(_check_jacobian)(const TOY_JACOBIAN *got, const TOY_AFFINE *want)
{
    TOY_AFFINE affine;
    TOY_JACOBIAN point;
    TOY_FN(_jacobian_to_affine)(&affine, got);
    assert_true(TOY_FN(_affine_equal)(&affine, want));
    TOY_FN(_jacobian_from_affine)(&point, want);
    assert_true(TOY_FN(_jacobian_equal)(got, &point));
    assert_true(TOY_FN(_jacobian_is_identity)(got) == TOY_FN(_affine_is_identity)(want));
}

static void TOY_FN(_check_xyzz)(const TOY_XYZZ *got, const TOY_AFFINE *want)
{
    TOY_AFFINE affine;
    TOY_FIELD left, right;
    TOY_FN(_xyzz_to_affine)(&affine, got);
    assert_true(TOY_FN(_affine_equal)(&affine, want));
    assert_true(TOY_FN(_xyzz_is_identity)(got) == TOY_FN(_affine_is_identity)(want));
    TOY_F(_sqr)(&left, &got->zz); /* the form's own condition, ZZ^3 = ZZZ^2 */
    TOY_F(_mul)(&left, &left, &got->zz);
    TOY_F(_sqr)(&right, &got->zzz);
    assert_true(TOY_F(_equal)(&left, &right));
}

static void TOY_FN(_check_point)(const TOY_AFFINE *a, const TOY_AFFINE *twice, uint64_t z_index)
{
    TOY_AFFINE minus;
    TOY_JACOBIAN jacobian, result;
    TOY_XYZZ xyzz, sum;
    TOY_FN(_affine_neg)(&minus, a);
    TOY_FN(_scaled)(&jacobian, &xyzz, a, z_index);
    TOY_FN(_check_jacobian)(&jacobian, a);
    TOY_FN(_check_xyzz)(&xyzz, a);
    TOY_FN(_xyzz_to_jacobian)(&result, &xyzz);
    TOY_FN(_check_jacobian)(&result, a);
    TOY_FN(_xyzz_from_affine)(&sum, a);
    TOY_FN(_check_xyzz)(&sum, a);
    TOY_FN(_jacobian_neg)(&result, &jacobian);
    TOY_FN(_check_jacobian)(&result, &minus);
    TOY_FN(_xyzz_neg)(&sum, &xyzz);
    TOY_FN(_check_xyzz)(&sum, &minus);
    TOY_FN(_jacobian_dbl)(&result, &jacobian);
    TOY_FN(_check_jacobian)(&result, twice);
    TOY_FN(_xyzz_dbl)(&sum, &xyzz);
    TOY_FN(_check_xyzz)(&sum, twice);
    TOY_FN(_xyzz_dbl_affine)(&sum, a);
    TOY_FN(_check_xyzz)(&sum, twice);
    TOY_FN(_jacobian_dbl)(&jacobian, &jacobian);
    TOY_FN(_check_jacobian)(&jacobian, twice);
    TOY_FN(_xyzz_dbl)(&xyzz, &xyzz);
    TOY_FN(_check_xyzz)(&xyzz, twice);
}

/* Every addition, `out` apart and as either operand. */
static void TOY_FN(_check_jacobian_add)(const TOY_JACOBIAN *a, const TOY_JACOBIAN *b, const TOY_AFFINE *b_affine,
                                        const TOY_AFFINE *want)
{
    TOY_JACOBIAN sum;
    TOY_FN(_jacobian_add)(&sum, a, b);
    TOY_FN(_check_jacobian)(&sum, want);
    sum = *a;
    TOY_FN(_jacobian_add)(&sum, &sum, b);
    TOY_FN(_check_jacobian)(&sum, want);
    sum = *b;
    TOY_FN(_jacobian_add)(&sum, a, &sum);
    TOY_FN(_check_jacobian)(&sum, want);
    TOY_FN(_jacobian_add_affine)(&sum, a, b_affine);
    TOY_FN(_check_jacobian)(&sum, want);
    sum = *a;
    TOY_FN(_jacobian_add_affine)(&sum, &sum, b_affine);
    TOY_FN(_check_jacobian)(&sum, want);
}

static void TOY_FN(_check_xyzz_add)(const TOY_XYZZ *a, const TOY_XYZZ *b, const TOY_AFFINE *b_affine,
                                    const TOY_AFFINE *want)
{
    TOY_XYZZ sum;
    TOY_FN(_xyzz_add)(&sum, a, b);
    TOY_FN(_check_xyzz)(&sum, want);
    sum = *a;
    TOY_FN(_xyzz_add)(&sum, &sum, b);
    TOY_FN(_check_xyzz)(&sum, want);
    sum = *b;
    TOY_FN(_xyzz_add)(&sum, a, &sum);
    TOY_FN(_check_xyzz)(&sum, want);
    TOY_FN(_xyzz_add_affine)(&sum, a, b_affine);
    TOY_FN(_check_xyzz)(&sum, want);
    sum = *a;
    TOY_FN(_xyzz_add_affine)(&sum, &sum, b_affine);
    TOY_FN(_check_xyzz)(&sum, want);
}

static void TOY_FN(_check_batch)(const TOY_FN(_group) * group)
{
    static TOY_JACOBIAN points[2 * TOY_SIZE + 1];
    static TOY_AFFINE back[2 * TOY_SIZE + 1];
    TOY_XYZZ unused;
    for (size_t i = 0; i < group->count; i++)
        TOY_FN(_scaled)(&points[i], &unused, &group->points[i], i % (TOY_SIZE - 1) + 1);
    TOY_FN(_jacobian_batch_to_affine)(back, points, group->count);
    for (size_t i = 0; i < group->count; i++)
        assert_true(TOY_FN(_affine_equal)(&back[i], &group->points[i]));
    TOY_FN(_jacobian_batch_to_affine)(back, points, 0);
}

static void TOY_FN(_check_group)(uint64_t b_index, size_t count)
{
    static TOY_FN(_group) group;
    TOY_FN(_enumerate)(&group, b_index);
    assert_int_equal(group.count, count);
    TOY_FN(_check_batch)(&group);
    for (size_t i = 0; i < count; i++) {
        TOY_AFFINE sum;
        TOY_JACOBIAN a, b;
        TOY_XYZZ a_xyzz, b_xyzz;
        TOY_FN(_reference_add)(&sum, &group.points[i], &group.points[i]);
        for (uint64_t z = 1; z < TOY_SIZE; z++)
            TOY_FN(_check_point)(&group.points[i], &sum, z);
        for (size_t j = 0; j < count; j++) {
            TOY_FN(_reference_add)(&sum, &group.points[i], &group.points[j]);
            TOY_FN(_scaled)(&a, &a_xyzz, &group.points[i], (5 * i + j) % (TOY_SIZE - 1) + 1);
            TOY_FN(_scaled)(&b, &b_xyzz, &group.points[j], (i + 3 * j) % (TOY_SIZE - 1) + 1);
            TOY_FN(_check_jacobian_add)(&a, &b, &group.points[j], &sum);
            TOY_FN(_check_xyzz_add)(&a_xyzz, &b_xyzz, &group.points[j], &sum);
        }
    }
}

#include "exhaustive_mul.inc.h"

#undef TOY_FN
#undef TOY_F
#undef TOY_AFFINE
#undef TOY_JACOBIAN
#undef TOY_XYZZ
#undef TOY
#undef TOY_FIELD
#undef TOY_SIZE
