/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/budget.h"

#include <assert.h>
#include <inttypes.h>

#include "base/error.h"

void cuzk_budget_init(budget *out, const char *name, uint64_t total_bytes)
{
    out->name = name;
    out->total_bytes = total_bytes;
    out->used_bytes = out->peak_bytes = 0;
}

cuzk_status cuzk_budget_reserve(budget *b, uint64_t size_bytes, const char *what, cuzk_error *err)
{
    if (size_bytes > b->total_bytes)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE,
                              "%s: %" PRIu64 " bytes needed, the budget \"%s\" holds %" PRIu64 " in all", what,
                              size_bytes, b->name, b->total_bytes);
    if (!budget_fits(b, size_bytes))
        return cuzk_error_set(err, CUZK_E_BUSY,
                              "%s: %" PRIu64 " bytes needed, %" PRIu64 " of %" PRIu64
                              " bytes of the budget \"%s\" are free",
                              what, size_bytes, budget_free_bytes(b), b->total_bytes, b->name);
    b->used_bytes += size_bytes;
    if (b->used_bytes > b->peak_bytes)
        b->peak_bytes = b->used_bytes;
    return CUZK_OK;
}

void cuzk_budget_release(budget *b, uint64_t size_bytes)
{
    assert(size_bytes <= b->used_bytes);
    b->used_bytes -= size_bytes;
}
