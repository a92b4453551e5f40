/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "backend/backend.h"
#include "support/cmocka_all.h"

static void test_list_counts_and_cuts(void **state)
{
    (void)state;
    cuzk_device_info infos[8];
    size_t count = 0, again = 0;
    assert_int_equal(cuzk_devices_list(NULL, 0, &count, NULL), CUZK_OK);
    assert_in_range(count, 1, 8);
    memset(infos, 0xee, sizeof infos);
    assert_int_equal(cuzk_devices_list(infos, 1, &again, NULL), CUZK_OK);
    assert_int_equal(again, count);
    assert_int_equal((unsigned char)infos[1].backend[0], 0xee);
    assert_int_equal(cuzk_devices_list(infos, 8, &again, NULL), CUZK_OK);
    assert_string_equal(infos[count - 1].backend, "sim");
    for (size_t i = 0; i < count; i++)
        assert_true(infos[i].usable == (infos[i].reason[0] == '\0'));
}

static void test_every_usable_device_opens(void **state)
{
    (void)state;
    cuzk_device_info infos[8];
    size_t count = 0;
    assert_int_equal(cuzk_devices_list(infos, 8, &count, NULL), CUZK_OK);
    for (size_t i = 0; i < count; i++) {
        cuzk_device *device = NULL;
        if (!infos[i].usable)
            continue;
        assert_int_equal(cuzk_device_open(&device, infos[i].backend, infos[i].index, NULL, NULL), CUZK_OK);
        assert_string_equal(cuzk_device_describe(device)->backend, infos[i].backend);
        assert_string_equal(cuzk_device_describe(device)->name, infos[i].name);
        assert_int_equal(cuzk_device_describe(device)->index, infos[i].index);
        assert_int_equal(device->options.slot_count, 2);
        assert_true(device->options.thread_count > 0);
        assert_int_not_equal(device->options.isa, CUZK_ISA_AUTO);
        cuzk_device_close(device);
    }
    cuzk_device_close(NULL);
}

static void test_messages_tell_what_there_is(void **state)
{
    (void)state;
    cuzk_error err;
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, "abacus", 0, NULL, &err), CUZK_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "abacus"));
    assert_non_null(strstr(err.message, "sim"));
    assert_int_equal(cuzk_device_open(&device, "sim", 7, NULL, &err), CUZK_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "no device 7"));
    assert_non_null(strstr(err.message, "0 (simulated"));
    assert_null(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_counts_and_cuts),
        cmocka_unit_test(test_every_usable_device_opens),
        cmocka_unit_test(test_messages_tell_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
