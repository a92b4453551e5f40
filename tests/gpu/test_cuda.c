/* SPDX-License-Identifier: Apache-2.0
 *
 * Every operation of the cuda backend against the cpu backend on the same inputs, equal byte for byte. Skipped (exit
 * code 77) where there is no usable GPU. One argument restricts the run to the case groups whose name holds it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "curve/curve.h"
#include "device_pair.h"

typedef struct context {
    test_device cpu, gpu;
    test_random random;
    uint64_t case_count;
} context;

static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};

static void expect_equal(context *c, const void *expected, const void *got, size_t size_bytes, const char *what)
{
    c->case_count++;
    if (size_bytes == 0 || memcmp(expected, got, size_bytes) == 0)
        return;
    size_t at = 0;
    while (((const char *)expected)[at] == ((const char *)got)[at])
        at++;
    fprintf(stderr, "not ok: %s: differs at byte %zu of %zu\n", what, at, size_bytes);
    exit(1);
}

static cuzk_fr *random_scalars(context *c, uint64_t count, cuzk_curve_id curve, test_scalars kind)
{
    cuzk_fr *values = malloc(count * sizeof *values + 1);
    test_scalars_fill(values, count, curve, kind, &c->random);
    return values;
}

/* ---- Transforms ---- */

static void run_ntt(test_device *d, cuzk_fr *out, const cuzk_fr *in, cuzk_curve_id curve, uint32_t log2,
                    cuzk_root root, const cuzk_fr *shift, cuzk_ntt_kind kind)
{
    cuzk_error err = {0};
    const size_t bytes = sizeof(cuzk_fr) << log2;
    cuzk_domain *domain;
    test_ok(d->ops->domain_create(&domain, d->device, curve, log2, root, shift, &err), &err, "domain_create");
    cuzk_buffer *values = test_buffer(d, in, bytes);
    test_ok(d->ops->ntt(d->queue, domain, kind, values, &err), &err, "ntt");
    test_fetch(d, out, values, bytes);
    d->ops->buffer_destroy(values);
    d->ops->domain_destroy(domain);
}

static void compare_ntt(context *c, cuzk_curve_id curve, uint32_t log2, cuzk_root root, bool own_shift)
{
    const uint64_t count = UINT64_C(1) << log2;
    const cuzk_fr shift = {{7, 0, 0, 0}};
    cuzk_fr *in = random_scalars(c, count, curve, TEST_SCALARS_UNIFORM);
    cuzk_fr *expected = malloc(count * sizeof *in), *got = malloc(count * sizeof *in);
    for (int kind = CUZK_NTT_FORWARD; kind <= CUZK_NTT_COSET_INVERSE; kind++) {
        char what[128];
        snprintf(what, sizeof what, "ntt kind %d, %s, 2^%u, root %d", kind, cuzk_curve_name(curve), log2,
                 (int)root);
        run_ntt(&c->cpu, expected, in, curve, log2, root, own_shift ? &shift : NULL, kind);
        run_ntt(&c->gpu, got, in, curve, log2, root, own_shift ? &shift : NULL, kind);
        expect_equal(c, expected, got, count * sizeof *in, what);
    }
    free(in);
    free(expected);
    free(got);
}

static void test_ntt(context *c)
{
    for (int i = 0; i < 2; i++) {
        for (uint32_t log2 = 0; log2 <= 18; log2++)
            compare_ntt(c, curves[i], log2, CUZK_ROOT_5, log2 % 2 == 1);
        compare_ntt(c, curves[i], 20, CUZK_ROOT_5, false);
    }
    compare_ntt(c, CUZK_CURVE_BLS12_381, 10, CUZK_ROOT_7, true);
}

/* ---- h ---- */

static void run_h(test_device *d, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b, const cuzk_fr *c,
                  cuzk_curve_id curve, uint32_t log2, cuzk_h_basis basis)
{
    cuzk_error err = {0};
    const size_t bytes = sizeof(cuzk_fr) << log2;
    const cuzk_fr seven = {{7, 0, 0, 0}};
    cuzk_domain *domain;
    test_ok(d->ops->domain_create(&domain, d->device, curve, log2, CUZK_ROOT_5,
                                  basis == CUZK_H_MONOMIAL ? &seven : NULL, &err),
            &err, "domain_create");
    cuzk_buffer *va = test_buffer(d, a, bytes), *vb = test_buffer(d, b, bytes), *vc = test_buffer(d, c, bytes);
    test_ok(d->ops->h_scalars(d->queue, domain, basis, va, vb, vc, c != NULL, &err), &err, "h_scalars");
    test_fetch(d, out, va, bytes);
    d->ops->buffer_destroy(va);
    d->ops->buffer_destroy(vb);
    d->ops->buffer_destroy(vc);
    d->ops->domain_destroy(domain);
}

