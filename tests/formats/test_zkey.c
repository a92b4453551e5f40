/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curve/curve.h"
#include "forge.h"
#include "groth16/model.h"
#include "outside_points.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static const struct circuit {
    const char *name;
    uint64_t constraints, wires, publics;
    uint32_t domain_log2;
} circuits[] = {
    {"mult_bn254", 1, 5, 2, 2},
    {"mult_bls12381", 1, 5, 2, 2},
    {"poseidon3_bn254", 720, 723, 2, 10},
    {"poseidon2_bls12381", 480, 483, 2, 9},
    {"merkle_mimc4_bn254", 2920, 2926, 1, 12},
    {"babypbk_bn254", 776, 777, 2, 10},
    {"sharounds4_bn254", 1816, 1801, 16, 11},
};

#define FOR_EACH_CIRCUIT(c) for (const struct circuit *c = circuits; c < circuits + 7; c++)

static cuzk_proving_key *read_key(const char *path)
{
    cuzk_proving_key *key;
    cuzk_error err;
    if (cuzk_proving_key_read(&key, path, 0, NULL, &err) != CUZK_OK)
        fail_msg("%s", err.message);
    return key;
}

static void check_query(const cuzk_query *query, const cuzk_curve_ops *curve, uint64_t full_count)
{
    const cuzk_group_ops *group = cuzk_curve_group(curve, query->group);
    const uint32_t *wires = cuzk_query_wires(query);
    assert_int_equal(query->full_count, full_count);
    assert_int_equal(wires == NULL, query->count == full_count);
    assert_int_equal(query->points.size_bytes, query->count * group->affine_bytes);
    for (uint64_t i = 0; i < query->count; i++) {
        assert_false(group->affine_is_identity((const char *)query->points.bytes + i * group->affine_bytes));
        if (wires != NULL)
            assert_true(wires[i] < full_count && (i == 0 || wires[i - 1] < wires[i]));
    }
}

static void test_vectors(void **state)
{
    (void)state;
    FOR_EACH_CIRCUIT(circuit)
    {
        cuzk_proving_key_info info;
        cuzk_proving_key *key = read_key(vector_path(circuit->name, "circuit.zkey"));
        const cuzk_curve_ops *curve = cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO);
        cuzk_proving_key_describe(key, &info);
        assert_int_equal(info.curve, strstr(circuit->name, "bls") ? CUZK_CURVE_BLS12_381 : CUZK_CURVE_BN254);
        assert_int_equal(info.wire_count, circuit->wires);
        assert_int_equal(info.public_count, circuit->publics);
        assert_int_equal(info.domain_log2, circuit->domain_log2);
        assert_int_equal(info.contribution_count, 1);
        assert_false(info.insecure);
        check_query(&key->a_query, curve, circuit->wires);
        check_query(&key->b_g1_query, curve, circuit->wires);
        check_query(&key->b_g2_query, curve, circuit->wires);
        check_query(&key->l_query, curve, circuit->wires - circuit->publics - 1);
        check_query(&key->h_query, curve, (uint64_t)1 << circuit->domain_log2);
        /* A wire that is in no B has the identity in both groups. */
        assert_int_equal(info.b_g1_count, info.b_g2_count);
        assert_memory_equal(key->b_g1_query.wire.bytes, key->b_g2_query.wire.bytes,
                            key->b_g1_query.wire.size_bytes);
        assert_true(info.memory_bytes > info.h_count * curve->g1.affine_bytes);
        cuzk_proving_key_unref(key);
    }
}

/* dense[wire] = the sum of the row's coefficients of that wire. */
static void sum_row(cuzk_fr *dense, const cuzk_matrix_view *view, uint64_t row)
{
    const cuzk_curve_ops *curve = cuzk_curve_ops_get(view->curve, CUZK_ISA_AUTO);
    memset(dense, 0, view->column_count * sizeof *dense);
    for (uint64_t k = view->row_start[row]; k < view->row_start[row + 1]; k++) {
        cuzk_fr *sum = &dense[view->column[k]];
        curve->fr_add(sum, sum, &view->coefficients[view->coefficient_index[k]]);
    }
}

