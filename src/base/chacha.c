/* SPDX-License-Identifier: Apache-2.0 */
#include "base/chacha.h"

#include <string.h>

static uint32_t load_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store_u32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t rotate_left(uint32_t x, int bits)
{
    return (x << bits) | (x >> (32 - bits));
}

/* RFC 8439, section 2.1. */
static void quarter_round(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 7);
}

/* The next block; word 12 of the state counts them. */
static void chacha_block(cuzk_chacha *stream)
{
    uint32_t x[16];
    memcpy(x, stream->state, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        store_u32(&stream->block[4 * i], x[i] + stream->state[i]);
    stream->state[12]++;
    stream->used_bytes = 0;
}

void cuzk_chacha_init_nonce(cuzk_chacha *stream, const uint8_t key[CUZK_CHACHA_KEY_BYTES], const uint32_t nonce[3])
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}; /* section 2.3 */
    memcpy(stream->state, constants, sizeof constants);
    for (int i = 0; i < 8; i++)
        stream->state[4 + i] = load_u32(&key[4 * i]);
    stream->state[12] = 0;
    memcpy(&stream->state[13], nonce, 3 * sizeof *nonce);
    stream->used_bytes = CUZK_CHACHA_BLOCK_BYTES;
}

void cuzk_chacha_init(cuzk_chacha *stream, const uint8_t key[CUZK_CHACHA_KEY_BYTES])
{
    static const uint32_t nonce[3] = {0};
    cuzk_chacha_init_nonce(stream, key, nonce);
}

void cuzk_chacha_read(cuzk_chacha *stream, void *out, size_t size_bytes)
{
    uint8_t *next = out;
    while (size_bytes > 0) {
        if (stream->used_bytes == CUZK_CHACHA_BLOCK_BYTES)
            chacha_block(stream);
        size_t step = CUZK_CHACHA_BLOCK_BYTES - stream->used_bytes;
        if (step > size_bytes)
            step = size_bytes;
        memcpy(next, stream->block + stream->used_bytes, step);
        stream->used_bytes += step;
        next += step;
        size_bytes -= step;
    }
}

uint64_t cuzk_chacha_u64(cuzk_chacha *stream)
{
    uint8_t bytes[8];
    cuzk_chacha_read(stream, bytes, sizeof bytes);
    return (uint64_t)load_u32(bytes) | (uint64_t)load_u32(bytes + 4) << 32;
}
