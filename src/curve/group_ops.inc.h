/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the functions of one group for a cuzk_group_ops. Before including, define
 *   GROUP             prefix of the group (curve/point.inc.h), e.g. bn254_g1
 *   GROUP_FIELD       prefix of its coordinates' field
 *   GROUP_GENERATOR, GROUP_B, GROUP_B3   initializers from the curve's constants
 * All are undefined again at the end. GROUP_ops_* are the functions; CUZK_GROUP_OPS(GROUP) is the table's
 * initializer.
 *
 * Points are copied in and out, so that the caller's storage needs neither the type nor its alignment.
 */
#define GROUP_FN(name) CUZK_JOIN(GROUP, name)
#define GROUP_F(name)  CUZK_JOIN(GROUP_FIELD, name)
#define GROUP_AFFINE   GROUP_FN(_affine)
#define GROUP_JACOBIAN GROUP_FN(_jacobian)

static const GROUP_AFFINE GROUP_FN(_ops_generator) = GROUP_GENERATOR;
static const GROUP_FIELD GROUP_FN(_ops_b) = GROUP_B;
static const GROUP_FIELD GROUP_FN(_ops_b3) = GROUP_B3;

static GROUP_AFFINE GROUP_FN(_ops_load_affine)(const void *affine)
{
    GROUP_AFFINE point;
    memcpy(&point, affine, sizeof point);
    return point;
}

static GROUP_JACOBIAN GROUP_FN(_ops_load)(const cuzk_point *a)
{
    GROUP_JACOBIAN point;
    memcpy(&point, a->limb, sizeof point);
    return point;
}

static void GROUP_FN(_ops_store)(cuzk_point *out, const GROUP_JACOBIAN *a)
{
    memcpy(out->limb, a, sizeof *a);
}

static void GROUP_FN(_ops_set_identity)(cuzk_point *out)
{
    GROUP_JACOBIAN point;
    GROUP_FN(_jacobian_set_identity)(&point);
    GROUP_FN(_ops_store)(out, &point);
}

static bool GROUP_FN(_ops_is_identity)(const cuzk_point *a)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    return GROUP_FN(_jacobian_is_identity)(&point);
}

static bool GROUP_FN(_ops_equal)(const cuzk_point *a, const cuzk_point *b)
{
    GROUP_JACOBIAN left = GROUP_FN(_ops_load)(a), right = GROUP_FN(_ops_load)(b);
    return GROUP_FN(_jacobian_equal)(&left, &right);
}

static void GROUP_FN(_ops_from_affine)(cuzk_point *out, const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    GROUP_JACOBIAN result;
    GROUP_FN(_jacobian_from_affine)(&result, &point);
    GROUP_FN(_ops_store)(out, &result);
}

static void GROUP_FN(_ops_to_affine)(void *out_affine, const cuzk_point *a)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    GROUP_AFFINE result;
    GROUP_FN(_jacobian_to_affine)(&result, &point);
    memcpy(out_affine, &result, sizeof result);
}

/* Montgomery's trick; the x of `out_affine` holds the running products of the Z on the way up. */
static void GROUP_FN(_ops_batch_to_affine)(void *out_affine, const cuzk_point *points, size_t count)
{
    unsigned char *out = (unsigned char *)out_affine;
    GROUP_FIELD product, z_inverse;
    GROUP_F(_set_one)(&product);
    for (size_t i = 0; i < count; i++) {
        GROUP_JACOBIAN point = GROUP_FN(_ops_load)(&points[i]);
        memcpy(out + i * sizeof(GROUP_AFFINE), &product, sizeof product);
        if (!GROUP_FN(_jacobian_is_identity)(&point))
            GROUP_F(_mul)(&product, &product, &point.z);
    }
    GROUP_F(_inverse_vartime)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        GROUP_JACOBIAN point = GROUP_FN(_ops_load)(&points[i]);
        GROUP_AFFINE result;
        GROUP_FN(_affine_set_identity)(&result);
        if (!GROUP_FN(_jacobian_is_identity)(&point)) {
            memcpy(&z_inverse, out + i * sizeof(GROUP_AFFINE), sizeof z_inverse);
            GROUP_F(_mul)(&z_inverse, &z_inverse, &product);
            GROUP_F(_mul)(&product, &product, &point.z);
            GROUP_FN(_jacobian_scale)(&result, &point, &z_inverse);
        }
        memcpy(out + i * sizeof(GROUP_AFFINE), &result, sizeof result);
    }
}