/* A and B of the key are A and B of the constraint system, and the rows of the public wires follow. */
static void test_matrices_are_those_of_the_r1cs(void **state)
{
    (void)state;
    FOR_EACH_CIRCUIT(circuit)
    {
        cuzk_r1cs *r1cs;
        cuzk_proving_key *key = read_key(vector_path(circuit->name, "circuit.zkey"));
        assert_int_equal(cuzk_r1cs_read(&r1cs, vector_path(circuit->name, "circuit.r1cs"), NULL, NULL), CUZK_OK);
        const cuzk_matrix_view *of_key[2] = {&key->a.view, &key->b.view};
        const cuzk_matrix_view *of_r1cs[2] = {&r1cs->a.view, &r1cs->b.view};
        cuzk_fr *left = calloc(circuit->wires, sizeof *left), *right = calloc(circuit->wires, sizeof *right);
        for (int m = 0; m < 2; m++) {
            for (uint64_t row = 0; row < circuit->constraints; row++) {
                sum_row(left, of_key[m], row);
                sum_row(right, of_r1cs[m], row);
                assert_memory_equal(left, right, circuit->wires * sizeof *left);
            }
            for (uint64_t row = circuit->constraints; row < of_key[m]->row_count; row++) {
                sum_row(left, of_key[m], row);
                memset(right, 0, circuit->wires * sizeof *right);
                if (m == 0 && row - circuit->constraints <= circuit->publics)
                    right[row - circuit->constraints] = *cuzk_curve_ops_get(key->curve, CUZK_ISA_AUTO)->fr_one;
                assert_memory_equal(left, right, circuit->wires * sizeof *left);
            }
        }
        free(left);
        free(right);
        cuzk_r1cs_unref(r1cs);
        cuzk_proving_key_unref(key);
    }
}

static void assert_same_verifying_key(const cuzk_verifying_key *a, const cuzk_verifying_key *b)
{
    assert_int_equal(a->curve, b->curve);
    assert_int_equal(a->public_count, b->public_count);
    assert_memory_equal(&a->alpha_g1, &b->alpha_g1, sizeof a->alpha_g1);
    assert_memory_equal(&a->beta_g2, &b->beta_g2, sizeof a->beta_g2);
    assert_memory_equal(&a->gamma_g2, &b->gamma_g2, sizeof a->gamma_g2);
    assert_memory_equal(&a->delta_g2, &b->delta_g2, sizeof a->delta_g2);
    assert_memory_equal(a->ic.bytes, b->ic.bytes, a->ic.size_bytes);
}

static void test_verifying_key_is_that_of_the_json(void **state)
{
    (void)state;
    FOR_EACH_CIRCUIT(circuit)
    {
        cuzk_verifying_key *from_zkey, *from_json, *inside;
        cuzk_proving_key *key = read_key(vector_path(circuit->name, "circuit.zkey"));
        assert_int_equal(cuzk_verifying_key_read_zkey(&from_zkey, vector_path(circuit->name, "circuit.zkey"), NULL),
                         CUZK_OK);
        assert_int_equal(
            cuzk_verifying_key_read_json(&from_json, vector_path(circuit->name, "verification_key.json"), NULL),
            CUZK_OK);
        inside = cuzk_proving_key_verifying_key(key);
        cuzk_proving_key_unref(key);
        assert_same_verifying_key(from_zkey, from_json);
        assert_same_verifying_key(from_zkey, inside);
        assert_int_equal(cuzk_verifying_key_public_count(inside), circuit->publics);
        cuzk_verifying_key_unref(inside);
        cuzk_verifying_key_unref(from_json);
        cuzk_verifying_key_unref(from_zkey);
    }
}

static void test_protocols(void **state)
{
    (void)state;
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.zkey"));
    forge_section *protocol = forge_find(&file, 1);
    forge_put_u32(protocol, 0, 2);
    expect_forge_refused(read_zkey, &file, CUZK_E_KIND, "this key's protocol is plonk; groth16 is needed", NULL);
    expect_forge_refused(read_wtns, &file, CUZK_E_KIND, "this is a PLONK proving key (.zkey)",
                         "a witness (.wtns) is needed");
    forge_put_u32(protocol, 0, 10);
    expect_forge_refused(read_zkey, &file, CUZK_E_KIND, "this key's protocol is fflonk; groth16 is needed", NULL);
    forge_put_u32(protocol, 0, 0x80000001u);
    expect_forge_refused(read_zkey, &file, CUZK_E_KIND, "number 2147483649", NULL);
    forge_resize(protocol, 5);
    expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, "section 1 (protocol) has 5 bytes; 4 expected", NULL);
    forge_clear(&file);
}

