/* SPDX-License-Identifier: Apache-2.0 */
#include "support/cmocka_all.h"

#include "toy_curve.h"

#define TOY       toy43
#define TOY_FIELD toy43_fp
#define TOY_SIZE  TOY43_SIZE
#include "exhaustive.inc.h"

#define TOY       toy49
#define TOY_FIELD toy49_fp2
#define TOY_SIZE  TOY49_SIZE
#include "exhaustive.inc.h"

static void test_prime_order(void **state)
{
    (void)state;
    toy43_check_group(7, 31);
}

static void test_order_two_points(void **state)
{
    (void)state;
    toy43_check_group(1, 36);
    toy43_check_group(2, 52);
}

static void test_fp2_prime_order(void **state)
{
    (void)state;
    toy49_check_group(2 + 7 * 1, 61);
}

static void test_fp2_order_two_points(void **state)
{
    (void)state;
    toy49_check_group(1, 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prime_order),
        cmocka_unit_test(test_order_two_points),
        cmocka_unit_test(test_fp2_prime_order),
        cmocka_unit_test(test_fp2_order_two_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
