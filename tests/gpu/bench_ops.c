/* SPDX-License-Identifier: Apache-2.0
 *
 * Times single operations of a device, data resident:
 *     bench_ops BACKEND msm CURVE GROUP LOG2 SCALARS RUNS      CURVE bn254|bls12-381, GROUP 1|2, SCALARS uniform|witness
 *     bench_ops BACKEND ntt CURVE LOG2 RUNS
 * One JSON line, milliseconds between events around each run. Bases are a G + i b G, so one scalar multiplication checks
 * the sum; transforms are checked by transforming back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "curve/curve.h"
#include "device_pair.h"

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(double *ms, int runs)
{
    qsort(ms, (size_t)runs, sizeof *ms, compare_doubles);
    printf("\"runs\": %d, \"ms_median\": %.3f, \"ms_min\": %.3f, \"ms_max\": %.3f", runs, ms[runs / 2], ms[0],
           ms[runs - 1]);
}

typedef struct stopwatch {
    cuzk_event *begin, *end;
} stopwatch;

static void stopwatch_open(stopwatch *w, test_device *d)
{
    cuzk_error err = {0};
    test_ok(d->ops->event_create(&w->begin, d->device, &err), &err, "event_create");
    test_ok(d->ops->event_create(&w->end, d->device, &err), &err, "event_create");
}

static void stopwatch_start(stopwatch *w, test_device *d)
{
    cuzk_error err = {0};
    d->ops->event_reset(w->begin);
    d->ops->event_reset(w->end);
    test_ok(d->ops->event_record(d->queue, w->begin, &err), &err, "event_record");
}

static double stopwatch_stop_ms(stopwatch *w, test_device *d)
{
    cuzk_error err = {0};
    test_ok(d->ops->event_record(d->queue, w->end, &err), &err, "event_record");
    test_ok(d->ops->event_wait(w->end, &err), &err, "event_wait");
    return (double)(d->ops->event_time_ns(w->end) - d->ops->event_time_ns(w->begin)) * 1e-6;
}

static void stopwatch_close(stopwatch *w, test_device *d)
{
    d->ops->event_destroy(w->begin);
    d->ops->event_destroy(w->end);
}

/* sum over i of scalars[i] * (a + i b), canonical; a and b as test_points_fill draws them from the same seed. */
static void expected_sum(void *out_affine, const cuzk_fr *scalars, uint64_t count, const cuzk_curve_ops *curve,
                         cuzk_group which, const cuzk_fr *a, const cuzk_fr *b)
{
    const cuzk_group_ops *group = cuzk_curve_group(curve, which);
    cuzk_fr term, sum, base, step;
    memset(&sum, 0, sizeof sum);
    curve->fr_to_montgomery(&base, a);
    curve->fr_to_montgomery(&step, b);
    for (uint64_t i = 0; i < count; i++) {
        curve->fr_to_montgomery(&term, &scalars[i]);
        curve->fr_mul(&term, &term, &base);
        curve->fr_add(&sum, &sum, &term);
        curve->fr_add(&base, &base, &step);
    }
    curve->fr_from_montgomery(&sum, &sum);
    cuzk_point point;
    group->from_affine(&point, group->generator);
    group->mul_vartime(&point, &point, &sum);
    group->to_affine(out_affine, &point);
}

