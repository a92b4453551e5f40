/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "curve/curve.h"
#include "groth16/model.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

typedef struct entry {
    uint64_t row;
    uint32_t column;
    cuzk_fr value;
} entry;

static const cuzk_curve_ops *curve_of(int id)
{
    return cuzk_curve_ops_get((cuzk_curve_id)id, CUZK_ISA_AUTO);
}

static void build(cuzk_sparse_matrix *out, int curve, uint64_t rows, uint64_t columns, const entry *entries,
                  uint64_t count)
{
    cuzk_matrix_builder *builder;
    assert_int_equal(cuzk_matrix_builder_create(&builder, (cuzk_curve_id)curve, rows, columns, count, NULL),
                     CUZK_OK);
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(
            cuzk_matrix_builder_add(builder, entries[i].row, entries[i].column, &entries[i].value, NULL), CUZK_OK);
    assert_int_equal(cuzk_matrix_builder_finish(out, builder, NULL), CUZK_OK);
}

static bool is_zero(const cuzk_fr *value)
{
    static const cuzk_fr zero = {{0}};
    return memcmp(value, &zero, sizeof zero) == 0;
}

/* The matrix's rows hold the entries of each row in the order in which they were added, without the zeros. */
static void check(const cuzk_sparse_matrix *matrix, const entry *entries, uint64_t count)
{
    const cuzk_matrix_view *view = &matrix->view;
    uint64_t k = 0;
    assert_int_equal(view->row_start[0], 0);
    for (uint64_t row = 0; row < view->row_count; row++) {
        assert_int_equal(view->row_start[row], k);
        for (uint64_t i = 0; i < count; i++) {
            if (entries[i].row != row || is_zero(&entries[i].value))
                continue;
            assert_true(k < view->entry_count);
            assert_int_equal(view->column[k], entries[i].column);
            assert_true(view->coefficient_index[k] < view->coefficient_count);
            assert_memory_equal(&view->coefficients[view->coefficient_index[k]], &entries[i].value,
                                sizeof(cuzk_fr));
            k++;
        }
    }
    assert_int_equal(k, view->entry_count);
    assert_int_equal(view->row_start[view->row_count], k);
    cuzk_fr minus_one;
    curve_of(view->curve)->fr_neg(&minus_one, curve_of(view->curve)->fr_one);
    assert_memory_equal(&view->coefficients[0], curve_of(view->curve)->fr_one, sizeof(cuzk_fr));
    assert_memory_equal(&view->coefficients[1], &minus_one, sizeof(cuzk_fr));
}

static void test_empty(void **state)
{
    (void)state;
    cuzk_sparse_matrix matrix;
    build(&matrix, CUZK_CURVE_BN254, 0, 1, NULL, 0);
    check(&matrix, NULL, 0);
    assert_int_equal(matrix.view.coefficient_count, 2);
    cuzk_sparse_matrix_clear(&matrix);
    build(&matrix, CUZK_CURVE_BLS12_381, 5, 1, NULL, 0);
    check(&matrix, NULL, 0);
    cuzk_sparse_matrix_clear(&matrix);
    cuzk_sparse_matrix_clear(&matrix);
    cuzk_matrix_builder_destroy(NULL);
}

/* Random matrices with few and many distinct coefficients, zeros, repeats, empty rows; in row order and not. */
static void test_random_entries(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_matrix");
    for (uint64_t round = 0; round < test_iterations(60); round++) {
        int curve = round % 2 ? CUZK_CURVE_BN254 : CUZK_CURVE_BLS12_381;
        uint64_t rows = 1 + test_random_below(&random, 40), columns = 1 + test_random_below(&random, 9);
        uint64_t count = test_random_below(&random, 400), distinct = 1 + test_random_below(&random, 300);
        entry *entries = calloc(count + 1, sizeof *entries);
        for (uint64_t i = 0; i < count; i++) {
            cuzk_fr small = {{test_random_below(&random, distinct)}};
            curve_of(curve)->fr_to_montgomery(&entries[i].value, &small);
            entries[i].column = (uint32_t)test_random_below(&random, columns);
            entries[i].row = round % 3 ? i * rows / (count + 1) : test_random_below(&random, rows);
        }
        cuzk_sparse_matrix matrix;
        build(&matrix, curve, rows, columns, entries, count);
        check(&matrix, entries, count);
        /* Few coefficients are all found again: 0 is dropped, 1 and -1 are there before. */
        if (distinct <= 8)
            assert_true(matrix.view.coefficient_count <= 2 + distinct);
        cuzk_sparse_matrix_clear(&matrix);
        free(entries);
    }
}

/* A hundred coefficients over five thousand entries are stored once each. As many coefficients as entries, more than
 * the table of finds has slots for, are all kept. */
static void test_coefficients_are_shared(void **state)
{
    (void)state;
    static const struct {
        uint64_t count, distinct;
    } rows[] = {{5000, 100}, {600000, 600000}};
    for (size_t r = 0; r < 2; r++) {
        cuzk_sparse_matrix matrix;
        entry *entries = calloc(rows[r].count, sizeof *entries);
        for (uint64_t i = 0; i < rows[r].count; i++)
            entries[i] = (entry){i, 0, {{i % rows[r].distinct + 5, 0, 0, 1}}};
        build(&matrix, CUZK_CURVE_BN254, rows[r].count, 1, entries, rows[r].count);
        assert_int_equal(matrix.view.coefficient_count, 2 + rows[r].distinct);
        assert_int_equal(matrix.view.entry_count, rows[r].count);
        for (uint64_t i = 0; i < rows[r].count; i++)
            if (memcmp(&matrix.view.coefficients[matrix.view.coefficient_index[i]], &entries[i].value, 32) != 0)
                fail_msg("entry %zu has another coefficient", (size_t)i);
        cuzk_sparse_matrix_clear(&matrix);
        free(entries);
    }
}

static void test_too_many_entries(void **state)
{
    (void)state;
    cuzk_matrix_builder *builder;
    cuzk_error err;
    cuzk_sparse_matrix matrix;
    static const cuzk_fr value = {{3}}, zero = {{0}};
    assert_int_equal(cuzk_matrix_builder_create(&builder, CUZK_CURVE_BN254, 4, 4, 2, NULL), CUZK_OK);
    assert_int_equal(cuzk_matrix_builder_add(builder, 3, 0, &value, &err), CUZK_OK);
    assert_int_equal(cuzk_matrix_builder_add(builder, 0, 3, &value, &err), CUZK_OK);
    assert_int_equal(cuzk_matrix_builder_add(builder, 1, 1, &value, &err), CUZK_E_TOO_LARGE);
    assert_non_null(strstr(err.message, "more than 2 entries"));
    assert_int_equal(cuzk_matrix_builder_add(builder, 1, 1, &zero, &err), CUZK_OK);
    assert_int_equal(cuzk_matrix_builder_finish(&matrix, builder, NULL), CUZK_OK);
    assert_int_equal(matrix.view.entry_count, 2);
    assert_int_equal(matrix.view.column[0], 3);
    cuzk_sparse_matrix_clear(&matrix);
    assert_int_equal(cuzk_matrix_builder_create(&builder, CUZK_CURVE_BN254, UINT64_MAX, 1, 0, &err),
                     CUZK_E_NO_MEMORY);
    assert_int_equal(cuzk_matrix_builder_create(&builder, CUZK_CURVE_BN254, 1, 1, UINT64_MAX / 2, &err),
                     CUZK_E_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_random_entries),
        cmocka_unit_test(test_coefficients_are_shared),
        cmocka_unit_test(test_too_many_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
