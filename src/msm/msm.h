/* SPDX-License-Identifier: Apache-2.0
 *
 * Multi-scalar multiplication inside the library: on a pool that is there already, and with scalars picked by
 * index. The public face, which says what is computed and what is asked of the arguments, is cuzk/msm.h.
 */
#ifndef CUZK_MSM_MSM_H
#define CUZK_MSM_MSM_H

#include <cuzk/msm.h>

#include "base/pool.h"
#include "msm/digits.h"

/* As cuzk_msm_plan_create, on the caller's pool, which must outlive the plan. */
cuzk_status cuzk_msm_plan_create_on_pool(cuzk_msm_plan **out, cuzk_curve_id curve, cuzk_group group,
                                         uint64_t count_max, cuzk_pool *pool, cuzk_isa isa, cuzk_error *err);

/* As cuzk_msm_run: *out_affine = sum of scalars[scalar_index ? scalar_index[i] : i] * bases[i]. May be called
 * inside a task of the pool or outside. */
cuzk_status cuzk_msm_run_indexed(const cuzk_msm_plan *plan, void *out_affine, const void *bases,
                                 const uint32_t *scalar_index, const cuzk_fr *scalars, uint64_t count, void *work,
                                 cuzk_error *err);

/* The plain sum that the tuned one is tested against: double and add, one term after the other, portable code.
 * Slow. Errors: CUZK_E_CURVE (unknown curve or group). */
cuzk_status cuzk_msm_reference(void *out_affine, cuzk_curve_id curve, cuzk_group group, const void *bases,
                               const uint32_t *scalar_index, const cuzk_fr *scalars, uint64_t count,
                               cuzk_error *err);

/* The order of a curve's groups; NULL for an unknown curve. Static. */
const cuzk_msm_order *cuzk_msm_order_get(cuzk_curve_id curve);

#endif
