/* SPDX-License-Identifier: Apache-2.0
 *
 * The cpu backend's arithmetic against the plain references, and its failures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/cpu.h"
#include "base/memory.h"
#include "curve/curve.h"
#include "msm/msm.h"
#include "poly/ntt_reference.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static test_random rng;

static cuzk_device *open_cpu(uint32_t thread_count, cuzk_isa isa)
{
    cuzk_device_options options = {.thread_count = thread_count, .isa = isa};
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, NULL), CUZK_OK);
    return device;
}

/* Runs `check` with both curves, each instruction set and one and three threads. */
static void on_each_device(void (*check)(cuzk_device *device, const cuzk_curve_ops *curve))
{
    for (int isa = CUZK_ISA_PORTABLE; isa <= CUZK_ISA_IFMA; isa++) {
        if (!cuzk_isa_available((cuzk_isa)isa)) {
            printf("skipped: instruction set %s\n", cuzk_isa_name((cuzk_isa)isa));
            continue;
        }
        for (uint32_t threads = 1; threads <= 3; threads += 2) {
            cuzk_device *device = open_cpu(threads, (cuzk_isa)isa);
            check(device, cuzk_curve_ops_get(CUZK_CURVE_BN254, (cuzk_isa)isa));
            check(device, cuzk_curve_ops_get(CUZK_CURVE_BLS12_381, (cuzk_isa)isa));
            cuzk_device_close(device);
        }
    }
}

/* Canonical; often an edge: 0, 1, r - 1. */
static void random_fr(cuzk_fr *out, const cuzk_curve_ops *curve)
{
    memset(out, 0, sizeof *out);
    switch (test_random_below(&rng, 6)) {
    case 0:
        return;
    case 1:
        out->limb[0] = 1;
        return;
    case 2:
        *out = *curve->fr_modulus;
        out->limb[0]--;
        return;
    default:
        do {
            test_random_fill(&rng, out, sizeof *out);
            out->limb[3] >>= 256 - curve->fr_bits;
        } while (!curve->fr_is_canonical(out));
    }
}

typedef struct lane {
    cuzk_device *device;
    const cuzk_device_ops *ops;
    cuzk_queue *queue;
    cuzk_event *event;
} lane;

static void lane_open(lane *l, cuzk_device *device)
{
    l->device = device;
    l->ops = device->ops;
    assert_int_equal(l->ops->queue_create(&l->queue, device, NULL), CUZK_OK);
    assert_int_equal(l->ops->event_create(&l->event, device, NULL), CUZK_OK);
}

static void lane_close(lane *l)
{
    l->ops->queue_destroy(l->queue);
    l->ops->event_destroy(l->event);
}

static cuzk_buffer *lane_put(lane *l, const void *bytes, size_t size_bytes)
{
    cuzk_buffer *buffer = NULL;
    assert_int_equal(l->ops->buffer_create(&buffer, l->device, CUZK_PLACE_DEVICE, size_bytes, 0, NULL), CUZK_OK);
    if (bytes != NULL)
        assert_int_equal(l->ops->copy_in(l->queue, buffer, 0, bytes, size_bytes, NULL), CUZK_OK);
    return buffer;
}

static cuzk_status lane_finish(lane *l, cuzk_error *err)
{
    l->ops->event_reset(l->event);
    assert_int_equal(l->ops->event_record(l->queue, l->event, NULL), CUZK_OK);
    return l->ops->event_wait(l->event, err);
}

static void lane_get(lane *l, void *out, cuzk_buffer *buffer, size_t size_bytes)
{
    assert_int_equal(l->ops->copy_out(l->queue, out, buffer, 0, size_bytes, NULL), CUZK_OK);
    assert_int_equal(lane_finish(l, NULL), CUZK_OK);
    l->ops->buffer_destroy(buffer);
}

/* ---- Sparse matrices ---- */

enum { ROWS = 37, ROW_TOTAL = 64, COLUMNS = 19, ENTRIES_MAX = ROWS * 9, COEFFICIENTS = 8 };

