/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/prime.h"
#include "formats/zkey.h"

static const cuzk_binfile_wanted zkey_wanted[] = {
    {ZKEY_SECTION_PROTOCOL, "protocol"},
    {ZKEY_SECTION_HEADER, "header"},
    {ZKEY_SECTION_IC, "IC"},
    {ZKEY_SECTION_COEFFICIENTS, "coefficients"},
    {ZKEY_SECTION_A, "A query"},
    {ZKEY_SECTION_B_G1, "B query in G1"},
    {ZKEY_SECTION_B_G2, "B query in G2"},
    {ZKEY_SECTION_L, "L query"},
    {ZKEY_SECTION_H, "H query"},
    {ZKEY_SECTION_CONTRIBUTIONS, "contributions"},
    {ZKEY_SECTION_INSECURE, "insecure mark"},
};

static const cuzk_binfile_format zkey_format = {
    .magic = "zkey",
    .kind = CUZK_FILE_ZKEY_GROTH16,
    .version_max = 2,
    .wanted = zkey_wanted,
    .wanted_count = sizeof zkey_wanted / sizeof zkey_wanted[0],
};

static cuzk_status zkey_check_protocol(const cuzk_binfile *binfile, cuzk_error *err)
{
    const cuzk_binfile_section *section;
    unsigned char bytes[4];
    cuzk_status status = cuzk_binfile_need(&section, binfile, ZKEY_SECTION_PROTOCOL, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_expect(binfile, section, 0, 1, sizeof bytes, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_read(binfile, section, bytes, 0, sizeof bytes, err)) != CUZK_OK)
        return status;
    uint32_t protocol = bytes_load_u32(bytes);
    if (protocol == ZKEY_PROTOCOL_GROTH16)
        return CUZK_OK;
    if (protocol == ZKEY_PROTOCOL_PLONK || protocol == ZKEY_PROTOCOL_FFLONK)
        return cuzk_error_set(err, CUZK_E_KIND, "%s: this key's protocol is %s; groth16 is needed",
                              binfile->file.path, protocol == ZKEY_PROTOCOL_PLONK ? "plonk" : "fflonk");
    return cuzk_error_set(err, CUZK_E_KIND,
                          "%s: this key's protocol is number %" PRIu32
                          ", which is not known; groth16 (1) is needed",
                          binfile->file.path, protocol);
}

/* Both primes, and that they belong to one curve. *offset moves over them. */
static cuzk_status zkey_read_primes(cuzk_zkey_header *header, const cuzk_binfile *binfile,
                                    const cuzk_binfile_section *section, uint64_t *offset, cuzk_error *err)
{
    cuzk_file_prime q, r;
    const cuzk_curve_ops *scalar_curve;
    cuzk_status status;
    if ((status = cuzk_file_prime_read(&q, binfile, section, offset, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_file_prime_read(&r, binfile, section, offset, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_curve_from_base_prime(&header->curve, binfile->file.path, &q, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_curve_from_scalar_prime(&scalar_curve, binfile->file.path, &r, err)) != CUZK_OK)
        return status;
    if (header->curve != scalar_curve)
        return cuzk_error_set(
            err, CUZK_E_CURVE, "%s: section %" PRIu32 " (%s): the base field is %s's and the scalar field %s's",
            binfile->file.path, section->id, section->name, header->curve->name, scalar_curve->name);
    return CUZK_OK;
}

static cuzk_status zkey_set_counts(cuzk_zkey_header *header, const cuzk_binfile *binfile,
                                   const unsigned char *bytes, cuzk_error *err)
{
    const char *path = binfile->file.path;
    uint64_t wire_count = bytes_load_u32(bytes), public_count = bytes_load_u32(bytes + 4);
    uint64_t domain_size = bytes_load_u32(bytes + 8);
    if (public_count >= wire_count)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (header): %" PRIu64 " public inputs do not fit in %" PRIu64
                              " wires, the constant 1 included",
                              path, ZKEY_SECTION_HEADER, public_count, wire_count);
    if (domain_size < 2 || (domain_size & (domain_size - 1)) != 0)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (header): the domain's size %" PRIu64
                              " is not a power of two above 1",
                              path, ZKEY_SECTION_HEADER, domain_size);
    if (domain_size > (uint64_t)1 << CUZK_NTT_DOMAIN_LOG2_MAX)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE,
                              "%s: section %d (header): a domain of %" PRIu64 " points; at most 2^%d are supported",
                              path, ZKEY_SECTION_HEADER, domain_size, CUZK_NTT_DOMAIN_LOG2_MAX);
    if (public_count + 1 > domain_size)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (header): %" PRIu64 " public inputs need more than the %" PRIu64
                              " rows of the domain",
                              path, ZKEY_SECTION_HEADER, public_count, domain_size);
    header->wire_count = wire_count;
    header->public_count = public_count;
    header->domain_size = domain_size;
    header->domain_log2 = (uint32_t)__builtin_ctzll(domain_size);
    return CUZK_OK;
}

