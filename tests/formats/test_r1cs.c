/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curve/curve.h"
#include "forge.h"
#include "formats/r1cs_write.h"
#include "groth16/model.h"
#include "support/cmocka_all.h"

static const struct {
    const char *circuit;
    uint64_t constraints, wires, outputs, inputs;
} circuits[] = {
    {"mult_bn254", 1, 5, 1, 1},
    {"mult_bls12381", 1, 5, 1, 1},
    {"poseidon3_bn254", 720, 723, 1, 1},
    {"poseidon2_bls12381", 480, 483, 1, 1},
    {"merkle_mimc4_bn254", 2920, 2926, 0, 1},
    {"babypbk_bn254", 776, 777, 2, 0},
    {"sharounds4_bn254", 1816, 1801, 8, 8},
};

static cuzk_r1cs *read_vector(const char *path)
{
    cuzk_r1cs *r1cs;
    cuzk_error err;
    if (cuzk_r1cs_read(&r1cs, path, NULL, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    return r1cs;
}

/* The value of a row of a matrix at the witness, canonical. */
static cuzk_fr row_value(const cuzk_matrix_view *view, uint64_t row, const cuzk_fr *witness)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(view->curve, CUZK_ISA_AUTO);
    cuzk_fr sum = {{0}}, term;
    for (uint64_t k = view->row_start[row]; k < view->row_start[row + 1]; k++) {
        curve->fr_mul(&term, &view->coefficients[view->coefficient_index[k]], &witness[view->column[k]]);
        curve->fr_add(&sum, &sum, &term);
    }
    return sum;
}

/* Counts as the vectors' table tells them, and every row is satisfied by the witness that goes with it: nothing of
 * terms, order or coefficients was misread. */
static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof circuits / sizeof circuits[0]; i++) {
        cuzk_r1cs_info info;
        cuzk_witness *witness;
        cuzk_r1cs *r1cs = read_vector(vector_path(circuits[i].circuit, "circuit.r1cs"));
        cuzk_r1cs_describe(r1cs, &info);
        assert_int_equal(info.constraint_count, circuits[i].constraints);
        assert_int_equal(info.wire_count, circuits[i].wires);
        assert_int_equal(info.public_output_count, circuits[i].outputs);
        assert_int_equal(info.public_input_count, circuits[i].inputs);
        assert_int_equal(cuzk_witness_read(&witness, vector_path(circuits[i].circuit, "witness.wtns"), NULL),
                         CUZK_OK);
        const cuzk_curve_ops *curve = cuzk_curve_ops_get(info.curve, CUZK_ISA_AUTO);
        for (uint64_t row = 0; row < info.constraint_count; row++) {
            cuzk_fr a = row_value(&r1cs->a.view, row, cuzk_witness_values(witness));
            cuzk_fr b = row_value(&r1cs->b.view, row, cuzk_witness_values(witness));
            cuzk_fr c = row_value(&r1cs->c.view, row, cuzk_witness_values(witness));
            curve->fr_to_montgomery(&a, &a);
            curve->fr_mul(&a, &a, &b);
            assert_memory_equal(&a, &c, sizeof a);
        }
        cuzk_witness_destroy(witness);
        cuzk_r1cs_unref(r1cs);
    }
}

/* mult: one constraint; its first combination has terms at byte 4 of section 2: {wire, coefficient}. */
static void test_terms(void **state)
{
    (void)state;
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.r1cs"));
    forge_section *constraints = forge_find(&file, 2), *header = forge_find(&file, 1);
    unsigned char saved[36];
    memcpy(saved, constraints->bytes + 4, sizeof saved);
    static const uint32_t wires[] = {5, 6, 0x80000000u, 0xffffffffu};
    for (size_t i = 0; i < sizeof wires / sizeof wires[0]; i++) {
        forge_put_u32(constraints, 4, wires[i]);
        expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, "constraint 0, A, term 0: there is no wire",
                             "(5 wires)");
    }
    forge_put_u32(constraints, 4, 4);
    expect_read(read_r1cs, forge_save(&file, "last_wire"));
    memcpy(constraints->bytes + 8, header->bytes + 4, 32);
    expect_forge_refused(read_r1cs, &file, CUZK_E_NOT_CANONICAL, "constraint 0, A, term 0",
                         "not below the modulus");
    memset(constraints->bytes + 8, 0xff, 32);
    expect_forge_refused(read_r1cs, &file, CUZK_E_NOT_CANONICAL, "constraint 0, A, term 0", NULL);
    memset(constraints->bytes + 8, 0, 32);
    expect_read(read_r1cs, forge_save(&file, "zero_coefficient"));
    memcpy(constraints->bytes + 4, saved, sizeof saved);

    static const uint32_t counts[] = {5, 0x7fffffff, 0x80000000u, 0xffffffffu};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        forge_put_u32(constraints, 0, counts[i]);
        expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, "are left in the section", NULL);
    }
    expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, "4294967295 terms take 154618822620 bytes",
                         "are left in the section");
    forge_clear(&file);
}

