/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/synth.h"

#include <stdlib.h>
#include <string.h>

#include "base/chacha.h"
#include "base/error.h"
#include "base/memory.h"
#include "curve/curve.h"

enum {
    POOL_COUNT = 256, /* coefficients to choose from */
    SCAN_MAX = 64,    /* wires looked at for one that may be used */
};

/* A coefficient of A, B or C in both forms. */
typedef struct synth_coefficient {
    cuzk_fr canonical, montgomery;
} synth_coefficient;

/* What a matrix may use, and where its walk over all wires stands: the first term of each row takes the next wire,
 * so that every wire that may appear does. */
typedef struct synth_matrix {
    uint64_t absent_below; /* a wire whose mixed number is below is never used */
    uint64_t key;
    uint64_t walk;
    cuzk_r1cs_term *terms;
} synth_matrix;

struct synth {
    synth_shape shape;
    const cuzk_curve_ops *ops;
    uint64_t wire_count, row;
    uint32_t wire_bits;
    cuzk_pages values;
    synth_matrix matrix[3];
    synth_coefficient pool[POOL_COUNT];
    cuzk_chacha rows; /* decides wires and coefficients */
};

/* Streams of one seed, as nonces. */
enum {
    STREAM_VALUES = 1,
    STREAM_ROWS = 2,
    STREAM_SETTINGS = 3,
};

static void stream_init(cuzk_chacha *stream, const synth *s, uint32_t which)
{
    const uint32_t nonce[3] = {which, 0, 0};
    cuzk_chacha_init_nonce(stream, s->shape.seed, nonce);
}

static void draw_fr(cuzk_fr *out, const cuzk_curve_ops *ops, cuzk_chacha *stream)
{
    do {
        for (int i = 0; i < CUZK_FR_LIMBS; i++)
            out->limb[i] = cuzk_chacha_u64(stream);
        out->limb[CUZK_FR_LIMBS - 1] &= UINT64_MAX >> (64 * CUZK_FR_LIMBS - ops->fr_bits);
    } while (!ops->fr_is_canonical(out));
}

/* The share of 2^64 that it is. */
static uint64_t threshold(double share)
{
    return share >= 1.0 ? UINT64_MAX : (uint64_t)(share * 18446744073709551616.0);
}

/* 53 bits, as a number from 0 to below 1. */
static double draw_unit(cuzk_chacha *stream)
{
    return (double)(cuzk_chacha_u64(stream) >> 11) / 9007199254740992.0;
}

static void draw_value(cuzk_fr *out, const synth *s, cuzk_chacha *stream)
{
    double kind = draw_unit(stream);
    *out = (cuzk_fr){{0}};
    if (kind < s->shape.zeros)
        return;
    if (kind < s->shape.zeros + s->shape.ones)
        out->limb[0] = 1;
    else if (kind < s->shape.zeros + s->shape.ones + s->shape.small)
        out->limb[0] = 2 + cuzk_chacha_u64(stream) % 254;
    else
        draw_fr(out, s->ops, stream);
}

static void draw_values(synth *s)
{
    cuzk_chacha stream;
    cuzk_fr *values = s->values.bytes;
    stream_init(&stream, s, STREAM_VALUES);
    values[0] = (cuzk_fr){{1}};
    for (uint64_t wire = 1; wire < s->wire_count; wire++)
        draw_value(&values[wire], s, &stream);
}

/* A quarter each of 1, -1, powers of two and anything: what compiled circuits have. */
static void draw_pool(synth *s, cuzk_chacha *stream)
{
    for (int i = 0; i < POOL_COUNT; i++) {
        synth_coefficient *c = &s->pool[i];
        c->canonical = (cuzk_fr){{(uint64_t)1 << (i % 4 == 2 ? i / 4 : 0)}};
        if (i % 4 == 1)
            s->ops->fr_neg(&c->canonical, &c->canonical);
        if (i % 4 == 3)
            draw_fr(&c->canonical, s->ops, stream);
        s->ops->fr_to_montgomery(&c->montgomery, &c->canonical);
    }
}

