/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template of test_ntt_exhaustive.c: the kernels of one small prime against sums of plain integers.
 *
 * Before including, define TOY (prefix and type of a field whose kernels are instantiated, with a type
 * <TOY>_twiddles), TOY_PRIME, TOY_LOG2 (the prime's two-adicity) and TOY_BASE (of order 2^TOY_LOG2). All are
 * undefined again at the end.
 */
#define TOY_FN(name) CUZK_JOIN(TOY, name)

enum {
    TOY_FN(_count_max) = 1 << TOY_LOG2,
};

static uint64_t TOY_FN(_power)(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    for (uint64_t i = 0; i < exponent; i++)
        result = result * base % TOY_PRIME;
    return result;
}

/* A root of order 2^log2. */
static uint64_t TOY_FN(_root)(uint32_t log2)
{
    return TOY_FN(_power)(TOY_BASE, (uint64_t)1 << (TOY_LOG2 - log2));
}

static size_t TOY_FN(_reversed)(size_t index, uint32_t bits)
{
    size_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out = out << 1 | (index >> i & 1);
    return out;
}

/* out[i] = sum_j in[j] w^(ij). */
static void TOY_FN(_dft)(uint64_t *out, const uint64_t *in, uint32_t log2, uint64_t w)
{
    size_t count = (size_t)1 << log2;
    for (size_t i = 0; i < count; i++) {
        out[i] = 0;
        for (size_t j = 0; j < count; j++)
            out[i] = (out[i] + in[j] * TOY_FN(_power)(w, i * j % count)) % TOY_PRIME;
    }
}

/* Tables of a domain with `low_log2` bits in the low one. */
typedef struct TOY_FN(_domain) {
    TOY low[TOY_FN(_count_max)], high[TOY_FN(_count_max)];
    CUZK_JOIN(TOY, _twiddles) twiddles;
} TOY_FN(_domain);

static void TOY_FN(_domain_init)(TOY_FN(_domain) * domain, uint32_t log2, uint32_t low_log2)
{
    TOY root = {{TOY_FN(_root)(log2)}};
    uint32_t bits = log2 - 1;
    TOY_FN(_to_montgomery)(&root, &root);
    TOY_FN(_ntt_powers)(domain->low, &root, bits, low_log2);
    TOY_FN(_ntt_powers)(domain->high, &root, bits - low_log2, bits - low_log2);
    domain->twiddles.low = domain->low;
    domain->twiddles.high = domain->high;
    domain->twiddles.low_log2 = low_log2;
}

/* Down: values in natural order, the transform bit-reversed. The first `cut` levels in one piece, the others block
 * by block. */
static void TOY_FN(_check_down)(const TOY_FN(_domain) * domain, const uint64_t *in, uint32_t log2, uint32_t cut,
                                bool inverse)
{
    size_t count = (size_t)1 << log2;
    uint64_t expected[TOY_FN(_count_max)], w = TOY_FN(_root)(log2);
    TOY values[TOY_FN(_count_max)], one = {{1}};
    TOY_FN(_dft)(expected, in, log2, inverse ? TOY_FN(_power)(w, count - 1) : w);
    for (size_t i = 0; i < count; i++)
        values[i].limb[0] = in[i];
    TOY_FN(_ntt_descend)(values, log2, cut, 0, &domain->twiddles, inverse);
    for (size_t block = 0; block < (size_t)1 << cut; block++)
        TOY_FN(_ntt_descend)
    (values + (block << (log2 - cut)), log2 - cut, log2 - cut, block, &domain->twiddles, inverse);
    TOY_FN(_to_montgomery)(&one, &one);
    TOY_FN(_ntt_scale)(values, values, &one, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(values[i].limb[0], expected[TOY_FN(_reversed)(i, log2)]);
}

static void TOY_FN(_check_up)(const TOY_FN(_domain) * domain, const uint64_t *in, uint32_t log2, uint32_t cut,
                              bool inverse)
{
    size_t count = (size_t)1 << log2;
    uint64_t expected[TOY_FN(_count_max)], w = TOY_FN(_root)(log2);
    TOY values[TOY_FN(_count_max)];
    TOY_FN(_dft)(expected, in, log2, inverse ? TOY_FN(_power)(w, count - 1) : w);
    for (size_t i = 0; i < count; i++)
        values[TOY_FN(_reversed)(i, log2)].limb[0] = in[i];
    for (size_t block = 0; block < (size_t)1 << cut; block++)
        TOY_FN(_ntt_ascend)
    (values + (block << (log2 - cut)), log2 - cut, log2 - cut, block, &domain->twiddles, inverse);
    TOY_FN(_ntt_ascend)(values, log2, cut, 0, &domain->twiddles, inverse);
    TOY_FN(_ntt_finish)(values, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(values[i].limb[0], expected[i]);
}

static void TOY_FN(_check)(const uint64_t *in, uint32_t log2)
{
    TOY_FN(_domain) domain;
    TOY_FN(_domain_init)(&domain, log2, log2 - 1);
    for (int inverse = 0; inverse < 2; inverse++) {
        TOY_FN(_check_down)(&domain, in, log2, log2, inverse != 0);
        TOY_FN(_check_up)(&domain, in, log2, log2, inverse != 0);
    }
}

static void TOY_FN(_check_cut)(uint32_t log2, uint32_t cut, uint32_t low_log2)
{
    TOY_FN(_domain) domain;
    uint64_t in[TOY_FN(_count_max)];
    TOY_FN(_domain_init)(&domain, log2, low_log2);
    for (uint64_t i = 0; i < test_iterations(10); i++) {
        for (size_t j = 0; j < (size_t)1 << log2; j++)
            in[j] = test_random_below(&random_data, TOY_PRIME);
        for (int inverse = 0; inverse < 2; inverse++) {
            TOY_FN(_check_down)(&domain, in, log2, cut, inverse != 0);
            TOY_FN(_check_up)(&domain, in, log2, cut, inverse != 0);
        }
    }
}

/* a * b and a * b - c, b in Montgomery form, for every a and b. */
static void TOY_FN(_check_pointwise)(void)
{
    for (uint64_t a = 0; a < TOY_PRIME; a++) {
        for (uint64_t b = 0; b < TOY_PRIME; b++) {
            uint64_t c = test_random_below(&random_data, TOY_PRIME);
            TOY x = {{a}}, y = {{b}}, z = {{c}}, out;
            TOY_FN(_to_montgomery)(&y, &y);
            TOY_FN(_ntt_multiply)(&out, &x, &y, 1);
            assert_int_equal(out.limb[0], a * b % TOY_PRIME);
            TOY_FN(_ntt_multiply_subtract)(&out, &x, &y, &z, 1);
            assert_int_equal(out.limb[0], (a * b + TOY_PRIME - c) % TOY_PRIME);
        }
    }
}

#undef TOY_FN
#undef TOY
#undef TOY_PRIME
#undef TOY_LOG2
#undef TOY_BASE
