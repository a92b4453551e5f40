/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing from made-up lists of devices.
 */
#include <stdio.h>
#include <string.h>

#include "backend/select.h"
#include "support/cmocka_all.h"

#define UUID(digit) "GPU-0000000" digit "-abcd-4321-8888-0123456789ab"

static const cuzk_device_info cpu = {.backend = "cpu", .name = "processor", .usable = true};

/* Two that are usable around one that is not, and one that has no UUID. */
static const cuzk_device_info farm[] = {
    {.backend = "cpu", .name = "processor", .usable = true},
    {.backend = "cuda", .index = 0, .name = "A", .uuid = UUID("1"), .usable = true},
    {.backend = "cuda", .index = 1, .name = "B", .uuid = UUID("2"), .reason = "no kernel image"},
    {.backend = "cuda", .index = 2, .name = "C", .uuid = UUID("3"), .usable = true},
    {.backend = "cuda", .index = 3, .name = "D", .usable = true},
};
enum {
    FARM_COUNT = sizeof farm / sizeof *farm,
};

/* "cuda0 cuda2": what the request chooses of the list, or the status where it fails. */
static cuzk_status chosen_of(char *out, size_t capacity, const cuzk_device_info *infos, size_t count,
                             cuzk_device_request request, cuzk_error *err)
{
    cuzk_device_selection selection;
    cuzk_status status = cuzk_devices_select_from(&selection, infos, count, &request, err);
    out[0] = '\0';
    if (status != CUZK_OK)
        return status;
    for (size_t i = 0; i < selection.chosen_count; i++) {
        const cuzk_device_info *info = &selection.infos[selection.chosen[i]];
        size_t length = strlen(out);
        assert_true(info->usable);
        snprintf(out + length, capacity - length, "%s%s%u", length > 0 ? " " : "", info->backend, info->index);
    }
    if (selection.degraded)
        strncat(out, " degraded", capacity - strlen(out) - 1);
    cuzk_device_selection_clear(&selection);
    return CUZK_OK;
}

