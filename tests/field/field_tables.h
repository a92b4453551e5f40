/* SPDX-License-Identifier: Apache-2.0
 *
 * Every field there is, the four in use and those that exist for tests alone, in every instruction set that runs
 * here; and values to try them with.
 */
#ifndef CUZK_TESTS_FIELD_TABLES_H
#define CUZK_TESTS_FIELD_TABLES_H

#include <stdio.h>

#include "field/field_ops.h"
#include "support/seed.h"

/* Ended by NULL; toy_ops.c. */
extern const cuzk_field_ops *const field_toys_portable[];
extern const cuzk_field_ops *const field_toys_adx[];
extern const cuzk_field_ops *const field_toys_ifma[];

/* Limbs of one element; those beyond the field's own stay zero. */
typedef struct field_value {
    uint64_t limb[CUZK_FIELD_LIMBS_MAX];
} field_value;

enum {
    FIELD_EDGES_MAX = 1200,
    FIELD_ISAS_MAX = 3,
};

/* The table of field `index`, counting the four in use first; NULL past the last, or for a set that does not run
 * here. */
const cuzk_field_ops *field_table(int index, cuzk_isa isa);

/* The instruction sets that run here, portable first; returns how many. Says on stdout which do not. */
int field_isas(cuzk_isa out[FIELD_ISAS_MAX]);

/* Integers on `limbs` limbs, modulo 2^(64 * limbs). */
void field_integer_add(field_value *out, const field_value *a, const field_value *b, int limbs);
void field_integer_sub(field_value *out, const field_value *a, const field_value *b, int limbs);

/* Canonical values where carries and borders lie, without order, maybe with repetitions; returns how many. */
int field_edges(field_value out[FIELD_EDGES_MAX], const cuzk_field_ops *field);

/* A canonical value: uniform, or made of limbs that provoke carries, or next to 0, p or a power of two. */
void field_random(field_value *out, const cuzk_field_ops *field, test_random *random);

/* Fails the running test, printing both values, if they differ. */
void field_assert_equal(const field_value *a, const field_value *b, const cuzk_field_ops *field, const char *what);

#endif
