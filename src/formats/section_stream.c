/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/section_stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

cuzk_status cuzk_section_stream_init(cuzk_section_stream *out, const cuzk_binfile *binfile,
                                     const cuzk_binfile_section *section, uint64_t position, cuzk_error *err)
{
    unsigned char *buffer = malloc(SECTION_STREAM_BYTES);
    if (buffer == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "%s: no memory for reading", binfile->file.path);
    assert(position <= section->size_bytes);
    *out = (cuzk_section_stream){binfile, section, buffer, 0, 0, position};
    return CUZK_OK;
}

void cuzk_section_stream_clear(cuzk_section_stream *stream)
{
    free(stream->buffer);
    stream->buffer = NULL;
}

uint64_t cuzk_section_stream_position(const cuzk_section_stream *stream)
{
    return stream->loaded_bytes - (stream->end - stream->begin);
}

uint64_t cuzk_section_stream_left(const cuzk_section_stream *stream)
{
    return stream->section->size_bytes - cuzk_section_stream_position(stream);
}

/* Moves what is unread to the buffer's front and fills the rest. */
static cuzk_status section_stream_fill(cuzk_section_stream *stream, cuzk_error *err)
{
    memmove(stream->buffer, stream->buffer + stream->begin, stream->end - stream->begin);
    stream->end -= stream->begin;
    stream->begin = 0;
    uint64_t step = stream->section->size_bytes - stream->loaded_bytes;
    if (step > SECTION_STREAM_BYTES - stream->end)
        step = SECTION_STREAM_BYTES - stream->end;
    cuzk_status status = cuzk_binfile_read(stream->binfile, stream->section, stream->buffer + stream->end,
                                           stream->loaded_bytes, (size_t)step, err);
    if (status != CUZK_OK)
        return status;
    stream->end += (size_t)step;
    stream->loaded_bytes += step;
    return CUZK_OK;
}

cuzk_status cuzk_section_stream_take(cuzk_section_stream *stream, const unsigned char **out, size_t size_bytes,
                                     cuzk_error *err)
{
    assert(size_bytes <= SECTION_STREAM_BYTES);
    if (size_bytes > cuzk_section_stream_left(stream))
        return cuzk_binfile_ends(stream->binfile, stream->section, cuzk_section_stream_position(stream), size_bytes,
                                 err);
    if (size_bytes > stream->end - stream->begin) {
        cuzk_status status = section_stream_fill(stream, err);
        if (status != CUZK_OK)
            return status;
    }
    *out = stream->buffer + stream->begin;
    stream->begin += size_bytes;
    return CUZK_OK;
}
