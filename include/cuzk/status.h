/* SPDX-License-Identifier: Apache-2.0
 *
 * Status codes and error detail.
 *
 * Functions that can fail return a cuzk_status and nothing else; results go out through pointers and are untouched
 * on failure. A false statement about data is not a failure: a proof that does not verify is CUZK_OK with
 * *valid = false.
 */
#ifndef CUZK_STATUS_H
#define CUZK_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, value, sentence, http, grpc, exit code, whether the same call can succeed later)
 *
 * The one list: enum, strings, exit codes and the tables in the documents all come from it. Values and exit codes
 * are part of the interface and never change meaning. Exit code 1 is kept for "the proof is not valid", 2 for a
 * wrong command line. */
#define CUZK_STATUS_MAP(X)                                                                                         \
    X(OK, 0, "success", 200, 0, 0, false)                                                                          \
    X(E_ARGUMENT, 1, "an argument is wrong", 400, 3, 2, false)                                                     \
    X(E_NOT_FOUND, 2, "no such file or object", 404, 5, 3, false)                                                  \
    X(E_IO, 3, "reading or writing failed", 500, 14, 4, true)                                                      \
    X(E_FORMAT, 4, "malformed data", 422, 3, 5, false)                                                             \
    X(E_KIND, 5, "a file of another kind or protocol", 422, 3, 6, false)                                           \
    X(E_CURVE, 6, "another curve, or one that is not supported", 422, 3, 7, false)                                 \
    X(E_LENGTH, 7, "the witness or public inputs have another length than the key asks for", 422, 3, 8, false)     \
    X(E_NOT_CANONICAL, 8, "a value is not below its modulus", 422, 3, 9, false)                                    \
    X(E_WITNESS_ONE, 9, "the witness does not start with the constant 1", 422, 3, 10, false)                       \
    X(E_UNSATISFIED, 10, "the witness does not satisfy the circuit", 422, 3, 11, false)                            \
    X(E_SELF_CHECK, 11, "the proof made does not verify and was withheld", 500, 13, 12, true)                      \
    X(E_POINT, 12, "a point is not on its curve or not in its subgroup", 422, 3, 13, false)                        \
    X(E_NO_MEMORY, 13, "out of memory", 507, 8, 14, true)                                                          \
    X(E_TOO_LARGE, 14, "more than a limit or a budget allows", 413, 8, 15, false)                                  \
    X(E_UNSUPPORTED, 15, "not supported by this build or machine", 501, 12, 16, false)                             \
    X(E_DEVICE, 16, "the device failed or is not usable", 503, 14, 17, true)                                       \
    X(E_BUSY, 17, "a queue or a slot is full", 429, 8, 18, true)                                                   \
    X(E_CANCELLED, 18, "cancelled", 409, 1, 19, true)                                                              \
    X(E_TIMEOUT, 19, "a deadline has passed", 504, 4, 20, true)                                                    \
    X(E_CONFLICT, 20, "something else exists under this name", 409, 6, 21, false)                                  \
    X(E_INTERNAL, 21, "a fault inside cuzk", 500, 13, 70, false)

typedef enum cuzk_status {
#define CUZK_STATUS_ENUM(name, value, sentence, http, grpc, exit_code, retry) CUZK_##name = value,
    CUZK_STATUS_MAP(CUZK_STATUS_ENUM)
#undef CUZK_STATUS_ENUM
} cuzk_status;

/* Detail for people. The caller owns it and may pass NULL wherever one is taken. `message` names the thing and the
 * numbers; it never holds witness values. It is written only on failure. */
typedef struct cuzk_error {
    cuzk_status status;
    char message[508];
} cuzk_error;

/* The code's name ("E_FORMAT"), its sentence, and its codes elsewhere. An unknown value gives "E_UNKNOWN",
 * "unknown status", 500, 2 (UNKNOWN), 70 and false. Static strings. */
const char *cuzk_status_name(cuzk_status status);
const char *cuzk_status_string(cuzk_status status);
int cuzk_status_http(cuzk_status status);
int cuzk_status_grpc(cuzk_status status);
int cuzk_status_exit_code(cuzk_status status);
bool cuzk_status_may_retry(cuzk_status status);

#ifdef __cplusplus
}
#endif
#endif