static cuzk_status zkey_check_header_point(const cuzk_binfile *binfile, const cuzk_curve_ops *curve,
                                           const cuzk_group_ops *group, const void *affine, const char *name,
                                           cuzk_error *err)
{
    cuzk_status status = CUZK_E_POINT;
    const char *fault = NULL;
    if (!group->affine_is_canonical(affine)) {
        status = CUZK_E_NOT_CANONICAL;
        fault = "has a coordinate that is not below the base field's prime of";
    } else if (group->affine_is_identity(affine)) {
        fault = "is the identity of";
    } else if (!group->affine_is_on_curve(affine)) {
        fault = "is not on the curve";
    } else if (!group->affine_is_in_subgroup(affine)) {
        fault = "is not in the subgroup of prime order of";
    }
    if (fault == NULL)
        return CUZK_OK;
    return cuzk_error_set(err, status, "%s: section %d (header): %s %s %s", binfile->file.path, ZKEY_SECTION_HEADER,
                          name, fault, curve->name);
}

static cuzk_status zkey_set_points(cuzk_zkey_header *header, const cuzk_binfile *binfile,
                                   const unsigned char *bytes, cuzk_error *err)
{
    const cuzk_curve_ops *curve = header->curve;
    const struct {
        const char *name;
        void *point;
        const cuzk_group_ops *group;
    } rows[] = {
        {"alpha1", &header->alpha_g1, &curve->g1}, {"beta1", &header->beta_g1, &curve->g1},
        {"beta2", &header->beta_g2, &curve->g2},   {"gamma2", &header->gamma_g2, &curve->g2},
        {"delta1", &header->delta_g1, &curve->g1}, {"delta2", &header->delta_g2, &curve->g2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(rows[i].point, bytes, rows[i].group->affine_bytes);
        bytes += rows[i].group->affine_bytes;
        cuzk_status status =
            zkey_check_header_point(binfile, curve, rows[i].group, rows[i].point, rows[i].name, err);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static cuzk_status zkey_read_header(cuzk_zkey_header *out, const cuzk_binfile *binfile, cuzk_error *err)
{
    const cuzk_binfile_section *section;
    cuzk_zkey_header header = {0};
    unsigned char bytes[12 + 3 * sizeof(cuzk_g1_affine) + 3 * sizeof(cuzk_g2_affine)];
    uint64_t offset = 0;
    cuzk_status status = cuzk_binfile_need(&section, binfile, ZKEY_SECTION_HEADER, err);
    if (status != CUZK_OK)
        return status;
    if ((status = zkey_read_primes(&header, binfile, section, &offset, err)) != CUZK_OK)
        return status;
    size_t left = 12 + 3 * header.curve->g1.affine_bytes + 3 * header.curve->g2.affine_bytes;
    if ((status = cuzk_binfile_expect(binfile, section, offset, 1, left, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_read(binfile, section, bytes, offset, left, err)) != CUZK_OK)
        return status;
    if ((status = zkey_set_counts(&header, binfile, bytes, err)) != CUZK_OK)
        return status;
    if ((status = zkey_set_points(&header, binfile, bytes + 12, err)) != CUZK_OK)
        return status;
    *out = header;
    return CUZK_OK;
}

cuzk_status cuzk_zkey_open(cuzk_binfile *out, cuzk_zkey_header *header, const char *path, cuzk_error *err)
{
    cuzk_status status = cuzk_binfile_open(out, path, &zkey_format, err);
    if (status != CUZK_OK)
        return status;
    if ((status = zkey_check_protocol(out, err)) != CUZK_OK)
        goto fail;
    if ((status = zkey_read_header(header, out, err)) != CUZK_OK)
        goto fail;
    return CUZK_OK;
fail:
    cuzk_binfile_close(out);
    return status;
}