static void compare_h(context *c, cuzk_curve_id curve, uint32_t log2, cuzk_h_basis basis, bool has_c)
{
    const uint64_t count = UINT64_C(1) << log2;
    cuzk_fr *va = random_scalars(c, count, curve, TEST_SCALARS_UNIFORM);
    cuzk_fr *vb = random_scalars(c, count, curve, TEST_SCALARS_WITNESS);
    cuzk_fr *vc = random_scalars(c, count, curve, TEST_SCALARS_UNIFORM);
    cuzk_fr *expected = malloc(count * sizeof *va), *got = malloc(count * sizeof *va);
    char what[128];
    snprintf(what, sizeof what, "h basis %d, %s, 2^%u, has_c %d", (int)basis, cuzk_curve_name(curve), log2, has_c);
    run_h(&c->cpu, expected, va, vb, has_c ? vc : NULL, curve, log2, basis);
    run_h(&c->gpu, got, va, vb, has_c ? vc : NULL, curve, log2, basis);
    expect_equal(c, expected, got, count * sizeof *va, what);
    free(va);
    free(vb);
    free(vc);
    free(expected);
    free(got);
}

static void test_h(context *c)
{
    static const uint32_t sizes[] = {0, 1, 2, 5, 9, 12, 17};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
            for (int has_c = 0; has_c < 2; has_c++) {
                compare_h(c, curves[i], sizes[k], CUZK_H_ODD_COSET, has_c);
                compare_h(c, curves[i], sizes[k], CUZK_H_MONOMIAL, has_c);
            }
}

/* ---- Matrices ---- */

typedef struct matrix_data {
    cuzk_matrix_view view;
    uint64_t *row_start;
    uint32_t *column, *coefficient_index;
    cuzk_fr *coefficients;
} matrix_data;

static void matrix_make(context *c, matrix_data *m, cuzk_curve_id curve, uint64_t rows, uint64_t columns)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    enum {
        COEFFICIENTS = 50,
    };
    m->row_start = calloc(rows + 1, sizeof *m->row_start);
    for (uint64_t r = 0; r < rows; r++)
        m->row_start[r + 1] = m->row_start[r] + (r % 97 == 5 ? 300 : test_random_below(&c->random, 5));
    const uint64_t entries = m->row_start[rows];
    m->column = malloc(entries * 4 + 1);
    m->coefficient_index = malloc(entries * 4 + 1);
    m->coefficients = malloc(COEFFICIENTS * sizeof(cuzk_fr));
    test_scalars_fill(m->coefficients, COEFFICIENTS, curve, TEST_SCALARS_UNIFORM, &c->random);
    m->coefficients[0] = *ops->fr_one;
    ops->fr_neg(&m->coefficients[1], ops->fr_one);
    for (uint64_t e = 0; e < entries; e++) {
        m->column[e] = (uint32_t)test_random_below(&c->random, columns);
        m->coefficient_index[e] =
            (uint32_t)test_random_below(&c->random, test_random_below(&c->random, 2) ? 2 : COEFFICIENTS);
    }
    m->view = (cuzk_matrix_view){
        curve,           rows,        columns, entries, m->row_start, m->column, m->coefficient_index,
        m->coefficients, COEFFICIENTS};
}

static void matrix_free(matrix_data *m)
{
    free(m->row_start);
    free(m->column);
    free(m->coefficient_index);
    free(m->coefficients);
}

static void run_spmv(test_device *d, cuzk_fr *out, const matrix_data *m, const cuzk_fr *witness, uint64_t row_total)
{
    cuzk_error err = {0};
    cuzk_matrix *matrix;
    test_ok(d->ops->matrix_create(&matrix, d->device, &m->view, &err), &err, "matrix_create");
    cuzk_buffer *w = test_buffer(d, witness, m->view.column_count * sizeof *witness);
    cuzk_buffer *rows = test_buffer(d, NULL, row_total * sizeof *out);
    test_ok(d->ops->spmv(d->queue, rows, matrix, w, row_total, &err), &err, "spmv");
    test_fetch(d, out, rows, row_total * sizeof *out);
    d->ops->buffer_destroy(w);
    d->ops->buffer_destroy(rows);
    d->ops->matrix_destroy(matrix);
}

