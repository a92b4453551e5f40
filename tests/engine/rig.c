/* SPDX-License-Identifier: Apache-2.0 */
#include "rig.h"

#include <string.h>

#include "support/cmocka_all.h"

void rig_circuit_make(rig_circuit *out, cuzk_curve_id curve, test_random *random)
{
    circuit_shape shape = {.curve = curve, .row_count = 12, .input_count = 4, .public_count = 3};
    out->r1cs = circuit_make(&shape, random);
    out->key = circuit_key(out->r1cs);
    out->verifying_key = cuzk_proving_key_verifying_key(out->key);
    for (int i = 0; i < RIG_WITNESSES; i++)
        out->witnesses[i] = circuit_witness(out->r1cs, CIRCUIT_RANDOM, random);
    /* The wire of the last row, whose value no other row can make good. */
    out->bad = circuit_spoil_witness(out->witnesses[0], shape.input_count + shape.row_count);
}

void rig_circuit_free(rig_circuit *circuit)
{
    cuzk_witness_destroy(circuit->bad);
    for (int i = 0; i < RIG_WITNESSES; i++)
        cuzk_witness_destroy(circuit->witnesses[i]);
    cuzk_verifying_key_unref(circuit->verifying_key);
    cuzk_proving_key_unref(circuit->key);
    cuzk_r1cs_unref(circuit->r1cs);
}

void rig_open(rig *out, const char *backend, uint32_t device_count, const cuzk_engine_options *options,
              const engine_hooks *hooks)
{
    static const engine_hooks real = {cuzk_prove_start, cuzk_prove_finish, cuzk_prove_abandon, cuzk_verify};
    cuzk_device_options device_options = {.thread_count = 1, .slot_count = 2};
    cuzk_engine_options own = {0};
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < device_count; i++)
        assert_int_equal(cuzk_device_open(&out->devices[i], backend, 0, &device_options, NULL), CUZK_OK);
    if (options != NULL)
        own = *options;
    own.devices = out->devices;
    own.device_count = device_count;
    assert_int_equal(cuzk_engine_create_with_hooks(&out->engine, &own, hooks != NULL ? hooks : &real, NULL),
                     CUZK_OK);
}

void rig_close(rig *r)
{
    cuzk_engine_destroy(r->engine);
    for (int i = 0; i < RIG_DEVICES; i++)
        cuzk_device_close(r->devices[i]);
}

cuzk_job_id rig_submit(const rig *r, const char *name, const cuzk_witness *witness)
{
    cuzk_witness_view view = rig_view(witness);
    cuzk_job_request request = {
        .circuit = name, .witnesses = &view, .witness_count = 1, .priority = CUZK_PRIORITY_NORMAL};
    cuzk_job_id id = 0;
    assert_int_equal(cuzk_engine_submit(r->engine, &id, &request, NULL), CUZK_OK);
    assert_true(id != 0);
    return id;
}

cuzk_job_info rig_wait(const rig *r, cuzk_job_id id)
{
    cuzk_job_info info;
    assert_int_equal(cuzk_engine_wait(r->engine, id, UINT64_MAX, &info, NULL), CUZK_OK);
    assert_true(info.state >= CUZK_JOB_STATE_DONE);
    return info;
}

bool rig_verifies(const rig *r, const rig_circuit *circuit, cuzk_job_id id, uint32_t partition,
                  const cuzk_witness *witness)
{
    cuzk_proof proof;
    uint32_t device;
    bool valid = false;
    uint64_t public_count = cuzk_verifying_key_public_count(circuit->verifying_key);
    assert_int_equal(cuzk_engine_proof(r->engine, id, partition, &proof, &device, NULL), CUZK_OK);
    assert_true(device < RIG_DEVICES);
    assert_int_equal(
        cuzk_verify(circuit->verifying_key, cuzk_witness_values(witness) + 1, public_count, &proof, &valid, NULL),
        CUZK_OK);
    return valid;
}

void rig_require_quiet(const rig *r)
{
    cuzk_engine_status status;
    cuzk_engine_status_get(r->engine, &status);
    assert_int_equal(status.job_open_count, 0);
    assert_int_equal(status.partition_open_count, 0);
    assert_int_equal(status.partition_queued_count, 0);
    assert_int_equal(status.host_used_bytes, 0);
    assert_int_equal(status.job_submitted_count, status.job_done_count + status.job_failed_count +
                                                     status.job_cancelled_count + status.job_timed_out_count);
}
