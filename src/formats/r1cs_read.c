/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/error.h"
#include "formats/bytes.h"
#include "formats/prime.h"
#include "formats/progress_meter.h"
#include "formats/section_stream.h"
#include "groth16/model.h"

enum {
    R1CS_SECTION_HEADER = 1,
    R1CS_SECTION_CONSTRAINTS = 2,
    R1CS_SECTION_WIRE_MAP = 3,
    R1CS_SECTION_GATES = 4,
    R1CS_SECTION_GATE_USES = 5,
    R1CS_TERM_BYTES = 4 + CUZK_FR_BYTES,
    R1CS_CONSTRAINT_BYTES_MIN = 3 * 4, /* three empty combinations */
};

static const cuzk_binfile_wanted r1cs_wanted[] = {
    {R1CS_SECTION_HEADER, "header"},       {R1CS_SECTION_CONSTRAINTS, "constraints"},
    {R1CS_SECTION_WIRE_MAP, "wire map"},   {R1CS_SECTION_GATES, "custom gates"},
    {R1CS_SECTION_GATE_USES, "gate uses"},
};

static const cuzk_binfile_format r1cs_format = {
    .magic = "r1cs",
    .kind = CUZK_FILE_R1CS,
    .version_max = 1,
    .wanted = r1cs_wanted,
    .wanted_count = sizeof r1cs_wanted / sizeof r1cs_wanted[0],
};

typedef struct r1cs_reader {
    cuzk_binfile binfile;
    const cuzk_curve_ops *curve;
    cuzk_r1cs_info info;
    const cuzk_binfile_section *constraints;
    cuzk_section_stream stream;
    cuzk_matrix_builder *builders[3];
} r1cs_reader;

static cuzk_status r1cs_read_header(r1cs_reader *reader, cuzk_error *err)
{
    const cuzk_binfile_section *header;
    cuzk_file_prime prime;
    unsigned char bytes[28];
    uint64_t offset = 0;
    cuzk_status status = cuzk_binfile_need(&header, &reader->binfile, R1CS_SECTION_HEADER, err);
    if (status != CUZK_OK)
        return status;
    if ((status = cuzk_file_prime_read(&prime, &reader->binfile, header, &offset, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_expect(&reader->binfile, header, offset, 1, sizeof bytes, err)) != CUZK_OK)
        return status;
    if ((status = cuzk_binfile_read(&reader->binfile, header, bytes, offset, sizeof bytes, err)) != CUZK_OK)
        return status;
    status = cuzk_curve_from_scalar_prime(&reader->curve, reader->binfile.file.path, &prime, err);
    if (status != CUZK_OK)
        return status;
    reader->info = (cuzk_r1cs_info){
        .curve = reader->curve->id,
        .wire_count = bytes_load_u32(bytes),
        .public_output_count = bytes_load_u32(bytes + 4),
        .public_input_count = bytes_load_u32(bytes + 8),
        .private_input_count = bytes_load_u32(bytes + 12),
        .label_count = bytes_load_u64(bytes + 16),
        .constraint_count = bytes_load_u32(bytes + 24),
    };
    return CUZK_OK;
}

/* Private inputs are not counted here: an optimiser may drop some of them from the wires. */
static cuzk_status r1cs_check_counts(const r1cs_reader *reader, cuzk_error *err)
{
    const cuzk_r1cs_info *info = &reader->info;
    if (info->public_output_count + info->public_input_count + 1 > info->wire_count)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (header): %" PRIu64 " public outputs and %" PRIu64
                              " public inputs, but %" PRIu64 " wires, the constant 1 included",
                              reader->binfile.file.path, R1CS_SECTION_HEADER, info->public_output_count,
                              info->public_input_count, info->wire_count);
    uint64_t least = info->constraint_count * R1CS_CONSTRAINT_BYTES_MIN;
    if (reader->constraints->size_bytes < least)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (constraints) has %" PRIu64 " bytes; at least %" PRIu64
                              " expected, for %" PRIu64 " constraints",
                              reader->binfile.file.path, R1CS_SECTION_CONSTRAINTS, reader->constraints->size_bytes,
                              least, info->constraint_count);
    const cuzk_binfile_section *map = cuzk_binfile_find(&reader->binfile, R1CS_SECTION_WIRE_MAP);
    return map == NULL ? CUZK_OK : cuzk_binfile_expect(&reader->binfile, map, 0, info->wire_count, 8, err);
}

