/* SPDX-License-Identifier: Apache-2.0
 *
 * Prepared base sets and sums over them: shapes, workspaces, digits, sorting.
 */
#include <cub/device/device_radix_sort.cuh>

#include <stdlib.h>

#include "backend/cuda/msm_kernels.cuh"

struct cuzk_base_set {
    cuda_device *device;
    const msm_group *group;
    msm_shape shape;
    void *tables;           /* table_count * base_count affine points */
    uint32_t *scalar_index; /* NULL for 0, 1, 2, ... */
    uint64_t bytes;
};

enum {
    THREADS = 256,
    WINDOW_BITS_MAX = 23,
    ACCUMULATE_THREADS_PER_SM = 1024,
    TABLE_CHUNK = 1 << 20, /* bases prepared at a time: bounds the scratch */
    SLICE_BUCKETS_MAX = 64,
};

static const msm_group *group_of(cuzk_curve_id curve, cuzk_group group)
{
    if (curve == CUZK_CURVE_BN254)
        return group == CUZK_GROUP_G1 ? &msm_bn254_g1 : &msm_bn254_g2;
    return group == CUZK_GROUP_G1 ? &msm_bls12_381_g1 : &msm_bls12_381_g2;
}

static uint32_t scalar_bits(cuzk_curve_id curve)
{
    return curve == CUZK_CURVE_BN254 ? 254 : 255;
}

/* ---- Shapes ---- */

/* A window that holds one bit more than the scalars' top leaves no carry behind. */
static uint32_t windows_for(uint32_t bits, uint32_t window_bits)
{
    return bits / window_bits + 1;
}

/* Products, roughly: an addition to a bucket is 10, each bucket is added twice (14 and latency) a set, and the digits
 * and the sort cost as much as half an addition an entry. */
static double shape_cost(const msm_shape *shape)
{
    const double entries = (double)shape->base_count * shape->window_count;
    const double buckets = (double)(1ull << shape->bucket_bits) * shape->set_count;
    return 15.0 * entries + 45.0 * buckets;
}

/* The cheapest shape whose tables and buckets take at most `budget` bytes. */
static bool shape_choose(msm_shape *out, const msm_group *group, uint32_t bits, uint64_t count, uint64_t budget)
{
    double best = 0;
    bool found = false;
    for (uint32_t c = 4; c <= WINDOW_BITS_MAX; c++) {
        const uint32_t windows = windows_for(bits, c);
        for (uint32_t sets = 1; sets <= windows; sets++) {
            msm_shape shape = {count, c, windows, (windows + sets - 1) / sets, sets, c - 1};
            if (sets > 1 && (windows + sets - 2) / (sets - 1) == shape.table_count)
                continue; /* one set fewer needs no more tables */
            const uint64_t table_bytes = shape.table_count * count * group->affine_bytes;
            const uint64_t bucket_bytes = ((uint64_t)sets << shape.bucket_bits) * group->xyzz_bytes;
            if (shape.table_count * count >= (1ull << 31) || table_bytes + bucket_bytes > budget)
                continue;
            const double cost = shape_cost(&shape);
            if (!found || cost < best) {
                best = cost;
                *out = shape;
                found = true;
            }
        }
    }
    return found;
}

static uint32_t key_bits(const msm_shape *shape)
{
    uint32_t bits = shape->bucket_bits;
    while ((shape->set_count << shape->bucket_bits) > (1ull << bits) - 1)
        bits++; /* the all-ones key is kept for entries without a bucket */
    return bits;
}

static void layout_add(size_t *offset, msm_layout *layout, size_t bytes)
{
    *offset = layout->total_bytes;
    layout->total_bytes += (bytes + 255) & ~(size_t)255;
}

