/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/host_memory.h"
#include "support/cmocka_all.h"

static const digest_key counting = {{UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};

/* The first of the authors' known answers for the 128-bit variant: no bytes. */
static void test_known_answer(void **state)
{
    (void)state;
    digest_state s;
    digest out;
    cuzk_digest_begin(&s, &counting);
    cuzk_digest_end(&out, &s);
    assert_true(out.word[0] == UINT64_C(0xe6a825ba047f81a3));
    assert_true(out.word[1] == UINT64_C(0x930255c71472f66d));
}

/* A digest depends on the bytes, not on how they are cut. */
static void test_cuts_do_not_matter(void **state)
{
    (void)state;
    unsigned char bytes[100];
    digest whole, cut;
    digest_state s;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37);
    cuzk_digest_begin(&s, &counting);
    cuzk_digest_add(&s, bytes, sizeof bytes);
    cuzk_digest_end(&whole, &s);
    for (size_t at = 0; at <= sizeof bytes; at++) {
        cuzk_digest_begin(&s, &counting);
        cuzk_digest_add(&s, bytes, at);
        cuzk_digest_add(&s, bytes + at, sizeof bytes - at);
        cuzk_digest_end(&cut, &s);
        assert_memory_equal(&cut, &whole, sizeof cut);
    }
    bytes[50] ^= 1;
    cuzk_digest_begin(&s, &counting);
    cuzk_digest_add(&s, bytes, sizeof bytes);
    cuzk_digest_end(&cut, &s);
    assert_memory_not_equal(&cut, &whole, sizeof cut);
}

static uint64_t limit_of(const char *text)
{
    char path[] = "cgroup_limit_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_true(dprintf(file, "%s", text) >= 0);
    close(file);
    uint64_t limit = cuzk_cgroup_limit_bytes(path);
    unlink(path);
    return limit;
}

static void test_limits_of_control_groups(void **state)
{
    (void)state;
    assert_true(limit_of("1073741824\n") == 1073741824u);
    assert_true(limit_of("max\n") == UINT64_MAX);
    assert_true(limit_of("") == UINT64_MAX);
    assert_true(limit_of("12x\n") == UINT64_MAX);
    assert_true(limit_of("99999999999999999999999\n") == UINT64_MAX);
    assert_true(cuzk_cgroup_limit_bytes("there/is/no/such/file") == UINT64_MAX);
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    assert_true(cuzk_host_memory_bytes() > 0 && cuzk_host_memory_bytes() <= machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answer),
        cmocka_unit_test(test_cuts_do_not_matter),
        cmocka_unit_test(test_limits_of_control_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
