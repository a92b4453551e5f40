/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/json_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void cuzk_json_text_init(cuzk_json_text *text)
{
    *text = (cuzk_json_text){.is_empty = true};
}

void cuzk_json_text_clear(cuzk_json_text *text)
{
    free(text->bytes);
    cuzk_json_text_init(text);
}

/* Room for `length` more bytes and a final zero byte. */
static bool json_text_reserve(cuzk_json_text *text, size_t length)
{
    if (text->is_failed)
        return false;
    size_t needed = text->length + length + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = needed < 512 ? 1024 : needed * 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->is_failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void cuzk_json_text_raw(cuzk_json_text *text, const char *value)
{
    size_t length = strlen(value);
    if (!json_text_reserve(text, length))
        return;
    memcpy(text->bytes + text->length, value, length + 1);
    text->length += length;
}

static void json_text_line(cuzk_json_text *text)
{
    cuzk_json_text_raw(text, "\n");
    for (unsigned i = 0; i < text->depth; i++)
        cuzk_json_text_raw(text, " ");
}

/* What stands before a value or a key: comma, new line, indentation; nothing at the very start or behind a key. */
static void json_text_before(cuzk_json_text *text)
{
    if (text->has_key || text->depth == 0) {
        text->has_key = false;
        return;
    }
    if (!text->is_empty)
        cuzk_json_text_raw(text, ",");
    json_text_line(text);
    text->is_empty = false;
}

void cuzk_json_text_open(cuzk_json_text *text, char bracket)
{
    const char mark[2] = {bracket, '\0'};
    json_text_before(text);
    cuzk_json_text_raw(text, mark);
    text->depth++;
    text->is_empty = true;
}

void cuzk_json_text_close(cuzk_json_text *text, char bracket)
{
    const char mark[2] = {bracket, '\0'};
    text->depth--;
    if (!text->is_empty)
        json_text_line(text);
    cuzk_json_text_raw(text, mark);
    text->is_empty = false;
}

static void json_text_quoted(cuzk_json_text *text, const char *value)
{
    cuzk_json_text_raw(text, "\"");
    cuzk_json_text_raw(text, value);
    cuzk_json_text_raw(text, "\"");
}

void cuzk_json_text_key(cuzk_json_text *text, const char *key)
{
    json_text_before(text);
    json_text_quoted(text, key);
    cuzk_json_text_raw(text, ": ");
    text->has_key = true;
}

void cuzk_json_text_string(cuzk_json_text *text, const char *value)
{
    json_text_before(text);
    json_text_quoted(text, value);
}

void cuzk_json_text_number(cuzk_json_text *text, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    json_text_before(text);
    cuzk_json_text_raw(text, digits);
}

cuzk_status cuzk_json_text_finish(char **out, cuzk_json_text *text, cuzk_error *err)
{
    if (text->is_failed) {
        cuzk_json_text_clear(text);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for writing text");
    }
    *out = text->bytes;
    cuzk_json_text_init(text);
    return CUZK_OK;
}
