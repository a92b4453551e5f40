/* SPDX-License-Identifier: Apache-2.0
 *
 * The stages of a sum over toy curves: every pair and many triples of points, with both signs, against the complete
 * addition of the point template. On curves this small equal, opposite and identity operands are the rule, and on
 * those with an even number of points there are points of order 2.
 */
#include "support/cmocka_all.h"

#include <stdlib.h>

#include "base/memory.h"
#include "curve/toy_curve.h"
#include "support/seed.h"

#define MSM_GROUP toy43
#define MSM_FIELD toy43_fp
#define MSM_TABLE cuzk_msm_toy43
#include "msm/group_code.inc.h"

enum {
    POINTS_MAX = 64, /* Hasse: 43 + 1 + 2 sqrt(43) is below */
    TILE = CUZK_MSM_TILE_ENTRIES_MIN,
};

static test_random random_state;
static toy43_affine points[POINTS_MAX];
static size_t point_count;
static void *scratch;

/* All points of y^2 = x^3 + b, the identity first. */
static void points_find(uint64_t b)
{
    toy43_fp constant;
    toy43_element(&constant, b);
    point_count = 0;
    toy43_affine_set_identity(&points[point_count++]);
    for (uint64_t x = 0; x < TOY43_SIZE; x++)
        for (uint64_t y = 0; y < TOY43_SIZE; y++) {
            toy43_affine point;
            toy43_element(&point.x, x);
            toy43_element(&point.y, y);
            if ((x | y) != 0 && toy43_affine_is_on_curve(&point, &constant))
                points[point_count++] = point;
        }
}

/* The sum of entries first..end - 1, one after the other. */
static void plain_sum(toy43_affine *out, const uint32_t *entries, uint32_t first, uint32_t end)
{
    toy43_jacobian sum;
    toy43_jacobian_set_identity(&sum);
    for (uint32_t i = first; i < end; i++) {
        toy43_affine term = points[entries[i] & ~CUZK_MSM_NEGATIVE];
        if (entries[i] & CUZK_MSM_NEGATIVE)
            toy43_affine_neg(&term, &term);
        toy43_jacobian_add_affine(&sum, &sum, &term);
    }
    toy43_jacobian_to_affine(out, &sum);
}

/* All tiles and pieces; every bucket against its plain sum. */
static void buckets_check(const uint32_t *entries, const uint32_t *start, uint32_t bucket_total)
{
    uint32_t tile_count = (start[bucket_total] - 1) / TILE + 1;
    toy43_affine *buckets = cuzk_calloc_aligned(bucket_total, sizeof *buckets);
    toy43_affine *pieces = cuzk_calloc_aligned(tile_count, sizeof *pieces);
    uint32_t *piece_bucket = cuzk_calloc_aligned(tile_count, sizeof *piece_bucket);
    const cuzk_msm_tiles tiles = {points,     entries, start,  bucket_total, TILE,
                                  tile_count, buckets, pieces, piece_bucket};
    for (uint32_t tile = tile_count; tile-- > 0;)
        cuzk_msm_toy43.tile_sum(&tiles, tile, scratch);
    for (uint32_t tile = 0; tile < tile_count; tile++)
        cuzk_msm_toy43.pieces_fold(&tiles, tile, tile + 1);
    for (uint32_t k = 0; k < bucket_total; k++) {
        toy43_affine expected;
        plain_sum(&expected, entries, start[k], start[k + 1]);
        assert_true(toy43_affine_equal(&buckets[k], &expected));
    }
    free(buckets);
    free(pieces);
    free(piece_bucket);
}

