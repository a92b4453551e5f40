/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: the plain sum for one group. Define REFERENCE_GROUP, the prefix of the point template.
 */
#define REFERENCE_G(name) CUZK_JOIN(REFERENCE_GROUP, name)

/* Double and add from the top bit of a 256-bit scalar. */
static void REFERENCE_G(_reference_mul)(REFERENCE_G(_jacobian) * out, const REFERENCE_G(_affine) * base,
                                        const cuzk_fr *scalar)
{
    REFERENCE_G(_jacobian_set_identity)(out);
    for (int bit = 64 * CUZK_FR_LIMBS - 1; bit >= 0; bit--) {
        REFERENCE_G(_jacobian_dbl)(out, out);
        if ((scalar->limb[bit / 64] >> (bit % 64)) & 1)
            REFERENCE_G(_jacobian_add_affine)(out, out, base);
    }
}

static void REFERENCE_G(_reference)(void *out_affine, const void *bases, const uint32_t *scalar_index,
                                    const cuzk_fr *scalars, uint64_t count)
{
    const REFERENCE_G(_affine) *base = (const REFERENCE_G(_affine) *)bases;
    REFERENCE_G(_jacobian) sum, term;
    REFERENCE_G(_jacobian_set_identity)(&sum);
    for (uint64_t i = 0; i < count; i++) {
        REFERENCE_G(_reference_mul)(&term, &base[i], &scalars[scalar_index != NULL ? scalar_index[i] : i]);
        REFERENCE_G(_jacobian_add)(&sum, &sum, &term);
    }
    REFERENCE_G(_jacobian_to_affine)((REFERENCE_G(_affine) *)out_affine, &sum);
}

#undef REFERENCE_G
#undef REFERENCE_GROUP