static cuzk_status shape_check(const synth_shape *shape, cuzk_error *err)
{
    if (shape->zeros + shape->ones + shape->small > 1.0 + 1e-9)
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "the shares of zeros (%g), ones (%g) and small values (%g) add up to more than 1",
                              shape->zeros, shape->ones, shape->small);
    if (shape->term_count[2] < 2)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "a row of C needs at least 2 non-zeros, not %u",
                              shape->term_count[2]);
    for (int m = 0; m < 3; m++)
        if (shape->term_count[m] < 1 || shape->term_count[m] > SYNTH_TERMS_MAX)
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "a row of %c has %u non-zeros, not 1 to %d", "ABC"[m],
                                  shape -> term_count[m], SYNTH_TERMS_MAX);
    if (shape->constraint_count < 1 || shape->constraint_count >= (uint64_t)1 << 31 ||
        shape->public_count >= (uint64_t)1 << 30)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "%llu constraints with %llu public inputs are out of range",
                              (unsigned long long)shape->constraint_count, (unsigned long long)shape->public_count);
    return CUZK_OK;
}

static cuzk_status synth_alloc(synth *s, cuzk_error *err)
{
    for (int m = 0; m < 3; m++) {
        s->matrix[m].terms = calloc(s->shape.term_count[m], sizeof *s->matrix[m].terms);
        if (s->matrix[m].terms == NULL)
            return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a row of constraints");
    }
    return cuzk_pages_alloc(&s->values, s->wire_count * sizeof(cuzk_fr), "a witness", err);
}

static void synth_settings(synth *s)
{
    cuzk_chacha stream;
    const double absent[3] = {s->shape.absent_a, s->shape.absent_b, 0.0};
    stream_init(&stream, s, STREAM_SETTINGS);
    draw_pool(s, &stream);
    for (int m = 0; m < 3; m++) {
        s->matrix[m].absent_below = threshold(absent[m]);
        s->matrix[m].key = cuzk_chacha_u64(&stream);
        /* B starts half-way, so that a row's A and B do not name the same wire. */
        s->matrix[m].walk = s->shape.public_count + 1 + (m == 1 ? s->shape.constraint_count / 2 : 0);
    }
    stream_init(&s->rows, s, STREAM_ROWS);
}