/* mult_bn254's header: q at 0, r at 36, then nVars at 72, nPublic at 76, domain at 80, points from 84. */
static void test_header_counts(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint32_t value;
        cuzk_status status;
        const char *text;
    } rows[] = {
        {72, 0, CUZK_E_FORMAT, "2 public inputs do not fit in 0 wires"},
        {72, 2, CUZK_E_FORMAT, "2 public inputs do not fit in 2 wires"},
        {72, 4, CUZK_E_FORMAT, "has 320 bytes; 256 expected, for 4 items of 64"},
        {72, 6, CUZK_E_FORMAT, "has 320 bytes; 384 expected, for 6 items of 64"},
        {72, 0x80000000u, CUZK_E_FORMAT, "137438953472 expected"},
        {72, 0xffffffffu, CUZK_E_FORMAT, "274877906880 expected"},
        {76, 1, CUZK_E_FORMAT, "section 8 (L query) has 128 bytes; 192 expected"},
        {76, 3, CUZK_E_FORMAT, "section 8 (L query) has 128 bytes; 64 expected"},
        {76, 4, CUZK_E_FORMAT, "4 public inputs need more than the 4 rows"},
        {76, 5, CUZK_E_FORMAT, "5 public inputs do not fit in 5 wires"},
        {76, 0xffffffffu, CUZK_E_FORMAT, "4294967295 public inputs do not fit"},
        {80, 0, CUZK_E_FORMAT, "size 0 is not a power of two"},
        {80, 1, CUZK_E_FORMAT, "size 1 is not a power of two above 1"},
        {80, 2, CUZK_E_FORMAT, "2 public inputs need more than the 2 rows"},
        {80, 3, CUZK_E_FORMAT, "size 3 is not"},
        {80, 8, CUZK_E_FORMAT, "section 9 (H query) has 256 bytes; 512 expected"},
        {80, 1u << 28, CUZK_E_FORMAT, "section 9 (H query) has 256 bytes; 17179869184 expected"},
        {80, 1u << 29, CUZK_E_TOO_LARGE, "at most 2^28"},
        {80, 0x80000000u, CUZK_E_TOO_LARGE, "2147483648 points"},
        {80, 0xffffffffu, CUZK_E_FORMAT, "size 4294967295 is not"},
    };
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.zkey"));
    forge_section *header = forge_find(&file, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned char saved[4];
        memcpy(saved, header->bytes + rows[i].offset, 4);
        forge_put_u32(header, rows[i].offset, rows[i].value);
        expect_forge_refused(read_zkey, &file, rows[i].status, rows[i].text, NULL);
        memcpy(header->bytes + rows[i].offset, saved, 4);
    }
    forge_resize(header, 661);
    expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, "section 2 (header) has 661 bytes; 660 expected", NULL);
    forge_clear(&file);
}

/* The base field of one curve with the scalar field of the other. */
static void test_mixed_curves(void **state)
{
    (void)state;
    forge file, other;
    forge_load(&file, vector_path("mult_bn254", "circuit.zkey"));
    forge_load(&other, vector_path("mult_bls12381", "witness.wtns"));
    memcpy(forge_find(&file, 2)->bytes + 36, forge_find(&other, 1)->bytes, 36);
    expect_forge_refused(read_zkey, &file, CUZK_E_CURVE,
                         "the base field is BN254's and the scalar field BLS12-381's", NULL);
    forge_clear(&file);
    forge_clear(&other);
}

static void test_header_points(void **state)
{
    (void)state;
    static const char *const names[] = {"alpha1", "beta1", "beta2", "gamma2", "delta1", "delta2"};
    static const size_t g2[] = {0, 0, 1, 1, 0, 1};
    for (int curve = 0; curve < 2; curve++) {
        forge file;
        size_t offset = curve ? 100 : 84, g1_bytes = curve ? 96 : 64;
        forge_load(&file, vector_path(curve ? "mult_bls12381" : "mult_bn254", "circuit.zkey"));
        unsigned char *bytes = forge_find(&file, 2)->bytes;
        for (size_t i = 0; i < 6; i++) {
            size_t size_bytes = g1_bytes << g2[i];
            unsigned char saved[192];
            memcpy(saved, bytes + offset, size_bytes);
            bytes[offset] ^= 1;
            expect_forge_refused(read_zkey, &file, CUZK_E_POINT, names[i], "is not on the curve");
            expect_forge_refused(read_zkey_verifying_key, &file, CUZK_E_POINT, names[i], "is not on the curve");
            memset(bytes + offset, 0, size_bytes);
            expect_forge_refused(read_zkey, &file, CUZK_E_POINT, names[i], "is the identity");
            memset(bytes + offset, 0xff, size_bytes);
            expect_forge_refused(read_zkey, &file, CUZK_E_NOT_CANONICAL, names[i],
                                 "not below the base field's prime");
            memcpy(bytes + offset, saved, size_bytes);
            /* The prime itself as x. */
            memcpy(bytes + offset, bytes + 4, curve ? 48 : 32);
            expect_forge_refused(read_zkey, &file, CUZK_E_NOT_CANONICAL, names[i], NULL);
            memcpy(bytes + offset, saved, size_bytes);
            offset += size_bytes;
        }
        expect_read(read_zkey, forge_save(&file, "unchanged"));
        forge_clear(&file);
    }
}

