/* SPDX-License-Identifier: Apache-2.0
 *
 * From scalars to entries sorted by bucket: the part of a sum that knows no curve.
 */
#ifndef CUZK_MSM_SORT_H
#define CUZK_MSM_SORT_H

#include "base/pool.h"
#include "msm/shape.h"

/* The terms of one sum: term i has the scalar scalars[scalar_index ? scalar_index[i] : i]. */
typedef struct cuzk_msm_terms {
    const uint32_t *scalar_index;
    const cuzk_fr *scalars;
    uint32_t count;
} cuzk_msm_terms;

/* Looks through all scalars: drops zeros, writes the terms with 1 and -1 to memory->entries and all others, in
 * their order, to memory->rest. *found says how many, and how long. */
void cuzk_msm_census_take(cuzk_msm_census *found, const cuzk_msm_memory *memory, const cuzk_msm_shape *shape,
                          const cuzk_msm_order *order, const cuzk_msm_terms *terms, cuzk_pool *pool);

/* Sorts the wave's digits of the first `rest` terms of memory->rest: fills memory->bucket_start (bucket_total + 1)
 * and memory->entries. */
void cuzk_msm_wave_sort(const cuzk_msm_memory *memory, const cuzk_msm_wave *wave, const cuzk_msm_windows *windows,
                        const cuzk_msm_order *order, const cuzk_msm_terms *terms, uint32_t rest, cuzk_pool *pool);

#endif
