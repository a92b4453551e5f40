/* SPDX-License-Identifier: Apache-2.0
 *
 * Many multiples of one point: out[i] = scalars[i] * base, with a table of the base's multiples.
 *
 * A scalar is cut into windows of w bits with signed digits, and window j has the points d * 2^(w j) * base for
 * 1 <= d <= 2^(w - 1): a multiple is then one addition a window and no doubling. Additions are affine; a batch of
 * them shares one inversion (docs/math/fixed_base.md).
 */
#ifndef CUZK_MSM_FIXED_BASE_H
#define CUZK_MSM_FIXED_BASE_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>

#include "base/pool.h"

typedef struct cuzk_fixed_base cuzk_fixed_base;

/* The table for `base`, an affine point packed for the curve, in the prime-order subgroup and not the identity. The
 * window is chosen for about `count_hint` multiples. The pool must outlive the table.
 * Errors: CUZK_E_ARGUMENT, CUZK_E_UNSUPPORTED, CUZK_E_NO_MEMORY. */
cuzk_status cuzk_fixed_base_create(cuzk_fixed_base **out, cuzk_curve_id curve, cuzk_group group, const void *base,
                                   uint64_t count_hint, cuzk_pool *pool, cuzk_isa isa, cuzk_error *err);
void cuzk_fixed_base_destroy(cuzk_fixed_base *table); /* NULL is fine */

/* points[i] = scalars[index ? index[i] : i] * base for 0 <= i < count, packed affine; scalars canonical. Allocates
 * nothing and cannot fail. What it derives from the scalars is wiped when the table is destroyed. Time depends on
 * the scalars. One call at a time for a table; not from inside the pool. */
void cuzk_fixed_base_run(cuzk_fixed_base *table, void *points, const cuzk_fr *scalars, const uint32_t *index,
                         uint64_t count);

#endif
