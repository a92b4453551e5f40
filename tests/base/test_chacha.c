/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/chacha.h"
#include "support/cmocka_all.h"

/* RFC 8439, appendix A.1, test vector 1. */
static void test_zero_key(void **state)
{
    (void)state;
    static const uint8_t key[32] = {0};
    static const uint8_t expected[64] = {
        0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28,
        0xbd, 0xd2, 0x19, 0xb8, 0xa0, 0x8d, 0xed, 0x1a, 0xa8, 0x36, 0xef, 0xcc, 0x8b, 0x77, 0x0d, 0xc7,
        0xda, 0x41, 0x59, 0x7c, 0x51, 0x57, 0x48, 0x8d, 0x77, 0x24, 0xe0, 0x3f, 0xb8, 0xd8, 0x4a, 0x37,
        0x6a, 0x43, 0xb8, 0xf4, 0x15, 0x18, 0xa1, 0x1c, 0xc3, 0x87, 0xb6, 0x69, 0xb2, 0xee, 0x65, 0x86,
    };
    uint8_t out[64];
    cuzk_chacha stream;
    cuzk_chacha_init(&stream, key);
    cuzk_chacha_read(&stream, out, sizeof out);
    assert_memory_equal(out, expected, sizeof out);
}

/* RFC 8439, section 2.3.2: block 1, which follows block 0 in the stream. */
static void test_key_nonce_and_counter(void **state)
{
    (void)state;
    static const uint32_t nonce[3] = {0x09000000, 0x4a000000, 0};
    static const uint8_t expected[64] = {
        0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4,
        0xc7, 0xd1, 0xf4, 0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22, 0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e,
        0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f, 0xaa, 0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2,
        0xb5, 0x12, 0x9c, 0xd1, 0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e,
    };
    uint8_t key[32], out[128];
    cuzk_chacha stream;
    for (uint8_t i = 0; i < 32; i++)
        key[i] = i;
    cuzk_chacha_init_nonce(&stream, key, nonce);
    cuzk_chacha_read(&stream, out, sizeof out);
    assert_memory_equal(out + 64, expected, sizeof expected);
}

/* The stream does not depend on the sizes of the reads. */
static void test_pieces(void **state)
{
    (void)state;
    static const uint8_t key[32] = {7};
    uint8_t whole[300], pieces[300];
    cuzk_chacha stream;
    cuzk_chacha_init(&stream, key);
    cuzk_chacha_read(&stream, whole, sizeof whole);
    cuzk_chacha_init(&stream, key);
    for (size_t done = 0, step = 0; done < sizeof pieces; done += step, step++) {
        if (step > sizeof pieces - done)
            step = sizeof pieces - done;
        cuzk_chacha_read(&stream, pieces + done, step);
    }
    assert_memory_equal(whole, pieces, sizeof whole);
    cuzk_chacha_init(&stream, key);
    uint64_t first = cuzk_chacha_u64(&stream);
    for (int i = 0; i < 8; i++)
        assert_int_equal(whole[i], (first >> (8 * i)) & 0xff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zero_key),
        cmocka_unit_test(test_key_nonce_and_counter),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
