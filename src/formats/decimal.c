/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/decimal.h"

#include <assert.h>
#include <string.h>

#include "field/field_defs.h"

enum {
    DECIMAL_CHUNK_DIGITS = 19, /* the most digits of which every number fits in 64 bits */
};

#define DECIMAL_CHUNK 10000000000000000000u

/* Divides in place by 10^19 and gives the remainder. */
static uint64_t decimal_take_chunk(uint64_t *limbs, size_t limb_count)
{
    cuzk_u128 rest = 0;
    for (size_t i = limb_count; i-- > 0;) {
        rest = rest << 64 | limbs[i];
        limbs[i] = (uint64_t)(rest / DECIMAL_CHUNK);
        rest %= DECIMAL_CHUNK;
    }
    return (uint64_t)rest;
}

void cuzk_decimal_format(char *out, const uint64_t *limbs, size_t limb_count)
{
    char digits[DECIMAL_CHUNK_DIGITS * (DECIMAL_LIMBS_MAX + 1)];
    uint64_t left[DECIMAL_LIMBS_MAX];
    assert(limb_count <= DECIMAL_LIMBS_MAX);
    memcpy(left, limbs, limb_count * sizeof *left);
    size_t begin = sizeof digits;
    for (size_t chunk = 0; chunk <= limb_count; chunk++) {
        uint64_t value = decimal_take_chunk(left, limb_count);
        for (int i = 0; i < DECIMAL_CHUNK_DIGITS; i++, value /= 10)
            digits[--begin] = (char)('0' + value % 10);
    }
    while (begin < sizeof digits - 1 && digits[begin] == '0')
        begin++;
    memcpy(out, digits + begin, sizeof digits - begin);
    out[sizeof digits - begin] = '\0';
}

void cuzk_hex_format(char *out, const uint64_t *limbs, size_t digit_count)
{
    *out++ = '0';
    *out++ = 'x';
    for (size_t i = digit_count; i-- > 0;)
        *out++ = "0123456789abcdef"[limbs[i / 16] >> (i % 16 * 4) & 15];
    *out = '\0';
}

/* limbs = limbs * factor + addend; false if that does not fit. */
static bool integer_mul_add(uint64_t *limbs, size_t limb_count, uint64_t factor, uint64_t addend)
{
    for (size_t i = 0; i < limb_count; i++)
        limbs[i] = cuzk_mul_add(limbs[i], factor, addend, 0, &addend);
    return addend == 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool cuzk_integer_parse(uint64_t *out, size_t limb_count, const char *text, size_t length)
{
    unsigned base = 10;
    memset(out, 0, limb_count * sizeof *out);
    if (length > 2 && text[0] == '0' && text[1] == 'x') {
        base = 16;
        text += 2;
        length -= 2;
        if (length > 16 * limb_count)
            return false;
    } else if (length == 0 || (length > 1 && text[0] == '0')) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0 || (unsigned)digit >= base || !integer_mul_add(out, limb_count, base, (unsigned)digit))
            return false;
    }
    return true;
}
