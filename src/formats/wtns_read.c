/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "formats/binfile.h"
#include "formats/bytes.h"
#include "formats/prime.h"
#include "groth16/model.h"

enum {
    WTNS_SECTION_HEADER = 1,
    WTNS_SECTION_VALUES = 2,
};

static const cuzk_binfile_wanted wtns_wanted[] = {{WTNS_SECTION_HEADER, "header"}, {WTNS_SECTION_VALUES, "values"}};

static const cuzk_binfile_format wtns_format = {
    .magic = "wtns",
    .kind = CUZK_FILE_WTNS,
    .version_max = 2,
    .wanted = wtns_wanted,
    .wanted_count = 2,
    .unsized_id = WTNS_SECTION_VALUES,
};

static cuzk_status wtns_read_header(const cuzk_curve_ops **curve, uint64_t *count, const cuzk_binfile *binfile,
                                    cuzk_error *err)
{
    const cuzk_binfile_section *header;
    cuzk_file_prime prime;
    unsigned char bytes[4];
    uint64_t offset = 0;
    cuzk_status status = cuzk_binfile_need(&header, binfile, WTNS_SECTION_HEADER, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_file_prime_read(&prime, binfile, header, &offset, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_expect(binfile, header, offset, 1, sizeof bytes, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_read(binfile, header, bytes, offset, sizeof bytes, err)) != CUZK_OK)
        return status;
    *count = bytes_load_u32(bytes);
    return cuzk_curve_from_scalar_prime(curve, binfile->file.path, &prime, err);
}

/* The section of the values, with the size that its count asks for. One common writer computes the size field of a
 * section of 4 GiB and more wrongly; such a file is taken when exactly the right number of bytes is left in it. */
static cuzk_status wtns_find_values(cuzk_binfile_section *out, const cuzk_binfile *binfile, uint64_t count,
                                    cuzk_error *err)
{
    const cuzk_binfile_section *section;
    cuzk_status status = cuzk_binfile_need(&section, binfile, WTNS_SECTION_VALUES, err);
    if (status != CUZK_OK)
        return status;
    uint64_t expected = count * CUZK_FR_BYTES, left = binfile->file.size_bytes - section->offset;
    *out = *section;
    out->size_bytes = expected;
    if (expected > UINT32_MAX && left == expected)
        return CUZK_OK;
    if ((status = cuzk_binfile_expect(binfile, section, 0, count, CUZK_FR_BYTES, err)) != CUZK_OK)
        return status;
    if (left < expected)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %" PRIu32 " (%s) at byte %" PRIu64 " is cut: %" PRIu64
                              " bytes expected, %" PRIu64 " there",
                              binfile->file.path, section->id, section->name, section->offset, expected, left);
    return CUZK_OK;
}

static cuzk_status wtns_read(cuzk_witness **out, const cuzk_binfile *binfile, cuzk_error *err)
{
    const cuzk_curve_ops *curve;
    cuzk_binfile_section values;
    uint64_t count;
    cuzk_witness *witness = NULL;
    cuzk_status status = wtns_read_header(&curve, &count, binfile, err);
    if (status != CUZK_OK)
        return status;
    if ((status = wtns_find_values(&values, binfile, count, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_witness_alloc(&witness, curve->id, count, err)) != CUZK_OK)
        goto done;
    status = cuzk_binfile_read(binfile, &values, witness->values.bytes, 0, witness->values.size_bytes, err);
    if (status != CUZK_OK)
        goto done;
    if ((status = cuzk_witness_validate(witness, err)) != CUZK_OK) {
        cuzk_error_prefix(err, status, "%s: section %d (values): ", binfile->file.path, WTNS_SECTION_VALUES);
        goto done;
    }
    *out = witness;
    witness = NULL;
done:
    cuzk_witness_destroy(witness);
    return status;
}

cuzk_status cuzk_witness_read(cuzk_witness **out, const char *path, cuzk_error *err)
{
    cuzk_binfile binfile;
    cuzk_status status = cuzk_binfile_open(&binfile, path, &wtns_format, err);
    if (status != CUZK_OK)
        return status;
    status = wtns_read(out, &binfile, err);
    cuzk_binfile_close(&binfile);
    return status;
}
