/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading files by position, and writing whole files atomically.
 */
#ifndef CUZK_BASE_FILE_H
#define CUZK_BASE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <cuzk/status.h>

/* A file open for reading. Only regular files are opened. */
typedef struct cuzk_input_file {
    int descriptor; /* -1 when closed */
    uint64_t size_bytes;
    const char *path; /* the caller's, for messages */
} cuzk_input_file;

/* Errors: CUZK_E_NOT_FOUND, CUZK_E_IO (no permission, a directory, ...). The message names the path. */
cuzk_status cuzk_input_file_open(cuzk_input_file *out, const char *path, cuzk_error *err);
void cuzk_input_file_close(cuzk_input_file *file); /* closed or zeroed with descriptor -1 is fine */

/* Exactly size_bytes from `offset`. CUZK_E_FORMAT if the file ends before, with the numbers. */
cuzk_status cuzk_input_file_read(const cuzk_input_file *file, void *out, uint64_t offset, size_t size_bytes,
                                 cuzk_error *err);

/* A file being written under a temporary name in the target's folder; commit renames it over the target after
 * fsync, destroy without commit removes it. Appends are buffered. */
typedef struct cuzk_output_file cuzk_output_file;
cuzk_status cuzk_output_file_create(cuzk_output_file **out, const char *path, cuzk_error *err);
cuzk_status cuzk_output_file_append(cuzk_output_file *file, const void *bytes, size_t size_bytes, cuzk_error *err);

/* Overwrites size_bytes that were appended before, at `offset`: for lengths known only later. */
cuzk_status cuzk_output_file_patch(cuzk_output_file *file, uint64_t offset, const void *bytes, size_t size_bytes,
                                   cuzk_error *err);
uint64_t cuzk_output_file_offset(const cuzk_output_file *file);
cuzk_status cuzk_output_file_commit(cuzk_output_file *file, cuzk_error *err);
void cuzk_output_file_destroy(cuzk_output_file *file); /* NULL is fine */

#endif
