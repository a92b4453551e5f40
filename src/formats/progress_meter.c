/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/progress_meter.h"

#include "base/clock.h"
#include "base/error.h"

enum {
    PROGRESS_PERIOD_NS = 100000000,
};

void cuzk_progress_meter_init(cuzk_progress_meter *out, const cuzk_progress *progress, uint64_t total)
{
    *out = (cuzk_progress_meter){.progress = progress, .total = total};
}

cuzk_status cuzk_progress_meter_step(cuzk_progress_meter *meter, const char *stage, uint64_t step, cuzk_error *err)
{
    meter->done += step;
    if (meter->progress == NULL)
        return CUZK_OK;
    uint64_t now_ns = cuzk_clock_now_ns();
    if (meter->reported_ns != 0 && now_ns - meter->reported_ns < PROGRESS_PERIOD_NS)
        return CUZK_OK;
    meter->reported_ns = now_ns;
    if (meter->progress->report(meter->progress->context, stage, meter->done, meter->total))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_CANCELLED, "cancelled while %s", stage);
}
