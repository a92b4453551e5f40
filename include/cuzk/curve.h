/* SPDX-License-Identifier: Apache-2.0
 *
 * Curves and the plain data types of field elements and points.
 *
 * Limbs are 64 bits, least significant first. A field element lies in Montgomery form (x * 2^(64 * limbs) mod p)
 * or in canonical form (x, below the modulus); the text beside each use says which. Scalars take four limbs on both
 * curves. A base-field element takes cuzk_curve_fp_bytes / 8 limbs: four on BN254, six on BLS12-381.
 *
 * An affine point is x then y; in G2 each coordinate is c0 then c1 (c0 + c1 * u, u^2 = -1). The identity is all
 * zero limbs. In arrays points are packed at cuzk_curve_point_bytes with no padding; this is also the layout of
 * points in .zkey and .ptau files on a little-endian machine. The structs below hold one point of either curve, in
 * the same layout, limbs beyond the curve's own being zero.
 */
#ifndef CUZK_CURVE_H
#define CUZK_CURVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cuzk_curve_id {
    CUZK_CURVE_BN254 = 1,
    CUZK_CURVE_BLS12_381 = 2,
} cuzk_curve_id;

typedef enum cuzk_group {
    CUZK_GROUP_G1 = 1,
    CUZK_GROUP_G2 = 2,
} cuzk_group;

enum {
    CUZK_FR_LIMBS = 4,
    CUZK_FR_BYTES = 32,
    CUZK_FP_LIMBS_MAX = 6,
};

/* An element of the scalar field Fr. */
typedef struct cuzk_fr {
    uint64_t limb[CUZK_FR_LIMBS];
} cuzk_fr;

/* Affine points, coordinates in Montgomery form unless said otherwise. */
typedef struct cuzk_g1_affine {
    uint64_t limb[2 * CUZK_FP_LIMBS_MAX];
} cuzk_g1_affine;

typedef struct cuzk_g2_affine {
    uint64_t limb[4 * CUZK_FP_LIMBS_MAX];
} cuzk_g2_affine;

/* "BN254", "BLS12-381"; "unknown curve" for another value. */
const char *cuzk_curve_name(cuzk_curve_id curve);

/* Bytes of a base-field element (32, 48) and of an affine point (G1 64, 96; G2 128, 192); 0 for an unknown curve.
 */
size_t cuzk_curve_fp_bytes(cuzk_curve_id curve);
size_t cuzk_curve_point_bytes(cuzk_curve_id curve, cuzk_group group);

#ifdef __cplusplus
}
#endif
#endif
