/* SPDX-License-Identifier: Apache-2.0
 *
 * The readers take paths: an input becomes a file in memory, and its path that of the open descriptor.
 */
#ifndef CUZK_FUZZ_FILE_H
#define CUZK_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_bytes);

/* Calls `read` with the path of a file that holds the bytes. */
void fuzz_with_file(const uint8_t *bytes, size_t size_bytes, void (*read)(const char *path));

#endif
