/* SPDX-License-Identifier: Apache-2.0
 *
 * The insecure set-up, point by point against the key's equations with the trapdoor known: Lagrange polynomials by
 * their product formula, sums by the rows, multiples by doubling and adding.
 */
#include <stdlib.h>
#include <string.h>

#include "groth16/setup_internal.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

enum {
    ROWS_MAX = 40,
    WIRES_MAX = 64,
    DOMAIN_MAX = 64,
};

static const uint8_t seed[32] = {1, 2, 3};

/* A dense copy of the circuit, and the key's scalars by the definition. */
typedef struct model {
    const cuzk_curve_ops *ops;
    uint64_t constraints, wires, public_count;
    cuzk_fr entry[3][ROWS_MAX][WIRES_MAX];
    setup_trapdoor trapdoor;
    cuzk_fr lagrange[DOMAIN_MAX], odd_lagrange[DOMAIN_MAX];
    uint64_t domain;
} model;

static void random_fr(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[3] &= UINT64_MAX >> (256 - ops->fr_bits);
    } while (!ops->fr_is_canonical(out));
}

/* 1, -1 or anything, each as often as the others. */
static void random_coefficient(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    uint64_t kind = test_random_below(random, 3);
    *out = *ops->fr_one;
    if (kind == 1)
        ops->fr_neg(out, out);
    if (kind == 2)
        random_fr(out, ops, random);
}

/* A few entries a row, some of them twice at one place. Wires from two thirds on are in no row of B. */
static void fill_matrix(cuzk_sparse_matrix *out, model *m, int which, test_random *random)
{
    cuzk_matrix_builder *builder;
    uint64_t columns = which == 1 ? m->wires * 2 / 3 + 1 : m->wires;
    assert_int_equal(
        cuzk_matrix_builder_create(&builder, m->ops->id, m->constraints, m->wires, m->constraints * 4, NULL),
        CUZK_OK);
    for (uint64_t row = 0; row < m->constraints; row++)
        for (uint64_t k = test_random_below(random, 5); k > 0; k--) {
            cuzk_fr coefficient;
            uint32_t column = (uint32_t)test_random_below(random, columns);
            random_coefficient(&coefficient, m->ops, random);
            assert_int_equal(cuzk_matrix_builder_add(builder, row, column, &coefficient, NULL), CUZK_OK);
            m->ops->fr_add(&m->entry[which][row][column], &m->entry[which][row][column], &coefficient);
        }
    assert_int_equal(cuzk_matrix_builder_finish(out, builder, NULL), CUZK_OK);
}

static cuzk_r1cs *make_circuit(model *m, cuzk_curve_id curve, uint64_t constraints, uint64_t public_count,
                               test_random *random)
{
    cuzk_r1cs *r1cs;
    memset(m, 0, sizeof *m);
    m->ops = cuzk_curve_ops_get(curve, CUZK_ISA_AUTO);
    m->constraints = constraints;
    m->public_count = public_count;
    m->wires = 1 + public_count + constraints;
    assert_true(constraints + public_count + 1 <= ROWS_MAX && m->wires <= WIRES_MAX);
    assert_int_equal(cuzk_r1cs_alloc(&r1cs, NULL), CUZK_OK);
    r1cs->info = (cuzk_r1cs_info){.curve = curve,
                                  .constraint_count = constraints,
                                  .wire_count = m->wires,
                                  .public_output_count = public_count / 2,
                                  .public_input_count = public_count - public_count / 2};
    fill_matrix(&r1cs->a, m, 0, random);
    fill_matrix(&r1cs->b, m, 1, random);
    fill_matrix(&r1cs->c, m, 2, random);
    return r1cs;
}

/* L_i(tau) = product over j != i of (tau - x_j) / (x_i - x_j), x_j = root^j. */
static void product_formula(cuzk_fr *out, const model *m, uint32_t log2, uint64_t i)
{
    const cuzk_curve_ops *ops = m->ops;
    cuzk_fr root, x_i, x_j = *ops->fr_one, factor, denominator = *ops->fr_one;
    *out = *ops->fr_one;
    assert_int_equal(ops->fr_root_of_unity(&root, log2, 5, NULL), CUZK_OK);
    ops->fr_pow(&x_i, &root, i);
    for (uint64_t j = 0; j < (uint64_t)1 << log2; j++) {
        if (j != i) {
            ops->fr_sub(&factor, &m->trapdoor.tau, &x_j);
            ops->fr_mul(out, out, &factor);
            ops->fr_sub(&factor, &x_i, &x_j);
            ops->fr_mul(&denominator, &denominator, &factor);
        }
        ops->fr_mul(&x_j, &x_j, &root);
    }
    ops->fr_inverse(&denominator, &denominator);
    ops->fr_mul(out, out, &denominator);
}