typedef struct random_matrix {
    cuzk_matrix_view view;
    uint64_t row_start[ROWS + 1];
    uint32_t column[ENTRIES_MAX], coefficient_index[ENTRIES_MAX];
    cuzk_fr coefficients[COEFFICIENTS];
} random_matrix;

static void random_matrix_make(random_matrix *m, const cuzk_curve_ops *curve, uint64_t row_count)
{
    uint64_t entries = 0;
    for (int i = 0; i < COEFFICIENTS; i++) {
        cuzk_fr canonical;
        random_fr(&canonical, curve);
        curve->fr_to_montgomery(&m->coefficients[i], &canonical);
    }
    m->coefficients[0] = *curve->fr_one;
    curve->fr_neg(&m->coefficients[1], curve->fr_one);
    for (uint64_t row = 0; row < row_count; row++) {
        m->row_start[row] = entries;
        for (uint64_t left = test_random_below(&rng, 10); left > 0; left--, entries++) {
            m->column[entries] = (uint32_t)test_random_below(&rng, COLUMNS);
            m->coefficient_index[entries] = (uint32_t)test_random_below(&rng, COEFFICIENTS);
        }
    }
    m->row_start[row_count] = entries;
    m->view = (cuzk_matrix_view){
        curve->id,       row_count,   COLUMNS, entries, m->row_start, m->column, m->coefficient_index,
        m->coefficients, COEFFICIENTS};
}

/* In Montgomery form throughout, so that it shares nothing with the fast path but the field. */
static void reference_row(cuzk_fr *out, const random_matrix *m, uint64_t row, const cuzk_fr *witness,
                          const cuzk_curve_ops *curve)
{
    cuzk_fr sum = {{0}};
    for (uint64_t k = m->row_start[row]; row < m->view.row_count && k < m->row_start[row + 1]; k++) {
        cuzk_fr value;
        curve->fr_to_montgomery(&value, &witness[m->column[k]]);
        curve->fr_mul(&value, &value, &m->coefficients[m->coefficient_index[k]]);
        curve->fr_add(&sum, &sum, &value);
    }
    curve->fr_from_montgomery(out, &sum);
}

static void check_spmv_rows(cuzk_device *device, const cuzk_curve_ops *curve, uint64_t row_count)
{
    static random_matrix m;
    lane l;
    cuzk_fr witness[COLUMNS], out[ROW_TOTAL], expected;
    cuzk_matrix *matrix = NULL;
    lane_open(&l, device);
    random_matrix_make(&m, curve, row_count);
    for (int i = 0; i < COLUMNS; i++)
        random_fr(&witness[i], curve);
    memset(out, 0xff, sizeof out);
    cuzk_buffer *result = lane_put(&l, out, sizeof out), *values = lane_put(&l, witness, sizeof witness);
    assert_int_equal(l.ops->matrix_create(&matrix, device, &m.view, NULL), CUZK_OK);
    assert_int_equal(l.ops->spmv(l.queue, result, matrix, values, ROW_TOTAL, NULL), CUZK_OK);
    lane_get(&l, out, result, sizeof out);
    for (uint64_t row = 0; row < ROW_TOTAL; row++) {
        memset(&expected, 0, sizeof expected);
        if (row < row_count)
            reference_row(&expected, &m, row, witness, curve);
        assert_memory_equal(&out[row], &expected, sizeof expected);
    }
    l.ops->matrix_destroy(matrix);
    l.ops->buffer_destroy(values);
    lane_close(&l);
}

static void check_spmv(cuzk_device *device, const cuzk_curve_ops *curve)
{
    check_spmv_rows(device, curve, 0);
    check_spmv_rows(device, curve, 1);
    for (uint64_t i = 0; i < test_iterations(5); i++)
        check_spmv_rows(device, curve, ROWS);
}

static void test_spmv(void **state)
{
    (void)state;
    on_each_device(check_spmv);
}

