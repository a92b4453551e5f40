/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

void usage_print_all(FILE *stream)
{
    fputs("usage: cuzk COMMAND [OPTION...] [ARGUMENT...]\n\n", stream);
    for (size_t i = 0; i < cuzk_cli_command_count; i++)
        fprintf(stream, "  %-8s %s\n", cuzk_cli_commands[i].name, cuzk_cli_commands[i].summary);
    fputs("\ncuzk COMMAND --help tells what a command takes; exit codes are in cuzk(1).\n", stream);
}

/* Prints `text` broken at spaces so that no line passes column 100, each line indented. */
static void print_wrapped(FILE *stream, const char *text, int indent)
{
    int column = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (column > 0 && indent + column + 1 + length > 100) {
            fputc('\n', stream);
            column = 0;
        }
        fprintf(stream, "%*s%.*s", column > 0 ? 1 : indent, "", length, text);
        column += length + (column > 0);
        text += length + (text[length] == ' ');
    }
    fputc('\n', stream);
}

static void print_choices(FILE *stream, const option_row *row)
{
    fprintf(stream, "%*sOne of:", 10, "");
    for (const option_choice *choice = row->choices; choice->word != NULL; choice++)
        fprintf(stream, " %s", choice->word);
    fputc('\n', stream);
}

void usage_print_command(FILE *stream, const cli_command *command)
{
    fprintf(stream, "usage: cuzk %s [OPTION...] %s\n\n%s.\n", command->name, command->synopsis, command->summary);
    print_wrapped(stream, command->description, 0);
    fputs("\nOptions:\n", stream);
    for (size_t i = 0; i < cuzk_cli_option_row_count; i++) {
        const option_row *row = &cuzk_cli_option_rows[i];
        if ((row->commands & command->bit) == 0)
            continue;
        fprintf(stream, "  --%s%s%s\n", row->name, row->value_name != NULL ? " " : "",
                row->value_name != NULL ? row->value_name : "");
        print_wrapped(stream, row->help, 10);
        if (row->choices != NULL)
            print_choices(stream, row);
    }
}
