/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of msm/group_code.inc.h: from buckets to the sums of windows, and to the result.
 *
 * A window's sum is 1 B[0] + 2 B[1] + 3 B[2] + ... Going down through a slice of the buckets, a running sum of the
 * B is added to a total at each step, so that B[i] is counted i + 1 times. Many slices go in step, which makes
 * their additions independent and a batch of them share one inversion.
 */

/* One step of all slices: total += running, then running += the bucket. The order of the pairs is what lets both be
 * in one batch (pairs_add). */
static void MSM_FN(_slices_step)(const MSM_FN(_batch) * batch, const MSM_AFFINE *bucket, MSM_AFFINE *running,
                                 MSM_AFFINE *total, uint32_t count, uint32_t slice_log2)
{
    for (size_t j = 0; j < count; j++) {
        batch->pairs[2 * j].sum = &running[j];
        batch->pairs[2 * j].addend = &bucket[j << slice_log2];
        batch->pairs[2 * j + 1].sum = &total[j];
        batch->pairs[2 * j + 1].addend = &running[j];
    }
    MSM_FN(_pairs_add)(batch, 2 * (size_t)count);
}

static void MSM_FN(_slices_reduce)(const cuzk_msm_slices *slices, uint32_t first, uint32_t count, void *memory)
{
    MSM_FN(_scratch) scratch;
    size_t length = (size_t)1 << slices->slice_log2;
    const MSM_AFFINE *buckets = (const MSM_AFFINE *)slices->buckets + ((size_t)first << slices->slice_log2);
    MSM_AFFINE *running = (MSM_AFFINE *)slices->running + first, *total = (MSM_AFFINE *)slices->total + first;

    MSM_FN(_scratch_init)(&scratch, memory, 2 * count);
    for (size_t j = 0; j < count; j++) {
        running[j] = buckets[(j << slices->slice_log2) + length - 1];
        MSM_G(_affine_set_identity)(&total[j]);
    }
    for (size_t i = length - 1; i-- > 0;)
        MSM_FN(_slices_step)(&scratch.batch, buckets + i, running, total, count, slices->slice_log2);
    for (size_t j = 0; j < count; j++) {
        scratch.batch.pairs[j].sum = &total[j];
        scratch.batch.pairs[j].addend = &running[j];
    }
    MSM_FN(_pairs_add)(&scratch.batch, count);
}

/* Bucket i of slice j counts (i + 1) + 2^slice_log2 j times: the totals, plus 2^slice_log2 times the sum of j
 * running[j], which is a running sum once more. */
static void MSM_FN(_window_sum)(void *sums, uint32_t index, const cuzk_msm_slices *slices, uint32_t first,
                                uint32_t count)
{
    const MSM_AFFINE *running = (const MSM_AFFINE *)slices->running + first;
    const MSM_AFFINE *total = (const MSM_AFFINE *)slices->total + first;
    MSM_XYZZ above, weighted, sum;
    MSM_G(_xyzz_set_identity)(&above);
    MSM_G(_xyzz_set_identity)(&weighted);
    MSM_G(_xyzz_set_identity)(&sum);
    for (uint32_t j = count; j-- > 0;) {
        MSM_G(_xyzz_add_affine)(&sum, &sum, &total[j]);
        if (j == 0)
            break;
        MSM_G(_xyzz_add_affine)(&above, &above, &running[j]);
        MSM_G(_xyzz_add)(&weighted, &weighted, &above);
    }
    for (uint32_t i = 0; i < slices->slice_log2; i++)
        MSM_G(_xyzz_dbl)(&weighted, &weighted);
    MSM_G(_xyzz_add)((MSM_XYZZ *)sums + index, &sum, &weighted);
}

static void MSM_FN(_combine)(void *out, const void *ones, const void *sums, uint32_t window_count,
                             uint32_t window_bits)
{
    const MSM_XYZZ *window_sums = (const MSM_XYZZ *)sums;
    MSM_XYZZ sum;
    MSM_G(_xyzz_set_identity)(&sum);
    for (uint32_t w = window_count; w-- > 0;) {
        for (uint32_t i = 0; i < window_bits; i++)
            MSM_G(_xyzz_dbl)(&sum, &sum);
        MSM_G(_xyzz_add)(&sum, &sum, &window_sums[w]);
    }
    MSM_G(_xyzz_add_affine)(&sum, &sum, (const MSM_AFFINE *)ones);
    MSM_G(_xyzz_to_affine)((MSM_AFFINE *)out, &sum);
}
