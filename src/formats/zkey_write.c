/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/zkey.h"

/* A file being written. Once a write fails the rest does nothing: the status is looked at after each section. */
typedef struct zkey_writer {
    const cuzk_proving_key *key;
    const cuzk_curve_ops *curve;
    cuzk_output_file *file;
    uint64_t size_offset; /* of the open section's size field */
    cuzk_progress_meter meter;
    cuzk_status status;
    cuzk_error *err;
} zkey_writer;

static void zkey_put(zkey_writer *writer, const void *bytes, size_t size_bytes)
{
    if (writer->status == CUZK_OK)
        writer->status = cuzk_output_file_append(writer->file, bytes, size_bytes, writer->err);
}

static void zkey_put_u32(zkey_writer *writer, uint64_t value)
{
    unsigned char bytes[4];
    assert(value <= UINT32_MAX);
    bytes_store_u32(bytes, (uint32_t)value);
    zkey_put(writer, bytes, sizeof bytes);
}

static void zkey_put_point(zkey_writer *writer, cuzk_group group, const void *affine)
{
    zkey_put(writer, affine, cuzk_curve_group(writer->curve, group)->affine_bytes);
}

static void zkey_begin_section(zkey_writer *writer, uint32_t id)
{
    static const unsigned char no_size_yet[8] = {0};
    zkey_put_u32(writer, id);
    writer->size_offset = cuzk_output_file_offset(writer->file);
    zkey_put(writer, no_size_yet, sizeof no_size_yet);
}

static void zkey_end_section(zkey_writer *writer)
{
    unsigned char bytes[8];
    uint64_t size_bytes = cuzk_output_file_offset(writer->file) - writer->size_offset - sizeof bytes;
    bytes_store_u64(bytes, size_bytes);
    if (writer->status == CUZK_OK)
        writer->status =
            cuzk_output_file_patch(writer->file, writer->size_offset, bytes, sizeof bytes, writer->err);
    if (writer->status == CUZK_OK)
        writer->status = cuzk_progress_meter_step(&writer->meter, "writing the key", size_bytes, writer->err);
}

static void zkey_put_header(zkey_writer *writer)
{
    const cuzk_proving_key *key = writer->key;
    zkey_begin_section(writer, ZKEY_SECTION_HEADER);
    zkey_put_u32(writer, writer->curve->fp_bytes);
    zkey_put(writer, writer->curve->fp_modulus, writer->curve->fp_bytes);
    zkey_put_u32(writer, CUZK_FR_BYTES);
    zkey_put(writer, writer->curve->fr_modulus, CUZK_FR_BYTES);
    zkey_put_u32(writer, key->wire_count);
    zkey_put_u32(writer, key->public_count);
    zkey_put_u32(writer, (uint64_t)1 << key->domain_log2);
    zkey_put_point(writer, CUZK_GROUP_G1, &key->alpha_g1);
    zkey_put_point(writer, CUZK_GROUP_G1, &key->beta_g1);
    zkey_put_point(writer, CUZK_GROUP_G2, &key->beta_g2);
    zkey_put_point(writer, CUZK_GROUP_G2, &key->gamma_g2);
    zkey_put_point(writer, CUZK_GROUP_G1, &key->delta_g1);
    zkey_put_point(writer, CUZK_GROUP_G2, &key->delta_g2);
    zkey_end_section(writer);
}

static void zkey_put_row(zkey_writer *writer, const cuzk_matrix_view *view, uint32_t matrix, uint64_t row)
{
    unsigned char bytes[ZKEY_ENTRY_BYTES];
    if (row >= view->row_count)
        return;
    for (uint64_t k = view->row_start[row]; k < view->row_start[row + 1]; k++) {
        cuzk_fr value;
        /* From v R to v R^2, as the file has it. */
        writer->curve->fr_to_montgomery(&value, &view->coefficients[view->coefficient_index[k]]);
        bytes_store_u32(bytes, matrix);
        bytes_store_u32(bytes + 4, (uint32_t)row);
        bytes_store_u32(bytes + 8, view->column[k]);
        memcpy(bytes + 12, &value, sizeof value);
        zkey_put(writer, bytes, sizeof bytes);
    }
}

static void zkey_put_coefficients(zkey_writer *writer)
{
    const cuzk_matrix_view *a = &writer->key->a.view, *b = &writer->key->b.view;
    zkey_begin_section(writer, ZKEY_SECTION_COEFFICIENTS);
    zkey_put_u32(writer, a->entry_count + b->entry_count);
    for (uint64_t row = 0; row < a->row_count || row < b->row_count; row++) {
        zkey_put_row(writer, a, 0, row);
        zkey_put_row(writer, b, 1, row);
    }
    zkey_end_section(writer);
}

