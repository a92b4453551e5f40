/* SPDX-License-Identifier: Apache-2.0 */
#include "rig.h"

#include "support/cmocka_all.h"

const circuit_shape rig_small_shape = {
    .curve = CUZK_CURVE_BN254, .row_count = 50, .input_count = 6, .public_count = 4};

cuzk_device *rig_open_cpu(uint32_t thread_count, uint32_t slot_count, cuzk_isa isa)
{
    cuzk_device_options options = {.thread_count = thread_count, .isa = isa, .slot_count = slot_count};
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, NULL), CUZK_OK);
    return device;
}

void rig_make(rig *r, const circuit_shape *shape, cuzk_device *device, test_random *random)
{
    r->r1cs = circuit_make(shape, random);
    r->key = circuit_key(r->r1cs);
    r->verifying_key = cuzk_proving_key_verifying_key(r->key);
    r->device = device;
    assert_int_equal(cuzk_resident_key_create(&r->resident, device, r->key, NULL, NULL), CUZK_OK);
}

void rig_free(rig *r)
{
    cuzk_resident_key_destroy(r->resident);
    cuzk_verifying_key_unref(r->verifying_key);
    cuzk_proving_key_unref(r->key);
    cuzk_r1cs_unref(r->r1cs);
}

void rig_prove(cuzk_proof *out, const rig *r, const cuzk_witness *witness, const cuzk_blinding *blinding)
{
    cuzk_pending *pending = NULL;
    if (blinding != NULL)
        assert_int_equal(cuzk_prove_start_with_blinding(&pending, r->resident, witness, blinding, NULL), CUZK_OK);
    else
        assert_int_equal(cuzk_prove_start(&pending, r->resident, witness, NULL), CUZK_OK);
    assert_int_equal(cuzk_prove_finish(out, pending, NULL), CUZK_OK);
}

bool rig_verifies(const rig *r, const cuzk_proof *proof, const cuzk_witness *witness)
{
    bool valid = false;
    uint64_t public_count = cuzk_verifying_key_public_count(r->verifying_key);
    assert_int_equal(
        cuzk_verify(r->verifying_key, cuzk_witness_values(witness) + 1, public_count, proof, &valid, NULL),
        CUZK_OK);
    return valid;
}
