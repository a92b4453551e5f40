/* SPDX-License-Identifier: Apache-2.0 */
#include <cuzk/formats.h>

#include "fuzz_file.h"

static void read_key(const char *path)
{
    cuzk_proving_key *key;
    cuzk_proving_key_info info;
    cuzk_error err;
    if (cuzk_proving_key_read(&key, path, 1, NULL, &err) != CUZK_OK)
        return;
    cuzk_proving_key_describe(key, &info);
    cuzk_proving_key_unref(key);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    fuzz_with_file(bytes, size_bytes, read_key);
    return 0;
}
