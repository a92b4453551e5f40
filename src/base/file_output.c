/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"

enum {
    OUTPUT_BUFFER_BYTES = 1 << 20,
};

struct cuzk_output_file {
    int descriptor;
    char *target, *temporary; /* the temporary name is NULL once there is no such file (any more) */
    uint64_t flushed_bytes;
    size_t buffered_bytes;
    cuzk_status failure; /* the first failed write: a file with a hole must not be committed */
    unsigned char *buffer;
};

static cuzk_status output_error(cuzk_error *err, const char *path, const char *doing, int code)
{
    cuzk_status status = code == ENOENT || code == ENOTDIR ? CUZK_E_NOT_FOUND : CUZK_E_IO;
    return cuzk_error_set(err, status, "%s: %s: %s", path, doing, strerror(code));
}

/* The length of the folder part of a path, its last slash included; 0 for a bare name. */
static size_t output_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* A name in the target's folder, of a length of its own, since the target's may already be the longest possible. */
static cuzk_status output_name_temporary(cuzk_output_file *file, cuzk_error *err)
{
    uint64_t number;
    cuzk_status status = cuzk_random_bytes(&number, sizeof number, err);
    if (status != CUZK_OK)
        return status;
    size_t folder = output_folder_length(file->target);
    char *name = malloc(folder + 32);
    if (name == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a file name");
    memcpy(name, file->target, folder);
    snprintf(name + folder, 32, ".cuzk-%016" PRIx64, number);
    file->temporary = name;
    return CUZK_OK;
}

/* Looks at what the rename is going to replace. A link's target is replaced, not the link; a device or a pipe is
 * neither replaced nor written to. *mode becomes the mode for the new file. */
static cuzk_status output_resolve(cuzk_output_file *file, const char *path, mode_t *mode, cuzk_error *err)
{
    struct stat info;
    *mode = 0666;
    if (path[output_folder_length(path)] == '\0')
        return cuzk_error_set(err, CUZK_E_NOT_FOUND, "\"%s\" does not name a file", path);
    if (stat(path, &info) == 0) {
        if (!S_ISREG(info.st_mode))
            return cuzk_error_set(err, CUZK_E_IO, "%s: exists and is not a regular file", path);
        *mode = info.st_mode & 0777;
        file->target = realpath(path, NULL);
    } else if (errno == ENOENT) {
        file->target = strdup(path);
    } else {
        return output_error(err, path, "cannot be written", errno);
    }
    if (file->target == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a file name");
    return CUZK_OK;
}

static cuzk_status output_open(cuzk_output_file *file, const char *path, cuzk_error *err)
{
    mode_t mode;
    cuzk_status status = output_resolve(file, path, &mode, err);
    if (status != CUZK_OK)
        return status;
    if ((status = output_name_temporary(file, err)) != CUZK_OK)
        return status;
    file->descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file->descriptor >= 0)
        return CUZK_OK;
    status = output_error(err, path, "cannot be written", errno);
    free(file->temporary);
    file->temporary = NULL;
    return status;
}

cuzk_status cuzk_output_file_create(cuzk_output_file **out, const char *path, cuzk_error *err)
{
    cuzk_status status;
    cuzk_output_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for writing %s", path);
    file->descriptor = -1;
    if ((file->buffer = malloc(OUTPUT_BUFFER_BYTES)) == NULL) {
        status = cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for writing %s", path);
        goto done;
    }
    if ((status = output_open(file, path, err)) != CUZK_OK)
        goto done;
    *out = file;
    file = NULL;
done:
    cuzk_output_file_destroy(file);
    return status;
}

static cuzk_status output_write_at(cuzk_output_file *file, const void *bytes, size_t size_bytes, uint64_t offset,
                                   cuzk_error *err)
{
    size_t done = 0;
    while (done < size_bytes) {
        ssize_t step =
            pwrite(file->descriptor, (const char *)bytes + done, size_bytes - done, (off_t)(offset + done));
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return file->failure = output_error(err, file->target, "writing failed", errno);
        done += (size_t)step;
    }
    return CUZK_OK;
}

static cuzk_status output_flush(cuzk_output_file *file, cuzk_error *err)
{
    cuzk_status status = output_write_at(file, file->buffer, file->buffered_bytes, file->flushed_bytes, err);
    if (status != CUZK_OK)
        return status;
    file->flushed_bytes += file->buffered_bytes;
    file->buffered_bytes = 0;
    return CUZK_OK;
}

static cuzk_status output_refuse_failed(const cuzk_output_file *file, cuzk_error *err)
{
    if (file->failure == CUZK_OK)
        return CUZK_OK;
    return cuzk_error_set(err, file->failure, "%s: an earlier write failed", file->target);
}

cuzk_status cuzk_output_file_append(cuzk_output_file *file, const void *bytes, size_t size_bytes, cuzk_error *err)
{
    cuzk_status status = output_refuse_failed(file, err);
    const unsigned char *next = bytes;
    while (status == CUZK_OK && size_bytes > 0) {
        size_t room = OUTPUT_BUFFER_BYTES - file->buffered_bytes;
        size_t step = size_bytes < room ? size_bytes : room;
        memcpy(file->buffer + file->buffered_bytes, next, step);
        file->buffered_bytes += step;
        next += step;
        size_bytes -= step;
        if (file->buffered_bytes == OUTPUT_BUFFER_BYTES)
            status = output_flush(file, err);
    }
    return status;
}

cuzk_status cuzk_output_file_patch(cuzk_output_file *file, uint64_t offset, const void *bytes, size_t size_bytes,
                                   cuzk_error *err)
{
    uint64_t end = cuzk_output_file_offset(file);
    if (offset > end || size_bytes > end - offset)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%s: %zu bytes at byte %" PRIu64 " are not written yet",
                              file->target, size_bytes, offset);
    cuzk_status status = output_refuse_failed(file, err);
    if (status == CUZK_OK)
        status = output_flush(file, err);
    if (status == CUZK_OK)
        status = output_write_at(file, bytes, size_bytes, offset, err);
    return status;
}

uint64_t cuzk_output_file_offset(const cuzk_output_file *file)
{
    return file->flushed_bytes + file->buffered_bytes;
}

/* Makes the new name itself durable. Some file systems cannot sync a folder: the rename stands all the same. */
static void output_sync_folder(const char *path)
{
    size_t length = output_folder_length(path);
    char *folder = length == 0 ? strdup(".") : strndup(path, length);
    int descriptor = folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

cuzk_status cuzk_output_file_commit(cuzk_output_file *file, cuzk_error *err)
{
    cuzk_status status = output_refuse_failed(file, err);
    if (status == CUZK_OK)
        status = output_flush(file, err);
    if (status != CUZK_OK)
        return status;
    if (fsync(file->descriptor) != 0)
        return file->failure = output_error(err, file->target, "writing to disk failed", errno);
    int closed = close(file->descriptor);
    file->descriptor = -1;
    if (closed != 0 || rename(file->temporary, file->target) != 0)
        return file->failure = output_error(err, file->target, "cannot be put in place", errno);
    free(file->temporary);
    file->temporary = NULL;
    output_sync_folder(file->target);
    return CUZK_OK;
}

void cuzk_output_file_destroy(cuzk_output_file *file)
{
    if (file == NULL)
        return;
    if (file->descriptor >= 0)
        close(file->descriptor);
    if (file->temporary != NULL)
        unlink(file->temporary);
    if (file->buffer != NULL) /* it may have held a witness */
        cuzk_wipe(file->buffer, OUTPUT_BUFFER_BYTES);
    free(file->buffer);
    free(file->temporary);
    free(file->target);
    free(file);
}
