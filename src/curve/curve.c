/* SPDX-License-Identifier: Apache-2.0 */
#include "curve/curve.h"

#include "base/cpu.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "curve/curve_tables.h"

static const cuzk_curve_ops *const tables[] = {
    &cuzk_bn254_ops_portable, &cuzk_bls12_381_ops_portable,
#if defined(__x86_64__)
    &cuzk_bn254_ops_adx,      &cuzk_bls12_381_ops_adx,      &cuzk_bn254_ops_ifma, &cuzk_bls12_381_ops_ifma,
#endif
};

const cuzk_curve_ops *cuzk_curve_ops_get(cuzk_curve_id curve, cuzk_isa isa)
{
    if (cuzk_isa_resolve(&isa, isa, NULL) != CUZK_OK)
        return NULL;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i]->id == curve && tables[i]->isa == isa)
            return tables[i];
    return NULL;
}

static const cuzk_curve_ops *facts(cuzk_curve_id curve)
{
    return cuzk_curve_ops_get(curve, CUZK_ISA_PORTABLE);
}

const char *cuzk_curve_name(cuzk_curve_id curve)
{
    const cuzk_curve_ops *ops = facts(curve);
    return ops != NULL ? ops->name : "unknown curve";
}

size_t cuzk_curve_fp_bytes(cuzk_curve_id curve)
{
    const cuzk_curve_ops *ops = facts(curve);
    return ops != NULL ? ops->fp_bytes : 0;
}

size_t cuzk_curve_point_bytes(cuzk_curve_id curve, cuzk_group group)
{
    const cuzk_curve_ops *ops = facts(curve);
    if (ops == NULL || (group != CUZK_GROUP_G1 && group != CUZK_GROUP_G2))
        return 0;
    return cuzk_curve_group(ops, group)->affine_bytes;
}

cuzk_status cuzk_fr_random(cuzk_fr *out, cuzk_curve_id curve, cuzk_error *err)
{
    const cuzk_curve_ops *ops = facts(curve);
    cuzk_fr value;
    cuzk_status status;
    if (ops == NULL)
        return cuzk_error_set(err, CUZK_E_CURVE, "random scalar: unknown curve %d", (int)curve);
    /* r has its top bit set within fr_bits, so a draw of that many bits is below r at least every second time. */
    do {
        if ((status = cuzk_random_bytes(&value, sizeof value, err)) != CUZK_OK)
            goto done;
        value.limb[CUZK_FR_LIMBS - 1] &= UINT64_MAX >> (64 * CUZK_FR_LIMBS - ops->fr_bits);
    } while (!ops->fr_is_canonical(&value));
    *out = value;
done:
    cuzk_wipe(&value, sizeof value);
    return status;
}
