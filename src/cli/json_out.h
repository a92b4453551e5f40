/* SPDX-License-Identifier: Apache-2.0
 *
 * JSON for machines, written straight to a stream.
 */
#ifndef CUZK_CLI_JSON_OUT_H
#define CUZK_CLI_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_out {
    FILE *stream;
    unsigned depth;
    bool needs_comma;
} json_out;

/* In every function `key` is the member's name, or NULL inside an array and for the outermost value. */
void json_begin(json_out *json, const char *key, char bracket); /* '{' or '[' */
void json_end(json_out *json, char bracket);                    /* '}' or ']'; ends the line after the outermost */
void json_string(json_out *json, const char *key, const char *value);
void json_u64(json_out *json, const char *key, uint64_t value);
void json_bool(json_out *json, const char *key, bool value);
void json_number(json_out *json, const char *key, double value, int decimals);

#endif
