/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of exhaustive.inc.h: multiplication by scalars, and the complete formulas that the one for secrets stands on.
 */

/* How far scalars are tried one by one: past the groups' orders, and past a window of either kind. */
enum {
    TOY_FN(_SCALARS) = 70,
};

static void TOY_FN(_check_uniform)(const TOY_FN(_uniform) * got, const TOY_AFFINE *want)
{
    TOY_JACOBIAN point;
    TOY_FN(_uniform_to_jacobian)(&point, got);
    TOY_FN(_check_jacobian)(&point, want);
}

/* The complete addition and doubling, `out` apart and as an operand. */
static void TOY_FN(_check_uniform_pair)(const TOY_JACOBIAN *a, const TOY_JACOBIAN *b, const TOY_AFFINE *sum,
                                        const TOY_AFFINE *twice_a, const TOY_FIELD *b3)
{
    TOY_FN(_uniform) left, right, result;
    TOY_FN(_uniform_from_jacobian)(&left, a);
    TOY_FN(_uniform_from_jacobian)(&right, b);
    TOY_FN(_uniform_add)(&result, &left, &right, b3);
    TOY_FN(_check_uniform)(&result, sum);
    result = left;
    TOY_FN(_uniform_add)(&result, &result, &right, b3);
    TOY_FN(_check_uniform)(&result, sum);
    result = right;
    TOY_FN(_uniform_add)(&result, &left, &result, b3);
    TOY_FN(_check_uniform)(&result, sum);
    TOY_FN(_uniform_dbl)(&result, &left, b3);
    TOY_FN(_check_uniform)(&result, twice_a);
    TOY_FN(_uniform_dbl)(&left, &left, b3);
    TOY_FN(_check_uniform)(&left, twice_a);
}

/* scalar * a by every function; b3 is NULL where there are points of order 2. */
static void TOY_FN(_check_mul)(const TOY_JACOBIAN *a, const uint64_t *scalar, const TOY_AFFINE *want,
                               const TOY_FIELD *b3)
{
    TOY_JACOBIAN result;
    TOY_FN(_mul_scratch) scratch;
    TOY_FN(_mul_vartime)(&result, a, scalar);
    TOY_FN(_check_jacobian)(&result, want);
    if ((scalar[1] | scalar[2] | scalar[3]) == 0) {
        TOY_FN(_mul_u64_vartime)(&result, a, scalar[0]);
        TOY_FN(_check_jacobian)(&result, want);
    }
    if (b3 != NULL) {
        TOY_FN(_mul)(&result, a, scalar, b3, &scratch);
        TOY_FN(_check_jacobian)(&result, want);
        result = *a;
        TOY_FN(_mul)(&result, &result, scalar, b3, &scratch);
        TOY_FN(_check_jacobian)(&result, want);
    }
}

/* Scalars whose limbs are all ones, or a single bit: count times anything is the identity, so they are tried against
 * their residue. */
static void TOY_FN(_check_wide_scalars)(const TOY_JACOBIAN *a, const TOY_AFFINE *multiples, size_t count,
                                        const TOY_FIELD *b3)
{
    static const uint64_t scalars[][4] = {
        {UINT64_MAX, 0, 0, 0},
        {UINT64_MAX - 1, 0, 0, 0},
        {0, 1, 0, 0},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
        {0, 0, 0, (uint64_t)1 << 63},
        {0x5555555555555555u, 0xaaaaaaaaaaaaaaaau, 0xfedcba9876543210u, 0x8000000000000001u},
    };
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++) {
        uint64_t residue = 0;
        for (int bit = 255; bit >= 0; bit--)
            residue = (2 * residue + ((scalars[i][bit / 64] >> (bit % 64)) & 1)) % count;
        TOY_FN(_check_mul)(a, scalars[i], &multiples[residue], b3);
    }
}

static void TOY_FN(_check_multiplication)(uint64_t b_index, bool order_two)
{
    static TOY_FN(_group) group;
    TOY_FIELD b, b3;
    TOY_FN(_enumerate)(&group, b_index);
    TOY_FN(_element)(&b, b_index);
    TOY_F(_double)(&b3, &b);
    TOY_F(_add)(&b3, &b3, &b);
    for (size_t i = 0; i < group.count; i++) {
        TOY_AFFINE multiples[2 * TOY_SIZE + 1], sum, twice;
        TOY_JACOBIAN a, other;
        TOY_XYZZ unused;
        TOY_FN(_scaled)(&a, &unused, &group.points[i], i % (TOY_SIZE - 1) + 1);
        TOY_FN(_affine_set_identity)(&multiples[0]);
        for (size_t k = 1; k < 2 * TOY_SIZE + 1; k++)
            TOY_FN(_reference_add)(&multiples[k], &multiples[k - 1], &group.points[i]);
        for (uint64_t k = 0; k < TOY_FN(_SCALARS); k++) {
            const uint64_t scalar[4] = {k, 0, 0, 0};
            TOY_FN(_check_mul)(&a, scalar, &multiples[k], order_two ? NULL : &b3);
        }
        TOY_FN(_check_wide_scalars)(&a, multiples, group.count, order_two ? NULL : &b3);
        TOY_FN(_reference_add)(&twice, &group.points[i], &group.points[i]);
        for (size_t j = 0; j < group.count && !order_two; j++) {
            TOY_FN(_scaled)(&other, &unused, &group.points[j], (i + 3 * j) % (TOY_SIZE - 1) + 1);
            TOY_FN(_reference_add)(&sum, &group.points[i], &group.points[j]);
            TOY_FN(_check_uniform_pair)(&a, &other, &sum, &twice, &b3);
        }
    }
}
