/* SPDX-License-Identifier: Apache-2.0 */
#include "device_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve/curve.h"

void test_ok(cuzk_status status, const cuzk_error *err, const char *what)
{
    if (status == CUZK_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, cuzk_status_name(status), err->message);
    exit(1);
}

void test_device_open(test_device *out, const char *backend, uint32_t index)
{
    cuzk_error err = {0};
    test_ok(cuzk_device_open(&out->device, backend, index, NULL, &err), &err, "open");
    out->ops = out->device->ops;
    test_ok(out->ops->queue_create(&out->queue, out->device, &err), &err, "queue_create");
}

void test_device_close(test_device *device)
{
    device->ops->queue_destroy(device->queue);
    cuzk_device_close(device->device);
}

static void wait_for_queue(test_device *device)
{
    cuzk_error err = {0};
    cuzk_event *event;
    test_ok(device->ops->event_create(&event, device->device, &err), &err, "event_create");
    test_ok(device->ops->event_record(device->queue, event, &err), &err, "event_record");
    test_ok(device->ops->event_wait(event, &err), &err, "event_wait");
    device->ops->event_destroy(event);
}

cuzk_buffer *test_buffer(test_device *device, const void *bytes, size_t size_bytes)
{
    cuzk_error err = {0};
    cuzk_buffer *buffer;
    test_ok(device->ops->buffer_create(&buffer, device->device, CUZK_PLACE_DEVICE, size_bytes, 0, &err), &err,
            "buffer_create");
    if (bytes != NULL) {
        test_ok(device->ops->copy_in(device->queue, buffer, 0, bytes, size_bytes, &err), &err, "copy_in");
        wait_for_queue(device);
    }
    return buffer;
}

void test_fetch(test_device *device, void *out, const cuzk_buffer *buffer, size_t size_bytes)
{
    cuzk_error err = {0};
    test_ok(device->ops->copy_out(device->queue, out, buffer, 0, size_bytes, &err), &err, "copy_out");
    wait_for_queue(device);
}

const char *test_scalars_name(test_scalars kind)
{
    static const char *const names[] = {"uniform",   "zero", "one",       "equal",
                                        "minus one", "byte", "geometric", "witness"};
    return names[kind];
}

static void uniform(cuzk_fr *out, const cuzk_curve_ops *curve, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[3] &= UINT64_MAX >> (256 - curve->fr_bits);
    } while (!curve->fr_is_canonical(out));
}

/* Uniform below 2^bits, bits <= 64 * 4 - 3, hence canonical for bits < fr_bits. */
static void below_power(cuzk_fr *out, uint32_t bits, test_random *random)
{
    test_random_fill(random, out, sizeof *out);
    for (uint32_t i = 0; i < 4; i++) {
        if (bits <= 64 * i)
            out->limb[i] = 0;
        else if (bits < 64 * (i + 1))
            out->limb[i] &= (UINT64_C(1) << (bits - 64 * i)) - 1;
    }
}

static uint32_t geometric_bits(test_random *random, uint32_t most)
{
    uint32_t bits = 0;
    while (bits < most && (test_random_u64(random) & 1))
        bits++;
    return bits;
}

void test_scalars_fill(cuzk_fr *out, uint64_t count, cuzk_curve_id id, test_scalars kind, test_random *random)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(id, CUZK_ISA_AUTO);
    cuzk_fr common;
    uniform(&common, curve, random);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t draw = test_random_below(random, 100);
        memset(&out[i], 0, sizeof out[i]);
        switch (kind) {
        case TEST_SCALARS_ZERO:
            break;
        case TEST_SCALARS_ONE:
            out[i].limb[0] = 1;
            break;
        case TEST_SCALARS_EQUAL:
            out[i] = common;
            break;
        case TEST_SCALARS_MINUS_ONE:
            out[i] = *curve->fr_modulus;
            out[i].limb[0] -= 1;
            break;
        case TEST_SCALARS_BYTE:
            below_power(&out[i], 8, random);
            break;
        case TEST_SCALARS_GEOMETRIC:
            below_power(&out[i], geometric_bits(random, 250), random);
            break;
        case TEST_SCALARS_WITNESS:
            if (draw >= 85)
                uniform(&out[i], curve, random);
            else
                out[i].limb[0] = draw >= 60;
            break;
        default:
            uniform(&out[i], curve, random);
        }
    }
}

enum {
    POINT_BATCH = 256,
};

void test_points_fill_known(void *out, uint64_t count, cuzk_curve_id id, cuzk_group which, test_random *random,
                            cuzk_fr *a, cuzk_fr *b)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(id, CUZK_ISA_AUTO);
    const cuzk_group_ops *group = cuzk_curve_group(curve, which);
    uniform(a, curve, random);
    uniform(b, curve, random);
    cuzk_point next, step, batch[POINT_BATCH];
    group->from_affine(&step, group->generator);
    group->mul_vartime(&next, &step, a);
    group->mul_vartime(&step, &step, b);
    unsigned char step_affine[sizeof(cuzk_g2_affine)];
    group->to_affine(step_affine, &step);
    char *target = out;
    for (uint64_t i = 0; i < count; i += POINT_BATCH) {
        const uint64_t size = count - i < POINT_BATCH ? count - i : POINT_BATCH;
        for (uint64_t k = 0; k < size; k++) {
            batch[k] = next;
            group->add_affine(&next, &next, step_affine);
        }
        group->batch_to_affine(target + i * group->affine_bytes, batch, size);
    }
}

void test_points_fill(void *out, uint64_t count, cuzk_curve_id id, cuzk_group which, bool with_repeats,
                      test_random *random)
{
    const cuzk_group_ops *group = cuzk_curve_group(cuzk_curve_ops_get(id, CUZK_ISA_AUTO), which);
    cuzk_fr a, b;
    char *target = out;
    test_points_fill_known(out, count, id, which, random, &a, &b);
    for (uint64_t i = 1; with_repeats && i < count; i++) {
        char *point = target + i * group->affine_bytes;
        if (i % 7 == 0)
            memcpy(point, point - group->affine_bytes, group->affine_bytes);
        else if (i % 11 == 0)
            group->affine_neg(point, point - group->affine_bytes);
    }
}