static void test_header_point_outside_the_subgroup(void **state)
{
    (void)state;
    for (int id = CUZK_CURVE_BN254; id <= CUZK_CURVE_BLS12_381; id++) {
        forge file;
        const cuzk_curve_ops *curve = cuzk_curve_ops_get((cuzk_curve_id)id, CUZK_ISA_AUTO);
        const uint64_t *canonical = id == CUZK_CURVE_BN254 ? outside_g2_bn254 : outside_g2_bls12_381;
        uint64_t point[4 * CUZK_FP_LIMBS_MAX];
        forge_load(&file, vector_path(id == CUZK_CURVE_BN254 ? "mult_bn254" : "mult_bls12381", "circuit.zkey"));
        for (size_t i = 0; i < 4; i++)
            curve->fp_to_montgomery(point + i * curve->fp_limbs, canonical + i * curve->fp_limbs);
        assert_true(curve->g2.affine_is_on_curve(point));
        size_t offset = 4 + curve->fp_bytes + 4 + 32 + 12 + 2 * curve->g1.affine_bytes;
        memcpy(forge_find(&file, 2)->bytes + offset, point, curve->g2.affine_bytes);
        expect_forge_refused(read_zkey, &file, CUZK_E_POINT, "beta2 is not in the subgroup", curve->name);
        forge_clear(&file);
    }
}

/* Every point of every query, off the curve and not below the prime, is named by section, index and byte. */
static void test_query_points(void **state)
{
    (void)state;
    static const uint32_t ids[] = {3, 5, 6, 7, 8, 9};
    for (int curve = 0; curve < 2; curve++) {
        forge file;
        forge_load(&file, vector_path(curve ? "mult_bls12381" : "mult_bn254", "circuit.zkey"));
        for (size_t s = 0; s < sizeof ids / sizeof ids[0]; s++) {
            forge_section *section = forge_find(&file, ids[s]);
            size_t point_bytes = (curve ? 96u : 64u) << (ids[s] == 7);
            for (size_t i = 0; i < section->size_bytes / point_bytes; i++) {
                char text[64], name[32];
                unsigned char *point = section->bytes + i * point_bytes, saved[192];
                snprintf(name, sizeof name, "section %u (", ids[s]);
                snprintf(text, sizeof text, "point %zu of %zu, at its byte %zu: ", i,
                         section->size_bytes / point_bytes, i * point_bytes);
                memcpy(saved, point, point_bytes);
                point[point_bytes / 2] ^= 4;
                expect_forge_refused(read_zkey, &file, CUZK_E_POINT, text, name);
                memset(point + point_bytes / 2, 0xff, point_bytes / 2);
                expect_forge_refused(read_zkey, &file, CUZK_E_NOT_CANONICAL, text, name);
                memcpy(point, saved, point_bytes);
            }
        }
        forge_clear(&file);
    }
}

/* With several threads the first of several bad points is the one named. */
static void test_first_bad_point_is_named(void **state)
{
    (void)state;
    forge file;
    test_random random;
    test_random_init(&random, "test_first_bad_point_is_named");
    forge_load(&file, vector_path("merkle_mimc4_bn254", "circuit.zkey"));
    forge_section *section = forge_find(&file, 9);
    uint64_t first = 4096;
    bool is_bad[4096] = {false};
    for (int i = 0; i < 30; i++) {
        uint64_t index = test_random_below(&random, 4096);
        if (!is_bad[index])
            section->bytes[index * 64] ^= 0x10;
        is_bad[index] = true;
        first = index < first ? index : first;
        char text[64];
        cuzk_error err;
        cuzk_proving_key *key;
        snprintf(text, sizeof text, "section 9 (H query), point %d of 4096", (int)first);
        assert_int_equal(cuzk_proving_key_read(&key, forge_save(&file, "bad"), 3, NULL, &err), CUZK_E_POINT);
        if (strstr(err.message, text) == NULL)
            fail_msg("%s is not in %s", text, err.message);
    }
    forge_clear(&file);
}

