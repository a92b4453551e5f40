/* SPDX-License-Identifier: Apache-2.0
 *
 * The engine over the cpu backend: proofs that verify, and every other way in which a job can end.
 */
#include <stdatomic.h>
#include <string.h>

#include "rig.h"
#include "support/cmocka_all.h"

static rig_circuit bn, bls;

/* ---- Proofs ---- */

/* Each job gets the proofs of its own witnesses, whichever device made them, on both curves at a time. */
static void test_jobs_get_their_own_proofs(void **state)
{
    (void)state;
    rig r;
    cuzk_job_id ids[2][RIG_WITNESSES];
    rig_open(&r, "cpu", 2, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, bn.r1cs, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_load(r.engine, "bls", bls.key, NULL, NULL, NULL), CUZK_OK);
    for (int i = 0; i < RIG_WITNESSES; i++) {
        ids[0][i] = rig_submit(&r, "bn", bn.witnesses[i]);
        ids[1][i] = rig_submit(&r, "bls", bls.witnesses[i]);
    }
    for (int i = 0; i < RIG_WITNESSES; i++) {
        assert_int_equal(rig_wait(&r, ids[0][i]).state, CUZK_JOB_STATE_DONE);
        assert_int_equal(rig_wait(&r, ids[1][i]).state, CUZK_JOB_STATE_DONE);
        assert_true(rig_verifies(&r, &bn, ids[0][i], 0, bn.witnesses[i]));
        assert_false(rig_verifies(&r, &bn, ids[0][i], 0, bn.witnesses[(i + 1) % RIG_WITNESSES]));
        assert_true(rig_verifies(&r, &bls, ids[1][i], 0, bls.witnesses[i]));
    }
    rig_require_quiet(&r);
    rig_close(&r);
}

static void test_partitions_keep_their_order(void **state)
{
    (void)state;
    rig r;
    cuzk_witness_view views[RIG_WITNESSES];
    cuzk_job_id id;
    rig_open(&r, "cpu", 2, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    for (int i = 0; i < RIG_WITNESSES; i++)
        views[i] = rig_view(bn.witnesses[i]);
    cuzk_job_request request = {.circuit = "bn", .witnesses = views, .witness_count = RIG_WITNESSES};
    assert_int_equal(cuzk_engine_submit(r.engine, &id, &request, NULL), CUZK_OK);
    cuzk_job_info info = rig_wait(&r, id);
    assert_int_equal(info.state, CUZK_JOB_STATE_DONE);
    assert_int_equal(info.partition_done_count, RIG_WITNESSES);
    assert_int_equal(info.attempt_count, RIG_WITNESSES);
    assert_string_equal(info.circuit, "bn");
    for (uint32_t i = 0; i < RIG_WITNESSES; i++)
        assert_true(rig_verifies(&r, &bn, id, i, bn.witnesses[i]));
    cuzk_proof proof;
    assert_int_equal(cuzk_engine_proof(r.engine, id, RIG_WITNESSES, &proof, NULL, NULL), CUZK_E_ARGUMENT);
    rig_close(&r);
}

/* ---- Failures ---- */

/* With the R1CS at hand the witness is named at once, and no device is blamed; without it, three attempts are made. */
static void test_unsatisfied_witness(void **state)
{
    (void)state;
    rig r;
    cuzk_proof proof;
    cuzk_engine_status status;
    rig_open(&r, "cpu", 2, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "with", bn.key, bn.r1cs, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_load(r.engine, "without", bn.key, NULL, NULL, NULL), CUZK_OK);
    cuzk_job_id told = rig_submit(&r, "with", bn.bad), untold = rig_submit(&r, "without", bn.bad);
    cuzk_job_info info = rig_wait(&r, told);
    assert_int_equal(info.state, CUZK_JOB_STATE_FAILED);
    assert_int_equal(info.failure.status, CUZK_E_UNSATISFIED);
    assert_non_null(strstr(info.failure.message, "constraint 11"));
    assert_int_equal(info.attempt_count, 1);
    info = rig_wait(&r, untold);
    assert_int_equal(info.failure.status, CUZK_E_SELF_CHECK);
    assert_int_equal(info.attempt_count, 3);
    assert_int_equal(cuzk_engine_proof(r.engine, untold, 0, &proof, NULL, NULL), CUZK_E_CONFLICT);
    cuzk_engine_status_get(r.engine, &status);
    assert_int_equal(status.devices[0].fault_count + status.devices[1].fault_count, 0);
    rig_require_quiet(&r);
    rig_close(&r);
}

static void test_one_bad_partition_fails_its_job(void **state)
{
    (void)state;
    rig r;
    cuzk_job_id id;
    cuzk_proof proof;
    cuzk_witness_view views[] = {rig_view(bn.witnesses[0]), rig_view(bn.bad), rig_view(bn.witnesses[1])};
    cuzk_job_request request = {.circuit = "bn", .witnesses = views, .witness_count = 3};
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, bn.r1cs, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_submit(r.engine, &id, &request, NULL), CUZK_OK);
    cuzk_job_info info = rig_wait(&r, id);
    assert_int_equal(info.state, CUZK_JOB_STATE_FAILED);
    assert_non_null(strstr(info.failure.message, "partition 1"));
    assert_int_equal(cuzk_engine_proof(r.engine, id, 0, &proof, NULL, NULL), CUZK_E_CONFLICT);
    rig_require_quiet(&r);
    rig_close(&r);
}

