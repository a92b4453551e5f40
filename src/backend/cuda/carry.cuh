/* SPDX-License-Identifier: Apache-2.0
 *
 * 32-bit additions and multiply-additions that carry, one PTX instruction each. On the device the carry lives in the
 * processor's flag, so the calls of one chain must follow one another; `carry` is then empty. On the host the same
 * functions compute the same values with the carry in `carry`, so that what is built from them is tested on a CPU.
 */
#ifndef CUZK_BACKEND_CUDA_CARRY_CUH
#define CUZK_BACKEND_CUDA_CARRY_CUH

#include <stdint.h>

#define CUZK_DEV __host__ __device__ __forceinline__

struct carry {
    uint32_t value;
};

/* Chains are volatile so that the compiler keeps their order: the flag is invisible to it. */
#ifdef __CUDA_ARCH__
#define CARRY_OP2(name, ptx, host)                                                                                 \
    CUZK_DEV uint32_t name(carry &, uint32_t a, uint32_t b)                                                        \
    {                                                                                                              \
        uint32_t r;                                                                                                \
        asm volatile(ptx " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                               \
        return r;                                                                                                  \
    }
#define CARRY_OP3(name, ptx, host)                                                                                 \
    CUZK_DEV uint32_t name(carry &, uint32_t a, uint32_t b, uint32_t c)                                            \
    {                                                                                                              \
        uint32_t r;                                                                                                \
        asm volatile(ptx " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                                   \
        return r;                                                                                                  \
    }
#else
/* `host` computes a 64-bit value `s` from a, b, c and the carry `f`; its low word is the result, bit 32 the carry. */
#define CARRY_OP2(name, ptx, host)                                                                                 \
    CUZK_DEV uint32_t name(carry &flag, uint32_t a, uint32_t b)                                                    \
    {                                                                                                              \
        const uint64_t f = flag.value;                                                                             \
        (void)f;                                                                                                   \
        const uint64_t s = host;                                                                                   \
        flag.value = (uint32_t)(s >> 32) & 1;                                                                      \
        return (uint32_t)s;                                                                                        \
    }
#define CARRY_OP3(name, ptx, host)                                                                                 \
    CUZK_DEV uint32_t name(carry &flag, uint32_t a, uint32_t b, uint32_t c)                                        \
    {                                                                                                              \
        const uint64_t f = flag.value;                                                                             \
        (void)f;                                                                                                   \
        const uint64_t s = host;                                                                                   \
        flag.value = (uint32_t)(s >> 32) & 1;                                                                      \
        return (uint32_t)s;                                                                                        \
    }
#endif

/* name: what it gives; _cc writes the carry, a leading c (addc, madc) reads it. */
CARRY_OP2(add_cc, "add.cc.u32", (uint64_t)a + b)
CARRY_OP2(addc_cc, "addc.cc.u32", (uint64_t)a + b + f)
CARRY_OP2(addc, "addc.u32", (uint64_t)a + b + f)
CARRY_OP2(sub_cc, "sub.cc.u32", (uint64_t)a - b)
CARRY_OP2(subc_cc, "subc.cc.u32", (uint64_t)a - b - f)
CARRY_OP2(subc, "subc.u32", (uint64_t)a - b - f)
CARRY_OP3(mad_lo_cc, "mad.lo.cc.u32", (uint64_t)(uint32_t)(a *b) + c)
CARRY_OP3(madc_lo_cc, "madc.lo.cc.u32", (uint64_t)(uint32_t)(a *b) + c + f)
CARRY_OP3(madc_hi_cc, "madc.hi.cc.u32", (((uint64_t)a * b) >> 32) + c + f)
CARRY_OP3(madc_hi, "madc.hi.u32", (((uint64_t)a * b) >> 32) + c + f)

#undef CARRY_OP2
#undef CARRY_OP3

#endif
