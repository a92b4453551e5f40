/* SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic on eight lanes against the portable reference, at the bounds that it promises.
 */
#include <stdio.h>

#include "support/cmocka_all.h"

#include "base/cpu.h"
#include "lane_checks.h"

static void test_edges(void **state)
{
    (void)state;
    cuzk_test_lanes_edges();
}

static void test_bounds(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_lanes bounds");
    cuzk_test_lanes_bounds(&random);
}

static void test_products(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_lanes products");
    cuzk_test_lanes_products(&random, test_iterations(1000000));
}

static void test_fp2(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_lanes fp2");
    cuzk_test_lanes_fp2(&random, test_iterations(1000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_fp2),
    };
    if (!cuzk_isa_available(CUZK_ISA_IFMA)) {
        printf("SKIPPED: instruction set ifma does not run here\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
