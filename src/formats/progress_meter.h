/* SPDX-License-Identifier: Apache-2.0
 *
 * A caller's progress callback, called at most ten times a second.
 */
#ifndef CUZK_FORMATS_PROGRESS_METER_H
#define CUZK_FORMATS_PROGRESS_METER_H

#include <cuzk/groth16.h>

typedef struct cuzk_progress_meter {
    const cuzk_progress *progress; /* may be NULL */
    uint64_t done, total;
    uint64_t reported_ns;
} cuzk_progress_meter;

void cuzk_progress_meter_init(cuzk_progress_meter *out, const cuzk_progress *progress, uint64_t total);

/* `step` more of the total is done. CUZK_E_CANCELLED when the callback asks for the end. */
cuzk_status cuzk_progress_meter_step(cuzk_progress_meter *meter, const char *stage, uint64_t step, cuzk_error *err);

#endif
