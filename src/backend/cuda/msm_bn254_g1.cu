/* SPDX-License-Identifier: Apache-2.0 */
#define MSM_GROUP msm_bn254_g1
#define MSM_FIELD fp<bn254_fp32>
#include "backend/cuda/msm_instance.cuh"