static void expect(const char *wanted, cuzk_device_request request)
{
    char chosen[128];
    cuzk_error err = {0};
    if (chosen_of(chosen, sizeof chosen, farm, FARM_COUNT, request, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    assert_string_equal(chosen, wanted);
}

static void expect_failure(cuzk_status wanted, const char *part, cuzk_device_request request)
{
    char chosen[128];
    cuzk_error err = {0};
    assert_int_equal(chosen_of(chosen, sizeof chosen, farm, FARM_COUNT, request, &err), wanted);
    if (strstr(err.message, part) == NULL)
        fail_msg("no '%s' in '%s'", part, err.message);
}

static cuzk_device_request gpus(const char *list)
{
    return (cuzk_device_request){.gpus = list};
}

static void test_auto_takes_every_usable_gpu(void **state)
{
    (void)state;
    expect("cuda0 cuda2 cuda3", gpus(NULL));
    expect("cuda0 cuda2 cuda3", (cuzk_device_request){.backend = CUZK_BACKEND_CHOICE_CUDA});
    expect("cuda0 cuda2 cuda3", (cuzk_device_request){.require_gpu = true});
    expect("cpu0", (cuzk_device_request){.backend = CUZK_BACKEND_CHOICE_CPU});
}

static void test_gpus_by_index_and_uuid(void **state)
{
    (void)state;
    expect("cuda2", gpus("2"));
    expect("cuda3 cuda0", gpus("3,0"));
    expect("cuda2 cuda0", gpus(UUID("3") ",0"));
    expect("cuda2", gpus("00000003-ABCD-4321-8888-0123456789AB"));
    expect("cuda2", gpus("gpu-00000003-abcd-4321-8888-0123456789ab"));
    expect("cuda0", gpus("1,0")); /* 1 is there and not usable */
    expect("cpu0 degraded", gpus("1"));
}

static void test_wrong_lists(void **state)
{
    (void)state;
    expect_failure(CUZK_E_NOT_FOUND, "no GPU '4'; there are: 0 (" UUID("1") "), 1 (" UUID("2") "), 2 (", gpus("4"));
    expect_failure(CUZK_E_NOT_FOUND, "3 (no UUID)", gpus("0," UUID("9")));
    expect_failure(CUZK_E_ARGUMENT, "'2' names GPU 2 a second time", gpus("2,0,2"));
    expect_failure(CUZK_E_ARGUMENT, "names GPU 2 a second time", gpus("2," UUID("3")));
    static const char *const malformed[] = {"",
                                            ",",
                                            "0,",
                                            ",0",
                                            "0,,2",
                                            " 0",
                                            "0x1",
                                            "-1",
                                            "1.0",
                                            "all",
                                            "0;2",
                                            "GPU-",
                                            "GPU-2",
                                            "99999999999",
                                            "GPU-00000003-abcd-4321-8888-0123456789ag",
                                            "00000003xabcd-4321-8888-0123456789ab"};
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        expect_failure(CUZK_E_ARGUMENT, "is neither an index nor a UUID", gpus(malformed[i]));
    expect_failure(CUZK_E_ARGUMENT, "too long",
                   gpus("0000000000000000000000000000000000000000000000000000000000000000000"));
}

static void test_contradictions(void **state)
{
    (void)state;
    expect_failure(CUZK_E_ARGUMENT, "the backend cpu uses no GPU",
                   (cuzk_device_request){.backend = CUZK_BACKEND_CHOICE_CPU, .require_gpu = true});
    expect_failure(CUZK_E_ARGUMENT, "the backend cpu uses no GPU",
                   (cuzk_device_request){.backend = CUZK_BACKEND_CHOICE_CPU, .gpus = "0"});
}

static void test_others_are_disabled(void **state)
{
    (void)state;
    const cuzk_device_request request = gpus("2");
    cuzk_device_selection selection;
    char refusals[512], cut[24];
    assert_int_equal(cuzk_devices_select_from(&selection, farm, FARM_COUNT, &request, NULL), CUZK_OK);
    assert_int_equal(selection.count, FARM_COUNT);
    assert_true(selection.infos[0].usable); /* the processor is none of its business */
    assert_false(selection.infos[1].usable);
    assert_non_null(strstr(selection.infos[1].reason, "disabled"));
    assert_string_equal(selection.infos[2].reason, "no kernel image");
    assert_true(selection.infos[3].usable);
    cuzk_device_selection_refusals(&selection, refusals, sizeof refusals);
    assert_non_null(strstr(refusals, "cuda 0 (A): disabled"));
    assert_non_null(strstr(refusals, "; cuda 1 (B): no kernel image; cuda 3 (D): disabled"));
    cuzk_device_selection_refusals(&selection, cut, sizeof cut);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    assert_memory_equal(cut, refusals, sizeof cut - 1);
    cuzk_device_selection_clear(&selection);
    assert_null(selection.infos);
}

static void expect_without_gpu(cuzk_presence presence, const char *wanted)
{
    const cuzk_device_info infos[] = {
        cpu, {.backend = "cuda", .name = "any GPU", .reason = "of the module", .presence = presence}};
    const cuzk_device_request needed[] = {{.require_gpu = true}, {.backend = CUZK_BACKEND_CHOICE_CUDA}};
    char chosen[64];
    cuzk_error err = {0};
    assert_int_equal(chosen_of(chosen, sizeof chosen, infos, 2, gpus(NULL), &err), CUZK_OK);
    assert_string_equal(chosen, wanted);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(chosen_of(chosen, sizeof chosen, infos, 2, needed[i], &err), CUZK_E_DEVICE);
        assert_non_null(strstr(err.message, "none is usable: cuda: of the module"));
    }
    /* The entry stands for no device, so that it has no index either. */
    assert_int_equal(chosen_of(chosen, sizeof chosen, infos, 2, gpus("0"), &err), CUZK_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "there are: none; cuda: of the module"));
}

static void test_without_a_gpu(void **state)
{
    (void)state;
    expect_without_gpu(CUZK_PRESENCE_ABSENT, "cpu0");
    expect_without_gpu(CUZK_PRESENCE_BROKEN, "cpu0 degraded");
}

static void test_every_refusal_is_named(void **state)
{
    (void)state;
    cuzk_device_request request = {.require_gpu = true, .gpus = "1"};
    expect_failure(CUZK_E_DEVICE, "cuda 1 (B): no kernel image", request);
    expect_failure(CUZK_E_DEVICE, "cuda 0 (A): disabled", request);
    request = (cuzk_device_request){.require_gpu = true};
    char chosen[64];
    cuzk_error err = {0};
    assert_int_equal(chosen_of(chosen, sizeof chosen, &cpu, 1, request, &err), CUZK_E_DEVICE);
    assert_non_null(strstr(err.message, "there is none"));
    assert_int_equal(chosen_of(chosen, sizeof chosen, farm, 0, gpus(NULL), &err), CUZK_E_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto_takes_every_usable_gpu),
        cmocka_unit_test(test_gpus_by_index_and_uuid),
        cmocka_unit_test(test_wrong_lists),
        cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_others_are_disabled),
        cmocka_unit_test(test_without_a_gpu),
        cmocka_unit_test(test_every_refusal_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
