/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "cli/cli.h"

cuzk_status cli_expect_kind(const char *path, cuzk_file_kind wanted, cuzk_error *err)
{
    cuzk_file_kind kind;
    cuzk_status status = cuzk_file_identify(&kind, path, err);
    if (status != CUZK_OK || kind == wanted)
        return status;
    if (kind == CUZK_FILE_ZKEY_OTHER && wanted == CUZK_FILE_ZKEY_GROTH16)
        return CUZK_OK; /* cut before its protocol, or of a new one: its reader tells which */
    return cuzk_error_set(err, CUZK_E_KIND, "%s: this is %s; %s is wanted here", path, cuzk_file_kind_string(kind),
                          cuzk_file_kind_string(wanted));
}

cuzk_status cli_verifying_key_read(cuzk_verifying_key **out, const char *path, cuzk_error *err)
{
    cuzk_file_kind kind;
    cuzk_status status = cuzk_file_identify(&kind, path, err);
    if (status != CUZK_OK)
        return status;
    if (kind == CUZK_FILE_ZKEY_GROTH16)
        return cuzk_verifying_key_read_zkey(out, path, err);
    if (kind == CUZK_FILE_JSON_VERIFYING_KEY)
        return cuzk_verifying_key_read_json(out, path, err);
    return cuzk_error_set(err, CUZK_E_KIND, "%s: this is %s; %s or %s is wanted here", path,
                          cuzk_file_kind_string(kind), cuzk_file_kind_string(CUZK_FILE_JSON_VERIFYING_KEY),
                          cuzk_file_kind_string(CUZK_FILE_ZKEY_GROTH16));
}

cuzk_status cli_output_probe(cli_context *cli, const char *path)
{
    cuzk_output_file *file = NULL;
    monitor_hold(cli->monitor);
    cuzk_status status = cuzk_output_file_create(&file, path, &cli->err);
    cuzk_output_file_destroy(file);
    monitor_release(cli->monitor);
    return status;
}

double cli_seconds_since(uint64_t started_ns)
{
    return (double)(cuzk_clock_now_ns() - started_ns) / 1e9;
}

void cli_warn(cli_context *cli, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    monitor_print(cli->monitor, text);
}

/* ---- Results ---- */

void report_begin(cli_context *cli, const char *command)
{
    if (!cli->options->json)
        return;
    json_begin(&cli->json, NULL, '{');
    json_string(&cli->json, "command", command);
    json_bool(&cli->json, "ok", true);
}

/* For people: underscores are spaces. */
static void print_name(const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
        putchar(*c == '_' ? ' ' : *c);
    fputs(": ", stdout);
}

void report_string(cli_context *cli, const char *name, const char *value)
{
    if (cli->options->json) {
        json_string(&cli->json, name, value);
        return;
    }
    print_name(name);
    puts(value);
}

void report_u64(cli_context *cli, const char *name, uint64_t value)
{
    if (cli->options->json) {
        json_u64(&cli->json, name, value);
        return;
    }
    print_name(name);
    printf("%llu\n", (unsigned long long)value);
}

void report_bool(cli_context *cli, const char *name, bool value)
{
    if (cli->options->json) {
        json_bool(&cli->json, name, value);
        return;
    }
    print_name(name);
    puts(value ? "yes" : "no");
}

void report_seconds(cli_context *cli, const char *name, double value)
{
    if (cli->options->json) {
        json_number(&cli->json, name, value, 6);
        return;
    }
    print_name(name);
    printf("%.3f s\n", value);
}

void report_end(cli_context *cli)
{
    if (cli->options->json)
        json_end(&cli->json, '}');
}
