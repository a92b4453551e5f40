/* SPDX-License-Identifier: Apache-2.0
 *
 * Synthetic circuits: every row holds, the shares are what was asked for, and the seed decides everything.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shapes.h"
#include "cli/synth.h"
#include "curve/curve.h"
#include "support/cmocka_all.h"

static const synth_shape base_shape = {
    .curve = CUZK_CURVE_BN254, .constraint_count = 3000, .public_count = 5, .term_count = {2, 2, 3}, .seed = {7}};

static synth *make(const synth_shape *shape)
{
    synth *s;
    assert_int_equal(synth_create(&s, shape, NULL), CUZK_OK);
    return s;
}

/* sum of coefficients * values in Montgomery form. */
static void evaluate(cuzk_fr *out, const cuzk_curve_ops *ops, const cuzk_r1cs_term *terms, uint32_t count,
                     const cuzk_fr *values)
{
    *out = (cuzk_fr){{0}};
    for (uint32_t i = 0; i < count; i++) {
        cuzk_fr coefficient, value;
        assert_true(ops->fr_is_canonical(&terms[i].coefficient));
        ops->fr_to_montgomery(&coefficient, &terms[i].coefficient);
        ops->fr_to_montgomery(&value, &values[terms[i].wire]);
        ops->fr_mul(&value, &value, &coefficient);
        ops->fr_add(out, out, &value);
    }
}

static void check_rows(const synth_shape *shape)
{
    const cuzk_curve_ops *ops = cuzk_curve_ops_get(shape->curve, CUZK_ISA_AUTO);
    synth *s = make(shape);
    uint64_t wires = synth_wire_count(s);
    const cuzk_fr *values = synth_values(s);
    unsigned char *fixed = calloc(wires, 1);
    assert_non_null(fixed);
    assert_int_equal(wires, 1 + shape->public_count + shape->constraint_count);
    assert_memory_equal(&values[0], &(cuzk_fr){{1}}, sizeof(cuzk_fr));
    for (uint64_t i = 0; i < wires; i++)
        assert_true(ops->fr_is_canonical(&values[i]));
    for (uint64_t row = 0; row < shape->constraint_count; row++) {
        const cuzk_r1cs_term *terms[3];
        uint32_t count[3];
        cuzk_fr result[3];
        synth_next_row(s, terms, count);
        for (int m = 0; m < 3; m++) {
            assert_in_range(count[m], m == 2 ? shape->term_count[2] - 1 : shape->term_count[m],
                            shape->term_count[m]);
            for (uint32_t i = 0; i < count[m]; i++)
                assert_true(terms[m][i].wire < wires);
            evaluate(&result[m], ops, terms[m], count[m], values);
        }
        ops->fr_mul(&result[0], &result[0], &result[1]);
        assert_memory_equal(&result[0], &result[2], sizeof(cuzk_fr));
        fixed[terms[2][0].wire]++;
    }
    for (uint64_t i = 0; i < wires; i++)
        assert_int_equal(fixed[i], i > shape->public_count);
    free(fixed);
    synth_destroy(s);
}

static void test_rows_hold(void **state)
{
    (void)state;
    synth_shape shape = base_shape;
    check_rows(&shape);
    shape.curve = CUZK_CURVE_BLS12_381;
    shape.public_count = 0;
    shape.term_count[0] = 1;
    shape.term_count[1] = 7;
    shape.term_count[2] = 2;
    check_rows(&shape);
    shape.constraint_count = 1;
    check_rows(&shape);
    shape.public_count = 1000;
    check_rows(&shape);
    shape.absent_a = shape.absent_b = 1.0;
    check_rows(&shape);
    for (int preset = CLI_SHAPE_PLAIN; preset <= CLI_SHAPE_POSEIDON; preset++) {
        shape = base_shape;
        shapes_preset(&shape, (cli_shape)preset);
        check_rows(&shape);
    }
}

static void assert_share(double found, double wanted, uint64_t count)
{
    /* Five standard deviations of a share of `count` draws, and something for walks that end unfinished. */
    double tolerance = 5.0 * sqrt(wanted * (1.0 - wanted) / (double)count) + 0.005;
    if (fabs(found - wanted) > tolerance)
        fail_msg("share %f, wanted %f within %f", found, wanted, tolerance);
}

