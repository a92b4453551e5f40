/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve/curve.h"
#include "forge.h"
#include "groth16/model.h"
#include "outside_points.h"
#include "support/cmocka_all.h"

static const struct circuit {
    const char *name;
    cuzk_curve_id curve;
    uint64_t publics;
} circuits[] = {
    {"mult_bn254", CUZK_CURVE_BN254, 2},         {"mult_bls12381", CUZK_CURVE_BLS12_381, 2},
    {"poseidon3_bn254", CUZK_CURVE_BN254, 2},    {"poseidon2_bls12381", CUZK_CURVE_BLS12_381, 2},
    {"merkle_mimc4_bn254", CUZK_CURVE_BN254, 1}, {"babypbk_bn254", CUZK_CURVE_BN254, 2},
    {"sharounds4_bn254", CUZK_CURVE_BN254, 16},
};

#define FOR_EACH_CIRCUIT(c) for (const struct circuit *c = circuits; c < circuits + 7; c++)

static cuzk_status read_proof_bn254(const char *path, cuzk_error *err)
{
    cuzk_proof proof;
    return cuzk_proof_read_json(&proof, path, CUZK_CURVE_BN254, err);
}

static cuzk_status read_proof_bls12_381(const char *path, cuzk_error *err)
{
    cuzk_proof proof;
    return cuzk_proof_read_json(&proof, path, CUZK_CURVE_BLS12_381, err);
}

static cuzk_status read_public_bn254(const char *path, cuzk_error *err)
{
    cuzk_fr *values = NULL;
    uint64_t count;
    cuzk_status status = cuzk_public_read_json(&values, &count, path, CUZK_CURVE_BN254, err);
    assert_int_equal(status == CUZK_OK, values != NULL);
    free(values);
    return status;
}

static cuzk_status read_vkey(const char *path, cuzk_error *err)
{
    cuzk_verifying_key *key = NULL;
    cuzk_status status = cuzk_verifying_key_read_json(&key, path, err);
    assert_int_equal(status == CUZK_OK, key != NULL);
    cuzk_verifying_key_unref(key);
    return status;
}

