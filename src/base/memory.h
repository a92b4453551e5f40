/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory: overflow-checked sizes, large page-backed arrays, wiping.
 */
#ifndef CUZK_BASE_MEMORY_H
#define CUZK_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuzk/status.h>

/* *out = a * b or a + b; false, with *out untouched, if that does not fit. */
bool cuzk_size_mul(size_t *out, size_t a, size_t b);
bool cuzk_size_add(size_t *out, size_t a, size_t b);

/* Overwrites memory in a way that the compiler keeps. NULL with size 0 is fine. */
void cuzk_wipe(void *memory, size_t size_bytes);

/* Zeroed heap memory of count * size bytes, 64-byte aligned; NULL if there is none or the product overflows. A zero
 * product gives a valid pointer. Free with free(). */
void *cuzk_calloc_aligned(size_t count, size_t size_bytes);

/* An array in pages of its own, zeroed, page-aligned: pages that are never touched cost nothing, and what is not
 * needed can be given back. For what grows with a circuit. */
typedef struct cuzk_pages {
    void *bytes;
    size_t size_bytes; /* as asked for */
} cuzk_pages;

/* Size 0 gives bytes = NULL. `what` names the thing in the message of CUZK_E_NO_MEMORY. */
cuzk_status cuzk_pages_alloc(cuzk_pages *out, size_t size_bytes, const char *what, cuzk_error *err);

/* Gives back the pages beyond the first size_bytes; the pointer stays. */
void cuzk_pages_shrink(cuzk_pages *pages, size_t size_bytes);
void cuzk_pages_free(cuzk_pages *pages);

#endif
