/* SPDX-License-Identifier: Apache-2.0
 *
 * Single rules of the scheduler, on scripts that are short enough to read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/sched.h"
#include "support/cmocka_all.h"

enum { RIG_LANES = 2, RIG_DEVICES = 2, RIG_AGEING = 1000, RIG_TIMEOUT = 100000 };

typedef struct rig {
    sched s;
    sched_device devices[RIG_DEVICES];
    sched_lane lanes[RIG_DEVICES][RIG_LANES];
    sched_circuit circuit;
    uint64_t next_id;
} rig;

static void rig_init(rig *r, uint32_t device_count, uint32_t lane_count)
{
    sched_config config = {.job_count_max = 100,
                           .partition_count_max = 100,
                           .ageing_ns = RIG_AGEING,
                           .attempt_timeout_ns = RIG_TIMEOUT,
                           .quarantine_ns = 50,
                           .fault_count_max = 3};
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < device_count; i++)
        cuzk_sched_device_init(&r->devices[i], i, r->lanes[i], lane_count, "device", 1000);
    r->circuit.devices = (UINT64_C(1) << device_count) - 1;
    r->next_id = 1;
    cuzk_sched_init(&r->s, &config, r->devices, device_count, 1000);
}

static sched_job *make_job(uint32_t count)
{
    sched_job *job = calloc(1, sizeof *job + count * sizeof(sched_partition));
    assert_non_null(job);
    cuzk_sched_job_init(job, (sched_partition *)(job + 1), count);
    return job;
}

static sched_job *submit(rig *r, uint32_t count, cuzk_priority priority, uint64_t now_ns)
{
    sched_job *job = make_job(count);
    job->id = r->next_id++;
    job->circuit = &r->circuit;
    job->priority = priority;
    job->partition_bytes = 10;
    if (priority == CUZK_PRIORITY_CRITICAL) /* a deadline brings it before others of its level */
        job->queue_timeout_ns = 100 * RIG_AGEING;
    assert_int_equal(cuzk_sched_admit(&r->s, job, NULL), CUZK_OK);
    cuzk_sched_submit(&r->s, job, now_ns);
    return job;
}

/* The next action must be this one; witnesses are released on the way. */
static void *expect(rig *r, sched_action_kind kind)
{
    sched_action *action;
    while ((action = cuzk_sched_next_action(&r->s)) != NULL && action->kind == SCHED_RELEASE &&
           kind != SCHED_RELEASE)
        cuzk_sched_released(&r->s, action->subject, 0);
    assert_non_null(action);
    assert_int_equal(action->kind, kind);
    return action->subject;
}

static void expect_nothing(rig *r)
{
    sched_action *action;
    while ((action = cuzk_sched_next_action(&r->s)) != NULL) {
        assert_int_equal(action->kind, SCHED_RELEASE);
        cuzk_sched_released(&r->s, action->subject, 0);
    }
}

static void expect_end(rig *r, sched_job *job, cuzk_job_state state)
{
    assert_ptr_equal(expect(r, SCHED_ENDED), job);
    assert_int_equal(job->state, state);
    assert_true(cuzk_sched_job_idle(job));
    free(job);
}

/* Takes a started lane to its verification. */
static sched_partition *prove(rig *r, sched_lane *lane, uint64_t now_ns)
{
    cuzk_sched_started(&r->s, lane, NULL, now_ns);
    assert_ptr_equal(expect(r, SCHED_FINISH), lane);
    assert_true(cuzk_sched_finished(&r->s, lane, NULL, now_ns));
    return expect(r, SCHED_VERIFY);
}

static cuzk_error failure(cuzk_status status)
{
    cuzk_error err;
    cuzk_error_set(&err, status, "scripted");
    return err;
}

/* ---- Order ---- */

static void test_urgent_job_goes_at_the_next_border(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 1, 1);
    sched_job *low = submit(&r, 2, CUZK_PRIORITY_LOW, 0);
    sched_lane *lane = expect(&r, SCHED_START);
    sched_job *urgent = submit(&r, 1, CUZK_PRIORITY_CRITICAL, 1);
    expect_nothing(&r);
    sched_partition *first = prove(&r, lane, 2);
    assert_ptr_equal(((sched_lane *)expect(&r, SCHED_START))->partition->job, urgent);
    cuzk_sched_verified(&r.s, first, NULL, 3);
    sched_partition *second = prove(&r, lane, 4);
    assert_ptr_equal(((sched_lane *)expect(&r, SCHED_START))->partition->job, low);
    cuzk_sched_verified(&r.s, second, NULL, 5);
    expect_end(&r, urgent, CUZK_JOB_STATE_DONE);
    cuzk_sched_verified(&r.s, prove(&r, lane, 6), NULL, 7);
    expect_end(&r, low, CUZK_JOB_STATE_DONE);
}