static void assert_text_is_file(char *text, const char *path)
{
    size_t size_bytes;
    char *expected = (char *)read_bytes(&size_bytes, path);
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

/* Read and written again, byte for byte, the pairing in the key included. */
static void test_round_trips(void **state)
{
    (void)state;
    static const char *const proofs[] = {"proof.json", "proof_r0_s0.json", "proof_r7_s11.json"};
    FOR_EACH_CIRCUIT(circuit)
    {
        char *text;
        for (size_t i = 0; i < 3; i++) {
            cuzk_proof proof;
            const char *path = vector_path(circuit->name, proofs[i]);
            assert_int_equal(cuzk_proof_read_json(&proof, path, circuit->curve, NULL), CUZK_OK);
            assert_int_equal(cuzk_proof_format_json(&text, &proof, NULL), CUZK_OK);
            assert_text_is_file(text, path);
        }
        cuzk_fr *values;
        uint64_t count;
        const char *path = vector_path(circuit->name, "public.json");
        assert_int_equal(cuzk_public_read_json(&values, &count, path, circuit->curve, NULL), CUZK_OK);
        assert_int_equal(count, circuit->publics);
        assert_int_equal(cuzk_public_format_json(&text, circuit->curve, values, count, NULL), CUZK_OK);
        assert_text_is_file(text, path);
        free(values);

        cuzk_verifying_key *key;
        path = vector_path(circuit->name, "verification_key.json");
        assert_int_equal(cuzk_verifying_key_read_json(&key, path, NULL), CUZK_OK);
        assert_int_equal(cuzk_verifying_key_public_count(key), circuit->publics);
        assert_int_equal(cuzk_verifying_key_curve(key), circuit->curve);
        assert_int_equal(cuzk_verifying_key_format_json(&text, key, NULL), CUZK_OK);
        assert_text_is_file(text, path);
        cuzk_verifying_key_unref(key);
    }
}

static void test_calldata(void **state)
{
    (void)state;
    static const char *const names[] = {"mult_bn254", "poseidon3_bn254", "sharounds4_bn254"};
    for (size_t i = 0; i < 3; i++) {
        cuzk_proof proof;
        cuzk_fr *values;
        uint64_t count;
        char *text, path[1024];
        size_t size_bytes;
        assert_int_equal(cuzk_proof_read_json(&proof, vector_path(names[i], "proof.json"), CUZK_CURVE_BN254, NULL),
                         CUZK_OK);
        assert_int_equal(
            cuzk_public_read_json(&values, &count, vector_path(names[i], "public.json"), CUZK_CURVE_BN254, NULL),
            CUZK_OK);
        assert_int_equal(cuzk_calldata_format(&text, &proof, values, count, NULL), CUZK_OK);
        snprintf(path, sizeof path, "%s/calldata/%s.txt", CUZK_TEST_VECTORS, names[i]);
        char *expected = (char *)read_bytes(&size_bytes, path);
        expected[size_bytes - 1] = '\0'; /* the final newline */
        assert_string_equal(text, expected);
        free(expected);
        free(text);
        free(values);
        proof.curve = CUZK_CURVE_BLS12_381;
        cuzk_error err;
        assert_int_equal(cuzk_calldata_format(&text, &proof, NULL, 0, &err), CUZK_E_UNSUPPORTED);
        assert_non_null(strstr(err.message, "BLS12-381"));
    }
}

static void test_identity_points(void **state)
{
    (void)state;
    for (int id = CUZK_CURVE_BN254; id <= CUZK_CURVE_BLS12_381; id++) {
        cuzk_proof proof = {.curve = (cuzk_curve_id)id}, back;
        char *text;
        assert_int_equal(cuzk_proof_format_json(&text, &proof, NULL), CUZK_OK);
        const char *path = write_bytes("identity.json", text, strlen(text));
        assert_non_null(strstr(text, "\"pi_a\": [\n  \"0\",\n  \"1\",\n  \"0\"\n ]"));
        free(text);
        assert_int_equal(cuzk_proof_read_json(&back, path, (cuzk_curve_id)id, NULL), CUZK_OK);
        assert_memory_equal(&back, &proof, sizeof proof);
    }
}

static void expect_public(const char *text, cuzk_status status, const char *message)
{
    const char *path = write_bytes("public.json", text, strlen(text));
    if (status == CUZK_OK)
        expect_read(read_public_bn254, path);
    else
        expect_refused(read_public_bn254, path, status, message, "public.json");
}

#define BN254_R      "21888242871839275222246405745257275088548364400416034343698204186575808495617"
#define BN254_R_LESS "21888242871839275222246405745257275088548364400416034343698204186575808495616"
#define BN254_R_HEX  "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        cuzk_status status;
        const char *message;
    } rows[] = {
        {"[]", CUZK_OK, NULL},
        {" [ \"0\" ,\n \"1\" ] \n", CUZK_OK, NULL},
        {"[\"" BN254_R_LESS "\"]", CUZK_OK, NULL},
        {"[\"" BN254_R "\"]", CUZK_E_NOT_CANONICAL, "public input 0 is not below its modulus"},
        {"[\"0x" BN254_R_HEX "\"]", CUZK_E_NOT_CANONICAL, "public input 0"},
        {"[\"1\", \"1" BN254_R "\"]", CUZK_E_NOT_CANONICAL,
         "public input 1 is not below its modulus: a number of 78"},
        {"[\"0x0\", \"0xfF\", \"0x00000000000000000000000000000000000000000000000000000000000000ff\"]", CUZK_OK,
         NULL},
        {"[\"0x000000000000000000000000000000000000000000000000000000000000000ff\"]", CUZK_E_FORMAT, "at most 64"},
        {"[9007199254740991, 0]", CUZK_OK, NULL},
        {"[9007199254740992]", CUZK_E_FORMAT, "bare number 9007199254740992"},
        {"[-1]", CUZK_E_FORMAT, "bare number -1"},
        {"[99999999999999999999]", CUZK_E_FORMAT, "line 1"},
        {"[1.0]", CUZK_E_KIND, "some other JSON file"},
        {"[\"\"]", CUZK_E_FORMAT, "public input 0 is not a number: \"\""},
        {"[\"00\"]", CUZK_E_FORMAT, "\"00\""},
        {"[\"07\"]", CUZK_E_FORMAT, "\"07\""},
        {"[\"+7\"]", CUZK_E_FORMAT, "\"+7\""},
        {"[\"-7\"]", CUZK_E_FORMAT, "\"-7\""},
        {"[\" 7\"]", CUZK_E_FORMAT, "\" 7\""},
        {"[\"7 \"]", CUZK_E_FORMAT, "\"7 \""},
        {"[\"7e1\"]", CUZK_E_FORMAT, "\"7e1\""},
        {"[\"0x\"]", CUZK_E_FORMAT, "\"0x\""},
        {"[\"0X1\"]", CUZK_E_FORMAT, "\"0X1\""},
        {"[\"0xg\"]", CUZK_E_FORMAT, "\"0xg\""},
        {"[\"ff\"]", CUZK_E_FORMAT, "\"ff\""},
        {"[\"1\\u0000\"]", CUZK_E_FORMAT, "line 1"},
        {"[\"\\u001b[2J\"]", CUZK_E_FORMAT, "\"?[2J\""},
        {"[true]", CUZK_E_KIND, "some other JSON file"},
        {"[[\"1\"]]", CUZK_E_KIND, "some other JSON file"},
        {"[\"1\",]", CUZK_E_FORMAT, "not JSON: line 1"},
        {"[\"1\"] x", CUZK_E_FORMAT, "not JSON: line 1"},
        {"[\"1\"\n", CUZK_E_FORMAT, "not JSON: line 2"},
        {"", CUZK_E_FORMAT, "not JSON"},
        {"\"1\"", CUZK_E_FORMAT, "not JSON"},
        {"[\"\xff\"]", CUZK_E_FORMAT, "not JSON"},
        {"{}", CUZK_E_KIND, "public inputs (JSON) is needed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_public(rows[i].text, rows[i].status, rows[i].message);
}

static void test_number_values(void **state)
{
    (void)state;
    static const char text[] = "[\"255\", \"0xff\", 255, \"0x0100000000000000000000000000000000\"]";
    static const cuzk_fr expected[] = {{{255}}, {{255}}, {{255}}, {{0, 0, 1}}};
    cuzk_fr *values;
    uint64_t count;
    const char *path = write_bytes("values.json", text, sizeof text - 1);
    assert_int_equal(cuzk_public_read_json(&values, &count, path, CUZK_CURVE_BLS12_381, NULL), CUZK_OK);
    assert_int_equal(count, 4);
    assert_memory_equal(values, expected, sizeof expected);
    free(values);
}

static void test_limits(void **state)
{
    (void)state;
    enum { LARGE = (16 << 20) + 1 };
    char *text = malloc(LARGE);
    assert_non_null(text);
    memset(text, ' ', LARGE);
    text[0] = '[';
    text[LARGE - 2] = ']';
    expect_refused(read_public_bn254, write_bytes("large", text, LARGE), CUZK_E_TOO_LARGE, "16777217 bytes",
                   "at most 16777216");
    expect_read(read_public_bn254, write_bytes("large", text, LARGE - 1));
    expect_refused(read_proof_bn254, write_bytes("large", text, (64 << 10) + 1), CUZK_E_TOO_LARGE, "65537 bytes",
                   "at most 65536");
    memset(text, '[', 100000);
    expect_refused(read_public_bn254, write_bytes("deep", text, 100000), CUZK_E_FORMAT, "too many arrays", NULL);
    memset(text, ' ', 100000);
    memset(text, '[', 5000);
    expect_refused(read_public_bn254, write_bytes("deep", text, 100000), CUZK_E_FORMAT, "not JSON", NULL);
    free(text);
}

/* The text of a vector with the first `from` in it replaced by `to`; freed by the next call. */
static const char *replace(const char *path, const char *from, const char *to)
{
    size_t size_bytes;
    char *text = (char *)read_bytes(&size_bytes, path);
    char *found = strstr(text, from);
    if (found == NULL)
        fail_msg("%s is not in %s", from, path);
    char *changed = malloc(size_bytes + strlen(to) + 1);
    assert_non_null(changed);
    size_t head = (size_t)(found - text);
    memcpy(changed, text, head);
    strcpy(changed + head, to);
    strcat(changed, found + strlen(from));
    const char *out = write_bytes("replaced.json", changed, strlen(changed));
    free(changed);
    free(text);
    return out;
}

typedef struct replacement {
    const char *from, *to;
    cuzk_status status;
    const char *message;
} replacement;

static void expect_replacements(forge_reader *reader, const char *path, const replacement *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *changed = replace(path, rows[i].from, rows[i].to);
        if (rows[i].status == CUZK_OK)
            expect_read(reader, changed);
        else
            expect_refused(reader, changed, rows[i].status, rows[i].message, "replaced.json: ");
    }
}

