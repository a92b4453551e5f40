/* SPDX-License-Identifier: Apache-2.0
 *
 * Forms that `cuzk trace` writes.
 */
#ifndef CUZK_CLI_TRACE_FORMATS_H
#define CUZK_CLI_TRACE_FORMATS_H

typedef enum cli_trace_format {
    CLI_TRACE_TEXT,
    CLI_TRACE_CHROME,
    CLI_TRACE_CSV,
} cli_trace_format;

#endif
