/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/json_out.h"

#include <inttypes.h>

static void json_quoted(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(stream, "\\%c", *c);
        else if (*c < 0x20 || *c >= 0x7f)
            fprintf(stream, "\\u%04x", *c); /* a path need not be UTF-8: each byte stands for itself */
        else
            fputc(*c, stream);
    }
    fputc('"', stream);
}

static void json_key(json_out *json, const char *key)
{
    if (json->needs_comma)
        fputc(',', json->stream);
    if (json->depth > 0)
        fprintf(json->stream, "\n%*s", (int)json->depth, "");
    if (key != NULL) {
        json_quoted(json->stream, key);
        fputs(": ", json->stream);
    }
    json->needs_comma = true;
}

void json_begin(json_out *json, const char *key, char bracket)
{
    json_key(json, key);
    fputc(bracket, json->stream);
    json->depth++;
    json->needs_comma = false;
}

void json_end(json_out *json, char bracket)
{
    json->depth--;
    if (json->needs_comma)
        fprintf(json->stream, "\n%*s", (int)json->depth, "");
    fputc(bracket, json->stream);
    if (json->depth == 0)
        fputc('\n', json->stream);
    json->needs_comma = true;
}

void json_string(json_out *json, const char *key, const char *value)
{
    json_key(json, key);
    json_quoted(json->stream, value);
}

void json_u64(json_out *json, const char *key, uint64_t value)
{
    json_key(json, key);
    fprintf(json->stream, "%" PRIu64, value);
}

void json_bool(json_out *json, const char *key, bool value)
{
    json_key(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void json_number(json_out *json, const char *key, double value, int decimals)
{
    json_key(json, key);
    fprintf(json->stream, "%.*f", decimals, value);
}
