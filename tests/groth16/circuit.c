/* SPDX-License-Identifier: Apache-2.0 */
#include "circuit.h"

#include <stdlib.h>
#include <string.h>

#include "groth16/setup_internal.h"
#include "support/cmocka_all.h"

static void random_fr(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[3] &= UINT64_MAX >> (256 - ops->fr_bits);
    } while (!ops->fr_is_canonical(out));
}

static void random_coefficient(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    uint64_t kind = test_random_below(random, 3);
    *out = *ops->fr_one;
    if (kind == 1)
        ops->fr_neg(out, out);
    if (kind == 2)
        random_fr(out, ops, random);
}

/* Up to four entries among the first `wire_count` wires, with repetitions; one plain entry of an input if so asked. */
static void add_random_row(cuzk_matrix_builder *builder, const circuit_shape *shape, uint64_t row,
                           uint64_t wire_count, const cuzk_curve_ops *ops, test_random *random)
{
    uint64_t entries = shape->plain ? 1 : test_random_below(random, 5);
    for (uint64_t i = 0; i < entries; i++) {
        cuzk_fr coefficient = *ops->fr_one;
        uint64_t wire =
            shape->plain ? 1 + test_random_below(random, wire_count - 1) : test_random_below(random, wire_count);
        if (!shape->plain)
            random_coefficient(&coefficient, ops, random);
        assert_int_equal(cuzk_matrix_builder_add(builder, row, (uint32_t)wire, &coefficient, NULL), CUZK_OK);
    }
}

static void fill_matrix(cuzk_sparse_matrix *out, const circuit_shape *shape, int which, const cuzk_curve_ops *ops,
                        test_random *random)
{
    cuzk_matrix_builder *builder;
    uint64_t wires = 1 + shape->input_count + shape->row_count;
    assert_int_equal(
        cuzk_matrix_builder_create(&builder, shape->curve, shape->row_count, wires, shape->row_count * 4, NULL),
        CUZK_OK);
    for (uint64_t row = 0; row < shape->row_count; row++) {
        uint64_t output = 1 + shape->input_count + row;
        if (which == 2)
            assert_int_equal(cuzk_matrix_builder_add(builder, row, (uint32_t)output, ops->fr_one, NULL), CUZK_OK);
        else if (which == 0 || !shape->empty_b)
            add_random_row(builder, shape, row, output, ops, random);
    }
    assert_int_equal(cuzk_matrix_builder_finish(out, builder, NULL), CUZK_OK);
}

cuzk_r1cs *circuit_make(const circuit_shape *shape, test_random *random)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(shape->curve, CUZK_ISA_AUTO);
    cuzk_r1cs *r1cs;
    assert_int_equal(cuzk_r1cs_alloc(&r1cs, NULL), CUZK_OK);
    r1cs->info = (cuzk_r1cs_info){.curve = shape->curve,
                                  .constraint_count = shape->row_count,
                                  .wire_count = 1 + shape->input_count + shape->row_count,
                                  .public_input_count = shape->public_count};
    fill_matrix(&r1cs->a, shape, 0, ops, random);
    fill_matrix(&r1cs->b, shape, 1, ops, random);
    fill_matrix(&r1cs->c, shape, 2, ops, random);
    return r1cs;
}

static const uint8_t seed[32] = {5, 6, 7};

cuzk_proving_key *circuit_key(const cuzk_r1cs *r1cs)
{
    cuzk_proving_key *key;
    assert_int_equal(cuzk_setup_insecure(&key, r1cs, seed, 2, NULL, NULL), CUZK_OK);
    return key;
}

