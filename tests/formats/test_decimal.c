/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/decimal.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

/* Values whose text is known from elsewhere: 2^64 - 1, 2^64, 10^19, 2^256 - 1, 2^384 - 1. */
static void test_known_values(void **state)
{
    (void)state;
    static const struct {
        uint64_t limbs[6];
        const char *text;
    } rows[] = {
        {{0}, "0"},
        {{7}, "7"},
        {{UINT64_MAX}, "18446744073709551615"},
        {{0, 1}, "18446744073709551616"},
        {{10000000000000000000u}, "10000000000000000000"},
        {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
         "115792089237316195423570985008687907853269984665640564039457584007913129639935"},
        {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
         "394020061963944792122790401001436138050797392704654466679482934042457217714972106114142662548849156408066"
         "27990"
         "306815"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[DECIMAL_CHARS(6)];
        uint64_t limbs[6];
        cuzk_decimal_format(text, rows[i].limbs, 6);
        assert_string_equal(text, rows[i].text);
        assert_true(cuzk_integer_parse(limbs, 6, text, strlen(text)));
        assert_memory_equal(limbs, rows[i].limbs, sizeof limbs);
    }
}

static void test_round_trips(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_decimal");
    for (uint64_t i = 0; i < test_iterations(2000); i++) {
        size_t limb_count = 1 + test_random_below(&random, DECIMAL_LIMBS_MAX);
        uint64_t value[DECIMAL_LIMBS_MAX], back[DECIMAL_LIMBS_MAX];
        char text[16 * DECIMAL_LIMBS_MAX + 64];
        test_random_fill(&random, value, sizeof value);
        for (size_t k = test_random_below(&random, limb_count + 1); k < limb_count; k++)
            value[k] = 0;
        cuzk_decimal_format(text, value, limb_count);
        assert_true(strlen(text) < DECIMAL_CHARS(limb_count));
        assert_true(cuzk_integer_parse(back, limb_count, text, strlen(text)));
        assert_memory_equal(back, value, limb_count * sizeof *value);
        cuzk_hex_format(text, value, 16 * limb_count);
        assert_int_equal(strlen(text), 2 + 16 * limb_count);
        assert_true(cuzk_integer_parse(back, limb_count, text, strlen(text)));
        assert_memory_equal(back, value, limb_count * sizeof *value);
    }
}

static void test_overflow(void **state)
{
    (void)state;
    uint64_t limb;
    assert_true(cuzk_integer_parse(&limb, 1, "18446744073709551615", 20));
    assert_false(cuzk_integer_parse(&limb, 1, "18446744073709551616", 20));
    assert_false(cuzk_integer_parse(&limb, 1, "99999999999999999999", 20));
    assert_true(cuzk_integer_parse(&limb, 1, "0xffffffffffffffff", 18));
    assert_false(cuzk_integer_parse(&limb, 1, "0x0ffffffffffffffff", 19));
    assert_false(cuzk_integer_parse(&limb, 1, "1234", 0));
    assert_true(cuzk_integer_parse(&limb, 1, "1234", 2));
    assert_int_equal(limb, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