/* Every pair of points with every pair of signs, each pair a bucket; all of one first operand share an inversion. */
static void test_pairs(void **state)
{
    (void)state;
    for (uint64_t b = 1; b < TOY43_SIZE; b++) {
        points_find(b);
        for (size_t i = 0; i < point_count; i++) {
            uint32_t entries[8 * POINTS_MAX], start[4 * POINTS_MAX + 1] = {0}, n = 0;
            for (uint32_t j = 0; j < 4 * point_count; j++) {
                entries[n++] = (uint32_t)i | (j & 1 ? CUZK_MSM_NEGATIVE : 0);
                entries[n++] = j / 4 | (j & 2 ? CUZK_MSM_NEGATIVE : 0);
                start[j + 1] = n;
            }
            buckets_check(entries, start, 4 * (uint32_t)point_count);
        }
    }
}

/* Runs of all lengths: empty ones, short ones across tile borders, ones many tiles long. */
static void test_runs(void **state)
{
    (void)state;
    points_find(7);
    for (uint64_t round = 0; round < test_iterations(200); round++) {
        static uint32_t entries[16 * TILE];
        uint32_t start[101] = {0}, n = 0;
        uint64_t longest = 1 + test_random_below(&random_state, round % 4 == 0 ? 5 * TILE : 12);
        for (uint32_t k = 0; k < 100; k++) {
            uint64_t length =
                test_random_below(&random_state, 3) == 0 ? 0 : test_random_below(&random_state, longest);
            for (; length > 0 && n < 16 * TILE; length--)
                entries[n++] = (uint32_t)test_random_below(&random_state, point_count) |
                               (test_random_u64(&random_state) & 1 ? CUZK_MSM_NEGATIVE : 0);
            start[k + 1] = n;
        }
        if (n > 0)
            buckets_check(entries, start, 100);
    }
}

/* A run of exactly, of one less and of one more than a tile, at every place relative to the border that matters. */
static void test_run_at_border(void **state)
{
    (void)state;
    points_find(7);
    for (uint32_t before = 0; before <= TILE + 1; before += before < 2 || before > TILE - 3 ? 1 : 50)
        for (uint32_t length = TILE - 1; length <= 2 * TILE + 1; length += length < TILE + 1 ? 1 : TILE - 1) {
            static uint32_t entries[4 * TILE];
            uint32_t start[4] = {0, before, before + length, before + length + 3};
            for (uint32_t i = 0; i < start[3]; i++)
                entries[i] = (uint32_t)test_random_below(&random_state, point_count);
            buckets_check(entries, start, 3);
        }
}

/* 1 B[0] + 2 B[1] + ... from slices of every length against plain additions. */
static void test_windows(void **state)
{
    (void)state;
    points_find(7);
    for (uint32_t slice_log2 = 0; slice_log2 <= 6; slice_log2++)
        for (uint64_t round = 0; round < test_iterations(20); round++) {
            toy43_affine buckets[64], running[64], total[64], got, expected;
            toy43_xyzz sum;
            toy43_jacobian plain;
            cuzk_msm_slices slices = {buckets, running, total, slice_log2};
            uint32_t count = (uint32_t)64 >> slice_log2;
            toy43_jacobian_set_identity(&plain);
            for (uint32_t k = 0; k < 64; k++) {
                buckets[k] = points[test_random_below(&random_state, round % 2 == 0 ? point_count : 3)];
                for (uint32_t times = 0; times <= k; times++)
                    toy43_jacobian_add_affine(&plain, &plain, &buckets[k]);
            }
            cuzk_msm_toy43.slices_reduce(&slices, 0, count, scratch);
            cuzk_msm_toy43.window_sum(&sum, 0, &slices, 0, count);
            toy43_xyzz_to_affine(&got, &sum);
            toy43_jacobian_to_affine(&expected, &plain);
            assert_true(toy43_affine_equal(&got, &expected));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_run_at_border),
        cmocka_unit_test(test_windows),
    };
    test_random_init(&random_state, "test_msm_exhaustive");
    scratch = cuzk_calloc_aligned(1, cuzk_msm_toy43.scratch_bytes(TILE));
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    free(scratch);
    return failures;
}
