/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/memory.h"
#include "poly/bit_reverse.h"
#include "support/cmocka_all.h"

static size_t reversed(size_t index, uint32_t bits)
{
    size_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out = out << 1 | (index >> i & 1);
    return out;
}

/* Every size, on both sides of the border between swaps and tiles. */
static void test_every_index_goes_to_its_mirror(void **state)
{
    (void)state;
    cuzk_pool *pool;
    assert_int_equal(cuzk_pool_create(&pool, 3, NULL), CUZK_OK);
    for (uint32_t log2 = 0; log2 <= 15; log2++) {
        size_t count = (size_t)1 << log2;
        cuzk_fr *values = cuzk_calloc_aligned(count, sizeof *values);
        assert_non_null(values);
        for (size_t i = 0; i < count; i++)
            values[i].limb[0] = i, values[i].limb[3] = ~i;
        cuzk_bit_reverse(pool, values, log2);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(values[i].limb[0], reversed(i, log2));
            assert_int_equal(values[i].limb[3], ~reversed(i, log2));
        }
        free(values);
    }
    cuzk_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_index_goes_to_its_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
