/* SPDX-License-Identifier: Apache-2.0 */
#include <cuzk/formats.h>

#include "base/file.h"

cuzk_status cuzk_file_write(const char *path, const void *bytes, size_t size_bytes, cuzk_error *err)
{
    cuzk_output_file *file;
    cuzk_status status = cuzk_output_file_create(&file, path, err);
    if (status != CUZK_OK)
        return status;
    status = cuzk_output_file_append(file, bytes, size_bytes, err);
    if (status == CUZK_OK)
        status = cuzk_output_file_commit(file, err);
    cuzk_output_file_destroy(file);
    return status;
}
