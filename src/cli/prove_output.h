/* SPDX-License-Identifier: Apache-2.0
 *
 * A proof and its public inputs as two files that appear together.
 */
#ifndef CUZK_CLI_PROVE_OUTPUT_H
#define CUZK_CLI_PROVE_OUTPUT_H

#include <cuzk/cuzk.h>

/* Refuses one path for both. */
cuzk_status prove_output_check(const char *proof_path, const char *public_path, cuzk_error *err);

/* Both are complete on the disk, under temporary names, before the first is renamed. Two renames are not one step:
 * if the second fails, the first file is removed, and an older proof that it replaced is lost. */
cuzk_status prove_output_write(const char *proof_path, const char *public_path, const cuzk_proof *proof,
                               const cuzk_fr *public_inputs, uint64_t public_count, cuzk_error *err);

#endif
