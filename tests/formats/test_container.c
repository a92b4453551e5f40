/* SPDX-License-Identifier: Apache-2.0
 *
 * What all binary formats share: magic, version, the table of sections, sizes, truncation. Each test runs on a key, a
 * constraint system and a witness.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "forge.h"
#include "support/cmocka_all.h"
#include "support/seed.h"

static const struct sample {
    const char *circuit, *file;
    forge_reader *reader;
    uint32_t version_max;
    uint32_t optional; /* a section that the reader does without, or 0 */
} samples[] = {
    {"mult_bn254", "circuit.zkey", read_zkey, 2, 10}, {"mult_bls12381", "circuit.zkey", read_zkey, 2, 10},
    {"mult_bn254", "circuit.r1cs", read_r1cs, 1, 3},  {"mult_bls12381", "circuit.r1cs", read_r1cs, 1, 3},
    {"mult_bn254", "witness.wtns", read_wtns, 2, 0},  {"mult_bls12381", "witness.wtns", read_wtns, 2, 0},
};

#define FOR_EACH_SAMPLE(s)                                                                                         \
    for (const struct sample *s = samples; s < samples + sizeof samples / sizeof *samples; s++)

static void load_sample(forge *out, const struct sample *sample)
{
    forge_load(out, vector_path(sample->circuit, sample->file));
}

static void test_samples_are_read(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        expect_read(sample->reader, vector_path(sample->circuit, sample->file));
        load_sample(&file, sample);
        expect_read(sample->reader, forge_save(&file, "whole"));
        forge_clear(&file);
    }
}

/* Cut at every byte, and so at every border of a section and one byte before. The message has the length found or
 * the bytes of the section that are there. */
static void test_cut_at_every_byte(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        size_t size_bytes;
        unsigned char *bytes = read_bytes(&size_bytes, vector_path(sample->circuit, sample->file));
        const char *path = write_bytes("cut", bytes, size_bytes);
        for (size_t length = size_bytes; length-- > 0;) {
            cuzk_error err;
            assert_int_equal(truncate(path, (off_t)length), 0);
            if (sample->reader(path, &err) != CUZK_E_FORMAT)
                fail_msg("%s of %zu bytes: %s", sample->file, length, err.message);
            if (length >= 4 && strstr(err.message, "expected") == NULL && strstr(err.message, "takes") == NULL)
                fail_msg("%s of %zu bytes: %s", sample->file, length, err.message);
        }
        free(bytes);
    }
}

static void test_cut_message(void **state)
{
    (void)state;
    size_t size_bytes;
    unsigned char *bytes = read_bytes(&size_bytes, vector_path("mult_bn254", "witness.wtns"));
    expect_refused(read_wtns, write_bytes("cut", bytes, size_bytes - 1), CUZK_E_FORMAT,
                   "section 2 (values) at byte 76 is cut: 160 bytes expected, 159 there", "/cut: ");
    expect_refused(read_wtns, write_bytes("cut", bytes, 70), CUZK_E_FORMAT, "head of section number 2 of 2",
                   "12 bytes expected, 6 there");
    expect_refused(read_wtns, write_bytes("cut", bytes, 11), CUZK_E_FORMAT, "takes 12 bytes, the file has 11",
                   NULL);
    expect_refused(read_wtns, write_bytes("cut", bytes, 0), CUZK_E_FORMAT, "takes 12 bytes, the file has 0", NULL);
    free(bytes);
}

static void test_magic_and_version(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        load_sample(&file, sample);
        file.magic[1] ^= 1;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "is needed, and this is none", NULL);
        file.magic[1] ^= 1;
        file.version = 0;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "version 0", NULL);
        file.version = sample->version_max + 1;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "versions 1 to", NULL);
        file.version = UINT32_MAX;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "version 4294967295", NULL);
        file.version = sample->version_max;
        expect_read(sample->reader, forge_save(&file, "newest"));
        forge_clear(&file);
    }
}

static void test_section_count(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        load_sample(&file, sample);
        file.claimed_count = 0;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "is missing", NULL);
        file.claimed_count = (uint32_t)file.count + 1;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "12 bytes expected, 0 there", NULL);
        file.claimed_count = UINT32_MAX;
        expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, "4294967295 sections", NULL);
        forge_clear(&file);
    }
}

/* Every claim about a section's size but the right one. */
static void test_section_sizes(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        load_sample(&file, sample);
        for (size_t i = 0; i < file.count; i++) {
            forge_section *section = &file.sections[i];
            uint64_t right = section->size_bytes;
            const uint64_t claims[] = {0,
                                       right - 1,
                                       right + 1,
                                       right / 2,
                                       UINT64_C(1) << 31,
                                       UINT32_MAX,
                                       UINT64_C(1) << 32 | right,
                                       UINT64_C(1) << 63,
                                       UINT64_MAX,
                                       UINT64_MAX - 11,
                                       UINT64_MAX - 12,
                                       UINT64_MAX - 75};
            for (size_t k = 0; k < sizeof claims / sizeof claims[0]; k++) {
                /* Of what a reader does without it looks at little, and behind the last section may be anything. */
                if (section->id == sample->optional && i == file.count - 1 && claims[k] < right)
                    continue;
                section->claimed_bytes = claims[k];
                expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, NULL, NULL);
            }
            section->claimed_bytes = right;
        }
        forge_clear(&file);
    }
}

