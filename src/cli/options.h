/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of every command, one row each: parsing, --help and the manual page come from the same table.
 */
#ifndef CUZK_CLI_OPTIONS_H
#define CUZK_CLI_OPTIONS_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/status.h>

enum {
    OPTION_SEED_BYTES = 32,
    OPTION_LIST_MAX = 16,
};

/* What a command line asked for. Strings point into argv. */
typedef struct cli_options {
    bool help, json, no_progress;

    uint64_t thread_count;
    uint64_t isa;     /* cuzk_isa */
    uint64_t backend; /* cuzk_backend_choice */
    const char *gpus;
    bool require_gpu, all;

    const char *r1cs, *vkey;
    bool calldata, insecure;
    bool seed_given;
    uint8_t seed[OPTION_SEED_BYTES];

    uint64_t constraint_count, public_count;
    uint64_t term_count[OPTION_LIST_MAX]; /* A, B, C */
    uint64_t terms_given;
    double zeros, ones, small, absent_a, absent_b;
    uint64_t shape; /* cli_shape */
    uint64_t curve; /* cuzk_curve_id */

    uint64_t size_log2[OPTION_LIST_MAX];
    uint64_t sizes_given;
    uint64_t repeat_count;

    const char *window, *output;
    bool compare;
    uint64_t trace_format; /* cli_trace_format */
} cli_options;

typedef enum option_type {
    OPTION_FLAG,
    OPTION_STRING,
    OPTION_COUNT,  /* 1000 or 2^10 */
    OPTION_SHARE,  /* 0 to 1 */
    OPTION_CHOICE, /* a word of `choices`, stored as its number */
    OPTION_COUNTS, /* up to OPTION_LIST_MAX counts with commas between; how many goes to given_offset */
    OPTION_SEED,   /* up to 64 hexadecimal digits; that it was given goes to given_offset */
} option_type;

typedef struct option_choice {
    const char *word;
    uint64_t value;
} option_choice;

typedef struct option_row {
    const char *name;       /* without the dashes */
    const char *value_name; /* NULL for a flag */
    option_type type;
    unsigned commands; /* bits of cli_command_bit */
    size_t offset;     /* into cli_options */
    size_t given_offset;
    uint64_t minimum, maximum;
    uint64_t default_value;       /* of counts and choices */
    const option_choice *choices; /* up to a NULL word */
    const char *help;             /* one sentence without its full stop; names the default */
} option_row;

extern const option_row cuzk_cli_option_rows[];
extern const size_t cuzk_cli_option_row_count;

/* Reads options anywhere between the positional arguments, which are moved to the front of argv[0..argc); their
 * number goes to *positional_count. "--" ends the options. Values come as --name VALUE or --name=VALUE.
 * Errors: CUZK_E_ARGUMENT. */
cuzk_status options_parse(cli_options *out, char **argv, int argc, int *positional_count, unsigned command,
                          cuzk_error *err);

#endif