#define BN254_Q "21888242871839275222246405745257275088696311157297823662689037894645226208583"

static void test_proof_oddities(void **state)
{
    (void)state;
    static const replacement rows[] = {
        {",\n \"curve\": \"bn128\"", "", CUZK_OK, NULL},
        {"\"bn128\"", "\"BN-254\"", CUZK_OK, NULL},
        {"\"bn128\"", "\"alt_bn128\"", CUZK_OK, NULL},
        {"\"bn128\"", "\"bls12381\"", CUZK_E_CURVE, "for the curve BLS12-381; BN254 is needed"},
        {"\"bn128\"", "\"BN254BN254BN254BN254\"", CUZK_E_CURVE, "\"BN254BN254BN254BN254\" is not supported"},
        {"\"bn128\"", "5", CUZK_E_FORMAT, "\"curve\" is not a string"},
        {"\"protocol\": \"groth16\",", "", CUZK_OK, NULL},
        {"groth16", "plonk", CUZK_E_KIND, "this proof's protocol is plonk; groth16 is needed"},
        {"\"groth16\"", "16", CUZK_E_FORMAT, "\"protocol\" is not a string"},
        {"\"pi_c\"", "\"pi_a\"", CUZK_E_FORMAT, "not JSON"}, /* a key there twice */
        {"\"pi_c\"", "\"pi_d\"", CUZK_E_FORMAT, "pi_c is missing or not an array"},
        {"\"pi_a\"", "\"A\"", CUZK_E_KIND, "some other JSON file"},
        {"\"1\"\n ],\n \"pi_b\"", "\"2\"\n ],\n \"pi_b\"", CUZK_E_FORMAT, "pi_a is not affine"},
        {"\"1\"\n ],\n \"pi_b\"", "\"0\"\n ],\n \"pi_b\"", CUZK_E_FORMAT, "pi_a is not affine"},
        {"\n  \"1\"\n ],\n \"pi_b\"", "\"1\",\"1\"],\n \"pi_b\"", CUZK_E_FORMAT, "pi_a has 4 entries; 3 expected"},
        {"\"88755", "\"78755", CUZK_E_POINT, "pi_a is not on the curve BN254"},
        {"\"11559", "\"21559", CUZK_E_POINT, "pi_b is not on the curve BN254"},
        {"\"15804", "\"25804", CUZK_E_NOT_CANONICAL, "pi_c[0] is not below its modulus"},
        {"\"8875531983958266660948019972283179268812093883756343242515305027267559851654\"", "\"" BN254_Q "\"",
         CUZK_E_NOT_CANONICAL, "pi_a[0] is not below its modulus"},
        {"\"8875531983958266660948019972283179268812093883756343242515305027267559851654\"", "null", CUZK_E_FORMAT,
         "pi_a[0] is missing or not a number"},
        {"\"7593668191342753459336441142619228425484418207686248963697698385014998182649\"", "\"1\", \"2\"",
         CUZK_E_FORMAT, "pi_b[0] has 3 entries; 2 expected"},
        {"\"7593668191342753459336441142619228425484418207686248963697698385014998182649\"", "\"x\"", CUZK_E_FORMAT,
         "pi_b[0][1] is not a number"},
    };
    expect_replacements(read_proof_bn254, vector_path("mult_bn254", "proof.json"), rows,
                        sizeof rows / sizeof rows[0]);
    expect_refused(read_proof_bls12_381, vector_path("mult_bn254", "proof.json"), CUZK_E_CURVE,
                   "for the curve BN254; BLS12-381 is needed", NULL);
    expect_read(read_proof_bls12_381, vector_path("mult_bls12381", "proof.json"));
    cuzk_proof proof;
    assert_int_equal(cuzk_proof_read_json(&proof, vector_path("mult_bn254", "proof.json"), 9, NULL), CUZK_E_CURVE);
}

