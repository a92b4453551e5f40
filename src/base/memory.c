/* SPDX-License-Identifier: Apache-2.0 */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

bool cuzk_size_mul(size_t *out, size_t a, size_t b)
{
    size_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *out = product;
    return true;
}

bool cuzk_size_add(size_t *out, size_t a, size_t b)
{
    size_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *out = sum;
    return true;
}

void cuzk_wipe(void *memory, size_t size_bytes)
{
    if (size_bytes == 0)
        return;
    explicit_bzero(memory, size_bytes);
}

void *cuzk_calloc_aligned(size_t count, size_t size_bytes)
{
    size_t total, rounded;
    if (!cuzk_size_mul(&total, count, size_bytes) || !cuzk_size_add(&rounded, total, 64))
        return NULL;
    rounded &= ~(size_t)63;
    void *memory = aligned_alloc(64, rounded);
    if (memory != NULL)
        memset(memory, 0, rounded);
    return memory;
}

static size_t page_round_up(size_t size_bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size_bytes + page - 1) / page * page;
}

cuzk_status cuzk_pages_alloc(cuzk_pages *out, size_t size_bytes, const char *what, cuzk_error *err)
{
    cuzk_pages pages = {NULL, size_bytes};
    if (size_bytes > SIZE_MAX / 2)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %s: %zu bytes", what, size_bytes);
    if (size_bytes > 0) {
        pages.bytes = mmap(NULL, page_round_up(size_bytes), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages.bytes == MAP_FAILED)
            return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for %s: %zu bytes", what, size_bytes);
        /* Fewer TLB misses on gigabytes of points; without it everything still works. */
        (void)madvise(pages.bytes, page_round_up(size_bytes), MADV_HUGEPAGE);
    }
    *out = pages;
    return CUZK_OK;
}

void cuzk_pages_shrink(cuzk_pages *pages, size_t size_bytes)
{
    if (pages->bytes == NULL || size_bytes >= pages->size_bytes)
        return;
    size_t old_span = page_round_up(pages->size_bytes), new_span = page_round_up(size_bytes);
    if (new_span < old_span)
        munmap((char *)pages->bytes + new_span, old_span - new_span);
    pages->size_bytes = size_bytes;
    if (new_span == 0)
        pages->bytes = NULL;
}

void cuzk_pages_free(cuzk_pages *pages)
{
    if (pages->bytes != NULL)
        munmap(pages->bytes, page_round_up(pages->size_bytes));
    pages->bytes = NULL;
    pages->size_bytes = 0;
}
