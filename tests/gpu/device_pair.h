/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one operation of the backend contract on two devices with the same inputs, and gives both outputs.
 */
#ifndef CUZK_TESTS_GPU_DEVICE_PAIR_H
#define CUZK_TESTS_GPU_DEVICE_PAIR_H

#include "backend/backend.h"
#include "support/seed.h"

/* A device with one queue, and what a test needs around an operation. Every failure ends the test program with the
 * message, so that callers read as the operation itself. */
typedef struct test_device {
    cuzk_device *device;
    const cuzk_device_ops *ops;
    cuzk_queue *queue;
} test_device;

void test_device_open(test_device *out, const char *backend, uint32_t index);
void test_device_close(test_device *device);

/* A device buffer holding a copy of `bytes` (NULL: unset). */
cuzk_buffer *test_buffer(test_device *device, const void *bytes, size_t size_bytes);

/* Waits for the queue and copies a buffer out. */
void test_fetch(test_device *device, void *out, const cuzk_buffer *buffer, size_t size_bytes);
void test_ok(cuzk_status status, const cuzk_error *err, const char *what);

/* count elements of Fr, canonical. */
typedef enum test_scalars {
    TEST_SCALARS_UNIFORM,
    TEST_SCALARS_ZERO,
    TEST_SCALARS_ONE,
    TEST_SCALARS_EQUAL,     /* one random value */
    TEST_SCALARS_MINUS_ONE, /* r - 1 */
    TEST_SCALARS_BYTE,      /* below 2^8 */
    TEST_SCALARS_GEOMETRIC, /* bit length halves in frequency */
    TEST_SCALARS_WITNESS,   /* 60% zeros, 25% ones, the rest uniform */
    TEST_SCALARS_KIND_COUNT,
} test_scalars;
const char *test_scalars_name(test_scalars kind);
void test_scalars_fill(cuzk_fr *out, uint64_t count, cuzk_curve_id curve, test_scalars kind, test_random *random);

/* count packed affine points (a + i b) G, a and b from the seed; every seventh repeats its predecessor, every eleventh is
 * its predecessor's opposite, when `with_repeats`. */
void test_points_fill(void *out, uint64_t count, cuzk_curve_id curve, cuzk_group group, bool with_repeats,
                      test_random *random);

/* The same without repeats, telling a and b (canonical). */
void test_points_fill_known(void *out, uint64_t count, cuzk_curve_id curve, cuzk_group group, test_random *random,
                            cuzk_fr *a, cuzk_fr *b);

#endif
