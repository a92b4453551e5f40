/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "curve/curve.h"
#include "formats/decimal.h"
#include "formats/json_in.h"
#include "formats/json_text.h"

static cuzk_status json_public_fill(cuzk_fr *values, const json_t *root, const cuzk_curve_ops *curve,
                                    cuzk_error *err)
{
    size_t index;
    json_t *value;
    json_array_foreach(root, index, value)
    {
        char where[JSON_WHERE_CHARS];
        snprintf(where, sizeof where, "public input %zu", index);
        cuzk_status status =
            cuzk_json_integer(values[index].limb, value, curve->fr_modulus->limb, CUZK_FR_LIMBS, where, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

cuzk_status cuzk_public_read_json(cuzk_fr **out, uint64_t *count, const char *path, cuzk_curve_id curve,
                                  cuzk_error *err)
{
    json_t *root;
    cuzk_fr *values = NULL;
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    if (ops == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
    cuzk_status status = cuzk_json_load(&root, path, CUZK_FILE_JSON_PUBLIC, JSON_BYTES_MAX, err);
    if (status != CUZK_OK)
        return status;
    if ((values = cuzk_calloc_aligned(json_array_size(root), sizeof *values)) == NULL) {
        status = cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory for the public inputs", path);
        goto done;
    }
    if ((status = json_public_fill(values, root, ops, err)) != CUZK_OK) {
        cuzk_error_prefix(err, status, "%s: ", path);
        goto done;
    }
    *out = values;
    *count = json_array_size(root);
    values = NULL;
done:
    free(values);
    json_decref(root);
    return status;
}

cuzk_status cuzk_public_format_json(char **out, cuzk_curve_id curve, const cuzk_fr *values, uint64_t count,
                                    cuzk_error *err)
{
    cuzk_json_text text;
    if (cuzk_curve_ops_get(curve, CUZK_ISA_AUTO) == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
    cuzk_json_text_init(&text);
    cuzk_json_text_open(&text, '[');
    for (uint64_t i = 0; i < count; i++) {
        char digits[DECIMAL_CHARS(CUZK_FR_LIMBS)];
        cuzk_decimal_format(digits, values[i].limb, CUZK_FR_LIMBS);
        cuzk_json_text_string(&text, digits);
    }
    cuzk_json_text_close(&text, ']');
    return cuzk_json_text_finish(out, &text, err);
}