static void test_spmv_ranges(void **state)
{
    (void)state;
    static random_matrix m;
    lane l;
    cuzk_matrix *matrix = NULL;
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO);
    lane_open(&l, open_cpu(1, CUZK_ISA_AUTO));
    random_matrix_make(&m, curve, ROWS);
    cuzk_buffer *full = lane_put(&l, NULL, ROW_TOTAL * CUZK_FR_BYTES);
    cuzk_buffer *brief = lane_put(&l, NULL, (COLUMNS - 1) * CUZK_FR_BYTES);
    assert_int_equal(l.ops->matrix_create(&matrix, l.device, &m.view, NULL), CUZK_OK);
    assert_int_equal(l.ops->spmv(l.queue, full, matrix, full, ROWS - 1, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(l.ops->spmv(l.queue, full, matrix, full, ROW_TOTAL + 1, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(l.ops->spmv(l.queue, full, matrix, brief, ROW_TOTAL, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(l.ops->spmv(l.queue, full, matrix, full, UINT64_MAX / 16, NULL), CUZK_E_ARGUMENT);
    m.view.curve = (cuzk_curve_id)77;
    cuzk_matrix *other = NULL;
    assert_int_equal(l.ops->matrix_create(&other, l.device, &m.view, NULL), CUZK_E_CURVE);
    l.ops->matrix_destroy(matrix);
    l.ops->buffer_destroy(full);
    l.ops->buffer_destroy(brief);
    lane_close(&l);
    cuzk_device_close(l.device);
}

/* ---- Transforms ---- */

static void check_ntt(cuzk_device *device, const cuzk_curve_ops *curve)
{
    enum { LOG2_MAX = 6 };
    lane l;
    lane_open(&l, device);
    for (uint32_t log2 = 1; log2 <= LOG2_MAX; log2 += 5) {
        cuzk_ntt_domain reference;
        cuzk_domain *domain = NULL;
        cuzk_fr values[1 << LOG2_MAX], expected[1 << LOG2_MAX];
        size_t size_bytes = sizeof *values << log2;
        assert_int_equal(cuzk_ntt_domain_init(&reference, curve->id, log2, CUZK_ROOT_5, NULL, NULL), CUZK_OK);
        assert_int_equal(l.ops->domain_create(&domain, device, curve->id, log2, CUZK_ROOT_5, NULL, NULL), CUZK_OK);
        assert_true(l.ops->domain_bytes(domain) > 0);
        for (int kind = CUZK_NTT_FORWARD; kind <= CUZK_NTT_COSET_INVERSE; kind++) {
            for (int i = 0; i < 1 << log2; i++)
                random_fr(&values[i], curve);
            memcpy(expected, values, size_bytes);
            cuzk_ntt_reference(&reference, (cuzk_ntt_kind)kind, expected);
            cuzk_buffer *buffer = lane_put(&l, values, size_bytes);
            assert_int_equal(l.ops->ntt(l.queue, domain, (cuzk_ntt_kind)kind, buffer, NULL), CUZK_OK);
            lane_get(&l, values, buffer, size_bytes);
            assert_memory_equal(values, expected, size_bytes);
        }
        l.ops->domain_destroy(domain);
    }
    lane_close(&l);
}

static void test_ntt(void **state)
{
    (void)state;
    on_each_device(check_ntt);
}

/* ---- Sums ---- */

enum { POINTS = 40, SCALARS = 100, JOBS = 3 };

/* Multiples of the generator, the first few repeated. */
static void make_points(unsigned char *out, const cuzk_group_ops *group)
{
    cuzk_point sum;
    group->from_affine(&sum, group->generator);
    for (int i = 0; i < POINTS; i++) {
        group->to_affine(out + (size_t)i * group->affine_bytes, &sum);
        if (i > 3)
            group->add_affine(&sum, &sum, group->generator);
    }
}

/* Over every second scalar from 3 on; over the scalars in order; over none. */
static void check_msm_group(cuzk_device *device, const cuzk_curve_ops *curve, cuzk_group group_id)
{
    lane l;
    const cuzk_group_ops *group = cuzk_curve_group(curve, group_id);
    unsigned char *points = calloc(POINTS, group->affine_bytes);
    cuzk_fr scalars[SCALARS];
    uint32_t every_second[POINTS];
    cuzk_msm_job jobs[JOBS];
    cuzk_base_set *bases[JOBS] = {NULL};
    static const uint64_t counts[JOBS] = {POINTS, POINTS, 0};
    static const uint64_t offsets[JOBS] = {3, 50, SCALARS};
    lane_open(&l, device);
    make_points(points, group);
    for (uint32_t i = 0; i < POINTS; i++)
        every_second[i] = 2 * i;
    for (int i = 0; i < SCALARS; i++)
        random_fr(&scalars[i], curve);
    size_t result_bytes = 0;
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(l.ops->base_set_create(&bases[i], device, curve->id, group_id, points,
                                                i == 0 ? every_second : NULL, counts[i], NULL),
                         CUZK_OK);
        jobs[i] = (cuzk_msm_job){bases[i], offsets[i], result_bytes};
        result_bytes += l.ops->msm_result_bytes(bases[i]);
    }
    cuzk_buffer *values = lane_put(&l, scalars, sizeof scalars), *results = lane_put(&l, NULL, result_bytes);
    cuzk_buffer *work = lane_put(&l, NULL, l.ops->msm_workspace_bytes(device, jobs, JOBS));
    unsigned char *host = calloc(1, result_bytes);
    assert_int_equal(l.ops->msm(l.queue, results, jobs, JOBS, values, work, NULL), CUZK_OK);
    lane_get(&l, host, results, result_bytes);
    for (int i = 0; i < JOBS; i++) {
        cuzk_g2_affine folded, expected;
        assert_int_equal(l.ops->msm_fold(bases[i], host + jobs[i].result_offset_bytes, &folded, NULL), CUZK_OK);
        assert_int_equal(cuzk_msm_reference(&expected, curve->id, group_id, points, i == 0 ? every_second : NULL,
                                            scalars + offsets[i], counts[i], NULL),
                         CUZK_OK);
        assert_memory_equal(&folded, &expected, group->affine_bytes);
        l.ops->base_set_destroy(bases[i]);
    }
    l.ops->buffer_destroy(values);
    l.ops->buffer_destroy(work);
    free(host);
    free(points);
    lane_close(&l);
}

static void check_msm(cuzk_device *device, const cuzk_curve_ops *curve)
{
    check_msm_group(device, curve, CUZK_GROUP_G1);
    check_msm_group(device, curve, CUZK_GROUP_G2);
}

static void test_msm(void **state)
{
    (void)state;
    on_each_device(check_msm);
}

/* A sum whose last index lies one beyond the scalars is refused. */
static void test_msm_ranges(void **state)
{
    (void)state;
    lane l;
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO);
    unsigned char points[POINTS * 64];
    uint32_t index[POINTS];
    cuzk_base_set *bases = NULL;
    lane_open(&l, open_cpu(1, CUZK_ISA_AUTO));
    make_points(points, &curve->g1);
    for (uint32_t i = 0; i < POINTS; i++)
        index[i] = SCALARS - POINTS + i;
    assert_int_equal(
        l.ops->base_set_create(&bases, l.device, curve->id, CUZK_GROUP_G1, points, index, POINTS, NULL), CUZK_OK);
    cuzk_msm_job job = {bases, 0, 0};
    cuzk_buffer *values = lane_put(&l, NULL, SCALARS * CUZK_FR_BYTES), *results = lane_put(&l, NULL, 64);
    cuzk_buffer *work = lane_put(&l, NULL, l.ops->msm_workspace_bytes(l.device, &job, 1));
    cuzk_buffer *little = lane_put(&l, NULL, 1);
    assert_int_equal(l.ops->msm(l.queue, results, &job, 1, values, little, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(l.ops->msm(l.queue, little, &job, 1, values, work, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(l.ops->msm(l.queue, results, &job, 1, values, work, NULL), CUZK_OK);
    job.scalar_offset = 1;
    assert_int_equal(l.ops->msm(l.queue, results, &job, 1, values, work, NULL), CUZK_E_ARGUMENT);
    job.scalar_offset = UINT64_MAX / CUZK_FR_BYTES + 1;
    assert_int_equal(l.ops->msm(l.queue, results, &job, 1, values, work, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(lane_finish(&l, NULL), CUZK_OK);
    l.ops->base_set_destroy(bases);
    l.ops->buffer_destroy(values);
    l.ops->buffer_destroy(results);
    l.ops->buffer_destroy(work);
    l.ops->buffer_destroy(little);
    lane_close(&l);
    cuzk_device_close(l.device);
}

/* ---- Failures ---- */

/* The odd coset needs the default shift: with another one h_scalars fails while it runs. */
static void test_failed_operation_fails_its_queue(void **state)
{
    (void)state;
    enum { BYTES = 4 * CUZK_FR_BYTES };
    lane l, other;
    cuzk_error err;
    cuzk_domain *domain = NULL;
    unsigned char ones[BYTES], out[BYTES] = {0};
    cuzk_fr shift = {{7, 0, 0, 0}};
    lane_open(&l, open_cpu(2, CUZK_ISA_AUTO));
    lane_open(&other, l.device);
    memset(ones, 1, BYTES);
    assert_int_equal(l.ops->domain_create(&domain, l.device, CUZK_CURVE_BN254, 2, CUZK_ROOT_5, &shift, NULL),
                     CUZK_OK);
    cuzk_buffer *a = lane_put(&l, ones, BYTES), *b = lane_put(&l, ones, BYTES), *c = lane_put(&l, ones, BYTES);
    assert_int_equal(l.ops->h_scalars(l.queue, domain, CUZK_H_ODD_COSET, a, b, c, true, NULL), CUZK_OK);
    assert_int_equal(l.ops->zero(l.queue, a, 0, BYTES, NULL), CUZK_OK);
    assert_int_equal(lane_finish(&l, &err), CUZK_E_ARGUMENT);
    assert_int_equal(err.status, CUZK_E_ARGUMENT);
    assert_true(strlen(err.message) > 0);

    /* A queue that waits for the event fails with it; one that does not goes on, and finds that zero was skipped. */
    lane third;
    lane_open(&third, l.device);
    assert_int_equal(l.ops->queue_wait(third.queue, l.event, NULL), CUZK_OK);
    assert_int_equal(lane_finish(&third, NULL), CUZK_E_ARGUMENT);
    lane_close(&third);
    assert_int_equal(l.ops->copy_out(other.queue, out, a, 0, BYTES, NULL), CUZK_OK);
    assert_int_equal(lane_finish(&other, NULL), CUZK_OK);
    assert_memory_equal(out, ones, BYTES);

    l.ops->queue_reset(l.queue);
    assert_int_equal(l.ops->zero(l.queue, a, 0, BYTES, NULL), CUZK_OK);
    assert_int_equal(lane_finish(&l, NULL), CUZK_OK);
    l.ops->domain_destroy(domain);
    l.ops->buffer_destroy(a);
    l.ops->buffer_destroy(b);
    l.ops->buffer_destroy(c);
    lane_close(&l);
    lane_close(&other);
    cuzk_device_close(l.device);
}

static void test_options(void **state)
{
    (void)state;
    cuzk_device *device = open_cpu(3, CUZK_ISA_PORTABLE);
    assert_int_equal(device->options.thread_count, 3);
    assert_int_equal(device->options.isa, CUZK_ISA_PORTABLE);
    cuzk_device_close(device);
    device = open_cpu(0, CUZK_ISA_AUTO);
    assert_int_equal(device->options.thread_count, cuzk_cpu_count());
    cuzk_device_close(device);

    cuzk_error err;
    cuzk_device_options options = {.isa = (cuzk_isa)99};
    assert_int_not_equal(cuzk_device_open(&device, "cpu", 0, &options, &err), CUZK_OK);
    options = (cuzk_device_options){.thread_count = 1u << 30};
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, &err), CUZK_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spmv),       cmocka_unit_test(test_spmv_ranges),
        cmocka_unit_test(test_ntt),        cmocka_unit_test(test_msm),
        cmocka_unit_test(test_msm_ranges), cmocka_unit_test(test_failed_operation_fails_its_queue),
        cmocka_unit_test(test_options),
    };
    test_random_init(&rng, "test_cpu");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
