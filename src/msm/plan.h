/* SPDX-License-Identifier: Apache-2.0
 *
 * What a plan is made of.
 */
#ifndef CUZK_MSM_PLAN_H
#define CUZK_MSM_PLAN_H

#include "msm/group_code.h"
#include "msm/msm.h"

/* Read-only after creation. */
struct cuzk_msm_plan {
    const cuzk_msm_group_code *code;
    const cuzk_msm_order *order;
    cuzk_pool *pool;
    cuzk_pool *own_pool; /* the same, if it is the plan's to destroy; else NULL */
    cuzk_msm_shape shape;
    cuzk_msm_sizes sizes;
};

#endif
