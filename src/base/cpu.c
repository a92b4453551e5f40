/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const struct {
    cuzk_isa isa;
    const char *name;
} isa_names[] = {
    {CUZK_ISA_AUTO, "auto"},
    {CUZK_ISA_PORTABLE, "portable"},
    {CUZK_ISA_ADX, "adx"},
    {CUZK_ISA_IFMA, "ifma"},
};

const char *cuzk_isa_name(cuzk_isa isa)
{
    for (size_t i = 0; i < sizeof isa_names / sizeof isa_names[0]; i++)
        if (isa_names[i].isa == isa)
            return isa_names[i].name;
    return "unknown";
}

#if defined(__x86_64__)
/* gcc 12's __builtin_cpu_supports knows no "adx", so leaf 7 is read directly. */
static void cpuid_leaf7(uint32_t *ebx, uint32_t *ecx)
{
    uint32_t eax = 0, edx = 0;
    *ebx = *ecx = 0;
    if (!__get_cpuid_count(7, 0, &eax, ebx, ecx, &edx))
        *ebx = *ecx = 0;
}

static bool os_saves_zmm(void)
{
    uint32_t eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE))
        return false;
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 0xe6u) == 0xe6u; /* SSE, AVX, opmask, upper ZMM, ZMM16-31 */
}

static const uint32_t LEAF7_EBX_AVX2 = 1u << 5;
static const uint32_t LEAF7_EBX_BMI2 = 1u << 8;
static const uint32_t LEAF7_EBX_AVX512F = 1u << 16;
static const uint32_t LEAF7_EBX_AVX512DQ = 1u << 17;
static const uint32_t LEAF7_EBX_ADX = 1u << 19;
static const uint32_t LEAF7_EBX_AVX512IFMA = 1u << 21;
static const uint32_t LEAF7_EBX_AVX512BW = 1u << 30;
static const uint32_t LEAF7_EBX_AVX512VL = 1u << 31;

/* What code compiled for `isa` may use (CUZK_ISA_FLAGS_* in cmake/cuzk.cmake). */
static bool leaf7_suffices(cuzk_isa isa, uint32_t ebx)
{
    const uint32_t adx = LEAF7_EBX_BMI2 | LEAF7_EBX_ADX;
    const uint32_t ifma = adx | LEAF7_EBX_AVX2 | LEAF7_EBX_AVX512F | LEAF7_EBX_AVX512DQ | LEAF7_EBX_AVX512BW |
                          LEAF7_EBX_AVX512VL | LEAF7_EBX_AVX512IFMA;
    if (isa == CUZK_ISA_ADX)
        return (ebx & adx) == adx;
    return isa == CUZK_ISA_IFMA && (ebx & ifma) == ifma && os_saves_zmm();
}
#endif

bool cuzk_isa_available(cuzk_isa isa)
{
    if (isa == CUZK_ISA_PORTABLE)
        return true;
#if defined(__x86_64__)
    uint32_t ebx, ecx;
    cpuid_leaf7(&ebx, &ecx);
    return leaf7_suffices(isa, ebx);
#else
    return false;
#endif
}

/* What AUTO stands for: the first that the processor has. A build can name another to be asked before the others, so
 * that the whole suite runs on it. */
#ifndef CUZK_ISA_PREFERRED
#define CUZK_ISA_PREFERRED CUZK_ISA_IFMA
#endif

static cuzk_isa isa_best(void)
{
    static const cuzk_isa sets[] = {CUZK_ISA_PREFERRED, CUZK_ISA_IFMA, CUZK_ISA_ADX};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (cuzk_isa_available(sets[i]))
            return sets[i];
    return CUZK_ISA_PORTABLE;
}

cuzk_status cuzk_isa_resolve(cuzk_isa *out, cuzk_isa wanted, cuzk_error *err)
{
    if (wanted == CUZK_ISA_AUTO) {
        *out = isa_best();
        return CUZK_OK;
    }
    if (!cuzk_isa_available(wanted))
        return cuzk_error_set(err, CUZK_E_UNSUPPORTED,
                              "instruction set %s: not on this processor or not in this build",
                              cuzk_isa_name(wanted));
    *out = wanted;
    return CUZK_OK;
}

uint32_t cuzk_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (uint32_t)count : 1;
}

void cuzk_cpu_features(char *out, uint32_t capacity)
{
    if (capacity == 0)
        return;
    out[0] = '\0';
#if defined(__x86_64__)
    uint32_t ebx, ecx;
    cpuid_leaf7(&ebx, &ecx);
    bool zmm = os_saves_zmm();
    const struct {
        bool present;
        const char *name;
    } features[] = {
        {(ebx & LEAF7_EBX_BMI2) != 0, "bmi2"},
        {(ebx & LEAF7_EBX_ADX) != 0, "adx"},
        {(ebx & LEAF7_EBX_AVX2) != 0, "avx2"},
        {zmm && (ebx & LEAF7_EBX_AVX512F) != 0, "avx512f"},
        {zmm && (ebx & LEAF7_EBX_AVX512IFMA) != 0, "avx512ifma"},
    };
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        size_t used = strlen(out);
        if (features[i].present)
            snprintf(out + used, capacity - used, "%s%s", used > 0 ? " " : "", features[i].name);
    }
#endif
}
