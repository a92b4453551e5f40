/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the numbers of a domain over one field.
 *
 * Before including, define
 *   DOMAIN_FIELD         prefix of a scalar field from mont.inc.h, its type being cuzk_fr
 *   DOMAIN_TWO_ADICITY   s, with 2^s the largest power of two that divides r - 1; 1 to 63
 * Both are undefined again at the end. Host only.
 */
#define DOMAIN_FN(name) CUZK_JOIN(DOMAIN_FIELD, name)

/* A small integer in Montgomery form. */
static void DOMAIN_FN(_domain_small)(cuzk_fr *out, uint64_t value)
{
    cuzk_fr canonical = {{value, 0, 0, 0}};
    DOMAIN_FN(_to_montgomery)(out, &canonical);
}

/* out = in^(2^count). */
static void DOMAIN_FN(_domain_square_times)(cuzk_fr *out, const cuzk_fr *in, uint32_t count)
{
    *out = *in;
    for (uint32_t i = 0; i < count; i++)
        DOMAIN_FN(_sqr)(out, out);
}

/* w_log2 = (g^((r - 1) / 2^s))^(2^(s - log2)), log2 at most s, for the non-residue g = `generator`. */
static void DOMAIN_FN(_domain_root)(cuzk_fr *out, uint64_t generator, uint32_t log2)
{
    uint64_t exponent[CUZK_FR_LIMBS];
    for (int i = 0; i < CUZK_FR_LIMBS; i++) {
        uint64_t next = i + 1 < CUZK_FR_LIMBS ? DOMAIN_FN(_modulus).limb[i + 1] : 0;
        /* The bits of r - 1 below s are 0, so the 1 that is taken away is shifted out with them. */
        exponent[i] = DOMAIN_FN(_modulus).limb[i] >> DOMAIN_TWO_ADICITY | next << (64 - DOMAIN_TWO_ADICITY);
    }
    DOMAIN_FN(_domain_small)(out, generator);
    DOMAIN_FN(_pow)(out, out, exponent, CUZK_FR_LIMBS);
    DOMAIN_FN(_domain_square_times)(out, out, DOMAIN_TWO_ADICITY - log2);
}

/* The coset's default shift: the next domain's root, or g^2 where this domain is the last. */
static void DOMAIN_FN(_domain_default_shift)(cuzk_fr *out, uint64_t generator, uint32_t log2)
{
    if (log2 < DOMAIN_TWO_ADICITY) {
        DOMAIN_FN(_domain_root)(out, generator, log2 + 1);
        return;
    }
    DOMAIN_FN(_domain_small)(out, generator);
    DOMAIN_FN(_sqr)(out, out);
}

/* 1 / (g^N - 1); 0 stays 0. */
static void DOMAIN_FN(_domain_vanishing_inverse)(cuzk_fr *out, const cuzk_fr *shift, uint32_t log2)
{
    cuzk_fr one;
    DOMAIN_FN(_set_one)(&one);
    DOMAIN_FN(_domain_square_times)(out, shift, log2);
    DOMAIN_FN(_sub)(out, out, &one);
    DOMAIN_FN(_inverse)(out, out);
}

/* Fills in all but curve and log2, which are given. `shift` is canonical or NULL. */
static cuzk_status DOMAIN_FN(_domain_fill)(cuzk_ntt_domain *domain, uint64_t generator, const cuzk_fr *shift,
                                           cuzk_error *err)
{
    cuzk_fr default_shift;
    DOMAIN_FN(_domain_default_shift)(&default_shift, generator, domain->log2);
    domain->shift = default_shift;
    if (shift != NULL) {
        if (!DOMAIN_FN(_is_canonical)(shift))
            return cuzk_error_set(err, CUZK_E_NOT_CANONICAL, "coset shift: not below the modulus");
        if (DOMAIN_FN(_is_zero)(shift))
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "coset shift: 0 gives no coset");
        DOMAIN_FN(_to_montgomery)(&domain->shift, shift);
    }
    domain->shift_is_odd = domain->log2 < DOMAIN_TWO_ADICITY && DOMAIN_FN(_equal)(&domain->shift, &default_shift);
    DOMAIN_FN(_domain_root)(&domain->root, generator, domain->log2);
    DOMAIN_FN(_inverse)(&domain->root_inverse, &domain->root);
    DOMAIN_FN(_inverse)(&domain->shift_inverse, &domain->shift);
    DOMAIN_FN(_domain_small)(&domain->size_inverse, (uint64_t)1 << domain->log2);
    DOMAIN_FN(_inverse)(&domain->size_inverse, &domain->size_inverse);
    domain->radix = DOMAIN_FN(_r2);
    DOMAIN_FN(_domain_vanishing_inverse)(&domain->vanishing_inverse, &domain->shift, domain->log2);
    return CUZK_OK;
}

#undef DOMAIN_FN
#undef DOMAIN_FIELD
#undef DOMAIN_TWO_ADICITY
