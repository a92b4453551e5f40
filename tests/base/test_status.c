/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/error.h"
#include "support/cmocka_all.h"

#define CODE(name, value, sentence, http, grpc, exit_code, retry) CUZK_##name,
static const cuzk_status codes[] = {CUZK_STATUS_MAP(CODE)};
enum {
    CODE_COUNT = sizeof codes / sizeof codes[0],
};

static void test_every_code_is_complete(void **state)
{
    (void)state;
    for (int i = 0; i < CODE_COUNT; i++) {
        assert_int_equal(codes[i], i);
        assert_string_not_equal(cuzk_status_name(codes[i]), "E_UNKNOWN");
        assert_true(strlen(cuzk_status_string(codes[i])) > 3);
        assert_in_range(cuzk_status_http(codes[i]), 200, 599);
        assert_in_range(cuzk_status_grpc(codes[i]), 0, 16);
    }
    assert_string_equal(cuzk_status_name((cuzk_status)9999), "E_UNKNOWN");
}

/* A script tells failures apart by exit code alone; 1 is kept for "not valid". */
static void test_exit_codes_are_distinct(void **state)
{
    (void)state;
    for (int i = 0; i < CODE_COUNT; i++) {
        assert_int_not_equal(cuzk_status_exit_code(codes[i]), 1);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(cuzk_status_exit_code(codes[i]), cuzk_status_exit_code(codes[j]));
    }
    assert_int_equal(cuzk_status_exit_code(CUZK_OK), 0);
}

static void test_error_text(void **state)
{
    (void)state;
    cuzk_error err = {0};
    assert_int_equal(cuzk_error_set(&err, CUZK_E_FORMAT, "section %d", 5), CUZK_E_FORMAT);
    assert_int_equal(err.status, CUZK_E_FORMAT);
    assert_string_equal(err.message, "section 5");
    cuzk_error_prefix(&err, CUZK_E_IO, "%s: ", "a.zkey");
    assert_string_equal(err.message, "a.zkey: section 5");
    assert_int_equal(err.status, CUZK_E_IO);
    cuzk_error_set(&err, CUZK_E_IO, "again: %s", err.message);
    assert_string_equal(err.message, "again: a.zkey: section 5");
    assert_int_equal(cuzk_error_set(NULL, CUZK_E_IO, "%s", "nobody listens"), CUZK_E_IO);

    char longer[2 * sizeof err.message];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    cuzk_error_set(&err, CUZK_E_IO, "%s", longer);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_code_is_complete),
        cmocka_unit_test(test_exit_codes_are_distinct),
        cmocka_unit_test(test_error_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
