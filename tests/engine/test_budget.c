/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/budget.h"

#include <string.h>

#include "support/cmocka_all.h"

static void test_pieces_add_up(void **state)
{
    (void)state;
    budget b;
    cuzk_budget_init(&b, "host", 100);
    assert_int_equal(cuzk_budget_reserve(&b, 60, "a", NULL), CUZK_OK);
    assert_int_equal(cuzk_budget_reserve(&b, 40, "b", NULL), CUZK_OK);
    cuzk_budget_release(&b, 10);
    cuzk_budget_release(&b, 50);
    assert_int_equal(budget_free_bytes(&b), 60);
    assert_int_equal(b.peak_bytes, 100);
    cuzk_budget_release(&b, 40);
    assert_int_equal(b.used_bytes, 0);
}

static void test_refused_with_the_numbers(void **state)
{
    (void)state;
    budget b;
    cuzk_error err;
    cuzk_budget_init(&b, "gpu 1", 100);
    assert_int_equal(cuzk_budget_reserve(&b, 101, "a key", &err), CUZK_E_TOO_LARGE);
    assert_string_equal(err.message, "a key: 101 bytes needed, the budget \"gpu 1\" holds 100 in all");
    assert_int_equal(cuzk_budget_reserve(&b, 70, "a key", &err), CUZK_OK);
    assert_int_equal(cuzk_budget_reserve(&b, 31, "a proof", &err), CUZK_E_BUSY);
    assert_string_equal(err.message, "a proof: 31 bytes needed, 30 of 100 bytes of the budget \"gpu 1\" are free");
    assert_int_equal(b.used_bytes, 70);
    assert_int_equal(cuzk_budget_reserve(&b, UINT64_MAX, "all", NULL), CUZK_E_TOO_LARGE);
    assert_int_equal(cuzk_budget_reserve(&b, 30, "rest", NULL), CUZK_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_add_up),
        cmocka_unit_test(test_refused_with_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