static void test_header_counts(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint32_t value;
        const char *text;
    } rows[] = {
        {36, 0, "but 0 wires"},
        {36, 2, "but 2 wires"},
        {36, 4, "expected, for 4 items of 8"},
        {36, 0xffffffffu, "34359738360 expected"},
        {40, 4, "4 public outputs and 1 public inputs, but 5 wires"},
        {40, 0xffffffffu, "4294967295 public outputs"},
        {44, 0xffffffffu, "4294967295 public inputs"},
        {60, 0, "beyond the last of 0 constraints"},
        {60, 2, "ends after"},
        {60, 0x80000000u, "for 2147483648 constraints"},
        {60, 0xffffffffu, "at least 51539607540 expected, for 4294967295 constraints"},
    };
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.r1cs"));
    forge_section *header = forge_find(&file, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned char saved[4];
        memcpy(saved, header->bytes + rows[i].offset, 4);
        forge_put_u32(header, rows[i].offset, rows[i].value);
        expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, rows[i].text, NULL);
        memcpy(header->bytes + rows[i].offset, saved, 4);
    }
    forge_resize(header, 63);
    expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, "section 1 (header) has 63 bytes; 64 expected", NULL);
    forge_clear(&file);
}

static void test_custom_gates(void **state)
{
    (void)state;
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.r1cs"));
    forge_section *gates = forge_add(&file, 4, "\0\0\0", 4);
    forge_add(&file, 5, "", 0);
    expect_read(read_r1cs, forge_save(&file, "no_gates"));
    forge_put_u32(gates, 0, 3);
    expect_forge_refused(read_r1cs, &file, CUZK_E_UNSUPPORTED, "section 4 (custom gates) has 3 entries",
                         "Groth16 has no custom gates");
    forge_resize(gates, 2);
    expect_forge_refused(read_r1cs, &file, CUZK_E_FORMAT, "section 4 (custom gates) ends after 2 bytes", NULL);
    forge_clear(&file);
}

static bool stop_at_once(void *context, const char *stage, uint64_t done, uint64_t total)
{
    (void)done;
    assert_true(total > 0);
    assert_non_null(stage);
    ++*(int *)context;
    return false;
}

static void test_cancelled(void **state)
{
    (void)state;
    int calls = 0;
    cuzk_progress progress = {stop_at_once, &calls};
    cuzk_r1cs *r1cs = NULL;
    cuzk_proving_key *key = NULL;
    assert_int_equal(cuzk_r1cs_read(&r1cs, vector_path("poseidon3_bn254", "circuit.r1cs"), &progress, NULL),
                     CUZK_E_CANCELLED);
    assert_null(r1cs);
    assert_int_equal(calls, 1);
    assert_int_equal(
        cuzk_proving_key_read(&key, vector_path("poseidon3_bn254", "circuit.zkey"), 1, &progress, NULL),
        CUZK_E_CANCELLED);
    assert_null(key);
    assert_int_equal(calls, 2);
}

/* One matrix's row as the writer takes it. */
static uint32_t copy_row(cuzk_r1cs_term *out, const cuzk_matrix_view *view, uint64_t row)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(view->curve, CUZK_ISA_AUTO);
    uint64_t begin = view->row_start[row], end = view->row_start[row + 1];
    assert_true(end - begin <= 4096);
    for (uint64_t k = begin; k < end; k++) {
        out[k - begin].wire = view->column[k];
        curve->fr_from_montgomery(&out[k - begin].coefficient, &view->coefficients[view->coefficient_index[k]]);
    }
    return (uint32_t)(end - begin);
}

