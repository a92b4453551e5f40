/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "engine/engine_internal.h"

static void device_status(const cuzk_engine *engine, uint32_t device, cuzk_engine_device_status *out)
{
    const sched_device *from = &engine->sched_devices[device];
    memcpy(out->name, cuzk_device_describe(engine->devices[device])->name, sizeof out->name);
    out->lane_count = from->lane_count;
    out->busy_lane_count = from->lane_count - from->idle_count;
    out->hung_lane_count = from->late_count;
    out->quarantined = from->quarantined;
    out->memory_total_bytes = from->memory.total_bytes;
    out->memory_used_bytes = from->memory.used_bytes;
    out->memory_peak_bytes = from->memory.peak_bytes;
    out->proof_count = from->proof_count;
    out->fault_count = from->fault_total;
}

static void counts_status(const sched_counts *from, cuzk_engine_status *out)
{
    out->job_submitted_count = from->submitted;
    out->job_done_count = from->done;
    out->job_failed_count = from->failed;
    out->job_cancelled_count = from->cancelled;
    out->job_timed_out_count = from->timed_out;
    out->proof_count = from->partitions_done;
    out->attempt_count = from->attempts;
    out->retry_count = from->retries;
    out->late_result_count = from->late_results;
    out->self_check_failure_count = from->self_check_failures;
    out->quarantine_count = from->quarantines;
}

void cuzk_engine_status_get(cuzk_engine *engine, cuzk_engine_status *out)
{
    const sched *from = &engine->sched;
    memset(out, 0, sizeof *out);
    cuzk_engine_lock(engine);
    out->paused = from->paused;
    out->draining = from->draining;
    out->job_open_count = from->open_job_count;
    out->partition_open_count = from->open_partition_count;
    out->partition_queued_count = from->ready_count;
    out->job_remembered_count = engine->finished_count;
    out->host_total_bytes = from->host.total_bytes;
    out->host_used_bytes = from->host.used_bytes;
    out->host_peak_bytes = from->host.peak_bytes;
    counts_status(&from->counts, out);
    out->device_count = engine->device_count;
    for (uint32_t i = 0; i < engine->device_count; i++)
        device_status(engine, i, &out->devices[i]);
    cuzk_engine_unlock(engine);
}
