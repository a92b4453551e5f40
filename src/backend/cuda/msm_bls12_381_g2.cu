/* SPDX-License-Identifier: Apache-2.0 */
#define MSM_GROUP msm_bls12_381_g2
#define MSM_FIELD fp2<bls12_381_fp32>
#include "backend/cuda/msm_instance.cuh"
