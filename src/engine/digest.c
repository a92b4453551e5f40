/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/digest.h"

#include <string.h>

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static void rounds(uint64_t v[4], int count)
{
    for (int i = 0; i < count; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

static void add_word(digest_state *state, uint64_t word)
{
    state->v[3] ^= word;
    rounds(state->v, 2);
    state->v[0] ^= word;
}

void cuzk_digest_begin(digest_state *out, const digest_key *key)
{
    out->v[0] = key->k[0] ^ UINT64_C(0x736f6d6570736575);
    out->v[1] = key->k[1] ^ UINT64_C(0x646f72616e646f6d) ^ 0xee;
    out->v[2] = key->k[0] ^ UINT64_C(0x6c7967656e657261);
    out->v[3] = key->k[1] ^ UINT64_C(0x7465646279746573);
    out->total_bytes = out->tail = 0;
}

/* Words are read little-endian, byte by byte, so that a digest is the same on every machine. */
void cuzk_digest_add(digest_state *state, const void *bytes, size_t size_bytes)
{
    const unsigned char *next = bytes;
    for (size_t i = 0; i < size_bytes; i++) {
        unsigned position = (unsigned)(state->total_bytes++ % 8);
        state->tail |= (uint64_t)next[i] << (8 * position);
        if (position == 7) {
            add_word(state, state->tail);
            state->tail = 0;
        }
    }
}

void cuzk_digest_end(digest *out, digest_state *state)
{
    uint64_t *v = state->v;
    add_word(state, state->tail | state->total_bytes << 56);
    v[2] ^= 0xee;
    rounds(v, 4);
    out->word[0] = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    rounds(v, 4);
    out->word[1] = v[0] ^ v[1] ^ v[2] ^ v[3];
}