static int bench_msm(test_device *d, cuzk_curve_id curve, cuzk_group group, uint32_t log2, test_scalars kind,
                     int runs)
{
    const uint64_t count = UINT64_C(1) << log2;
    const size_t point_bytes = cuzk_curve_point_bytes(curve, group);
    cuzk_error err = {0};
    test_random random;
    cuzk_fr first, step;
    cuzk_base_set *bases;
    stopwatch watch;
    test_random_init_seed(&random, log2);
    void *points = malloc(count * point_bytes);
    cuzk_fr *scalars = malloc(count * sizeof *scalars);
    double *ms = calloc((size_t)runs, sizeof *ms);
    if (points == NULL || scalars == NULL || ms == NULL)
        return 1;
    test_points_fill_known(points, count, curve, group, &random, &first, &step);
    test_scalars_fill(scalars, count, curve, kind, &random);
    uint64_t started_ns = cuzk_clock_now_ns();
    test_ok(d->ops->base_set_create(&bases, d->device, curve, group, points, NULL, count, &err), &err, "bases");
    const double prepare_s = (double)(cuzk_clock_now_ns() - started_ns) * 1e-9;
    const cuzk_msm_job job = {bases, 0, 0};
    const size_t result_bytes = d->ops->msm_result_bytes(bases);
    const size_t work_bytes = d->ops->msm_workspace_bytes(d->device, &job, 1);
    cuzk_buffer *work = test_buffer(d, NULL, work_bytes), *results = test_buffer(d, NULL, result_bytes);
    cuzk_buffer *s = test_buffer(d, scalars, count * sizeof *scalars);
    stopwatch_open(&watch, d);
    for (int i = -2; i < runs; i++) {
        stopwatch_start(&watch, d);
        test_ok(d->ops->msm(d->queue, results, &job, 1, s, work, &err), &err, "msm");
        const double took = stopwatch_stop_ms(&watch, d);
        if (i >= 0)
            ms[i] = took;
    }
    char *record = malloc(result_bytes);
    unsigned char got[sizeof(cuzk_g2_affine)], expected[sizeof(cuzk_g2_affine)];
    test_fetch(d, record, results, result_bytes);
    started_ns = cuzk_clock_now_ns();
    test_ok(d->ops->msm_fold(bases, record, got, &err), &err, "msm_fold");
    const double fold_ms = (double)(cuzk_clock_now_ns() - started_ns) * 1e-6;
    expected_sum(expected, scalars, count, cuzk_curve_ops_get(curve, CUZK_ISA_AUTO), group, &first, &step);
    const bool right = memcmp(got, expected, point_bytes) == 0;
    printf("{\"op\": \"msm\", \"device\": \"%s\", \"curve\": \"%s\", \"group\": %d, \"log2\": %u, \"scalars\": "
           "\"%s\", "
           "\"right\": %s, ",
           cuzk_device_describe(d->device)->name, cuzk_curve_name(curve), (int)group, log2, test_scalars_name(kind),
           right ? "true" : "false");
    print_times(ms, runs);
    printf(", \"fold_ms\": %.3f, \"prepare_s\": %.2f, \"bases_bytes\": %llu, \"workspace_bytes\": %zu}\n", fold_ms,
           prepare_s, (unsigned long long)d->ops->base_set_bytes(bases), work_bytes);
    stopwatch_close(&watch, d);
    d->ops->buffer_destroy(work);
    d->ops->buffer_destroy(results);
    d->ops->buffer_destroy(s);
    d->ops->base_set_destroy(bases);
    free(record);
    free(points);
    free(scalars);
    free(ms);
    return right ? 0 : 1;
}

static int bench_ntt(test_device *d, cuzk_curve_id curve, uint32_t log2, int runs)
{
    const size_t bytes = sizeof(cuzk_fr) << log2;
    cuzk_error err = {0};
    test_random random;
    cuzk_domain *domain;
    stopwatch watch;
    test_random_init_seed(&random, log2);
    cuzk_fr *in = malloc(bytes), *out = malloc(bytes);
    double *ms = calloc((size_t)runs, sizeof *ms);
    if (in == NULL || out == NULL || ms == NULL)
        return 1;
    test_scalars_fill(in, bytes / sizeof *in, curve, TEST_SCALARS_UNIFORM, &random);
    test_ok(d->ops->domain_create(&domain, d->device, curve, log2, CUZK_ROOT_5, NULL, &err), &err, "domain");
    cuzk_buffer *values = test_buffer(d, in, bytes);
    stopwatch_open(&watch, d);
    for (int i = -2; i < runs; i++) {
        stopwatch_start(&watch, d);
        test_ok(d->ops->ntt(d->queue, domain, CUZK_NTT_FORWARD, values, &err), &err, "ntt");
        const double took = stopwatch_stop_ms(&watch, d);
        if (i >= 0)
            ms[i] = took;
    }
    for (int i = 0; i < runs + 2; i++)
        test_ok(d->ops->ntt(d->queue, domain, CUZK_NTT_INVERSE, values, &err), &err, "ntt");
    test_fetch(d, out, values, bytes);
    const bool right = memcmp(in, out, bytes) == 0;
    printf("{\"op\": \"ntt\", \"device\": \"%s\", \"curve\": \"%s\", \"log2\": %u, \"right\": %s, ",
           cuzk_device_describe(d->device)->name, cuzk_curve_name(curve), log2, right ? "true" : "false");
    print_times(ms, runs);
    printf("}\n");
    stopwatch_close(&watch, d);
    d->ops->buffer_destroy(values);
    d->ops->domain_destroy(domain);
    free(in);
    free(out);
    free(ms);
    return right ? 0 : 1;
}

static cuzk_curve_id curve_of(const char *name)
{
    return strcmp(name, "bn254") == 0 ? CUZK_CURVE_BN254 : CUZK_CURVE_BLS12_381;
}

int main(int argc, char **argv)
{
    test_device d;
    int failed = 2;
    if (argc != 6 && argc != 8) {
        fprintf(stderr, "usage: %s BACKEND msm CURVE GROUP LOG2 SCALARS RUNS | BACKEND ntt CURVE LOG2 RUNS\n",
                argv[0]);
        return 2;
    }
    test_device_open(&d, argv[1], 0);
    if (argc == 8)
        failed = bench_msm(
            &d, curve_of(argv[3]), atoi(argv[4]) == 2 ? CUZK_GROUP_G2 : CUZK_GROUP_G1, (uint32_t)atoi(argv[5]),
            strcmp(argv[6], "uniform") == 0 ? TEST_SCALARS_UNIFORM : TEST_SCALARS_WITNESS, atoi(argv[7]));
    else
        failed = bench_ntt(&d, curve_of(argv[3]), (uint32_t)atoi(argv[4]), atoi(argv[5]));
    test_device_close(&d);
    return failed;
}
