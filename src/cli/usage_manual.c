/* SPDX-License-Identifier: Apache-2.0
 *
 * The manual page, in mdoc(7), from the tables of commands, options and status codes. docs/man/cuzk.1 is its
 * output.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

enum {
    LINE_MAX_BYTES = 76,
};

/* A line that starts with a dot or quote is a request, a backslash starts an escape, and at a plain hyphen a line may
 * be broken. Returns the bytes printed. */
static int print_word(FILE *stream, const char *word, int length, bool starts_line)
{
    int printed = 0;
    if (starts_line && (word[0] == '.' || word[0] == '\''))
        printed += fprintf(stream, "\\&");
    for (int i = 0; i < length; i++) {
        bool is_backslash = word[i] == '\\', is_dash = word[i] == '-' && (i == 0 || word[i - 1] == '-');
        printed += fprintf(stream, "%s%c", is_dash || is_backslash ? "\\" : "", is_backslash ? 'e' : word[i]);
    }
    return printed;
}

/* Fills lines; a sentence ends its line, so that the reader's own spacing applies. */
static void print_text(FILE *stream, const char *text)
{
    int column = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        bool ends_sentence = length > 0 && text[length - 1] == '.' && text[length] == ' ';
        if (column > 0 && column + 1 + length > LINE_MAX_BYTES) {
            fputc('\n', stream);
            column = 0;
        }
        if (column > 0)
            column += fprintf(stream, " ");
        column += print_word(stream, text, length, column == 0);
        if (ends_sentence) {
            fputc('\n', stream);
            column = 0;
        }
        text += length + (text[length] == ' ');
    }
    fputs(column > 0 ? "\n" : "", stream);
}

static void print_sentence(FILE *stream, const char *text)
{
    char line[512];
    snprintf(line, sizeof line, "%s.", text);
    print_text(stream, line);
}

static void print_option(FILE *stream, const option_row *row)
{
    fprintf(stream, ".It Fl \\-%s%s%s\n", row->name, row->value_name != NULL ? " Ar " : "",
            row->value_name != NULL ? row->value_name : "");
    print_sentence(stream, row->help);
}

static void print_options_of(FILE *stream, unsigned bit)
{
    fputs(".Bl -tag -width Ds\n", stream);
    for (size_t i = 0; i < cuzk_cli_option_row_count; i++) {
        const option_row *row = &cuzk_cli_option_rows[i];
        if ((row->commands & bit) != 0 && strcmp(row->name, "help") != 0)
            print_option(stream, row);
    }
    fputs(".El\n", stream);
}

static bool has_options(unsigned bit)
{
    for (size_t i = 0; i < cuzk_cli_option_row_count; i++)
        if ((cuzk_cli_option_rows[i].commands & bit) != 0 && strcmp(cuzk_cli_option_rows[i].name, "help") != 0)
            return true;
    return false;
}

static void print_command(FILE *stream, const cli_command *command)
{
    fprintf(stream, ".Ss cuzk %s\n.D1 cuzk %s Oo Ar option ... Oc%s%s\n", command->name, command->name,
            command->synopsis[0] != '\0' ? " " : "", command->synopsis);
    print_sentence(stream, command->summary);
    print_text(stream, command->description);
    if (has_options(command->bit))
        print_options_of(stream, command->bit);
}

static void print_exit_codes(FILE *stream)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width 130\n.It 0\nSuccess; for verify: the proof is valid.\n"
          ".It 1\nverify: the proof is not valid.\n",
          stream);
#define EXIT_ROW(name, value, sentence, http, grpc, exit_code, retry)                                              \
    if (CUZK_##name != CUZK_OK)                                                                                    \
        fprintf(stream, ".It %d\n%c%s.\n", exit_code, sentence[0] >= 'a' ? sentence[0] - 'a' + 'A' : sentence[0],  \
                &sentence[1]);
    CUZK_STATUS_MAP(EXIT_ROW)
#undef EXIT_ROW
    fputs(".It 130\nStopped by SIGINT; no output file was left half made.\n"
          ".It 143\nStopped by SIGTERM, likewise.\n.El\n",
          stream);
}

void usage_print_manual(FILE *stream)
{
    fputs(".\\\" SPDX-License-Identifier: Apache-2.0\n"
          ".\\\" Made from the command's own tables (target `manual`); do not edit.\n"
          ".Dd December 1, 2026\n.Dt CUZK 1\n.Os\n.Sh NAME\n.Nm cuzk\n.Nd prove and verify with Groth16\n"
          ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar option ...\n.Op Ar argument ...\n"
          ".Sh DESCRIPTION\n"
          ".Nm\n",
          stream);
    print_text(stream,
               "makes and checks Groth16 proofs for circuits compiled with circom, with the key, witness and proof "
               "files of snarkjs. Options may stand anywhere after the command; -- ends them. A value follows its "
               "option as the next word or after an equals sign. Errors go to standard error as one sentence that "
               "names the file and the numbers. Output files are made under a temporary name beside their target "
               "and appear whole or not at all.");
    for (size_t i = 0; i < cuzk_cli_command_count; i++)
        print_command(stream, &cuzk_cli_commands[i]);
    print_exit_codes(stream);
    fputs(".Sh EXAMPLES\nProve, then verify:\n.Bd -literal -offset indent\n"
          "cuzk prove circuit.zkey witness.wtns proof.json public.json\n"
          "cuzk verify verification_key.json public.json proof.json\n.Ed\n"
          ".Sh SEE ALSO\n.Rs\n.%A J. Groth\n.%T On the Size of Pairing-based Non-interactive Arguments\n"
          ".%O ePrint 2016/260\n.Re\n",
          stream);
}
