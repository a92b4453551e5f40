/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "formats/json_points.h"
#include "groth16/model.h"

/* A point of a key must be in its subgroup; only IC points may be the identity. */
static cuzk_status json_vkey_point(void *out_affine, const cuzk_curve_ops *curve, cuzk_group group,
                                   const json_t *value, const char *where, bool may_be_identity, cuzk_error *err)
{
    const cuzk_group_ops *ops = cuzk_curve_group(curve, group);
    cuzk_status status = cuzk_json_point_read(out_affine, curve, group, value, where, err);
    if (status != CUZK_OK)
        return status;
    if (!ops->affine_is_in_subgroup(out_affine))
        return cuzk_error_set(err, CUZK_E_POINT, "%s is not in the subgroup of prime order", where);
    if (!may_be_identity && ops->affine_is_identity(out_affine))
        return cuzk_error_set(err, CUZK_E_POINT, "%s is the identity", where);
    return CUZK_OK;
}

static cuzk_status json_vkey_header(cuzk_verifying_key *key, const cuzk_curve_ops *curve, const json_t *root,
                                    cuzk_error *err)
{
    const struct {
        const char *name;
        void *point;
        cuzk_group group;
    } rows[] = {{"vk_alpha_1", &key->alpha_g1, CUZK_GROUP_G1},
                {"vk_beta_2", &key->beta_g2, CUZK_GROUP_G2},
                {"vk_gamma_2", &key->gamma_g2, CUZK_GROUP_G2},
                {"vk_delta_2", &key->delta_g2, CUZK_GROUP_G2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cuzk_status status = json_vkey_point(rows[i].point, curve, rows[i].group,
                                             json_object_get(root, rows[i].name), rows[i].name, false, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static cuzk_status json_vkey_ic(cuzk_verifying_key *key, const cuzk_curve_ops *curve, const json_t *ic,
                                cuzk_error *err)
{
    char *points = key->ic.bytes;
    for (uint64_t i = 0; i <= key->public_count; i++) {
        char where[JSON_WHERE_CHARS / 2];
        snprintf(where, sizeof where, "IC[%" PRIu64 "]", i);
        cuzk_status status = json_vkey_point(points + i * curve->g1.affine_bytes, curve, CUZK_GROUP_G1,
                                             json_array_get(ic, i), where, true, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static cuzk_status json_vkey_shape(cuzk_curve_id *curve, uint64_t *public_count, const json_t *root,
                                   cuzk_error *err)
{
    cuzk_status status = cuzk_json_protocol(root, "key", err);
    if (status != CUZK_OK)
        return status;
    if (json_object_get(root, "curve") == NULL)
        return cuzk_error_set(err, CUZK_E_FORMAT, "\"curve\" is missing");
    if ((status = cuzk_json_curve(curve, root, err)) != CUZK_OK)
        return status;
    const json_t *count = json_object_get(root, "nPublic");
    if (!json_is_integer(count) || json_integer_value(count) < 0 || json_integer_value(count) > UINT32_MAX)
        return cuzk_error_set(err, CUZK_E_FORMAT, "\"nPublic\" is missing or not a count");
    *public_count = (uint64_t)json_integer_value(count);
    return cuzk_json_expect_array(json_object_get(root, "IC"), *public_count + 1, "IC", err);
}

static cuzk_status json_vkey_make(cuzk_verifying_key **out, const json_t *root, cuzk_error *err)
{
    cuzk_curve_id curve_id = 0;
    uint64_t public_count = 0;
    cuzk_verifying_key *key = NULL;
    cuzk_status status = json_vkey_shape(&curve_id, &public_count, root, err);
    if (status != CUZK_OK)
        return status;
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(curve_id, CUZK_ISA_AUTO);
    if ((status = cuzk_verifying_key_alloc(&key, curve_id, public_count, err)) != CUZK_OK)
        goto done;
    if ((status = json_vkey_header(key, curve, root, err)) != CUZK_OK)
        goto done;
    if ((status = json_vkey_ic(key, curve, json_object_get(root, "IC"), err)) != CUZK_OK)
        goto done;
    *out = key;
    key = NULL;
done:
    cuzk_verifying_key_unref(key);
    return status;
}

cuzk_status cuzk_verifying_key_read_json(cuzk_verifying_key **out, const char *path, cuzk_error *err)
{
    json_t *root;
    cuzk_status status = cuzk_json_load(&root, path, CUZK_FILE_JSON_VERIFYING_KEY, JSON_BYTES_MAX, err);
    if (status != CUZK_OK)
        return status;
    if ((status = json_vkey_make(out, root, err)) != CUZK_OK)
        cuzk_error_prefix(err, status, "%s: ", path);
    json_decref(root);
    return status;
}

/* e(alpha, beta): Fp12 as two Fp6 of three Fp2. */
static void json_vkey_alphabeta(cuzk_json_text *text, const cuzk_curve_ops *curve, const cuzk_verifying_key *key)
{
    uint64_t value[12 * CUZK_FP_LIMBS_MAX];
    const uint64_t *next = value;
    curve->pairing(value, &key->alpha_g1, &key->beta_g2);
    cuzk_json_text_open(text, '[');
    for (int i = 0; i < 2; i++) {
        cuzk_json_text_open(text, '[');
        for (int j = 0; j < 3; j++) {
            cuzk_json_text_open(text, '[');
            for (int k = 0; k < 2; k++, next += curve->fp_limbs)
                cuzk_json_fp_write(text, curve, next);
            cuzk_json_text_close(text, ']');
        }
        cuzk_json_text_close(text, ']');
    }
    cuzk_json_text_close(text, ']');
}

cuzk_status cuzk_verifying_key_format_json(char **out, const cuzk_verifying_key *key, cuzk_error *err)
{
    cuzk_json_text text;
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO);
    const char *ic = key->ic.bytes;
    cuzk_json_text_init(&text);
    cuzk_json_text_open(&text, '{');
    cuzk_json_text_key(&text, "protocol");
    cuzk_json_text_string(&text, "groth16");
    cuzk_json_text_key(&text, "curve");
    cuzk_json_text_string(&text, curve->snarkjs_name);
    cuzk_json_text_key(&text, "nPublic");
    cuzk_json_text_number(&text, key->public_count);
    cuzk_json_text_key(&text, "vk_alpha_1");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G1, &key->alpha_g1);
    cuzk_json_text_key(&text, "vk_beta_2");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G2, &key->beta_g2);
    cuzk_json_text_key(&text, "vk_gamma_2");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G2, &key->gamma_g2);
    cuzk_json_text_key(&text, "vk_delta_2");
    cuzk_json_point_write(&text, curve, CUZK_GROUP_G2, &key->delta_g2);
    cuzk_json_text_key(&text, "vk_alphabeta_12");
    json_vkey_alphabeta(&text, curve, key);
    cuzk_json_text_key(&text, "IC");
    cuzk_json_text_open(&text, '[');
    for (uint64_t i = 0; i <= key->public_count; i++)
        cuzk_json_point_write(&text, curve, CUZK_GROUP_G1, ic + i * curve->g1.affine_bytes);
    cuzk_json_text_close(&text, ']');
    cuzk_json_text_close(&text, '}');
    return cuzk_json_text_finish(out, &text, err);
}
