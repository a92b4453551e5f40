/* SPDX-License-Identifier: Apache-2.0
 *
 * A trace in other forms.
 */
#ifndef CUZK_TRACE_TIMELINE_H
#define CUZK_TRACE_TIMELINE_H

#include <stdio.h>

#include "trace/ledger.h"

/* One line a record, comma-separated, after a line of names. */
void cuzk_trace_write_csv(FILE *stream, const cuzk_trace_data *data);

/* Chrome's trace events: a process a device with its kernels, copies and idle pieces, and one for the threads; flows tie a
 * start to its finish. */
void cuzk_trace_write_chrome(FILE *stream, const cuzk_trace_data *data, const cuzk_ledger *ledger);

/* For a terminal: for each device, `columns` stretches of the window as characters, with what each stands for. */
void cuzk_trace_write_text(FILE *stream, const cuzk_trace_data *data, const cuzk_ledger *ledger, unsigned columns);

#endif
