/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "curve/curve.h"
#include "groth16/model.h"

static uint64_t query_count_identities(const cuzk_query *query, const cuzk_group_ops *group)
{
    const char *points = query->points.bytes;
    uint64_t found = 0;
    for (uint64_t i = 0; i < query->count; i++)
        found += group->affine_is_identity(points + i * group->affine_bytes);
    return found;
}

static void query_move_down(cuzk_query *query, const cuzk_group_ops *group, uint32_t *wires)
{
    char *points = query->points.bytes;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < query->count; i++) {
        const char *point = points + i * group->affine_bytes;
        if (group->affine_is_identity(point))
            continue;
        if (kept != i)
            memcpy(points + kept * group->affine_bytes, point, group->affine_bytes);
        wires[kept++] = (uint32_t)i;
    }
}

cuzk_status cuzk_query_compact(cuzk_query *query, cuzk_curve_id curve, cuzk_error *err)
{
    const cuzk_group_ops *group = cuzk_curve_group(cuzk_curve_ops_get(curve, CUZK_ISA_AUTO), query->group);
    cuzk_pages wires = {0};
    query->full_count = query->count;
    uint64_t kept = query->count - query_count_identities(query, group);
    if (kept == query->count)
        return CUZK_OK;
    if (query->count > (uint64_t)UINT32_MAX + 1)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a query of %" PRIu64 " points", query->count);
    cuzk_status status = cuzk_pages_alloc(&wires, kept * sizeof(uint32_t), "a query's wire list", err);
    if (status != CUZK_OK)
        return status;
    query_move_down(query, group, wires.bytes);
    query->count = kept;
    query->wire = wires;
    cuzk_pages_shrink(&query->points, kept * group->affine_bytes);
    return CUZK_OK;
}