static void test_coefficients(void **state)
{
    (void)state;
    static const struct {
        size_t offset; /* within an entry */
        uint32_t value;
        const char *text;
    } rows[] = {
        {0, 2, "entry 1: there is no matrix 2 of 2"}, {0, 0xffffffffu, "entry 1: there is no matrix 4294967295"},
        {4, 4, "entry 1: there is no row 4 of 4"},    {4, 0x80000000u, "entry 1: there is no row 2147483648"},
        {8, 5, "entry 1: there is no wire 5 of 5"},   {8, 0xffffffffu, "entry 1: there is no wire 4294967295"},
    };
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.zkey"));
    forge_section *section = forge_find(&file, 4);
    size_t entry = 4 + 44;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned char saved[4];
        memcpy(saved, section->bytes + entry + rows[i].offset, 4);
        forge_put_u32(section, entry + rows[i].offset, rows[i].value);
        expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, rows[i].text, "section 4 (coefficients)");
        memcpy(section->bytes + entry + rows[i].offset, saved, 4);
    }
    memcpy(section->bytes + entry + 12, forge_find(&file, 2)->bytes + 40, 32);
    expect_forge_refused(read_zkey, &file, CUZK_E_NOT_CANONICAL, "entry 1: the value is not below the modulus",
                         NULL);

    uint32_t right = (uint32_t)((section->size_bytes - 4) / 44);
    const uint32_t counts[] = {0, right - 1, right + 1, 0x80000000u, 0xffffffffu};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char text[32];
        snprintf(text, sizeof text, "for %u items of 44", counts[i]);
        forge_put_u32(section, 0, counts[i]);
        expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, "section 4 (coefficients) has", text);
    }
    forge_resize(section, 3);
    expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, "section 4 (coefficients) ends after 3 bytes", NULL);
    forge_clear(&file);
}

/* Entries in any order give the same matrices, but for the order within a row. */
static void test_coefficients_in_any_order(void **state)
{
    (void)state;
    test_random random;
    forge file;
    const struct circuit *circuit = &circuits[6];
    test_random_init(&random, "test_coefficients_in_any_order");
    forge_load(&file, vector_path(circuit->name, "circuit.zkey"));
    unsigned char *entries = forge_find(&file, 4)->bytes + 4, swap[44];
    for (size_t i = (forge_find(&file, 4)->size_bytes - 4) / 44; i > 1; i--) {
        size_t other = test_random_below(&random, i);
        memcpy(swap, entries + 44 * other, 44);
        memcpy(entries + 44 * other, entries + 44 * (i - 1), 44);
        memcpy(entries + 44 * (i - 1), swap, 44);
    }
    cuzk_proving_key *key = read_key(vector_path(circuit->name, "circuit.zkey"));
    cuzk_proving_key *shuffled = read_key(forge_save(&file, "shuffled"));
    cuzk_fr *left = calloc(circuit->wires, sizeof *left), *right = calloc(circuit->wires, sizeof *right);
    for (uint64_t row = 0; row < key->a.view.row_count; row++) {
        sum_row(left, &key->a.view, row);
        sum_row(right, &shuffled->a.view, row);
        assert_memory_equal(left, right, circuit->wires * sizeof *left);
        sum_row(left, &key->b.view, row);
        sum_row(right, &shuffled->b.view, row);
        assert_memory_equal(left, right, circuit->wires * sizeof *left);
    }
    free(left);
    free(right);
    cuzk_proving_key_unref(key);
    cuzk_proving_key_unref(shuffled);
    forge_clear(&file);
}

static void assert_same_file(const char *path, const char *expected_path, const uint32_t *ids, size_t id_count)
{
    forge file, expected;
    forge_load(&file, path);
    forge_load(&expected, expected_path);
    for (size_t i = 0; i < id_count; i++) {
        forge_section *section = forge_find(&file, ids[i]), *wanted = forge_find(&expected, ids[i]);
        assert_int_equal(section->size_bytes, wanted->size_bytes);
        assert_memory_equal(section->bytes, wanted->bytes, wanted->size_bytes);
    }
    forge_clear(&file);
    forge_clear(&expected);
}

