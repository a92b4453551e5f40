/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static cuzk_status input_error(cuzk_error *err, const char *path, int code)
{
    cuzk_status status = code == ENOENT || code == ENOTDIR ? CUZK_E_NOT_FOUND : CUZK_E_IO;
    return cuzk_error_set(err, status, "%s: %s", path, strerror(code));
}

cuzk_status cuzk_input_file_open(cuzk_input_file *out, const char *path, cuzk_error *err)
{
    /* Without O_NONBLOCK a pipe that nobody writes to would block before its kind can be looked at. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return input_error(err, path, errno);
    struct stat info;
    if (fstat(descriptor, &info) != 0) {
        int code = errno;
        close(descriptor);
        return input_error(err, path, code);
    }
    if (!S_ISREG(info.st_mode)) {
        close(descriptor);
        return cuzk_error_set(err, CUZK_E_IO, "%s: not a regular file%s", path,
                              S_ISDIR(info.st_mode) ? ", it is a directory" : "");
    }
    *out = (cuzk_input_file){.descriptor = descriptor, .size_bytes = (uint64_t)info.st_size, .path = path};
    return CUZK_OK;
}

void cuzk_input_file_close(cuzk_input_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    file->descriptor = -1;
}

static cuzk_status input_ends(const cuzk_input_file *file, uint64_t end, uint64_t offset, size_t size_bytes,
                              cuzk_error *err)
{
    return cuzk_error_set(err, CUZK_E_FORMAT,
                          "%s: the file ends at byte %" PRIu64 ", but %zu bytes are needed at byte %" PRIu64,
                          file->path, end, size_bytes, offset);
}

cuzk_status cuzk_input_file_read(const cuzk_input_file *file, void *out, uint64_t offset, size_t size_bytes,
                                 cuzk_error *err)
{
    if (offset > file->size_bytes || size_bytes > file->size_bytes - offset)
        return input_ends(file, file->size_bytes, offset, size_bytes, err);
    size_t done = 0;
    while (done < size_bytes) {
        ssize_t step = pread(file->descriptor, (char *)out + done, size_bytes - done, (off_t)(offset + done));
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return cuzk_error_set(err, CUZK_E_IO, "%s: reading at byte %" PRIu64 ": %s", file->path, offset + done,
                                  strerror(errno));
        if (step == 0) /* cut while it is being read */
            return input_ends(file, offset + done, offset, size_bytes, err);
        done += (size_t)step;
    }
    return CUZK_OK;
}
