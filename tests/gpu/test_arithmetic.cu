/* SPDX-License-Identifier: Apache-2.0
 *
 * The device's field and point arithmetic, run on the host (carry.cuh computes the carries there) against the library's
 * own: what a machine without a GPU can test of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "backend/cuda/point.cuh"

extern "C" {
#include "curve/curve.h"
#include "field/field_ops.h"
#include "support/seed.h"
}

static uint64_t check_count;

static void expect(bool holds, const char *what)
{
    check_count++;
    if (holds)
        return;
    fprintf(stderr, "not ok: %s\n", what);
    exit(1);
}

/* Edge values first, then random ones below p. */
template <class P> static fp<P> sample(uint64_t i, const cuzk_field_ops *ops, test_random *random)
{
    fp<P> a;
    set_zero(a);
    if (i == 1)
        a.w[0] = 1;
    if (i == 2)
        set_one(a);
    if (i == 3 || i == 4) {
        P::modulus(a.w);
        a.w[0] -=
            (uint32_t)(i - 2); /* p - 1, p - 2: every modulus here is odd and its low word above 1, or equal 1 */
    }
    if (i == 4 && !ops->is_canonical(&a))
        set_zero(a);
    if (i >= 5 && i < 5 + P::limbs)
        a.w[i - 5] = i == 4 + P::limbs ? 1 : 0xffffffffu;
    while (i >= 5 + P::limbs) {
        test_random_fill(random, &a, sizeof a);
        if (i % 3 == 0)
            a.w[test_random_below(random, P::limbs)] = 0xffffffffu;
        if (i % 5 == 0)
            a.w[test_random_below(random, P::limbs)] = 0;
        if (ops->is_canonical(&a))
            break;
    }
    return a;
}

/* Sums of two products, where the modulus leaves room for them. */
template <class P>
static typename std::enable_if<(P::bits + 2 <= 32 * P::limbs)>::type
test_dot(const fp<P> &a, const fp<P> &b, const fp<P> &c, const fp<P> &d, const cuzk_field_ops *ops)
{
    fp<P> expected, second;
    ops->mul_portable(&expected, &a, &b);
    ops->mul_portable(&second, &c, &d);
    ops->add(&expected, &expected, &second);
    const fp<P> got = dot(a, b, c, d);
    expect(memcmp(&got, &expected, sizeof got) == 0, "sum of two products");
}

template <class P>
static typename std::enable_if<(P::bits + 2 > 32 * P::limbs)>::type
test_dot(const fp<P> &, const fp<P> &, const fp<P> &, const fp<P> &, const cuzk_field_ops *)
{
}

template <class P> static void test_field(const cuzk_field_ops *ops, test_random *random)
{
    const uint64_t edges = 5 + P::limbs, total = edges * edges + test_iterations(20000);
    for (uint64_t i = 0; i < total; i++) {
        const bool is_edge = i < edges * edges;
        const fp<P> a = sample<P>(is_edge ? i / edges : edges + i, ops, random);
        const fp<P> b = sample<P>(is_edge ? i % edges : edges + i + 1, ops, random);
        fp<P> expected;
        ops->mul_portable(&expected, &a, &b);
        fp<P> got = a * b;
        expect(memcmp(&got, &expected, sizeof got) == 0, "product");
        ops->mul_portable(&expected, &a, &a);
        got = sqr(a);
        expect(memcmp(&got, &expected, sizeof got) == 0, "square");
        ops->add(&expected, &a, &b);
        got = a + b;
        expect(memcmp(&got, &expected, sizeof got) == 0, "sum");
        ops->sub(&expected, &a, &b);
        got = a - b;
        expect(memcmp(&got, &expected, sizeof got) == 0, "difference");
        test_dot<P>(a, b, sample<P>(is_edge ? (i + 7) % edges : edges + i + 2, ops, random),
                    sample<P>(is_edge ? (i / 3) % edges : edges + i + 3, ops, random), ops);
        if (i % 500 == 0) {
            ops->inverse(&expected, &a);
            got = inverse(a);
            expect(memcmp(&got, &expected, sizeof got) == 0, "inverse");
        }
    }
    printf("ok %s\n", ops->name);
}

