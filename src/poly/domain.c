/* SPDX-License-Identifier: Apache-2.0 */
#include "poly/domain.h"

#include "base/error.h"
#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

#define DOMAIN_FIELD       bn254_fr
#define DOMAIN_TWO_ADICITY 28
#include "poly/domain.inc.h"

#define DOMAIN_FIELD       bls12_381_fr
#define DOMAIN_TWO_ADICITY 32
#include "poly/domain.inc.h"

static cuzk_status check_root(cuzk_curve_id curve, cuzk_root root, cuzk_error *err)
{
    if (root == CUZK_ROOT_5 || (root == CUZK_ROOT_7 && curve == CUZK_CURVE_BLS12_381))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "no root of unity from %d on curve %d: 5, or 7 on BLS12-381",
                          (int)root, (int)curve);
}

cuzk_status cuzk_ntt_domain_init(cuzk_ntt_domain *out, cuzk_curve_id curve, uint32_t log2, cuzk_root root,
                                 const cuzk_fr *shift, cuzk_error *err)
{
    cuzk_status status;
    cuzk_ntt_domain domain = {.curve = curve, .log2 = log2};

    if (curve != CUZK_CURVE_BN254 && curve != CUZK_CURVE_BLS12_381)
        return cuzk_error_set(err, CUZK_E_CURVE, "transform: unknown curve %d", (int)curve);
    if (log2 > CUZK_NTT_DOMAIN_LOG2_MAX)
        return cuzk_error_set(err, CUZK_E_ARGUMENT, "domain of 2^%u points: at most 2^%d", log2,
                              CUZK_NTT_DOMAIN_LOG2_MAX);
    if ((status = check_root(curve, root, err)) != CUZK_OK)
        return status;
    status = curve == CUZK_CURVE_BN254 ? bn254_fr_domain_fill(&domain, (uint64_t)root, shift, err)
                                       : bls12_381_fr_domain_fill(&domain, (uint64_t)root, shift, err);
    if (status == CUZK_OK)
        *out = domain;
    return status;
}
