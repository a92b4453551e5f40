/* SPDX-License-Identifier: Apache-2.0
 *
 * Proving on the sim device with a fault at every call and every operation in turn: the fault comes out as a status,
 * nothing is left behind, and the next proof is made.
 */
#include <string.h>

#include "backend/sim/sim.h"
#include "circuit.h"
#include "support/cmocka_all.h"

static test_random rng;

typedef struct rig {
    cuzk_r1cs *r1cs;
    cuzk_proving_key *key;
    cuzk_witness *witness;
    cuzk_device *device;
    cuzk_resident_key *resident;
    cuzk_sim_counts loaded; /* with the key resident and no proof yet */
} rig;

static void rig_make(rig *r)
{
    circuit_shape shape = {.curve = CUZK_CURVE_BN254, .row_count = 10, .input_count = 3, .public_count = 2};
    cuzk_device_options options = {.slot_count = 1};
    r->r1cs = circuit_make(&shape, &rng);
    r->key = circuit_key(r->r1cs);
    r->witness = circuit_witness(r->r1cs, CIRCUIT_RANDOM, &rng);
    assert_int_equal(cuzk_device_open(&r->device, "sim", 0, &options, NULL), CUZK_OK);
}

static int rig_setup(void **state)
{
    static rig r;
    memset(&r, 0, sizeof r);
    rig_make(&r);
    assert_int_equal(cuzk_resident_key_create(&r.resident, r.device, r.key, NULL, NULL), CUZK_OK);
    cuzk_sim_count(r.device, &r.loaded);
    *state = &r;
    return 0;
}

static uint64_t alive(const cuzk_sim_counts *counts)
{
    return counts->buffers + counts->queues + counts->events + counts->matrices + counts->domains +
           counts->base_sets;
}

static void assert_alive(const rig *r, uint64_t expected)
{
    cuzk_sim_counts counts;
    cuzk_sim_count(r->device, &counts);
    assert_int_equal(alive(&counts), expected);
    assert_int_equal(counts.lifetime_breaches, 0);
}

static int rig_teardown(void **state)
{
    rig *r = *state;
    cuzk_resident_key_destroy(r->resident);
    cuzk_device_slots_trim(r->device);
    assert_alive(r, 0);
    cuzk_device_close(r->device);
    cuzk_witness_destroy(r->witness);
    cuzk_proving_key_unref(r->key);
    cuzk_r1cs_unref(r->r1cs);
    return 0;
}

static cuzk_status prove(rig *r, cuzk_error *err)
{
    cuzk_pending *pending = NULL;
    cuzk_proof proof;
    cuzk_status status = cuzk_prove_start(&pending, r->resident, r->witness, err);
    if (status != CUZK_OK) {
        assert_null(pending);
        return status;
    }
    return cuzk_prove_finish(&proof, pending, err);
}

/* The number of the fault that no proof reaches any more; `check` tries one. */
static uint64_t first_number_beyond(bool (*check)(rig *r, uint64_t number), rig *r)
{
    uint64_t number = 1;
    while (check(r, number))
        number++;
    return number;
}

/* ---- Loading a key ---- */

static void test_faults_while_a_key_is_loaded(void **state)
{
    (void)state;
    rig r = {0};
    uint64_t number;
    rig_make(&r);
    for (number = 1;; number++) {
        cuzk_error err;
        cuzk_resident_key *resident = NULL;
        cuzk_sim_arm(r.device, CUZK_SIM_FAULT_CALL, number, CUZK_E_NO_MEMORY);
        cuzk_status status = cuzk_resident_key_create(&resident, r.device, r.key, NULL, &err);
        cuzk_resident_key_destroy(resident);
        assert_alive(&r, 0);
        if (status == CUZK_OK)
            break;
        assert_int_equal(status, CUZK_E_NO_MEMORY);
        assert_int_equal(err.status, CUZK_E_NO_MEMORY);
        assert_null(resident);
    }
    assert_int_equal(number, 2 + 1 + 5 + 1); /* matrices, domain, queries */
    rig *rest = &r;
    rig_teardown((void **)&rest);
}

/* ---- Proving ---- */

/* On a slot without a state if `fresh`. False if the fault was not reached. */
static bool check_call_fault(rig *r, uint64_t number, bool fresh)
{
    cuzk_error err;
    if (fresh)
        cuzk_device_slots_trim(r->device);
    else
        assert_int_equal(prove(r, NULL), CUZK_OK);
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_CALL, number, CUZK_E_NO_MEMORY);
    cuzk_status status = prove(r, &err);
    if (status != CUZK_OK) {
        assert_int_equal(status, CUZK_E_NO_MEMORY);
        assert_int_equal(err.status, CUZK_E_NO_MEMORY);
        assert_alive(r, alive(&r->loaded));
    }
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_CALL, 0, CUZK_OK);
    assert_int_equal(prove(r, NULL), CUZK_OK);
    return status != CUZK_OK;
}

