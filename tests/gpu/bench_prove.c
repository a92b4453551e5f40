/* SPDX-License-Identifier: Apache-2.0
 *
 * Times whole proofs on a device, key resident:  bench_prove BACKEND KEY WITNESS COUNT
 * One JSON line: milliseconds of start + finish one after another (latency), and proofs a second with two pending
 * (throughput). The first proof is compared with the cpu backend's, with r and s given, and verified.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuzk/formats.h>

#include "base/clock.h"
#include "device_pair.h"
#include "groth16/model.h"

static double seconds_since(uint64_t started_ns)
{
    return (double)(cuzk_clock_now_ns() - started_ns) * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void prove_once(cuzk_proof *out, cuzk_resident_key *resident, const cuzk_witness *witness)
{
    static const cuzk_blinding given = {{{7, 0, 0, 0}}, {{11, 0, 0, 0}}};
    cuzk_error err = {0};
    cuzk_pending *pending;
    memset(out, 0, sizeof *out);
    test_ok(cuzk_prove_start_with_blinding(&pending, resident, witness, &given, &err), &err, "start");
    test_ok(cuzk_prove_finish(out, pending, &err), &err, "finish");
}

static bool equals_cpu(const cuzk_proof *proof, cuzk_proving_key *key, const cuzk_witness *witness)
{
    cuzk_error err = {0};
    cuzk_device *cpu;
    cuzk_resident_key *resident;
    cuzk_proof expected;
    test_ok(cuzk_device_open(&cpu, "cpu", 0, NULL, &err), &err, "cpu");
    test_ok(cuzk_resident_key_create(&resident, cpu, key, NULL, &err), &err, "cpu key");
    prove_once(&expected, resident, witness);
    cuzk_resident_key_destroy(resident);
    cuzk_device_close(cpu);
    return memcmp(&expected.a, &proof->a, sizeof proof->a) == 0 &&
           memcmp(&expected.b, &proof->b, sizeof proof->b) == 0 &&
           memcmp(&expected.c, &proof->c, sizeof proof->c) == 0;
}

/* Two proofs pending all the time: the copy-in and the end of one overlap the other's middle. */
static double throughput(cuzk_resident_key *resident, const cuzk_witness *witness, int count)
{
    cuzk_error err = {0};
    cuzk_pending *pending[2] = {NULL, NULL};
    cuzk_proof proof;
    const uint64_t started_ns = cuzk_clock_now_ns();
    for (int i = 0; i < count + 2; i++) {
        if (pending[i % 2] != NULL)
            test_ok(cuzk_prove_finish(&proof, pending[i % 2], &err), &err, "finish");
        pending[i % 2] = NULL;
        if (i < count)
            test_ok(cuzk_prove_start(&pending[i % 2], resident, witness, &err), &err, "start");
    }
    return count / seconds_since(started_ns);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: %s BACKEND KEY WITNESS COUNT\n", argv[0]);
        return 2;
    }
    const int count = atoi(argv[4]) > 0 ? atoi(argv[4]) : 1;
    cuzk_error err = {0};
    cuzk_proving_key *key;
    cuzk_witness *witness;
    cuzk_device *device;
    cuzk_resident_key *resident;
    cuzk_proof proof;
    cuzk_proving_key_info info;
    uint64_t started_ns = cuzk_clock_now_ns();
    test_ok(cuzk_proving_key_read(&key, argv[2], 0, NULL, &err), &err, argv[2]);
    const double read_s = seconds_since(started_ns);
    test_ok(cuzk_witness_read(&witness, argv[3], &err), &err, argv[3]);
    test_ok(cuzk_device_open(&device, argv[1], 0, NULL, &err), &err, argv[1]);
    started_ns = cuzk_clock_now_ns();
    test_ok(cuzk_resident_key_create(&resident, device, key, NULL, &err), &err, "resident key");
    const double resident_s = seconds_since(started_ns);
    prove_once(&proof, resident, witness);
    const bool equal = equals_cpu(&proof, key, witness);
    cuzk_proving_key_describe(key, &info);
    double *ms = calloc((size_t)count, sizeof *ms);
    if (ms == NULL)
        return 1;
    for (int i = 0; i < count; i++) {
        started_ns = cuzk_clock_now_ns();
        prove_once(&proof, resident, witness);
        ms[i] = 1e3 * seconds_since(started_ns);
    }
    qsort(ms, (size_t)count, sizeof *ms, compare_doubles);
    printf("{\"device\": \"%s\", \"curve\": \"%s\", \"domain_log2\": %u, \"wires\": %llu, \"equal_to_cpu\": %s, "
           "\"key_read_s\": %.2f, \"key_resident_s\": %.2f, \"resident_bytes\": %llu, \"slot_bytes\": %llu, "
           "\"proofs\": %d, \"ms_median\": %.2f, \"ms_min\": %.2f, \"ms_max\": %.2f, \"proofs_per_s_two_pending\": "
           "%.3f}\n",
           cuzk_device_describe(device)->name, cuzk_curve_name(info.curve), info.domain_log2,
           (unsigned long long)info.wire_count, equal ? "true" : "false", read_s, resident_s,
           (unsigned long long)cuzk_resident_key_bytes(resident),
           (unsigned long long)cuzk_resident_key_slot_bytes(resident), count, ms[count / 2], ms[0], ms[count - 1],
           throughput(resident, witness, count));
    free(ms);
    cuzk_resident_key_destroy(resident);
    cuzk_device_close(device);
    cuzk_proving_key_unref(key);
    cuzk_witness_destroy(witness);
    return equal ? 0 : 1;
}
