/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static cuzk_status refuse(const option_row *row, const char *text, const char *wanted, cuzk_error *err)
{
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "--%s: '%s' is not %s", row->name, text, wanted);
}

/* Digits alone: strtoull would also take signs, spaces and other bases. Ends at the first other character. */
static bool parse_digits(uint64_t *out, const char **text)
{
    uint64_t value = 0;
    const char *c = *text;
    for (; *c >= '0' && *c <= '9'; c++) {
        if (value > (UINT64_MAX - 9) / 10)
            return false;
        value = value * 10 + (uint64_t)(*c - '0');
    }
    if (c == *text)
        return false;
    *text = c;
    *out = value;
    return true;
}

/* 1000 or 2^10. */
static bool parse_count(uint64_t *out, const char **text)
{
    uint64_t value, exponent;
    if (!parse_digits(&value, text))
        return false;
    if (value == 2 && **text == '^') {
        ++*text;
        if (!parse_digits(&exponent, text) || exponent > 63)
            return false;
        value = (uint64_t)1 << exponent;
    }
    *out = value;
    return true;
}

static cuzk_status check_range(const option_row *row, uint64_t value, cuzk_error *err)
{
    if (value >= row->minimum && value <= row->maximum)
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "--%s: %llu is not between %llu and %llu", row->name,
                          (unsigned long long)value, (unsigned long long)row->minimum,
                          (unsigned long long)row->maximum);
}

static cuzk_status set_count(uint64_t *out, const option_row *row, const char *text, cuzk_error *err)
{
    const char *end = text;
    uint64_t value;
    if (!parse_count(&value, &end) || *end != '\0')
        return refuse(row, text, "a count (a number, or 2^K)", err);
    cuzk_status status = check_range(row, value, err);
    if (status == CUZK_OK)
        *out = value;
    return status;
}

static cuzk_status set_counts(uint64_t *out, uint64_t *given, const option_row *row, const char *text,
                              cuzk_error *err)
{
    uint64_t count = 0;
    const char *next = text;
    for (;;) {
        uint64_t value;
        if (count == OPTION_LIST_MAX || !parse_count(&value, &next) || (*next != ',' && *next != '\0'))
            return refuse(row, text, "a list of up to 16 counts with commas between", err);
        cuzk_status status = check_range(row, value, err);
        if (status != CUZK_OK)
            return status;
        out[count++] = value;
        if (*next++ == '\0')
            break;
    }
    *given = count;
    return CUZK_OK;
}

static cuzk_status set_share(double *out, const option_row *row, const char *text, cuzk_error *err)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0.0 && value <= 1.0))
        return refuse(row, text, "a share between 0 and 1", err);
    *out = value;
    return CUZK_OK;
}

static cuzk_status set_choice(uint64_t *out, const option_row *row, const char *text, cuzk_error *err)
{
    for (const option_choice *choice = row->choices; choice->word != NULL; choice++)
        if (strcmp(choice->word, text) == 0) {
            *out = choice->value;
            return CUZK_OK;
        }
    return refuse(row, text, "one of the words that --help lists", err);
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    char lower = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
    const char *found = lower != '\0' ? strchr(digits, lower) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

/* The digits are a number, most significant first, written to the last bytes. */
static cuzk_status set_seed(uint8_t *out, bool *given, const option_row *row, const char *text, cuzk_error *err)
{
    uint8_t seed[OPTION_SEED_BYTES] = {0};
    size_t length = strlen(text);
    if (length == 0 || length > 2 * OPTION_SEED_BYTES)
        return refuse(row, text, "1 to 64 hexadecimal digits", err);
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(text[length - 1 - i]);
        if (digit < 0)
            return refuse(row, text, "1 to 64 hexadecimal digits", err);
        seed[OPTION_SEED_BYTES - 1 - i / 2] |= (uint8_t)(digit << (4 * (i % 2)));
    }
    memcpy(out, seed, sizeof seed);
    *given = true;
    return CUZK_OK;
}

static cuzk_status option_set(cli_options *out, const option_row *row, const char *text, cuzk_error *err)
{
    void *member = (char *)out + row->offset;
    void *given = (char *)out + row->given_offset;
    switch (row->type) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return CUZK_OK;
    case OPTION_STRING:
        *(const char **)member = text;
        return CUZK_OK;
    case OPTION_COUNT:
        return set_count(member, row, text, err);
    case OPTION_SHARE:
        return set_share(member, row, text, err);
    case OPTION_CHOICE:
        return set_choice(member, row, text, err);
    case OPTION_COUNTS:
        return set_counts(member, given, row, text, err);
    case OPTION_SEED:
        return set_seed(member, given, row, text, err);
    }
    return CUZK_E_INTERNAL;
}

static const option_row *option_find(const char *name, size_t length, unsigned command)
{
    for (size_t i = 0; i < cuzk_cli_option_row_count; i++) {
        const option_row *row = &cuzk_cli_option_rows[i];
        if ((row->commands & command) != 0 && strlen(row->name) == length && memcmp(row->name, name, length) == 0)
            return row;
    }
    return NULL;
}

static void set_defaults(cli_options *out, unsigned command)
{
    memset(out, 0, sizeof *out);
    out->zeros = out->ones = out->small = out->absent_a = out->absent_b = -1.0; /* not given */
    for (size_t i = 0; i < cuzk_cli_option_row_count; i++) {
        const option_row *row = &cuzk_cli_option_rows[i];
        if ((row->commands & command) != 0 && (row->type == OPTION_COUNT || row->type == OPTION_CHOICE))
            *(uint64_t *)(void *)((char *)out + row->offset) = row->default_value;
    }
}

/* One option at argv[*at]; *at moves to its last word. */
static cuzk_status parse_one(cli_options *out, char **argv, int argc, int *at, unsigned command, cuzk_error *err)
{
    const char *word = strcmp(argv[*at], "-h") == 0 ? "help" : argv[*at] + 2;
    size_t length = strcspn(word, "=");
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    const option_row *row = option_find(word, length, command);
    if (row == NULL || (argv[*at][1] != '-' && strcmp(argv[*at], "-h") != 0))
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "unknown option '%s'", argv[*at]);
    if (row->type == OPTION_FLAG && value != NULL)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "--%s takes no value", row->name);
    if (row->type != OPTION_FLAG && value == NULL) {
        if (*at + 1 >= argc)
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "--%s needs a value: --%s %s", row->name, row->name,
                                  row->value_name);
        value = argv[++*at];
    }
    return option_set(out, row, value, err);
}

cuzk_status options_parse(cli_options *out, char **argv, int argc, int *positional_count, unsigned command,
                          cuzk_error *err)
{
    bool ended = false;
    int positional = 0;
    set_defaults(out, command);
    /* Looked for ahead, so that a mistake anywhere on the line is reported as JSON too. */
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        out->json = out->json || (strcmp(argv[i], "--json") == 0 && option_find("json", 4, command) != NULL);
    for (int i = 0; i < argc; i++) {
        if (ended || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[positional++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            ended = true;
        } else {
            cuzk_status status = parse_one(out, argv, argc, &i, command, err);
            if (status != CUZK_OK)
                return status;
        }
    }
    *positional_count = positional;
    return CUZK_OK;
}
