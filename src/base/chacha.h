/* SPDX-License-Identifier: Apache-2.0
 *
 * A reproducible stream of bytes from a 32-byte key: ChaCha20 (RFC 8439) over zeros, nonce 0, from block 0. For
 * what must come out the same from the same seed; secrets come from base/random.h.
 */
#ifndef CUZK_BASE_CHACHA_H
#define CUZK_BASE_CHACHA_H

#include <stddef.h>
#include <stdint.h>

enum {
    CUZK_CHACHA_KEY_BYTES = 32,
    CUZK_CHACHA_BLOCK_BYTES = 64,
};

typedef struct cuzk_chacha {
    uint32_t state[16];
    uint8_t block[CUZK_CHACHA_BLOCK_BYTES];
    size_t used_bytes; /* of block */
} cuzk_chacha;

void cuzk_chacha_init(cuzk_chacha *stream, const uint8_t key[CUZK_CHACHA_KEY_BYTES]);

/* The same with another nonce (three words, RFC 8439 section 2.3): a separate stream of the same key. */
void cuzk_chacha_init_nonce(cuzk_chacha *stream, const uint8_t key[CUZK_CHACHA_KEY_BYTES], const uint32_t nonce[3]);

/* The next size_bytes. A stream has 256 GiB, after which it repeats. */
void cuzk_chacha_read(cuzk_chacha *stream, void *out, size_t size_bytes);
uint64_t cuzk_chacha_u64(cuzk_chacha *stream);

#endif
