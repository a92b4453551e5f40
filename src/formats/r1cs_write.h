/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a .r1cs constraint by constraint, for generators of large circuits: memory does not grow with the
 * circuit.
 */
#ifndef CUZK_FORMATS_R1CS_WRITE_H
#define CUZK_FORMATS_R1CS_WRITE_H

#include <cuzk/groth16.h>

typedef struct cuzk_r1cs_writer cuzk_r1cs_writer;

typedef struct cuzk_r1cs_term {
    uint32_t wire;
    cuzk_fr coefficient; /* canonical */
} cuzk_r1cs_term;

/* What the head of the file tells besides the constraint count. wire_count includes the constant 1. */
typedef struct cuzk_r1cs_counts {
    uint64_t wire_count;
    uint64_t public_output_count, public_input_count, private_input_count;
} cuzk_r1cs_counts;

/* The file appears under `path` at commit; until then it lies under a temporary name. */
cuzk_status cuzk_r1cs_writer_create(cuzk_r1cs_writer **out, const char *path, cuzk_curve_id curve, cuzk_error *err);

/* One more constraint (A.w) * (B.w) - (C.w) = 0: terms[0], terms[1] and terms[2] are the term_count[0..2] terms of
 * A, B and C. CUZK_E_TOO_LARGE past 2^32 - 1 constraints. */
cuzk_status cuzk_r1cs_writer_add(cuzk_r1cs_writer *writer, const cuzk_r1cs_term *const terms[3],
                                 const uint32_t term_count[3], cuzk_error *err);

/* Writes the wire map (wire i has label i) and the counts. CUZK_E_ARGUMENT for counts that do not fit together, or
 * a term added with a wire at or past wire_count. */
cuzk_status cuzk_r1cs_writer_commit(cuzk_r1cs_writer *writer, const cuzk_r1cs_counts *counts, cuzk_error *err);
void cuzk_r1cs_writer_destroy(cuzk_r1cs_writer *writer); /* NULL is fine; without commit no file appears */

#endif