static void test_sections_there_twice(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        load_sample(&file, sample);
        for (size_t i = 0, count = file.count; i < count; i++) {
            char text[32];
            forge_section section = file.sections[i];
            snprintf(text, sizeof text, "section %u (", section.id);
            forge_add(&file, section.id, section.bytes, section.size_bytes);
            expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, text, "is there twice, at byte");
            free(file.sections[--file.count].bytes);
        }
        forge_clear(&file);
    }
}

static void test_sections_missing(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        forge whole;
        load_sample(&whole, sample);
        for (size_t i = 0; i < whole.count; i++) {
            forge file;
            char text[32];
            uint32_t id = whole.sections[i].id;
            snprintf(text, sizeof text, "section %u (", id);
            load_sample(&file, sample);
            forge_remove(&file, id);
            if (id == sample->optional)
                expect_read(sample->reader, forge_save(&file, "without"));
            else
                expect_forge_refused(sample->reader, &file, CUZK_E_FORMAT, text, "is missing");
            forge_clear(&file);
        }
        forge_clear(&whole);
    }
}

static void shuffle(forge *file, test_random *random)
{
    for (size_t i = file->count; i > 1; i--) {
        size_t other = test_random_below(random, i);
        forge_section section = file->sections[i - 1];
        file->sections[i - 1] = file->sections[other];
        file->sections[other] = section;
    }
}

/* Any order, unknown sections and trailing bytes are fine. */
static void test_order_and_strangers(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_order_and_strangers");
    FOR_EACH_SAMPLE(sample)
    {
        forge file;
        load_sample(&file, sample);
        for (uint64_t i = 0; i < test_iterations(20); i++) {
            shuffle(&file, &random);
            expect_read(sample->reader, forge_save(&file, "shuffled"));
        }
        forge_add(&file, 77, "seventy-seven", 13);
        forge_add(&file, 0, "", 0);
        forge_add(&file, 77, "again", 5);
        forge_add(&file, UINT32_MAX, "last", 4);
        shuffle(&file, &random);
        expect_read(sample->reader, forge_save(&file, "strangers"));

        size_t size_bytes;
        unsigned char *bytes = read_bytes(&size_bytes, scratch_path("strangers"));
        bytes[size_bytes] = 0x5a;
        expect_read(sample->reader, write_bytes("trailing", bytes, size_bytes + 1));
        free(bytes);
        forge_clear(&file);
    }
}

static void test_primes(void **state)
{
    (void)state;
    static const struct {
        const char *circuit, *file;
        forge_reader *reader;
        uint32_t section;
        size_t offset; /* of an n8 */
    } primes[] = {
        {"mult_bn254", "witness.wtns", read_wtns, 1, 0},    {"mult_bn254", "circuit.r1cs", read_r1cs, 1, 0},
        {"mult_bn254", "circuit.zkey", read_zkey, 2, 0},    {"mult_bn254", "circuit.zkey", read_zkey, 2, 36},
        {"mult_bls12381", "circuit.zkey", read_zkey, 2, 0}, {"mult_bls12381", "circuit.zkey", read_zkey, 2, 52},
        {"mult_bls12381", "witness.wtns", read_wtns, 1, 0},
    };
    static const uint32_t sizes[] = {0, 1, 31, 33, 72, 0x80000000u, 0xffffffffu, 0xfffffff8u};
    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        forge file;
        forge_load(&file, vector_path(primes[i].circuit, primes[i].file));
        forge_section *section = forge_find(&file, primes[i].section);
        unsigned char right = section->bytes[primes[i].offset];
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            char text[32];
            snprintf(text, sizeof text, "elements of %u bytes", sizes[k]);
            forge_put_u32(section, primes[i].offset, sizes[k]);
            expect_forge_refused(primes[i].reader, &file, CUZK_E_FORMAT, text, "at most 64");
        }
        forge_put_u32(section, primes[i].offset, right);
        section->bytes[primes[i].offset + 4] ^= 2;
        expect_forge_refused(primes[i].reader, &file, CUZK_E_CURVE, "BN254 and BLS12-381 are supported", " prime ");
        forge_clear(&file);
    }
}

/* An unknown prime is printed: here 2^64 - 2^32 + 1. */
static void test_unknown_prime_is_printed(void **state)
{
    (void)state;
    static const unsigned char header[] = {8, 0, 0, 0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 5, 0, 0, 0};
    forge file;
    forge_load(&file, vector_path("mult_bn254", "witness.wtns"));
    forge_resize(forge_find(&file, 1), sizeof header);
    memcpy(forge_find(&file, 1)->bytes, header, sizeof header);
    expect_forge_refused(read_wtns, &file, CUZK_E_CURVE, "prime 18446744069414584321 (8 bytes)", NULL);
    forge_clear(&file);
}

static void test_no_such_file(void **state)
{
    (void)state;
    FOR_EACH_SAMPLE(sample)
    {
        expect_refused(sample->reader, scratch_path("absent"), CUZK_E_NOT_FOUND, "absent", NULL);
        expect_refused(sample->reader, "/", CUZK_E_IO, "directory", NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_read),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_cut_message),
        cmocka_unit_test(test_magic_and_version),
        cmocka_unit_test(test_section_count),
        cmocka_unit_test(test_section_sizes),
        cmocka_unit_test(test_sections_there_twice),
        cmocka_unit_test(test_sections_missing),
        cmocka_unit_test(test_order_and_strangers),
        cmocka_unit_test(test_primes),
        cmocka_unit_test(test_unknown_prime_is_printed),
        cmocka_unit_test(test_no_such_file),
    };
    return cmocka_run_group_tests(tests, NULL, scratch_remove);
}
