/* SPDX-License-Identifier: Apache-2.0
 *
 * What the field and curve include-templates stand on: in the common part of C17 and C++17, for host and device.
 */
#ifndef CUZK_FIELD_DEFS_H
#define CUZK_FIELD_DEFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define CUZK_HD __host__ __device__
#else
#define CUZK_HD
#endif

/* In place of `CUZK_HD static inline` for functions of several field products: a call costs nothing beside them,
 * and copies of them everywhere would not fit the instruction cache. Fine when unused. */
#ifdef __CUDACC__
#define CUZK_HD_LARGE __host__ __device__ static __noinline__ __attribute__((unused))
#else
#define CUZK_HD_LARGE __attribute__((noinline, unused)) static
#endif

#define CUZK_JOIN_(a, b) a##b
#define CUZK_JOIN(a, b)  CUZK_JOIN_(a, b)

__extension__ typedef unsigned __int128 cuzk_u128;
__extension__ typedef __int128 cuzk_i128;

/* The same value, of which the compiler knows nothing more: for masks made from secrets, out of which it might otherwise
 * make a branch or an address again (clang 14 turns a masked read of a whole table back into an indexed one). */
CUZK_HD static inline uint64_t cuzk_value_barrier(uint64_t value)
{
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
    __asm__("" : "+r"(value));
#endif
    return value;
}

/* gcc 12 makes a carry chain of x86-64's builtins, but not of sums in 128 bits; elsewhere the latter have to do. */
#if defined(__x86_64__) && !defined(__CUDACC__) && defined(__clang__)
#define CUZK_ADD_CARRY  __builtin_ia32_addcarryx_u64
#define CUZK_SUB_BORROW __builtin_ia32_subborrow_u64
#elif defined(__x86_64__) && !defined(__CUDACC__) && defined(__GNUC__)
#define CUZK_ADD_CARRY  __builtin_ia32_addcarryx_u64
#define CUZK_SUB_BORROW __builtin_ia32_sbb_u64
#endif

/* a + b + *carry, the carry (0 or 1) out to *carry. */
CUZK_HD static inline uint64_t cuzk_add_carry(uint64_t a, uint64_t b, uint64_t *carry)
{
#ifdef CUZK_ADD_CARRY
    unsigned long long sum;
    *carry = CUZK_ADD_CARRY((unsigned char)*carry, a, b, &sum);
    return sum;
#else
    cuzk_u128 sum = (cuzk_u128)a + b + *carry;
    *carry = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
#endif
}

/* a - b - *borrow, the borrow (0 or 1) out to *borrow. */
CUZK_HD static inline uint64_t cuzk_sub_borrow(uint64_t a, uint64_t b, uint64_t *borrow)
{
#ifdef CUZK_SUB_BORROW
    unsigned long long difference;
    *borrow = CUZK_SUB_BORROW((unsigned char)*borrow, a, b, &difference);
    return difference;
#else
    cuzk_u128 difference = (cuzk_u128)a - b - *borrow;
    *borrow = (uint64_t)(difference >> 64) & 1;
    return (uint64_t)difference;
#endif
}

/* The low half of a * b + c + d, the high half to *high; never overflows. `high` may point to c or d's origin. */
CUZK_HD static inline uint64_t cuzk_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
    cuzk_u128 sum = (cuzk_u128)a * b + c + d;
    *high = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
}

#endif
