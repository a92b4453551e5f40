/* SPDX-License-Identifier: Apache-2.0
 *
 * Keyed digests, to compare requests without keeping them: SipHash-2-4 with a 128-bit result. With a key that is drawn
 * at random and stays in the process, a digest tells nothing of the witness that went into it.
 *
 * Source: Aumasson, Bernstein, "SipHash: a fast short-input PRF", ePrint 2012/351; the 128-bit variant is that of the
 * authors' reference code.
 */
#ifndef CUZK_ENGINE_DIGEST_H
#define CUZK_ENGINE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

typedef struct digest_key {
    uint64_t k[2];
} digest_key;

typedef struct digest {
    uint64_t word[2];
} digest;

typedef struct digest_state {
    uint64_t v[4];
    uint64_t total_bytes;
    uint64_t tail; /* bytes of the last word that is not whole */
} digest_state;

void cuzk_digest_begin(digest_state *out, const digest_key *key);
void cuzk_digest_add(digest_state *state, const void *bytes, size_t size_bytes);
void cuzk_digest_end(digest *out, digest_state *state);

#endif
