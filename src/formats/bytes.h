/* SPDX-License-Identifier: Apache-2.0
 *
 * Little-endian integers at any address.
 */
#ifndef CUZK_FORMATS_BYTES_H
#define CUZK_FORMATS_BYTES_H

#include <stdint.h>
#include <string.h>

/* Points and field elements are copied between files and limbs as they lie. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file formats are those of a little-endian machine");

static inline uint32_t bytes_load_u32(const void *bytes)
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline uint64_t bytes_load_u64(const void *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline void bytes_store_u32(void *bytes, uint32_t value)
{
    memcpy(bytes, &value, sizeof value);
}

static inline void bytes_store_u64(void *bytes, uint64_t value)
{
    memcpy(bytes, &value, sizeof value);
}

#endif
