/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/r1cs_write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "curve/curve.h"
#include "formats/bytes.h"

/* The layout up to the constraints is fixed: container head, section 1 whole, head of section 2. */
enum {
    R1CS_HEADER_BYTES = 4 + CUZK_FR_BYTES + 4 * 4 + 8 + 4,
    R1CS_HEADER_OFFSET = 12 + 12,
    R1CS_CONSTRAINTS_OFFSET = R1CS_HEADER_OFFSET + R1CS_HEADER_BYTES + 12,
    R1CS_TERM_BYTES = 4 + CUZK_FR_BYTES,
};

struct cuzk_r1cs_writer {
    cuzk_output_file *file;
    const cuzk_curve_ops *curve;
    uint64_t constraint_count;
    uint32_t wire_max;
};

/* Everything before the constraints. Written with zeros first, and again when the counts are known. */
static void r1cs_fill_head(unsigned char *head, const cuzk_r1cs_writer *writer, const cuzk_r1cs_counts *counts,
                           uint64_t constraints_bytes)
{
    memcpy(head, "r1cs", 4);
    bytes_store_u32(head + 4, 1); /* version */
    bytes_store_u32(head + 8, 3); /* sections */
    bytes_store_u32(head + 12, 1);
    bytes_store_u64(head + 16, R1CS_HEADER_BYTES);
    unsigned char *header = head + R1CS_HEADER_OFFSET;
    bytes_store_u32(header, CUZK_FR_BYTES);
    memcpy(header + 4, writer->curve->fr_modulus, CUZK_FR_BYTES);
    bytes_store_u32(header + 36, (uint32_t)counts->wire_count);
    bytes_store_u32(header + 40, (uint32_t)counts->public_output_count);
    bytes_store_u32(header + 44, (uint32_t)counts->public_input_count);
    bytes_store_u32(header + 48, (uint32_t)counts->private_input_count);
    bytes_store_u64(header + 52, counts->wire_count); /* labels */
    bytes_store_u32(header + 60, (uint32_t)writer->constraint_count);
    bytes_store_u32(header + R1CS_HEADER_BYTES, 2);
    bytes_store_u64(header + R1CS_HEADER_BYTES + 4, constraints_bytes);
}

cuzk_status cuzk_r1cs_writer_create(cuzk_r1cs_writer **out, const char *path, cuzk_curve_id curve, cuzk_error *err)
{
    cuzk_status status;
    static const cuzk_r1cs_counts none = {0};
    unsigned char head[R1CS_CONSTRAINTS_OFFSET];
    cuzk_r1cs_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for writing %s", path);
    writer->curve = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    if (writer->curve == NULL) {
        status = cuzk_error_set(err, CUZK_E_CURVE, "there is no curve %d", (int)curve);
        goto done;
    }
    if ((status = cuzk_output_file_create(&writer->file, path, err)) != CUZK_OK)
        goto done;
    r1cs_fill_head(head, writer, &none, 0);
    if ((status = cuzk_output_file_append(writer->file, head, sizeof head, err)) != CUZK_OK)
        goto done;
    *out = writer;
    writer = NULL;
done:
    cuzk_r1cs_writer_destroy(writer);
    return status;
}

static cuzk_status r1cs_append_combination(cuzk_r1cs_writer *writer, const cuzk_r1cs_term *terms, uint32_t count,
                                           cuzk_error *err)
{
    unsigned char bytes[R1CS_TERM_BYTES];
    bytes_store_u32(bytes, count);
    cuzk_status status = cuzk_output_file_append(writer->file, bytes, 4, err);
    for (uint32_t i = 0; status == CUZK_OK && i < count; i++) {
        if (terms[i].wire > writer->wire_max)
            writer->wire_max = terms[i].wire;
        bytes_store_u32(bytes, terms[i].wire);
        memcpy(bytes + 4, &terms[i].coefficient, CUZK_FR_BYTES);
        status = cuzk_output_file_append(writer->file, bytes, sizeof bytes, err);
    }
    return status;
}

cuzk_status cuzk_r1cs_writer_add(cuzk_r1cs_writer *writer, const cuzk_r1cs_term *const terms[3],
                                 const uint32_t term_count[3], cuzk_error *err)
{
    if (writer->constraint_count == UINT32_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE, "a .r1cs file holds at most %" PRIu32 " constraints",
                              UINT32_MAX);
    cuzk_status status = CUZK_OK;
    for (int i = 0; status == CUZK_OK && i < 3; i++)
        status = r1cs_append_combination(writer, terms[i], term_count[i], err);
    if (status == CUZK_OK)
        writer->constraint_count++;
    return status;
}

static cuzk_status r1cs_append_wire_map(cuzk_r1cs_writer *writer, uint64_t wire_count, cuzk_error *err)
{
    unsigned char bytes[12];
    bytes_store_u32(bytes, 3);
    bytes_store_u64(bytes + 4, wire_count * 8);
    cuzk_status status = cuzk_output_file_append(writer->file, bytes, sizeof bytes, err);
    for (uint64_t wire = 0; status == CUZK_OK && wire < wire_count; wire++) {
        bytes_store_u64(bytes, wire);
        status = cuzk_output_file_append(writer->file, bytes, 8, err);
    }
    return status;
}

static cuzk_status r1cs_check_counts(const cuzk_r1cs_writer *writer, const cuzk_r1cs_counts *counts,
                                     cuzk_error *err)
{
    if (counts->wire_count == 0 || counts->wire_count > UINT32_MAX || writer->wire_max >= counts->wire_count)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%" PRIu64 " wires do not go with a term of wire %" PRIu32,
                              counts->wire_count, writer->wire_max);
    uint64_t left = counts->wire_count - 1;
    if (counts->public_output_count > left || counts->public_input_count > left - counts->public_output_count ||
        counts->private_input_count > left - counts->public_output_count - counts->public_input_count)
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "%" PRIu64 " outputs, %" PRIu64 " public and %" PRIu64
                              " private inputs do not fit in %" PRIu64 " wires",
                              counts->public_output_count, counts->public_input_count, counts->private_input_count,
                              counts->wire_count);
    return CUZK_OK;
}

cuzk_status cuzk_r1cs_writer_commit(cuzk_r1cs_writer *writer, const cuzk_r1cs_counts *counts, cuzk_error *err)
{
    unsigned char head[R1CS_CONSTRAINTS_OFFSET];
    cuzk_status status = r1cs_check_counts(writer, counts, err);
    if (status != CUZK_OK)
        return status;
    r1cs_fill_head(head, writer, counts, cuzk_output_file_offset(writer->file) - sizeof head);
    if ((status = r1cs_append_wire_map(writer, counts->wire_count, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_output_file_patch(writer->file, 0, head, sizeof head, err)) != CUZK_OK)
        return status;
    return cuzk_output_file_commit(writer->file, err);
}

void cuzk_r1cs_writer_destroy(cuzk_r1cs_writer *writer)
{
    if (writer == NULL)
        return;
    cuzk_output_file_destroy(writer->file);
    free(writer);
}
