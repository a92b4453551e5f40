/* SPDX-License-Identifier: Apache-2.0 */
#include "poly/ntt_reference.h"

#include "field/bls12_381_fields.h"
#include "field/bn254_fields.h"

static size_t reversed(size_t index, uint32_t bits)
{
    size_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out = out << 1 | (index >> i & 1);
    return out;
}

static void reference_bit_reverse(cuzk_fr *values, uint32_t log2)
{
    for (size_t i = 0; i < (size_t)1 << log2; i++) {
        size_t j = reversed(i, log2);
        if (i < j) {
            cuzk_fr kept = values[i];
            values[i] = values[j];
            values[j] = kept;
        }
    }
}

#define REFERENCE_FIELD bn254_fr
#include "poly/ntt_reference.inc.h"

#define REFERENCE_FIELD bls12_381_fr
#include "poly/ntt_reference.inc.h"

void cuzk_ntt_reference(const cuzk_ntt_domain *domain, cuzk_ntt_kind kind, cuzk_fr *values)
{
    if (domain->curve == CUZK_CURVE_BN254)
        bn254_fr_reference(domain, kind, values);
    else
        bls12_381_fr_reference(domain, kind, values);
}
