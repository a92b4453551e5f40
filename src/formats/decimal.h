/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers of several limbs as text.
 */
#ifndef CUZK_FORMATS_DECIMAL_H
#define CUZK_FORMATS_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DECIMAL_LIMBS_MAX = 8,
};

/* Characters that `limbs` limbs take at most, the final zero byte included: 64 bits are 19.27 digits. */
#define DECIMAL_CHARS(limbs) ((limbs)*20 + 1)

/* Writes the integer without leading zeros ("0" for zero). `out` has DECIMAL_CHARS(limb_count) bytes; limb_count is
 * at most DECIMAL_LIMBS_MAX. */
void cuzk_decimal_format(char *out, const uint64_t *limbs, size_t limb_count);

/* "0x" and exactly `digit_count` digits, most significant first. `out` has digit_count + 3 bytes. */
void cuzk_hex_format(char *out, const uint64_t *limbs, size_t digit_count);

/* Digits 0-9 without leading zeros ("0" itself is fine), or "0x" and 1 to 16 * limb_count hexadecimal digits, of
 * either case, leading zeros allowed. False, with out undefined, for anything else and for what does not fit. */
bool cuzk_integer_parse(uint64_t *out, size_t limb_count, const char *text, size_t length);

#endif
