/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/binfile.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/identify.h"

enum {
    BINFILE_HEAD_BYTES = 12,
    BINFILE_SECTION_HEAD_BYTES = 12,
};

static cuzk_status binfile_read_head(const cuzk_binfile *binfile, uint32_t *section_count, cuzk_error *err)
{
    unsigned char head[BINFILE_HEAD_BYTES];
    const cuzk_binfile_format *format = binfile->format;
    const char *path = binfile->file.path;
    if (binfile->file.size_bytes >= 4) {
        cuzk_status status = cuzk_input_file_read(&binfile->file, head, 0, 4, err);
        if (status != CUZK_OK)
            return status;
        if (memcmp(head, format->magic, 4) != 0)
            return cuzk_identify_refuse(&binfile->file, format->kind, err);
    }
    if (binfile->file.size_bytes < sizeof head)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: the file's head takes %zu bytes, the file has %" PRIu64,
                              path, sizeof head, binfile->file.size_bytes);
    cuzk_status status = cuzk_input_file_read(&binfile->file, head, 0, sizeof head, err);
    if (status != CUZK_OK)
        return status;
    uint32_t version = bytes_load_u32(head + 4);
    if (version == 0 || version > format->version_max)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: version %" PRIu32 "; versions 1 to %" PRIu32 " are read",
                              path, version, format->version_max);
    *section_count = bytes_load_u32(head + 8);
    if (*section_count > BINFILE_SECTIONS_MAX)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: %" PRIu32 " sections; at most %d are possible", path,
                              *section_count, BINFILE_SECTIONS_MAX);
    return CUZK_OK;
}

static const cuzk_binfile_wanted *binfile_wanted(const cuzk_binfile_format *format, uint32_t id)
{
    for (size_t i = 0; i < format->wanted_count; i++)
        if (format->wanted[i].id == id)
            return &format->wanted[i];
    return NULL;
}

static cuzk_status binfile_note_section(cuzk_binfile *binfile, uint32_t id, uint64_t offset, uint64_t size_bytes,
                                        cuzk_error *err)
{
    const cuzk_binfile_wanted *wanted = binfile_wanted(binfile->format, id);
    if (wanted == NULL)
        return CUZK_OK;
    cuzk_binfile_section *section = &binfile->sections[wanted - binfile->format->wanted];
    if (section->name != NULL)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %" PRIu32 " (%s) is there twice, at byte %" PRIu64 " and %" PRIu64,
                              binfile->file.path, id, wanted->name, section->offset, offset);
    *section = (cuzk_binfile_section){id, wanted->name, offset, size_bytes};
    return CUZK_OK;
}

/* One entry of the table at *offset, which moves to the next. */
static cuzk_status binfile_read_section(cuzk_binfile *binfile, uint64_t *offset, uint32_t number, uint32_t count,
                                        cuzk_error *err)
{
    unsigned char head[BINFILE_SECTION_HEAD_BYTES];
    uint64_t left = binfile->file.size_bytes - *offset;
    if (left < sizeof head)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: the file ends at byte %" PRIu64 ", at the head of section number %" PRIu32
                              " of %" PRIu32 ": %zu bytes expected, %" PRIu64 " there",
                              binfile->file.path, binfile->file.size_bytes, number, count, sizeof head, left);
    cuzk_status status = cuzk_input_file_read(&binfile->file, head, *offset, sizeof head, err);
    if (status != CUZK_OK)
        return status;
    uint32_t id = bytes_load_u32(head);
    uint64_t size_bytes = bytes_load_u64(head + 4);
    left -= sizeof head;
    bool is_unsized = id == binfile->format->unsized_id && number == count;
    if (size_bytes > left && !is_unsized) {
        const cuzk_binfile_wanted *wanted = binfile_wanted(binfile->format, id);
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %" PRIu32 "%s%s%s at byte %" PRIu64 " is cut: %" PRIu64
                              " bytes expected, %" PRIu64 " there",
                              binfile->file.path, id, wanted ? " (" : "", wanted ? wanted->name : "",
                              wanted ? ")" : "", *offset + sizeof head, size_bytes, left);
    }
    status = binfile_note_section(binfile, id, *offset + sizeof head, size_bytes, err);
    *offset += sizeof head + (size_bytes < left ? size_bytes : left);
    return status;
}

