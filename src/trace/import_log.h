/* SPDX-License-Identifier: Apache-2.0
 *
 * Logs of the original engine, turned into records: its TIMELINE, GPU_TIMING, FIN_TIMING and CUZK_TIMING lines, whatever stands
 * before them on the line. What each line becomes: docs/formats/original-log.md.
 */
#ifndef CUZK_TRACE_IMPORT_LOG_H
#define CUZK_TRACE_IMPORT_LOG_H

#include "trace/trace_file.h"

/* Whether the file is text with such a line within its first MiB. */
cuzk_status cuzk_trace_log_recognize(bool *out, const char *path, cuzk_error *err);

/* Errors: CUZK_E_FORMAT (no TIMELINE line, so that nothing has a time), CUZK_E_NO_MEMORY, those of opening a file. Lines that
 * are cut or hold nonsense are left out and counted in unknown_count. */
cuzk_status cuzk_trace_log_read(cuzk_trace_data *out, const char *path, cuzk_error *err);

#endif
