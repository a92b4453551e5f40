/* SPDX-License-Identifier: Apache-2.0
 *
 * What the commands share. Each lies in a file of its own, cmd_<name>.c, and is a row of the table in commands.c.
 *
 * A command returns a cuzk_status for failures, with the sentence in cli->err; main prints it and turns it into the
 * exit code. "Not valid" is no failure: the command sets cli->exit_code to CLI_EXIT_NOT_VALID and returns CUZK_OK.
 */
#ifndef CUZK_CLI_CLI_H
#define CUZK_CLI_CLI_H

#include <cuzk/cuzk.h>

#include "cli/json_out.h"
#include "cli/monitor.h"
#include "cli/options.h"

typedef enum cli_command_bit {
    CLI_PROVE = 1 << 0,
    CLI_VERIFY = 1 << 1,
    CLI_INSPECT = 1 << 2,
    CLI_EXPORT = 1 << 3,
    CLI_SETUP = 1 << 4,
    CLI_GEN = 1 << 5,
    CLI_BENCH = 1 << 6,
    CLI_VERSION = 1 << 7,
    CLI_HELP = 1 << 8,
    CLI_DEVICES = 1 << 9,
    CLI_EXPLAIN = 1 << 10,
    CLI_TRACE = 1 << 11,
    CLI_ALL = (1 << 12) - 1,
    CLI_COMPUTE = CLI_PROVE | CLI_BENCH,
    CLI_LONG = CLI_PROVE | CLI_SETUP | CLI_GEN | CLI_INSPECT | CLI_EXPORT | CLI_BENCH,
} cli_command_bit;

enum {
    CLI_EXIT_NOT_VALID = 1,
    CLI_EXIT_USAGE = 2, /* also the exit code of CUZK_E_ARGUMENT */
    CLI_EXIT_SIGNAL = 128,
};

typedef struct cli_context {
    const cli_options *options;
    char **arguments; /* positional */
    int argument_count;
    cli_monitor *monitor;
    json_out json; /* to standard output, for --json */
    int exit_code;
    cuzk_error err;
} cli_context;

typedef struct cli_command {
    unsigned bit;
    const char *name;
    const char *synopsis; /* positional arguments */
    int argument_min, argument_max;
    const char *summary;     /* a line, without a full stop */
    const char *description; /* sentences for --help and the manual page */
    cuzk_status (*run)(cli_context *cli);
} cli_command;

extern const cli_command cuzk_cli_commands[];
extern const size_t cuzk_cli_command_count;

const cli_command *cli_command_find(const char *name); /* NULL if there is none */

cuzk_status cmd_prove(cli_context *cli);
cuzk_status cmd_verify(cli_context *cli);
cuzk_status cmd_inspect(cli_context *cli);
cuzk_status cmd_export(cli_context *cli);
cuzk_status cmd_setup(cli_context *cli);
cuzk_status cmd_gen(cli_context *cli);
cuzk_status cmd_bench(cli_context *cli);
cuzk_status cmd_explain(cli_context *cli);
cuzk_status cmd_trace(cli_context *cli);
cuzk_status cmd_devices(cli_context *cli);
cuzk_status cmd_version(cli_context *cli);
cuzk_status cmd_help(cli_context *cli);

/* usage.c: --help and the manual page. */
void usage_print_all(FILE *stream);
void usage_print_command(FILE *stream, const cli_command *command);
void usage_print_manual(FILE *stream); /* the whole page, mdoc(7) */

/* ---- common.c ---- */

/* The verifying key of a verification_key.json or of a .zkey; any other file is CUZK_E_KIND. */
cuzk_status cli_verifying_key_read(cuzk_verifying_key **out, const char *path, cuzk_error *err);

/* CUZK_E_KIND, with what the file is and what is wanted, unless it is of kind `wanted`. */
cuzk_status cli_expect_kind(const char *path, cuzk_file_kind wanted, cuzk_error *err);

/* Tries to make a file at `path` and removes it again, so that a long computation does not end in "no such folder".
 */
cuzk_status cli_output_probe(cli_context *cli, const char *path);

/* Seconds since `started_ns` of the monotonic clock. */
double cli_seconds_since(uint64_t started_ns);

/* A sentence on stderr that is no failure. Not a part of the JSON. */
void cli_warn(cli_context *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- Results: a line "name: value" each for people, members of one object with --json ---- */
void report_begin(cli_context *cli, const char *command);
void report_string(cli_context *cli, const char *name, const char *value);
void report_u64(cli_context *cli, const char *name, uint64_t value);
void report_bool(cli_context *cli, const char *name, bool value);
void report_seconds(cli_context *cli, const char *name, double value);
void report_end(cli_context *cli);

#endif
