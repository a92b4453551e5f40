/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "curve/curve.h"
#include "groth16/model.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static void test_references(void **state)
{
    (void)state;
    cuzk_r1cs *r1cs;
    cuzk_verifying_key *vkey;
    cuzk_proving_key *key;
    cuzk_r1cs_info info;
    assert_int_equal(cuzk_r1cs_alloc(&r1cs, NULL), CUZK_OK);
    assert_ptr_equal(cuzk_r1cs_ref(r1cs), r1cs);
    r1cs->info.wire_count = 17;
    cuzk_r1cs_unref(r1cs);
    cuzk_r1cs_describe(r1cs, &info);
    assert_int_equal(info.wire_count, 17);
    cuzk_r1cs_unref(r1cs);

    assert_int_equal(cuzk_verifying_key_alloc(&vkey, CUZK_CURVE_BLS12_381, 4, NULL), CUZK_OK);
    assert_int_equal(vkey->ic.size_bytes, 5 * 96);
    assert_int_equal(cuzk_proving_key_alloc(&key, NULL), CUZK_OK);
    key->verifying_key = vkey;
    cuzk_verifying_key *inside = cuzk_proving_key_verifying_key(key);
    assert_ptr_equal(inside, vkey);
    assert_ptr_equal(cuzk_proving_key_ref(key), key);
    cuzk_proving_key_unref(key);
    cuzk_proving_key_unref(key);
    assert_int_equal(cuzk_verifying_key_public_count(inside), 4);
    assert_int_equal(cuzk_verifying_key_curve(inside), CUZK_CURVE_BLS12_381);
    cuzk_verifying_key_unref(inside);
    cuzk_r1cs_unref(NULL);
    cuzk_verifying_key_unref(NULL);
    cuzk_proving_key_unref(NULL);
    vkey = NULL;
    assert_int_equal(cuzk_verifying_key_alloc(&vkey, CUZK_CURVE_BN254, UINT64_MAX, NULL), CUZK_E_NO_MEMORY);
    assert_null(vkey);
}

static void test_witness(void **state)
{
    (void)state;
    for (int id = CUZK_CURVE_BN254; id <= CUZK_CURVE_BLS12_381; id++) {
        const cuzk_curve_ops *curve = cuzk_curve_ops_get((cuzk_curve_id)id, CUZK_ISA_AUTO);
        cuzk_fr values[3] = {{{1}}, {{0}}, *curve->fr_modulus};
        cuzk_witness *witness = NULL;
        cuzk_error err;
        assert_int_equal(cuzk_witness_create(&witness, curve->id, values, 3, &err), CUZK_E_NOT_CANONICAL);
        assert_non_null(strstr(err.message, "value 2 of 3"));
        values[2].limb[0]--;
        assert_int_equal(cuzk_witness_create(&witness, curve->id, values, 0, &err), CUZK_E_WITNESS_ONE);
        assert_int_equal(cuzk_witness_create(&witness, curve->id, values + 1, 2, &err), CUZK_E_WITNESS_ONE);
        assert_int_equal(cuzk_witness_create(&witness, curve->id, values, UINT64_MAX / 8, &err), CUZK_E_NO_MEMORY);
        assert_int_equal(cuzk_witness_create(&witness, 9, values, 3, &err), CUZK_E_CURVE);
        assert_null(witness);
        assert_int_equal(cuzk_witness_create(&witness, curve->id, values, 3, &err), CUZK_OK);
        assert_int_equal(cuzk_witness_curve(witness), curve->id);
        assert_int_equal(cuzk_witness_count(witness), 3);
        assert_memory_equal(cuzk_witness_values(witness), values, sizeof values);
        cuzk_witness_destroy(witness);
    }
    cuzk_witness_destroy(NULL);
}

/* Any pattern of identity points, none and all among them, comes out of the query and is told by the wire list. */
static void test_query_compact(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_query_compact");
    for (uint64_t round = 0; round < test_iterations(40); round++) {
        const cuzk_curve_ops *curve =
            cuzk_curve_ops_get(round & 1 ? CUZK_CURVE_BN254 : CUZK_CURVE_BLS12_381, CUZK_ISA_AUTO);
        cuzk_query query = {.group = round & 2 ? CUZK_GROUP_G1 : CUZK_GROUP_G2};
        size_t point_bytes = cuzk_curve_group(curve, query.group)->affine_bytes;
        uint64_t count = test_random_below(&random, 300), share = round % 5, kept = 0;
        query.count = count;
        assert_int_equal(cuzk_pages_alloc(&query.points, count * point_bytes, "points", NULL), CUZK_OK);
        for (uint64_t i = 0; i < count; i++)
            if (test_random_below(&random, 4) >= share)
                memset((char *)query.points.bytes + i * point_bytes, (int)(1 + i % 255), point_bytes);
        unsigned char before[300 * 192];
        if (count > 0)
            memcpy(before, query.points.bytes, count * point_bytes);
        assert_int_equal(cuzk_query_compact(&query, curve->id, NULL), CUZK_OK);
        assert_int_equal(query.full_count, count);
        for (uint64_t i = 0; i < count; i++) {
            if (before[i * point_bytes] == 0)
                continue;
            assert_memory_equal((char *)query.points.bytes + kept * point_bytes, before + i * point_bytes,
                                point_bytes);
            assert_int_equal(cuzk_query_wires(&query) == NULL ? kept : cuzk_query_wires(&query)[kept], i);
            kept++;
        }
        assert_int_equal(query.count, kept);
        assert_int_equal(query.points.size_bytes, kept * point_bytes);
        assert_int_equal(query.wire.size_bytes, kept == count ? 0 : kept * sizeof(uint32_t));
        cuzk_query_clear(&query);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_witness),
        cmocka_unit_test(test_query_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