/* However many critical jobs keep coming: after four steps of ageing a low one is overdue and goes first. */
static void test_no_starvation(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 1, 1);
    sched_job *previous = submit(&r, 1, CUZK_PRIORITY_CRITICAL, 0);
    sched_job *low = submit(&r, 1, CUZK_PRIORITY_LOW, 0);
    sched_lane *lane = expect(&r, SCHED_START);
    for (uint64_t now = 100;; now += 100) {
        assert_true(now <= 4 * RIG_AGEING);
        sched_job *urgent = submit(&r, 1, CUZK_PRIORITY_CRITICAL, now);
        sched_partition *proved = prove(&r, lane, now);
        sched_job *next = ((sched_lane *)expect(&r, SCHED_START))->partition->job;
        cuzk_sched_verified(&r.s, proved, NULL, now);
        expect_end(&r, previous, CUZK_JOB_STATE_DONE);
        previous = next;
        if (next == low) {
            assert_int_equal(now, 4 * RIG_AGEING);
            cuzk_sched_verified(&r.s, prove(&r, lane, now), NULL, now);
            assert_ptr_equal(expect(&r, SCHED_START), lane);
            expect_end(&r, low, CUZK_JOB_STATE_DONE);
            cuzk_sched_verified(&r.s, prove(&r, lane, now), NULL, now);
            expect_end(&r, urgent, CUZK_JOB_STATE_DONE);
            return;
        }
        assert_ptr_equal(next, urgent);
    }
}

/* Two devices share the work before either is full. */
static void test_work_is_spread(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 2, 2);
    sched_job *job = submit(&r, 2, CUZK_PRIORITY_NORMAL, 0);
    sched_lane *first = expect(&r, SCHED_START), *second = expect(&r, SCHED_START);
    assert_ptr_not_equal(first->device, second->device);
    cuzk_sched_verified(&r.s, prove(&r, first, 1), NULL, 1);
    cuzk_sched_verified(&r.s, prove(&r, second, 1), NULL, 1);
    expect_end(&r, job, CUZK_JOB_STATE_DONE);
}

/* ---- Retries ---- */

static void test_retried_on_the_other_device(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 2, 1);
    cuzk_error lost = failure(CUZK_E_DEVICE);
    sched_job *job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 0);
    sched_lane *first = expect(&r, SCHED_START);
    cuzk_sched_started(&r.s, first, &lost, 1);
    sched_lane *second = expect(&r, SCHED_START);
    assert_ptr_not_equal(second->device, first->device);
    cuzk_sched_started(&r.s, second, &lost, 2);
    sched_lane *third = expect(&r, SCHED_START);
    cuzk_sched_started(&r.s, third, &lost, 3);
    expect_end(&r, job, CUZK_JOB_STATE_FAILED);
    assert_int_equal(r.s.counts.attempts, 3);
    assert_int_equal(r.s.counts.retries, 2);
}

static void test_witness_errors_are_not_retried(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 2, 1);
    cuzk_error unsatisfied = failure(CUZK_E_UNSATISFIED);
    sched_job *job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 0);
    sched_partition *partition = prove(&r, expect(&r, SCHED_START), 1);
    cuzk_sched_verified(&r.s, partition, &unsatisfied, 2);
    assert_int_equal(job->failure.status, CUZK_E_UNSATISFIED);
    expect_end(&r, job, CUZK_JOB_STATE_FAILED);
    assert_int_equal(r.devices[0].fault_total + r.devices[1].fault_total, 0);
}

/* A bad proof counts against its device once the same witness has given a good one, and not before. */
static void test_bad_proof_is_charged_when_proven(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 2, 1);
    cuzk_error bad = failure(CUZK_E_SELF_CHECK);
    sched_job *job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 0);
    sched_lane *first = expect(&r, SCHED_START);
    cuzk_sched_verified(&r.s, prove(&r, first, 1), &bad, 1);
    assert_int_equal(first->device->fault_total, 0);
    sched_lane *second = expect(&r, SCHED_START);
    cuzk_sched_verified(&r.s, prove(&r, second, 2), NULL, 2);
    expect_end(&r, job, CUZK_JOB_STATE_DONE);
    assert_int_equal(first->device->fault_total, 1);
    assert_int_equal(second->device->fault_total, 0);

    job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 3);
    for (int i = 0; i < 3; i++)
        cuzk_sched_verified(&r.s, prove(&r, expect(&r, SCHED_START), 4), &bad, 4);
    assert_int_equal(job->failure.status, CUZK_E_SELF_CHECK);
    expect_end(&r, job, CUZK_JOB_STATE_FAILED);
    assert_int_equal(r.devices[0].fault_total + r.devices[1].fault_total, 1);
}

