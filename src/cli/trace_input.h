/* SPDX-License-Identifier: Apache-2.0
 *
 * What explain and trace read.
 */
#ifndef CUZK_CLI_TRACE_INPUT_H
#define CUZK_CLI_TRACE_INPUT_H

#include "cli/cli.h"
#include "trace/trace_file.h"

/* A trace file, or the log of the original engine. To be cleared. */
cuzk_status trace_input_read(cuzk_trace_data *out, const char *path, cuzk_error *err);

/* The window that --window names, "FROM:TO" in seconds from the first submission, either of which may be left out; all of
 * the trace without it. CUZK_E_ARGUMENT if it is malformed or empty. */
cuzk_status trace_input_window(const cuzk_trace_data *data, const char *text, uint64_t *from_ns, uint64_t *until_ns,
                               cuzk_error *err);

#endif