static cuzk_status layout_make(msm_layout *out, const cuda_device *device, const msm_group *group,
                               const msm_shape *shape, cuzk_error *err)
{
    msm_layout l = {};
    l.entry_capacity = shape->base_count * shape->window_count;
    const uint64_t wanted = (l.entry_capacity + 7) / 8;
    uint64_t threads = (uint64_t)device->multiprocessor_count * ACCUMULATE_THREADS_PER_SM;
    if (threads > wanted)
        threads = wanted;
    l.accumulate_threads = (uint32_t)((threads + 127) & ~127ull);
    const uint32_t buckets = 1u << shape->bucket_bits;
    const uint32_t slice_max = SLICE_BUCKETS_MAX;
    l.slice_buckets = buckets < slice_max ? buckets : slice_max;
    while (l.slice_buckets > 4 && (uint64_t)buckets / l.slice_buckets * shape->set_count < threads / 4)
        l.slice_buckets /= 2;
    l.slice_total = buckets / l.slice_buckets;
    l.part_total = (l.slice_total + MSM_PART_LENGTH - 1) / MSM_PART_LENGTH;
    const cuzk_status status = msm_sort_bytes(&l.sort_bytes, l.entry_capacity, key_bits(shape), err);
    if (status != CUZK_OK)
        return status;
    for (int i = 0; i < 2; i++) {
        layout_add(&l.keys[i], &l, l.entry_capacity * sizeof(uint32_t));
        layout_add(&l.values[i], &l, l.entry_capacity * sizeof(uint32_t));
        layout_add(&l.partial_keys[i], &l, 2 * (size_t)l.accumulate_threads * sizeof(uint32_t));
        layout_add(&l.partials[i], &l, 2 * (size_t)l.accumulate_threads * group->xyzz_bytes);
    }
    layout_add(&l.sort, &l, l.sort_bytes);
    layout_add(&l.entry_count, &l, sizeof(uint64_t));
    layout_add(&l.buckets, &l, ((size_t)shape->set_count << shape->bucket_bits) * group->xyzz_bytes);
    layout_add(&l.sums, &l, (size_t)l.slice_total * shape->set_count * group->xyzz_bytes);
    layout_add(&l.part_sums, &l, (size_t)l.part_total * shape->set_count * group->xyzz_bytes);
    *out = l;
    return CUZK_OK;
}

/* ---- Digits and sort ---- */

/* Bucket index |digit| - 1 of window w of a canonical scalar, and the sign; MSM_NO_BUCKET for digit 0. `carry` links the
 * windows from the lowest up: pass the same variable, 0 at first. */
static CUZK_DEV uint32_t msm_digit(const uint32_t *scalar, uint32_t window, uint32_t window_bits, uint32_t &carry,
                                   uint32_t &sign)
{
    const uint32_t bit = window * window_bits, word = bit / 32, shift = bit % 32;
    uint64_t bits = word < 8 ? scalar[word] : 0;
    if (word + 1 < 8)
        bits |= (uint64_t)scalar[word + 1] << 32;
    uint32_t digit = (uint32_t)(bits >> shift) & ((1u << window_bits) - 1);
    digit += carry;
    const uint32_t half = 1u << (window_bits - 1);
    carry = digit > half;
    sign = carry ? MSM_SIGN : 0;
    const uint32_t magnitude = carry ? (1u << window_bits) - digit : digit;
    return magnitude == 0 ? MSM_NO_BUCKET : magnitude - 1;
}

static __global__ void msm_digits_kernel(uint32_t *keys, uint32_t *values, const uint32_t *scalars,
                                         const uint32_t *scalar_index, msm_shape shape)
{
    const uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i >= shape.base_count)
        return;
    const uint64_t source = scalar_index != nullptr ? scalar_index[i] : i;
    uint32_t scalar[8];
    const uint4 *row = reinterpret_cast<const uint4 *>(scalars) + 2 * source;
    const uint4 low = row[0], high = row[1];
    scalar[0] = low.x, scalar[1] = low.y, scalar[2] = low.z, scalar[3] = low.w;
    scalar[4] = high.x, scalar[5] = high.y, scalar[6] = high.z, scalar[7] = high.w;
    uint32_t carry = 0;
    for (uint32_t w = 0; w < shape.window_count; w++) {
        uint32_t sign;
        const uint32_t bucket = msm_digit(scalar, w, shape.window_bits, carry, sign);
        const uint32_t table = w / shape.set_count, set = w % shape.set_count;
        const uint64_t slot = w * shape.base_count + i;
        keys[slot] = bucket == MSM_NO_BUCKET ? bucket : (set << shape.bucket_bits) + bucket;
        values[slot] = (uint32_t)(table * shape.base_count + i) | sign;
    }
}

/* *entry_count = the number of entries that have a bucket. */
static __global__ void msm_count_kernel(uint64_t *entry_count, const uint32_t *sorted_keys, uint64_t capacity)
{
    uint64_t low = 0, high = capacity;
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        if (sorted_keys[middle] == MSM_NO_BUCKET)
            high = middle;
        else
            low = middle + 1;
    }
    *entry_count = low;
}