static void model_solve(model *m, uint32_t domain_log2)
{
    m->domain = (uint64_t)1 << domain_log2;
    cuzk_setup_trapdoor_derive(&m->trapdoor, m->ops, domain_log2, seed);
    for (uint64_t i = 0; i < m->domain; i++) {
        product_formula(&m->lagrange[i], m, domain_log2, i);
        product_formula(&m->odd_lagrange[i], m, domain_log2 + 1, 2 * i + 1);
    }
}

/* A_i, B_i or C_i at tau; the public rows are A's. */
static void column_at_tau(cuzk_fr *out, const model *m, int which, uint64_t wire)
{
    cuzk_fr term;
    *out = (cuzk_fr){{0}};
    for (uint64_t row = 0; row < m->constraints; row++) {
        m->ops->fr_mul(&term, &m->entry[which][row][wire], &m->lagrange[row]);
        m->ops->fr_add(out, out, &term);
    }
    if (which == 0 && wire <= m->public_count)
        m->ops->fr_add(out, out, &m->lagrange[m->constraints + wire]);
}

static void k_at_tau(cuzk_fr *out, const model *m, uint64_t wire)
{
    cuzk_fr value;
    column_at_tau(out, m, 2, wire);
    column_at_tau(&value, m, 0, wire);
    m->ops->fr_mul(&value, &value, &m->trapdoor.beta);
    m->ops->fr_add(out, out, &value);
    column_at_tau(&value, m, 1, wire);
    m->ops->fr_mul(&value, &value, &m->trapdoor.alpha);
    m->ops->fr_add(out, out, &value);
    if (wire > m->public_count) {
        m->ops->fr_inverse(&value, &m->trapdoor.delta);
        m->ops->fr_mul(out, out, &value);
    }
}

static void assert_is_multiple(const model *m, cuzk_group which, const void *found, const cuzk_fr *montgomery)
{
    const cuzk_group_ops *group = cuzk_curve_group(m->ops, which);
    cuzk_fr scalar;
    cuzk_point point;
    cuzk_g2_affine expected;
    m->ops->fr_from_montgomery(&scalar, montgomery);
    group->from_affine(&point, group->generator);
    group->mul_vartime(&point, &point, &scalar);
    group->to_affine(&expected, &point);
    assert_memory_equal(found, &expected, group->affine_bytes);
}

/* The scalar that a query has at an index. */
typedef void scalar_at(cuzk_fr *out, const model *m, uint64_t index);

static void a_scalar(cuzk_fr *out, const model *m, uint64_t index)
{
    column_at_tau(out, m, 0, index);
}

static void b_scalar(cuzk_fr *out, const model *m, uint64_t index)
{
    column_at_tau(out, m, 1, index);
}

static void l_scalar(cuzk_fr *out, const model *m, uint64_t index)
{
    k_at_tau(out, m, index + m->public_count + 1);
}

static void h_scalar(cuzk_fr *out, const model *m, uint64_t index)
{
    cuzk_fr inverse;
    m->ops->fr_inverse(&inverse, &m->trapdoor.delta);
    m->ops->fr_mul(out, &m->odd_lagrange[index], &inverse);
}

/* Every index is either a point of the query, or has a zero scalar. */
static void check_query(const model *m, const cuzk_query *query, cuzk_group group, uint64_t full_count,
                        scalar_at *scalar)
{
    static const cuzk_fr zero = {{0}};
    const uint32_t *wires = cuzk_query_wires(query);
    size_t point_bytes = cuzk_curve_group(m->ops, group)->affine_bytes;
    uint64_t found = 0;
    assert_int_equal(query->group, group);
    assert_int_equal(query->full_count, full_count);
    assert_int_equal(wires == NULL, query->count == full_count || query->count == 0);
    for (uint64_t i = 0; i < full_count; i++) {
        cuzk_fr value;
        scalar(&value, m, i);
        if (memcmp(&value, &zero, sizeof zero) == 0)
            continue;
        assert_true(found < query->count);
        if (wires != NULL)
            assert_int_equal(wires[found], i);
        assert_is_multiple(m, group, (const char *)query->points.bytes + found * point_bytes, &value);
        found++;
    }
    assert_int_equal(found, query->count);
}

