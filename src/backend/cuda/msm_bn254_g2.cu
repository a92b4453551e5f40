/* SPDX-License-Identifier: Apache-2.0 */
#define MSM_GROUP msm_bn254_g2
#define MSM_FIELD fp2<bn254_fp32>
#include "backend/cuda/msm_instance.cuh"
