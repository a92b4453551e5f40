/* SPDX-License-Identifier: Apache-2.0 */
#include "base/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>

#include "base/error.h"

cuzk_status cuzk_random_bytes(void *out, size_t size_bytes, cuzk_error *err)
{
    unsigned char *next = out;
    while (size_bytes > 0) {
        ssize_t got = getrandom(next, size_bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return cuzk_error_set(err, CUZK_E_IO, "the kernel's random source failed: %s", strerror(errno));
        next += got;
        size_bytes -= (size_t)got;
    }
    return CUZK_OK;
}
