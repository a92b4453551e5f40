/* SPDX-License-Identifier: Apache-2.0 */
#include <cuzk/formats.h>

#include "fuzz_file.h"

static void read_r1cs(const char *path)
{
    cuzk_r1cs *r1cs;
    cuzk_r1cs_info info;
    cuzk_error err;
    if (cuzk_r1cs_read(&r1cs, path, NULL, &err) != CUZK_OK)
        return;
    cuzk_r1cs_describe(r1cs, &info);
    cuzk_r1cs_unref(r1cs);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    fuzz_with_file(bytes, size_bytes, read_r1cs);
    return 0;
}
