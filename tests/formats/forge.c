/* SPDX-License-Identifier: Apache-2.0 */
#include "forge.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/cmocka_all.h"

static char scratch_folder[64];

const char *vector_path(const char *circuit, const char *file)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/circuits/%s/%s", CUZK_TEST_VECTORS, circuit, file);
    return path;
}

const char *scratch_path(const char *name)
{
    static char paths[2][512];
    static int next;
    next = 1 - next;
    if (scratch_folder[0] == '\0') {
        strcpy(scratch_folder, "/tmp/cuzk-test-formats-XXXXXX");
        assert_non_null(mkdtemp(scratch_folder));
    }
    snprintf(paths[next], sizeof paths[next], "%s/%s", scratch_folder, name);
    return paths[next];
}

int scratch_remove(void **state)
{
    (void)state;
    DIR *listing = scratch_folder[0] == '\0' ? NULL : opendir(scratch_folder);
    if (listing == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;)
        if (entry->d_name[0] != '.' || strncmp(entry->d_name, ".cuzk", 5) == 0)
            unlink(scratch_path(entry->d_name));
    closedir(listing);
    return rmdir(scratch_folder);
}

unsigned char *read_bytes(size_t *size_bytes, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = calloc(1, size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, size, file), size);
    fclose(file);
    *size_bytes = size;
    return bytes;
}

const char *write_bytes(const char *name, const void *bytes, size_t size_bytes)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size_bytes, file), size_bytes);
    assert_int_equal(fclose(file), 0);
    return path;
}

static uint64_t load(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    while (count-- > 0)
        value = value << 8 | bytes[count];
    return value;
}

static void store(unsigned char *bytes, int count, uint64_t value)
{
    for (int i = 0; i < count; i++, value >>= 8)
        bytes[i] = (unsigned char)value;
}

void forge_load(forge *out, const char *path)
{
    size_t size_bytes;
    unsigned char *bytes = read_bytes(&size_bytes, path);
    forge file = {0};
    memcpy(file.magic, bytes, 4);
    file.version = (uint32_t)load(bytes + 4, 4);
    size_t count = load(bytes + 8, 4);
    const unsigned char *next = bytes + 12;
    for (size_t i = 0; i < count; i++) {
        uint64_t section_bytes = load(next + 4, 8);
        forge_add(&file, (uint32_t)load(next, 4), next + 12, section_bytes);
        next += 12 + section_bytes;
    }
    assert_ptr_equal(next, bytes + size_bytes);
    free(bytes);
    *out = file;
}

void forge_clear(forge *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->sections[i].bytes);
    *file = (forge){0};
}

forge_section *forge_find(forge *file, uint32_t id)
{
    for (size_t i = 0; i < file->count; i++)
        if (file->sections[i].id == id)
            return &file->sections[i];
    fail_msg("no section %u", id);
    return NULL;
}

forge_section *forge_add(forge *file, uint32_t id, const void *bytes, size_t size_bytes)
{
    assert_true(file->count < FORGE_SECTIONS_MAX);
    forge_section *section = &file->sections[file->count++];
    *section = (forge_section){id, size_bytes, size_bytes, calloc(1, size_bytes + 1)};
    assert_non_null(section->bytes);
    memcpy(section->bytes, bytes, size_bytes);
    file->claimed_count = (uint32_t)file->count;
    return section;
}

void forge_remove(forge *file, uint32_t id)
{
    forge_section *section = forge_find(file, id);
    size_t after = (size_t)(file->sections + file->count - (section + 1));
    free(section->bytes);
    memmove(section, section + 1, after * sizeof *section);
    file->claimed_count = (uint32_t)--file->count;
}

void forge_resize(forge_section *section, size_t size_bytes)
{
    section->bytes = realloc(section->bytes, size_bytes + 1);
    assert_non_null(section->bytes);
    if (size_bytes > section->size_bytes)
        memset(section->bytes + section->size_bytes, 0, size_bytes - section->size_bytes);
    section->size_bytes = size_bytes;
    section->claimed_bytes = size_bytes;
}

void forge_put_u32(forge_section *section, size_t offset, uint32_t value)
{
    assert_true(offset + 4 <= section->size_bytes);
    store(section->bytes + offset, 4, value);
}

const char *forge_save(const forge *file, const char *name)
{
    const char *path = scratch_path(name);
    unsigned char head[12];
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    memcpy(head, file->magic, 4);
    store(head + 4, 4, file->version);
    store(head + 8, 4, file->claimed_count);
    fwrite(head, 1, sizeof head, out);
    for (size_t i = 0; i < file->count; i++) {
        store(head, 4, file->sections[i].id);
        store(head + 4, 8, file->sections[i].claimed_bytes);
        fwrite(head, 1, sizeof head, out);
        fwrite(file->sections[i].bytes, 1, file->sections[i].size_bytes, out);
    }
    assert_int_equal(fclose(out), 0);
    return path;
}

cuzk_status read_zkey(const char *path, cuzk_error *err)
{
    cuzk_proving_key *key = NULL;
    cuzk_status status = cuzk_proving_key_read(&key, path, 1, NULL, err);
    assert_int_equal(status == CUZK_OK, key != NULL);
    cuzk_proving_key_unref(key);
    return status;
}

cuzk_status read_zkey_verifying_key(const char *path, cuzk_error *err)
{
    cuzk_verifying_key *key = NULL;
    cuzk_status status = cuzk_verifying_key_read_zkey(&key, path, err);
    assert_int_equal(status == CUZK_OK, key != NULL);
    cuzk_verifying_key_unref(key);
    return status;
}

cuzk_status read_r1cs(const char *path, cuzk_error *err)
{
    cuzk_r1cs *r1cs = NULL;
    cuzk_status status = cuzk_r1cs_read(&r1cs, path, NULL, err);
    assert_int_equal(status == CUZK_OK, r1cs != NULL);
    cuzk_r1cs_unref(r1cs);
    return status;
}

cuzk_status read_wtns(const char *path, cuzk_error *err)
{
    cuzk_witness *witness = NULL;
    cuzk_status status = cuzk_witness_read(&witness, path, err);
    assert_int_equal(status == CUZK_OK, witness != NULL);
    cuzk_witness_destroy(witness);
    return status;
}

static void expect_text(const cuzk_error *err, const char *text)
{
    if (text != NULL && strstr(err->message, text) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", text, err->message);
}

void expect_refused(forge_reader *reader, const char *path, cuzk_status status, const char *text,
                    const char *more_text)
{
    cuzk_error err = {CUZK_OK, ""};
    cuzk_status got = reader(path, &err);
    if (got != status)
        fail_msg("%s and not %s: %s", cuzk_status_name(got), cuzk_status_name(status), err.message);
    assert_int_equal(err.status, status);
    expect_text(&err, text);
    expect_text(&err, more_text);
    assert_int_equal(reader(path, NULL), status);
}

void expect_read(forge_reader *reader, const char *path)
{
    cuzk_error err = {CUZK_OK, ""};
    if (reader(path, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

void expect_forge_refused(forge_reader *reader, const forge *file, cuzk_status status, const char *text,
                          const char *more_text)
{
    expect_refused(reader, forge_save(file, "forged"), status, text, more_text);
}
