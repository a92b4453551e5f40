/* SPDX-License-Identifier: Apache-2.0
 *
 * Proofs over circuits of every edge shape, with keys from the insecure set-up: they verify, and they depend on
 * nothing but key, witness and blinding.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "circuit.h"
#include "groth16/proof_slot.h"
#include "support/cmocka_all.h"

static test_random rng;
static const cuzk_blinding fixed_blinding = {{{7, 0, 0, 0}}, {{11, 0, 0, 0}}};

/* A circuit with its key, and the key on a device. */
typedef struct rig {
    cuzk_r1cs *r1cs;
    cuzk_proving_key *key;
    cuzk_verifying_key *verifying_key;
    cuzk_device *device;
    cuzk_resident_key *resident;
} rig;

static cuzk_device *open_cpu(uint32_t thread_count, uint32_t slot_count, cuzk_isa isa)
{
    cuzk_device_options options = {.thread_count = thread_count, .isa = isa, .slot_count = slot_count};
    cuzk_device *device = NULL;
    assert_int_equal(cuzk_device_open(&device, "cpu", 0, &options, NULL), CUZK_OK);
    return device;
}

static void rig_make(rig *r, const circuit_shape *shape, cuzk_device *device)
{
    r->r1cs = circuit_make(shape, &rng);
    r->key = circuit_key(r->r1cs);
    r->verifying_key = cuzk_proving_key_verifying_key(r->key);
    r->device = device;
    assert_int_equal(cuzk_resident_key_create(&r->resident, device, r->key, NULL, NULL), CUZK_OK);
}

static void rig_free(rig *r)
{
    cuzk_resident_key_destroy(r->resident);
    cuzk_verifying_key_unref(r->verifying_key);
    cuzk_proving_key_unref(r->key);
    cuzk_r1cs_unref(r->r1cs);
}

static void prove(cuzk_proof *out, const rig *r, const cuzk_witness *witness, const cuzk_blinding *blinding)
{
    cuzk_pending *pending = NULL;
    if (blinding != NULL)
        assert_int_equal(cuzk_prove_start_with_blinding(&pending, r->resident, witness, blinding, NULL), CUZK_OK);
    else
        assert_int_equal(cuzk_prove_start(&pending, r->resident, witness, NULL), CUZK_OK);
    assert_int_equal(cuzk_prove_finish(out, pending, NULL), CUZK_OK);
}

static bool verifies(const rig *r, const cuzk_proof *proof, const cuzk_witness *witness)
{
    bool valid = false;
    uint64_t public_count = cuzk_verifying_key_public_count(r->verifying_key);
    assert_int_equal(
        cuzk_verify(r->verifying_key, cuzk_witness_values(witness) + 1, public_count, proof, &valid, NULL),
        CUZK_OK);
    return valid;
}

/* ---- Shapes ---- */

static void check_witness(const rig *r, const cuzk_witness *witness)
{
    bool satisfied = false;
    uint64_t failing_row = 0;
    cuzk_proof proof;
    assert_int_equal(cuzk_r1cs_check(r->r1cs, witness, &satisfied, &failing_row, NULL), CUZK_OK);
    assert_true(satisfied);
    prove(&proof, r, witness, NULL);
    assert_true(verifies(r, &proof, witness));
    prove(&proof, r, witness, &fixed_blinding);
    assert_true(verifies(r, &proof, witness));
}

static void check_shape(const circuit_shape *shape, cuzk_device *device)
{
    rig r;
    rig_make(&r, shape, device);
    for (int inputs = CIRCUIT_RANDOM; inputs <= CIRCUIT_ONES; inputs++) {
        cuzk_witness *witness = circuit_witness(r.r1cs, (circuit_inputs)inputs, &rng);
        check_witness(&r, witness);
        cuzk_witness_destroy(witness);
    }
    rig_free(&r);
}

static void check_shapes(cuzk_curve_id curve)
{
    const circuit_shape shapes[] = {
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 0},  /* domain 2 */
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 1},  /* 2 + 1 */
        {.curve = curve, .row_count = 1, .input_count = 1, .public_count = 2},  /* every wire is public */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 2}, /* 16 - 1 */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 3}, /* 16 */
        {.curve = curve, .row_count = 12, .input_count = 3, .public_count = 4}, /* 16 + 1 */
        {.curve = curve, .row_count = 31, .input_count = 9, .public_count = 0}, /* 32, L over all wires but one */
        {.curve = curve, .row_count = 20, .input_count = 5, .public_count = 5, .plain = true},
        {.curve = curve, .row_count = 10, .input_count = 5, .public_count = 3, .empty_b = true},
        {.curve = curve, .row_count = 3, .input_count = 60, .public_count = 50},
    };
    cuzk_device *device = open_cpu(2, 0, CUZK_ISA_AUTO);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(&shapes[i], device);
    cuzk_device_close(device);
}

