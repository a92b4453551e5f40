/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing JSON as JSON.stringify(value, null, 1) does: each entry on a line of its own, one space of indentation a
 * level, no final newline. A failed allocation is remembered and told by finish.
 */
#ifndef CUZK_FORMATS_JSON_TEXT_H
#define CUZK_FORMATS_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuzk/status.h>

typedef struct cuzk_json_text {
    char *bytes;
    size_t length, capacity;
    unsigned depth;
    bool is_empty;  /* nothing was written yet into the innermost array or object */
    bool has_key;   /* the next value follows its key on the same line */
    bool is_failed; /* out of memory */
} cuzk_json_text;

void cuzk_json_text_init(cuzk_json_text *text);
void cuzk_json_text_clear(cuzk_json_text *text);

void cuzk_json_text_open(cuzk_json_text *text, char bracket); /* '[' or '{' */
void cuzk_json_text_close(cuzk_json_text *text, char bracket);
void cuzk_json_text_key(cuzk_json_text *text, const char *key);
void cuzk_json_text_string(cuzk_json_text *text, const char *value); /* plain ASCII without quotes */
void cuzk_json_text_number(cuzk_json_text *text, uint64_t value);

/* Text as it is, for what is not JSON. */
void cuzk_json_text_raw(cuzk_json_text *text, const char *value);

/* Hands the text over, to be freed with free(), and clears. CUZK_E_NO_MEMORY. */
cuzk_status cuzk_json_text_finish(char **out, cuzk_json_text *text, cuzk_error *err);

#endif
