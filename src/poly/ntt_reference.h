/* SPDX-License-Identifier: Apache-2.0
 *
 * The plain transform that every other one is tested against: portable, one thread, no tables.
 */
#ifndef CUZK_POLY_NTT_REFERENCE_H
#define CUZK_POLY_NTT_REFERENCE_H

#include "poly/domain.h"

/* Same meaning as cuzk_ntt_run, in place on 2^domain->log2 values. Allocates nothing. */
void cuzk_ntt_reference(const cuzk_ntt_domain *domain, cuzk_ntt_kind kind, cuzk_fr *values);

#endif
