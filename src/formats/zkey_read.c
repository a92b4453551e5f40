/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/zkey.h"

/* One query of the key: its section, its group, how many points it has with the identity ones. */
typedef struct zkey_query_row {
    uint32_t id;
    cuzk_group group;
    cuzk_query *query;
    uint64_t count;
    const cuzk_binfile_section *section;
} zkey_query_row;

enum {
    ZKEY_QUERIES = 5,
};

static void zkey_list_queries(zkey_query_row rows[ZKEY_QUERIES], cuzk_proving_key *key,
                              const cuzk_zkey_header *header)
{
    uint64_t wires = header->wire_count;
    rows[0] = (zkey_query_row){ZKEY_SECTION_A, CUZK_GROUP_G1, &key->a_query, wires, NULL};
    rows[1] = (zkey_query_row){ZKEY_SECTION_B_G1, CUZK_GROUP_G1, &key->b_g1_query, wires, NULL};
    rows[2] = (zkey_query_row){ZKEY_SECTION_B_G2, CUZK_GROUP_G2, &key->b_g2_query, wires, NULL};
    rows[3] =
        (zkey_query_row){ZKEY_SECTION_L, CUZK_GROUP_G1, &key->l_query, wires - header->public_count - 1, NULL};
    rows[4] = (zkey_query_row){ZKEY_SECTION_H, CUZK_GROUP_G1, &key->h_query, header->domain_size, NULL};
}

/* Every section's size against the header's counts, before anything is allocated for any. *total_bytes becomes the
 * bytes that are going to be read. */
static cuzk_status zkey_check_sizes(zkey_query_row rows[ZKEY_QUERIES], uint64_t *total_bytes,
                                    const cuzk_binfile *binfile, const cuzk_zkey_header *header, cuzk_error *err)
{
    const cuzk_binfile_section *section;
    cuzk_status status = cuzk_binfile_need(&section, binfile, ZKEY_SECTION_COEFFICIENTS, err);
    if (status != CUZK_OK)
        return status;
    *total_bytes = section->size_bytes;
    for (int i = 0; i < ZKEY_QUERIES; i++) {
        if ((status = cuzk_binfile_need(&rows[i].section, binfile, rows[i].id, err)) != CUZK_OK)
            return status;
        status = cuzk_binfile_expect(binfile, rows[i].section, 0, rows[i].count,
                                     cuzk_curve_group(header->curve, rows[i].group)->affine_bytes, err);
        if (status != CUZK_OK)
            return status;
        *total_bytes += rows[i].section->size_bytes;
    }
    return CUZK_OK;
}

static cuzk_status zkey_read_query(const zkey_query_row *row, const cuzk_binfile *binfile,
                                   const cuzk_curve_ops *curve, cuzk_pool *pool, cuzk_progress_meter *meter,
                                   cuzk_error *err)
{
    cuzk_query *query = row->query;
    query->group = row->group;
    query->count = row->count;
    cuzk_status status = cuzk_pages_alloc(&query->points, row->section->size_bytes, row->section->name, err);
    if (status != CUZK_OK)
        return status;
    const cuzk_zkey_points points = {
        .binfile = binfile,
        .section = row->section,
        .group = cuzk_curve_group(curve, row->group),
        .out = query->points.bytes,
        .count = row->count,
    };
    if ((status = cuzk_zkey_points_read(&points, pool, meter, err)) != CUZK_OK)
        return status;
    return cuzk_query_compact(query, curve->id, err);
}

/* Section 10 tells how many took part in the ceremony; provers do not need it, and some keys lack it. */
static cuzk_status zkey_read_contribution_count(uint32_t *out, const cuzk_binfile *binfile, cuzk_error *err)
{
    unsigned char bytes[4];
    const cuzk_binfile_section *section = cuzk_binfile_find(binfile, ZKEY_SECTION_CONTRIBUTIONS);
    *out = 0;
    if (section == NULL)
        return CUZK_OK;
    cuzk_status status = cuzk_binfile_read(binfile, section, bytes, ZKEY_HASH_BYTES, sizeof bytes, err);
    if (status == CUZK_OK)
        *out = bytes_load_u32(bytes);
    return status;
}

