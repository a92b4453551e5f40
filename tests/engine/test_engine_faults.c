/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine over simulated devices, which fail and hang when told to. They compute nothing, so the verifier is the
 * test's own.
 */
#include <stdatomic.h>
#include <string.h>

#include "backend/sim/sim.h"
#include "rig.h"
#include "support/cmocka_all.h"

static rig_circuit bn;
static atomic_int bad_proofs; /* verifications that say no from now on */
static atomic_int verified;

static cuzk_status scripted_verify(const cuzk_verifying_key *key, const cuzk_fr *public_inputs,
                                   uint64_t public_count, const cuzk_proof *proof, bool *valid, cuzk_error *err)
{
    (void)key, (void)public_inputs, (void)public_count, (void)proof, (void)err;
    atomic_fetch_add(&verified, 1);
    *valid = atomic_load(&bad_proofs) == 0 || atomic_fetch_sub(&bad_proofs, 1) <= 0;
    return CUZK_OK;
}

static const engine_hooks hooks = {cuzk_prove_start, cuzk_prove_finish, cuzk_prove_abandon, scripted_verify};

static void open_sim(rig *r, uint32_t device_count, uint64_t attempt_timeout_ms)
{
    cuzk_engine_options options = {.attempt_timeout_ms = attempt_timeout_ms, .device_bytes = 1 << 24};
    atomic_store(&bad_proofs, 0);
    atomic_store(&verified, 0);
    rig_open(r, "sim", device_count, &options, &hooks);
    assert_int_equal(cuzk_engine_load(r->engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
}

static cuzk_engine_status status_of(const rig *r)
{
    cuzk_engine_status status;
    cuzk_engine_status_get(r->engine, &status);
    return status;
}

static void test_device_error_is_retried_elsewhere(void **state)
{
    (void)state;
    for (uint64_t operation = 1; operation <= 5; operation++) {
        rig r;
        uint32_t device;
        cuzk_proof proof;
        open_sim(&r, 2, 0);
        cuzk_sim_arm(r.devices[0], CUZK_SIM_FAULT_ERROR, operation, CUZK_E_DEVICE);
        cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
        cuzk_job_info info = rig_wait(&r, id);
        assert_int_equal(info.state, CUZK_JOB_STATE_DONE);
        assert_int_equal(info.attempt_count, 2);
        assert_int_equal(cuzk_engine_proof(r.engine, id, 0, &proof, &device, NULL), CUZK_OK);
        assert_int_equal(device, 1);
        assert_int_equal(status_of(&r).devices[0].fault_count, 1);
        rig_require_quiet(&r);
        rig_close(&r);
    }
}

/* The only device is gone: three attempts, then the reason; it is in quarantine. */
static void test_lost_device_fails_the_job(void **state)
{
    (void)state;
    rig r;
    open_sim(&r, 1, 0);
    cuzk_sim_arm(r.devices[0], CUZK_SIM_FAULT_LOST, 1, CUZK_E_DEVICE);
    cuzk_job_info info = rig_wait(&r, rig_submit(&r, "bn", bn.witnesses[0]));
    assert_int_equal(info.state, CUZK_JOB_STATE_FAILED);
    assert_int_equal(info.failure.status, CUZK_E_DEVICE);
    assert_int_equal(info.attempt_count, 3);
    assert_true(status_of(&r).devices[0].quarantined);
    rig_require_quiet(&r);
    rig_close(&r);
}

/* The job is proved on the other device; what the hung one says when it comes back is dropped. */
static void test_hung_device_is_found(void **state)
{
    (void)state;
    rig r;
    uint32_t device;
    cuzk_proof proof;
    open_sim(&r, 2, 50);
    cuzk_sim_arm(r.devices[0], CUZK_SIM_FAULT_HANG, 2, CUZK_OK);
    cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
    cuzk_job_info info = rig_wait(&r, id);
    assert_int_equal(info.state, CUZK_JOB_STATE_DONE);
    assert_int_equal(info.attempt_count, 2);
    assert_int_equal(cuzk_engine_proof(r.engine, id, 0, &proof, &device, NULL), CUZK_OK);
    assert_int_equal(device, 1);
    assert_int_equal(status_of(&r).devices[0].hung_lane_count, 1);
    cuzk_sim_release(r.devices[0]);
    assert_int_equal(cuzk_engine_unload(r.engine, "bn", NULL), CUZK_OK); /* returns when the lane is back */
    assert_int_equal(status_of(&r).devices[0].hung_lane_count, 0);
    assert_int_equal(status_of(&r).late_result_count, 1);
    assert_int_equal(status_of(&r).devices[0].memory_used_bytes, 0);
    rig_require_quiet(&r);
    rig_close(&r);
}

static void test_bad_proof_is_withheld(void **state)
{
    (void)state;
    rig r;
    cuzk_proof proof;
    open_sim(&r, 2, 0);
    atomic_store(&bad_proofs, 1);
    cuzk_job_info info = rig_wait(&r, rig_submit(&r, "bn", bn.witnesses[0]));
    assert_int_equal(info.state, CUZK_JOB_STATE_DONE);
    assert_int_equal(info.attempt_count, 2);
    assert_int_equal(status_of(&r).self_check_failure_count, 1);
    assert_int_equal(status_of(&r).devices[0].fault_count, 1);
    atomic_store(&bad_proofs, 3);
    cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[1]);
    info = rig_wait(&r, id);
    assert_int_equal(info.state, CUZK_JOB_STATE_FAILED);
    assert_int_equal(info.failure.status, CUZK_E_SELF_CHECK);
    assert_int_equal(cuzk_engine_proof(r.engine, id, 0, &proof, NULL, NULL), CUZK_E_CONFLICT);
    assert_int_equal(atomic_load(&verified), 5);
    rig_require_quiet(&r);
    rig_close(&r);
}

/* A job on a device that does not answer is cancelled at its next border, and nothing of it is verified. */
static void test_cancelled_on_the_device(void **state)
{
    (void)state;
    rig r;
    cuzk_job_info info;
    open_sim(&r, 1, 0);
    cuzk_sim_arm(r.devices[0], CUZK_SIM_FAULT_HANG, 2, CUZK_OK);
    cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
    assert_int_equal(cuzk_engine_wait(r.engine, id, 20, &info, NULL), CUZK_E_TIMEOUT);
    assert_int_equal(cuzk_engine_cancel(r.engine, id, NULL), CUZK_OK);
    cuzk_sim_release(r.devices[0]);
    assert_int_equal(rig_wait(&r, id).state, CUZK_JOB_STATE_CANCELLED);
    assert_int_equal(atomic_load(&verified), 0);
    rig_require_quiet(&r);
    rig_close(&r);
}

/* Bursts of faults on both devices; every job ends, and the books are even. */
static void test_many_faults(void **state)
{
    (void)state;
    rig r;
    test_random random;
    cuzk_job_id ids[40];
    open_sim(&r, 2, 0);
    test_random_init(&random, "engine faults");
    for (int i = 0; i < 40; i++) {
        cuzk_device *device = r.devices[test_random_below(&random, 2)];
        cuzk_sim_arm(device, CUZK_SIM_FAULT_ERROR, 1 + test_random_below(&random, 30), CUZK_E_DEVICE);
        ids[i] = rig_submit(&r, "bn", bn.witnesses[i % RIG_WITNESSES]);
        if (i % 4 == 3)
            (void)cuzk_engine_cancel(r.engine, ids[i], NULL);
    }
    for (int i = 0; i < 40; i++)
        assert_true(rig_wait(&r, ids[i]).attempt_count <= 3);
    rig_require_quiet(&r);
    rig_close(&r);
}

static int set_up(void **state)
{
    test_random random;
    (void)state;
    test_random_init(&random, "engine");
    rig_circuit_make(&bn, CUZK_CURVE_BN254, &random);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rig_circuit_free(&bn);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device_error_is_retried_elsewhere),
        cmocka_unit_test(test_lost_device_fails_the_job),
        cmocka_unit_test(test_hung_device_is_found),
        cmocka_unit_test(test_bad_proof_is_withheld),
        cmocka_unit_test(test_cancelled_on_the_device),
        cmocka_unit_test(test_many_faults),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
