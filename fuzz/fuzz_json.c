/* SPDX-License-Identifier: Apache-2.0
 *
 * Every JSON reader on the same bytes; what can be read can be written.
 */
#include <stdlib.h>
#include <string.h>

#include <cuzk/formats.h>

#include "fuzz_file.h"

static void read_proof(const char *path)
{
    for (int curve = CUZK_CURVE_BN254; curve <= CUZK_CURVE_BLS12_381; curve++) {
        cuzk_proof proof;
        cuzk_error err;
        char *text;
        if (cuzk_proof_read_json(&proof, path, (cuzk_curve_id)curve, &err) != CUZK_OK)
            continue;
        if (cuzk_proof_format_json(&text, &proof, &err) != CUZK_OK)
            abort();
        free(text);
    }
}

static void read_public(const char *path)
{
    cuzk_fr *values;
    uint64_t count;
    cuzk_error err;
    char *text;
    if (cuzk_public_read_json(&values, &count, path, CUZK_CURVE_BN254, &err) != CUZK_OK)
        return;
    if (cuzk_public_format_json(&text, CUZK_CURVE_BN254, values, count, &err) != CUZK_OK)
        abort();
    free(text);
    free(values);
}

static void read_key(const char *path)
{
    cuzk_verifying_key *key;
    cuzk_error err;
    if (cuzk_verifying_key_read_json(&key, path, &err) == CUZK_OK)
        cuzk_verifying_key_unref(key);
}

static void read_all(const char *path)
{
    cuzk_file_kind kind;
    cuzk_error err;
    if (cuzk_file_identify(&kind, path, &err) != CUZK_OK || strlen(cuzk_file_kind_string(kind)) == 0)
        abort();
    read_proof(path);
    read_public(path);
    read_key(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    fuzz_with_file(bytes, size_bytes, read_all);
    return 0;
}
