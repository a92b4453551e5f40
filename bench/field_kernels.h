/* SPDX-License-Identifier: Apache-2.0
 *
 * What bench/field.c times: operations of one field in one instruction set, run many times over.
 */
#ifndef CUZK_BENCH_FIELD_KERNELS_H
#define CUZK_BENCH_FIELD_KERNELS_H

#include <stdint.h>

typedef struct field_kernel {
    const char *field;
    const char *isa;
    const char *operation;
    /* "latency": each operation waits for the one before; "independent": 8 at a time do not. */
    const char *mode;
    uint64_t per_call; /* operations in one call of run */
    void (*run)(void);
} field_kernel;

/* Ended by an entry without a name. */
extern const field_kernel field_kernels_portable[];
extern const field_kernel field_kernels_adx[];
extern const field_kernel field_kernels_ifma[];

#endif