static void check_values(const synth *s)
{
    const synth_shape *shape = synth_get_shape(s);
    const cuzk_fr *values = synth_values(s);
    uint64_t wires = synth_wire_count(s), zeros = 0, ones = 0, small = 0;
    for (uint64_t i = 1; i < wires; i++) {
        bool is_word = (values[i].limb[1] | values[i].limb[2] | values[i].limb[3]) == 0;
        zeros += is_word && values[i].limb[0] == 0;
        ones += is_word && values[i].limb[0] == 1;
        small += is_word && values[i].limb[0] > 1 && values[i].limb[0] < 256;
    }
    assert_share((double)zeros / (double)wires, shape->zeros, wires);
    assert_share((double)ones / (double)wires, shape->ones, wires);
    assert_share((double)small / (double)wires, shape->small, wires);
}

static void check_absences(synth *s)
{
    const synth_shape *shape = synth_get_shape(s);
    uint64_t wires = synth_wire_count(s);
    const double wanted[2] = {shape->absent_a, shape->absent_b};
    unsigned char *used[2] = {calloc(wires, 1), calloc(wires, 1)};
    for (uint64_t row = 0; row < shape->constraint_count; row++) {
        const cuzk_r1cs_term *terms[3];
        uint32_t count[3];
        synth_next_row(s, terms, count);
        for (int m = 0; m < 2; m++)
            for (uint32_t i = 0; i < count[m]; i++)
                used[m][terms[m][i].wire] = 1;
    }
    for (int m = 0; m < 2; m++) {
        uint64_t absent = 0;
        for (uint64_t i = 0; i < wires; i++)
            absent += !used[m][i];
        assert_share((double)absent / (double)wires, wanted[m], wires);
        free(used[m]);
    }
}

static void test_shares(void **state)
{
    (void)state;
    synth_shape shape = base_shape;
    shape.constraint_count = 20000;
    shape.zeros = 0.5;
    shape.ones = 0.25;
    shape.small = 0.125;
    shape.absent_b = 0.9;
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            shapes_preset(&shape, i == 1 ? CLI_SHAPE_SHA256 : CLI_SHAPE_POSEIDON);
        if (i > 0)
            shape.small = 0.0;
        synth *s = make(&shape);
        check_values(s);
        check_absences(s);
        synth_destroy(s);
    }
}

/* A digest of all rows and values, good enough to tell two circuits apart. */
static uint64_t digest(const synth_shape *shape)
{
    synth *s = make(shape);
    uint64_t hash = 0;
    for (uint64_t i = 0; i < synth_wire_count(s); i++)
        hash = (hash ^ synth_values(s)[i].limb[0]) * 0x9e3779b97f4a7c15u;
    for (uint64_t row = 0; row < shape->constraint_count; row++) {
        const cuzk_r1cs_term *terms[3];
        uint32_t count[3];
        synth_next_row(s, terms, count);
        for (int m = 0; m < 3; m++)
            for (uint32_t i = 0; i < count[m]; i++)
                hash = (hash ^ terms[m][i].wire ^ terms[m][i].coefficient.limb[0]) * 0x9e3779b97f4a7c15u;
    }
    synth_destroy(s);
    return hash;
}

static void test_seed_decides(void **state)
{
    (void)state;
    synth_shape other = base_shape;
    assert_int_equal(digest(&base_shape), digest(&other));
    other.seed[31] ^= 1;
    assert_int_not_equal(digest(&base_shape), digest(&other));
}

static void test_refuses(void **state)
{
    (void)state;
    synth *s = NULL;
    synth_shape shape = base_shape;
    cuzk_error err;
    shape.term_count[2] = 1;
    assert_int_equal(synth_create(&s, &shape, &err), CUZK_E_ARGUMENT);
    shape = base_shape;
    shape.term_count[0] = SYNTH_TERMS_MAX + 1;
    assert_int_equal(synth_create(&s, &shape, &err), CUZK_E_ARGUMENT);
    shape = base_shape;
    shape.zeros = shape.ones = 0.6;
    assert_int_equal(synth_create(&s, &shape, &err), CUZK_E_ARGUMENT);
    shape = base_shape;
    shape.constraint_count = 0;
    assert_int_equal(synth_create(&s, &shape, &err), CUZK_E_ARGUMENT);
    shape = base_shape;
    shape.curve = (cuzk_curve_id)9;
    assert_int_equal(synth_create(&s, &shape, &err), CUZK_E_CURVE);
    assert_null(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_hold),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_seed_decides),
        cmocka_unit_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
