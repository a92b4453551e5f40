/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/error.h"
#include "formats/zkey.h"

enum {
    ZKEY_POINTS_GRAIN = 1 << 10, /* read and checked at a time by one worker: 64 KiB to 192 KiB */
    ZKEY_POINTS_PIECE = 1 << 18, /* between two progress reports */
};

/* Any worker: everything but what the lock guards, which is written when a bad point or read is found. `first_bad`
 * only falls, so that the point named does not depend on which worker came first. */
typedef struct zkey_check {
    const cuzk_zkey_points *points;
    uint64_t base; /* index of the piece's first point */
    atomic_uint_fast64_t first_bad;
    pthread_mutex_t lock;
    cuzk_status status; /* guarded, and the error as well */
    cuzk_error err;
} zkey_check;

static void zkey_check_note(zkey_check *check, uint64_t index, cuzk_status status, const cuzk_error *err)
{
    pthread_mutex_lock(&check->lock);
    if (index < atomic_load(&check->first_bad)) {
        atomic_store(&check->first_bad, index);
        check->status = status;
        check->err = *err;
    }
    pthread_mutex_unlock(&check->lock);
}

static cuzk_status zkey_check_point(const cuzk_zkey_points *points, const void *affine, uint64_t index,
                                    cuzk_error *err)
{
    const cuzk_group_ops *group = points->group;
    cuzk_status status = CUZK_E_POINT;
    const char *fault = "not in the subgroup of prime order";
    if (!group->affine_is_canonical(affine)) {
        status = CUZK_E_NOT_CANONICAL;
        fault = "a coordinate is not below the base field's prime";
    } else if (!group->affine_is_on_curve(affine)) {
        fault = "not on the curve";
    } else if (!points->with_subgroup || group->affine_is_in_subgroup(affine)) {
        return CUZK_OK;
    }
    return cuzk_error_set(
        err, status, "%s: section %" PRIu32 " (%s), point %" PRIu64 " of %" PRIu64 ", at its byte %" PRIu64 ": %s",
        points->binfile->file.path, points->section->id, points->section->name, index, points->count,
        index * group->affine_bytes, fault);
}

static void zkey_check_range(void *context, size_t begin, size_t end)
{
    zkey_check *check = context;
    const cuzk_zkey_points *points = check->points;
    size_t point_bytes = points->group->affine_bytes;
    uint64_t first = check->base + begin, last = check->base + end;
    char *place = (char *)points->out + first * point_bytes;
    cuzk_error err;
    if (first > atomic_load(&check->first_bad))
        return;
    cuzk_status status = cuzk_binfile_read(points->binfile, points->section, place, first * point_bytes,
                                           (last - first) * point_bytes, &err);
    for (uint64_t i = first; status == CUZK_OK && i < last; i++, place += point_bytes)
        if ((status = zkey_check_point(points, place, i, &err)) != CUZK_OK)
            first = i;
    if (status != CUZK_OK)
        zkey_check_note(check, first, status, &err);
}

static void zkey_check_piece(zkey_check *check, cuzk_pool *pool, size_t count)
{
    if (pool != NULL)
        cuzk_pool_for(pool, count, ZKEY_POINTS_GRAIN, zkey_check_range, check);
    else if (count > 0)
        zkey_check_range(check, 0, count);
}

cuzk_status cuzk_zkey_points_read(const cuzk_zkey_points *points, cuzk_pool *pool, cuzk_progress_meter *meter,
                                  cuzk_error *err)
{
    zkey_check check = {.points = points};
    cuzk_status status = CUZK_OK;
    atomic_init(&check.first_bad, UINT64_MAX);
    pthread_mutex_init(&check.lock, NULL);
    while (status == CUZK_OK && check.base < points->count) {
        uint64_t left = points->count - check.base;
        size_t count = left < ZKEY_POINTS_PIECE ? (size_t)left : ZKEY_POINTS_PIECE;
        zkey_check_piece(&check, pool, count);
        check.base += count;
        status = check.status;
        if (status != CUZK_OK && err != NULL)
            *err = check.err;
        if (status == CUZK_OK)
            status = cuzk_progress_meter_step(meter, "reading points", count * points->group->affine_bytes, err);
    }
    pthread_mutex_destroy(&check.lock);
    return status;
}
