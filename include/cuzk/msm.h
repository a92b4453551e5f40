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

/* Sizes and choices for sums of up to `count_max` terms on `thread_count` threads (0: all). */
cuzk_status cuzk_msm_plan_create(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group, uint64_t count_max,
                                 uint32_t thread_count, cuzk_isa isa, cuzk_error *err);
void cuzk_msm_plan_destroy(cuzk_msm_plan *plan); /* NULL is fine */
size_t cuzk_msm_workspace_bytes(const cuzk_msm_plan *plan);

/* Multi-scalar multiplication:  *out = sum of scalars[i] * bases[i], 0 <= i < count.
 *
 * Out      out      one affine point, packed for the curve (cuzk_curve_point_bytes), Montgomery form.
 * In       bases    count affine points, packed, Montgomery form, in the prime-order subgroup (not checked here);
 *                   the identity is allowed.
 *          scalars  count elements of Fr, canonical form.
 *          count    0 to count_max; 0 gives the identity.
 * Scratch  work     cuzk_msm_workspace_bytes(plan) bytes, 64-byte aligned. Nothing else is allocated.
 * Time     variable: it depends on the scalars (docs/security.md, "witness timing").
 * Threads  a plan may be shared; a workspace may not.
 * Errors   CUZK_E_ARGUMENT (count too large).
 * Source   bucket method: Bernstein, Doumen, Lange, Oosterwijk, ePrint 2012/549, section 4; signed digits:
 *          docs/math/msm.md. */
cuzk_status cuzk_msm_run(const cuzk_msm_plan *plan, void *out, const void *bases, const cuzk_fr *scalars,
                         uint64_t count, void *work, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
