/* SPDX-License-Identifier: Apache-2.0
 *
 * The field size and prime at the head of a file, and the curve that they mean.
 */
#ifndef CUZK_FORMATS_PRIME_H
#define CUZK_FORMATS_PRIME_H

#include "curve/curve.h"
#include "formats/binfile.h"

enum {
    PRIME_BYTES_MAX = 64, /* larger fields are refused without a look at the prime */
};

/* A prime as it lies in a file: u32 n8, then n8 bytes. */
typedef struct cuzk_file_prime {
    uint32_t size_bytes;
    uint8_t bytes[PRIME_BYTES_MAX];
} cuzk_file_prime;

/* Reads n8 and the prime at *offset inside the section and moves *offset behind them. CUZK_E_FORMAT for an n8 that
 * is 0, not a multiple of 8, or above PRIME_BYTES_MAX. */
cuzk_status cuzk_file_prime_read(cuzk_file_prime *out, const cuzk_binfile *binfile,
                                 const cuzk_binfile_section *section, uint64_t *offset, cuzk_error *err);

/* The curve whose scalar field (base field) has this prime. CUZK_E_CURVE, with the prime and the curves there are,
 * if none has. */
cuzk_status cuzk_curve_from_scalar_prime(const cuzk_curve_ops **out, const char *path, const cuzk_file_prime *prime,
                                         cuzk_error *err);
cuzk_status cuzk_curve_from_base_prime(const cuzk_curve_ops **out, const char *path, const cuzk_file_prime *prime,
                                       cuzk_error *err);

#endif
