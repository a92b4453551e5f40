/* SPDX-License-Identifier: Apache-2.0
 *
 * Filling in a caller's cuzk_error.
 */
#ifndef CUZK_BASE_ERROR_H
#define CUZK_BASE_ERROR_H

#include <cuzk/status.h>

/* Writes `status` and the formatted sentence to `err` (NULL is fine) and returns `status`, so that a failing
 * function can end with `return cuzk_error_set(err, CUZK_E_FORMAT, "...")`. A longer text is cut. `err` may be an
 * argument of its own message. */
cuzk_status cuzk_error_set(cuzk_error *err, cuzk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts a prefix such as "key.zkey: " before the message that `err` already holds. Returns its status. */
cuzk_status cuzk_error_prefix(cuzk_error *err, cuzk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __clang_analyzer__
/* The static analyzer looks at one file at a time: this tells it that the status given is the status returned. */
#define cuzk_error_set(err, status, ...)    ((void)(cuzk_error_set)(err, status, __VA_ARGS__), (status))
#define cuzk_error_prefix(err, status, ...) ((void)(cuzk_error_prefix)(err, status, __VA_ARGS__), (status))
#endif

#endif
