/* SPDX-License-Identifier: Apache-2.0
 *
 * Every curve with every instruction set that runs here, and points to try them on.
 */
#ifndef CUZK_TESTS_EACH_OPS_H
#define CUZK_TESTS_EACH_OPS_H

#include <string.h>

#include "curve/curve.h"
#include "support/seed.h"

/* The next table after `i` tables were given, or NULL. The portable one of a curve comes first. */
static inline const cuzk_curve_ops *each_ops(size_t *i)
{
    static const cuzk_curve_id curves[] = {CUZK_CURVE_BN254, CUZK_CURVE_BLS12_381};
    static const cuzk_isa isas[] = {CUZK_ISA_PORTABLE, CUZK_ISA_ADX, CUZK_ISA_IFMA};
    const size_t isa_count = sizeof isas / sizeof isas[0];
    while (*i < isa_count * sizeof curves / sizeof curves[0]) {
        const cuzk_curve_ops *ops = cuzk_curve_ops_get(curves[*i / isa_count], isas[*i % isa_count]);
        ++*i;
        if (ops != NULL)
            return ops;
    }
    return NULL;
}

/* Uniform below r. */
static inline void random_scalar(cuzk_fr *out, const cuzk_curve_ops *ops, test_random *random)
{
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[3] &= UINT64_MAX >> (256 - ops->fr_bits);
    } while (!ops->fr_is_canonical(out));
}

static inline void small_scalar(cuzk_fr *out, uint64_t value)
{
    memset(out, 0, sizeof *out);
    out->limb[0] = value;
}

/* A random multiple of the generator. */
static inline void random_point(cuzk_point *out, const cuzk_curve_ops *ops, const cuzk_group_ops *group,
                                test_random *random)
{
    cuzk_fr scalar;
    random_scalar(&scalar, ops, random);
    group->from_affine(out, group->generator);
    group->mul_vartime(out, out, &scalar);
}

#endif