/* The late result of a hung attempt is dropped and counted; its lane and memory come back only then. */
static void test_late_result_is_dropped(void **state)
{
    (void)state;
    rig r;
    rig_init(&r, 2, 1);
    r.devices[0].attempt_bytes = r.devices[1].attempt_bytes = 7;
    sched_job *job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 0);
    sched_lane *hung = expect(&r, SCHED_START);
    cuzk_sched_started(&r.s, hung, NULL, 1);
    expect(&r, SCHED_FINISH);
    cuzk_sched_tick(&r.s, 1 + RIG_TIMEOUT);
    sched_lane *other = expect(&r, SCHED_START);
    assert_ptr_not_equal(other, hung);
    cuzk_sched_verified(&r.s, prove(&r, other, 1 + RIG_TIMEOUT), NULL, 2 + RIG_TIMEOUT);
    expect_end(&r, job, CUZK_JOB_STATE_DONE);
    assert_int_equal(hung->device->memory.used_bytes, 7);
    assert_false(cuzk_sched_finished(&r.s, hung, NULL, 3 + RIG_TIMEOUT));
    assert_int_equal(hung->device->memory.used_bytes, 0);
    assert_int_equal(r.s.counts.late_results, 1);
    expect_nothing(&r);
}

/* ---- Cancelling ---- */

static void test_cancelled_at_every_stage(void **state)
{
    (void)state;
    for (int stage = 0; stage < 4; stage++) {
        rig r;
        rig_init(&r, 1, 1);
        cuzk_sched_pause(&r.s, stage == 0, 0);
        sched_job *job = submit(&r, 1, CUZK_PRIORITY_NORMAL, 0);
        sched_lane *lane = stage > 0 ? expect(&r, SCHED_START) : NULL;
        sched_partition *partition = &job->partitions[0];
        if (stage > 1) {
            cuzk_sched_started(&r.s, lane, NULL, 1);
            expect(&r, SCHED_FINISH);
        }
        if (stage > 2) {
            assert_true(cuzk_sched_finished(&r.s, lane, NULL, 1));
            expect(&r, SCHED_VERIFY);
        }
        assert_true(cuzk_sched_cancel(&r.s, job, 2));
        assert_false(cuzk_sched_cancel(&r.s, job, 2));
        if (stage == 1) {
            cuzk_sched_started(&r.s, lane, NULL, 3);
            assert_ptr_equal(expect(&r, SCHED_ABANDON), lane);
            cuzk_sched_abandoned(&r.s, lane, 4);
        }
        if (stage == 2)
            assert_false(cuzk_sched_finished(&r.s, lane, NULL, 3));
        if (stage == 3)
            cuzk_sched_verified(&r.s, partition, NULL, 3);
        expect_end(&r, job, CUZK_JOB_STATE_CANCELLED);
        assert_int_equal(r.s.host.used_bytes, 0);
        assert_int_equal(r.s.counts.partitions_done, 0);
    }
}

static void test_refused_with_the_numbers(void **state)
{
    (void)state;
    rig r;
    cuzk_error err;
    rig_init(&r, 1, 1);
    sched_job *job = make_job(2);
    job->circuit = &r.circuit;
    job->partition_bytes = 501;
    assert_int_equal(cuzk_sched_admit(&r.s, job, &err), CUZK_E_TOO_LARGE);
    assert_non_null(strstr(err.message, "1002 bytes needed, the budget \"host\" holds 1000"));
    job->partition_bytes = UINT64_MAX;
    assert_int_equal(cuzk_sched_admit(&r.s, job, &err), CUZK_E_TOO_LARGE);
    job->partition_bytes = 1;
    cuzk_sched_drain(&r.s);
    assert_int_equal(cuzk_sched_admit(&r.s, job, &err), CUZK_E_BUSY);
    assert_int_equal(r.s.open_job_count + r.circuit.job_count + r.s.host.used_bytes, 0);
    free(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_urgent_job_goes_at_the_next_border),
        cmocka_unit_test(test_no_starvation),
        cmocka_unit_test(test_work_is_spread),
        cmocka_unit_test(test_retried_on_the_other_device),
        cmocka_unit_test(test_witness_errors_are_not_retried),
        cmocka_unit_test(test_bad_proof_is_charged_when_proven),
        cmocka_unit_test(test_late_result_is_dropped),
        cmocka_unit_test(test_cancelled_at_every_stage),
        cmocka_unit_test(test_refused_with_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
