/* SPDX-License-Identifier: Apache-2.0
 *
 * Pieces of the .zkey reader and writer (docs/formats/zkey.md).
 */
#ifndef CUZK_FORMATS_ZKEY_H
#define CUZK_FORMATS_ZKEY_H

#include "base/pool.h"
#include "curve/curve.h"
#include "formats/binfile.h"
#include "formats/progress_meter.h"
#include "groth16/model.h"

enum {
    ZKEY_SECTION_PROTOCOL = 1,
    ZKEY_SECTION_HEADER = 2,
    ZKEY_SECTION_IC = 3,
    ZKEY_SECTION_COEFFICIENTS = 4,
    ZKEY_SECTION_A = 5,
    ZKEY_SECTION_B_G1 = 6,
    ZKEY_SECTION_B_G2 = 7,
    ZKEY_SECTION_L = 8,
    ZKEY_SECTION_H = 9,
    ZKEY_SECTION_CONTRIBUTIONS = 10,
    ZKEY_SECTION_INSECURE = 0x6b7a7563, /* "cuzk": no other program's number, and passed over by theirs */

    ZKEY_PROTOCOL_GROTH16 = 1,
    ZKEY_PROTOCOL_PLONK = 2,
    ZKEY_PROTOCOL_FFLONK = 10,

    ZKEY_ENTRY_BYTES = 3 * 4 + CUZK_FR_BYTES, /* of section 4: matrix, row, wire, value */
    ZKEY_HASH_BYTES = 64,
};

/* The text of section ZKEY_SECTION_INSECURE. */
#define ZKEY_INSECURE_TEXT "insecure: the maker of this key can forge proofs"

typedef struct cuzk_zkey_header {
    const cuzk_curve_ops *curve;
    uint64_t wire_count, public_count, domain_size;
    uint32_t domain_log2;
    cuzk_g1_affine alpha_g1, beta_g1, delta_g1;
    cuzk_g2_affine beta_g2, gamma_g2, delta_g2;
} cuzk_zkey_header;

/* Opens a .zkey of protocol groth16 and reads its header, whose points are checked in full. Closed on failure. */
cuzk_status cuzk_zkey_open(cuzk_binfile *out, cuzk_zkey_header *header, const char *path, cuzk_error *err);

/* Reads `count` points, the whole of a section, to `out`, and checks that they are on their curve, on the pool's
 * workers (NULL: on the calling thread). `with_subgroup` checks the subgroup too, at the price of a multiplication
 * a point. Errors: CUZK_E_NOT_CANONICAL, CUZK_E_POINT, naming the first bad point; CUZK_E_IO. */
typedef struct cuzk_zkey_points {
    const cuzk_binfile *binfile;
    const cuzk_binfile_section *section;
    const cuzk_group_ops *group;
    void *out;
    uint64_t count;
    bool with_subgroup;
} cuzk_zkey_points;
cuzk_status cuzk_zkey_points_read(const cuzk_zkey_points *points, cuzk_pool *pool, cuzk_progress_meter *meter,
                                  cuzk_error *err);

/* Section 4: the matrices A and B, with as many rows as the domain. */
cuzk_status cuzk_zkey_matrices_read(cuzk_sparse_matrix *a, cuzk_sparse_matrix *b, const cuzk_binfile *binfile,
                                    const cuzk_zkey_header *header, cuzk_progress_meter *meter, cuzk_error *err);

#endif
