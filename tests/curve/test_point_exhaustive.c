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

/* Orders 31, 61 (prime), 39 = 3 * 13 and 49 = 7^2. */
static void test_multiplication_odd_order(void **state)
{
    (void)state;
    toy43_check_multiplication(7, false);
    toy43_check_multiplication(6, false);
    toy43_check_multiplication(3, false);
    toy49_check_multiplication(2 + 7 * 1, false);
}

static void test_multiplication_even_order(void **state)
{
    (void)state;
    toy43_check_multiplication(1, true);
    toy49_check_multiplication(1, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prime_order),
        cmocka_unit_test(test_order_two_points),
        cmocka_unit_test(test_fp2_prime_order),
        cmocka_unit_test(test_fp2_order_two_points),
        cmocka_unit_test(test_multiplication_odd_order),
        cmocka_unit_test(test_multiplication_even_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
