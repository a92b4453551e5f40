/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing a .wtns value by value.
 */
#ifndef CUZK_FORMATS_WTNS_WRITE_H
#define CUZK_FORMATS_WTNS_WRITE_H

#include <cuzk/groth16.h>

typedef struct cuzk_wtns_writer cuzk_wtns_writer;

/* The file appears under `path` at commit; until then it lies under a temporary name. */
cuzk_status cuzk_wtns_writer_create(cuzk_wtns_writer **out, const char *path, cuzk_curve_id curve, cuzk_error *err);

/* `count` more values, canonical (the caller's duty); the first of all is 1. CUZK_E_TOO_LARGE past 2^32 - 1 values.
 */
cuzk_status cuzk_wtns_writer_append(cuzk_wtns_writer *writer, const cuzk_fr *values, uint64_t count,
                                    cuzk_error *err);

/* Writes the counts and puts the file in place. */
cuzk_status cuzk_wtns_writer_commit(cuzk_wtns_writer *writer, cuzk_error *err);
void cuzk_wtns_writer_destroy(cuzk_wtns_writer *writer); /* NULL is fine; without commit no file appears */

#endif
