/* SPDX-License-Identifier: Apache-2.0
 *
 * The stand-in that opens the module of the cuda backend, against modules good and bad (fake_module.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/backend.h"
#include "support/cmocka_all.h"

enum {
    INFOS_MAX = 8,
};

static size_t list_with(cuzk_device_info *infos, const char *kind)
{
    char folder[512];
    size_t count = 0, counted = 0;
    snprintf(folder, sizeof folder, "%s/%s", FAKE_MODULES, kind);
    assert_int_equal(setenv("CUZK_MODULE_DIR", folder, 1), 0);
    memset(infos, 0xee, INFOS_MAX * sizeof *infos);
    assert_int_equal(cuzk_devices_list_of(infos, INFOS_MAX, &count, "cuda", NULL), CUZK_OK);
    assert_int_equal(cuzk_devices_list_of(NULL, 0, &counted, "cuda", NULL), CUZK_OK);
    assert_int_equal(count, counted);
    return count;
}

/* The list tells the reason, opening tells it too, and other backends are listed all the same. */
static void expect_reason(const char *kind, cuzk_presence presence, const char *reason)
{
    cuzk_device_info infos[INFOS_MAX];
    cuzk_error err = {0};
    cuzk_device *device = NULL;
    size_t count = 0;
    assert_int_equal(list_with(infos, kind), 1);
    assert_string_equal(infos[0].backend, "cuda");
    assert_false(infos[0].usable);
    assert_int_equal(infos[0].presence, presence);
    if (strstr(infos[0].reason, reason) == NULL)
        fail_msg("no '%s' in '%s'", reason, infos[0].reason);
    assert_int_equal(cuzk_device_open(&device, "cuda", 0, NULL, &err), CUZK_E_DEVICE);
    assert_non_null(strstr(err.message, reason));
    assert_null(device);
    assert_int_equal(cuzk_devices_list(NULL, 0, &count, NULL), CUZK_OK);
    assert_int_equal(count, 3);
}

static void test_no_module(void **state)
{
    (void)state;
    expect_reason("none", CUZK_PRESENCE_ABSENT, "no module cuzk_backend_cuda.so: this installation is for the CPU");
    expect_reason("no/such/folder", CUZK_PRESENCE_ABSENT, "no module cuzk_backend_cuda.so");
}

static void test_module_that_does_not_load(void **state)
{
    (void)state;
    expect_reason("garbage", CUZK_PRESENCE_BROKEN, "the module does not load: ");
    expect_reason("garbage", CUZK_PRESENCE_BROKEN, "garbage/cuzk_backend_cuda.so");
}

static void test_module_without_the_symbols(void **state)
{
    (void)state;
    expect_reason("symbols", CUZK_PRESENCE_BROKEN, "the module has not the symbols of a cuzk backend");
}

static void test_module_of_another_version(void **state)
{
    (void)state;
    char reason[128];
    snprintf(reason, sizeof reason,
             "the module speaks version 1000 of the backend contract, this program version %d",
             CUZK_BACKEND_CONTRACT_VERSION);
    expect_reason("version", CUZK_PRESENCE_BROKEN, reason);
}

static void test_driver_that_fails(void **state)
{
    (void)state;
    expect_reason("list", CUZK_PRESENCE_BROKEN, "looking for GPUs: the driver is older than the runtime");
}

static void test_machine_without_a_gpu(void **state)
{
    (void)state;
    expect_reason("empty", CUZK_PRESENCE_BROKEN, "the driver finds no GPU");
}

static void test_good_module(void **state)
{
    (void)state;
    cuzk_device_info infos[INFOS_MAX];
    cuzk_error err = {0};
    cuzk_device *device = NULL;
    assert_int_equal(list_with(infos, "good"), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(infos[i].index, i);
        assert_int_equal(infos[i].presence, CUZK_PRESENCE_DEVICE);
        assert_true(infos[i].usable == (i != 0));
    }
    assert_string_equal(infos[0].reason, "compute capability 7.0, at least 8.0 is needed");
    assert_int_equal(cuzk_device_open(&device, "cuda", 0, NULL, &err), CUZK_E_DEVICE);
    assert_non_null(strstr(err.message, "compute capability 7.0"));
    assert_int_equal(cuzk_device_open(&device, "cuda", 9, NULL, &err), CUZK_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "3 (Fake GPU D)"));
    assert_int_equal(cuzk_device_open(&device, "cuda", 3, NULL, &err), CUZK_OK);
    assert_string_equal(cuzk_device_describe(device)->name, "Fake GPU D");
    cuzk_device_close(device);
}

