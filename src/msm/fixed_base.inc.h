/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: tables of multiples of one point, and multiples from them. POINT and POINT_FIELD as for
 * curve/point.inc.h, which must have been included for them; both are undefined again at the end.
 *
 * Source: affine additions with a shared inversion: Montgomery, "Speeding the Pollard and Elliptic Curve Methods of
 * Factorization", Math. Comp. 48, 1987, section 10.3.1.
 */
#define FIXED_FN(name)   CUZK_JOIN(POINT, CUZK_JOIN(_fixed, name))
#define FIXED_P(name)    CUZK_JOIN(POINT, name)
#define FIXED_F(name)    CUZK_JOIN(POINT_FIELD, name)
#define FIXED_AFFINE     FIXED_P(_affine)
#define FIXED_JACOBIAN   FIXED_P(_jacobian)
#define FIXED_BATCH_TYPE FIXED_FN(_batch)

/* Additions that wait for their inversion: *target[k] += other[k], or -= where negate[k]. */
typedef struct FIXED_BATCH_TYPE {
    size_t count;
    POINT_FIELD product; /* of the denominators so far */
    POINT_FIELD denominator[FIXED_BASE_BATCH], before[FIXED_BASE_BATCH];
    FIXED_AFFINE *target[FIXED_BASE_BATCH];
    const FIXED_AFFINE *other[FIXED_BASE_BATCH];
    bool negate[FIXED_BASE_BATCH], doubling[FIXED_BASE_BATCH];
    uint64_t scalars[FIXED_BASE_BATCH][FIXED_BASE_SCALAR_LIMBS]; /* of fixed_multiples, biased */
} FIXED_BATCH_TYPE;

static void FIXED_FN(_begin)(FIXED_BATCH_TYPE *batch)
{
    batch->count = 0;
    FIXED_F(_set_one)(&batch->product);
}

/* Adds to the batch what needs a division, and does the rest at once. No target may be there twice, nor be the
 * other of a later addition of the same batch. `other` is not the identity. */
static void FIXED_FN(_push)(FIXED_BATCH_TYPE *batch, FIXED_AFFINE *target, const FIXED_AFFINE *other, bool negate)
{
    size_t k = batch->count;
    bool doubling = false;
    if (FIXED_P(_affine_is_identity)(target)) {
        *target = *other;
        if (negate)
            FIXED_P(_affine_neg)(target, other);
        return;
    }
    FIXED_F(_sub)(&batch->denominator[k], &other->x, &target->x);
    if (FIXED_F(_is_zero)(&batch->denominator[k])) {
        doubling = FIXED_F(_equal)(&other->y, &target->y) != negate;
        if (!doubling) { /* opposite points: neither curve's subgroup has a point with y = 0 */
            FIXED_P(_affine_set_identity)(target);
            return;
        }
        FIXED_F(_double)(&batch->denominator[k], &target->y);
    }
    batch->target[k] = target;
    batch->other[k] = other;
    batch->negate[k] = negate;
    batch->doubling[k] = doubling;
    batch->before[k] = batch->product;
    FIXED_F(_mul)(&batch->product, &batch->product, &batch->denominator[k]);
    batch->count++;
}

/* One addition, given the inverse of its denominator: slope l, x3 = l^2 - x1 - x2, y3 = l (x1 - x3) - y1. */
static void FIXED_FN(_add)(FIXED_BATCH_TYPE *batch, size_t k, const POINT_FIELD *inverse)
{
    FIXED_AFFINE *a = batch->target[k];
    const FIXED_AFFINE *b = batch->other[k];
    POINT_FIELD slope, x;
    if (batch->doubling[k]) {
        FIXED_F(_sqr)(&x, &a->x);
        FIXED_F(_double)(&slope, &x);
        FIXED_F(_add)(&slope, &slope, &x);
    } else if (batch->negate[k]) {
        FIXED_F(_add)(&slope, &b->y, &a->y);
        FIXED_F(_neg)(&slope, &slope);
    } else {
        FIXED_F(_sub)(&slope, &b->y, &a->y);
    }
    FIXED_F(_mul)(&slope, &slope, inverse);
    FIXED_F(_sqr)(&x, &slope);
    FIXED_F(_sub)(&x, &x, &a->x);
    FIXED_F(_sub)(&x, &x, &b->x);
    FIXED_F(_sub)(&a->x, &a->x, &x);
    FIXED_F(_mul)(&slope, &slope, &a->x);
    FIXED_F(_sub)(&a->y, &slope, &a->y);
    a->x = x;
}

static void FIXED_FN(_flush)(FIXED_BATCH_TYPE *batch)
{
    POINT_FIELD inverse, one;
    if (batch->count > 0)
        FIXED_F(_inverse)(&inverse, &batch->product);
    for (size_t k = batch->count; k-- > 0;) {
        FIXED_F(_mul)(&one, &inverse, &batch->before[k]);
        FIXED_F(_mul)(&inverse, &inverse, &batch->denominator[k]);
        FIXED_FN(_add)(batch, k, &one);
    }
    FIXED_FN(_begin)(batch);
}

