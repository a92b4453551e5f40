/* SPDX-License-Identifier: Apache-2.0
 *
 * Part of mont.inc.h, for 4 and 6 limbs on x86-64 with BMI2 and ADX: product and additions in assembly.
 *
 * Each block is as small as its register pressure asks: 12 registers and rdx at most, so that it can be compiled
 * without optimisation, with a frame pointer and under sanitizers. The modulus is read from memory relative to the
 * instruction pointer and takes none.
 *
 * Source: two carry chains: Ozturk, Guilford, Gopal, Feghali, "New Instructions Supporting Large Integer Arithmetic
 * on Intel Architecture Processors", Intel, 2012. Why the limb on top never overflows: docs/math/field.md.
 */
#include "field/adx_rows.h"

/* The text of the larger product is longer than the 4095 characters that the standard promises to literals. gcc and
 * clang, which alone know this syntax, have no such limit. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#if FIELD_LIMBS == 4
#include "field/mont_adx4.inc.h"
#else
#include "field/mont_adx6.inc.h"
#endif
#pragma GCC diagnostic pop
