/* SPDX-License-Identifier: Apache-2.0
 *
 * Known answers of tests/vectors/field, which tools/gen_field_vectors.py computes with another big-integer
 * arithmetic, in every instruction set.
 */
#include <stdlib.h>
#include <string.h>

#include "field_tables.h"
#include "support/cmocka_all.h"

enum {
    LINE_BYTES = 1024,
    NUMBERS_MAX = 3,
};

typedef struct fact {
    char operation[16];
    int count;
    field_value number[NUMBERS_MAX];
} fact;

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c - 'a' + 10;
}

static field_value parse_hex(const char *text)
{
    field_value value = {{0}};
    size_t length = strlen(text);
    assert_true(length > 0 && length <= 16 * CUZK_FIELD_LIMBS_MAX && strspn(text, "0123456789abcdef") == length);
    for (size_t i = 0; i < length; i++)
        value.limb[i / 16] |= (uint64_t)hex_digit(text[length - 1 - i]) << (i % 16 * 4);
    return value;
}

static bool read_fact(fact *out, FILE *file)
{
    char line[LINE_BYTES], *rest = NULL;
    do {
        if (fgets(line, sizeof line, file) == NULL)
            return false;
    } while (line[0] == '#');
    const char *word = strtok_r(line, " \n", &rest);
    assert_non_null(word);
    snprintf(out->operation, sizeof out->operation, "%s", word);
    out->count = 0;
    while ((word = strtok_r(NULL, " \n", &rest)) != NULL) {
        assert_true(out->count < NUMBERS_MAX);
        out->number[out->count++] = parse_hex(word);
    }
    return true;
}

static field_value to_montgomery(const cuzk_field_ops *field, const field_value *canonical)
{
    field_value value = {{0}};
    field->to_montgomery(&value, canonical);
    return value;
}

static void check_unary(const cuzk_field_ops *field, const fact *f, void (*function)(void *, const void *))
{
    field_value a = to_montgomery(field, &f->number[0]), out = {{0}};
    function(&out, &a);
    field->from_montgomery(&out, &out);
    field_assert_equal(&out, &f->number[1], field, f->operation);
}

static void check_binary(const cuzk_field_ops *field, const fact *f,
                         void (*function)(void *, const void *, const void *))
{
    field_value a = to_montgomery(field, &f->number[0]), b = to_montgomery(field, &f->number[1]), out = {{0}};
    function(&out, &a, &b);
    field->from_montgomery(&out, &out);
    field_assert_equal(&out, &f->number[2], field, f->operation);
}

static void check_montgomery(const cuzk_field_ops *field, const fact *f)
{
    field_value out = {{0}};
    field->to_montgomery(&out, &f->number[0]);
    field_assert_equal(&out, &f->number[1], field, "to_montgomery");
    field->from_montgomery(&out, &f->number[1]);
    field_assert_equal(&out, &f->number[0], field, "from_montgomery");
}

static void check_pow(const cuzk_field_ops *field, const fact *f)
{
    field_value a = to_montgomery(field, &f->number[0]), out = {{0}};
    field->pow(&out, &a, f->number[1].limb, 1);
    field->from_montgomery(&out, &out);
    field_assert_equal(&out, &f->number[2], field, "pow");
}

static void check_sqrt(const cuzk_field_ops *field, const fact *f)
{
    field_value a = to_montgomery(field, &f->number[0]), out = {{0}};
    assert_non_null(field->sqrt);
    bool found = field->sqrt(&out, &a);
    assert_int_equal(found, f->number[1].limb[0]);
    if (found) {
        field->sqr(&out, &out);
        field_assert_equal(&out, &a, field, "sqrt");
    }
}

static void check_fact(const cuzk_field_ops *field, const fact *f)
{
    const struct {
        const char *name;
        void (*unary)(void *, const void *);
        void (*binary)(void *, const void *, const void *);
        void (*other)(const cuzk_field_ops *, const fact *);
    } operations[] = {
        {"add", NULL, field->add, NULL},         {"sub", NULL, field->sub, NULL},
        {"mul", NULL, field->mul, NULL},         {"mul", NULL, field->mul_portable, NULL},
        {"neg", field->neg, NULL, NULL},         {"double", field->dbl, NULL, NULL},
        {"halve", field->halve, NULL, NULL},     {"sqr", field->sqr, NULL, NULL},
        {"inverse", field->inverse, NULL, NULL}, {"inverse", field->inverse_vartime, NULL, NULL},
        {"mont", NULL, NULL, check_montgomery},  {"pow", NULL, NULL, check_pow},
        {"sqrt", NULL, NULL, check_sqrt},
    };
    int known = 0;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (strcmp(operations[i].name, f->operation) != 0)
            continue;
        known++;
        if (operations[i].unary != NULL)
            check_unary(field, f, operations[i].unary);
        else if (operations[i].binary != NULL)
            check_binary(field, f, operations[i].binary);
        else
            operations[i].other(field, f);
    }
    assert_true(known > 0);
}

static void check_file(const cuzk_field_ops *field)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/field/%s.txt", CUZK_TEST_VECTORS, field->name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    fact f;
    int count = 0;
    while (read_fact(&f, file)) {
        check_fact(field, &f);
        count++;
    }
    fclose(file);
    assert_true(count > 500);
}

static void test_known_answers(void **state)
{
    (void)state;
    cuzk_isa isas[FIELD_ISAS_MAX];
    int isa_count = field_isas(isas);
    for (int k = 0; k < isa_count; k++)
        for (int i = 0; i < CUZK_FIELD_COUNT; i++)
            check_file(field_table(i, isas[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
