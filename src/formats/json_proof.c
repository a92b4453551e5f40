/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/error.h"
#include "formats/json_points.h"

static cuzk_status json_proof_fill(cuzk_proof *out, const json_t *root, cuzk_curve_id expected, cuzk_error *err)
{
    cuzk_proof proof = {.curve = expected};
    cuzk_status status;
    if ((status = cuzk_json_protocol(root, "proof", err)) != CUZK_OK)
        return status;
    if ((status = cuzk_json_curve(&proof.curve, root, err)) != CUZK_OK)
        return status;
    if (proof.curve != expected)
        return cuzk_error_set(err, CUZK_E_CURVE, "the proof is for the curve %s; %s is needed",
                              cuzk_curve_name(proof.curve), cuzk_curve_name(expected));
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(expected, CUZK_ISA_AUTO);
    const struct {
        const char *name;
        void *point;
        cuzk_group group;
    } rows[] = {
        {"pi_a", &proof.a, CUZK_GROUP_G1}, {"pi_b", &proof.b, CUZK_GROUP_G2}, {"pi_c", &proof.c, CUZK_GROUP_G1}};
    for (size_t i = 0; i < 3; i++) {
        status = cuzk_json_point_read(rows[i].point, curve, rows[i].group, json_object_get(root, rows[i].name),
                                      rows[i].name, err);
        if (status != CUZK_OK)
            return status;
    }
    *out = proof;
    return CUZK_OK;
}

cuzk_status cuzk_proof_read_json(cuzk_proof *out, const char *path, cuzk_curve_id curve, cuzk_error *err)
{
    json_t *root;
    if (cuzk_curve_ops_get(curve, CUZK_ISA_AUTO) == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
    cuzk_status status = cuzk_json_load(&root, path, CUZK_FILE_JSON_PROOF, JSON_PROOF_BYTES_MAX, err);
    if (status != CUZK_OK)
        return status;
    if ((status = json_proof_fill(out, root, curve, err)) != CUZK_OK)
        cuzk_error_prefix(err, status, "%s: ", path);
    json_decref(root);
    return status;
}

cuzk_status cuzk_proof_format_json(char **out, const cuzk_proof *proof, cuzk_error *err)
{
    cuzk_json_text text;
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(proof->curve, CUZK_ISA_AUTO);
    if (curve == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)proof->curve);
    cuzk_json_text_init(&text);
    cuzk_json_text_open(&text, '{');
    cuzk_json_text_key(&text, "pi_a");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G1, &proof->a);
    cuzk_json_text_key(&text, "pi_b");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G2, &proof->b);
    cuzk_json_text_key(&text, "pi_c");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G1, &proof->c);
    cuzk_json_text_key(&text, "protocol");
    cuzk_json_text_string(&text, "groth16");
    cuzk_json_text_key(&text, "curve");
    cuzk_json_text_string(&text, curve->snarkjs_name);
    cuzk_json_text_close(&text, '}');
    return cuzk_json_text_finish(out, &text, err);
}
