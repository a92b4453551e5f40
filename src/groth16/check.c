/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a witness satisfies a constraint system: for diagnosis, not part of proving.
 */
#include <string.h>

#include "base/error.h"
#include "curve/curve.h"
#include "groth16/model.h"

/* out = row . witness, canonical: a coefficient in Montgomery form times a canonical value is canonical. */
static void row_times_witness(cuzk_fr *out, const cuzk_curve_ops *curve, const cuzk_matrix_view *matrix,
                              uint64_t row, const cuzk_fr *witness)
{
    memset(out, 0, sizeof *out);
    for (uint64_t entry = matrix->row_start[row]; entry < matrix->row_start[row + 1]; entry++) {
        cuzk_fr product;
        curve->fr_mul(&product, &matrix->coefficients[matrix->coefficient_index[entry]],
                      &witness[matrix->column[entry]]);
        curve->fr_add(out, out, &product);
    }
}

static bool row_holds(const cuzk_curve_ops *curve, const cuzk_r1cs *r1cs, uint64_t row, const cuzk_fr *witness)
{
    cuzk_fr a, b, c;
    row_times_witness(&a, curve, &r1cs->a.view, row, witness);
    row_times_witness(&b, curve, &r1cs->b.view, row, witness);
    row_times_witness(&c, curve, &r1cs->c.view, row, witness);
    curve->fr_to_montgomery(&a, &a);
    curve->fr_mul(&a, &a, &b);
    bool holds = memcmp(&a, &c, sizeof a) == 0;
    cuzk_wipe(&a, sizeof a);
    cuzk_wipe(&b, sizeof b);
    cuzk_wipe(&c, sizeof c);
    return holds;
}

cuzk_status cuzk_r1cs_check(const cuzk_r1cs *r1cs, const cuzk_witness *witness, bool *satisfied,
                            uint64_t *failing_row, cuzk_error *err)
{
    if (witness->curve != r1cs->info.curve)
        return cuzk_error_set(err, CUZK_E_CURVE, "the witness is over %s, the constraint system over %s",
                              cuzk_curve_name(witness->curve), cuzk_curve_name(r1cs->info.curve));
    if (witness->count != r1cs->info.wire_count)
        return cuzk_error_set(err, CUZK_E_LENGTH, "the witness has %llu values, the constraint system %llu wires",
                              (unsigned long long)witness->count, (unsigned long long)r1cs->info.wire_count);
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(witness->curve, CUZK_ISA_AUTO);
    uint64_t row = 0;
    while (row < r1cs->info.constraint_count && row_holds(curve, r1cs, row, cuzk_witness_values(witness)))
        row++;
    *satisfied = row == r1cs->info.constraint_count;
    if (!*satisfied)
        *failing_row = row;
    return CUZK_OK;
}
