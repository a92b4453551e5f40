/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "cli/cli.h"

cuzk_status cmd_help(cli_context *cli)
{
    if (cli->argument_count == 0) {
        usage_print_all(stdout);
        return CUZK_OK;
    }
    const cli_command *command = cli_command_find(cli->arguments[0]);
    if (command == NULL)
        return cuzk_error_set(&cli->err, CUZK_E_ARGUMENT, "no command '%s'; cuzk help lists them",
                              cli->arguments[0]);
    usage_print_command(stdout, command);
    return CUZK_OK;
}
