/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/section_stream.h"
#include "formats/zkey.h"

/* Entries between two progress reports. */
#define ZKEY_ENTRIES_PIECE UINT64_C(65536)

typedef struct zkey_matrices {
    const cuzk_binfile *binfile;
    const cuzk_zkey_header *header;
    cuzk_matrix_builder *builders[2]; /* A, B */
} zkey_matrices;

static cuzk_status zkey_bad_entry(const zkey_matrices *matrices, cuzk_status status, uint64_t entry,
                                  const char *what, uint64_t number, uint64_t count, cuzk_error *err)
{
    return cuzk_error_set(err, status,
                          "%s: section %d (coefficients), entry %" PRIu64 ": %s %" PRIu64 " of %" PRIu64,
                          matrices->binfile->file.path, ZKEY_SECTION_COEFFICIENTS, entry, what, number, count);
}

static cuzk_status zkey_add_entry(zkey_matrices *matrices, const unsigned char *bytes, uint64_t entry,
                                  cuzk_error *err)
{
    const cuzk_zkey_header *header = matrices->header;
    uint32_t matrix = bytes_load_u32(bytes), row = bytes_load_u32(bytes + 4), wire = bytes_load_u32(bytes + 8);
    cuzk_fr value;
    memcpy(&value, bytes + 12, sizeof value);
    if (matrix > 1)
        return zkey_bad_entry(matrices, CUZK_E_FORMAT, entry, "there is no matrix", matrix, 2, err);
    if (row >= header->domain_size)
        return zkey_bad_entry(matrices, CUZK_E_FORMAT, entry, "there is no row", row, header->domain_size, err);
    if (wire >= header->wire_count)
        return zkey_bad_entry(matrices, CUZK_E_FORMAT, entry, "there is no wire", wire, header->wire_count, err);
    if (!header->curve->fr_is_canonical(&value))
        return zkey_bad_entry(matrices, CUZK_E_NOT_CANONICAL, entry, "the value is not below the modulus, at wire",
                              wire, header->wire_count, err);
    /* The file has v R^2; taking one R out leaves v in Montgomery form. */
    header->curve->fr_from_montgomery(&value, &value);
    return cuzk_matrix_builder_add(matrices->builders[matrix], row, wire, &value, err);
}

/* The entry count at the section's head, which must fill the section exactly. */
static cuzk_status zkey_read_entry_count(uint64_t *out, const cuzk_binfile *binfile,
                                         const cuzk_binfile_section *section, cuzk_error *err)
{
    unsigned char bytes[4];
    cuzk_status status = cuzk_binfile_read(binfile, section, bytes, 0, sizeof bytes, err);
    if (status != CUZK_OK)
        return status;
    *out = bytes_load_u32(bytes);
    return cuzk_binfile_expect(binfile, section, sizeof bytes, *out, ZKEY_ENTRY_BYTES, err);
}

static cuzk_status zkey_add_entries(zkey_matrices *matrices, cuzk_section_stream *stream, uint64_t count,
                                    cuzk_progress_meter *meter, cuzk_error *err)
{
    const unsigned char *bytes;
    for (uint64_t entry = 0; entry < count; entry++) {
        cuzk_status status = cuzk_section_stream_take(stream, &bytes, ZKEY_ENTRY_BYTES, err);
        if (status == CUZK_OK)
            status = zkey_add_entry(matrices, bytes, entry, err);
        if (status == CUZK_OK && entry % ZKEY_ENTRIES_PIECE == ZKEY_ENTRIES_PIECE - 1)
            status =
                cuzk_progress_meter_step(meter, "reading matrices", ZKEY_ENTRIES_PIECE * ZKEY_ENTRY_BYTES, err);
        if (status != CUZK_OK)
            return status;
    }
    return cuzk_progress_meter_step(meter, "reading matrices", count % ZKEY_ENTRIES_PIECE * ZKEY_ENTRY_BYTES, err);
}

static cuzk_status zkey_finish_matrices(cuzk_sparse_matrix *a, cuzk_sparse_matrix *b, zkey_matrices *matrices,
                                        cuzk_error *err)
{
    cuzk_sparse_matrix done[2] = {0};
    for (int i = 0; i < 2; i++) {
        cuzk_status status = cuzk_matrix_builder_finish(&done[i], matrices->builders[i], err);
        if (status != CUZK_OK) {
            cuzk_sparse_matrix_clear(&done[0]);
            return status;
        }
        matrices->builders[i] = NULL;
    }
    *a = done[0];
    *b = done[1];
    return CUZK_OK;
}

cuzk_status cuzk_zkey_matrices_read(cuzk_sparse_matrix *a, cuzk_sparse_matrix *b, const cuzk_binfile *binfile,
                                    const cuzk_zkey_header *header, cuzk_progress_meter *meter, cuzk_error *err)
{
    const cuzk_binfile_section *section;
    cuzk_section_stream stream = {0};
    zkey_matrices matrices = {binfile, header, {NULL, NULL}};
    uint64_t count;
    cuzk_status status = cuzk_binfile_need(&section, binfile, ZKEY_SECTION_COEFFICIENTS, err);
    if (status != CUZK_OK)
        return status;
    if ((status = zkey_read_entry_count(&count, binfile, section, err)) != CUZK_OK)
        return status;
    for (int i = 0; i < 2; i++) {
        status = cuzk_matrix_builder_create(&matrices.builders[i], header->curve->id, header->domain_size,
                                            header->wire_count, count, err);
        if (status != CUZK_OK)
            goto done;
    }
    if ((status = cuzk_section_stream_init(&stream, binfile, section, 4, err)) != CUZK_OK)
        goto done;
    if ((status = zkey_add_entries(&matrices, &stream, count, meter, err)) != CUZK_OK)
        goto done;
    status = zkey_finish_matrices(a, b, &matrices, err);
done:
    cuzk_matrix_builder_destroy(matrices.builders[0]);
    cuzk_matrix_builder_destroy(matrices.builders[1]);
    cuzk_section_stream_clear(&stream);
    return status;
}
