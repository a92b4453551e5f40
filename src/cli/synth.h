/* SPDX-License-Identifier: Apache-2.0
 *
 * Synthetic circuits with a witness: row k fixes a wire of its own, v_k, whose value was drawn beforehand. A and B
 * are random combinations of any wires, and C = v_k + further terms + c0 with the constant c0 that makes the row
 * hold. Everything follows from the seed.
 */
#ifndef CUZK_CLI_SYNTH_H
#define CUZK_CLI_SYNTH_H

#include <cuzk/curve.h>

#include "formats/r1cs_write.h"

enum {
    SYNTH_TERMS_MAX = 1000, /* in a row of one matrix */
};

typedef struct synth_shape {
    cuzk_curve_id curve;
    uint64_t constraint_count, public_count;
    uint32_t term_count[3];    /* of a row of A, B, C; C's at least 2 */
    double zeros, ones, small; /* shares of the values; together at most 1 */
    double absent_a, absent_b; /* shares of the wires that A or B never uses */
    uint8_t seed[32];
} synth_shape;

typedef struct synth synth;

/* Errors: CUZK_E_ARGUMENT (shares above 1, counts out of range), CUZK_E_NO_MEMORY. Memory: 32 bytes a wire. */
cuzk_status synth_create(synth **out, const synth_shape *shape, cuzk_error *err);
void synth_destroy(synth *s); /* NULL is fine */

const synth_shape *synth_get_shape(const synth *s);

/* The wires: the constant 1, the public inputs, one a constraint. */
uint64_t synth_wire_count(const synth *s);
const cuzk_fr *synth_values(const synth *s); /* canonical */

/* The next row, to be called constraint_count times; the terms stay valid until the next call. */
void synth_next_row(synth *s, const cuzk_r1cs_term *terms[3], uint32_t term_count[3]);

/* Writes both files; both appear or neither. */
cuzk_status synth_write(synth *s, const char *r1cs_path, const char *wtns_path, const cuzk_progress *progress,
                        cuzk_error *err);

#endif
