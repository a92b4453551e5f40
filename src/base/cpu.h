/* SPDX-License-Identifier: Apache-2.0
 *
 * What the processor can do, and how many logical CPUs this process may use. Names and choice of instruction sets
 * are public: cuzk/backend.h.
 */
#ifndef CUZK_BASE_CPU_H
#define CUZK_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include <cuzk/backend.h>

/* Whether code built for `isa` runs here: in this build, and on this processor. AUTO is false. */
bool cuzk_isa_available(cuzk_isa isa);

/* Logical CPUs in this process' affinity mask, at least 1. */
uint32_t cuzk_cpu_count(void);

/* Writes the features that matter here, as far as present ("bmi2 adx avx2 avx512f avx512ifma"; "" elsewhere than on
 * x86-64), cut at capacity - 1 characters. */
void cuzk_cpu_features(char *out, uint32_t capacity);

#endif
