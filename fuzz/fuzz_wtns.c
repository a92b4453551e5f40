/* SPDX-License-Identifier: Apache-2.0 */
#include <cuzk/formats.h>

#include "fuzz_file.h"

static void read_witness(const char *path)
{
    cuzk_witness *witness;
    cuzk_error err;
    if (cuzk_witness_read(&witness, path, &err) == CUZK_OK)
        cuzk_witness_destroy(witness);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes)
{
    fuzz_with_file(bytes, size_bytes, read_witness);
    return 0;
}