/* (0, 0) stands for the identity inside, but is not a point of either curve in a file. */
static void test_zero_point(void **state)
{
    (void)state;
    static const char text[] =
        "{\"pi_a\": [\"0\", \"0\", \"1\"], \"pi_b\": [[\"0\",\"0\"],[\"0\",\"0\"],[\"1\",\"0\"]],"
        "\"pi_c\": [\"0\", \"1\", \"0\"]}";
    const char *path = write_bytes("zero.json", text, sizeof text - 1);
    expect_refused(read_proof_bn254, path, CUZK_E_POINT, "pi_a is not on the curve BN254", NULL);
}

static void test_vkey_oddities(void **state)
{
    (void)state;
    static const replacement rows[] = {
        {"\"bn128\"", "\"bn256\"", CUZK_E_CURVE, "\"bn256\" is not supported"},
        {"\"curve\": \"bn128\",", "", CUZK_E_FORMAT, "\"curve\" is missing"},
        {"groth16", "fflonk", CUZK_E_KIND, "this key's protocol is fflonk; groth16 is needed"},
        {"\"nPublic\": 2", "\"nPublic\": 1", CUZK_E_FORMAT, "IC has 3 entries; 2 expected"},
        {"\"nPublic\": 2", "\"nPublic\": 3", CUZK_E_FORMAT, "IC has 3 entries; 4 expected"},
        {"\"nPublic\": 2", "\"nPublic\": 4294967295", CUZK_E_FORMAT, "4294967296 expected"},
        {"\"nPublic\": 2", "\"nPublic\": 4294967296", CUZK_E_FORMAT, "\"nPublic\" is missing or not a count"},
        {"\"nPublic\": 2", "\"nPublic\": -1", CUZK_E_FORMAT, "\"nPublic\" is missing or not a count"},
        {"\"nPublic\": 2", "\"nPublic\": \"2\"", CUZK_E_FORMAT, "\"nPublic\" is missing or not a count"},
        {"\"IC\"", "\"ic\"", CUZK_E_FORMAT, "IC is missing or not an array"},
        {"\"vk_alphabeta_12\"", "\"unknown\"", CUZK_OK, NULL},
        {"\"vk_gamma_2\"", "\"vk_gamma_3\"", CUZK_E_FORMAT, "vk_gamma_2 is missing or not an array"},
        {"\"vk_alpha_1\": [\n  \"8", "\"vk_alpha_1\": [\n  \"7", CUZK_E_POINT, "vk_alpha_1 is not on the curve"},
        {"\"vk_alpha_1\": [\n  \"806542416646221192291238967122820391172264346177048294584679812891373680612\",\n  "
         "\"11163070120227602434188715281349843824113990316646566995159105270858559945352\",\n  \"1\"",
         "\"vk_alpha_1\": [\"0\", \"1\", \"0\"", CUZK_E_POINT, "vk_alpha_1 is the identity"},
    };
    expect_replacements(read_vkey, vector_path("mult_bn254", "verification_key.json"), rows,
                        sizeof rows / sizeof rows[0]);
}