cuzk_status msm_sort_bytes(size_t *out, uint64_t capacity, uint32_t bits, cuzk_error *err)
{
    cub::DoubleBuffer<uint32_t> keys, values;
    size_t bytes = 0;
    const cudaError_t code =
        cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, (int64_t)capacity, 0, (int)bits);
    *out = bytes;
    return cuda_check(code, "sizing the sort", err);
}

cuzk_status msm_digits_and_sort(uint32_t **keys, uint32_t **values, const msm_shape *shape,
                                const msm_layout *layout, const uint32_t *scalar_index, const uint32_t *scalars,
                                char *work, cudaStream_t stream, cuzk_error *err)
{
    cub::DoubleBuffer<uint32_t> key_pair((uint32_t *)(work + layout->keys[0]),
                                         (uint32_t *)(work + layout->keys[1]));
    cub::DoubleBuffer<uint32_t> value_pair((uint32_t *)(work + layout->values[0]),
                                           (uint32_t *)(work + layout->values[1]));
    const unsigned blocks = (unsigned)((shape->base_count + THREADS - 1) / THREADS);
    msm_digits_kernel<<<blocks, THREADS, 0, stream>>>(key_pair.Current(), value_pair.Current(), scalars,
                                                      scalar_index, *shape);
    size_t sort_bytes = layout->sort_bytes;
    const cudaError_t code =
        cub::DeviceRadixSort::SortPairs(work + layout->sort, sort_bytes, key_pair, value_pair,
                                        (int64_t)layout->entry_capacity, 0, (int)key_bits(shape), stream);
    const cuzk_status status = cuda_check(code, "sorting digits", err);
    if (status != CUZK_OK)
        return status;
    msm_count_kernel<<<1, 1, 0, stream>>>((uint64_t *)(work + layout->entry_count), key_pair.Current(),
                                          layout->entry_capacity);
    *keys = key_pair.Current();
    *values = value_pair.Current();
    return cuda_check_launch("splitting scalars", err);
}

/* ---- Base sets ---- */

void cuda_base_set_destroy(cuzk_base_set *bases)
{
    if (bases == NULL)
        return;
    (void)cudaSetDevice(bases->device->ordinal);
    (void)cudaFree(bases->tables);
    (void)cudaFree(bases->scalar_index);
    (void)cudaGetLastError();
    free(bases);
}

/* Tables 1.. from table 0, a chunk of bases at a time. */
static cuzk_status make_tables(cuzk_base_set *bases, cuzk_error *err)
{
    const msm_shape *shape = &bases->shape;
    const msm_group *group = bases->group;
    if (shape->table_count == 1)
        return CUZK_OK;
    const uint64_t chunk_max = TABLE_CHUNK;
    const uint64_t chunk = shape->base_count < chunk_max ? shape->base_count : chunk_max;
    void *scratch = NULL;
    cuzk_status status = cuda_alloc(&scratch, bases->device, chunk * (group->xyzz_bytes + group->field_bytes),
                                    "preparing bases", err);
    for (uint32_t t = 1; t < shape->table_count && status == CUZK_OK; t++) {
        for (uint64_t begin = 0; begin < shape->base_count && status == CUZK_OK; begin += chunk) {
            const uint64_t left = shape->base_count - begin, count = left < chunk ? left : chunk;
            char *previous = (char *)bases->tables + ((t - 1) * shape->base_count + begin) * group->affine_bytes;
            status = group->make_table(previous + shape->base_count * group->affine_bytes, previous, scratch, count,
                                       shape->window_bits * shape->set_count, 0, err);
        }
    }
    if (status == CUZK_OK)
        status = cuda_check(cudaDeviceSynchronize(), "preparing bases on the GPU", err);
    (void)cudaFree(scratch);
    return status;
}

/* A quarter of what is free goes to the tables of one base set: a key has five, and slots and other keys need room. */
static cuzk_status table_budget(uint64_t *out, const cuda_device *device, cuzk_error *err)
{
    size_t free_bytes = 0, total_bytes = 0;
    cuzk_status status = cuda_enter(device, err);
    if (status == CUZK_OK)
        status = cuda_check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free GPU memory", err);
    *out = free_bytes / 4;
    return status;
}