static void test_every_shape_bn254(void **state)
{
    (void)state;
    check_shapes(CUZK_CURVE_BN254);
}

static void test_every_shape_bls12_381(void **state)
{
    (void)state;
    check_shapes(CUZK_CURVE_BLS12_381);
}

/* ---- What a proof depends on ---- */

static void check_same_everywhere(cuzk_curve_id curve, uint64_t row_count)
{
    circuit_shape shape = {.curve = curve, .row_count = row_count, .input_count = 20, .public_count = 5};
    cuzk_r1cs *r1cs = circuit_make(&shape, &rng);
    cuzk_proving_key *key = circuit_key(r1cs);
    cuzk_witness *witness = circuit_witness(r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_proof first;
    bool have_first = false;
    for (int isa = CUZK_ISA_PORTABLE; isa <= CUZK_ISA_ADX; isa++) {
        if (!cuzk_isa_available((cuzk_isa)isa)) {
            printf("skipped: instruction set %s\n", cuzk_isa_name((cuzk_isa)isa));
            continue;
        }
        for (uint32_t threads = 1; threads <= 4; threads *= 2) {
            cuzk_proof proof;
            rig r = {.device = open_cpu(threads, threads, (cuzk_isa)isa)};
            assert_int_equal(cuzk_resident_key_create(&r.resident, r.device, key, NULL, NULL), CUZK_OK);
            prove(&proof, &r, witness, &fixed_blinding);
            if (!have_first)
                first = proof;
            have_first = true;
            assert_memory_equal(&proof, &first, sizeof proof);
            cuzk_resident_key_destroy(r.resident);
            cuzk_device_close(r.device);
        }
    }
    cuzk_witness_destroy(witness);
    cuzk_proving_key_unref(key);
    cuzk_r1cs_unref(r1cs);
}

static void test_same_proof_on_every_device(void **state)
{
    (void)state;
    check_same_everywhere(CUZK_CURVE_BN254, 3000);
    check_same_everywhere(CUZK_CURVE_BLS12_381, 200);
}

/* The same proof comes from a key in bellman's arrangement. */
static void check_bellman(cuzk_curve_id curve)
{
    circuit_shape shape = {.curve = curve, .row_count = 27, .input_count = 6, .public_count = 4};
    cuzk_proof proof, bellman_proof;
    rig r;
    rig_make(&r, &shape, open_cpu(2, 1, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    prove(&proof, &r, witness, &fixed_blinding);
    cuzk_resident_key_destroy(r.resident);

    cuzk_proving_key *key = circuit_key_bellman(r.r1cs);
    assert_int_equal(cuzk_resident_key_create(&r.resident, r.device, key, NULL, NULL), CUZK_OK);
    prove(&bellman_proof, &r, witness, &fixed_blinding);
    assert_memory_equal(&proof, &bellman_proof, sizeof proof);
    cuzk_resident_key_destroy(r.resident);
    r.resident = NULL;
    circuit_key_free_bellman(key);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static void test_bellman_arrangement(void **state)
{
    (void)state;
    check_bellman(CUZK_CURVE_BN254);
    check_bellman(CUZK_CURVE_BLS12_381);
}

static const circuit_shape small = {
    .curve = CUZK_CURVE_BN254, .row_count = 50, .input_count = 6, .public_count = 4};

static void test_blinding_is_fresh(void **state)
{
    (void)state;
    rig r;
    cuzk_proof first, second;
    rig_make(&r, &small, open_cpu(1, 1, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    prove(&first, &r, witness, NULL);
    prove(&second, &r, witness, NULL);
    assert_memory_not_equal(&first.a, &second.a, sizeof first.a);
    assert_memory_not_equal(&first.b, &second.b, sizeof first.b);
    assert_memory_not_equal(&first.c, &second.c, sizeof first.c);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* The first row that fails is named, and the proof does not verify. */
static void test_unsatisfied_witness(void **state)
{
    (void)state;
    rig r;
    circuit_shape shape = small;
    shape.plain = true;
    rig_make(&r, &shape, open_cpu(2, 1, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (uint64_t row = 0; row < shape.row_count; row += 7) {
        bool satisfied = true;
        uint64_t failing_row = UINT64_MAX;
        cuzk_proof proof;
        cuzk_witness *spoilt = circuit_spoil_witness(witness, 1 + shape.input_count + row);
        assert_int_equal(cuzk_r1cs_check(r.r1cs, spoilt, &satisfied, &failing_row, NULL), CUZK_OK);
        assert_false(satisfied);
        assert_int_equal(failing_row, row);
        prove(&proof, &r, spoilt, NULL);
        assert_false(verifies(&r, &proof, spoilt));
        cuzk_witness_destroy(spoilt);
    }
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* ---- Slots ---- */

/* Keys of different sizes and curves in turn on one device: each finds the other's buffers in the slot. */
static void test_keys_in_turn(void **state)
{
    (void)state;
    circuit_shape shapes[2] = {small, {CUZK_CURVE_BLS12_381, 150, 20, 30, false, false}};
    cuzk_device *device = open_cpu(2, 1, CUZK_ISA_AUTO);
    rig rigs[2];
    for (int i = 0; i < 2; i++)
        rig_make(&rigs[i], &shapes[i], device);
    for (int i = 0; i < 6; i++) {
        cuzk_witness *witness = circuit_witness(rigs[i % 2].r1cs, CIRCUIT_RANDOM, &rng);
        cuzk_proof proof;
        prove(&proof, &rigs[i % 2], witness, NULL);
        assert_true(verifies(&rigs[i % 2], &proof, witness));
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
    rig_make(&r, &small, open_cpu(2, SLOTS, CUZK_ISA_AUTO));
    for (int i = 0; i < SLOTS; i++) {
        witnesses[i] = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
        assert_int_equal(cuzk_prove_start(&pending[i], r.resident, witnesses[i], NULL), CUZK_OK);
    }
    for (int i = SLOTS - 1; i >= 0; i--) {
        cuzk_proof proof;
        assert_int_equal(cuzk_prove_finish(&proof, pending[i], NULL), CUZK_OK);
        for (int j = 0; j < SLOTS; j++)
            assert_true(verifies(&r, &proof, witnesses[j]) == (i == j));
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
    rig_make(&r, &small, open_cpu(2, 1, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (int i = 0; i < 10; i++) {
        cuzk_pending *pending = NULL;
        assert_int_equal(cuzk_prove_start(&pending, r.resident, witness, NULL), CUZK_OK);
        cuzk_prove_abandon(pending);
    }
    cuzk_prove_abandon(NULL);
    cuzk_proof proof;
    prove(&proof, &r, witness, NULL);
    assert_true(verifies(&r, &proof, witness));
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
    rig_make(&r, &small, open_cpu(1, 1, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_witness *same = circuit_spoil_witness(witness, 1), *passing = circuit_spoil_witness(witness, 1);
    memcpy(same->values.bytes, witness->values.bytes, same->values.size_bytes);
    memcpy(passing->values.bytes, witness->values.bytes, passing->values.size_bytes);
    assert_int_equal(cuzk_prove_start(&pending, r.resident, passing, NULL), CUZK_OK);
    memset(passing->values.bytes, 0xee, passing->values.size_bytes);
    cuzk_witness_destroy(passing);
    assert_int_equal(cuzk_prove_finish(&proof, pending, NULL), CUZK_OK);
    assert_true(verifies(&r, &proof, same));
    cuzk_witness_destroy(same);
    cuzk_witness_destroy(witness);
    rig_free(&r);
    cuzk_device_close(r.device);
}

static void test_wrong_witnesses_are_refused(void **state)
{
    (void)state;
    rig r;
    cuzk_error err;
    cuzk_pending *pending = NULL;
    circuit_shape longer = small, other = small;
    longer.row_count++;
    other.curve = CUZK_CURVE_BLS12_381;
    rig_make(&r, &small, open_cpu(1, 1, CUZK_ISA_AUTO));
    cuzk_r1cs *longer_r1cs = circuit_make(&longer, &rng), *other_r1cs = circuit_make(&other, &rng);
    cuzk_witness *longer_witness = circuit_witness(longer_r1cs, CIRCUIT_RANDOM, &rng);
    cuzk_witness *other_witness = circuit_witness(other_r1cs, CIRCUIT_RANDOM, &rng);
    bool satisfied;
    uint64_t row;
    assert_int_equal(cuzk_prove_start(&pending, r.resident, longer_witness, &err), CUZK_E_LENGTH);
    assert_non_null(strstr(err.message, "58"));
    assert_non_null(strstr(err.message, "57"));
    assert_int_equal(cuzk_prove_start(&pending, r.resident, other_witness, &err), CUZK_E_CURVE);
    assert_non_null(strstr(err.message, "BLS12-381"));
    assert_non_null(strstr(err.message, "BN254"));
    assert_int_equal(cuzk_r1cs_check(r.r1cs, longer_witness, &satisfied, &row, &err), CUZK_E_LENGTH);
    assert_int_equal(cuzk_r1cs_check(r.r1cs, other_witness, &satisfied, &row, &err), CUZK_E_CURVE);
    assert_null(pending);
    cuzk_witness_destroy(longer_witness);
    cuzk_witness_destroy(other_witness);
    cuzk_r1cs_unref(longer_r1cs);
    cuzk_r1cs_unref(other_r1cs);
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
    cuzk_device *device = open_cpu(1, 1, CUZK_ISA_AUTO);
    cuzk_r1cs *r1cs = circuit_make(&small, &rng);
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
    prove(&proof, r, witness, NULL);
    cuzk_witness_destroy(witness);
}

static void test_no_witness_stays_on_the_device(void **state)
{
    (void)state;
    static const proof_buffer secret[] = {PROOF_BUFFER_WITNESS, PROOF_BUFFER_A, PROOF_BUFFER_B, PROOF_BUFFER_C,
                                          PROOF_BUFFER_RESULTS_HOST};
    rig r;
    rig_make(&r, &small, open_cpu(2, 1, CUZK_ISA_AUTO));
    prove_random(&r);
    proof_slot *slot = idle_slot(r.device);
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        check_buffer_is_zero(slot, secret[i], 0);
    cuzk_device_slot_release(r.device, 0);
    rig_free(&r);
    cuzk_device_close(r.device);
}

/* After a small key's proof, all that it did not use of a large key's workspaces is zero. */
static void test_workspaces_are_overwritten_between_keys(void **state)
{
    (void)state;
    circuit_shape large_shape = {
        .curve = CUZK_CURVE_BLS12_381, .row_count = 400, .input_count = 5, .public_count = 1};
    rig large, little;
    cuzk_device *device = open_cpu(2, 1, CUZK_ISA_AUTO);
    rig_make(&large, &large_shape, device);
    rig_make(&little, &small, device);
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
    circuit_shape shapes[2] = {small, {CUZK_CURVE_BLS12_381, 20, 4, 3, false, false}};
    cuzk_device *device = open_cpu(2, 2, CUZK_ISA_AUTO);
    rig rigs[2];
    prover provers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < 2; i++)
        rig_make(&rigs[i], &shapes[i], device);
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
    rig_make(&r, &small, open_cpu(2, 2, CUZK_ISA_AUTO));
    cuzk_witness *witness = circuit_witness(r.r1cs, CIRCUIT_RANDOM, &rng);
    for (int i = 0; i < PROOFS; i++) {
        cuzk_proof proof;
        prove(&proof, &r, witness, NULL);
        assert_true(verifies(&r, &proof, witness));
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
        cmocka_unit_test(test_every_shape_bn254),
        cmocka_unit_test(test_every_shape_bls12_381),
        cmocka_unit_test(test_same_proof_on_every_device),
        cmocka_unit_test(test_bellman_arrangement),
        cmocka_unit_test(test_blinding_is_fresh),
        cmocka_unit_test(test_unsatisfied_witness),
        cmocka_unit_test(test_keys_in_turn),
        cmocka_unit_test(test_pending_proofs_overlap),
        cmocka_unit_test(test_abandon),
        cmocka_unit_test(test_witness_may_go_after_start),
        cmocka_unit_test(test_wrong_witnesses_are_refused),
        cmocka_unit_test(test_loading_a_key_can_be_cancelled),
        cmocka_unit_test(test_no_witness_stays_on_the_device),
        cmocka_unit_test(test_workspaces_are_overwritten_between_keys),
        cmocka_unit_test(test_threads_prove_at_once),
        cmocka_unit_test(test_memory_stays_flat),
    };
    test_random_init(&rng, "test_prove");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
