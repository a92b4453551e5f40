/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_with_file(const uint8_t *bytes, size_t size_bytes, void (*read)(const char *path))
{
    char path[64];
    int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    if (descriptor < 0 || write(descriptor, bytes, size_bytes) != (ssize_t)size_bytes) {
        perror("memfd");
        exit(1);
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    read(path);
    close(descriptor);
}
