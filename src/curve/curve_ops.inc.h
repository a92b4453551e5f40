/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the functions of one curve for a cuzk_curve_ops that are neither a field's nor a group's own.
 * Before including, define
 *   CURVE                   prefix, e.g. bn254, with its pairing, its groups' *_ops functions and its fields in
 * scope CURVE_FR_TWO_ADICITY    from the curve's constants CURVE_ROOTS             initializer of an array of
 * {generator, 2^CURVE_FR_TWO_ADICITY-th root} All are undefined again at the end.
 */
#define CURVE_FN(name)   CUZK_JOIN(CURVE, name)
#define CURVE_FR(name)   CUZK_JOIN(CURVE_FN(_fr), name)
#define CURVE_FP(name)   CUZK_JOIN(CURVE_FN(_fp), name)
#define CURVE_FP12(name) CUZK_JOIN(CURVE_FN(_fp12), name)
#define CURVE_F          CURVE_FN(_fp)
#define CURVE_F12        CURVE_FN(_fp12)

/* Pairs that share the squarings of one Miller loop: a Groth16 verification has four. */
enum {
    CURVE_FN(_MILLER_BATCH) = 8,
};

static const struct {
    uint32_t generator;
    cuzk_fr root;
} CURVE_FN(_ops_roots)[] = CURVE_ROOTS;

static void CURVE_FN(_ops_fr_pow)(cuzk_fr *out, const cuzk_fr *a, uint64_t exponent)
{
    CURVE_FR(_pow)(out, a, &exponent, 1);
}

static cuzk_status CURVE_FN(_ops_fr_root_of_unity)(cuzk_fr *out, uint32_t log2, uint32_t root, cuzk_error *err)
{
    const size_t count = sizeof CURVE_FN(_ops_roots) / sizeof CURVE_FN(_ops_roots)[0];
    if (log2 > CURVE_FR_TWO_ADICITY)
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "no root of unity of order 2^%u: this curve's Fr has 2^%u at most", (unsigned)log2,
                              (unsigned)CURVE_FR_TWO_ADICITY);
    for (size_t i = 0; i < count; i++) {
        if (CURVE_FN(_ops_roots)[i].generator != root)
            continue;
        *out = CURVE_FN(_ops_roots)[i].root;
        for (uint32_t j = log2; j < CURVE_FR_TWO_ADICITY; j++)
            CURVE_FR(_sqr)(out, out);
        return CUZK_OK;
    }
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "no roots of unity from %u on this curve", (unsigned)root);
}

static CURVE_F CURVE_FN(_ops_load_fp)(const uint64_t *limbs)
{
    CURVE_F value;
    memcpy(&value, limbs, sizeof value);
    return value;
}

static void CURVE_FN(_ops_fp_to_montgomery)(uint64_t *out, const uint64_t *canonical)
{
    CURVE_F value = CURVE_FN(_ops_load_fp)(canonical);
    CURVE_FP(_to_montgomery)(&value, &value);
    memcpy(out, &value, sizeof value);
}

static void CURVE_FN(_ops_fp_from_montgomery)(uint64_t *out, const uint64_t *a)
{
    CURVE_F value = CURVE_FN(_ops_load_fp)(a);
    CURVE_FP(_from_montgomery)(&value, &value);
    memcpy(out, &value, sizeof value);
}

static bool CURVE_FN(_ops_fp_is_canonical)(const uint64_t *a)
{
    CURVE_F value = CURVE_FN(_ops_load_fp)(a);
    return CURVE_FP(_is_canonical)(&value);
}

/* f = f * the Miller functions of the pairs, and no pairs left. */
static void CURVE_FN(_ops_miller_flush)(CURVE_F12 *f, CURVE_FN(_miller_pair) * pairs, size_t *count)
{
    CURVE_F12 loop;
    if (*count == 0)
        return;
    CURVE_FN(_miller_loop)(&loop, pairs, *count);
    CURVE_FN(_miller_finish)(&loop, pairs, *count);
    CURVE_FP12(_mul)(f, f, &loop);
    *count = 0;
}

/* out = product of e(p[i], q[i]), one final exponentiation for all. e(identity, q) = e(p, identity) = 1. */
static void CURVE_FN(_ops_pairing_product)(CURVE_F12 *out, const void *const *p, const void *const *q, size_t count)
{
    CURVE_FN(_miller_pair) pairs[CURVE_FN(_MILLER_BATCH)];
    CURVE_F12 f;
    size_t used = 0;
    CURVE_FP12(_set_one)(&f);
    for (size_t i = 0; i < count; i++) {
        CURVE_FN(_g1_affine) left = CURVE_FN(_g1_ops_load_affine)(p[i]);
        CURVE_FN(_g2_affine) right = CURVE_FN(_g2_ops_load_affine)(q[i]);
        if (CURVE_FN(_g1_affine_is_identity)(&left) || CURVE_FN(_g2_affine_is_identity)(&right))
            continue;
        CURVE_FN(_miller_init)(&pairs[used++], &left, &right);
        if (used == CURVE_FN(_MILLER_BATCH))
            CURVE_FN(_ops_miller_flush)(&f, pairs, &used);
    }
    CURVE_FN(_ops_miller_flush)(&f, pairs, &used);
    CURVE_FN(_final_exponentiation)(out, &f);
}

static bool CURVE_FN(_ops_pairing_product_is_one)(const void *const *p, const void *const *q, size_t count)
{
    CURVE_F12 product;
    CURVE_FN(_ops_pairing_product)(&product, p, q, count);
    return CURVE_FP12(_is_one)(&product);
}

static void CURVE_FN(_ops_pairing)(uint64_t *out, const void *p, const void *q)
{
    CURVE_F12 value;
    CURVE_FN(_ops_pairing_product)(&value, &p, &q, 1);
    memcpy(out, &value, sizeof value);
}

#undef CURVE_FN
#undef CURVE_FR
#undef CURVE_FP
#undef CURVE_FP12
#undef CURVE_F
#undef CURVE_F12
#undef CURVE
#undef CURVE_FR_TWO_ADICITY
#undef CURVE_ROOTS
