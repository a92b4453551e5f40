/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of msm/group_code.inc.h: many independent affine additions with one inversion.
 *
 * An affine sum needs 1 / (x2 - x1), a doubling 1 / (2 y). All denominators of a batch are inverted together by
 * Montgomery's trick, which makes an addition cost 5 products, a square and its share of one inversion, where mixed
 * coordinates cost 8 products and 2 squares. The formula has no answer for equal, opposite and identity operands:
 * these are told apart while the denominators are gathered (docs/math/msm.md, "Exceptional cases").
 */

/* *sum += *addend. */
typedef struct MSM_FN(_pair) {
    MSM_AFFINE *sum;
    const MSM_AFFINE *addend;
} MSM_FN(_pair);

enum {
    MSM_FN(_pair_add),    /* x differs */
    MSM_FN(_pair_double), /* equal, not of order 2 */
    MSM_FN(_pair_keep),   /* the addend is the identity */
    MSM_FN(_pair_take),   /* the sum is the identity */
    MSM_FN(_pair_cancel), /* opposite */
};

/* The kind of a pair one of whose x, or the difference of both, is zero. A kind without a denominator takes 1. */
static uint8_t MSM_FN(_pair_special)(MSM_FIELD *denominator, const MSM_AFFINE *a, const MSM_AFFINE *b)
{
    bool x_differs = !MSM_F(_is_zero)(denominator);
    bool a_identity = MSM_G(_affine_is_identity)(a), b_identity = MSM_G(_affine_is_identity)(b);
    if (!a_identity && !b_identity && x_differs)
        return MSM_FN(_pair_add);
    if (!a_identity && !b_identity && MSM_F(_equal)(&a->y, &b->y) && !MSM_F(_is_zero)(&a->y)) {
        MSM_F(_double)(denominator, &a->y);
        return MSM_FN(_pair_double);
    }
    MSM_F(_set_one)(denominator);
    if (b_identity)
        return MSM_FN(_pair_keep);
    return a_identity ? MSM_FN(_pair_take) : MSM_FN(_pair_cancel);
}

static inline uint8_t MSM_FN(_pair_denominator)(MSM_FIELD *out, const MSM_AFFINE *a, const MSM_AFFINE *b)
{
    MSM_F(_sub)(out, &b->x, &a->x);
    int special = (int)MSM_F(_is_zero)(out) | (int)MSM_F(_is_zero)(&a->x) | (int)MSM_F(_is_zero)(&b->x);
    if (__builtin_expect(special, 0))
        return MSM_FN(_pair_special)(out, a, b);
    return MSM_FN(_pair_add);
}

/* The third point of the line through a and b (a twice, if that is the kind), mirrored. */
static inline void MSM_FN(_pair_line)(MSM_AFFINE *a, const MSM_AFFINE *b, const MSM_FIELD *slope)
{
    MSM_FIELD x, y;
    MSM_F(_sqr)(&x, slope);
    MSM_F(_sub)(&x, &x, &a->x);
    MSM_F(_sub)(&x, &x, &b->x);
    MSM_F(_sub)(&y, &a->x, &x);
    MSM_F(_mul)(&y, &y, slope);
    MSM_F(_sub)(&a->y, &y, &a->y);
    a->x = x;
}

static void MSM_FN(_pair_finish_special)(uint8_t kind, MSM_AFFINE *a, const MSM_AFFINE *b, const MSM_FIELD *inverse)
{
    MSM_FIELD slope, square;
    if (kind == MSM_FN(_pair_take))
        *a = *b;
    if (kind == MSM_FN(_pair_cancel))
        MSM_G(_affine_set_identity)(a);
    if (kind != MSM_FN(_pair_double))
        return;
    MSM_F(_sqr)(&square, &a->x); /* 3 x^2 / 2 y */
    MSM_F(_double)(&slope, &square);
    MSM_F(_add)(&slope, &slope, &square);
    MSM_F(_mul)(&slope, &slope, inverse);
    MSM_FN(_pair_line)(a, b, &slope);
}

static inline void MSM_FN(_pair_finish)(uint8_t kind, MSM_AFFINE *a, const MSM_AFFINE *b, const MSM_FIELD *inverse)
{
    MSM_FIELD slope;
    if (__builtin_expect(kind != MSM_FN(_pair_add), 0)) {
        MSM_FN(_pair_finish_special)(kind, a, b, inverse);
        return;
    }
    MSM_F(_sub)(&slope, &b->y, &a->y);
    MSM_F(_mul)(&slope, &slope, inverse);
    MSM_FN(_pair_line)(a, b, &slope);
}

/* Scratch of pairs_add, for as many pairs as a tile can hold at once. */
typedef struct MSM_FN(_batch) {
    MSM_FN(_pair) * pairs;
    MSM_FIELD *denominators, *products;
    uint8_t *kinds;
} MSM_FN(_batch);

/* Does batch->pairs[0..count - 1]. All reading comes before all writing for what a later pair writes: pairs are
 * finished from the last to the first, so that an addend may be the sum of an earlier pair, with its old value. */
static void MSM_FN(_pairs_add)(const MSM_FN(_batch) * batch, size_t count)
{
    MSM_FIELD product, inverse;
    if (count == 0)
        return;
    MSM_F(_set_one)(&product);
    for (size_t i = 0; i < count; i++) {
        const MSM_FN(_pair) *pair = &batch->pairs[i];
        batch->kinds[i] = MSM_FN(_pair_denominator)(&batch->denominators[i], pair->sum, pair->addend);
        batch->products[i] = product;
        MSM_F(_mul)(&product, &product, &batch->denominators[i]);
    }
    MSM_F(_inverse_vartime)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        const MSM_FN(_pair) *pair = &batch->pairs[i];
        MSM_F(_mul)(&inverse, &product, &batch->products[i]);
        MSM_F(_mul)(&product, &product, &batch->denominators[i]);
        MSM_FN(_pair_finish)(batch->kinds[i], pair->sum, pair->addend, &inverse);
    }
}