/* Custom gates mean constraints outside the matrices; a proof that leaves them out would claim too little. */
static cuzk_status r1cs_refuse_gates(const cuzk_binfile *binfile, uint32_t id, cuzk_error *err)
{
    unsigned char bytes[4];
    const cuzk_binfile_section *section = cuzk_binfile_find(binfile, id);
    if (section == NULL || section->size_bytes == 0)
        return CUZK_OK;
    cuzk_status status = cuzk_binfile_read(binfile, section, bytes, 0, sizeof bytes, err);
    if (status != CUZK_OK)
        return status;
    if (bytes_load_u32(bytes) != 0)
        return cuzk_error_set(err, CUZK_E_UNSUPPORTED,
                              "%s: section %" PRIu32 " (%s) has %" PRIu32 " entries; Groth16 has no custom gates",
                              binfile->file.path, id, section->name, bytes_load_u32(bytes));
    return CUZK_OK;
}

static cuzk_status r1cs_open(r1cs_reader *reader, cuzk_error *err)
{
    cuzk_status status;
    if ((status = r1cs_read_header(reader, err)) != CUZK_OK)
        return status;
    status = cuzk_binfile_need(&reader->constraints, &reader->binfile, R1CS_SECTION_CONSTRAINTS, err);
    if (status != CUZK_OK)
        return status;
    if ((status = r1cs_check_counts(reader, err)) != CUZK_OK)
        return status;
    if ((status = r1cs_refuse_gates(&reader->binfile, R1CS_SECTION_GATES, err)) != CUZK_OK)
        return status;
    if ((status = r1cs_refuse_gates(&reader->binfile, R1CS_SECTION_GATE_USES, err)) != CUZK_OK)
        return status;
    uint64_t terms_max = reader->constraints->size_bytes / R1CS_TERM_BYTES;
    for (int i = 0; i < 3; i++) {
        status = cuzk_matrix_builder_create(&reader->builders[i], reader->curve->id, reader->info.constraint_count,
                                            reader->info.wire_count, terms_max, err);
        if (status != CUZK_OK)
            return status;
    }
    return cuzk_section_stream_init(&reader->stream, &reader->binfile, reader->constraints, 0, err);
}

static cuzk_status r1cs_bad_term(const r1cs_reader *reader, cuzk_status status, uint64_t row, int matrix,
                                 uint64_t term, const char *what, uint64_t number, cuzk_error *err)
{
    return cuzk_error_set(err, status,
                          "%s: section %d (constraints), constraint %" PRIu64 ", %c, term %" PRIu64 ": %s %" PRIu64
                          " (%" PRIu64 " wires)",
                          reader->binfile.file.path, R1CS_SECTION_CONSTRAINTS, row, 'A' + matrix, term, what,
                          number, reader->info.wire_count);
}

static cuzk_status r1cs_read_term(r1cs_reader *reader, uint64_t row, int matrix, uint64_t term, cuzk_error *err)
{
    const unsigned char *bytes;
    cuzk_fr value;
    cuzk_status status = cuzk_section_stream_take(&reader->stream, &bytes, R1CS_TERM_BYTES, err);
    if (status != CUZK_OK)
        return status;
    uint32_t wire = bytes_load_u32(bytes);
    memcpy(&value, bytes + 4, sizeof value);
    if (wire >= reader->info.wire_count)
        return r1cs_bad_term(reader, CUZK_E_FORMAT, row, matrix, term, "there is no wire", wire, err);
    if (!reader->curve->fr_is_canonical(&value))
        return r1cs_bad_term(reader, CUZK_E_NOT_CANONICAL, row, matrix, term,
                             "the coefficient is not below the modulus, of wire", wire, err);
    reader->curve->fr_to_montgomery(&value, &value);
    return cuzk_matrix_builder_add(reader->builders[matrix], row, wire, &value, err);
}

