/* SPDX-License-Identifier: Apache-2.0
 *
 * The container of .r1cs, .wtns, .zkey and .ptau files: a magic, a version, and sections {id, size, bytes} in any
 * order (docs/formats/zkey.md, "Container").
 */
#ifndef CUZK_FORMATS_BINFILE_H
#define CUZK_FORMATS_BINFILE_H

#include <cuzk/formats.h>

#include "base/file.h"

enum {
    BINFILE_WANTED_MAX = 16,
    BINFILE_SECTIONS_MAX = 1024, /* real files have at most 20 */
};

/* A section that a reader asks for. `name` is for messages ("header", "A query"). */
typedef struct cuzk_binfile_wanted {
    uint32_t id;
    const char *name;
} cuzk_binfile_wanted;

typedef struct cuzk_binfile_format {
    const char *magic;
    cuzk_file_kind kind; /* named in the message when the file is of another one */
    uint32_t version_max;
    const cuzk_binfile_wanted *wanted;
    size_t wanted_count; /* at most BINFILE_WANTED_MAX */
    uint32_t unsized_id; /* a last section whose size field may be wrong (0: none): docs/formats/wtns.md */
} cuzk_binfile_format;

typedef struct cuzk_binfile_section {
    uint32_t id;
    const char *name; /* NULL: not in the file */
    uint64_t offset;
    uint64_t size_bytes; /* within the file, but for unsized_id */
} cuzk_binfile_section;

typedef struct cuzk_binfile {
    cuzk_input_file file;
    const cuzk_binfile_format *format;
    cuzk_binfile_section sections[BINFILE_WANTED_MAX];
} cuzk_binfile;

/* Opens a file and reads its section table; nothing is allocated. Sections that are not wanted are passed over, and
 * so are bytes after the last one. Every wanted section lies inside the file. Errors: those of
 * cuzk_input_file_open, CUZK_E_KIND (another magic), CUZK_E_FORMAT (version, a section cut or there twice). */
cuzk_status cuzk_binfile_open(cuzk_binfile *out, const char *path, const cuzk_binfile_format *format,
                              cuzk_error *err);
void cuzk_binfile_close(cuzk_binfile *binfile);

/* The section with this id, which must be one of the wanted; NULL if the file has none. */
const cuzk_binfile_section *cuzk_binfile_find(const cuzk_binfile *binfile, uint32_t id);

/* The same, for a section that must be there: CUZK_E_FORMAT otherwise. */
cuzk_status cuzk_binfile_need(const cuzk_binfile_section **out, const cuzk_binfile *binfile, uint32_t id,
                              cuzk_error *err);

/* Whether the section has `count` items of `item_bytes` after a head of `head_bytes`, and no more: CUZK_E_FORMAT,
 * with both sizes, otherwise. */
cuzk_status cuzk_binfile_expect(const cuzk_binfile *binfile, const cuzk_binfile_section *section,
                                uint64_t head_bytes, uint64_t count, uint64_t item_bytes, cuzk_error *err);

/* Reads size_bytes at `offset` inside the section. */
cuzk_status cuzk_binfile_read(const cuzk_binfile *binfile, const cuzk_binfile_section *section, void *out,
                              uint64_t offset, size_t size_bytes, cuzk_error *err);

/* Says that the section ends before size_bytes at its byte `offset`: CUZK_E_FORMAT. */
cuzk_status cuzk_binfile_ends(const cuzk_binfile *binfile, const cuzk_binfile_section *section, uint64_t offset,
                              uint64_t size_bytes, cuzk_error *err);

#endif