cuzk_status synth_create(synth **out, const synth_shape *shape, cuzk_error *err)
{
    cuzk_status status = shape_check(shape, err);
    if (status != CUZK_OK)
        return status;
    synth *s = calloc(1, sizeof *s);
    if (s == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a synthetic circuit");
    s->shape = *shape;
    s->wire_count = 1 + shape->public_count + shape->constraint_count;
    while ((uint64_t)1 << s->wire_bits < s->wire_count)
        s->wire_bits++;
    if ((s->ops = cuzk_curve_ops_get(shape->curve, CUZK_ISA_AUTO)) == NULL)
        status = cuzk_error_set(err, CUZK_E_CURVE, "no such curve");
    else
        status = synth_alloc(s, err);
    if (status != CUZK_OK) {
        synth_destroy(s);
        return status;
    }
    draw_values(s);
    synth_settings(s);
    *out = s;
    return CUZK_OK;
}

void synth_destroy(synth *s)
{
    if (s == NULL)
        return;
    for (int m = 0; m < 3; m++)
        free(s->matrix[m].terms);
    cuzk_pages_free(&s->values);
    free(s);
}

const synth_shape *synth_get_shape(const synth *s)
{
    return &s->shape;
}

uint64_t synth_wire_count(const synth *s)
{
    return s->wire_count;
}

const cuzk_fr *synth_values(const synth *s)
{
    return s->values.bytes;
}

/* The last step of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static bool may_use(const synth_matrix *matrix, uint64_t wire)
{
    return wire == 0 || mix(wire * 0x9e3779b97f4a7c15u + matrix->key) >= matrix->absent_below;
}

/* The first wire from `wire` on, round the end, that the matrix may use; the constant 1 if none is near. */
static uint64_t usable_from(const synth *s, const synth_matrix *matrix, uint64_t wire)
{
    for (int i = 0; i < SCAN_MAX; i++, wire++) {
        if (wire == s->wire_count)
            wire = 0;
        if (may_use(matrix, wire))
            return wire;
    }
    return 0;
}

static uint64_t next_of_walk(const synth *s, synth_matrix *matrix)
{
    uint64_t wire = usable_from(s, matrix, matrix->walk);
    matrix->walk = (wire != 0 ? wire : matrix->walk + SCAN_MAX - 1) + 1;
    if (matrix->walk >= s->wire_count)
        matrix->walk = s->shape.public_count + 1;
    return wire;
}

/* Near wires are likelier, as in compiled circuits: the distance has a uniform number of bits. */
static uint64_t random_wire(synth *s, const synth_matrix *matrix, uint64_t own, uint64_t random)
{
    uint64_t bits = random % (s->wire_bits + 1u);
    uint64_t distance = (random >> 16) & (((uint64_t)1 << bits) - 1);
    return usable_from(s, matrix, (own + s->wire_count - distance % s->wire_count) % s->wire_count);
}

/* Adds the term's value to *sum, canonical: a coefficient in Montgomery form times a canonical value. */
static void set_term(synth *s, cuzk_r1cs_term *term, cuzk_fr *sum, uint64_t wire, uint64_t random)
{
    const cuzk_fr *values = s->values.bytes;
    const synth_coefficient *coefficient = &s->pool[(random >> 8) % POOL_COUNT];
    cuzk_fr product;
    term->wire = (uint32_t)wire;
    term->coefficient = coefficient->canonical;
    s->ops->fr_mul(&product, &coefficient->montgomery, &values[wire]);
    s->ops->fr_add(sum, sum, &product);
}

static void combination(synth *s, synth_matrix *matrix, cuzk_fr *sum, uint32_t count, uint64_t own)
{
    *sum = (cuzk_fr){{0}};
    for (uint32_t i = 0; i < count; i++) {
        uint64_t random = cuzk_chacha_u64(&s->rows);
        uint64_t wire = i == 0 ? next_of_walk(s, matrix) : random_wire(s, matrix, own, random);
        set_term(s, &matrix->terms[i], sum, wire, random);
    }
}

/* C = own + further terms + c0 * 1. Returns its number of terms. */
static uint32_t close_row(synth *s, const cuzk_fr *a, const cuzk_fr *b, uint64_t own)
{
    const cuzk_fr *values = s->values.bytes;
    synth_matrix *c = &s->matrix[2];
    uint32_t count = s->shape.term_count[2];
    cuzk_fr sum = values[own], product;
    c->terms[0] = (cuzk_r1cs_term){(uint32_t)own, {{1}}};
    for (uint32_t i = 1; i + 1 < count; i++) {
        uint64_t random = cuzk_chacha_u64(&s->rows);
        set_term(s, &c->terms[i], &sum, random_wire(s, c, own, random), random);
    }
    s->ops->fr_mul(&product, a, b); /* canonical factors: the product comes out over R, hence R^2 */
    s->ops->fr_mul(&product, &product, s->ops->fr_r2);
    s->ops->fr_sub(&product, &product, &sum);
    if ((product.limb[0] | product.limb[1] | product.limb[2] | product.limb[3]) == 0)
        return count - 1;
    c->terms[count - 1] = (cuzk_r1cs_term){0, product};
    return count;
}

void synth_next_row(synth *s, const cuzk_r1cs_term *terms[3], uint32_t term_count[3])
{
    uint64_t own = s->shape.public_count + 1 + s->row++;
    cuzk_fr a, b;
    combination(s, &s->matrix[0], &a, s->shape.term_count[0], own);
    combination(s, &s->matrix[1], &b, s->shape.term_count[1], own);
    for (int m = 0; m < 3; m++) {
        terms[m] = s->matrix[m].terms;
        term_count[m] = s->shape.term_count[m];
    }
    term_count[2] = close_row(s, &a, &b, own);
}
