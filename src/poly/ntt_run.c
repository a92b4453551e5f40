/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"
#include "poly/bit_reverse.h"
#include "poly/ntt.h"

static void run_forward(const cuzk_ntt_plan *plan, bool coset, cuzk_fr *values, void *work)
{
    cuzk_fr one;
    plan->kernels->powers(&one, &plan->domain.root, 0, 0);
    cuzk_bit_reverse(plan->pool, values, plan->domain.log2);
    cuzk_ntt_ascend(plan, values, work, coset ? &plan->shift : NULL, coset ? &one : NULL, false);
}

static void run_inverse(const cuzk_ntt_plan *plan, bool coset, cuzk_fr *values, void *work)
{
    cuzk_ntt_descend(plan, values, work, coset ? &plan->shift_inverse : NULL, &plan->domain.size_inverse, true);
    cuzk_bit_reverse(plan->pool, values, plan->domain.log2);
}

cuzk_status cuzk_ntt_run(const cuzk_ntt_plan *plan, cuzk_ntt_kind kind, cuzk_fr *values, void *work,
                         cuzk_error *err)
{
    bool coset = kind == CUZK_NTT_COSET_FORWARD || kind == CUZK_NTT_COSET_INVERSE;
    switch (kind) {
    case CUZK_NTT_FORWARD:
    case CUZK_NTT_COSET_FORWARD:
        run_forward(plan, coset, values, work);
        return CUZK_OK;
    case CUZK_NTT_INVERSE:
    case CUZK_NTT_COSET_INVERSE:
        run_inverse(plan, coset, values, work);
        return CUZK_OK;
    }
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "transform: unknown kind %d", (int)kind);
}
