/* SPDX-License-Identifier: Apache-2.0
 *
 * Fp2 and Fp6 over 7 elements, every element; Fp12 over 7 elements and of both curves from a seed.
 */
#include "support/cmocka_all.h"

#include "base/cpu.h"
#include "tower_checks.h"
#include "toy_tower.h"

static void element(tower7_fp2 *out, uint64_t i)
{
    tower7_fp2 canonical = {{{i % 7}}, {{i / 7}}};
    tower7_fp2_to_montgomery(out, &canonical);
}

/* i of 0 to 48 as the integers c0 and c1, back from Montgomery form. */
static uint64_t element_index(const tower7_fp2 *a)
{
    tower7_fp2 canonical;
    tower7_fp2_from_montgomery(&canonical, a);
    return canonical.c0.limb[0] + 7 * canonical.c1.limb[0];
}

static uint64_t product_index(uint64_t a, uint64_t b)
{
    uint64_t c0 = (a % 7) * (b % 7) + 49 - (a / 7) * (b / 7);
    uint64_t c1 = (a % 7) * (b / 7) + (a / 7) * (b % 7);
    return c0 % 7 + 7 * (c1 % 7);
}

static void test_fp2_pairs(void **state)
{
    (void)state;
    tower7_fp2 a, b, c;
    for (uint64_t i = 0; i < 49; i++) {
        for (uint64_t j = 0; j < 49; j++) {
            element(&a, i);
            element(&b, j);
            tower7_fp2_mul(&c, &a, &b);
            assert_int_equal(element_index(&c), product_index(i, j));
            tower7_fp2_add(&c, &a, &b);
            assert_int_equal(element_index(&c), (i % 7 + j % 7) % 7 + 7 * ((i / 7 + j / 7) % 7));
            tower7_fp2_sub(&c, &a, &b);
            assert_int_equal(element_index(&c), (i % 7 + 7 - j % 7) % 7 + 7 * ((i / 7 + 7 - j / 7) % 7));
            tower7_fp2_select(&c, &a, &b, 0);
            assert_int_equal(element_index(&c), i);
            tower7_fp2_select(&c, &a, &b, 5);
            assert_int_equal(element_index(&c), j);
            assert_int_equal(tower7_fp2_equal(&a, &b), i == j);
        }
    }
}

static void test_fp2_elements(void **state)
{
    (void)state;
    tower7_fp2 all[49], scratch[49], a, c;
    for (uint64_t i = 0; i < 49; i++) {
        element(&a, i);
        element(&all[i], i);
        tower7_fp2_sqr(&c, &a);
        assert_int_equal(element_index(&c), product_index(i, i));
        tower7_fp2_mul_xi(&c, &a);
        assert_int_equal(element_index(&c), product_index(i, 2 + 7));
        tower7_fp2_conjugate(&c, &a);
        assert_int_equal(element_index(&c), i % 7 + 7 * ((7 - i / 7) % 7));
        tower7_fp2_mul_base(&c, &a, &a.c1);
        assert_int_equal(element_index(&c), product_index(i, i / 7));
        tower7_fp2_inverse(&c, &a);
        assert_int_equal(product_index(element_index(&c), i), i != 0);
        tower7_fp2_inverse_vartime(&c, &a);
        assert_int_equal(product_index(element_index(&c), i), i != 0);
        assert_int_equal(tower7_fp2_is_zero(&a), i == 0);
        assert_int_equal(tower7_fp2_is_one(&a), i == 1);
    }
    tower7_fp2_batch_inverse(all, scratch, 49);
    for (uint64_t i = 0; i < 49; i++)
        assert_int_equal(product_index(element_index(&all[i]), i), i != 0);
    tower7_fp2_batch_inverse_vartime(all, scratch, 49);
    for (uint64_t i = 0; i < 49; i++)
        assert_int_equal(element_index(&all[i]), i);
}

static void test_fp2_roots(void **state)
{
    (void)state;
    bool is_square[49] = {false};
    for (uint64_t i = 0; i < 49; i++)
        is_square[product_index(i, i)] = true;
    for (uint64_t i = 0; i < 49; i++) {
        tower7_fp2 a, untouched, root;
        element(&a, i);
        element(&untouched, 17);
        root = untouched;
        assert_int_equal(tower7_fp2_sqrt_vartime(&root, &a), is_square[i]);
        if (is_square[i])
            assert_int_equal(product_index(element_index(&root), element_index(&root)), i);
        else
            assert_true(tower7_fp2_equal(&root, &untouched));
    }
}

/* Every element of Fp6: its square and inverse against its product, which Fp12's test compares with schoolbook. */
static void test_fp6_elements(void **state)
{
    (void)state;
    tower7_fp6 a, square, product;
    for (uint64_t i = 0; i < 49 * 49 * 49; i++) {
        element(&a.c0, i % 49);
        element(&a.c1, i / 49 % 49);
        element(&a.c2, i / (49 * 49));
        tower7_fp6_mul(&product, &a, &a);
        tower7_fp6_sqr(&square, &a);
        assert_true(tower7_fp6_equal(&square, &product));
        tower7_fp6_inverse_vartime(&product, &a);
        tower7_fp6_mul(&product, &product, &a);
        assert_int_equal(tower7_fp6_is_one(&product), i != 0);
    }
}

static void test_fp12(void **state)
{
    (void)state;
    test_random random;
    test_random_init(&random, "test_fp12");
    cuzk_test_tower_portable(&random, test_iterations(8));
#if defined(__x86_64__)
    if (cuzk_isa_available(CUZK_ISA_ADX))
        cuzk_test_tower_adx(&random, test_iterations(8));
    if (cuzk_isa_available(CUZK_ISA_IFMA))
        cuzk_test_tower_ifma(&random, test_iterations(8));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fp2_pairs),    cmocka_unit_test(test_fp2_elements), cmocka_unit_test(test_fp2_roots),
        cmocka_unit_test(test_fp6_elements), cmocka_unit_test(test_fp12),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
