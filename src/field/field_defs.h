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

/* a + b + *carry, the carry out to *carry. */
CUZK_HD static inline uint64_t cuzk_add_carry(uint64_t a, uint64_t b, uint64_t *carry)
{
    cuzk_u128 sum = (cuzk_u128)a + b + *carry;
    *carry = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
}

/* a - b - *borrow, the borrow out to *borrow (0 or 1). */
CUZK_HD static inline uint64_t cuzk_sub_borrow(uint64_t a, uint64_t b, uint64_t *borrow)
{
    cuzk_u128 difference = (cuzk_u128)a - b - *borrow;
    *borrow = (uint64_t)(difference >> 64) & 1;
    return (uint64_t)difference;
}

/* The low half of a * b + c + d, the high half to *high; never overflows. `high` may point to c or d's origin. */
CUZK_HD static inline uint64_t cuzk_mul_add(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t *high)
{
    cuzk_u128 sum = (cuzk_u128)a * b + c + d;
    *high = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
}

#endif