static void test_vkey_point_outside_the_subgroup(void **state)
{
    (void)state;
    FOR_EACH_CIRCUIT(circuit)
    {
        cuzk_verifying_key *key;
        const cuzk_curve_ops *curve = cuzk_curve_ops_get(circuit->curve, CUZK_ISA_AUTO);
        const uint64_t *outside = circuit->curve == CUZK_CURVE_BN254 ? outside_g2_bn254 : outside_g2_bls12_381;
        char *text;
        assert_int_equal(
            cuzk_verifying_key_read_json(&key, vector_path(circuit->name, "verification_key.json"), NULL), CUZK_OK);
        for (size_t i = 0; i < 4; i++)
            curve->fp_to_montgomery(key->gamma_g2.limb + i * curve->fp_limbs, outside + i * curve->fp_limbs);
        assert_int_equal(cuzk_verifying_key_format_json(&text, key, NULL), CUZK_OK);
        expect_refused(read_vkey, write_bytes("outside.json", text, strlen(text)), CUZK_E_POINT,
                       "vk_gamma_2 is not in the subgroup", NULL);
        free(text);
        cuzk_verifying_key_unref(key);
    }
}

static void test_swapped_kinds(void **state)
{
    (void)state;
    static const struct {
        forge_reader *reader;
        const char *file, *is, *needed;
    } rows[] = {
        {read_vkey, "proof.json", "this is a proof (JSON)", "a verifying key (JSON) is needed"},
        {read_vkey, "public.json", "this is public inputs (JSON)", "a verifying key (JSON) is needed"},
        {read_vkey, "circuit.zkey", "this is a Groth16 proving key (.zkey)", "a verifying key (JSON) is needed"},
        {read_proof_bn254, "verification_key.json", "this is a verifying key (JSON)", "a proof (JSON) is needed"},
        {read_proof_bn254, "witness.wtns", "this is a witness (.wtns)", "a proof (JSON) is needed"},
        {read_public_bn254, "proof.json", "this is a proof (JSON)", "public inputs (JSON) is needed"},
        {read_public_bn254, "circuit.r1cs", "this is a constraint system (.r1cs)",
         "public inputs (JSON) is needed"},
        {read_zkey, "witness.wtns", "this is a witness (.wtns)", "a Groth16 proving key (.zkey) is needed"},
        {read_zkey, "circuit.r1cs", "this is a constraint system (.r1cs)", NULL},
        {read_zkey, "verification_key.json", "this is a verifying key (JSON)", NULL},
        {read_wtns, "circuit.zkey", "this is a Groth16 proving key (.zkey)", "a witness (.wtns) is needed"},
        {read_wtns, "public.json", "this is public inputs (JSON)", NULL},
        {read_r1cs, "circuit.zkey", "this is a Groth16 proving key (.zkey)",
         "a constraint system (.r1cs) is needed"},
        {read_r1cs, "proof.json", "this is a proof (JSON)", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_refused(rows[i].reader, vector_path("mult_bn254", rows[i].file), CUZK_E_KIND, rows[i].is,
                       rows[i].needed);
    expect_refused(read_zkey, write_bytes("a.wasm", "\0asm\1\0\0\0", 8), CUZK_E_KIND, "a WebAssembly module", NULL);
    expect_refused(read_zkey, write_bytes("a.ptau", "ptau\1\0\0\0\0\0\0\0", 12), CUZK_E_KIND, "powers of tau",
                   NULL);
    expect_refused(read_zkey, write_bytes("text", "hello, world", 12), CUZK_E_FORMAT, "and this is none", NULL);
}

/* Other protocols' proofs and keys in JSON say their protocol. */
static void test_other_protocols(void **state)
{
    (void)state;
    static const char plonk[] = "{\"A\": [\"1\", \"2\", \"1\"], \"protocol\": \"plonk\", \"curve\": \"bn128\"}";
    const char *path = write_bytes("plonk.json", plonk, sizeof plonk - 1);
    expect_refused(read_proof_bn254, path, CUZK_E_KIND, "the protocol is plonk; groth16 is needed", NULL);
    expect_refused(read_vkey, path, CUZK_E_KIND, "the protocol is plonk; groth16 is needed", NULL);
}

static void expect_kind(cuzk_file_kind expected, const char *path)
{
    cuzk_file_kind kind = CUZK_FILE_UNKNOWN;
    assert_int_equal(cuzk_file_identify(&kind, path, NULL), CUZK_OK);
    assert_string_equal(cuzk_file_kind_string(kind), cuzk_file_kind_string(expected));
}

static void test_identify(void **state)
{
    (void)state;
    forge file;
    cuzk_error err;
    cuzk_file_kind kind = CUZK_FILE_PTAU;
    expect_kind(CUZK_FILE_R1CS, vector_path("mult_bn254", "circuit.r1cs"));
    expect_kind(CUZK_FILE_WTNS, vector_path("mult_bn254", "witness.wtns"));
    expect_kind(CUZK_FILE_ZKEY_GROTH16, vector_path("mult_bn254", "circuit.zkey"));
    expect_kind(CUZK_FILE_JSON_PROOF, vector_path("mult_bn254", "proof.json"));
    expect_kind(CUZK_FILE_JSON_PUBLIC, vector_path("mult_bn254", "public.json"));
    expect_kind(CUZK_FILE_JSON_VERIFYING_KEY, vector_path("mult_bn254", "verification_key.json"));
    expect_kind(CUZK_FILE_JSON_OTHER, vector_path("mult_bn254", "input.json"));
    expect_kind(CUZK_FILE_UNKNOWN, vector_path("mult_bn254", "circuit.circom"));
    expect_kind(CUZK_FILE_UNKNOWN, write_bytes("empty", "", 0));
    expect_kind(CUZK_FILE_ZKEY_OTHER, write_bytes("short.zkey", "zkey", 4));
    forge_load(&file, vector_path("mult_bls12381", "circuit.zkey"));
    forge_put_u32(forge_find(&file, 1), 0, 2);
    expect_kind(CUZK_FILE_ZKEY_PLONK, forge_save(&file, "plonk.zkey"));
    forge_put_u32(forge_find(&file, 1), 0, 10);
    expect_kind(CUZK_FILE_ZKEY_FFLONK, forge_save(&file, "fflonk.zkey"));
    forge_put_u32(forge_find(&file, 1), 0, 3);
    expect_kind(CUZK_FILE_ZKEY_OTHER, forge_save(&file, "other.zkey"));
    forge_remove(&file, 1);
    file.claimed_count = UINT32_MAX;
    file.sections[0].claimed_bytes = UINT64_MAX;
    expect_kind(CUZK_FILE_ZKEY_OTHER, forge_save(&file, "broken.zkey"));
    forge_clear(&file);
    assert_int_equal(cuzk_file_identify(&kind, scratch_path("absent"), &err), CUZK_E_NOT_FOUND);
    assert_int_equal(kind, CUZK_FILE_PTAU);
}

static void test_empty_public(void **state)
{
    (void)state;
    char *text;
    assert_int_equal(cuzk_public_format_json(&text, CUZK_CURVE_BN254, NULL, 0, NULL), CUZK_OK);
    assert_string_equal(text, "[]");
    free(text);
    cuzk_proof proof = {.curve = CUZK_CURVE_BN254};
    assert_int_equal(cuzk_calldata_format(&text, &proof, NULL, 0, NULL), CUZK_OK);
    assert_string_equal(text + strlen(text) - 3, ",[]");
    free(text);
    assert_int_equal(cuzk_public_format_json(&text, 9, NULL, 0, NULL), CUZK_E_CURVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),     cmocka_unit_test(test_calldata),
        cmocka_unit_test(test_identity_points), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_number_values),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_proof_oddities),  cmocka_unit_test(test_zero_point),
        cmocka_unit_test(test_vkey_oddities),   cmocka_unit_test(test_vkey_point_outside_the_subgroup),
        cmocka_unit_test(test_swapped_kinds),   cmocka_unit_test(test_other_protocols),
        cmocka_unit_test(test_identify),        cmocka_unit_test(test_empty_public),
    };
    return cmocka_run_group_tests(tests, NULL, scratch_remove);
}
