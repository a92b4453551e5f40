/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "base/file.h"
#include "cli/trace_formats.h"
#include "cli/trace_input.h"
#include "trace/timeline.h"

#include <stdlib.h>

enum {
    TEXT_COLUMNS = 100,
};

static void write_form(FILE *stream, cli_trace_format format, const cuzk_trace_data *data,
                       const cuzk_ledger *ledger)
{
    switch (format) {
    case CLI_TRACE_TEXT:
        cuzk_trace_write_text(stream, data, ledger, TEXT_COLUMNS);
        break;
    case CLI_TRACE_CHROME:
        cuzk_trace_write_chrome(stream, data, ledger);
        break;
    case CLI_TRACE_CSV:
        cuzk_trace_write_csv(stream, data);
        break;
    }
}

/* Whole or not at all: into memory first. */
static cuzk_status write_file(cli_context *cli, const char *path, const cuzk_trace_data *data,
                              const cuzk_ledger *ledger)
{
    char *text = NULL;
    size_t size_bytes = 0;
    cuzk_output_file *file = NULL;
    FILE *stream = open_memstream(&text, &size_bytes);
    if (stream == NULL)
        return cuzk_error_set(&cli->err, CUZK_E_NO_MEMORY, "no memory for the output");
    write_form(stream, (cli_trace_format)cli->options->trace_format, data, ledger);
    bool whole = ferror(stream) == 0;
    if (fclose(stream) != 0 || !whole) {
        free(text);
        return cuzk_error_set(&cli->err, CUZK_E_NO_MEMORY, "no memory for the output");
    }
    cuzk_status status = cuzk_output_file_create(&file, path, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_output_file_append(file, text, size_bytes, &cli->err);
    if (status == CUZK_OK)
        status = cuzk_output_file_commit(file, &cli->err);
    cuzk_output_file_destroy(file);
    free(text);
    return status;
}

static void report_counts(cli_context *cli, const cuzk_trace_data *data, const cuzk_ledger *ledger)
{
    report_begin(cli, "trace");
    report_u64(cli, "records", data->count);
    report_u64(cli, "unknown_records", data->unknown_count);
    report_u64(cli, "lost_records", ledger->lost_count);
    report_u64(cli, "devices", data->header.device_count);
    report_seconds(cli, "seconds", (double)(ledger->until_ns - ledger->from_ns) / 1e9);
    report_end(cli);
}

cuzk_status cmd_trace(cli_context *cli)
{
    cuzk_trace_data data;
    cuzk_ledger ledger;
    uint64_t from_ns, until_ns;
    cuzk_status status = trace_input_read(&data, cli->arguments[0], &cli->err);
    if (status != CUZK_OK)
        return status;
    status = trace_input_window(&data, cli->options->window, &from_ns, &until_ns, &cli->err);
    if (status == CUZK_OK && data.count == 0)
        status = cuzk_error_set(&cli->err, CUZK_E_FORMAT, "%s holds no records", cli->arguments[0]);
    if (status == CUZK_OK)
        status = cuzk_ledger_make(&ledger, &data, from_ns, until_ns, &cli->err);
    if (status != CUZK_OK)
        goto done;
    if (cli->options->output != NULL)
        status = write_file(cli, cli->options->output, &data, &ledger);
    else if (!cli->options->json)
        write_form(stdout, (cli_trace_format)cli->options->trace_format, &data, &ledger);
    if (status == CUZK_OK && (cli->options->json || cli->options->output != NULL))
        report_counts(cli, &data, &ledger);
    cuzk_ledger_clear(&ledger);
done:
    cuzk_trace_data_clear(&data);
    return status;
}