/* What is read and written again has the same constraints, byte for byte (no vector has a zero coefficient). */
static void test_writer_round_trip(void **state)
{
    (void)state;
    static cuzk_r1cs_term terms[3][4096];
    for (size_t i = 0; i < sizeof circuits / sizeof circuits[0]; i++) {
        cuzk_r1cs *r1cs = read_vector(vector_path(circuits[i].circuit, "circuit.r1cs"));
        const cuzk_r1cs_info *info = &r1cs->info;
        cuzk_r1cs_writer *writer;
        const char *path = scratch_path("copy.r1cs");
        assert_int_equal(cuzk_r1cs_writer_create(&writer, path, info->curve, NULL), CUZK_OK);
        for (uint64_t row = 0; row < info->constraint_count; row++) {
            const cuzk_r1cs_term *const lists[3] = {terms[0], terms[1], terms[2]};
            const uint32_t counts[3] = {copy_row(terms[0], &r1cs->a.view, row),
                                        copy_row(terms[1], &r1cs->b.view, row),
                                        copy_row(terms[2], &r1cs->c.view, row)};
            assert_int_equal(cuzk_r1cs_writer_add(writer, lists, counts, NULL), CUZK_OK);
        }
        cuzk_r1cs_counts counts = {info->wire_count, info->public_output_count, info->public_input_count,
                                   info->private_input_count};
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(cuzk_r1cs_writer_commit(writer, &counts, NULL), CUZK_OK);
        cuzk_r1cs_writer_destroy(writer);

        forge written, original;
        forge_load(&written, path);
        forge_load(&original, vector_path(circuits[i].circuit, "circuit.r1cs"));
        assert_int_equal(forge_find(&written, 2)->size_bytes, forge_find(&original, 2)->size_bytes);
        assert_memory_equal(forge_find(&written, 2)->bytes, forge_find(&original, 2)->bytes,
                            forge_find(&original, 2)->size_bytes);
        /* Labels are numbered anew, so the header differs in their count alone. */
        assert_memory_equal(forge_find(&written, 1)->bytes, forge_find(&original, 1)->bytes, 52);
        assert_memory_equal(forge_find(&written, 1)->bytes + 60, forge_find(&original, 1)->bytes + 60, 4);
        assert_int_equal(forge_find(&written, 3)->size_bytes, 8 * info->wire_count);
        expect_read(read_r1cs, path);
        forge_clear(&written);
        forge_clear(&original);
        unlink(path);
        cuzk_r1cs_unref(r1cs);
    }
}

static void test_writer_refuses(void **state)
{
    (void)state;
    static const cuzk_r1cs_term term = {7, {{1}}};
    const cuzk_r1cs_term *const lists[3] = {&term, &term, &term};
    static const uint32_t one_each[3] = {1, 1, 1};
    static const cuzk_r1cs_counts wrong[] = {
        {0, 0, 0, 0}, {7, 0, 0, 0}, {UINT64_C(1) << 32, 0, 0, 0}, {8, 8, 0, 0},
        {8, 4, 4, 0}, {8, 3, 3, 2}, {8, UINT64_MAX, 1, 0},        {8, 1, UINT64_MAX, 0}};
    cuzk_r1cs_writer *writer = NULL;
    cuzk_error err;
    const char *path = scratch_path("refused.r1cs");
    assert_int_equal(cuzk_r1cs_writer_create(&writer, path, 9, &err), CUZK_E_CURVE);
    assert_int_equal(cuzk_r1cs_writer_create(&writer, scratch_path("no/folder"), CUZK_CURVE_BN254, &err),
                     CUZK_E_NOT_FOUND);
    assert_null(writer);
    assert_int_equal(cuzk_r1cs_writer_create(&writer, path, CUZK_CURVE_BN254, &err), CUZK_OK);
    assert_int_equal(cuzk_r1cs_writer_add(writer, lists, one_each, &err), CUZK_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(cuzk_r1cs_writer_commit(writer, &wrong[i], &err), CUZK_E_ARGUMENT);
    cuzk_r1cs_writer_destroy(writer);
    assert_int_equal(access(path, F_OK), -1);
    cuzk_r1cs_writer_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_header_counts),  cmocka_unit_test(test_custom_gates),
        cmocka_unit_test(test_cancelled),      cmocka_unit_test(test_writer_round_trip),
        cmocka_unit_test(test_writer_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, scratch_remove);
}
