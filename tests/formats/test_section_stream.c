/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "forge.h"
#include "formats/section_stream.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static const cuzk_binfile_wanted wanted[] = {{5, "long one"}};
static const cuzk_binfile_format format = {
    .magic = "test", .kind = CUZK_FILE_PTAU, .version_max = 1, .wanted = wanted, .wanted_count = 1};

enum {
    LONG_BYTES = 3 * SECTION_STREAM_BYTES + 12345,
};

static unsigned char *content;

static int make_file(void **state)
{
    static cuzk_binfile binfile;
    test_random random;
    forge file = {.magic = {'t', 'e', 's', 't'}, .version = 1};
    test_random_init_seed(&random, 1);
    content = malloc(LONG_BYTES);
    assert_non_null(content);
    test_random_fill(&random, content, LONG_BYTES);
    forge_add(&file, 1, "before", 6);
    forge_add(&file, 5, content, LONG_BYTES);
    forge_add(&file, 2, "behind", 6);
    assert_int_equal(cuzk_binfile_open(&binfile, forge_save(&file, "long"), &format, NULL), CUZK_OK);
    forge_clear(&file);
    *state = &binfile;
    return 0;
}

static int close_file(void **state)
{
    cuzk_binfile_close(*state);
    free(content);
    return scratch_remove(state);
}

/* Takes of any size, across the buffer's ends, give the section's bytes one after another. */
static void test_takes(void **state)
{
    const cuzk_binfile *binfile = *state;
    const cuzk_binfile_section *section;
    test_random random;
    test_random_init(&random, "test_section_stream");
    assert_int_equal(cuzk_binfile_need(&section, binfile, 5, NULL), CUZK_OK);
    for (uint64_t round = 0; round < test_iterations(20); round++) {
        static const size_t sizes[] = {1, 44, 4096, 100000, SECTION_STREAM_BYTES};
        cuzk_section_stream stream;
        const unsigned char *bytes;
        size_t largest = sizes[round % 5];
        uint64_t position = round % 3;
        assert_int_equal(cuzk_section_stream_init(&stream, binfile, section, position, NULL), CUZK_OK);
        while (position < LONG_BYTES) {
            uint64_t size_bytes = largest > 44 ? test_random_below(&random, largest + 1) : 44;
            if (size_bytes > LONG_BYTES - position)
                size_bytes = LONG_BYTES - position;
            assert_int_equal(cuzk_section_stream_position(&stream), position);
            assert_int_equal(cuzk_section_stream_left(&stream), LONG_BYTES - position);
            assert_int_equal(cuzk_section_stream_take(&stream, &bytes, size_bytes, NULL), CUZK_OK);
            if (memcmp(bytes, content + position, size_bytes) != 0)
                fail_msg("other bytes at %zu", (size_t)position);
            position += size_bytes;
        }
        cuzk_error err;
        assert_int_equal(cuzk_section_stream_take(&stream, &bytes, 0, &err), CUZK_OK);
        assert_int_equal(cuzk_section_stream_take(&stream, &bytes, 1, &err), CUZK_E_FORMAT);
        assert_non_null(strstr(err.message, "section 5 (long one) ends after 3158073 bytes"));
        cuzk_section_stream_clear(&stream);
        cuzk_section_stream_clear(&stream);
    }
}

static void test_reads_stay_in_the_section(void **state)
{
    const cuzk_binfile *binfile = *state;
    const cuzk_binfile_section *section = cuzk_binfile_find(binfile, 5);
    unsigned char byte = 0;
    cuzk_error err;
    assert_int_equal(cuzk_binfile_read(binfile, section, &byte, LONG_BYTES - 1, 1, &err), CUZK_OK);
    assert_int_equal(byte, content[LONG_BYTES - 1]);
    assert_int_equal(cuzk_binfile_read(binfile, section, &byte, LONG_BYTES, 1, &err), CUZK_E_FORMAT);
    assert_int_equal(cuzk_binfile_read(binfile, section, &byte, UINT64_MAX, 1, &err), CUZK_E_FORMAT);
    assert_int_equal(cuzk_binfile_read(binfile, section, &byte, 1, SIZE_MAX, &err), CUZK_E_FORMAT);
    assert_int_equal(cuzk_binfile_expect(binfile, section, 12345, 3, SECTION_STREAM_BYTES, &err), CUZK_OK);
    assert_int_equal(cuzk_binfile_expect(binfile, section, 0, UINT64_MAX, 2, &err), CUZK_E_FORMAT);
    assert_int_equal(cuzk_binfile_expect(binfile, section, UINT64_MAX, 1, LONG_BYTES + 1, &err), CUZK_E_FORMAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes),
        cmocka_unit_test(test_reads_stay_in_the_section),
    };
    return cmocka_run_group_tests(tests, make_file, close_file);
}
