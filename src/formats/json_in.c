/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/json_in.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "formats/decimal.h"
#include "formats/identify.h"

enum {
    JSON_QUOTE_CHARS = 33,
};

/* The largest integer up to which every one survives a program that keeps numbers as doubles. */
#define JSON_BARE_MAX ((json_int_t)9007199254740991)

/* Text from a file on its way into a message: what a terminal might obey becomes '?'. */
static void json_printable(char *out, size_t capacity, const char *text)
{
    size_t i = 0;
    for (; i + 1 < capacity && text[i] != '\0'; i++)
        out[i] = (char)(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    out[i] = '\0';
}

/* An empty array takes two bytes of text and over a hundred of memory. In the files read here every array or object
 * holds numbers of tens of digits, so one in 16 bytes, and some for small files, is plenty. */
static bool json_is_too_bushy(const char *text, size_t length)
{
    size_t opened = 0;
    for (size_t i = 0; i < length; i++)
        opened += text[i] == '[' || text[i] == '{';
    return opened > 64 + length / 16;
}

cuzk_status cuzk_json_parse(json_t **out, const cuzk_input_file *file, uint64_t size_bytes_max, cuzk_error *err)
{
    if (file->size_bytes > size_bytes_max)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE,
                              "%s: %" PRIu64 " bytes; JSON of this kind has at most %" PRIu64, file->path,
                              file->size_bytes, size_bytes_max);
    size_t length = (size_t)file->size_bytes;
    json_error_t fault;
    char fault_text[sizeof fault.text];
    cuzk_status status;
    json_t *root = NULL;
    char *text = malloc(length + 1);
    if (text == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory for reading", file->path);
    if ((status = cuzk_input_file_read(file, text, 0, length, err)) != CUZK_OK)
        goto done;
    if (json_is_too_bushy(text, length)) {
        status = cuzk_error_set(err, CUZK_E_FORMAT, "%s: too many arrays in %zu bytes", file->path, length);
        goto done;
    }
    root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (root == NULL) {
        json_printable(fault_text, sizeof fault_text, fault.text);
        status = cuzk_error_set(err, CUZK_E_FORMAT, "%s: not JSON: line %d, column %d: %s", file->path, fault.line,
                                fault.column, fault_text);
        goto done;
    }
    *out = root;
done:
    free(text);
    return status;
}

static bool json_is_number_list(const json_t *root)
{
    size_t index;
    json_t *value;
    json_array_foreach(root, index, value) if (!json_is_string(value) && !json_is_integer(value)) return false;
    return true;
}

cuzk_file_kind cuzk_json_kind(const json_t *root)
{
    if (json_is_array(root))
        return json_is_number_list(root) ? CUZK_FILE_JSON_PUBLIC : CUZK_FILE_JSON_OTHER;
    if (json_object_get(root, "pi_a") != NULL)
        return CUZK_FILE_JSON_PROOF;
    if (json_object_get(root, "vk_alpha_1") != NULL)
        return CUZK_FILE_JSON_VERIFYING_KEY;
    return CUZK_FILE_JSON_OTHER;
}

/* Another protocol's proof or key is "other JSON" by its fields; its own word for the protocol says more. */
static cuzk_status json_refuse_kind(const json_t *root, const char *path, cuzk_file_kind kind,
                                    cuzk_file_kind needed, cuzk_error *err)
{
    const char *protocol = json_string_value(json_object_get(root, "protocol"));
    if (kind == CUZK_FILE_JSON_OTHER && protocol != NULL && strcmp(protocol, "groth16") != 0) {
        char text[JSON_QUOTE_CHARS];
        json_printable(text, sizeof text, protocol);
        return cuzk_error_set(err, CUZK_E_KIND, "%s: the protocol is %s; groth16 is needed", path, text);
    }
    return cuzk_error_set(err, CUZK_E_KIND, "%s: this is %s; %s is needed", path, cuzk_file_kind_string(kind),
                          cuzk_file_kind_string(needed));
}

cuzk_status cuzk_json_load(json_t **out, const char *path, cuzk_file_kind needed, uint64_t size_bytes_max,
                           cuzk_error *err)
{
    cuzk_input_file file;
    json_t *root = NULL;
    cuzk_status status = cuzk_input_file_open(&file, path, err);
    if (status != CUZK_OK)
        return status;
    if (cuzk_identify_binary(&file) != CUZK_FILE_UNKNOWN) {
        status = cuzk_identify_refuse(&file, needed, err);
        goto done;
    }
    if ((status = cuzk_json_parse(&root, &file, size_bytes_max, err)) != CUZK_OK)
        goto done;
    cuzk_file_kind kind = cuzk_json_kind(root);
    if (kind != needed) {
        status = json_refuse_kind(root, path, kind, needed, err);
        goto done;
    }
    *out = root;
    root = NULL;
done:
    json_decref(root);
    cuzk_input_file_close(&file);
    return status;
}

static bool limbs_below(const uint64_t *a, const uint64_t *modulus, size_t limb_count)
{
    for (size_t i = limb_count; i-- > 0;)
        if (a[i] != modulus[i])
            return a[i] < modulus[i];
    return false;
}

static bool json_all_digits(const char *text, size_t length)
{
    return strspn(text, "0123456789") == length && length > 0 && (text[0] != '0' || length == 1);
}

static cuzk_status json_parse_text(uint64_t *out, const json_t *value, size_t limb_count, const char *where,
                                   cuzk_error *err)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (cuzk_integer_parse(out, limb_count, text, length))
        return CUZK_OK;
    if (json_all_digits(text, length))
        return cuzk_error_set(err, CUZK_E_NOT_CANONICAL, "%s is not below its modulus: a number of %zu digits",
                              where, length);
    char quote[JSON_QUOTE_CHARS];
    json_printable(quote, sizeof quote, text);
    return cuzk_error_set(err, CUZK_E_FORMAT,
                          "%s is not a number: \"%s\"%s; decimal digits, or 0x and at most %zu hexadecimal "
                          "digits, are needed",
                          where, quote, length >= sizeof quote ? "..." : "", 16 * limb_count);
}

