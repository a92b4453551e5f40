/* SPDX-License-Identifier: Apache-2.0
 *
 * The recorded run again, without one cause: each device's time line with the pieces of that cause cut out. What is left keeps
 * its order and length, so that everything that waited behind a piece moves up by it. Work that several devices share is
 * spread evenly.
 */
#include "trace/explain.h"

double cuzk_what_if(const cuzk_ledger *ledger, cuzk_cause without)
{
    double length_ns = (double)(ledger->until_ns - ledger->from_ns), left_ns = 0;
    if (ledger->device_count == 0)
        return 1;
    for (uint32_t i = 0; i < ledger->device_count; i++)
        left_ns += length_ns - (double)ledger->devices[i].idle_ns[without];
    left_ns /= ledger->device_count;
    return left_ns > 0 ? length_ns / left_ns : 1;
}
