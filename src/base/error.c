/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#undef cuzk_error_set /* macros of error.h for the analyzer */
#undef cuzk_error_prefix

typedef struct status_row {
    cuzk_status status;
    const char *name, *sentence;
    int http, grpc, exit_code;
    bool may_retry;
} status_row;

static const status_row status_rows[] = {
#define STATUS_ROW(name, value, sentence, http, grpc, exit_code, retry)                                            \
    {CUZK_##name, #name, sentence, http, grpc, exit_code, retry},
    CUZK_STATUS_MAP(STATUS_ROW)
#undef STATUS_ROW
};

static const status_row *status_find(cuzk_status status)
{
    static const status_row unknown = {CUZK_E_INTERNAL, "E_UNKNOWN", "unknown status", 500, 2, 70, false};
    for (size_t i = 0; i < sizeof status_rows / sizeof status_rows[0]; i++)
        if (status_rows[i].status == status)
            return &status_rows[i];
    return &unknown;
}

const char *cuzk_status_name(cuzk_status status)
{
    return status_find(status)->name;
}

const char *cuzk_status_string(cuzk_status status)
{
    return status_find(status)->sentence;
}

int cuzk_status_http(cuzk_status status)
{
    return status_find(status)->http;
}

int cuzk_status_grpc(cuzk_status status)
{
    return status_find(status)->grpc;
}

int cuzk_status_exit_code(cuzk_status status)
{
    return status_find(status)->exit_code;
}

bool cuzk_status_may_retry(cuzk_status status)
{
    return status_find(status)->may_retry;
}

cuzk_status cuzk_error_set(cuzk_error *err, cuzk_status status, const char *format, ...)
{
    if (err == NULL)
        return status;
    char text[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    err->status = status;
    memcpy(err->message, text, sizeof text);
    return status;
}

cuzk_status cuzk_error_prefix(cuzk_error *err, cuzk_status status, const char *format, ...)
{
    if (err == NULL)
        return status;
    char text[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof text)
        snprintf(text + length, sizeof text - (size_t)length, "%s", err->message);
    err->status = status;
    memcpy(err->message, text, sizeof text);
    return status;
}
