/* SPDX-License-Identifier: Apache-2.0 */
#include "msm/msm_scalars.h"

static cuzk_fr scalar_small(uint64_t value)
{
    cuzk_fr scalar = {{value}};
    return scalar;
}

/* r - value */
static cuzk_fr scalar_negative(uint64_t value, const cuzk_msm_order *order)
{
    cuzk_fr scalar = scalar_small(value);
    digits_sub(&scalar, &order->r, &scalar);
    return scalar;
}

static cuzk_fr scalar_any(test_random *random)
{
    cuzk_fr scalar;
    test_random_fill(random, &scalar, sizeof scalar);
    return scalar;
}

/* Below 2^bits, with the top bit set. */
static cuzk_fr scalar_bits(uint32_t bits, test_random *random)
{
    cuzk_fr scalar = scalar_any(random);
    for (uint32_t i = 0; i < CUZK_FR_LIMBS; i++) {
        uint32_t low = 64 * i;
        if (bits < low + 64)
            scalar.limb[i] &= bits <= low ? 0 : ((uint64_t)1 << (bits - low)) - 1;
    }
    if (bits > 0)
        scalar.limb[(bits - 1) / 64] |= (uint64_t)1 << ((bits - 1) % 64);
    return scalar;
}

static cuzk_fr scalar_uniform(const cuzk_msm_order *order, test_random *random)
{
    cuzk_fr scalar;
    do {
        scalar = scalar_any(random);
        scalar.limb[CUZK_FR_LIMBS - 1] &= ((uint64_t)1 << (order->half_bits + 1 - 192)) - 1;
    } while (!digits_less(&scalar, &order->r));
    return scalar;
}

static cuzk_fr scalar_geometric(test_random *random)
{
    uint32_t bits = 0;
    while (bits < 253 && (test_random_u64(random) & 1))
        bits++;
    return scalar_bits(bits, random);
}

/* A power of two, or one less or one more. */
static cuzk_fr scalar_power(test_random *random)
{
    cuzk_fr power = {{0}}, one = scalar_small(1);
    uint64_t bit = test_random_below(random, 253), side = test_random_below(random, 3);
    power.limb[bit / 64] = (uint64_t)1 << (bit % 64);
    if (side == 0)
        digits_sub(&power, &power, &one);
    if (side == 1)
        power.limb[0] |= 1;
    return power;
}

static cuzk_fr scalar_edge(const cuzk_msm_order *order, test_random *random)
{
    cuzk_fr half = order->half, one = scalar_small(1);
    uint64_t kind = test_random_below(random, 8);
    switch (kind) {
    case 0:
    case 1:
    case 2:
        return scalar_small(kind);
    case 3:
        return scalar_negative(1 + test_random_below(random, 3), order);
    case 4:
        digits_sub(&half, &order->half, &one);
        return half;
    case 5:
        digits_sub(&half, &order->r, &order->half); /* (r + 1) / 2 */
        return half;
    case 6:
        return half;
    default:
        return scalar_power(random);
    }
}

static cuzk_fr scalar_noncanonical(const cuzk_msm_order *order, test_random *random)
{
    const cuzk_fr top = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    switch (test_random_below(random, 4)) {
    case 0:
        return order->r;
    case 1:
        return top;
    default:
        return scalar_any(random);
    }
}

static cuzk_fr scalar_draw(size_t i, msm_scalars kind, const cuzk_msm_order *order, test_random *random)
{
    switch (kind) {
    case MSM_SCALARS_ZERO:
        return scalar_small(0);
    case MSM_SCALARS_ONE:
        return scalar_small(1);
    case MSM_SCALARS_TWO:
        return scalar_small(2);
    case MSM_SCALARS_MINUS_ONE:
        return scalar_negative(1, order);
    case MSM_SCALARS_ALTERNATING:
        return i % 2 == 0 ? scalar_negative(1, order) : scalar_small(1);
    case MSM_SCALARS_BYTES:
        return scalar_small(test_random_below(random, 256));
    case MSM_SCALARS_NEGATIVE:
        return scalar_negative(1 + test_random_below(random, 255), order);
    case MSM_SCALARS_GEOMETRIC:
        return scalar_geometric(random);
    case MSM_SCALARS_LENGTHS:
        return scalar_bits((uint32_t)test_random_below(random, 254), random);
    case MSM_SCALARS_SHA:
        return scalar_small(test_random_below(random, 100) < 42);
    case MSM_SCALARS_EDGES:
        return scalar_edge(order, random);
    case MSM_SCALARS_NONCANONICAL:
        return scalar_noncanonical(order, random);
    default:
        return scalar_uniform(order, random);
    }
}

void msm_scalars_fill(cuzk_fr *out, size_t count, msm_scalars kind, const cuzk_msm_order *order,
                      test_random *random)
{
    for (size_t i = 0; i < count; i++)
        out[i] = kind == MSM_SCALARS_EQUAL && i > 0 ? out[0] : scalar_draw(i, kind, order, random);
}

const char *msm_scalars_name(msm_scalars kind)
{
    static const char *const names[MSM_SCALARS_COUNT] = {
        "uniform", "zero",     "one",       "two",     "minus-one", "alternating", "equal",
        "bytes",   "negative", "geometric", "lengths", "sha",       "edges",       "noncanonical",
    };
    return kind < MSM_SCALARS_COUNT ? names[kind] : "unknown";
}
