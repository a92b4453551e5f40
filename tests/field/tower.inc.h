/* SPDX-License-Identifier: Apache-2.0
 *
 * Include-template: Fp12 of one tower against schoolbook arithmetic. Before including, define
 *   TOWER         prefix of the functions made here
 *   TOWER_FP, TOWER_FP2, TOWER_FP6, TOWER_FP12    prefixes of the tower's fields
 * All are undefined again at the end.
 *
 * The reference takes an element as six coefficients in Fp2 of the powers of w, multiplies them one by one and
 * replaces w^6 by xi.
 */
#define TOWER_FN(name) CUZK_JOIN(TOWER, name)
#define TOWER_1(name)  CUZK_JOIN(TOWER_FP, name)
#define TOWER_2(name)  CUZK_JOIN(TOWER_FP2, name)
#define TOWER_6(name)  CUZK_JOIN(TOWER_FP6, name)
#define TOWER_12(name) CUZK_JOIN(TOWER_FP12, name)

/* Uniform, zero included: the raw limbs are masked to the modulus' length and drawn again until below it. */
static void TOWER_FN(_random_fp)(TOWER_FP *out, test_random *random)
{
    const int limbs = (int)(sizeof *out / sizeof out->limb[0]);
    do {
        test_random_fill(random, out, sizeof *out);
        out->limb[limbs - 1] &= UINT64_MAX >> __builtin_clzll(TOWER_1(_modulus).limb[limbs - 1]);
    } while (!TOWER_1(_is_canonical)(out));
}

static void TOWER_FN(_random)(TOWER_FP12 *out, test_random *random)
{
    for (int i = 0; i < 6; i++) {
        TOWER_FP2 *coefficient = TOWER_12(_coefficient)(out, i);
        TOWER_FN(_random_fp)(&coefficient->c0, random);
        TOWER_FN(_random_fp)(&coefficient->c1, random);
    }
}

static void TOWER_FN(_reference_fp2_mul)(TOWER_FP2 *out, const TOWER_FP2 *a, const TOWER_FP2 *b)
{
    TOWER_FP x, y;
    TOWER_FP2 result;
    TOWER_1(_mul_portable)(&x, &a->c0, &b->c0);
    TOWER_1(_mul_portable)(&y, &a->c1, &b->c1);
    TOWER_1(_sub)(&result.c0, &x, &y);
    TOWER_1(_mul_portable)(&x, &a->c0, &b->c1);
    TOWER_1(_mul_portable)(&y, &a->c1, &b->c0);
    TOWER_1(_add)(&result.c1, &x, &y);
    *out = result;
}

static void TOWER_FN(_reference_mul)(TOWER_FP12 *out, const TOWER_FP12 *a, const TOWER_FP12 *b)
{
    TOWER_FP12 left = *a, right = *b;
    TOWER_FP2 terms[12], product, xi;
    TOWER_2(_set_one)(&product);
    TOWER_2(_mul_xi)(&xi, &product);
    for (int i = 0; i < 12; i++)
        TOWER_2(_set_zero)(&terms[i]);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            TOWER_FN(_reference_fp2_mul)
            (&product, TOWER_12(_coefficient)(&left, i), TOWER_12(_coefficient)(&right, j));
            TOWER_2(_add)(&terms[i + j], &terms[i + j], &product);
        }
    }
    for (int i = 0; i < 6; i++) {
        TOWER_FN(_reference_fp2_mul)(&product, &terms[i + 6], &xi);
        TOWER_2(_add)(TOWER_12(_coefficient)(out, i), &terms[i], &product);
    }
}

static void TOWER_FN(_check_products)(const TOWER_FP12 *a, const TOWER_FP12 *b)
{
    TOWER_FP12 want, got;
    TOWER_FN(_reference_mul)(&want, a, b);
    TOWER_12(_mul)(&got, a, b);
    assert_true(TOWER_12(_equal)(&got, &want));
    got = *a;
    TOWER_12(_mul)(&got, &got, b);
    assert_true(TOWER_12(_equal)(&got, &want));
    got = *b;
    TOWER_12(_mul)(&got, a, &got);
    assert_true(TOWER_12(_equal)(&got, &want));
    TOWER_FN(_reference_mul)(&want, a, a);
    TOWER_12(_sqr)(&got, a);
    assert_true(TOWER_12(_equal)(&got, &want));
    got = *a;
    TOWER_12(_sqr)(&got, &got);
    assert_true(TOWER_12(_equal)(&got, &want));
    TOWER_12(_mul)(&got, a, a);
    assert_true(TOWER_12(_equal)(&got, &want));
}

/* Sparse products, with the coefficients of b on the powers of w that they take. */
static void TOWER_FN(_check_sparse)(const TOWER_FP12 *a, const TOWER_FP12 *b)
{
    TOWER_FP12 sparse, want, got;
    TOWER_12(_set_one)(&sparse);
    sparse.c0.c0 = b->c0.c0;
    sparse.c0.c1 = b->c0.c1; /* w^2 */
    sparse.c1.c1 = b->c1.c1; /* w^3 */
    TOWER_FN(_reference_mul)(&want, a, &sparse);
    TOWER_12(_mul_by_014)(&got, a, &sparse.c0.c0, &sparse.c0.c1, &sparse.c1.c1);
    assert_true(TOWER_12(_equal)(&got, &want));
    got = *a;
    TOWER_12(_mul_by_014)(&got, &got, &sparse.c0.c0, &sparse.c0.c1, &sparse.c1.c1);
    assert_true(TOWER_12(_equal)(&got, &want));
    TOWER_2(_set_zero)(&sparse.c0.c1);
    sparse.c1.c0 = b->c1.c0; /* w */
    TOWER_FN(_reference_mul)(&want, a, &sparse);
    TOWER_12(_mul_by_034)(&got, a, &sparse.c0.c0, &sparse.c1.c0, &sparse.c1.c1);
    assert_true(TOWER_12(_equal)(&got, &want));
    got = *a;
    TOWER_12(_mul_by_034)(&got, &got, &sparse.c0.c0, &sparse.c1.c0, &sparse.c1.c1);
    assert_true(TOWER_12(_equal)(&got, &want));
}