static void GROUP_FN(_ops_add)(cuzk_point *out, const cuzk_point *a, const cuzk_point *b)
{
    GROUP_JACOBIAN left = GROUP_FN(_ops_load)(a), right = GROUP_FN(_ops_load)(b);
    GROUP_FN(_jacobian_add)(&left, &left, &right);
    GROUP_FN(_ops_store)(out, &left);
}

static void GROUP_FN(_ops_add_affine)(cuzk_point *out, const cuzk_point *a, const void *b_affine)
{
    GROUP_JACOBIAN left = GROUP_FN(_ops_load)(a);
    GROUP_AFFINE right = GROUP_FN(_ops_load_affine)(b_affine);
    GROUP_FN(_jacobian_add_affine)(&left, &left, &right);
    GROUP_FN(_ops_store)(out, &left);
}

static void GROUP_FN(_ops_dbl)(cuzk_point *out, const cuzk_point *a)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    GROUP_FN(_jacobian_dbl)(&point, &point);
    GROUP_FN(_ops_store)(out, &point);
}

static void GROUP_FN(_ops_neg)(cuzk_point *out, const cuzk_point *a)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    GROUP_FN(_jacobian_neg)(&point, &point);
    GROUP_FN(_ops_store)(out, &point);
}

static void GROUP_FN(_ops_affine_neg)(void *out_affine, const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    GROUP_FN(_affine_neg)(&point, &point);
    memcpy(out_affine, &point, sizeof point);
}

static bool GROUP_FN(_ops_affine_is_identity)(const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    return GROUP_FN(_affine_is_identity)(&point);
}

static void GROUP_FN(_ops_mul)(cuzk_point *out, const cuzk_point *a, const cuzk_fr *scalar)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    GROUP_FN(_mul_scratch) scratch;
    GROUP_FN(_mul)(&point, &point, scalar->limb, &GROUP_FN(_ops_b3), &scratch);
    GROUP_FN(_ops_store)(out, &point);
    cuzk_wipe(&scratch, sizeof scratch);
    cuzk_wipe(&point, sizeof point);
}

static void GROUP_FN(_ops_mul_vartime)(cuzk_point *out, const cuzk_point *a, const cuzk_fr *scalar)
{
    GROUP_JACOBIAN point = GROUP_FN(_ops_load)(a);
    GROUP_FN(_mul_vartime)(&point, &point, scalar->limb);
    GROUP_FN(_ops_store)(out, &point);
}

static bool GROUP_FN(_ops_affine_is_canonical)(const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    return GROUP_FN(_affine_is_canonical)(&point);
}

static bool GROUP_FN(_ops_affine_is_on_curve)(const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    return GROUP_FN(_affine_is_on_curve)(&point, &GROUP_FN(_ops_b));
}

static bool GROUP_FN(_ops_affine_is_in_subgroup)(const void *affine)
{
    GROUP_AFFINE point = GROUP_FN(_ops_load_affine)(affine);
    return GROUP_FN(_affine_is_in_subgroup)(&point);
}

#undef GROUP_FN
#undef GROUP_F
#undef GROUP_AFFINE
#undef GROUP_JACOBIAN
#undef GROUP
#undef GROUP_FIELD
#undef GROUP_GENERATOR
#undef GROUP_B
#undef GROUP_B3