static cuzk_status base_set_fill(cuzk_base_set *bases, const void *points, const uint32_t *scalar_index,
                                 cuzk_error *err)
{
    const uint64_t count = bases->shape.base_count;
    const size_t point_bytes = bases->group->affine_bytes;
    cuzk_status status =
        cuda_alloc(&bases->tables, bases->device, bases->shape.table_count * count * point_bytes, "bases", err);
    if (status == CUZK_OK)
        status = cuda_check(cudaMemcpy(bases->tables, points, count * point_bytes, cudaMemcpyHostToDevice),
                            "copying bases to the GPU", err);
    if (status == CUZK_OK && scalar_index != NULL)
        status = cuda_upload((void **)&bases->scalar_index, bases->device, scalar_index, count * sizeof(uint32_t),
                             "scalar indices", err);
    if (status == CUZK_OK)
        status = make_tables(bases, err);
    bases->bytes = bases->shape.table_count * count * point_bytes + (scalar_index != NULL ? 4 * count : 0);
    return status;
}

cuzk_status cuda_base_set_create(cuzk_base_set **out, cuzk_device *head, cuzk_curve_id curve, cuzk_group group,
                                 const void *points, const uint32_t *scalar_index, uint64_t count, cuzk_error *err)
{
    cuda_device *device = (cuda_device *)head;
    uint64_t budget = 0;
    cuzk_status status = table_budget(&budget, device, err);
    if (status != CUZK_OK)
        return status;
    cuzk_base_set *bases = (cuzk_base_set *)calloc(1, sizeof *bases);
    if (bases == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a base set's description");
    bases->device = device;
    bases->group = group_of(curve, group);
    if (count > 0) {
        if (!shape_choose(&bases->shape, bases->group, scalar_bits(curve), count, budget))
            status = cuzk_error_set(err, CUZK_E_NO_MEMORY,
                                    "GPU %u: %llu bases of %zu bytes do not fit in the %llu bytes that may be used",
                                    device->head.info.index, (unsigned long long)count, bases->group->affine_bytes,
                                    (unsigned long long)budget);
        else
            status = base_set_fill(bases, points, scalar_index, err);
    }
    if (status != CUZK_OK) {
        cuda_base_set_destroy(bases);
        return status;
    }
    *out = bases;
    return CUZK_OK;
}

uint64_t cuda_base_set_bytes(const cuzk_base_set *bases)
{
    return bases->bytes;
}

/* ---- Sums ---- */

size_t cuda_msm_result_bytes(const cuzk_base_set *bases)
{
    return (bases->shape.set_count > 0 ? bases->shape.set_count : 1) * bases->group->xyzz_bytes;
}

size_t cuda_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count)
{
    size_t most = 0;
    for (uint32_t i = 0; i < job_count; i++) {
        const cuzk_base_set *bases = jobs[i].bases;
        msm_layout layout;
        if (bases->shape.base_count > 0 &&
            layout_make(&layout, (cuda_device *)device, bases->group, &bases->shape, NULL) == CUZK_OK &&
            layout.total_bytes > most)
            most = layout.total_bytes;
    }
    return most;
}

static cuzk_status run_job(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *job,
                           const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err)
{
    const cuzk_base_set *bases = job->bases;
    char *result = (char *)results->bytes + job->result_offset_bytes;
    if (bases->shape.base_count == 0)
        return cuda_check(cudaMemsetAsync(result, 0, cuda_msm_result_bytes(bases), queue->stream), "an empty sum",
                          err);
    msm_layout layout;
    const cuzk_status status = layout_make(&layout, queue->device, bases->group, &bases->shape, err);
    if (status != CUZK_OK)
        return status;
    if (layout.total_bytes > work->size_bytes)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "a workspace of %zu bytes, %zu are needed", work->size_bytes,
                              layout.total_bytes);
    return bases->group->run(result, &bases->shape, &layout, bases->tables, bases->scalar_index,
                             (const uint32_t *)scalars->bytes + 8 * job->scalar_offset, (char *)work->bytes,
                             queue->stream, err);
}

cuzk_status cuda_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                     const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err)
{
    cuzk_status status = cuda_enter(queue->device, err);
    for (uint32_t i = 0; i < job_count && status == CUZK_OK; i++)
        status = run_job(queue, results, &jobs[i], scalars, work, err);
    return status;
}

cuzk_status cuda_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err)
{
    (void)err;
    msm_shape shape = bases->shape;
    if (shape.base_count == 0)
        shape.set_count = 1;
    bases->group->fold(out_affine, result, &shape);
    return CUZK_OK;
}