/* points[j] = tau^j (tau^N - 1) / delta G1, j below `count`. */
static void monomial_points(unsigned char *points, uint64_t count, const cuzk_curve_ops *ops, uint32_t domain_log2)
{
    setup_trapdoor trapdoor;
    cuzk_fr factor, canonical;
    cuzk_point point;
    cuzk_setup_trapdoor_derive(&trapdoor, ops, domain_log2, seed);
    ops->fr_pow(&factor, &trapdoor.tau, (uint64_t)1 << domain_log2);
    ops->fr_sub(&factor, &factor, ops->fr_one);
    ops->fr_inverse(&trapdoor.delta, &trapdoor.delta);
    ops->fr_mul(&factor, &factor, &trapdoor.delta);
    for (uint64_t j = 0; j < count; j++) {
        ops->fr_from_montgomery(&canonical, &factor);
        ops->g1.from_affine(&point, ops->g1.generator);
        ops->g1.mul_vartime(&point, &point, &canonical);
        ops->g1.to_affine(points + j * ops->g1.affine_bytes, &point);
        ops->fr_mul(&factor, &factor, &trapdoor.tau);
    }
}

cuzk_proving_key *circuit_key_bellman(const cuzk_r1cs *r1cs)
{
    cuzk_proving_key *key = circuit_key(r1cs);
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO);
    uint64_t count = ((uint64_t)1 << key->domain_log2) - 1;
    assert_int_equal(key->h_query.count, count + 1); /* no identity among them: its pages are long enough */
    monomial_points(key->h_query.points.bytes, count, ops, key->domain_log2);
    key->h_query.count = key->h_query.full_count = count;
    key->h_basis = CUZK_H_MONOMIAL;
    key->c = r1cs->c;
    return key;
}

void circuit_key_free_bellman(cuzk_proving_key *key)
{
    memset(&key->c, 0, sizeof key->c);
    cuzk_proving_key_unref(key);
}

/* row . w, canonical. */
static void row_value(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_matrix_view *matrix, uint64_t row,
                      const cuzk_fr *values)
{
    memset(out, 0, sizeof *out);
    for (uint64_t k = matrix->row_start[row]; k < matrix->row_start[row + 1]; k++) {
        cuzk_fr term;
        ops->fr_mul(&term, &matrix->coefficients[matrix->coefficient_index[k]], &values[matrix->column[k]]);
        ops->fr_add(out, out, &term);
    }
}

cuzk_witness *circuit_witness(const cuzk_r1cs *r1cs, circuit_inputs inputs, test_random *random)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(r1cs->info.curve, CUZK_ISA_AUTO);
    uint64_t count = r1cs->info.wire_count, first_output = count - r1cs->info.constraint_count;
    cuzk_fr *values = calloc(count, sizeof *values);
    cuzk_witness *witness;
    assert_non_null(values);
    values[0].limb[0] = 1;
    for (uint64_t i = 1; i < first_output; i++) {
        values[i].limb[0] = inputs == CIRCUIT_ONES;
        if (inputs == CIRCUIT_RANDOM)
            random_fr(&values[i], ops, random);
    }
    for (uint64_t row = 0; row < r1cs->info.constraint_count; row++) {
        cuzk_fr a, b;
        row_value(&a, ops, &r1cs->a.view, row, values);
        row_value(&b, ops, &r1cs->b.view, row, values);
        ops->fr_to_montgomery(&a, &a);
        ops->fr_mul(&values[first_output + row], &a, &b);
    }
    assert_int_equal(cuzk_witness_create(&witness, r1cs->info.curve, values, count, NULL), CUZK_OK);
    free(values);
    return witness;
}

cuzk_witness *circuit_spoil_witness(const cuzk_witness *witness, uint64_t wire)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(cuzk_witness_curve(witness), CUZK_ISA_AUTO);
    uint64_t count = cuzk_witness_count(witness);
    cuzk_fr *values = malloc(count * sizeof *values), one = {{1, 0, 0, 0}};
    cuzk_witness *spoilt;
    assert_non_null(values);
    memcpy(values, cuzk_witness_values(witness), count * sizeof *values);
    ops->fr_add(&values[wire], &values[wire], &one);
    assert_int_equal(cuzk_witness_create(&spoilt, cuzk_witness_curve(witness), values, count, NULL), CUZK_OK);
    free(values);
    return spoilt;
}