static cuzk_status r1cs_read_combination(r1cs_reader *reader, uint64_t row, int matrix, cuzk_error *err)
{
    const unsigned char *bytes;
    cuzk_status status = cuzk_section_stream_take(&reader->stream, &bytes, 4, err);
    if (status != CUZK_OK)
        return status;
    uint64_t count = bytes_load_u32(bytes);
    if (count * R1CS_TERM_BYTES > cuzk_section_stream_left(&reader->stream))
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (constraints), constraint %" PRIu64 ", %c: %" PRIu64
                              " terms take %" PRIu64 " bytes, %" PRIu64 " are left in the section",
                              reader->binfile.file.path, R1CS_SECTION_CONSTRAINTS, row, 'A' + matrix, count,
                              count * R1CS_TERM_BYTES, cuzk_section_stream_left(&reader->stream));
    for (uint64_t term = 0; status == CUZK_OK && term < count; term++)
        status = r1cs_read_term(reader, row, matrix, term, err);
    return status;
}

static cuzk_status r1cs_read_constraints(r1cs_reader *reader, const cuzk_progress *progress, cuzk_error *err)
{
    cuzk_progress_meter meter;
    uint64_t position = 0;
    cuzk_progress_meter_init(&meter, progress, reader->constraints->size_bytes);
    for (uint64_t row = 0; row < reader->info.constraint_count; row++) {
        cuzk_status status = CUZK_OK;
        for (int matrix = 0; status == CUZK_OK && matrix < 3; matrix++)
            status = r1cs_read_combination(reader, row, matrix, err);
        if (status == CUZK_OK && row % 1024 == 0) {
            uint64_t now = cuzk_section_stream_position(&reader->stream);
            status = cuzk_progress_meter_step(&meter, "reading constraints", now - position, err);
            position = now;
        }
        if (status != CUZK_OK)
            return status;
    }
    uint64_t left = cuzk_section_stream_left(&reader->stream);
    if (left != 0)
        return cuzk_error_set(err, CUZK_E_FORMAT,
                              "%s: section %d (constraints) has %" PRIu64 " bytes; %" PRIu64
                              " of them are beyond the last of %" PRIu64 " constraints",
                              reader->binfile.file.path, R1CS_SECTION_CONSTRAINTS, reader->constraints->size_bytes,
                              left, reader->info.constraint_count);
    return CUZK_OK;
}

static cuzk_status r1cs_finish(cuzk_r1cs **out, r1cs_reader *reader, cuzk_error *err)
{
    cuzk_r1cs *r1cs;
    cuzk_status status = cuzk_r1cs_alloc(&r1cs, err);
    if (status != CUZK_OK)
        return status;
    cuzk_sparse_matrix *matrices[3] = {&r1cs->a, &r1cs->b, &r1cs->c};
    r1cs->info = reader->info;
    for (int i = 0; i < 3; i++) {
        if ((status = cuzk_matrix_builder_finish(matrices[i], reader->builders[i], err)) != CUZK_OK)
            goto done;
        reader->builders[i] = NULL;
        r1cs->info.term_count[i] = matrices[i]->view.entry_count;
    }
    *out = r1cs;
    r1cs = NULL;
done:
    cuzk_r1cs_unref(r1cs);
    return status;
}

cuzk_status cuzk_r1cs_read(cuzk_r1cs **out, const char *path, const cuzk_progress *progress, cuzk_error *err)
{
    r1cs_reader reader = {0};
    cuzk_status status = cuzk_binfile_open(&reader.binfile, path, &r1cs_format, err);
    if (status != CUZK_OK)
        return status;
    if ((status = r1cs_open(&reader, err)) != CUZK_OK)
        goto done;
    if ((status = r1cs_read_constraints(&reader, progress, err)) != CUZK_OK)
        goto done;
    status = r1cs_finish(out, &reader, err);
done:
    for (int i = 0; i < 3; i++)
        cuzk_matrix_builder_destroy(reader.builders[i]);
    cuzk_section_stream_clear(&reader.stream);
    cuzk_binfile_close(&reader.binfile);
    return status;
}