/* Read and written again, a key is the same, section by section, but for the transcript. */
static void test_writer_round_trip(void **state)
{
    (void)state;
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    FOR_EACH_CIRCUIT(circuit)
    {
        const char *path = scratch_path("copy.zkey");
        cuzk_proving_key *key = read_key(vector_path(circuit->name, "circuit.zkey"));
        assert_int_equal(cuzk_proving_key_write(key, path, NULL, NULL), CUZK_OK);
        assert_same_file(path, vector_path(circuit->name, "circuit.zkey"), ids, sizeof ids / sizeof ids[0]);
        cuzk_proving_key_unref(key);
        key = read_key(path);
        assert_int_equal(key->contribution_count, 0);
        assert_false(key->insecure);
        cuzk_proving_key_unref(key);
    }
}

static void test_insecure_mark(void **state)
{
    (void)state;
    cuzk_proving_key_info info;
    const char *path = scratch_path("insecure.zkey");
    cuzk_proving_key *key = read_key(vector_path("mult_bls12381", "circuit.zkey"));
    key->insecure = true;
    assert_int_equal(cuzk_proving_key_write(key, path, NULL, NULL), CUZK_OK);
    cuzk_proving_key_unref(key);
    key = read_key(path);
    cuzk_proving_key_describe(key, &info);
    assert_true(info.insecure);
    cuzk_proving_key_unref(key);
}

static void test_writer_refuses(void **state)
{
    (void)state;
    cuzk_error err;
    cuzk_proving_key *key = read_key(vector_path("mult_bn254", "circuit.zkey"));
    assert_int_equal(cuzk_proving_key_write(key, scratch_path("no/folder"), NULL, &err), CUZK_E_NOT_FOUND);
    key->h_basis = CUZK_H_MONOMIAL;
    assert_int_equal(cuzk_proving_key_write(key, scratch_path("bellman"), NULL, &err), CUZK_E_UNSUPPORTED);
    assert_int_equal(access(scratch_path("bellman"), F_OK), -1);
    cuzk_proving_key_unref(key);
}

/* At the borders of sections of the larger keys, and one byte before. */
static void test_cut_at_borders(void **state)
{
    (void)state;
    FOR_EACH_CIRCUIT(circuit)
    {
        forge file;
        forge_load(&file, vector_path(circuit->name, "circuit.zkey"));
        size_t length = 12;
        const char *path = forge_save(&file, "cut");
        for (size_t i = 0; i < file.count; i++)
            length += 12 + file.sections[i].size_bytes;
        for (size_t i = file.count; i-- > 0;) {
            char text[64];
            snprintf(text, sizeof text, "%zu bytes expected, %zu there", file.sections[i].size_bytes,
                     file.sections[i].size_bytes - 1);
            assert_int_equal(truncate(path, (off_t)length - 1), 0);
            expect_refused(read_zkey, path, CUZK_E_FORMAT, "is cut: ", text);
            length -= 12 + file.sections[i].size_bytes;
            assert_int_equal(truncate(path, (off_t)length), 0);
            expect_refused(read_zkey, path, CUZK_E_FORMAT, "12 bytes expected, 0 there", NULL);
        }
        forge_clear(&file);
    }
}

static void test_contributions(void **state)
{
    (void)state;
    forge file;
    forge_load(&file, vector_path("mult_bn254", "circuit.zkey"));
    forge_resize(forge_find(&file, 10), 67);
    expect_forge_refused(read_zkey, &file, CUZK_E_FORMAT, "section 10 (contributions) ends after 67 bytes", NULL);
    forge_clear(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_matrices_are_those_of_the_r1cs),
        cmocka_unit_test(test_verifying_key_is_that_of_the_json),
        cmocka_unit_test(test_protocols),
        cmocka_unit_test(test_header_counts),
        cmocka_unit_test(test_mixed_curves),
        cmocka_unit_test(test_header_points),
        cmocka_unit_test(test_header_point_outside_the_subgroup),
        cmocka_unit_test(test_query_points),
        cmocka_unit_test(test_first_bad_point_is_named),
        cmocka_unit_test(test_coefficients),
        cmocka_unit_test(test_coefficients_in_any_order),
        cmocka_unit_test(test_writer_round_trip),
        cmocka_unit_test(test_insecure_mark),
        cmocka_unit_test(test_writer_refuses),
        cmocka_unit_test(test_cut_at_borders),
        cmocka_unit_test(test_contributions),
    };
    return cmocka_run_group_tests(tests, NULL, scratch_remove);
}
