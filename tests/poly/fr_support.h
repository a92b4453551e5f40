/* SPDX-License-Identifier: Apache-2.0
 *
 * Plain scalar-field arithmetic by curve id, on canonical values, for tests that check against a definition.
 */
#ifndef CUZK_TESTS_POLY_FR_SUPPORT_H
#define CUZK_TESTS_POLY_FR_SUPPORT_H

#include <cuzk/curve.h>

#include "support/seed.h"

void test_fr_add(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
void test_fr_sub(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
void test_fr_mul(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, const cuzk_fr *b);
void test_fr_pow(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a, uint64_t exponent);
void test_fr_inverse(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a);
void test_fr_to_montgomery(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a);
void test_fr_from_montgomery(cuzk_curve_id curve, cuzk_fr *out, const cuzk_fr *a);
cuzk_fr test_fr_small(uint64_t value);
cuzk_fr test_fr_minus_one(cuzk_curve_id curve);

/* Uniform enough: 0 and r - 1 come often, so that edges meet everything else. */
void test_fr_random(cuzk_curve_id curve, cuzk_fr *out, size_t count, test_random *random);

#endif
