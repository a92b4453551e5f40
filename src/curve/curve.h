/* SPDX-License-Identifier: Apache-2.0
 *
 * A curve's arithmetic behind one table of functions, for code that serves both curves and is not an inner loop:
 * reading, set-up algebra, finishing proofs, verifying. Inner loops (transforms, sums, products with matrices) are
 * include-templates over the curve's own types instead, compiled once a curve and instruction set.
 *
 * Points go in and out as pointers to packed affine points of the curve (cuzk/curve.h), at any alignment; a
 * cuzk_g1_affine or cuzk_g2_affine is such a point followed by unused limbs. Field elements: Fr as cuzk_fr; base-field
 * elements as fp_limbs limbs, Fp2 as twice that. Nothing here allocates, and nothing fails but where a status says so:
 * what comes from outside is checked by is_canonical, is_on_curve and is_in_subgroup, in this order, before anything
 * else sees it. `out` may be an operand. Functions branch on their operands, which are taken for public, but for those
 * that a comment says to be fit for secrets. Tables are constant: any thread may use them.
 */
#ifndef CUZK_CURVE_CURVE_H
#define CUZK_CURVE_CURVE_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>

/* A point in Jacobian coordinates, of either group and curve: X, Y, Z packed for the curve and group. */
typedef struct cuzk_point {
    uint64_t limb[3 * 2 * CUZK_FP_LIMBS_MAX];
} cuzk_point;

/* Arithmetic of one group. Addition is complete: equal, opposite and identity operands are fine. */
typedef struct cuzk_group_ops {
    size_t affine_bytes;     /* packed */
    size_t coordinate_bytes; /* half of it */
    const void *generator;   /* packed affine */
    void (*set_identity)(cuzk_point *out);
    bool (*is_identity)(const cuzk_point *a);
    bool (*equal)(const cuzk_point *a, const cuzk_point *b);
    void (*from_affine)(cuzk_point *out, const void *affine);
    void (*to_affine)(void *out_affine, const cuzk_point *a); /* its time does not depend on the point */
    void (*batch_to_affine)(void *out_affine, const cuzk_point *points, size_t count);
    void (*add)(cuzk_point *out, const cuzk_point *a, const cuzk_point *b);
    void (*add_affine)(cuzk_point *out, const cuzk_point *a, const void *b_affine);
    void (*dbl)(cuzk_point *out, const cuzk_point *a);
    void (*neg)(cuzk_point *out, const cuzk_point *a);
    void (*affine_neg)(void *out_affine, const void *affine);
    bool (*affine_is_identity)(const void *affine);
    /* scalar canonical. mul runs the same instructions for every scalar below 2^256 (r and s are secret);
     * mul_vartime does not. */
    void (*mul)(cuzk_point *out, const cuzk_point *a, const cuzk_fr *scalar);
    void (*mul_vartime)(cuzk_point *out, const cuzk_point *a, const cuzk_fr *scalar);
    /* Coordinates canonical limbs, and on the curve (the identity is); in the prime-order subgroup. */
    bool (*affine_is_canonical)(const void *affine);
    bool (*affine_is_on_curve)(const void *affine);
    bool (*affine_is_in_subgroup)(const void *affine); /* of a point on the curve */
} cuzk_group_ops;

typedef struct cuzk_curve_ops {
    cuzk_curve_id id;
    cuzk_isa isa;
    const char *name;         /* "BN254" */
    const char *snarkjs_name; /* "bn128", "bls12381" */
    uint32_t fp_limbs, fp_bytes;
    uint32_t fr_bits, fr_two_adicity;
    const uint64_t *fp_modulus; /* fp_limbs limbs */
    const cuzk_fr *fr_modulus;
    const cuzk_fr *fr_one, *fr_r2; /* Montgomery form of 1; R^2 mod r as limbs */

    /* Fr: Montgomery form but for the conversions; out may be an operand. */
    void (*fr_add)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
    void (*fr_sub)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
    void (*fr_neg)(cuzk_fr *out, const cuzk_fr *a);
    void (*fr_mul)(cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
    void (*fr_inverse)(cuzk_fr *out, const cuzk_fr *a); /* 1 / 0 = 0 */
    void (*fr_batch_inverse)(cuzk_fr *values, cuzk_fr *scratch, size_t count);
    void (*fr_pow)(cuzk_fr *out, const cuzk_fr *a, uint64_t exponent);
    void (*fr_to_montgomery)(cuzk_fr *out, const cuzk_fr *canonical);
    void (*fr_from_montgomery)(cuzk_fr *out, const cuzk_fr *a);
    bool (*fr_is_canonical)(const cuzk_fr *a); /* limbs below r */
    /* The primitive 2^log2-th root of unity, Montgomery form; log2 <= fr_two_adicity, root as in cuzk/ntt.h.
     * CUZK_E_ARGUMENT otherwise. */
    cuzk_status (*fr_root_of_unity)(cuzk_fr *out, uint32_t log2, uint32_t root, cuzk_error *err);

    /* Fp: between canonical limbs and Montgomery form, fp_limbs each. */
    void (*fp_to_montgomery)(uint64_t *out, const uint64_t *canonical);
    void (*fp_from_montgomery)(uint64_t *out, const uint64_t *a);
    bool (*fp_is_canonical)(const uint64_t *a);

    cuzk_group_ops g1, g2;

    /* Product over i of e(p[i], q[i]) = 1? Optimal ate. p[i], q[i]: packed affine points in their subgroups, the
     * identity allowed; they need not be packed as arrays: pointers. Allocates nothing. */
    bool (*pairing_product_is_one)(const void *const *p, const void *const *q, size_t count);

    /* e(p, q) as 12 Fp elements in Montgomery form, order Fp12 = Fp6[w] {c0, c1}, Fp6 = Fp2[v] {v^0, v^1, v^2},
     * Fp2 {c0, c1}: snarkjs' vk_alphabeta_12. Like snarkjs' one this is a fixed power, prime to r and cheaper, of
     * the textbooks' reduced pairing: docs/math/pairing.md. */
    void (*pairing)(uint64_t *out, const void *p, const void *q);
} cuzk_curve_ops;

/* The table for a curve and instruction set (AUTO: the best here). NULL for a curve or set that is not there.
 * Static. */
const cuzk_curve_ops *cuzk_curve_ops_get(cuzk_curve_id curve, cuzk_isa isa);

/* Uniform in Fr, canonical, by rejection from the kernel's random source. */
cuzk_status cuzk_fr_random(cuzk_fr *out, cuzk_curve_id curve, cuzk_error *err);

static inline const cuzk_group_ops *cuzk_curve_group(const cuzk_curve_ops *curve, cuzk_group group)
{
    return group == CUZK_GROUP_G1 ? &curve->g1 : &curve->g2;
}

#endif