template <class F>
static void expect_point(const xyzz<F> &got, const cuzk_point *expected, const cuzk_group_ops *group,
                         const char *what)
{
    affine<F> a, b;
    set_zero(a.x);
    set_zero(a.y);
    if (!is_identity(got))
        a = to_affine_with(got, inverse(got.zzz));
    group->to_affine(&b, expected);
    expect(memcmp(&a, &b, sizeof a) == 0, what);
}

/* Small multiples of the generator, so that equal, opposite and identity operands all occur, in every pair. */
template <class F> static void test_group(const cuzk_group_ops *group, const char *name)
{
    enum { COUNT = 6 };
    affine<F> multiples[2 * COUNT + 1]; /* -COUNT .. COUNT times G */
    cuzk_point points[2 * COUNT + 1], sum;
    for (int k = -COUNT; k <= COUNT; k++) {
        const cuzk_fr scalar = {{(uint64_t)(k < 0 ? -k : k), 0, 0, 0}};
        group->from_affine(&sum, group->generator);
        group->mul_vartime(&points[k + COUNT], &sum, &scalar);
        if (k < 0)
            group->neg(&points[k + COUNT], &points[k + COUNT]);
        group->to_affine(&multiples[k + COUNT], &points[k + COUNT]);
    }
    for (int i = 0; i <= 2 * COUNT; i++) {
        for (int j = 0; j <= 2 * COUNT; j++) {
            group->add(&sum, &points[i], &points[j]);
            xyzz<F> p = from_affine(multiples[i]), q = from_affine(multiples[j]);
            p = doubled(p); /* leaves ZZ = 1 */
            add_point(p, from_affine(multiples[2 * COUNT - i]));
            q = doubled(q);
            add_point(q, from_affine(multiples[2 * COUNT - j]));
            xyzz<F> r = p;
            add_point(r, q);
            expect_point(r, &sum, group, "XYZZ + XYZZ");
            if (j != COUNT) {
                r = p;
                add_affine(r, multiples[j]);
                expect_point(r, &sum, group, "XYZZ + affine");
            }
        }
        group->dbl(&sum, &points[i]);
        expect_point(doubled(from_affine(multiples[i])), &sum, group, "doubling");
    }
    printf("ok %s\n", name);
}

int main()
{
    test_random random;
    test_random_init(&random, "test_arithmetic");
    test_field<bn254_fp32>(cuzk_field_ops_get(0, CUZK_ISA_PORTABLE), &random);
    test_field<bn254_fr32>(cuzk_field_ops_get(1, CUZK_ISA_PORTABLE), &random);
    test_field<bls12_381_fp32>(cuzk_field_ops_get(2, CUZK_ISA_PORTABLE), &random);
    test_field<bls12_381_fr32>(cuzk_field_ops_get(3, CUZK_ISA_PORTABLE), &random);
    const cuzk_curve_ops *bn254 = cuzk_curve_ops_get(CUZK_CURVE_BN254, CUZK_ISA_PORTABLE);
    const cuzk_curve_ops *bls12_381 = cuzk_curve_ops_get(CUZK_CURVE_BLS12_381, CUZK_ISA_PORTABLE);
    test_group<fp<bn254_fp32>>(&bn254->g1, "BN254 G1");
    test_group<fp2<bn254_fp32>>(&bn254->g2, "BN254 G2");
    test_group<fp<bls12_381_fp32>>(&bls12_381->g1, "BLS12-381 G1");
    test_group<fp2<bls12_381_fp32>>(&bls12_381->g2, "BLS12-381 G2");
    printf("%llu checks\n", (unsigned long long)check_count);
    return 0;
}
