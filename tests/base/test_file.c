/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "support/cmocka_all.h"

static char folder[64];

static const char *path_in(const char *name)
{
    static char path[320];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/cuzk-test-file-XXXXXX");
    return mkdtemp(folder) == NULL;
}

static unsigned count_entries(bool remove_them)
{
    unsigned count = 0;
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove_them)
            remove(path_in(entry->d_name));
    }
    closedir(listing);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    count_entries(true);
    return rmdir(folder);
}

static void write_text(const char *name, const char *text)
{
    cuzk_output_file *file;
    assert_int_equal(cuzk_output_file_create(&file, path_in(name), NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_append(file, text, strlen(text), NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_commit(file, NULL), CUZK_OK);
    cuzk_output_file_destroy(file);
}

static void assert_text(const char *name, const char *text)
{
    cuzk_input_file file;
    char content[64] = {0};
    assert_int_equal(cuzk_input_file_open(&file, path_in(name), NULL), CUZK_OK);
    assert_int_equal(file.size_bytes, strlen(text));
    assert_int_equal(cuzk_input_file_read(&file, content, 0, strlen(text), NULL), CUZK_OK);
    assert_string_equal(content, text);
    cuzk_input_file_close(&file);
    cuzk_input_file_close(&file);
}

static void test_write_then_read(void **state)
{
    (void)state;
    write_text("plain", "hello");
    assert_text("plain", "hello");
    write_text("plain", "replaced");
    assert_text("plain", "replaced");
    assert_int_equal(count_entries(false), 1);
}

static void test_read_past_the_end(void **state)
{
    (void)state;
    write_text("short", "12345");
    cuzk_input_file file;
    cuzk_error err;
    char content[8];
    assert_int_equal(cuzk_input_file_open(&file, path_in("short"), &err), CUZK_OK);
    assert_int_equal(cuzk_input_file_read(&file, content, 5, 0, &err), CUZK_OK);
    assert_int_equal(cuzk_input_file_read(&file, content, 3, 3, &err), CUZK_E_FORMAT);
    assert_non_null(strstr(err.message, "ends at byte 5"));
    assert_non_null(strstr(err.message, "3 bytes are needed at byte 3"));
    assert_int_equal(cuzk_input_file_read(&file, content, UINT64_MAX, 2, &err), CUZK_E_FORMAT);
    assert_int_equal(cuzk_input_file_read(&file, content, 1, SIZE_MAX, &err), CUZK_E_FORMAT);
    assert_int_equal(truncate(path_in("short"), 2), 0);
    assert_int_equal(cuzk_input_file_read(&file, content, 0, 5, &err), CUZK_E_FORMAT);
    assert_non_null(strstr(err.message, "ends at byte 2"));
    cuzk_input_file_close(&file);
}

static void test_what_is_no_file(void **state)
{
    (void)state;
    cuzk_input_file file;
    cuzk_error err;
    assert_int_equal(cuzk_input_file_open(&file, path_in("absent"), &err), CUZK_E_NOT_FOUND);
    assert_non_null(strstr(err.message, "absent"));
    assert_int_equal(cuzk_input_file_open(&file, folder, &err), CUZK_E_IO);
    assert_non_null(strstr(err.message, "directory"));
    assert_int_equal(mkfifo(path_in("pipe"), 0600), 0);
    assert_int_equal(cuzk_input_file_open(&file, path_in("pipe"), &err), CUZK_E_IO);

    cuzk_output_file *output = NULL;
    assert_int_equal(cuzk_output_file_create(&output, path_in("pipe"), &err), CUZK_E_IO);
    assert_int_equal(cuzk_output_file_create(&output, folder, &err), CUZK_E_IO);
    assert_int_equal(cuzk_output_file_create(&output, path_in("absent/file"), &err), CUZK_E_NOT_FOUND);
    assert_int_equal(cuzk_output_file_create(&output, "", &err), CUZK_E_NOT_FOUND);
    assert_int_equal(cuzk_output_file_create(&output, path_in("folder/"), &err), CUZK_E_NOT_FOUND);
    assert_null(output);
    cuzk_output_file_destroy(NULL);
    remove(path_in("pipe"));
}

static void test_without_commit_nothing_is_left(void **state)
{
    (void)state;
    write_text("kept", "old");
    unsigned before = count_entries(false);
    cuzk_output_file *file;
    assert_int_equal(cuzk_output_file_create(&file, path_in("kept"), NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_append(file, "new", 3, NULL), CUZK_OK);
    assert_int_equal(count_entries(false), before + 1);
    cuzk_output_file_destroy(file);
    assert_int_equal(count_entries(false), before);
    assert_text("kept", "old");
}

/* Across the buffer's border, patched in front and in what is still buffered. */
static void test_long_file_with_patches(void **state)
{
    (void)state;
    enum { PIECE = 300001, PIECES = 11 };
    static unsigned char piece[PIECE], content[PIECE * PIECES];
    cuzk_output_file *file;
    cuzk_error err;
    assert_int_equal(cuzk_output_file_create(&file, path_in("long"), NULL), CUZK_OK);
    for (int i = 0; i < PIECES; i++) {
        memset(piece, i + 1, sizeof piece);
        assert_int_equal(cuzk_output_file_offset(file), (uint64_t)i * PIECE);
        assert_int_equal(cuzk_output_file_append(file, piece, sizeof piece, NULL), CUZK_OK);
    }
    assert_int_equal(cuzk_output_file_patch(file, 7, "\xff", 1, NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_patch(file, sizeof content - 1, "\xfe", 1, NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_patch(file, sizeof content, "\xfe", 1, &err), CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_output_file_patch(file, UINT64_MAX, "\xfe", 1, &err), CUZK_E_ARGUMENT);
    assert_int_equal(cuzk_output_file_commit(file, NULL), CUZK_OK);
    cuzk_output_file_destroy(file);

    cuzk_input_file input;
    assert_int_equal(cuzk_input_file_open(&input, path_in("long"), NULL), CUZK_OK);
    assert_int_equal(input.size_bytes, sizeof content);
    assert_int_equal(cuzk_input_file_read(&input, content, 0, sizeof content, NULL), CUZK_OK);
    cuzk_input_file_close(&input);
    for (size_t i = 0; i < sizeof content; i++) {
        unsigned expected = i == 7 ? 0xff : i == sizeof content - 1 ? 0xfe : (unsigned)(i / PIECE) + 1;
        if (content[i] != expected)
            fail_msg("byte %zu is %u, not %u", i, content[i], expected);
    }
}

static void test_link_and_mode_are_kept(void **state)
{
    (void)state;
    char link_path[320];
    write_text("private", "a");
    assert_int_equal(chmod(path_in("private"), 0600), 0);
    snprintf(link_path, sizeof link_path, "%s", path_in("link"));
    assert_int_equal(symlink(path_in("private"), link_path), 0);
    write_text("link", "b");
    struct stat info;
    assert_int_equal(lstat(link_path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_text("private", "b");
    assert_int_equal(stat(path_in("private"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

/* The folder goes away under the writer: the rename fails, says so, and the file takes no more. */
static void test_failed_commit(void **state)
{
    (void)state;
    write_text("target", "old");
    cuzk_output_file *file;
    cuzk_error err;
    assert_int_equal(cuzk_output_file_create(&file, path_in("target"), NULL), CUZK_OK);
    assert_int_equal(cuzk_output_file_append(file, "new", 3, NULL), CUZK_OK);
    char moved[80];
    snprintf(moved, sizeof moved, "%s-moved", folder);
    assert_int_equal(rename(folder, moved), 0);
    assert_int_not_equal(cuzk_output_file_commit(file, &err), CUZK_OK);
    assert_non_null(strstr(err.message, "target"));
    assert_int_equal(rename(moved, folder), 0);
    assert_int_not_equal(cuzk_output_file_append(file, "more", 4, &err), CUZK_OK);
    cuzk_output_file_destroy(file);
    assert_text("target", "old");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_write_then_read, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_read_past_the_end, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_what_is_no_file, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_without_commit_nothing_is_left, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_long_file_with_patches, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_link_and_mode_are_kept, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_failed_commit, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