static void check_header(const model *m, const cuzk_proving_key *key)
{
    const cuzk_verifying_key *verifying = key->verifying_key;
    assert_int_equal(key->wire_count, m->wires);
    assert_int_equal(key->public_count, m->public_count);
    assert_int_equal(key->root, CUZK_ROOT_5);
    assert_int_equal(key->h_basis, CUZK_H_ODD_COSET);
    assert_true(key->insecure);
    assert_is_multiple(m, CUZK_GROUP_G1, &key->alpha_g1, &m->trapdoor.alpha);
    assert_is_multiple(m, CUZK_GROUP_G1, &key->beta_g1, &m->trapdoor.beta);
    assert_is_multiple(m, CUZK_GROUP_G1, &key->delta_g1, &m->trapdoor.delta);
    assert_is_multiple(m, CUZK_GROUP_G2, &key->beta_g2, &m->trapdoor.beta);
    assert_is_multiple(m, CUZK_GROUP_G2, &key->delta_g2, &m->trapdoor.delta);
    assert_is_multiple(m, CUZK_GROUP_G2, &key->gamma_g2, m->ops->fr_one);
    assert_memory_equal(&verifying->alpha_g1, &key->alpha_g1, sizeof key->alpha_g1);
    assert_memory_equal(&verifying->beta_g2, &key->beta_g2, sizeof key->beta_g2);
    assert_memory_equal(&verifying->gamma_g2, &key->gamma_g2, sizeof key->gamma_g2);
    assert_memory_equal(&verifying->delta_g2, &key->delta_g2, sizeof key->delta_g2);
    for (uint64_t i = 0; i <= m->public_count; i++) {
        cuzk_fr value;
        k_at_tau(&value, m, i);
        assert_is_multiple(m, CUZK_GROUP_G1, (const char *)verifying->ic.bytes + i * m->ops->g1.affine_bytes,
                           &value);
    }
}

/* The matrices are the circuit's, with the public rows after A's; rows beyond are empty. */
static void check_matrix(const model *m, const cuzk_matrix_view *view, int which)
{
    static cuzk_fr dense[ROWS_MAX][WIRES_MAX];
    memset(dense, 0, sizeof dense);
    assert_true(view->row_count <= m->domain);
    for (uint64_t row = 0; row < view->row_count; row++)
        for (uint64_t k = view->row_start[row]; k < view->row_start[row + 1]; k++)
            m->ops->fr_add(&dense[row][view->column[k]], &dense[row][view->column[k]],
                           &view->coefficients[view->coefficient_index[k]]);
    assert_int_equal(view->row_start[view->row_count], view->entry_count);
    for (uint64_t row = 0; row < ROWS_MAX; row++)
        for (uint64_t wire = 0; wire < WIRES_MAX; wire++) {
            cuzk_fr expected = m->entry[which][row][wire];
            if (which == 0 && wire <= m->public_count && row == m->constraints + wire)
                expected = *m->ops->fr_one;
            assert_memory_equal(&dense[row][wire], &expected, sizeof expected);
        }
}

static void check_key(cuzk_curve_id curve, uint64_t constraints, uint64_t public_count, uint32_t domain_log2,
                      test_random *random)
{
    static model m;
    cuzk_proving_key *key;
    cuzk_r1cs *r1cs = make_circuit(&m, curve, constraints, public_count, random);
    assert_int_equal(cuzk_setup_insecure(&key, r1cs, seed, 2, NULL, NULL), CUZK_OK);
    assert_int_equal(key->domain_log2, domain_log2);
    model_solve(&m, domain_log2);
    check_header(&m, key);
    check_matrix(&m, &key->a.view, 0);
    check_matrix(&m, &key->b.view, 1);
    check_query(&m, &key->a_query, CUZK_GROUP_G1, m.wires, a_scalar);
    check_query(&m, &key->b_g1_query, CUZK_GROUP_G1, m.wires, b_scalar);
    check_query(&m, &key->b_g2_query, CUZK_GROUP_G2, m.wires, b_scalar);
    check_query(&m, &key->l_query, CUZK_GROUP_G1, m.wires - public_count - 1, l_scalar);
    check_query(&m, &key->h_query, CUZK_GROUP_G1, m.domain, h_scalar);
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
}

static void test_equations(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "setup");
    for (int curve = CUZK_CURVE_BN254; curve <= CUZK_CURVE_BLS12_381; curve++) {
        check_key((cuzk_curve_id)curve, 12, 2, 4, &random); /* 2^4 - 1 rows */
        check_key((cuzk_curve_id)curve, 13, 2, 4, &random);
        check_key((cuzk_curve_id)curve, 14, 2, 5, &random);
        check_key((cuzk_curve_id)curve, 7, 0, 3, &random); /* nothing public */
        check_key((cuzk_curve_id)curve, 3, 28, 5, &random);
        check_key((cuzk_curve_id)curve, 1, 0, 1, &random); /* the smallest domain */
        check_key((cuzk_curve_id)curve, 0, 0, 1, &random);
        check_key((cuzk_curve_id)curve, 0, 3, 2, &random);
    }
}