static void compare_spmv(context *c, cuzk_curve_id curve, uint64_t rows)
{
    const uint64_t columns = rows / 2 + 1, total = rows + 7;
    matrix_data m;
    matrix_make(c, &m, curve, rows, columns);
    cuzk_fr *witness = random_scalars(c, columns, curve, TEST_SCALARS_WITNESS);
    cuzk_fr *expected = malloc(total * sizeof *expected), *got = malloc(total * sizeof *got);
    run_spmv(&c->cpu, expected, &m, witness, total);
    run_spmv(&c->gpu, got, &m, witness, total);
    expect_equal(c, expected, got, total * sizeof *got, "spmv");
    free(witness);
    free(expected);
    free(got);
    matrix_free(&m);
}

static void test_spmv(context *c)
{
    static const uint64_t sizes[] = {0, 1, 31, 33, 512, 4097, 100000};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
            compare_spmv(c, curves[i], sizes[k]);
}

/* ---- Sums ---- */

static void run_msm(test_device *d, void *out, cuzk_curve_id curve, cuzk_group group, const void *points,
                    const uint32_t *index, uint64_t count, const cuzk_fr *scalars, uint64_t scalar_count,
                    uint64_t offset)
{
    cuzk_error err = {0};
    cuzk_base_set *bases;
    test_ok(d->ops->base_set_create(&bases, d->device, curve, group, points, index, count, &err), &err,
            "base_set_create");
    const cuzk_msm_job jobs[2] = {{bases, offset, 0}, {bases, offset, d->ops->msm_result_bytes(bases)}};
    const size_t result_bytes = 2 * d->ops->msm_result_bytes(bases);
    cuzk_buffer *work = test_buffer(d, NULL, d->ops->msm_workspace_bytes(d->device, jobs, 2));
    cuzk_buffer *results = test_buffer(d, NULL, result_bytes);
    cuzk_buffer *s = test_buffer(d, scalars, scalar_count * sizeof *scalars);
    char *record = malloc(result_bytes);
    test_ok(d->ops->msm(d->queue, results, jobs, 2, s, work, &err), &err, "msm");
    test_fetch(d, record, results, result_bytes);
    const size_t point_bytes = cuzk_curve_point_bytes(curve, group);
    test_ok(d->ops->msm_fold(bases, record, out, &err), &err, "msm_fold");
    test_ok(d->ops->msm_fold(bases, record + result_bytes / 2, (char *)out + point_bytes, &err), &err, "msm_fold");
    free(record);
    d->ops->buffer_destroy(work);
    d->ops->buffer_destroy(results);
    d->ops->buffer_destroy(s);
    d->ops->base_set_destroy(bases);
}

static void compare_msm(context *c, cuzk_curve_id curve, cuzk_group group, uint64_t count, test_scalars kind,
                        bool indexed)
{
    const size_t point_bytes = cuzk_curve_point_bytes(curve, group);
    const uint64_t offset = indexed ? 3 : 0, scalar_count = (indexed ? 2 * count : count) + offset;
    char *points = malloc(count * point_bytes + 1);
    uint32_t *index = indexed ? malloc(count * sizeof *index + 1) : NULL;
    for (uint64_t i = 0; indexed && i < count; i++)
        index[i] = (uint32_t)(2 * i + test_random_below(&c->random, 2));
    test_points_fill(points, count, curve, group, kind != TEST_SCALARS_UNIFORM, &c->random);
    cuzk_fr *scalars = random_scalars(c, scalar_count, curve, kind);
    unsigned char expected[2 * sizeof(cuzk_g2_affine)], got[2 * sizeof(cuzk_g2_affine)];
    run_msm(&c->cpu, expected, curve, group, points, index, count, scalars, scalar_count, offset);
    run_msm(&c->gpu, got, curve, group, points, index, count, scalars, scalar_count, offset);
    char what[160];
    snprintf(what, sizeof what, "msm %s G%d, %llu terms, %s%s", cuzk_curve_name(curve), (int)group,
             (unsigned long long)count, test_scalars_name(kind), indexed ? ", indexed" : "");
    expect_equal(c, expected, got, 2 * point_bytes, what);
    free(points);
    free(index);
    free(scalars);
}

