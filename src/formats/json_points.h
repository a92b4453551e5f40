/* SPDX-License-Identifier: Apache-2.0
 *
 * Points in JSON: [x, y, "1"] with decimal strings; in G2 each coordinate is [c0, c1] (docs/formats/json.md).
 */
#ifndef CUZK_FORMATS_JSON_POINTS_H
#define CUZK_FORMATS_JSON_POINTS_H

#include "curve/curve.h"
#include "formats/json_in.h"
#include "formats/json_text.h"

/* A packed affine point that is on its curve. `where` names it in messages ("IC[3]"). Errors: those of
 * cuzk_json_integer and cuzk_json_expect_array, and CUZK_E_POINT. */
cuzk_status cuzk_json_point_read(void *out_affine, const cuzk_curve_ops *curve, cuzk_group group,
                                 const json_t *value, const char *where, cuzk_error *err);

void cuzk_json_point_write(cuzk_json_text *text, const cuzk_curve_ops *curve, cuzk_group group, const void *affine);

/* One element of Fp, in Montgomery form, as a decimal string. */
void cuzk_json_fp_write(cuzk_json_text *text, const cuzk_curve_ops *curve, const uint64_t *value);

#endif