/* out = a^p by square and multiply. */
static void TOWER_FN(_power_p)(TOWER_FP12 *out, const TOWER_FP12 *a)
{
    TOWER_FP12 base = *a;
    TOWER_12(_set_one)(out);
    for (int i = (int)sizeof(TOWER_FP) * 8 - 1; i >= 0; i--) {
        TOWER_12(_sqr)(out, out);
        if ((TOWER_1(_modulus).limb[i / 64] >> (i % 64)) & 1)
            TOWER_12(_mul)(out, out, &base);
    }
}

/* gamma[i - 1] = xi^(i (p - 1) / 6). */
static void TOWER_FN(_gamma)(TOWER_FP2 *gamma)
{
    enum { LIMBS = sizeof(TOWER_FP) / 8 };
    uint64_t exponent[LIMBS], remainder = 1; /* p - 1 = 6 exponent: the remainder of p / 6 is 1 */
    TOWER_FP2 xi;
    cuzk_u128 carried = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        carried = carried << 64 | TOWER_1(_modulus).limb[i];
        exponent[i] = (uint64_t)(carried / 6);
        carried %= 6;
    }
    assert_true(carried == remainder);
    TOWER_2(_set_one)(&xi);
    TOWER_2(_mul_xi)(&xi, &xi);
    TOWER_2(_pow)(&gamma[0], &xi, exponent, LIMBS);
    for (int i = 1; i < 5; i++)
        TOWER_FN(_reference_fp2_mul)(&gamma[i], &gamma[i - 1], &gamma[0]);
}

static void TOWER_FN(_check_frobenius)(const TOWER_FP12 *a)
{
    TOWER_FP12 power, square, got;
    TOWER_FP2 gamma[5], conjugate, norm;
    TOWER_FP gamma_square[5];
    TOWER_FN(_gamma)(gamma);
    TOWER_FN(_power_p)(&power, a);
    TOWER_12(_frobenius)(&got, a, gamma);
    assert_true(TOWER_12(_equal)(&got, &power));
    for (int i = 0; i < 5; i++) { /* xi^(i (p^2 - 1) / 6) is gamma times its conjugate */
        TOWER_2(_conjugate)(&conjugate, &gamma[i]);
        TOWER_2(_mul)(&norm, &gamma[i], &conjugate);
        assert_true(TOWER_1(_is_zero)(&norm.c1));
        gamma_square[i] = norm.c0;
    }
    TOWER_FN(_power_p)(&square, &power);
    TOWER_12(_frobenius_square)(&got, a, gamma_square);
    assert_true(TOWER_12(_equal)(&got, &square));
    for (int i = 0; i < 4; i++)
        TOWER_FN(_power_p)(&square, &square);
    TOWER_12(_conjugate)(&got, a); /* a^(p^6) */
    assert_true(TOWER_12(_equal)(&got, &square));
}

/* Inverses, and squares of a^((p^6 - 1)(p^2 + 1)), which lies in the cyclotomic subgroup. */
static void TOWER_FN(_check_inverse)(const TOWER_FP12 *a)
{
    TOWER_FP12 inverse, got, want;
    TOWER_12(_inverse_vartime)(&inverse, a);
    TOWER_12(_mul)(&got, &inverse, a);
    assert_true(TOWER_12(_is_one)(&got) != (TOWER_6(_is_zero)(&a->c0) && TOWER_6(_is_zero)(&a->c1)));
    TOWER_12(_conjugate)(&got, a);
    TOWER_12(_mul)(&got, &got, &inverse);
    TOWER_FN(_power_p)(&want, &got);
    TOWER_FN(_power_p)(&want, &want);
    TOWER_12(_mul)(&got, &got, &want);
    TOWER_12(_sqr)(&want, &got);
    TOWER_12(_cyclotomic_sqr)(&inverse, &got);
    assert_true(TOWER_12(_equal)(&inverse, &want));
    TOWER_12(_cyclotomic_sqr)(&got, &got);
    assert_true(TOWER_12(_equal)(&got, &want));
}

static void TOWER_FN(_check)(test_random *random, uint64_t count)
{
    TOWER_FP12 a, b;
    for (uint64_t i = 0; i < count; i++) {
        TOWER_FN(_random)(&a, random);
        TOWER_FN(_random)(&b, random);
        if (i % 4 == 1) /* elements of subfields and zeros reach every corner */
            TOWER_6(_set_zero)(&a.c1);
        if (i % 8 == 3)
            TOWER_6(_set_zero)(&a.c0);
        if (i == 5)
            TOWER_6(_set_zero)(&a.c0);
        TOWER_FN(_check_products)(&a, &b);
        TOWER_FN(_check_sparse)(&a, &b);
        TOWER_FN(_check_frobenius)(&a);
        TOWER_FN(_check_inverse)(&a);
    }
}

#undef TOWER_FN
#undef TOWER_1
#undef TOWER_2
#undef TOWER_6
#undef TOWER_12
#undef TOWER
#undef TOWER_FP
#undef TOWER_FP2
#undef TOWER_FP6
#undef TOWER_FP12
