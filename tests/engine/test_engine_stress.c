/* SPDX-License-Identifier: Apache-2.0
 *
 * Many threads at one engine, many engines in one process, and what must be left when they are gone: nothing.
 */
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig.h"
#include "support/cmocka_all.h"

static rig_circuit bn;

enum {
    SUBMITTERS = 8,
    IN_FLIGHT_BYTES = 4096, /* the last job may be on its way out when the heap is looked at */
};

/* cmocka's assertions are for the main thread: submitters count what is wrong. */
typedef struct submitter {
    pthread_t thread;
    const rig *rig;
    test_random random;
    uint64_t rounds;
    uint32_t done, cancelled, wrong;
} submitter;

static bool own_proof(const submitter *s, cuzk_job_id id, const cuzk_witness *witness)
{
    cuzk_proof proof;
    bool valid = false;
    uint64_t public_count = cuzk_verifying_key_public_count(bn.verifying_key);
    return cuzk_engine_proof(s->rig->engine, id, 0, &proof, NULL, NULL) == CUZK_OK &&
           cuzk_verify(bn.verifying_key, cuzk_witness_values(witness) + 1, public_count, &proof, &valid, NULL) ==
               CUZK_OK &&
           valid;
}

static void submit_once(submitter *s)
{
    const cuzk_witness *witness = bn.witnesses[test_random_below(&s->random, RIG_WITNESSES)];
    cuzk_witness_view view = rig_view(witness);
    cuzk_job_request request = {.circuit = "bn",
                                .witnesses = &view,
                                .witness_count = 1,
                                .priority = (cuzk_priority)test_random_below(&s->random, 4)};
    cuzk_job_id id;
    cuzk_job_info info;
    cuzk_status status = cuzk_engine_submit(s->rig->engine, &id, &request, NULL);
    if (status != CUZK_OK) { /* the circuit is being loaded again */
        s->wrong += status != CUZK_E_NOT_FOUND && status != CUZK_E_BUSY;
        return;
    }
    bool cancel = test_random_below(&s->random, 2) == 0;
    if (cancel && test_random_below(&s->random, 2) == 0)
        sched_yield();
    bool taken = cancel && cuzk_engine_cancel(s->rig->engine, id, NULL) == CUZK_OK;
    if (cuzk_engine_wait(s->rig->engine, id, UINT64_MAX, &info, NULL) != CUZK_OK) {
        s->wrong++;
        return;
    }
    s->wrong += info.state != (taken ? CUZK_JOB_STATE_CANCELLED : CUZK_JOB_STATE_DONE);
    s->cancelled += info.state == CUZK_JOB_STATE_CANCELLED;
    s->done += info.state == CUZK_JOB_STATE_DONE;
    if (info.state == CUZK_JOB_STATE_DONE && !own_proof(s, id, witness))
        s->wrong++;
}

static void *submit_many(void *argument)
{
    submitter *s = argument;
    for (uint64_t i = 0; i < s->rounds; i++)
        submit_once(s);
    return NULL;
}

static void start_submitters(submitter *submitters, const rig *r, uint64_t rounds)
{
    memset(submitters, 0, SUBMITTERS * sizeof *submitters);
    for (uint64_t i = 0; i < SUBMITTERS; i++) {
        submitters[i].rig = r;
        submitters[i].rounds = rounds;
        test_random_init_seed(&submitters[i].random, 1000 + i);
        assert_int_equal(pthread_create(&submitters[i].thread, NULL, submit_many, &submitters[i]), 0);
    }
}

static uint32_t join_submitters(submitter *submitters)
{
    uint32_t done = 0;
    for (int i = 0; i < SUBMITTERS; i++) {
        pthread_join(submitters[i].thread, NULL);
        assert_int_equal(submitters[i].wrong, 0);
        done += submitters[i].done;
    }
    return done;
}

/* Eight submitters that cancel half of their jobs, while the circuit comes and goes. */
static void test_submitters_and_cancels(void **state)
{
    (void)state;
    rig r;
    submitter submitters[SUBMITTERS];
    cuzk_engine_status status;
    rig_open(&r, "cpu", 2, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    start_submitters(submitters, &r, 10 + test_iterations(10));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cuzk_engine_unload(r.engine, "bn", NULL), CUZK_OK);
        assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
        cuzk_engine_pause(r.engine);
        cuzk_engine_status_get(r.engine, &status);
        cuzk_engine_resume(r.engine);
    }
    uint32_t done = join_submitters(submitters);
    rig_require_quiet(&r);
    cuzk_engine_status_get(r.engine, &status);
    assert_int_equal(status.job_done_count, done);
    assert_int_equal(status.job_failed_count, 0);
    rig_close(&r);
}

/* Eight threads, one idempotency key: one job. */
typedef struct twin {
    pthread_t thread;
    const rig *rig;
    cuzk_job_id id;
    cuzk_status status;
} twin;

