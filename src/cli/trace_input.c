/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/trace_input.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "trace/import_log.h"
#include "trace/ledger.h"

cuzk_status trace_input_read(cuzk_trace_data *out, const char *path, cuzk_error *err)
{
    bool is_log = false;
    cuzk_status status = cuzk_trace_log_recognize(&is_log, path, err);
    if (status != CUZK_OK)
        return status;
    return is_log ? cuzk_trace_log_read(out, path, err) : cuzk_trace_data_read(out, path, err);
}

/* Seconds at *text, which goes on behind them; `otherwise` if there are none. */
static bool read_seconds(uint64_t *out_ns, const char **text, char end, uint64_t origin_ns, uint64_t otherwise_ns)
{
    char *after;
    if (**text == end) {
        *out_ns = otherwise_ns;
        return true;
    }
    double seconds = strtod(*text, &after);
    if (after == *text || *after != end || !isfinite(seconds) || seconds < 0 || seconds > 1e9)
        return false;
    *out_ns = origin_ns + (uint64_t)(seconds * 1e9);
    *text = after;
    return true;
}

cuzk_status trace_input_window(const cuzk_trace_data *data, const char *text, uint64_t *from_ns, uint64_t *until_ns,
                               cuzk_error *err)
{
    uint64_t first_ns = 0, last_ns = 0;
    const char *at = text;
    if (data->count > 0)
        cuzk_ledger_span(data, &first_ns, &last_ns);
    *from_ns = first_ns;
    *until_ns = last_ns;
    if (text == NULL)
        return CUZK_OK;
    bool good = read_seconds(from_ns, &at, ':', first_ns, first_ns);
    if (good) {
        at++;
        good = read_seconds(until_ns, &at, '\0', first_ns, last_ns);
    }
    if (!good)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "--window takes FROM:TO in seconds, not '%s'", text);
    if (*from_ns >= *until_ns)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "the window '%s' is empty", text);
    return CUZK_OK;
}
