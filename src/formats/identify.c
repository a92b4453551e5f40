/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/identify.h"

#include <inttypes.h>
#include <string.h>

#include "base/error.h"
#include "formats/binfile.h"
#include "formats/bytes.h"
#include "formats/json_in.h"
#include "formats/zkey.h"

const char *cuzk_file_kind_string(cuzk_file_kind kind)
{
    switch (kind) {
    case CUZK_FILE_R1CS:
        return "a constraint system (.r1cs)";
    case CUZK_FILE_WTNS:
        return "a witness (.wtns)";
    case CUZK_FILE_ZKEY_GROTH16:
        return "a Groth16 proving key (.zkey)";
    case CUZK_FILE_ZKEY_PLONK:
        return "a PLONK proving key (.zkey)";
    case CUZK_FILE_ZKEY_FFLONK:
        return "an FFLONK proving key (.zkey)";
    case CUZK_FILE_ZKEY_OTHER:
        return "a proving key (.zkey) of an unknown protocol";
    case CUZK_FILE_PTAU:
        return "powers of tau (.ptau)";
    case CUZK_FILE_JSON_PROOF:
        return "a proof (JSON)";
    case CUZK_FILE_JSON_PUBLIC:
        return "public inputs (JSON)";
    case CUZK_FILE_JSON_VERIFYING_KEY:
        return "a verifying key (JSON)";
    case CUZK_FILE_JSON_OTHER:
        return "some other JSON file";
    case CUZK_FILE_WASM:
        return "a WebAssembly module (.wasm)";
    case CUZK_FILE_UNKNOWN:
        break;
    }
    return "a file of unknown kind";
}

/* The protocol number of a .zkey. 0, which no protocol has, if there is none to be read. */
static uint32_t identify_zkey_protocol(const cuzk_input_file *file)
{
    unsigned char head[12];
    uint64_t offset = sizeof head;
    if (cuzk_input_file_read(file, head, 0, sizeof head, NULL) != CUZK_OK)
        return 0;
    uint32_t count = bytes_load_u32(head + 8);
    for (uint32_t i = 0; i < count && i < BINFILE_SECTIONS_MAX; i++) {
        if (cuzk_input_file_read(file, head, offset, sizeof head, NULL) != CUZK_OK)
            return 0;
        offset += sizeof head;
        uint64_t size_bytes = bytes_load_u64(head + 4);
        if (size_bytes > file->size_bytes - offset)
            return 0;
        if (bytes_load_u32(head) == ZKEY_SECTION_PROTOCOL)
            return cuzk_input_file_read(file, head, offset, 4, NULL) == CUZK_OK ? bytes_load_u32(head) : 0;
        offset += size_bytes;
    }
    return 0;
}

static cuzk_file_kind identify_zkey(const cuzk_input_file *file)
{
    switch (identify_zkey_protocol(file)) {
    case ZKEY_PROTOCOL_GROTH16:
        return CUZK_FILE_ZKEY_GROTH16;
    case ZKEY_PROTOCOL_PLONK:
        return CUZK_FILE_ZKEY_PLONK;
    case ZKEY_PROTOCOL_FFLONK:
        return CUZK_FILE_ZKEY_FFLONK;
    default:
        return CUZK_FILE_ZKEY_OTHER;
    }
}

cuzk_file_kind cuzk_identify_binary(const cuzk_input_file *file)
{
    char magic[4];
    if (file->size_bytes < sizeof magic || cuzk_input_file_read(file, magic, 0, sizeof magic, NULL) != CUZK_OK)
        return CUZK_FILE_UNKNOWN;
    if (memcmp(magic, "r1cs", 4) == 0)
        return CUZK_FILE_R1CS;
    if (memcmp(magic, "wtns", 4) == 0)
        return CUZK_FILE_WTNS;
    if (memcmp(magic, "ptau", 4) == 0)
        return CUZK_FILE_PTAU;
    if (memcmp(magic, "\0asm", 4) == 0)
        return CUZK_FILE_WASM;
    if (memcmp(magic, "zkey", 4) == 0)
        return identify_zkey(file);
    return CUZK_FILE_UNKNOWN;
}

cuzk_file_kind cuzk_identify(const cuzk_input_file *file)
{
    cuzk_file_kind kind = cuzk_identify_binary(file);
    if (kind != CUZK_FILE_UNKNOWN)
        return kind;
    json_t *root;
    if (cuzk_json_parse(&root, file, JSON_BYTES_MAX, NULL) != CUZK_OK)
        return CUZK_FILE_UNKNOWN;
    kind = cuzk_json_kind(root);
    json_decref(root);
    return kind;
}

cuzk_status cuzk_identify_refuse(const cuzk_input_file *file, cuzk_file_kind needed, cuzk_error *err)
{
    cuzk_file_kind kind = cuzk_identify(file);
    const char *needed_text = cuzk_file_kind_string(needed);
    if (kind != CUZK_FILE_UNKNOWN && kind != needed)
        return cuzk_error_set(err, CUZK_E_KIND, "%s: this is %s; %s is needed", file->path,
                              cuzk_file_kind_string(kind), needed_text);
    return cuzk_error_set(err, CUZK_E_FORMAT, "%s: %s is needed, and this is none", file->path, needed_text);
}

cuzk_status cuzk_file_identify(cuzk_file_kind *out, const char *path, cuzk_error *err)
{
    cuzk_input_file file;
    cuzk_status status = cuzk_input_file_open(&file, path, err);
    if (status != CUZK_OK)
        return status;
    *out = cuzk_identify(&file);
    cuzk_input_file_close(&file);
    return CUZK_OK;
}
