/* SPDX-License-Identifier: Apache-2.0
 *
 * Times sums and prints one JSON object a line:
 *   bench_msm [curve=bn254|bls12_381] [group=g1|g2] [isa=auto|portable|adx] [threads=N] [log2=A[-B]] [runs=N]
 *             [scalars=uniform|sha|small]
 * `sha` is what the witness of a hash circuit looks like, 58% zeros and 42% ones; `small` is below 2^16. Bases are
 * P, P + D, P + 2 D, ... Times are of one call; the spread is the fastest and the slowest run. cpu_ms is the
 * processor time that the median of the runs took on all threads: on a shared machine, the steadier figure.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cuzk/msm.h>

#include "base/clock.h"
#include "base/memory.h"
#include "curve/curve.h"

enum {
    RUNS_MAX = 101,
    BLOCK = 64, /* points made affine together */
};

typedef struct options {
    cuzk_curve_id curve;
    cuzk_group group;
    cuzk_isa isa;
    uint32_t threads, log2_first, log2_last, runs;
    const char *scalars;
} options;

typedef struct inputs {
    unsigned char *bases;
    cuzk_fr *scalars;
    void *work;
} inputs;

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void make_bases(unsigned char *out, const options *o, size_t count)
{
    const cuzk_group_ops *ops = cuzk_curve_group(cuzk_curve_ops_get(o->curve, CUZK_ISA_AUTO), o->group);
    const cuzk_fr start = {{0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u, 1, 0}};
    cuzk_point block[BLOCK], point;
    ops->from_affine(&point, ops->generator);
    ops->mul_vartime(&point, &point, &start);
    for (size_t begin = 0; begin < count; begin += BLOCK) {
        size_t length = count - begin < BLOCK ? count - begin : BLOCK;
        for (size_t i = 0; i < length; i++) {
            block[i] = point;
            ops->add_affine(&point, &point, ops->generator);
        }
        ops->batch_to_affine(out + begin * ops->affine_bytes, block, length);
    }
}

static void make_scalars(cuzk_fr *out, const options *o, size_t count)
{
    uint64_t state = 88172645463325252u;
    uint64_t top = cuzk_curve_ops_get(o->curve, CUZK_ISA_AUTO)->fr_modulus->limb[CUZK_FR_LIMBS - 1];
    for (size_t i = 0; i < count; i++) {
        memset(&out[i], 0, sizeof out[i]);
        if (strcmp(o->scalars, "sha") == 0) {
            out[i].limb[0] = next_random(&state) % 100 < 42;
        } else if (strcmp(o->scalars, "small") == 0) {
            out[i].limb[0] = next_random(&state) & 0xffff;
        } else {
            for (int j = 0; j < CUZK_FR_LIMBS; j++)
                out[i].limb[j] = next_random(&state);
            out[i].limb[CUZK_FR_LIMBS - 1] %= top;
        }
    }
}

static uint64_t cpu_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void print_line(const options *o, uint32_t log2, uint64_t *times_ns, uint64_t *cpu_ns, size_t work_bytes)
{
    cuzk_isa isa = o->isa;
    cuzk_isa_resolve(&isa, o->isa, NULL);
    qsort(times_ns, o->runs, sizeof *times_ns, compare_times);
    qsort(cpu_ns, o->runs, sizeof *cpu_ns, compare_times);
    printf("{\"kernel\": \"msm\", \"curve\": \"%s\", \"group\": \"g%d\", \"count_log2\": %u, \"scalars\": \"%s\", "
           "\"isa\": \"%s\", \"threads\": %u, \"runs\": %u, \"median_ms\": %.3f, \"min_ms\": %.3f, "
           "\"max_ms\": %.3f, \"cpu_ms\": %.3f, \"workspace_bytes\": %zu}\n",
           cuzk_curve_name(o->curve), (int)o->group, log2, o->scalars, cuzk_isa_name(isa), o->threads, o->runs,
           (double)times_ns[o->runs / 2] / 1e6, (double)times_ns[0] / 1e6, (double)times_ns[o->runs - 1] / 1e6,
           (double)cpu_ns[o->runs / 2] / 1e6, work_bytes);
    fflush(stdout);
}

static cuzk_status bench_size(const options *o, const cuzk_msm_plan *plan, const inputs *in, uint32_t log2,
                              cuzk_error *err)
{
    uint64_t times_ns[RUNS_MAX], cpu_ns[RUNS_MAX];
    cuzk_g2_affine out;
    for (uint32_t run = 0; run <= o->runs; run++) { /* the first one warms up */
        uint64_t began = cuzk_clock_now_ns(), cpu_began = cpu_now_ns();
        cuzk_status status = cuzk_msm_run(plan, &out, in->bases, in->scalars, (uint64_t)1 << log2, in->work, err);
        if (status != CUZK_OK)
            return status;
        times_ns[run > 0 ? run - 1 : 0] = cuzk_clock_now_ns() - began;
        cpu_ns[run > 0 ? run - 1 : 0] = cpu_now_ns() - cpu_began;
    }
    print_line(o, log2, times_ns, cpu_ns, cuzk_msm_workspace_bytes(plan));
    return CUZK_OK;
}

