/* SPDX-License-Identifier: Apache-2.0 */
#include "seed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* splitmix64 to spread a seed over the state, xoshiro256** to run (Blackman, Vigna, "Scrambled linear pseudorandom
 * number generators", 2021). */
static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

void test_random_init_seed(test_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

void test_random_init(test_random *random, const char *name)
{
    const char *text = getenv("CUZK_TEST_SEED");
    uint64_t seed;
    if (text != NULL) {
        seed = strtoull(text, NULL, 0);
    } else {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_sec * 1000000007u ^ (uint64_t)now.tv_nsec;
    }
    printf("%s: CUZK_TEST_SEED=0x%llx\n", name, (unsigned long long)seed);
    test_random_init_seed(random, seed);
}

uint64_t test_random_u64(test_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t test_random_below(test_random *random, uint64_t bound)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t value;
    do
        value = test_random_u64(random);
    while (value >= limit);
    return value % bound;
}

void test_random_fill(test_random *random, void *out, size_t size_bytes)
{
    unsigned char *next = out;
    while (size_bytes > 0) {
        uint64_t value = test_random_u64(random);
        size_t step = size_bytes < sizeof value ? size_bytes : sizeof value;
        memcpy(next, &value, step);
        next += step;
        size_bytes -= step;
    }
}

uint64_t test_iterations(uint64_t base)
{
    const char *text = getenv("CUZK_TEST_SCALE");
    double scale = text != NULL ? strtod(text, NULL) : 1.0;
    double count = (double)base * scale;
    return count < 1.0 ? 1 : (uint64_t)count;
}