static void FIXED_FN(_firsts)(void *firsts, const void *base, const fixed_base_shape *shape)
{
    FIXED_AFFINE *out = (FIXED_AFFINE *)firsts;
    FIXED_JACOBIAN point;
    FIXED_P(_jacobian_from_affine)(&point, (const FIXED_AFFINE *)base);
    for (uint32_t j = 0; j < shape->window_count; j++) {
        FIXED_P(_jacobian_to_affine)(&out[j], &point);
        for (uint32_t i = 0; i < shape->window_bits; i++)
            FIXED_P(_jacobian_dbl)(&point, &point);
    }
}

/* With the multiples 1..m there, those up to 2m are m more than each of them. */
static void FIXED_FN(_window)(void *table, const void *first, size_t half, void *scratch)
{
    FIXED_AFFINE *multiples = (FIXED_AFFINE *)table;
    FIXED_BATCH_TYPE *batch = (FIXED_BATCH_TYPE *)scratch;
    multiples[0] = *(const FIXED_AFFINE *)first;
    FIXED_FN(_begin)(batch);
    for (size_t m = 1; m < half; m *= 2) {
        for (size_t i = 0; i < m; i++) {
            multiples[m + i] = multiples[i];
            FIXED_FN(_push)(batch, &multiples[m + i], &multiples[m - 1], false);
            if (batch->count == FIXED_BASE_BATCH)
                FIXED_FN(_flush)(batch);
        }
        FIXED_FN(_flush)(batch);
    }
}

static int64_t FIXED_FN(_digit)(const uint64_t *biased, const fixed_base_shape *shape, uint32_t window)
{
    uint32_t bit = window * shape->window_bits, limb = bit / 64, shift = bit % 64;
    uint64_t value = biased[limb] >> shift;
    if (shift + shape->window_bits > 64 && limb + 1 < FIXED_BASE_SCALAR_LIMBS)
        value |= biased[limb + 1] << (64 - shift);
    return (int64_t)(value & (2 * shape->half - 1)) - (int64_t)shape->half;
}

static void FIXED_FN(_load)(FIXED_BATCH_TYPE *batch, const fixed_base_shape *shape, const cuzk_fr *scalars,
                            const uint32_t *index, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const cuzk_fr *scalar = &scalars[index != NULL ? index[i] : i];
        uint64_t carry = 0;
        for (int l = 0; l < CUZK_FR_LIMBS; l++)
            batch->scalars[i][l] = cuzk_add_carry(scalar->limb[l], shape->bias[l], &carry);
        batch->scalars[i][CUZK_FR_LIMBS] = shape->bias[CUZK_FR_LIMBS] + carry;
    }
}

/* The table is far larger than the caches, so each entry is asked for this many scalars before its use. */
enum {
    FIXED_FN(_ahead) = 8,
};

static void FIXED_FN(_multiples)(void *points, const void *table, const fixed_base_shape *shape,
                                 const cuzk_fr *scalars, const uint32_t *index, size_t count, void *scratch)
{
    FIXED_AFFINE *out = (FIXED_AFFINE *)points;
    const FIXED_AFFINE *window = (const FIXED_AFFINE *)table;
    FIXED_BATCH_TYPE *batch = (FIXED_BATCH_TYPE *)scratch;
    FIXED_FN(_load)(batch, shape, scalars, index, count);
    for (size_t i = 0; i < count; i++)
        FIXED_P(_affine_set_identity)(&out[i]);
    FIXED_FN(_begin)(batch);
    for (uint32_t j = 0; j < shape->window_count; j++, window += shape->half) {
        for (size_t i = 0; i < count; i++) {
            if (i + FIXED_FN(_ahead) < count) {
                int64_t later = FIXED_FN(_digit)(batch->scalars[i + FIXED_FN(_ahead)], shape, j);
                __builtin_prefetch(&window[later < 0 ? -later - 1 : later > 0 ? later - 1 : 0]);
            }
            int64_t digit = FIXED_FN(_digit)(batch->scalars[i], shape, j);
            if (digit != 0)
                FIXED_FN(_push)(batch, &out[i], &window[digit < 0 ? -digit - 1 : digit - 1], digit < 0);
        }
        FIXED_FN(_flush)(batch);
    }
}

static const fixed_base_ops FIXED_FN(_ops) = {sizeof(FIXED_AFFINE), sizeof(FIXED_BATCH_TYPE), FIXED_FN(_firsts),
                                              FIXED_FN(_window), FIXED_FN(_multiples)};

#undef FIXED_FN
#undef FIXED_P
#undef FIXED_F
#undef FIXED_AFFINE
#undef FIXED_JACOBIAN
#undef FIXED_BATCH_TYPE
#undef POINT
#undef POINT_FIELD
