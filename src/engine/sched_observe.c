/* SPDX-License-Identifier: Apache-2.0
 *
 * What the scheduler decides, told to an observer.
 */
#include "engine/sched_internal.h"

static uint8_t attempt_of(const sched_partition *partition)
{
    return partition != NULL ? (uint8_t)partition->attempt_count : 0;
}

void cuzk_sched_tell(const sched *s, cuzk_trace_kind kind, const sched_job *job, const sched_partition *partition,
                     const sched_device *device, uint64_t value, uint64_t now_ns)
{
    if (s->observe == NULL)
        return;
    cuzk_trace_record record = {.time_ns = now_ns,
                                .job = job != NULL ? job->id : 0,
                                .value = value,
                                .partition = partition != NULL ? partition->index : 0,
                                .kind = (uint16_t)kind,
                                .device = device != NULL ? (uint16_t)device->index : CUZK_TRACE_NO_DEVICE,
                                .lane = UINT16_MAX,
                                .attempt = attempt_of(partition)};
    s->observe(s->observe_context, &record);
}

void cuzk_sched_tell_assigned(const sched *s, const sched_lane *lane, uint64_t now_ns)
{
    if (s->observe == NULL)
        return;
    cuzk_trace_record record = {.time_ns = now_ns,
                                .job = lane->partition->job->id,
                                .partition = lane->partition->index,
                                .kind = CUZK_TRACE_ASSIGNED,
                                .device = (uint16_t)lane->device->index,
                                .lane = (uint16_t)(lane - lane->device->lanes),
                                .attempt = attempt_of(lane->partition)};
    s->observe(s->observe_context, &record);
}

static cuzk_trace_block block_of(const sched *s, const sched_device *device)
{
    if (s->paused)
        return CUZK_TRACE_BLOCK_PAUSED;
    if (!cuzk_sched_device_usable(device))
        return CUZK_TRACE_BLOCK_UNUSABLE;
    if (device->idle_count == 0)
        return CUZK_TRACE_BLOCK_NONE;
    if (s->ready_count == 0)
        return CUZK_TRACE_BLOCK_EMPTY;
    return budget_fits(&device->memory, device->attempt_bytes) ? CUZK_TRACE_BLOCK_KEY : CUZK_TRACE_BLOCK_VRAM;
}

void cuzk_sched_tell_blocks(sched *s, uint64_t now_ns)
{
    if (s->observe == NULL)
        return;
    for (uint32_t i = 0; i < s->device_count; i++) {
        sched_device *device = &s->devices[i];
        cuzk_trace_block block = block_of(s, device);
        if (block == device->block_told)
            continue;
        device->block_told = block;
        cuzk_sched_tell(s, CUZK_TRACE_BLOCKED, NULL, NULL, device, block, now_ns);
    }
}
