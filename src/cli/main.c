/* SPDX-License-Identifier: Apache-2.0
 *
 * The command `cuzk`: finds the subcommand, reads its options, runs it, reports.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/cli.h"

/* With --json a command writes into memory first: standard output gets either its whole result or one object that
 * tells the failure. */
typedef struct json_buffer {
    char *text;
    size_t size_bytes;
} json_buffer;

static cuzk_status json_buffer_open(cli_context *cli, json_buffer *buffer)
{
    if (!cli->options->json)
        return CUZK_OK;
    FILE *stream = open_memstream(&buffer->text, &buffer->size_bytes);
    if (stream == NULL)
        return cuzk_error_set(&cli->err, CUZK_E_NO_MEMORY, "no memory for the output");
    cli->json.stream = stream;
    return CUZK_OK;
}

static void json_buffer_close(cli_context *cli, json_buffer *buffer, cuzk_status status)
{
    if (cli->json.stream == stdout)
        return;
    fclose(cli->json.stream);
    cli->json = (json_out){.stream = stdout};
    if (status == CUZK_OK)
        fwrite(buffer->text, 1, buffer->size_bytes, stdout);
    free(buffer->text);
}

static void report_json(cli_context *cli, const char *command, cuzk_status status, int exit_code)
{
    json_begin(&cli->json, NULL, '{');
    json_string(&cli->json, "command", command);
    json_bool(&cli->json, "ok", false);
    json_begin(&cli->json, "error", '{');
    json_string(&cli->json, "code", cuzk_status_name(status));
    json_string(&cli->json, "sentence", cuzk_status_string(status));
    json_string(&cli->json, "message", cli->err.message);
    json_u64(&cli->json, "exit_code", (uint64_t)exit_code);
    json_bool(&cli->json, "may_retry", cuzk_status_may_retry(status));
    json_end(&cli->json, '}');
    json_end(&cli->json, '}');
}

/* Prints the failure and gives the exit code. */
static int report_failure(cli_context *cli, const char *command, cuzk_status status)
{
    int number = cli->monitor != NULL ? monitor_signal(cli->monitor) : 0;
    int exit_code = number != 0 ? CLI_EXIT_SIGNAL + number : cuzk_status_exit_code(status);
    if (cli->err.message[0] == '\0')
        cuzk_error_set(&cli->err, status, "%s", cuzk_status_string(status));
    monitor_destroy(cli->monitor);
    cli->monitor = NULL;
    if (cli->options->json)
        report_json(cli, command, status, exit_code);
    else
        fprintf(stderr, "cuzk: %s: %s\n", command, cli->err.message);
    return exit_code;
}

/* What was printed may not have arrived: a full disk behind a redirection is a failure too. */
static cuzk_status flush_output(cuzk_error *err)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_IO, "writing to standard output failed");
}

static cuzk_status check_argument_count(cli_context *cli, const cli_command *command)
{
    if (cli->argument_count >= command->argument_min &&
        (command->argument_max < 0 || cli->argument_count <= command->argument_max))
        return CUZK_OK;
    return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT, "%d arguments given; usage: cuzk %s %s", cli->argument_count,
                          command->name, command->synopsis);
}

static int run_command(const cli_command *command, char **argv, int argc)
{
    cli_options options;
    json_buffer buffer = {0};
    cli_context cli = {.options = &options, .arguments = argv, .json = {.stream = stdout}};
    cuzk_status status = options_parse(&options, argv, argc, &cli.argument_count, command->bit, &cli.err);
    if (status != CUZK_OK)
        return report_failure(&cli, command->name, status);
    if (options.help) {
        usage_print_command(stdout, command);
        return flush_output(&cli.err) == CUZK_OK ? 0 : report_failure(&cli, command->name, CUZK_E_IO);
    }
    if ((status = check_argument_count(&cli, command)) == CUZK_OK)
        status = monitor_create(&cli.monitor, command->name, !options.no_progress && isatty(STDERR_FILENO) == 1,
                                &cli.err);
    if (status == CUZK_OK)
        status = json_buffer_open(&cli, &buffer);
    if (status == CUZK_OK)
        status = command->run(&cli);
    json_buffer_close(&cli, &buffer, status);
    if (status == CUZK_OK)
        status = flush_output(&cli.err);
    if (status != CUZK_OK)
        return report_failure(&cli, command->name, status);
    monitor_destroy(cli.monitor);
    return cli.exit_code;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage_print_all(stderr);
        return CLI_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0)
        name = "version";
    const cli_command *command = cli_command_find(name);
    if (command == NULL) {
        fprintf(stderr, "cuzk: no command '%s'; cuzk help lists them\n", argv[1]);
        return CLI_EXIT_USAGE;
    }
    return run_command(command, argv + 2, argc - 2);
}