static cuzk_status zkey_make_verifying_key(cuzk_verifying_key **out, const cuzk_binfile *binfile,
                                           const cuzk_zkey_header *header, cuzk_pool *pool, cuzk_error *err)
{
    const cuzk_group_ops *g1 = &header->curve->g1;
    cuzk_progress_meter meter;
    cuzk_verifying_key *key = NULL;
    cuzk_zkey_points ic = {
        .binfile = binfile, .group = g1, .count = header->public_count + 1, .with_subgroup = true};
    cuzk_status status = cuzk_binfile_need(&ic.section, binfile, ZKEY_SECTION_IC, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_expect(binfile, ic.section, 0, ic.count, g1->affine_bytes, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_verifying_key_alloc(&key, header->curve->id, header->public_count, err)) != CUZK_OK)
        goto done;
    key->alpha_g1 = header->alpha_g1;
    key->beta_g2 = header->beta_g2;
    key->gamma_g2 = header->gamma_g2;
    key->delta_g2 = header->delta_g2;
    ic.out = key->ic.bytes;
    cuzk_progress_meter_init(&meter, NULL, 0);
    if ((status = cuzk_zkey_points_read(&ic, pool, &meter, err)) != CUZK_OK)
        goto done;
    *out = key;
    key = NULL;
done:
    cuzk_verifying_key_unref(key);
    return status;
}

static void zkey_set_header(cuzk_proving_key *key, const cuzk_zkey_header *header)
{
    key->curve = header->curve->id;
    key->wire_count = header->wire_count;
    key->public_count = header->public_count;
    key->domain_log2 = header->domain_log2;
    key->root = CUZK_ROOT_5;
    key->h_basis = CUZK_H_ODD_COSET;
    key->alpha_g1 = header->alpha_g1;
    key->beta_g1 = header->beta_g1;
    key->delta_g1 = header->delta_g1;
    key->beta_g2 = header->beta_g2;
    key->gamma_g2 = header->gamma_g2;
    key->delta_g2 = header->delta_g2;
}

static cuzk_status zkey_fill_key(cuzk_proving_key *key, const cuzk_binfile *binfile, const cuzk_zkey_header *header,
                                 cuzk_pool *pool, const cuzk_progress *progress, cuzk_error *err)
{
    zkey_query_row rows[ZKEY_QUERIES];
    cuzk_progress_meter meter;
    uint64_t total_bytes;
    cuzk_status status;
    zkey_set_header(key, header);
    zkey_list_queries(rows, key, header);
    if ((status = zkey_check_sizes(rows, &total_bytes, binfile, header, err)) != CUZK_OK)
        return status;
    if ((status = zkey_read_contribution_count(&key->contribution_count, binfile, err)) != CUZK_OK)
        return status;
    key->insecure = cuzk_binfile_find(binfile, ZKEY_SECTION_INSECURE) != NULL;
    cuzk_progress_meter_init(&meter, progress, total_bytes);
    if ((status = zkey_make_verifying_key(&key->verifying_key, binfile, header, pool, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_zkey_matrices_read(&key->a, &key->b, binfile, header, &meter, err)) != CUZK_OK)
        return status;
    for (int i = 0; status == CUZK_OK && i < ZKEY_QUERIES; i++)
        status = zkey_read_query(&rows[i], binfile, header->curve, pool, &meter, err);
    return status;
}

cuzk_status cuzk_proving_key_read(cuzk_proving_key **out, const char *path, uint32_t thread_count,
                                  const cuzk_progress *progress, cuzk_error *err)
{
    cuzk_binfile binfile;
    cuzk_zkey_header header;
    cuzk_proving_key *key = NULL;
    cuzk_pool *pool = NULL;
    cuzk_status status = cuzk_zkey_open(&binfile, &header, path, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_pool_create(&pool, thread_count, err)) != CUZK_OK)
        goto done;
    if ((status = cuzk_proving_key_alloc(&key, err)) != CUZK_OK)
        goto done;
    if ((status = zkey_fill_key(key, &binfile, &header, pool, progress, err)) != CUZK_OK)
        goto done;
    *out = key;
    key = NULL;
done:
    cuzk_proving_key_unref(key);
    cuzk_pool_destroy(pool);
    cuzk_binfile_close(&binfile);
    return status;
}

cuzk_status cuzk_verifying_key_read_zkey(cuzk_verifying_key **out, const char *path, cuzk_error *err)
{
    cuzk_binfile binfile;
    cuzk_zkey_header header;
    cuzk_status status = cuzk_zkey_open(&binfile, &header, path, err);
    if (status != CUZK_OK)
        return status;
    status = zkey_make_verifying_key(out, &binfile, &header, NULL, err);
    cuzk_binfile_close(&binfile);
    return status;
}