/* A GPU that cannot be opened makes way for the next one, then for the processor. */
static void test_opening_the_selected(void **state)
{
    (void)state;
    cuzk_device_info infos[INFOS_MAX];
    cuzk_device_request request = {.gpus = "2,3"};
    cuzk_device_selection selection;
    cuzk_device *device = NULL;
    list_with(infos, "good");
    assert_int_equal(cuzk_devices_select(&selection, &request, NULL), CUZK_OK);
    assert_int_equal(selection.chosen_count, 2);
    assert_int_equal(cuzk_device_open_selected(&device, &selection, NULL, NULL), CUZK_OK);
    assert_string_equal(cuzk_device_describe(device)->name, "Fake GPU D");
    assert_false(selection.degraded);
    assert_int_equal(selection.chosen_count, 1);
    cuzk_device_close(device);
    cuzk_device_selection_clear(&selection);

    request.gpus = "2";
    assert_int_equal(cuzk_devices_select(&selection, &request, NULL), CUZK_OK);
    assert_false(selection.degraded);
    assert_int_equal(cuzk_device_open_selected(&device, &selection, NULL, NULL), CUZK_OK);
    assert_string_equal(cuzk_device_describe(device)->backend, "cpu");
    assert_true(selection.degraded);
    char refusals[512];
    cuzk_device_selection_refusals(&selection, refusals, sizeof refusals);
    assert_non_null(strstr(refusals, "cuda 2 (Fake GPU C): the GPU has fallen off the bus"));
    cuzk_device_close(device);
    cuzk_device_selection_clear(&selection);

    cuzk_error err = {0};
    device = NULL;
    request.require_gpu = true;
    assert_int_equal(cuzk_devices_select(&selection, &request, NULL), CUZK_OK);
    assert_int_equal(cuzk_device_open_selected(&device, &selection, NULL, &err), CUZK_E_DEVICE);
    assert_non_null(strstr(err.message, "fallen off the bus"));
    assert_null(device);
    cuzk_device_selection_clear(&selection);
}

/* An option that no device takes is the caller's mistake, not the GPU's. */
static void test_wrong_options_are_no_refusal(void **state)
{
    (void)state;
    cuzk_device_info infos[INFOS_MAX];
    const cuzk_device_request request = {.backend = CUZK_BACKEND_CHOICE_AUTO};
    const cuzk_device_options options = {.slot_count = 10000};
    cuzk_device_selection selection;
    cuzk_device *device = NULL;
    list_with(infos, "good");
    assert_int_equal(cuzk_devices_select(&selection, &request, NULL), CUZK_OK);
    assert_int_equal(cuzk_device_open_selected(&device, &selection, &options, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(selection.chosen_count, 3);
    assert_null(device);
    cuzk_device_selection_clear(&selection);
}

/* Alone in this process: a module that is open stays open. */
static void test_the_processor_alone_opens_no_module(void **state)
{
    (void)state;
    char record[] = "/tmp/cuzk-test-record-XXXXXX";
    const cuzk_device_request request = {.backend = CUZK_BACKEND_CHOICE_CPU};
    cuzk_device_selection selection;
    cuzk_device *device;
    cuzk_device_info infos[INFOS_MAX];
    const int file = mkstemp(record);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(unlink(record), 0);
    assert_int_equal(setenv("CUZK_TEST_MODULE_RECORD", record, 1), 0);
    assert_int_equal(setenv("CUZK_MODULE_DIR", FAKE_MODULES "/good", 1), 0);
    assert_int_equal(cuzk_devices_select(&selection, &request, NULL), CUZK_OK);
    assert_int_equal(selection.count, 1);
    assert_int_equal(cuzk_device_open_selected(&device, &selection, NULL, NULL), CUZK_OK);
    cuzk_device_close(device);
    cuzk_device_selection_clear(&selection);
    assert_int_not_equal(access(record, F_OK), 0);
    list_with(infos, "good"); /* and the record does tell */
    assert_int_equal(access(record, F_OK), 0);
    assert_int_equal(unlink(record), 0);
    assert_int_equal(unsetenv("CUZK_TEST_MODULE_RECORD"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_processor_alone_opens_no_module), /* before any other opens the good module */
        cmocka_unit_test(test_no_module),
        cmocka_unit_test(test_module_that_does_not_load),
        cmocka_unit_test(test_module_without_the_symbols),
        cmocka_unit_test(test_module_of_another_version),
        cmocka_unit_test(test_driver_that_fails),
        cmocka_unit_test(test_machine_without_a_gpu),
        cmocka_unit_test(test_good_module),
        cmocka_unit_test(test_opening_the_selected),
        cmocka_unit_test(test_wrong_options_are_no_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
