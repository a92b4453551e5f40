/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading JSON: whole files within limits, and the field elements in them (docs/formats/json.md).
 */
#ifndef CUZK_FORMATS_JSON_IN_H
#define CUZK_FORMATS_JSON_IN_H

#include <jansson.h>

#include <cuzk/formats.h>

#include "base/file.h"

enum {
    JSON_BYTES_MAX = 16 << 20,
    JSON_PROOF_BYTES_MAX = 64 << 10,
    JSON_WHERE_CHARS = 48,
};

/* Parses the whole of an open file. Errors: CUZK_E_TOO_LARGE, CUZK_E_FORMAT with line and column. */
cuzk_status cuzk_json_parse(json_t **out, const cuzk_input_file *file, uint64_t size_bytes_max, cuzk_error *err);

/* Which of the kinds CUZK_FILE_JSON_* a value is. */
cuzk_file_kind cuzk_json_kind(const json_t *root);

/* Opens and parses a file of the kind `needed`. CUZK_E_KIND names another kind. The caller calls json_decref. */
cuzk_status cuzk_json_load(json_t **out, const char *path, cuzk_file_kind needed, uint64_t size_bytes_max,
                           cuzk_error *err);

/* A non-negative integer below the modulus: a string of decimal digits or of "0x" and hexadecimal digits, or a bare
 * number up to 2^53 - 1. `where` names it in messages. Errors: CUZK_E_FORMAT, CUZK_E_NOT_CANONICAL. */
cuzk_status cuzk_json_integer(uint64_t *out, const json_t *value, const uint64_t *modulus, size_t limb_count,
                              const char *where, cuzk_error *err);

/* value must be an array of exactly `count` entries: CUZK_E_FORMAT, with both numbers, otherwise. */
cuzk_status cuzk_json_expect_array(const json_t *value, uint64_t count, const char *where, cuzk_error *err);

/* "protocol", where there is one, must be groth16 (CUZK_E_KIND), and "curve" one of ours (CUZK_E_CURVE). A missing
 * "curve" leaves *curve as it is. */
cuzk_status cuzk_json_protocol(const json_t *root, const char *thing, cuzk_error *err);
cuzk_status cuzk_json_curve(cuzk_curve_id *curve, const json_t *root, cuzk_error *err);

#endif