static bool check_call_fault_fresh(rig *r, uint64_t number)
{
    return check_call_fault(r, number, true);
}

static bool check_call_fault_warm(rig *r, uint64_t number)
{
    return check_call_fault(r, number, false);
}

static void test_faults_at_every_call(void **state)
{
    rig *r = *state;
    uint64_t fresh = first_number_beyond(check_call_fault_fresh, r);
    uint64_t warm = first_number_beyond(check_call_fault_warm, r);
    assert_true(warm > 20);                    /* two dozen operations and events at least */
    assert_int_equal(fresh - warm, 2 + 6 + 8); /* queues, events, buffers */
}

/* A fault while something runs comes out of start (if the witness cannot be copied) or of finish, or of neither: the
 * overwriting of secrets ends after finish; then the next start finds out and makes the slot anew. */
static bool check_operation_fault(rig *r, uint64_t number)
{
    cuzk_sim_counts before, after;
    cuzk_error err;
    assert_int_equal(prove(r, NULL), CUZK_OK);
    cuzk_device_slots_trim(r->device); /* waits for the last operations, so that the counts are exact */
    cuzk_sim_count(r->device, &before);
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, number, CUZK_E_DEVICE);
    cuzk_status status = prove(r, &err);
    if (status != CUZK_OK) {
        assert_int_equal(status, CUZK_E_DEVICE);
        assert_non_null(strstr(err.message, "scripted fault"));
        assert_alive(r, alive(&r->loaded));
    }
    assert_int_equal(prove(r, NULL), CUZK_OK);
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, 0, CUZK_OK);
    cuzk_sim_count(r->device, &after);
    return number <= (after.operations - before.operations) / 2;
}

static void test_faults_at_every_operation(void **state)
{
    rig *r = *state;
    /* copy in, two products, h, two sums, two copies out */
    assert_true(first_number_beyond(check_operation_fault, r) > 8);
}

static bool check_abandoned_fault(rig *r, uint64_t number)
{
    cuzk_pending *pending = NULL;
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, number, CUZK_E_DEVICE);
    if (cuzk_prove_start(&pending, r->resident, r->witness, NULL) == CUZK_OK)
        cuzk_prove_abandon(pending);
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_ERROR, 0, CUZK_OK);
    assert_int_equal(prove(r, NULL), CUZK_OK);
    return number < 20;
}

static void test_abandoned_proofs_may_have_failed(void **state)
{
    first_number_beyond(check_abandoned_fault, *state);
}

static void test_lost_device(void **state)
{
    rig *r = *state;
    cuzk_error err;
    cuzk_pending *pending = NULL;
    cuzk_proof proof;
    assert_int_equal(prove(r, NULL), CUZK_OK);
    assert_int_equal(cuzk_prove_start(&pending, r->resident, r->witness, NULL), CUZK_OK);
    cuzk_sim_arm(r->device, CUZK_SIM_FAULT_LOST, 1, CUZK_OK);
    assert_int_equal(cuzk_prove_finish(&proof, pending, &err), CUZK_E_DEVICE);
    assert_non_null(strstr(err.message, "lost"));
    assert_int_equal(cuzk_prove_start(&pending, r->resident, r->witness, NULL), CUZK_E_DEVICE);
    assert_alive(r, alive(&r->loaded));
}

static void test_device_memory_too_small(void **state)
{
    rig *r = *state;
    cuzk_error err;
    uint64_t needed = cuzk_resident_key_slot_bytes(r->resident);
    cuzk_sim_set_memory(r->device, needed - 1);
    assert_int_equal(prove(r, &err), CUZK_E_NO_MEMORY);
    assert_non_null(strstr(err.message, "bytes"));
    assert_alive(r, alive(&r->loaded));
    cuzk_sim_set_memory(r->device, needed); /* which is thereby exactly what a proof takes */
    assert_int_equal(prove(r, NULL), CUZK_OK);
    assert_true(cuzk_resident_key_bytes(r->resident) > 0);
}

static void test_objects_stay_the_same(void **state)
{
    rig *r = *state;
    cuzk_sim_counts first, last;
    assert_int_equal(prove(r, NULL), CUZK_OK);
    cuzk_sim_count(r->device, &first);
    for (int i = 0; i < 50; i++)
        assert_int_equal(prove(r, NULL), CUZK_OK);
    cuzk_sim_count(r->device, &last);
    assert_int_equal(alive(&first), alive(&last));
    assert_int_equal(first.buffer_bytes, last.buffer_bytes);
}

int main(void)
{
#define RIG_TEST(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_while_a_key_is_loaded),
        RIG_TEST(test_faults_at_every_call),
        RIG_TEST(test_faults_at_every_operation),
        RIG_TEST(test_abandoned_proofs_may_have_failed),
        RIG_TEST(test_lost_device),
        RIG_TEST(test_device_memory_too_small),
        RIG_TEST(test_objects_stay_the_same),
    };
    test_random_init(&rng, "test_prove_faults");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
