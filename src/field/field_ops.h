/* SPDX-License-Identifier: Apache-2.0
 *
 * A prime field's arithmetic behind a table of functions, one table a field and instruction set: for tests and
 * benchmarks, which want to run the same code over all of them. Everything else includes the field's header and has
 * the functions inlined.
 *
 * Operands are pointers to `limbs` limbs; every function does what field/mont.inc.h says of its namesake.
 */
#ifndef CUZK_FIELD_FIELD_OPS_H
#define CUZK_FIELD_FIELD_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuzk/backend.h>

enum {
    CUZK_FIELD_LIMBS_MAX = 6,
};

typedef struct cuzk_field_ops {
    const char *name; /* "bn254_fp" */
    const char *isa;  /* "portable" */
    int limbs;
    const void *modulus, *r, *r2;

    void (*add)(void *out, const void *a, const void *b);
    void (*sub)(void *out, const void *a, const void *b);
    void (*mul)(void *out, const void *a, const void *b);
    void (*mul_portable)(void *out, const void *a, const void *b);

    void (*neg)(void *out, const void *a);
    void (*dbl)(void *out, const void *a);
    void (*halve)(void *out, const void *a);
    void (*sqr)(void *out, const void *a);
    void (*inverse)(void *out, const void *a);
    void (*inverse_vartime)(void *out, const void *a);
    void (*to_montgomery)(void *out, const void *canonical);
    void (*from_montgomery)(void *out, const void *a);

    bool (*sqrt)(void *out, const void *a); /* NULL where the field has none */
    void (*pow)(void *out, const void *a, const uint64_t *exponent, int exponent_limbs);
    void (*from_u64)(void *out, uint64_t value);
    void (*select)(void *out, const void *a, const void *b, uint64_t take_b);
    void (*batch_inverse)(void *values, void *scratch, size_t count);
    void (*batch_inverse_vartime)(void *values, void *scratch, size_t count);

    bool (*is_canonical)(const void *a);
    bool (*is_zero)(const void *a);
    bool (*is_one)(const void *a);
    bool (*equal)(const void *a, const void *b);
    int (*compare_vartime)(const void *a, const void *b);
} cuzk_field_ops;

enum {
    CUZK_FIELD_COUNT = 4, /* bn254_fp, bn254_fr, bls12_381_fp, bls12_381_fr */
};

/* The table of field `index` (0 and up), NULL for an index or an instruction set that is not there. AUTO is the
 * best set here. Static. */
const cuzk_field_ops *cuzk_field_ops_get(int index, cuzk_isa isa);

#endif