cuzk_status cuzk_binfile_open(cuzk_binfile *out, const char *path, const cuzk_binfile_format *format,
                              cuzk_error *err)
{
    cuzk_binfile binfile = {.file.descriptor = -1, .format = format};
    uint32_t section_count = 0;
    uint64_t offset = BINFILE_HEAD_BYTES;
    assert(format->wanted_count <= BINFILE_WANTED_MAX);
    cuzk_status status = cuzk_input_file_open(&binfile.file, path, err);
    if (status != CUZK_OK)
        return status;
    if ((status = binfile_read_head(&binfile, &section_count, err)) != CUZK_OK)
        goto done;
    for (uint32_t i = 1; i <= section_count; i++)
        if ((status = binfile_read_section(&binfile, &offset, i, section_count, err)) != CUZK_OK)
            goto done;
    *out = binfile;
    binfile.file.descriptor = -1;
done:
    cuzk_input_file_close(&binfile.file);
    return status;
}

void cuzk_binfile_close(cuzk_binfile *binfile)
{
    cuzk_input_file_close(&binfile->file);
}

const cuzk_binfile_section *cuzk_binfile_find(const cuzk_binfile *binfile, uint32_t id)
{
    const cuzk_binfile_wanted *wanted = binfile_wanted(binfile->format, id);
    assert(wanted != NULL);
    const cuzk_binfile_section *section = &binfile->sections[wanted - binfile->format->wanted];
    return section->name != NULL ? section : NULL;
}

cuzk_status cuzk_binfile_need(const cuzk_binfile_section **out, const cuzk_binfile *binfile, uint32_t id,
                              cuzk_error *err)
{
    const cuzk_binfile_section *section = cuzk_binfile_find(binfile, id);
    if (section == NULL)
        return cuzk_error_set(err, CUZK_E_FORMAT, "%s: section %" PRIu32 " (%s) is missing", binfile->file.path, id,
                              binfile_wanted(binfile->format, id)->name);
    *out = section;
    return CUZK_OK;
}

cuzk_status cuzk_binfile_expect(const cuzk_binfile *binfile, const cuzk_binfile_section *section,
                                uint64_t head_bytes, uint64_t count, uint64_t item_bytes, cuzk_error *err)
{
    uint64_t expected;
    bool fits = !__builtin_mul_overflow(count, item_bytes, &expected) &&
                !__builtin_add_overflow(expected, head_bytes, &expected);
    if (fits && section->size_bytes == expected)
        return CUZK_OK;
    if (!fits)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %" PRIu32 " (%s) has %" PRIu64 " bytes; %" PRIu64
                              " items are far more than that",
                              binfile->file.path, section->id, section->name, section->size_bytes, count);
    return cuzk_error_set(err, CUZK_E_FORMAT,
                          "%s: section %" PRIu32 " (%s) has %" PRIu64 " bytes; %" PRIu64 " expected, for %" PRIu64
                          " items of %" PRIu64,
                          binfile->file.path, section->id, section->name, section->size_bytes, expected, count,
                          item_bytes);
}

cuzk_status cuzk_binfile_ends(const cuzk_binfile *binfile, const cuzk_binfile_section *section, uint64_t offset,
                              uint64_t size_bytes, cuzk_error *err)
{
    return cuzk_error_set(err, CUZK_E_FORMAT,
                          "%s: section %" PRIu32 " (%s) ends after %" PRIu64 " bytes; %" PRIu64
                          " more were expected at its byte %" PRIu64,
                          binfile->file.path, section->id, section->name, section->size_bytes, size_bytes, offset);
}

cuzk_status cuzk_binfile_read(const cuzk_binfile *binfile, const cuzk_binfile_section *section, void *out,
                              uint64_t offset, size_t size_bytes, cuzk_error *err)
{
    if (offset > section->size_bytes || size_bytes > section->size_bytes - offset)
        return cuzk_binfile_ends(binfile, section, offset, size_bytes, err);
    return cuzk_input_file_read(&binfile->file, out, section->offset + offset, size_bytes, err);
}
