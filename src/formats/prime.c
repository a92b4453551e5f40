/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/prime.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/decimal.h"

static const cuzk_curve_id prime_curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};

cuzk_status cuzk_file_prime_read(cuzk_file_prime *out, const cuzk_binfile *binfile,
                                 const cuzk_binfile_section *section, uint64_t *offset, cuzk_error *err)
{
    unsigned char head[4];
    cuzk_file_prime prime = {0};
    cuzk_status status = cuzk_binfile_read(binfile, section, head, *offset, sizeof head, err);
    if (status != CUZK_OK)
        return status;
    prime.size_bytes = bytes_load_u32(head);
    if (prime.size_bytes == 0 || prime.size_bytes % 8 != 0 || prime.size_bytes > PRIME_BYTES_MAX)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %" PRIu32 " (%s): field elements of %" PRIu32
                              " bytes; a multiple of 8, at most %d, is possible",
                              binfile->file.path, section->id, section->name, prime.size_bytes, PRIME_BYTES_MAX);
    status = cuzk_binfile_read(binfile, section, prime.bytes, *offset + sizeof head, prime.size_bytes, err);
    if (status != CUZK_OK)
        return status;
    *offset += sizeof head + prime.size_bytes;
    *out = prime;
    return CUZK_OK;
}

static cuzk_status prime_unknown(const char *path, const cuzk_file_prime *prime, const char *field, cuzk_error *err)
{
    uint64_t limbs[PRIME_BYTES_MAX / 8] = {0};
    char text[DECIMAL_CHARS(PRIME_BYTES_MAX / 8)];
    memcpy(limbs, prime->bytes, prime->size_bytes);
    cuzk_decimal_format(text, limbs, PRIME_BYTES_MAX / 8);
    return cuzk_error_set(err, CUZK_E_CURVE,
                          "%s: the %s prime %s (%" PRIu32
                          " bytes) is of no supported curve; BN254 and BLS12-381 are supported",
                          path, field, text, prime->size_bytes);
}

cuzk_status cuzk_curve_from_scalar_prime(const cuzk_curve_ops **out, const char *path, const cuzk_file_prime *prime,
                                         cuzk_error *err)
{
    for (size_t i = 0; i < sizeof prime_curves / sizeof prime_curves[0]; i++) {
        const cuzk_curve_ops *curve = cuzk_curve_ops_get(prime_curves[i], CUZK_ISA_AUTO);
        if (prime->size_bytes == CUZK_FR_BYTES && memcmp(prime->bytes, curve->fr_modulus, CUZK_FR_BYTES) == 0) {
            *out = curve;
            return CUZK_OK;
        }
    }
    return prime_unknown(path, prime, "scalar field's", err);
}

cuzk_status cuzk_curve_from_base_prime(const cuzk_curve_ops **out, const char *path, const cuzk_file_prime *prime,
                                       cuzk_error *err)
{
    for (size_t i = 0; i < sizeof prime_curves / sizeof prime_curves[0]; i++) {
        const cuzk_curve_ops *curve = cuzk_curve_ops_get(prime_curves[i], CUZK_ISA_AUTO);
        if (prime->size_bytes == curve->fp_bytes && memcmp(prime->bytes, curve->fp_modulus, curve->fp_bytes) == 0) {
            *out = curve;
            return CUZK_OK;
        }
    }
    return prime_unknown(path, prime, "base field's", err);
}
