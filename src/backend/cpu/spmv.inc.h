/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: matrix rows times a witness. Before including, define SPMV_FIELD, the prefix of a scalar field
 * from mont.inc.h whose type is cuzk_fr; it is undefined again at the end.
 */
#define SPMV_FN(name) CUZK_JOIN(SPMV_FIELD, name)

/* A coefficient in Montgomery form times a canonical value is canonical after one Montgomery product, so neither
 * witness nor result needs a conversion. Coefficients 1 and -1, most of all in real circuits, are indices 0 and 1
 * and need no product at all. */
static inline void SPMV_FN(_spmv_add_entry)(cuzk_fr *sum, const cuzk_matrix_view *matrix, const cuzk_fr *witness,
                                            uint64_t entry)
{
    const cuzk_fr *value = &witness[matrix->column[entry]];
    uint32_t coefficient = matrix->coefficient_index[entry];
    if (coefficient == 0) {
        SPMV_FN(_add)(sum, sum, value);
    } else if (coefficient == 1) {
        SPMV_FN(_sub)(sum, sum, value);
    } else {
        cuzk_fr product;
        SPMV_FN(_mul)(&product, &matrix->coefficients[coefficient], value);
        SPMV_FN(_add)(sum, sum, &product);
    }
}

static void SPMV_FN(_spmv_rows)(cuzk_fr *out, const cuzk_matrix_view *matrix, const cuzk_fr *witness,
                                uint64_t begin, uint64_t end)
{
    for (uint64_t row = begin; row < end; row++) {
        cuzk_fr sum;
        SPMV_FN(_set_zero)(&sum);
        for (uint64_t entry = matrix->row_start[row]; entry < matrix->row_start[row + 1]; entry++)
            SPMV_FN(_spmv_add_entry)(&sum, matrix, witness, entry);
        out[row] = sum;
    }
}

#undef SPMV_FN
#undef SPMV_FIELD
