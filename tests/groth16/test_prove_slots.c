/* SPDX-License-Identifier: Apache-2.0
 *
 * What lies in a device's slots: proofs of several keys and threads in turn and at once, abandoned ones, secrets,
 * memory over many proofs.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "groth16/proof_slot.h"
#include "rig.h"
#include "support/cmocka_all.h"

static test_random rng;

/* ---- Slots ---- */

/* Keys of different sizes and curves in turn on one device: each finds the other's buffers in the slot. */
static void test_keys_in_turn(void **state)
{
    (void)state;
    circuit_shape shapes[2] = {rig_small_shape, {CUZK_CURVE_BLS12_381, 150, 20, 30, false, false}};
    cuzk_device *device = rig_open_cpu(2, 1, CUZK_ISA_AUTO);
    rig rigs[2];
    for (int i = 0; i < 2; i++)
        rig_make(&rigs[i], &shapes[i], device, &rng);
    for (int i = 0; i < 6; i++) {
        cuzk_witness *witness = circuit_witness(rigs[i % 2].r1cs, CIRCUIT_RANDOM, &rng);
        cuzk_proof proof;
        rig_prove(&proof, &rigs[i % 2], witness, NULL);
        assert_true(rig_verifies(&rigs[i % 2], &proof, witness));
        cuzk_witness_destroy(witness);
    }
    for (int i = 0; i < 2; i++)
        rig_free(&rigs[i]);
    cuzk_device_close(device);
}