static void *submit_twin(void *argument)
{
    twin *t = argument;
    cuzk_witness_view view = rig_view(bn.witnesses[0]);
    cuzk_job_request request = {.circuit = "bn", .witnesses = &view, .witness_count = 1, .idempotency_key = "same"};
    t->status = cuzk_engine_submit(t->rig->engine, &t->id, &request, NULL);
    return NULL;
}

static void test_parallel_twins_are_one_job(void **state)
{
    (void)state;
    rig r;
    twin twins[SUBMITTERS];
    cuzk_engine_status status;
    rig_open(&r, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    for (int i = 0; i < SUBMITTERS; i++) {
        twins[i] = (twin){.rig = &r};
        assert_int_equal(pthread_create(&twins[i].thread, NULL, submit_twin, &twins[i]), 0);
    }
    for (int i = 0; i < SUBMITTERS; i++) {
        pthread_join(twins[i].thread, NULL);
        assert_int_equal(twins[i].status, CUZK_OK);
        assert_int_equal(twins[i].id, twins[0].id);
    }
    rig_wait(&r, twins[0].id);
    cuzk_engine_status_get(r.engine, &status);
    assert_int_equal(status.job_submitted_count, 1);
    rig_close(&r);
}

/* ---- Several engines ---- */

static void test_two_engines(void **state)
{
    (void)state;
    rig a, b;
    cuzk_job_info info;
    rig_open(&a, "cpu", 1, NULL, NULL);
    rig_open(&b, "cpu", 1, NULL, NULL);
    assert_int_equal(cuzk_engine_load(a.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    assert_int_equal(cuzk_engine_load(b.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    cuzk_job_id first = rig_submit(&a, "bn", bn.witnesses[0]), second = rig_submit(&b, "bn", bn.witnesses[1]);
    rig_wait(&a, first);
    rig_wait(&b, second);
    assert_true(rig_verifies(&a, &bn, first, 0, bn.witnesses[0]));
    rig_close(&a);
    assert_int_equal(cuzk_engine_poll(b.engine, second, &info, NULL), CUZK_OK);
    assert_true(rig_verifies(&b, &bn, second, 0, bn.witnesses[1]));
    rig_close(&b);
}

static uint32_t entries_of(const char *path)
{
    uint32_t count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* Every second engine is destroyed with work in it. */
static void test_created_and_destroyed(void **state)
{
    (void)state;
    rig r;
    uint32_t threads = entries_of("/proc/self/task"), files = entries_of("/proc/self/fd");
    for (int i = 0; i < 100; i++) {
        rig_open(&r, "cpu", 1, NULL, NULL);
        assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
        cuzk_job_id id = rig_submit(&r, "bn", bn.witnesses[0]);
        rig_submit(&r, "bn", bn.witnesses[1]);
        if (i % 10 == 0)
            rig_wait(&r, id);
        rig_close(&r);
    }
    assert_int_equal(entries_of("/proc/self/task"), threads);
    assert_int_equal(entries_of("/proc/self/fd"), files);
}

/* ---- Memory over many proofs ---- */

static void prove_some(const rig *r, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        cuzk_job_id id = rig_submit(r, "bn", bn.witnesses[i % RIG_WITNESSES]);
        assert_int_equal(rig_wait(r, id).state, CUZK_JOB_STATE_DONE);
    }
}

/* What the program has allocated and not freed; the sanitizers' own allocators say 0, so this shows nothing there. */
static size_t allocated_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* After the first 50 proofs the heap holds what it will hold for ever; 2,000 proofs with CUZK_TEST_SCALE=10. */
static void test_memory_is_flat(void **state)
{
    (void)state;
    rig r;
    cuzk_engine_options options = {.finished_count_max = 10};
    rig_open(&r, "cpu", 1, &options, NULL);
    assert_int_equal(cuzk_engine_load(r.engine, "bn", bn.key, NULL, NULL, NULL), CUZK_OK);
    prove_some(&r, 50);
    size_t before = allocated_bytes();
    prove_some(&r, test_iterations(200));
    size_t after = allocated_bytes();
    printf("%zu bytes allocated after 50 proofs, %zu at the end\n", before, after);
    assert_true(after <= before + before / 100 + IN_FLIGHT_BYTES);
    rig_require_quiet(&r);
    rig_close(&r);
}

static int set_up(void **state)
{
    test_random random;
    (void)state;
    test_random_init(&random, "engine stress");
    rig_circuit_make(&bn, CUZK_CURVE_BN254, &random);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rig_circuit_free(&bn);
    return 0;
}

/* glibc counts what its threads' caches hold as allocated, and these fill up as chance will have it: the program starts
 * itself again without them. */
static void restart_without_caches(char **arguments)
{
    if (getenv("GLIBC_TUNABLES") != NULL)
        return;
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
    execv("/proc/self/exe", arguments);
}

int main(int argument_count, char **arguments)
{
    (void)argument_count;
    restart_without_caches(arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_submitters_and_cancels),
        cmocka_unit_test(test_parallel_twins_are_one_job),
        cmocka_unit_test(test_two_engines),
        cmocka_unit_test(test_created_and_destroyed),
        cmocka_unit_test(test_memory_is_flat),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
