/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/chacha.h"
#include "base/error.h"
#include "base/memory.h"
#include "groth16/setup_internal.h"

static bool fr_is_zero(const cuzk_fr *a)
{
    return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]) == 0;
}

/* Uniform in 1..r-1, Montgomery form. */
static void draw(cuzk_fr *out, const cuzk_curve_ops *ops, cuzk_chacha *stream)
{
    cuzk_fr value;
    do {
        for (int i = 0; i < CUZK_FR_LIMBS; i++)
            value.limb[i] = cuzk_chacha_u64(stream);
        value.limb[CUZK_FR_LIMBS - 1] &= UINT64_MAX >> (64 * CUZK_FR_LIMBS - ops->fr_bits);
    } while (!ops->fr_is_canonical(&value) || fr_is_zero(&value));
    ops->fr_to_montgomery(out, &value);
    cuzk_wipe(&value, sizeof value);
}

void cuzk_setup_trapdoor_derive(setup_trapdoor *out, const cuzk_curve_ops *ops, uint32_t domain_log2,
                                const uint8_t seed[32])
{
    cuzk_chacha stream;
    cuzk_fr power;
    cuzk_chacha_init(&stream, seed);
    do {
        draw(&out->tau, ops, &stream);
        ops->fr_pow(&power, &out->tau, (uint64_t)1 << (domain_log2 + 1));
    } while (memcmp(&power, ops->fr_one, sizeof power) == 0);
    draw(&out->alpha, ops, &stream);
    draw(&out->beta, ops, &stream);
    draw(&out->delta, ops, &stream);
    cuzk_wipe(&stream, sizeof stream);
    cuzk_wipe(&power, sizeof power);
}

cuzk_status cuzk_setup_domain(uint32_t *domain_log2, const cuzk_curve_ops *ops, uint64_t row_count, cuzk_error *err)
{
    /* The h query needs roots of unity of twice the domain's order. */
    uint32_t largest =
        ops->fr_two_adicity - 1 < CUZK_NTT_DOMAIN_LOG2_MAX ? ops->fr_two_adicity - 1 : CUZK_NTT_DOMAIN_LOG2_MAX;
    uint32_t log2 = 1;
    while (log2 < largest && (uint64_t)1 << log2 < row_count)
        log2++;
    if ((uint64_t)1 << log2 < row_count)
        return cuzk_error_set(err, CUZK_E_TOO_LARGE,
                              "%llu rows (constraints, public values and 1) are more than 2^%u, the largest domain "
                              "of a set-up on %s",
                              (unsigned long long)row_count, largest, ops->name);
    *domain_log2 = log2;
    return CUZK_OK;
}
