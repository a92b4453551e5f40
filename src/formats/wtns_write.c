/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/wtns_write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "curve/curve.h"
#include "formats/bytes.h"

enum {
    WTNS_HEADER_BYTES = 4 + CUZK_FR_BYTES + 4,
    WTNS_VALUES_OFFSET = 12 + 12 + WTNS_HEADER_BYTES + 12,
};

struct cuzk_wtns_writer {
    cuzk_output_file *file;
    const cuzk_curve_ops *curve;
    uint64_t value_count;
};

static void wtns_fill_head(unsigned char *head, const cuzk_wtns_writer *writer)
{
    memcpy(head, "wtns", 4);
    bytes_store_u32(head + 4, 2); /* version */
    bytes_store_u32(head + 8, 2); /* sections */
    bytes_store_u32(head + 12, 1);
    bytes_store_u64(head + 16, WTNS_HEADER_BYTES);
    bytes_store_u32(head + 24, CUZK_FR_BYTES);
    memcpy(head + 28, writer->curve->fr_modulus, CUZK_FR_BYTES);
    bytes_store_u32(head + 60, (uint32_t)writer->value_count);
    bytes_store_u32(head + 64, 2);
    bytes_store_u64(head + 68, writer->value_count * CUZK_FR_BYTES);
}

cuzk_status cuzk_wtns_writer_create(cuzk_wtns_writer **out, const char *path, cuzk_curve_id curve, cuzk_error *err)
{
    cuzk_status status;
    unsigned char head[WTNS_VALUES_OFFSET];
    cuzk_wtns_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for writing %s", path);
    writer->curve = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    if (writer->curve == NULL) {
        status = cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
        goto done;
    }
    if ((status = cuzk_output_file_create(&writer->file, path, err)) != CUZK_OK)
        goto done;
    wtns_fill_head(head, writer);
    if ((status = cuzk_output_file_append(writer->file, head, sizeof head, err)) != CUZK_OK)
        goto done;
    *out = writer;
    writer = NULL;
done:
    cuzk_wtns_writer_destroy(writer);
    return status;
}

cuzk_status cuzk_wtns_writer_append(cuzk_wtns_writer *writer, const cuzk_fr *values, uint64_t count,
                                    cuzk_error *err)
{
    if (count > UINT32_MAX || writer->value_count > UINT32_MAX - count)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a .wtns file holds at most %" PRIu32 " values", UINT32_MAX);
    cuzk_status status = cuzk_output_file_append(writer->file, values, count * sizeof *values, err);
    if (status == CUZK_OK)
        writer->value_count += count;
    return status;
}

cuzk_status cuzk_wtns_writer_commit(cuzk_wtns_writer *writer, cuzk_error *err)
{
    unsigned char head[WTNS_VALUES_OFFSET];
    wtns_fill_head(head, writer);
    cuzk_status status = cuzk_output_file_patch(writer->file, 0, head, sizeof head, err);
    if (status != CUZK_OK)
        return status;
    return cuzk_output_file_commit(writer->file, err);
}

void cuzk_wtns_writer_destroy(cuzk_wtns_writer *writer)
{
    if (writer == NULL)
        return;
    cuzk_output_file_destroy(writer->file);
    free(writer);
}
