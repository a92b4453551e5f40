/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the plain transform over one field. Before including, define REFERENCE_FIELD, the prefix of a
 * scalar field from mont.inc.h whose type is cuzk_fr; it is undefined again at the end.
 *
 * Source: radix-2 decimation in time, Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", section 30.3.
 */
#define REFERENCE_FN(name) CUZK_JOIN(REFERENCE_FIELD, name)

/* out[i] = sum_j in[j] w^(ij), 2^log2 values, w of that order. */
static void REFERENCE_FN(_reference_dft)(cuzk_fr *values, uint32_t log2, const cuzk_fr *w)
{
    size_t count = (size_t)1 << log2;
    reference_bit_reverse(values, log2);
    for (uint32_t level = 0; level < log2; level++) {
        size_t half = (size_t)1 << level;
        cuzk_fr step = *w;
        for (uint32_t i = level + 1; i < log2; i++)
            REFERENCE_FN(_mul_portable)(&step, &step, &step);
        for (size_t start = 0; start < count; start += 2 * half) {
            cuzk_fr twiddle;
            REFERENCE_FN(_set_one)(&twiddle);
            for (size_t i = start; i < start + half; i++) {
                cuzk_fr product;
                REFERENCE_FN(_mul_portable)(&product, &values[i + half], &twiddle);
                REFERENCE_FN(_sub)(&values[i + half], &values[i], &product);
                REFERENCE_FN(_add)(&values[i], &values[i], &product);
                REFERENCE_FN(_mul_portable)(&twiddle, &twiddle, &step);
            }
        }
    }
}

/* values[i] *= factor * base^i. */
static void REFERENCE_FN(_reference_scale)(cuzk_fr *values, size_t count, const cuzk_fr *factor,
                                           const cuzk_fr *base)
{
    cuzk_fr power = *factor;
    for (size_t i = 0; i < count; i++) {
        REFERENCE_FN(_mul_portable)(&values[i], &values[i], &power);
        REFERENCE_FN(_mul_portable)(&power, &power, base);
    }
}

static void REFERENCE_FN(_reference)(const cuzk_ntt_domain *domain, cuzk_ntt_kind kind, cuzk_fr *values)
{
    size_t count = (size_t)1 << domain->log2;
    cuzk_fr one;
    REFERENCE_FN(_set_one)(&one);
    if (kind == CUZK_NTT_COSET_FORWARD)
        REFERENCE_FN(_reference_scale)(values, count, &one, &domain->shift);
    if (kind == CUZK_NTT_FORWARD || kind == CUZK_NTT_COSET_FORWARD) {
        REFERENCE_FN(_reference_dft)(values, domain->log2, &domain->root);
        return;
    }
    REFERENCE_FN(_reference_dft)(values, domain->log2, &domain->root_inverse);
    REFERENCE_FN(_reference_scale)
    (values, count, &domain->size_inverse, kind == CUZK_NTT_COSET_INVERSE ? &domain->shift_inverse : &one);
}

#undef REFERENCE_FN
#undef REFERENCE_FIELD
