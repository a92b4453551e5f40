/* SPDX-License-Identifier: Apache-2.0
 *
 * Whatever a sum turns out to hold, it fits the workspace that its plan asked for.
 */
#include "support/cmocka_all.h"

#include <stdlib.h>

#include "base/memory.h"
#include "msm/shape.h"
#include "support/seed.h"

static test_random random_state;

static void wave_check(const cuzk_msm_shape *shape, const cuzk_msm_windows *windows, const cuzk_msm_wave *wave,
                       uint32_t rest)
{
    uint64_t counters = (uint64_t)wave->window_count * wave->chunk_count * windows->bucket_count;
    uint32_t slice = (uint32_t)1 << wave->slice_log2;
    assert_true(wave->window_count > 0);
    assert_true((uint64_t)wave->window_count * rest <= shape->entry_capacity);
    assert_true(wave->bucket_total <= shape->bucket_capacity);
    assert_true(wave->bucket_total > (wave->window_count - 1) * windows->bucket_count);
    assert_true(counters <= shape->histogram_capacity);
    assert_true(wave->window_count * wave->chunk_count <= shape->total_capacity);
    assert_int_equal(wave->bucket_total % slice, 0);
    assert_int_equal(windows->bucket_count % slice, 0);
    assert_true(wave->bucket_total / slice <= shape->slice_capacity);
}

/* The waves cover all windows, in order. */
static void waves_check(const cuzk_msm_shape *shape, const cuzk_msm_windows *windows, uint32_t rest)
{
    uint32_t count = cuzk_msm_wave_count(shape, windows, rest), next = 0;
    for (uint32_t i = 0; i < count; i++) {
        cuzk_msm_wave wave;
        cuzk_msm_wave_init(&wave, shape, windows, rest, i, count);
        assert_int_equal(wave.first_window, next);
        wave_check(shape, windows, &wave, rest);
        next += wave.window_count;
    }
    assert_int_equal(next, windows->window_count);
}

static void tiles_check(const cuzk_msm_shape *shape, uint32_t entries)
{
    uint32_t tile = cuzk_msm_tile_entries(shape, entries);
    assert_in_range(tile, CUZK_MSM_TILE_ENTRIES_MIN, shape->tile_entries_max);
    assert_true((entries - 1) / tile + 1 <= shape->tile_capacity);
}

static void shape_check(uint64_t count_max, uint32_t threads, uint32_t half_bits)
{
    cuzk_msm_shape shape;
    cuzk_msm_shape_init(&shape, count_max, threads, half_bits, 192);
    assert_true(shape.entry_capacity >= count_max);
    assert_in_range(shape.census_chunks, 1, 8 * threads);
    for (int i = 0; i < 20 && count_max > 0; i++) {
        uint32_t rest = i == 0 ? (uint32_t)count_max : 1 + (uint32_t)test_random_below(&random_state, count_max);
        uint32_t bits_max = i < 2 ? half_bits : 2 + (uint32_t)test_random_below(&random_state, half_bits - 1);
        uint64_t bits_sum = bits_max + 2 * (uint64_t)(rest - 1) +
                            test_random_below(&random_state, 1 + (uint64_t)(rest - 1) * (bits_max - 2));
        cuzk_msm_windows windows;
        cuzk_msm_windows_choose(&windows, rest, bits_max, bits_sum, shape.window_bits_max);
        waves_check(&shape, &windows, rest);
        tiles_check(&shape, 1 + (uint32_t)test_random_below(&random_state, shape.entry_capacity));
        tiles_check(&shape, shape.entry_capacity);
    }
}

static void test_capacities(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 8, 64, 1000};
    (void)state;
    for (uint32_t bits = 253; bits <= 254; bits++)
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
            for (uint64_t count = 0; count < 300; count++)
                shape_check(count, threads[t], bits);
            for (uint32_t log2 = 9; log2 <= 30; log2++)
                shape_check(((uint64_t)1 << log2) - test_random_below(&random_state, 3), threads[t], bits);
        }
}

/* Parts of the workspace follow one another without overlap, aligned, and end at the size given. */
static void test_memory_parts(void **state)
{
    cuzk_msm_shape shape;
    cuzk_msm_memory memory;
    const cuzk_msm_sizes sizes = {64, 128, 1000};
    (void)state;
    cuzk_msm_shape_init(&shape, 100, 2, 253, sizes.affine_bytes);
    size_t size = cuzk_msm_memory_init(&memory, NULL, &shape, &sizes);
    unsigned char *work = cuzk_calloc_aligned(1, size);
    assert_int_equal(cuzk_msm_memory_init(&memory, work, &shape, &sizes), size);
    assert_ptr_equal(memory.census, work);
    assert_true((unsigned char *)memory.digits >= (unsigned char *)(memory.rest + shape.count_max));
    assert_true((unsigned char *)memory.entries >= (unsigned char *)(memory.digits + shape.entry_capacity));
    assert_true(memory.scratch + 3 * sizes.scratch_bytes <= work + size);
    assert_int_equal((memory.scratch - work) % 64, 0);
    free(work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacities),
        cmocka_unit_test(test_memory_parts),
    };
    test_random_init(&random_state, "test_shape");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