cuzk_status cuzk_json_integer(uint64_t *out, const json_t *value, const uint64_t *modulus, size_t limb_count,
                              const char *where, cuzk_error *err)
{
    uint64_t limbs[DECIMAL_LIMBS_MAX] = {0};
    cuzk_status status;
    if (json_is_integer(value)) {
        json_int_t number = json_integer_value(value);
        if (number < 0 || number > JSON_BARE_MAX)
            return cuzk_error_set(err, CUZK_E_FORMAT,
                                  "%s is the bare number %" JSON_INTEGER_FORMAT
                                  "; only 0 to 2^53 - 1 survive as such, others must be strings",
                                  where, number);
        limbs[0] = (uint64_t)number;
    } else if (json_is_string(value)) {
        if ((status = json_parse_text(limbs, value, limb_count, where, err)) != CUZK_OK)
            return status;
    } else {
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s is missing or not a number", where);
    }
    if (!limbs_below(limbs, modulus, limb_count))
        return cuzk_error_set(err, CUZK_E_NOT_CANONICAL, "%s is not below its modulus", where);
    memcpy(out, limbs, limb_count * sizeof *out);
    return CUZK_OK;
}

cuzk_status cuzk_json_expect_array(const json_t *value, uint64_t count, const char *where, cuzk_error *err)
{
    if (!json_is_array(value))
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s is missing or not an array", where);
    if (json_array_size(value) != count)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s has %zu entries; %" PRIu64 " expected", where,
                              json_array_size(value), count);
    return CUZK_OK;
}

cuzk_status cuzk_json_protocol(const json_t *root, const char *thing, cuzk_error *err)
{
    const json_t *value = json_object_get(root, "protocol");
    if (value == NULL)
        return CUZK_OK;
    if (!json_is_string(value))
        return cuzk_error_set(err, CUZK_E_FORMAT, "\"protocol\" is not a string");
    if (strcmp(json_string_value(value), "groth16") == 0)
        return CUZK_OK;
    char text[JSON_QUOTE_CHARS];
    json_printable(text, sizeof text, json_string_value(value));
    return cuzk_error_set(err, CUZK_E_KIND, "this %s's protocol is %s; groth16 is needed", thing, text);
}

static const struct {
    const char *name;
    cuzk_curve_id curve;
} json_curve_names[] = {
    {"BN128", CUZK_CURVE_BN254},
    {"BN254", CUZK_CURVE_BN254},
    {"ALTBN128", CUZK_CURVE_BN254},
    {"BLS12381", CUZK_CURVE_BLS12_381},
};

/* "BLS12-381" and "bls12381" are one name: letters in upper case, and what is not a letter or digit left out. */
static void json_normalise_name(char out[16], const char *name)
{
    size_t length = 0;
    for (; *name != '\0' && length < 15; name++)
        if (isalnum((unsigned char)*name))
            out[length++] = (char)toupper((unsigned char)*name);
    out[length] = '\0';
}

cuzk_status cuzk_json_curve(cuzk_curve_id *curve, const json_t *root, cuzk_error *err)
{
    char name[16], quote[JSON_QUOTE_CHARS];
    const json_t *value = json_object_get(root, "curve");
    if (value == NULL)
        return CUZK_OK;
    if (!json_is_string(value))
        return cuzk_error_set(err, CUZK_E_FORMAT, "\"curve\" is not a string");
    json_normalise_name(name, json_string_value(value));
    for (size_t i = 0; i < sizeof json_curve_names / sizeof json_curve_names[0]; i++) {
        if (strcmp(name, json_curve_names[i].name) == 0) {
            *curve = json_curve_names[i].curve;
            return CUZK_OK;
        }
    }
    json_printable(quote, sizeof quote, json_string_value(value));
    return cuzk_error_set(err, CUZK_E_CURVE,
                          "the curve \"%s\" is not supported; BN254 (bn128) and BLS12-381 (bls12381) are", quote);
}
