/* SPDX-License-Identifier: Apache-2.0
 *
 * Files for tests: those of the vectors, taken apart into sections, changed, and put together again under a
 * temporary folder.
 */
#ifndef CUZK_TESTS_FORGE_H
#define CUZK_TESTS_FORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuzk/formats.h>

enum {
    FORGE_SECTIONS_MAX = 16,
};

typedef struct forge_section {
    uint32_t id;
    uint64_t claimed_bytes; /* what the size field says */
    size_t size_bytes;
    unsigned char *bytes;
} forge_section;

typedef struct forge {
    char magic[4];
    uint32_t version;
    uint32_t claimed_count;
    size_t count;
    forge_section sections[FORGE_SECTIONS_MAX];
} forge;

/* "<vectors>/circuits/<circuit>/<file>". */
const char *vector_path(const char *circuit, const char *file);

/* A name in a folder that is made at the first call and removed by scratch_remove, a cmocka group teardown. Two
 * results live at a time. */
const char *scratch_path(const char *name);
int scratch_remove(void **state);

/* Whole files. read_bytes gives memory of *size_bytes and a zero byte more, to be freed. */
unsigned char *read_bytes(size_t *size_bytes, const char *path);
const char *write_bytes(const char *name, const void *bytes, size_t size_bytes);

void forge_load(forge *out, const char *path);
void forge_clear(forge *file);
forge_section *forge_find(forge *file, uint32_t id);
forge_section *forge_add(forge *file, uint32_t id, const void *bytes, size_t size_bytes);
void forge_remove(forge *file, uint32_t id);

/* Cuts or lengthens with zeros, and claims the new size. */
void forge_resize(forge_section *section, size_t size_bytes);
void forge_put_u32(forge_section *section, size_t offset, uint32_t value);
const char *forge_save(const forge *file, const char *name);

/* A reader that gives away what it read. */
typedef cuzk_status forge_reader(const char *path, cuzk_error *err);
cuzk_status read_zkey(const char *path, cuzk_error *err);
cuzk_status read_zkey_verifying_key(const char *path, cuzk_error *err);
cuzk_status read_r1cs(const char *path, cuzk_error *err);
cuzk_status read_wtns(const char *path, cuzk_error *err);

/* Fails unless reading gives `status` and a message with each of the texts that are not NULL. */
void expect_refused(forge_reader *reader, const char *path, cuzk_status status, const char *text,
                    const char *more_text);
void expect_read(forge_reader *reader, const char *path);

/* The same for a forged file, saved first. */
void expect_forge_refused(forge_reader *reader, const forge *file, cuzk_status status, const char *text,
                          const char *more_text);

#endif
