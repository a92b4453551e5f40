/* SPDX-License-Identifier: Apache-2.0
 *
 * A section read from front to end through a buffer of fixed size.
 */
#ifndef CUZK_FORMATS_SECTION_STREAM_H
#define CUZK_FORMATS_SECTION_STREAM_H

#include "formats/binfile.h"

enum {
    SECTION_STREAM_BYTES = 1 << 20,
};

typedef struct cuzk_section_stream {
    const cuzk_binfile *binfile;
    const cuzk_binfile_section *section;
    unsigned char *buffer;
    size_t begin, end;     /* of what is unread in the buffer */
    uint64_t loaded_bytes; /* of the section, up to `end` */
} cuzk_section_stream;

/* From byte `position` of the section on, which must not lie beyond its end. */
cuzk_status cuzk_section_stream_init(cuzk_section_stream *out, const cuzk_binfile *binfile,
                                     const cuzk_binfile_section *section, uint64_t position, cuzk_error *err);
void cuzk_section_stream_clear(cuzk_section_stream *stream); /* zeroed is fine */

/* Bytes of the section before and after the place where the next take starts. */
uint64_t cuzk_section_stream_position(const cuzk_section_stream *stream);
uint64_t cuzk_section_stream_left(const cuzk_section_stream *stream);

/* The next size_bytes (at most SECTION_STREAM_BYTES), borrowed until the next take. CUZK_E_FORMAT if the section
 * ends before. */
cuzk_status cuzk_section_stream_take(cuzk_section_stream *stream, const unsigned char **out, size_t size_bytes,
                                     cuzk_error *err);

#endif
