/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "base/error.h"
#include "cli/synth.h"
#include "formats/wtns_write.h"

enum {
    REPORT_ROWS = 1 << 15, /* rows between two reports: tens of milliseconds */
};

static cuzk_status report(const cuzk_progress *progress, const char *stage, uint64_t done, uint64_t total,
                          cuzk_error *err)
{
    if (progress == NULL || progress->report(progress->context, stage, done, total))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_CANCELLED, "stopped on request");
}

static cuzk_status write_rows(synth *s, cuzk_r1cs_writer *writer, uint64_t row_count, const cuzk_progress *progress,
                              cuzk_error *err)
{
    for (uint64_t row = 0; row < row_count; row++) {
        const cuzk_r1cs_term *terms[3];
        uint32_t term_count[3];
        cuzk_status status;
        synth_next_row(s, terms, term_count);
        if ((status = cuzk_r1cs_writer_add(writer, terms, term_count, err)) != CUZK_OK)
            return status;
        if (row % REPORT_ROWS == 0 &&
            (status = report(progress, "writing constraints", row, row_count, err)) != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

cuzk_status synth_write(synth *s, const char *r1cs_path, const char *wtns_path, const cuzk_progress *progress,
                        cuzk_error *err)
{
    cuzk_status status;
    cuzk_r1cs_writer *r1cs = NULL;
    cuzk_wtns_writer *wtns = NULL;
    const synth_shape *shape = synth_get_shape(s);
    cuzk_r1cs_counts counts = {.wire_count = synth_wire_count(s), .public_input_count = shape->public_count};
    if ((status = cuzk_r1cs_writer_create(&r1cs, r1cs_path, shape->curve, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_wtns_writer_create(&wtns, wtns_path, shape->curve, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_wtns_writer_append(wtns, synth_values(s), counts.wire_count, err)) != CUZK_OK)
        goto done;
    if ((status = write_rows(s, r1cs, shape->constraint_count, progress, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_r1cs_writer_commit(r1cs, &counts, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_wtns_writer_commit(wtns, err)) != CUZK_OK)
        (void)unlink(r1cs_path); /* a circuit without its witness is of no use */
done:
    cuzk_wtns_writer_destroy(wtns);
    cuzk_r1cs_writer_destroy(r1cs);
    return status;
}
