/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "support/cmocka_all.h"

static void test_sizes_overflow(void **state)
{
    (void)state;
    size_t out = 7;
    assert_false(cuzk_size_mul(&out, SIZE_MAX / 2 + 1, 2));
    assert_false(cuzk_size_add(&out, SIZE_MAX, 1));
    assert_int_equal(out, 7);
    assert_true(cuzk_size_mul(&out, 6, 7));
    assert_int_equal(out, 42);
}

static void test_aligned_memory(void **state)
{
    (void)state;
    unsigned char *memory = cuzk_calloc_aligned(3, 33);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 64, 0);
    for (int i = 0; i < 99; i++)
        assert_int_equal(memory[i], 0);
    free(memory);
    assert_null(cuzk_calloc_aligned(SIZE_MAX, 2));
    assert_null(cuzk_calloc_aligned(SIZE_MAX, 1));
}

static void test_pages(void **state)
{
    (void)state;
    cuzk_pages pages;
    assert_int_equal(cuzk_pages_alloc(&pages, (size_t)1 << 40, "a sparse array", NULL), CUZK_OK);
    memset(pages.bytes, 1, 100000);
    cuzk_pages_shrink(&pages, 5000);
    assert_int_equal(pages.size_bytes, 5000);
    assert_int_equal(((unsigned char *)pages.bytes)[4999], 1);
    cuzk_pages_shrink(&pages, 0);
    assert_null(pages.bytes);
    cuzk_pages_free(&pages);
    cuzk_pages_free(&pages);

    cuzk_error err;
    assert_int_equal(cuzk_pages_alloc(&pages, SIZE_MAX - 10, "points", &err), CUZK_E_NO_MEMORY);
    assert_non_null(strstr(err.message, "points"));
}

static void test_random_differs(void **state)
{
    (void)state;
    unsigned char a[32] = {0}, b[32] = {0};
    assert_int_equal(cuzk_random_bytes(a, sizeof a, NULL), CUZK_OK);
    assert_int_equal(cuzk_random_bytes(b, sizeof b, NULL), CUZK_OK);
    assert_memory_not_equal(a, b, sizeof a);
    cuzk_wipe(a, sizeof a);
    for (size_t i = 0; i < sizeof a; i++)
        assert_int_equal(a[i], 0);
    cuzk_wipe(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_overflow),
        cmocka_unit_test(test_aligned_memory),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_random_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
