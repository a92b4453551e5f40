/* SPDX-License-Identifier: Apache-2.0
 *
 * Random bytes from the kernel.
 */
#ifndef CUZK_BASE_RANDOM_H
#define CUZK_BASE_RANDOM_H

#include <stddef.h>

#include <cuzk/status.h>

/* Fills `out` from getrandom(2); waits at boot until the source is ready. Errors: CUZK_E_IO. */
cuzk_status cuzk_random_bytes(void *out, size_t size_bytes, cuzk_error *err);

#endif
