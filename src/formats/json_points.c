/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/json_points.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "formats/decimal.h"

/* One coordinate of the point, canonical: in G1 a number, in G2 an array of two. */
static cuzk_status json_coordinate(uint64_t *out, const cuzk_curve_ops *curve, cuzk_group group,
                                   const json_t *value, const char *where, size_t index, cuzk_error *err)
{
    char name[JSON_WHERE_CHARS];
    cuzk_status status;
    snprintf(name, sizeof name, "%s[%zu]", where, index);
    if (group == CUZK_GROUP_G1)
        return cuzk_json_integer(out, value, curve->fp_modulus, curve->fp_limbs, name, err);
    if ((status = cuzk_json_expect_array(value, 2, name, err)) != CUZK_OK)
        return status;
    for (size_t i = 0; i < 2; i++) {
        char part[JSON_WHERE_CHARS];
        snprintf(part, sizeof part, "%s[%zu][%zu]", where, index, i);
        status = cuzk_json_integer(out + i * curve->fp_limbs, json_array_get(value, i), curve->fp_modulus,
                                   curve->fp_limbs, part, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

/* Whether a coordinate of limb_count limbs is the small integer. */
static bool coordinate_is(const uint64_t *coordinate, size_t limb_count, uint64_t value)
{
    uint64_t rest = 0;
    for (size_t i = 1; i < limb_count; i++)
        rest |= coordinate[i];
    return coordinate[0] == value && rest == 0;
}

static cuzk_status json_point_convert(void *out_affine, const cuzk_curve_ops *curve, const cuzk_group_ops *group,
                                      const uint64_t *xy, const char *where, cuzk_error *err)
{
    uint64_t affine[4 * CUZK_FP_LIMBS_MAX];
    size_t limb_count = group->affine_bytes / sizeof *affine;
    for (size_t i = 0; i < limb_count; i += curve->fp_limbs)
        curve->fp_to_montgomery(affine + i, xy + i);
    /* All zero limbs mean the identity inside, but in a file (0, 0) is a wrong point as any other. */
    if (group->affine_is_identity(affine) || !group->affine_is_on_curve(affine))
        return cuzk_error_set(err, CUZK_E_POINT, "%s is not on the curve %s", where, curve->name);
    memcpy(out_affine, affine, group->affine_bytes);
    return CUZK_OK;
}

cuzk_status cuzk_json_point_read(void *out_affine, const cuzk_curve_ops *curve, cuzk_group group,
                                 const json_t *value, const char *where, cuzk_error *err)
{
    const cuzk_group_ops *ops = cuzk_curve_group(curve, group);
    size_t limb_count = ops->coordinate_bytes / sizeof(uint64_t);
    uint64_t xyz[3 * 2 * CUZK_FP_LIMBS_MAX];
    cuzk_status status = cuzk_json_expect_array(value, 3, where, err);
    for (size_t i = 0; status == CUZK_OK && i < 3; i++)
        status = json_coordinate(xyz + i * limb_count, curve, group, json_array_get(value, i), where, i, err);
    if (status != CUZK_OK)
        return status;
    const uint64_t *y = xyz + limb_count, *z = xyz + 2 * limb_count;
    if (coordinate_is(z, limb_count, 1))
        return json_point_convert(out_affine, curve, ops, xyz, where, err);
    if (!coordinate_is(z, limb_count, 0) || !coordinate_is(y, limb_count, 1) || !coordinate_is(xyz, limb_count, 0))
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s is not affine: its third coordinate must be 1, or the point 0, 1, 0", where);
    memset(out_affine, 0, ops->affine_bytes);
    return CUZK_OK;
}

void cuzk_json_fp_write(cuzk_json_text *text, const cuzk_curve_ops *curve, const uint64_t *value)
{
    uint64_t canonical[CUZK_FP_LIMBS_MAX];
    char digits[DECIMAL_CHARS(CUZK_FP_LIMBS_MAX)];
    curve->fp_from_montgomery(canonical, value);
    cuzk_decimal_format(digits, canonical, curve->fp_limbs);
    cuzk_json_text_string(text, digits);
}

static void json_small_write(cuzk_json_text *text, cuzk_group group, const char *digit)
{
    if (group == CUZK_GROUP_G2)
        cuzk_json_text_open(text, '[');
    cuzk_json_text_string(text, digit);
    if (group == CUZK_GROUP_G2) {
        cuzk_json_text_string(text, "0");
        cuzk_json_text_close(text, ']');
    }
}

static void json_coordinate_write(cuzk_json_text *text, const cuzk_curve_ops *curve, cuzk_group group,
                                  const uint64_t *coordinate)
{
    if (group == CUZK_GROUP_G2)
        cuzk_json_text_open(text, '[');
    cuzk_json_fp_write(text, curve, coordinate);
    if (group == CUZK_GROUP_G2) {
        cuzk_json_fp_write(text, curve, coordinate + curve->fp_limbs);
        cuzk_json_text_close(text, ']');
    }
}

void cuzk_json_point_write(cuzk_json_text *text, const cuzk_curve_ops *curve, cuzk_group group, const void *affine)
{
    const cuzk_group_ops *ops = cuzk_curve_group(curve, group);
    bool is_identity = ops->affine_is_identity(affine);
    uint64_t xy[4 * CUZK_FP_LIMBS_MAX];
    memcpy(xy, affine, ops->affine_bytes);
    cuzk_json_text_open(text, '[');
    if (is_identity) {
        json_small_write(text, group, "0");
        json_small_write(text, group, "1");
    } else {
        json_coordinate_write(text, curve, group, xy);
        json_coordinate_write(text, curve, group, xy + ops->coordinate_bytes / sizeof *xy);
    }
    json_small_write(text, group, is_identity ? "0" : "1");
    cuzk_json_text_close(text, ']');
}