static cuzk_status bench_all(const options *o, cuzk_error *err)
{
    cuzk_status status;
    cuzk_msm_plan *plan = NULL;
    inputs in = {NULL, NULL, NULL};
    size_t count = (size_t)1 << o->log2_last;

    if ((status = cuzk_msm_plan_create(&plan, o->curve, o->group, count, o->threads, o->isa, err)) != CUZK_OK)
        goto done;
    in.bases = cuzk_calloc_aligned(count, cuzk_curve_point_bytes(o->curve, o->group));
    in.scalars = cuzk_calloc_aligned(count, sizeof *in.scalars);
    in.work = cuzk_calloc_aligned(1, cuzk_msm_workspace_bytes(plan));
    if (in.bases == NULL || in.scalars == NULL || in.work == NULL) {
        status = CUZK_E_NO_MEMORY;
        goto done;
    }
    make_bases(in.bases, o, count);
    make_scalars(in.scalars, o, count);
    for (uint32_t log2 = o->log2_first; log2 <= o->log2_last && status == CUZK_OK; log2++)
        status = bench_size(o, plan, &in, log2, err);
done:
    free(in.bases);
    free(in.scalars);
    free(in.work);
    cuzk_msm_plan_destroy(plan);
    return status;
}

static bool parse_number(uint32_t *out, const char *text, const char **rest)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *out = (uint32_t)value;
    *rest = end;
    return end != text && value <= UINT32_MAX;
}

static bool parse_sizes(options *o, const char *text)
{
    const char *rest;
    if (!parse_number(&o->log2_first, text, &rest))
        return false;
    o->log2_last = o->log2_first;
    return (*rest != '-' || parse_number(&o->log2_last, rest + 1, &rest)) && *rest == '\0' &&
           o->log2_first <= o->log2_last && o->log2_last <= 26;
}

static bool parse_isa(options *o, const char *text)
{
    for (cuzk_isa isa = CUZK_ISA_AUTO; isa <= CUZK_ISA_IFMA; isa++)
        if (strcmp(cuzk_isa_name(isa), text) == 0) {
            o->isa = isa;
            return true;
        }
    return false;
}

static bool parse_choice(bool *second, const char *text, const char *a, const char *b)
{
    *second = strcmp(text, b) == 0;
    return *second || strcmp(text, a) == 0;
}

static bool parse_option(options *o, const char *text)
{
    const char *value = strchr(text, '='), *rest;
    bool second;
    if (value++ == NULL)
        return false;
    if (strncmp(text, "curve=", 6) == 0 && parse_choice(&second, value, "bn254", "bls12_381")) {
        o->curve = second ? CUZK_CURVE_BLS12_381 : CUZK_CURVE_BN254;
        return true;
    }
    if (strncmp(text, "group=", 6) == 0 && parse_choice(&second, value, "g1", "g2")) {
        o->group = second ? CUZK_GROUP_G2 : CUZK_GROUP_G1;
        return true;
    }
    if (strncmp(text, "scalars=", 8) == 0) {
        o->scalars = value;
        return strcmp(value, "uniform") == 0 || strcmp(value, "sha") == 0 || strcmp(value, "small") == 0;
    }
    if (strncmp(text, "isa=", 4) == 0)
        return parse_isa(o, value);
    if (strncmp(text, "log2=", 5) == 0)
        return parse_sizes(o, value);
    if (strncmp(text, "threads=", 8) == 0)
        return parse_number(&o->threads, value, &rest);
    return strncmp(text, "runs=", 5) == 0 && parse_number(&o->runs, value, &rest) && o->runs > 0 &&
           o->runs <= RUNS_MAX;
}

int main(int argc, char **argv)
{
    options o = {CUZK_CURVE_BN254, CUZK_GROUP_G1, CUZK_ISA_AUTO, 0, 16, 18, 5, "uniform"};
    cuzk_error err = {CUZK_OK, ""};
    for (int i = 1; i < argc; i++)
        if (!parse_option(&o, argv[i])) {
            fprintf(stderr, "bench_msm: %s: not an option, or not a value for it\n", argv[i]);
            return 2;
        }
    cuzk_status status = bench_all(&o, &err);
    if (status != CUZK_OK)
        fprintf(stderr, "bench_msm: %s: %s\n", cuzk_status_string(status), err.message);
    return cuzk_status_exit_code(status);
}