/* Neither the number of threads nor anything but the seed changes the key. */
static void test_deterministic(void **state)
{
    (void)state;
    static model m;
    static const uint8_t other_seed[32] = {9};
    test_random random;
    cuzk_proving_key *keys[4];
    test_random_init(&random, "setup twice");
    cuzk_r1cs *r1cs = make_circuit(&m, CUZK_CURVE_BN254, 20, 3, &random);
    assert_int_equal(cuzk_setup_insecure(&keys[0], r1cs, seed, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_setup_insecure(&keys[1], r1cs, seed, 3, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_setup_insecure(&keys[2], r1cs, other_seed, 1, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_setup_insecure(&keys[3], r1cs, NULL, 1, NULL, NULL), CUZK_OK);
    size_t bytes = keys[0]->l_query.points.size_bytes;
    assert_int_equal(bytes, keys[1]->l_query.points.size_bytes);
    assert_memory_equal(keys[0]->l_query.points.bytes, keys[1]->l_query.points.bytes, bytes);
    assert_memory_equal(keys[0]->h_query.points.bytes, keys[1]->h_query.points.bytes,
                        keys[0]->h_query.points.size_bytes);
    for (int i = 2; i < 4; i++)
        assert_memory_not_equal(&keys[0]->alpha_g1, &keys[i]->alpha_g1, sizeof keys[0]->alpha_g1);
    assert_memory_not_equal(&keys[2]->alpha_g1, &keys[3]->alpha_g1, sizeof keys[2]->alpha_g1);
    for (int i = 0; i < 4; i++)
        cuzk_proving_key_unref(keys[i]);
    cuzk_r1cs_unref(r1cs);
}

static bool report_and_stop(void *context, const char *stage, uint64_t done, uint64_t total)
{
    assert_true(done <= total && total > 0 && stage[0] != '\0');
    ++*(int *)context;
    return false;
}

static void test_cancel(void **state)
{
    (void)state;
    static model m;
    test_random random;
    int reports = 0;
    cuzk_progress progress = {report_and_stop, &reports};
    cuzk_proving_key *key = NULL;
    cuzk_error err;
    test_random_init(&random, "setup cancelled");
    cuzk_r1cs *r1cs = make_circuit(&m, CUZK_CURVE_BN254, 20, 3, &random);
    assert_int_equal(cuzk_setup_insecure(&key, r1cs, seed, 1, &progress, &err), CUZK_E_CANCELLED);
    assert_int_equal(reports, 1);
    assert_null(key);
    cuzk_r1cs_unref(r1cs);
}

static void test_largest_domain(void **state)
{
    (void)state;
    uint32_t log2;
    cuzk_error err;
    const cuzk_curve_ops *bn254 = cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_AUTO);
    const cuzk_curve_ops *bls12_381 = cuzk_curve_ops_get(CUZK_CURVE_BLS12_381, CUZK_ISA_AUTO);
    assert_int_equal(cuzk_setup_domain(&log2, bn254, (uint64_t)1 << 27, &err), CUZK_OK);
    assert_int_equal(log2, 27);
    assert_int_equal(cuzk_setup_domain(&log2, bn254, ((uint64_t)1 << 27) + 1, &err), CUZK_E_TOO_LARGE);
    assert_int_equal(cuzk_setup_domain(&log2, bls12_381, (uint64_t)1 << 28, &err), CUZK_OK);
    assert_int_equal(log2, 28);
    assert_int_equal(cuzk_setup_domain(&log2, bls12_381, ((uint64_t)1 << 28) + 1, &err), CUZK_E_TOO_LARGE);
    assert_int_equal(cuzk_setup_domain(&log2, bls12_381, UINT64_MAX, &err), CUZK_E_TOO_LARGE);
}

static void test_refuses_wire_count(void **state)
{
    (void)state;
    static model m;
    test_random random;
    cuzk_proving_key *key = NULL;
    cuzk_error err;
    test_random_init(&random, "setup refused");
    cuzk_r1cs *r1cs = make_circuit(&m, CUZK_CURVE_BN254, 3, 1, &random);
    r1cs->info.public_input_count = r1cs->info.wire_count;
    assert_int_equal(cuzk_setup_insecure(&key, r1cs, seed, 1, NULL, &err), CUZK_E_FORMAT);
    assert_null(key);
    cuzk_r1cs_unref(r1cs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations),
        cmocka_unit_test(test_deterministic),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_largest_domain),
        cmocka_unit_test(test_refuses_wire_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
