/* SPDX-License-Identifier: Apache-2.0 */
#include <cuzk/engine.h>

const char *cuzk_job_state_name(cuzk_job_state state)
{
    static const char *const names[] = {"queued", "running", "done", "failed", "cancelled", "timed out"};
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : "unknown";
}

const char *cuzk_partition_state_name(cuzk_partition_state state)
{
    static const char *const names[] = {"queued", "starting",  "proving",   "verifying", "done",
                                        "failed", "cancelled", "timed out", "skipped"};
    return (unsigned)state < sizeof names / sizeof *names ? names[state] : "unknown";
}
