/* SPDX-License-Identifier: Apache-2.0
 *
 * Multi-scalar multiplication on the CPU.
 */
#ifndef CUZK_MSM_H
#define CUZK_MSM_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cuzk_msm_plan cuzk_msm_plan;

/* Sizes and choices for sums of up to `count_max` terms, 2^30 at most, on `thread_count` threads of the plan's own
 * (0: one a logical CPU that the process may use).
 * Errors: CUZK_E_CURVE, CUZK_E_ARGUMENT (group), CUZK_E_TOO_LARGE, CUZK_E_UNSUPPORTED (isa), CUZK_E_NO_MEMORY. */
cuzk_status cuzk_msm_plan_create(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group, uint64_t count_max,
                                 uint32_t thread_count, cuzk_isa isa, cuzk_error *err);
void cuzk_msm_plan_destroy(cuzk_msm_plan *plan); /* NULL is fine */
size_t cuzk_msm_workspace_bytes(const cuzk_msm_plan *plan);

/* Multi-scalar multiplication:  *out = sum of scalars[i] * bases[i], 0 <= i < count.
 *
 * Out      out      one affine point, packed for the curve (cuzk_curve_point_bytes), Montgomery form; untouched
 *                   unless CUZK_OK.
 * In       bases    count affine points, packed, Montgomery form, limbs below the modulus, in the prime-order
 *                   subgroup (not checked here); the identity, equal and opposite points are allowed.
 *          scalars  count integers below 2^256, little-endian limbs. Values from r on are taken as the integers they
 *                   are, which for points of order r is their residue.
 *          count    0 to the plan's count_max; 0 gives the identity.
 * Scratch  work     cuzk_msm_workspace_bytes(plan) bytes, 64-byte aligned, of any contents. It is left with data that
 *                   is derived from the scalars: wipe it where they are secret. Nothing else is allocated.
 * Where    host memory throughout.
 * Time     variable: it depends on the scalars (docs/math/msm.md, "Time").
 * Threads  a plan may be shared; a workspace may not. The plan's threads compute; the caller waits.
 * Errors   CUZK_E_ARGUMENT (count too large).
 * Source   bucket method: Bernstein, Doumen, Lange, Oosterwijk, ePrint 2012/549, section 4; signed digits and
 *          affine buckets: docs/math/msm.md. */
cuzk_status cuzk_msm_run(const cuzk_msm_plan *plan, void *out, const void *bases, const cuzk_fr *scalars,
                         uint64_t count, void *work, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