static void refuse(const rig *r, const cuzk_job_request *request, cuzk_status expected, const char *part)
{
    cuzk_error err = {CUZK_OK, ""};
    cuzk_job_id id = 77;
    assert_int_equal(cuzk_engine_submit(r->engine, &id, request, &err), expected);
    assert_non_null(strstr(err.message, part));
    assert_int_equal(id, 77);
}

static void test_refused_requests(void **state)
{
    (void)state;
    rig r;
    cuzk_engine_options options = {.host_bytes = 1000, .partition_count_max = 10};
    rig_open(&r, "cpu", 1, &options, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    cuzk_fr wrong[17];
    cuzk_witness_view good = rig_view(bn.witnesses[0]), view = good, many[11];
    assert_int_equal(good.count, 17);
    cuzk_job_request request = {.circuit = "bn", .witnesses = &view, .witness_count = 1};

    request.circuit = "nn";
    refuse(&r, &request, CUZK_E_NOT_FOUND, "\"nn\"");
    request.circuit = "bn";
    view.count = 16;
    refuse(&r, &request, CUZK_E_LENGTH, "witness 0 has 16 values, circuit \"bn\" asks for 17");
    view.count = 17;
    memcpy(wrong, good.values, sizeof wrong);
    memset(&wrong[5], 0xff, sizeof wrong[5]);
    view.values = wrong;
    refuse(&r, &request, CUZK_E_NOT_CANONICAL, "witness 0: ");
    memcpy(wrong, good.values, sizeof wrong);
    wrong[0].limb[0] = 2;
    refuse(&r, &request, CUZK_E_WITNESS_ONE, "witness 0: ");
    request.witness_count = 0;
    refuse(&r, &request, CUZK_E_ARGUMENT, "no witness");
    for (int i = 0; i < 11; i++)
        many[i] = good;
    request.witnesses = many;
    request.witness_count = 11;
    refuse(&r, &request, CUZK_E_TOO_LARGE, "11 witnesses, the limit is 10");
    request.witness_count = 2;
    refuse(&r, &request, CUZK_E_TOO_LARGE, "1088 bytes needed, the budget \"host\" holds 1000");
    request.witness_count = 1;
    cuzk_engine_pause(r.engine);
    rig_submit(&r, "bn", bn.witnesses[0]);
    refuse(&r, &request, CUZK_E_BUSY, "544 bytes needed, 456 of 1000 bytes");
    cuzk_engine_resume(r.engine);
    assert_int_equal(cuzk_engine_drain(r.engine, UINT64_MAX, NULL), CUZK_OK);
    refuse(&r, &request, CUZK_E_BUSY, "draining");
    rig_require_quiet(&r);
    rig_close(&r);
}

/* ---- Cancelling and deadlines ---- */

static void test_cancel_and_deadline_in_the_queue(void **state)
{
    (void)state;
    rig r;
    cuzk_job_id late;
    cuzk_job_info info;
    cuzk_witness_view view = rig_view(bn.witnesses[0]);
    cuzk_job_request request = {.circuit = "bn", .witnesses = &view, .witness_count = 1, .queue_timeout_ms = 1};
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    cuzk_engine_pause(r.engine);
    cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
    assert_int_equal(cuzk_engine_wait(r.engine, id, 1, &info, NULL), CUZK_E_TIMEOUT);
    assert_int_equal(cuzk_engine_forget(r.engine, id, NULL), CUZK_E_CONFLICT);
    assert_int_equal(cuzk_engine_cancel(r.engine, id, NULL), CUZK_OK);
    assert_int_equal(rig_wait(&r, id).state, CUZK_JOB_STATE_CANCELLED);
    assert_int_equal(cuzk_engine_cancel(r.engine, id, NULL), CUZK_E_CONFLICT);
    assert_int_equal(cuzk_engine_cancel(r.engine, id + 1, NULL), CUZK_E_NOT_FOUND);
    assert_int_equal(cuzk_engine_submit(r.engine, &late, &request, NULL), CUZK_OK);
    info = rig_wait(&r, late);
    assert_int_equal(info.state, CUZK_JOB_STATE_TIMED_OUT);
    assert_int_equal(info.failure.status, CUZK_E_TIMEOUT);
    assert_int_equal(info.attempt_count, 0);
    rig_require_quiet(&r);
    rig_close(&r);
}

/* ---- Idempotency, remembering, callbacks ---- */

static void test_idempotency(void **state)
{
    (void)state;
    rig r;
    cuzk_job_id first, second;
    cuzk_witness_view view = rig_view(bn.witnesses[0]);
    cuzk_job_request request = {.circuit = "bn", .witnesses = &view, .witness_count = 1, .idempotency_key = "k1"};
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_submit(r.engine, &first, &request, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_submit(r.engine, &second, &request, NULL), CUZK_OK);
    assert_int_equal(first, second);
    rig_wait(&r, first);
    assert_int_equal(cuzk_engine_submit(r.engine, &second, &request, NULL), CUZK_OK);
    assert_int_equal(first, second);
    view = rig_view(bn.witnesses[1]);
    refuse(&r, &request, CUZK_E_CONFLICT, "\"k1\"");
    assert_int_equal(cuzk_engine_forget(r.engine, first, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_submit(r.engine, &second, &request, NULL), CUZK_OK);
    assert_int_not_equal(first, second);
    rig_wait(&r, second);
    rig_close(&r);
}

static void test_the_oldest_are_forgotten(void **state)
{
    (void)state;
    rig r;
    cuzk_job_info info;
    cuzk_engine_options options = {.finished_count_max = 2};
    cuzk_job_id ids[3];
    rig_open(&r, "cpu", 1, &options, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    for (int i = 0; i < 3; i++) {
        ids[i] = rig_submit(&r, "bn", bn.witnesses[i]);
        rig_wait(&r, ids[i]);
    }
    assert_int_equal(cuzk_engine_poll(r.engine, ids[0], &info, NULL), CUZK_E_NOT_FOUND);
    assert_int_equal(cuzk_engine_poll(r.engine, ids[1], &info, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_poll(r.engine, ids[2], &info, NULL), CUZK_OK);
    rig_close(&r);
}

static void count_call(void *context, const cuzk_job_info *info)
{
    assert_int_equal(info->state, CUZK_JOB_STATE_DONE);
    atomic_fetch_add((atomic_int *)context, 1);
}

static void test_callback_is_called_once(void **state)
{
    (void)state;
    rig r;
    cuzk_job_id id;
    atomic_int calls = 0;
    cuzk_witness_view view = rig_view(bn.witnesses[0]);
    cuzk_job_request request = {
        .circuit = "bn", .witnesses = &view, .witness_count = 1, .callback = count_call, .context = &calls};
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_submit(r.engine, &id, &request, NULL), CUZK_OK);
    rig_wait(&r, id);
    rig_close(&r); /* runs the callback if it has not been */
    assert_int_equal(atomic_load(&calls), 1);
}

/* ---- Circuits ---- */

static void test_circuits_come_and_go(void **state)
{
    (void)state;
    rig r;
    cuzk_circuit_info infos[4];
    size_t count = 0;
    cuzk_engine_status before, after;
    rig_open(&r, "cpu", 2, NULL, NULL);
    cuzk_engine_status_get(r.engine, &before);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bls.key, NULL, NULL, NULL), CUZK_E_CONFLICT);
    assert_int_equal(cuzk_engine_load(r.engine, "", bn.key, NULL, NULL, NULL), CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_engine_load(r.engine, "x", bn.key, bls.r1cs, NULL, NULL), CUZK_E_CURVE);
    assert_int_equal(cuzk_engine_circuits(r.engine, infos, 4, &count, NULL), CUZK_OK);
    assert_int_equal(count, 1);
    assert_string_equal(infos[0].name, "bn");
    assert_true(infos[0].device_bytes > 0 && infos[0].attempt_bytes > 0);
    cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
    assert_int_equal(cuzk_engine_unload(r.engine, "bn", NULL), CUZK_OK);
    assert_int_equal(rig_wait(&r, id).state, CUZK_JOB_STATE_DONE);
    assert_true(rig_verifies(&r, &bn, id, 0, bn.witnesses[0]));
    assert_int_equal(cuzk_engine_unload(r.engine, "bn", NULL), CUZK_E_NOT_FOUND);
    cuzk_engine_status_get(r.engine, &after);
    assert_int_equal(after.devices[1].memory_used_bytes, before.devices[1].memory_used_bytes);
    rig_close(&r);
}

/* Room for the key alone, or for it and one proof: refused with the numbers, or served one at a time. */
static void test_tight_device_memory(void **state)
{
    (void)state;
    rig r;
    cuzk_circuit_info info;
    cuzk_proving_key_info key;
    cuzk_error err;
    size_t count;
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_circuits(r.engine, &info, 1, &count, NULL), CUZK_OK);
    rig_close(&r);
    cuzk_proving_key_describe(bn.key, &key);
    uint64_t least = info.device_bytes + info.attempt_bytes;
    if (least < key.memory_bytes)
        least = key.memory_bytes;

    cuzk_engine_options options = {.device_bytes = info.device_bytes + info.attempt_bytes - 1};
    rig_open(&r, "cpu", 1, &options, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, &err), CUZK_E_TOO_LARGE);
    assert_non_null(strstr(err.message, "device 0 (cpu:0)"));
    rig_close(&r);

    options.device_bytes = least;
    rig_open(&r, "cpu", 1, &options, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    cuzk_job_id ids[RIG_WITNESSES];
    for (int i = 0; i < RIG_WITNESSES; i++)
        ids[i] = rig_submit(&r, "bn", bn.witnesses[i]);
    for (int i = 0; i < RIG_WITNESSES; i++)
        assert_int_equal(rig_wait(&r, ids[i]).state, CUZK_JOB_STATE_DONE);
    cuzk_engine_status status;
    cuzk_engine_status_get(r.engine, &status);
    assert_true(status.devices[0].memory_peak_bytes <= least);
    rig_close(&r);
}