/* All slots are in use before the first proof is finished, in the other order. */
static void test_pending_proofs_overlap(void **state)
{
    (void)state;
    enum { SLOTS = 3 };
    rig r;
    cuzk_pending *pending[SLOTS];
    cuzk_witness *witnesses[SLOTS];
    rig_make(&r, &rig_small_shape, rig_open_cpu(2, SLOTS, CUZK_ISA_AUTO), &rng);
    for (int i = 0; i < SLOTS; i++) {
        witnesses[i] = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
        assert_int_equal(cuzk_prove_start(&pending[i], r.resident, witnesses[i], NULL), CUZK_OK);
    }
    for (int i = SLOTS - 1; i >= 0; i--) {
        cuzk_proof proof;
        assert_int_equal(cuzk_prove_finish(&proof, pending[i], NULL), CUZK_OK);
        for (int j = 0; j < SLOTS; j++)
            assert_true(rig_verifies(&r, &proof, witnesses[j]) == (i == j));
    }
    for (int i = 0; i < SLOTS; i++)
        cuzk_witness_destroy(witnesses[i]);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static void test_abandon(void **state)
{
    (void)state;
    rig r;
    rig_make(&r, &rig_small_shape, rig_open_cpu(2, 1, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (int i = 0; i < 10; i++) {
        cuzk_pending *pending = NULL;
        assert_int_equal(cuzk_prove_start(&pending, r.resident, witness, NULL), CUZK_OK);
        cuzk_prove_abandon(pending);
    }
    cuzk_prove_abandon(NULL);
    cuzk_proof proof;
    rig_prove(&proof, &r, witness, NULL);
    assert_true(rig_verifies(&r, &proof, witness));
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* The witness may go as soon as start has returned. */
static void test_witness_may_go_after_start(void **state)
{
    (void)state;
    rig r;
    cuzk_pending *pending = NULL;
    cuzk_proof proof;
    rig_make(&r, &rig_small_shape, rig_open_cpu(1, 1, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_witness *same = circuit_spoil_witness(witness, 1), *passing = circuit_spoil_witness(witness, 1);
    memcpy(same->values.bytes, witness->values.bytes, same->values.size_bytes);
    memcpy(passing->values.bytes, witness->values.bytes, passing->values.size_bytes);
    assert_int_equal(cuzk_prove_start(&pending, r.resident, passing, NULL), CUZK_OK);
    memset(passing->values.bytes, 0xee, passing->values.size_bytes);
    cuzk_witness_destroy(passing);
    assert_int_equal(cuzk_prove_finish(&proof, pending, NULL), CUZK_OK);
    assert_true(rig_verifies(&r, &proof, same));
    cuzk_witness_destroy(same);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static bool stop_at_third(void *context, const char *stage, uint64_t done, uint64_t total)
{
    (void)stage;
    assert_true(done < total);
    return ++*(int *)context < 3;
}

static void test_loading_a_key_can_be_cancelled(void **state)
{
    (void)state;
    int calls = 0;
    cuzk_progress progress = {stop_at_third, &calls};
    cuzk_resident_key *resident = NULL;
    cuzk_device *device = rig_open_cpu(1, 1, CUZK_ISA_AUTO);
    cuzk_r1cs *r1cs = circuit_make(&rig_small_shape, &rng);
    cuzk_proving_key *key = circuit_key(r1cs);
    assert_int_equal(cuzk_resident_key_create(&resident, device, key, &progress, NULL), CUZK_E_CANCELLED);
    assert_null(resident);
    assert_int_equal(calls, 3);
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
    cuzk_device_close(device);
}

/* ---- Secrets ---- */

/* From `offset_bytes` on. */
static void check_buffer_is_zero(proof_slot *slot, proof_buffer buffer, size_t offset_bytes)
{
    const cuzk_device_ops *ops = slot->device->ops;
    size_t count = slot->size_bytes[buffer] - offset_bytes;
    unsigned char *bytes = malloc(count + 1);
    cuzk_event *event = NULL;
    assert_non_null(bytes);
    assert_int_equal(ops->event_create(&event, slot->device, NULL), CUZK_OK);
    assert_int_equal(ops->copy_out(slot->h, bytes, slot->buffers[buffer], offset_bytes, count, NULL), CUZK_OK);
    assert_int_equal(ops->event_record(slot->h, event, NULL), CUZK_OK);
    assert_int_equal(ops->event_wait(event, NULL), CUZK_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(bytes[i], 0);
    ops->event_destroy(event);
    free(bytes);
}

/* The state of a device's only slot, when its queues are idle. */
static proof_slot *idle_slot(cuzk_device *device)
{
    assert_int_equal(cuzk_device_slot_acquire(device), 0);
    proof_slot *slot = (proof_slot *)cuzk_device_slot_state(device, 0);
    assert_non_null(slot);
    assert_int_equal(device->ops->event_wait(slot->events[PROOF_EVENT_SUMS_IDLE], NULL), CUZK_OK);
    assert_int_equal(device->ops->event_wait(slot->events[PROOF_EVENT_H_IDLE], NULL), CUZK_OK);
    return slot;
}

static void prove_random(const rig *r)
{
    cuzk_proof proof;
    cuzk_witness *witness = circuit_witness(r->r1cs, CIRCUIT_RANDOM, &rng);
    rig_prove(&proof, r, witness, NULL);
    cuzk_witness_destroy(witness);
}

static void test_no_witness_stays_on_the_device(void **state)
{
    (void)state;
    static const proof_buffer secret[] = {PROOF_BUFFER_WITNESS, PROOF_BUFFER_A, PROOF_BUFFER_B, PROOF_BUFFER_C,
                                          PROOF_BUFFER_RESULTS_HOST};
    rig r;
    rig_make(&r, &rig_small_shape, rig_open_cpu(2, 1, CUZK_ISA_AUTO), &rng);
    prove_random(&r);
    proof_slot *slot = idle_slot(r.device);
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        check_buffer_is_zero(slot, secret[i], 0);
    cuzk_device_slot_release(r.device, 0);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* After a rig_small_shape key's proof, all that it did not use of a large key's workspaces is zero. */
static void test_workspaces_are_overwritten_between_keys(void **state)
{
    (void)state;
    circuit_shape large_shape = {
        .curve = CUZK_CURVE_BLS12_381, .row_count = 400, .input_count = 5, .public_count = 1};
    rig large, little;
    cuzk_device *device = rig_open_cpu(2, 1, CUZK_ISA_AUTO);
    rig_make(&large, &large_shape, device, &rng);
    rig_make(&little, &rig_small_shape, device, &rng);
    prove_random(&large);
    prove_random(&little);
    proof_slot *slot = idle_slot(device);
    assert_true(little.resident->sizes.h_work_bytes < slot->size_bytes[PROOF_BUFFER_H_WORK]);
    check_buffer_is_zero(slot, PROOF_BUFFER_WITNESS_WORK, little.resident->sizes.witness_work_bytes);
    check_buffer_is_zero(slot, PROOF_BUFFER_H_WORK, little.resident->sizes.h_work_bytes);
    cuzk_device_slot_release(device, 0);
    rig_free(&large);
    cuzk_device_slot_acquire(device);
    assert_null(cuzk_device_slot_state(device, 0)); /* gone with the key */
    cuzk_device_slot_release(device, 0);
    rig_free(&little);
    cuzk_device_close(device);
}

/* ---- Many proofs ---- */

typedef struct prover {
    const rig *r;
    cuzk_witness *witness;
    uint64_t rounds, wrong;
} prover;

static void *prover_main(void *argument)
{
    prover *p = argument;
    for (uint64_t i = 0; i < p->rounds; i++) {
        cuzk_pending *pending = NULL;
        cuzk_proof proof;
        bool valid = false;
        if (cuzk_prove_start(&pending, p->r->resident, p->witness, NULL) != CUZK_OK ||
            cuzk_prove_finish(&proof, pending, NULL) != CUZK_OK ||
            cuzk_verify(p->r->verifying_key, cuzk_witness_values(p->witness) + 1,
                        cuzk_verifying_key_public_count(p->r->verifying_key), &proof, &valid, NULL) != CUZK_OK ||
            !valid)
            p->wrong++;
    }
    return NULL;
}

/* More threads than slots, two keys, a witness of its own for each thread. */
static void test_threads_prove_at_once(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    circuit_shape shapes[2] = {rig_small_shape, {CUZK_CURVE_BLS12_381, 20, 4, 3, false, false}};
    cuzk_device *device = rig_open_cpu(2, 2, CUZK_ISA_AUTO);
    rig rigs[2];
    prover provers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < 2; i++)
        rig_make(&rigs[i], &shapes[i], device, &rng);
    for (int i = 0; i < THREADS; i++) {
        const rig *r = &rigs[i % 2];
        provers[i] = (prover){r, circuit_witness(r->r1cs, CIRCUIT_RANDOM, &rng), test_iterations(3), 0};
        assert_int_equal(pthread_create(&threads[i], NULL, prover_main, &provers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(provers[i].wrong, 0);
        cuzk_witness_destroy(provers[i].witness);
    }
    for (int i = 0; i < 2; i++)
        rig_free(&rigs[i]);
    cuzk_device_close(device);
}

static uint64_t resident_bytes(void)
{
    unsigned long long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &total, &resident), 2);
    fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void test_memory_stays_flat(void **state)
{
    (void)state;
    enum { PROOFS = 50, SETTLED = 10, SLACK_BYTES = 4 << 20 };
    rig r;
    uint64_t settled_bytes = 0;
    rig_make(&r, &rig_small_shape, rig_open_cpu(2, 2, CUZK_ISA_AUTO), &rng);
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (int i = 0; i < PROOFS; i++) {
        cuzk_proof proof;
        rig_prove(&proof, &r, witness, NULL);
        assert_true(rig_verifies(&r, &proof, witness));
        if (i == SETTLED)
            settled_bytes = resident_bytes();
    }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* these keep freed memory for a while */
    assert_true(resident_bytes() <= settled_bytes + SLACK_BYTES);
#endif
    (void)settled_bytes;
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_in_turn),
        cmocka_unit_test(test_pending_proofs_overlap),
        cmocka_unit_test(test_abandon),
        cmocka_unit_test(test_witness_may_go_after_start),
        cmocka_unit_test(test_loading_a_key_can_be_cancelled),
        cmocka_unit_test(test_no_witness_stays_on_the_device),
        cmocka_unit_test(test_workspaces_are_overwritten_between_keys),
        cmocka_unit_test(test_threads_prove_at_once),
        cmocka_unit_test(test_memory_stays_flat),
    };
    test_random_init(&rng, "test_prove_slots");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