static void test_msm_sizes(context *c)
{
    static const uint64_t sizes[] = {0, 1, 2, 31, 33, 512, 1023, 1024, 1025, 4097, 65535, 65536, 65537};
    for (int i = 0; i < 2; i++)
        for (int group = CUZK_GROUP_G1; group <= CUZK_GROUP_G2; group++)
            for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
                if (group == CUZK_GROUP_G1 || sizes[k] <= 4097)
                    compare_msm(c, curves[i], group, sizes[k], TEST_SCALARS_UNIFORM, k % 2 == 1);
}

static void test_msm_kinds(context *c)
{
    for (int i = 0; i < 2; i++)
        for (int group = CUZK_GROUP_G1; group <= CUZK_GROUP_G2; group++)
            for (int kind = 0; kind < TEST_SCALARS_KIND_COUNT; kind++) {
                compare_msm(c, curves[i], group, 700, kind, kind % 2 == 0);
                compare_msm(c, curves[i], group, group == CUZK_GROUP_G1 ? 20000 : 5000, kind, kind % 2 == 1);
            }
}

static void test_msm_large(context *c)
{
    for (int i = 0; i < 2; i++)
        compare_msm(c, curves[i], CUZK_GROUP_G1, 1 << 18, TEST_SCALARS_WITNESS, false);
    compare_msm(c, CUZK_CURVE_BN254, CUZK_GROUP_G2, 1 << 16, TEST_SCALARS_UNIFORM, false);
}

/* Every kernel at sizes that a memory or race checker gets through. */
static void test_small(context *c)
{
    static const uint64_t counts[] = {0, 1, 33, 257};
    for (int i = 0; i < 2; i++) {
        for (uint32_t log2 = 0; log2 <= 11; log2 += 1 + (log2 > 2 ? 3 : 0)) {
            compare_ntt(c, curves[i], log2, CUZK_ROOT_5, false);
            compare_h(c, curves[i], log2, CUZK_H_MONOMIAL, true);
            compare_h(c, curves[i], log2, CUZK_H_ODD_COSET, false);
        }
        compare_spmv(c, curves[i], 300);
        for (int group = CUZK_GROUP_G1; group <= CUZK_GROUP_G2; group++)
            for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
                compare_msm(c, curves[i], group, counts[k],
                            k % 2 == 0 ? TEST_SCALARS_UNIFORM : TEST_SCALARS_WITNESS, k % 2 == 1);
    }
}

static bool gpu_is_there(void)
{
    cuzk_device_info infos[32];
    cuzk_error err = {0};
    size_t count = 0;
    if (cuzk_devices_list(infos, 32, &count, &err) != CUZK_OK)
        return false;
    for (size_t i = 0; i < count && i < 32; i++)
        if (strcmp(infos[i].backend, "cuda") == 0 && infos[i].usable) {
            printf("%s, %s\n", infos[i].name, infos[i].uuid);
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(context *c);
    } groups[] = {
        {"small", test_small},     {"ntt", test_ntt},         {"h", test_h},
        {"spmv", test_spmv},       {"sizes", test_msm_sizes}, {"kinds", test_msm_kinds},
        {"large", test_msm_large},
    };
    if (!gpu_is_there()) {
        printf("skipped: no usable GPU\n");
        return 77;
    }
    context c = {0};
    test_random_init(&c.random, "test_cuda");
    test_device_open(&c.cpu, "cpu", 0);
    test_device_open(&c.gpu, "cuda", 0);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (argc > 1 && strstr(groups[i].name, argv[1]) == NULL)
            continue;
        const uint64_t before = c.case_count, started_ns = cuzk_clock_now_ns();
        groups[i].run(&c);
        printf("ok %s: %llu cases equal, %.1f s\n", groups[i].name, (unsigned long long)(c.case_count - before),
               (double)(cuzk_clock_now_ns() - started_ns) * 1e-9);
        fflush(stdout);
    }
    test_device_close(&c.gpu);
    test_device_close(&c.cpu);
    return 0;
}
