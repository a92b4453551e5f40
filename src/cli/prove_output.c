/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/prove_output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

static bool same_file(const char *a, const char *b)
{
    struct stat a_info, b_info;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &a_info) == 0 && stat(b, &b_info) == 0 && a_info.st_dev == b_info.st_dev &&
           a_info.st_ino == b_info.st_ino;
}

cuzk_status prove_output_check(const char *proof_path, const char *public_path, cuzk_error *err)
{
    if (same_file(proof_path, public_path))
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s cannot be both the proof and the public inputs",
                              proof_path);
    return CUZK_OK;
}

static cuzk_status prepare(cuzk_output_file **out, const char *path, const char *text, cuzk_error *err)
{
    cuzk_status status = cuzk_output_file_create(out, path, err);
    return status != CUZK_OK ? status : cuzk_output_file_append(*out, text, strlen(text), err);
}

cuzk_status prove_output_write(const char *proof_path, const char *public_path, const cuzk_proof *proof,
                               const cuzk_fr *public_inputs, uint64_t public_count, cuzk_error *err)
{
    cuzk_status status;
    char *proof_text = NULL, *public_text = NULL;
    cuzk_output_file *proof_file = NULL, *public_file = NULL;
    if ((status = cuzk_proof_format_json(&proof_text, proof, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_public_format_json(&public_text, proof->curve, public_inputs, public_count, err)) != CUZK_OK)
        goto done;
    if ((status = prepare(&proof_file, proof_path, proof_text, err)) != CUZK_OK)
        goto done;
    if ((status = prepare(&public_file, public_path, public_text, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_output_file_commit(proof_file, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_output_file_commit(public_file, err)) != CUZK_OK)
        (void)unlink(proof_path);
done:
    cuzk_output_file_destroy(public_file);
    cuzk_output_file_destroy(proof_file);
    free(public_text);
    free(proof_text);
    return status;
}
