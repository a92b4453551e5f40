/* SPDX-License-Identifier: Apache-2.0
 *
 * Files: .zkey, .wtns, .r1cs, JSON proofs, keys and public inputs, calldata.
 *
 * Every byte is taken as hostile. Readers check sizes against the file before they allocate, indices before they
 * use them, values against the modulus, points against their curve; messages name file, section, index and the
 * numbers. Writers make the whole file under a temporary name beside the target and rename it: a file appears
 * complete or not at all. `progress` and `err` may be NULL everywhere.
 */
#ifndef CUZK_FORMATS_H
#define CUZK_FORMATS_H

#include <cuzk/groth16.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a file is, by its content. */
typedef enum cuzk_file_kind {
    CUZK_FILE_UNKNOWN = 0,
    CUZK_FILE_R1CS,
    CUZK_FILE_WTNS,
    CUZK_FILE_ZKEY_GROTH16,
    CUZK_FILE_ZKEY_PLONK,
    CUZK_FILE_ZKEY_FFLONK,
    CUZK_FILE_ZKEY_OTHER,
    CUZK_FILE_PTAU,
    CUZK_FILE_JSON_PROOF,
    CUZK_FILE_JSON_PUBLIC,
    CUZK_FILE_JSON_VERIFYING_KEY,
    CUZK_FILE_JSON_OTHER,
    CUZK_FILE_WASM,
} cuzk_file_kind;

/* "a Groth16 proving key (.zkey)", "a witness (.wtns)", ... static strings. */
const char *cuzk_file_kind_string(cuzk_file_kind kind);
cuzk_status cuzk_file_identify(cuzk_file_kind *out, const char *path, cuzk_error *err);

cuzk_status cuzk_r1cs_read(cuzk_r1cs **out, const char *path, const cuzk_progress *progress, cuzk_error *err);
cuzk_status cuzk_witness_read(cuzk_witness **out, const char *path, cuzk_error *err);

/* Reads a .zkey of protocol groth16. `thread_count` threads check the points (0: all). */
cuzk_status cuzk_proving_key_read(cuzk_proving_key **out, const char *path, uint32_t thread_count,
                                  const cuzk_progress *progress, cuzk_error *err);

cuzk_status cuzk_verifying_key_read_json(cuzk_verifying_key **out, const char *path, cuzk_error *err);

/* The verifying key of a .zkey, reading only its header and IC sections. */
cuzk_status cuzk_verifying_key_read_zkey(cuzk_verifying_key **out, const char *path, cuzk_error *err);

/* A missing "curve" (rapidsnark) is taken from `curve`; a different one is CUZK_E_CURVE. */
cuzk_status cuzk_proof_read_json(cuzk_proof *out, const char *path, cuzk_curve_id curve, cuzk_error *err);

/* public.json: *out is an array of *count canonical values, to be freed with free(). A value that is not below the
 * modulus is CUZK_E_NOT_CANONICAL. */
cuzk_status cuzk_public_read_json(cuzk_fr **out, uint64_t *count, const char *path, cuzk_curve_id curve,
                                  cuzk_error *err);

/* As strings, byte for byte as snarkjs writes them: proof and verification key with one space of indentation, no
 * final newline. *out is to be freed with free(). */
cuzk_status cuzk_proof_format_json(char **out, const cuzk_proof *proof, cuzk_error *err);
cuzk_status cuzk_public_format_json(char **out, cuzk_curve_id curve, const cuzk_fr *values, uint64_t count,
                                    cuzk_error *err);
cuzk_status cuzk_verifying_key_format_json(char **out, const cuzk_verifying_key *key, cuzk_error *err);

/* The argument list of the exported verifier contract's verifyProof, as `snarkjs zkey export soliditycalldata`
 * prints it; BN254 alone has such a contract (CUZK_E_UNSUPPORTED otherwise). */
cuzk_status cuzk_calldata_format(char **out, const cuzk_proof *proof, const cuzk_fr *public_inputs,
                                 uint64_t public_count, cuzk_error *err);

/* Writes `size` bytes as the whole of `path`. */
cuzk_status cuzk_file_write(const char *path, const void *bytes, size_t size_bytes, cuzk_error *err);

cuzk_status cuzk_proving_key_write(const cuzk_proving_key *key, const char *path, const cuzk_progress *progress,
                                   cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
