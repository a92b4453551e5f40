/* SPDX-License-Identifier: Apache-2.0
 *
 * Which devices may be given work. A device that fails several times in a row is quarantined for a while, and comes back
 * on probation: the next failure quarantines it again. A device is stuck while nothing but hung lanes keeps it from
 * taking work: it has no other lane, or these hold the memory.
 */
#include "base/error.h"
#include "engine/sched_internal.h"

static bool device_stuck(const sched_device *device)
{
    if (device->late_count == 0 || device->late_count + device->idle_count < device->lane_count)
        return false;
    return device->idle_count == 0 || !budget_fits(&device->memory, device->attempt_bytes);
}

bool cuzk_sched_device_usable(const sched_device *device)
{
    return !device->quarantined && !device_stuck(device);
}

void cuzk_sched_device_fault(sched *s, sched_device *device, uint64_t now_ns)
{
    device->fault_total++;
    device->fault_count++;
    if (device->quarantined || device->fault_count < s->config.fault_count_max)
        return;
    device->quarantined = true;
    cuzk_sched_tell(s, CUZK_TRACE_QUARANTINE, NULL, NULL, device, 1, now_ns);
    device->quarantined_until_ns = sched_add_ns(now_ns, s->config.quarantine_ns);
    s->counts.quarantines++;
}

void cuzk_sched_device_good(sched_device *device)
{
    device->fault_count = 0;
    device->proof_count++;
}

/* ---- Jobs that no device can serve ---- */

/* Stuck for as long again as an attempt may take. */
static bool device_hopeless(const sched *s, const sched_device *device, uint64_t now_ns)
{
    return device_stuck(device) && device->stuck_since_ns != SCHED_NEVER &&
           now_ns >= sched_add_ns(device->stuck_since_ns, s->config.attempt_timeout_ns);
}

static void fail_hopeless_jobs(sched *s, uint64_t hopeless, uint64_t now_ns)
{
    cuzk_error failure;
    for (sched_job *job = s->open_first, *next; job != NULL; job = next) {
        next = job->open_next;
        if (job->ready == NULL || job_stops(job) || (job->circuit->devices & ~hopeless) != 0)
            continue;
        cuzk_error_set(&failure, CUZK_E_DEVICE, "every device that holds the circuit hangs");
        cuzk_tracker_stop_job(s, job, CUZK_JOB_STATE_FAILED, &failure, now_ns);
    }
}

void cuzk_sched_health_tick(sched *s, uint64_t now_ns)
{
    uint64_t hopeless = 0;
    for (uint32_t i = 0; i < s->device_count; i++) {
        sched_device *device = &s->devices[i];
        if (device->quarantined && now_ns >= device->quarantined_until_ns) {
            device->quarantined = false;
            cuzk_sched_tell(s, CUZK_TRACE_QUARANTINE, NULL, NULL, device, 0, now_ns);
            device->fault_count = s->config.fault_count_max - 1;
        }
        if (device_stuck(device) && device->stuck_since_ns == SCHED_NEVER)
            device->stuck_since_ns = now_ns;
        if (device_hopeless(s, device, now_ns))
            hopeless |= sched_device_bit(device);
    }
    if (hopeless != 0)
        fail_hopeless_jobs(s, hopeless, now_ns);
}