/* With zero bytes where identity points were taken out. */
static void zkey_put_query(zkey_writer *writer, uint32_t id, const cuzk_query *query)
{
    static const unsigned char identity[sizeof(cuzk_g2_affine)] = {0};
    size_t point_bytes = cuzk_curve_group(writer->curve, query->group)->affine_bytes;
    const unsigned char *points = query->points.bytes;
    const uint32_t *wires = cuzk_query_wires(query);
    uint64_t next = 0;
    zkey_begin_section(writer, id);
    for (uint64_t i = 0; i < query->full_count; i++) {
        bool is_there = next < query->count && (wires == NULL || wires[next] == i);
        zkey_put(writer, is_there ? points + next * point_bytes : identity, point_bytes);
        next += is_there;
    }
    zkey_end_section(writer);
}

static void zkey_put_small_sections(zkey_writer *writer)
{
    zkey_begin_section(writer, ZKEY_SECTION_PROTOCOL);
    zkey_put_u32(writer, ZKEY_PROTOCOL_GROTH16);
    zkey_end_section(writer);
    zkey_put_header(writer);
    zkey_begin_section(writer, ZKEY_SECTION_IC);
    zkey_put(writer, writer->key->verifying_key->ic.bytes, writer->key->verifying_key->ic.size_bytes);
    zkey_end_section(writer);
}

/* The transcript of phase 2 is not part of a key in memory: no hash of the circuit, no contributions. */
static void zkey_put_contributions(zkey_writer *writer)
{
    static const unsigned char no_hash[ZKEY_HASH_BYTES] = {0};
    zkey_begin_section(writer, ZKEY_SECTION_CONTRIBUTIONS);
    zkey_put(writer, no_hash, sizeof no_hash);
    zkey_put_u32(writer, 0);
    zkey_end_section(writer);
}

static void zkey_put_insecure(zkey_writer *writer)
{
    zkey_begin_section(writer, ZKEY_SECTION_INSECURE);
    zkey_put(writer, ZKEY_INSECURE_TEXT, sizeof ZKEY_INSECURE_TEXT - 1);
    zkey_end_section(writer);
}

static void zkey_put_all(zkey_writer *writer)
{
    const cuzk_proving_key *key = writer->key;
    zkey_put(writer, "zkey", 4);
    zkey_put_u32(writer, 1);                       /* version */
    zkey_put_u32(writer, key->insecure ? 11 : 10); /* sections */
    zkey_put_small_sections(writer);
    zkey_put_coefficients(writer);
    zkey_put_query(writer, ZKEY_SECTION_A, &key->a_query);
    zkey_put_query(writer, ZKEY_SECTION_B_G1, &key->b_g1_query);
    zkey_put_query(writer, ZKEY_SECTION_B_G2, &key->b_g2_query);
    zkey_put_query(writer, ZKEY_SECTION_L, &key->l_query);
    zkey_put_query(writer, ZKEY_SECTION_H, &key->h_query);
    zkey_put_contributions(writer);
    if (key->insecure)
        zkey_put_insecure(writer);
}

static uint64_t zkey_total_bytes(const cuzk_proving_key *key, const cuzk_curve_ops *curve)
{
    uint64_t g1_count = key->a_query.full_count + key->b_g1_query.full_count + key->l_query.full_count +
                        key->h_query.full_count + key->public_count + 1;
    return g1_count * curve->g1.affine_bytes + key->b_g2_query.full_count * curve->g2.affine_bytes +
           (key->a.view.entry_count + key->b.view.entry_count) * ZKEY_ENTRY_BYTES;
}

static cuzk_status zkey_check_writable(const cuzk_proving_key *key, const char *path, cuzk_error *err)
{
    if (key->h_basis != CUZK_H_ODD_COSET || key->root != CUZK_ROOT_5 || key->c.view.row_count != 0)
        return cuzk_error_set(err, CUZK_E_UNSUPPORTED,
                              "%s: this key is arranged as bellman's are, which a .zkey cannot hold", path);
    if (key->wire_count > UINT32_MAX || key->a.view.entry_count > UINT32_MAX - key->b.view.entry_count)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE,
                              "%s: %" PRIu64 " wires and %" PRIu64
                              " matrix entries; a .zkey holds at most 2^32 - 1 of each",
                              path, key->wire_count, key->a.view.entry_count + key->b.view.entry_count);
    assert(key->a_query.full_count == key->wire_count && key->b_g1_query.full_count == key->wire_count);
    assert(key->b_g2_query.full_count == key->wire_count);
    assert(key->l_query.full_count == key->wire_count - key->public_count - 1);
    assert(key->h_query.full_count == (uint64_t)1 << key->domain_log2);
    return CUZK_OK;
}

cuzk_status cuzk_proving_key_write(const cuzk_proving_key *key, const char *path, const cuzk_progress *progress,
                                   cuzk_error *err)
{
    zkey_writer writer = {.key = key, .curve = cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO), .err = err};
    cuzk_status status = zkey_check_writable(key, path, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_output_file_create(&writer.file, path, err)) != CUZK_OK)
        return status;
    cuzk_progress_meter_init(&writer.meter, progress, zkey_total_bytes(key, writer.curve));
    zkey_put_all(&writer);
    if ((status = writer.status) == CUZK_OK)
        status = cuzk_output_file_commit(writer.file, err);
    cuzk_output_file_destroy(writer.file);
    return status;
}