static void test_refused_options(void **state)
{
    (void)state;
    rig r;
    cuzk_error err;
    cuzk_engine *engine = NULL;
    rig_open(&r, "cpu", 1, NULL, NULL);
    cuzk_engine_options options = {.devices = r.devices, .device_count = 1, .lane_count = 3};
    assert_int_equal(cuzk_engine_create(&engine, &options, &err), CUZK_E_ARGUMENT);
    assert_non_null(strstr(err.message, "lane_count is 3, device 0 was opened with 2 slots"));
    options.device_count = 0;
    assert_int_equal(cuzk_engine_create(&engine, &options, &err), CUZK_E_ARGUMENT);
    options.device_count = CUZK_ENGINE_DEVICES_MAX + 1;
    assert_int_equal(cuzk_engine_create(&engine, &options, &err), CUZK_E_ARGUMENT);
    assert_null(engine);
    rig_close(&r);
}

static void test_names_of_states(void **state)
{
    (void)state;
    assert_string_equal(cuzk_job_state_name(CUZK_JOB_STATE_TIMED_OUT), "timed out");
    assert_string_equal(cuzk_partition_state_name(CUZK_PARTITION_STATE_SKIPPED), "skipped");
    assert_string_equal(cuzk_job_state_name((cuzk_job_state)6), "unknown");
    assert_string_equal(cuzk_partition_state_name((cuzk_partition_state)-1), "unknown");
}

static int set_up(void **state)
{
    test_random random;
    (void)state;
    test_random_init(&random, "engine");
    rig_circuit_make(&bn, CUZK_CURVE_BN254, &random);
    rig_circuit_make(&bls, CUZK_CURVE_BLS12_381, &random);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rig_circuit_free(&bn);
    rig_circuit_free(&bls);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_get_their_own_proofs),
        cmocka_unit_test(test_partitions_keep_their_order),
        cmocka_unit_test(test_unsatisfied_witness),
        cmocka_unit_test(test_one_bad_partition_fails_its_job),
        cmocka_unit_test(test_refused_requests),
        cmocka_unit_test(test_cancel_and_deadline_in_the_queue),
        cmocka_unit_test(test_idempotency),
        cmocka_unit_test(test_the_oldest_are_forgotten),
        cmocka_unit_test(test_callback_is_called_once),
        cmocka_unit_test(test_circuits_come_and_go),
        cmocka_unit_test(test_tight_device_memory),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_names_of_states),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
