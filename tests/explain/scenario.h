/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario: what is done to an engine on simulated devices, and what is expected of explain. One line of a file:
 *     NAME KEY=VALUE ... expect=CAUSE[+CAUSE]
 */
#ifndef CUZK_TESTS_SCENARIO_H
#define CUZK_TESTS_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>

/* Name, value without it, what it does. Times in microseconds. */
#define SCENARIO_KEY_MAP(X)                                                                                        \
    X(devices, 1)                                                                                                  \
    X(lanes, 2)                                                                                                    \
    X(jobs, 16)                                                                                                    \
    X(kernel_us, 6000)     /* the sums of a proof */                                                               \
    X(copy_us, 100)        /* the copy of a witness, from any memory */                                            \
    X(copy_out_us, 10)     /* of a result */                                                                       \
    X(arrival_us, 0)       /* sleep between two submissions */                                                     \
    X(pageable_us_kib, 0)  /* on top of a copy from pageable memory, for each KiB */                               \
    X(alloc_us, 0)         /* sleep of each buffer that is made, while proofs keep no buffers */                   \
    X(driver_us, 0)        /* between submission and begin of each kernel */                                       \
    X(start_us, 0)         /* sleep of a start on the host */                                                      \
    X(finish_us, 0)        /* sleep of a finish */                                                                 \
    X(verify_us, 0)        /* sleep of a verification */                                                           \
    X(finalizers, 0)       /* threads; 0: the default */                                                           \
    X(device_lock_us, 0)   /* sleep of a start while it holds a lock that all starts take */                       \
    X(tracker_hold_us, 0)  /* sleep of a finish while it holds the engine's lock */                                \
    X(occupied_us, 0)      /* sleep that is put before each second start on its thread */                          \
    X(vram_one, 0)         /* 1: the device's budget holds one proof */                                            \
    X(host_one, 0)         /* 1: the host's budget holds one witness */                                            \
    X(retry_us, 1000)      /* sleep of a submitter that was refused */                                             \
    X(key_every, 0)        /* after so many jobs the next circuit is loaded, and waited for */                     \
    X(key_us, 0)           /* sleep of each buffer of such a load */                                               \
    X(pause_us, 0)         /* the engine is paused for so long after a quarter of the jobs */                      \
    X(fault_every, 0)      /* each so-many-th operation fails */                                                   \
    X(throttle_percent, 0) /* kernels take that much longer after half of the jobs */

typedef struct scenario {
    char name[64];
#define X(key, otherwise) uint64_t key;
    SCENARIO_KEY_MAP(X)
#undef X
    char expected[2][32]; /* "device" or a cause; the second may be "" */
} scenario;

/* false, with a sentence on stderr, if the line is none. */
bool scenario_parse(scenario *out, const char *line);

/* Runs it and writes the trace to `path`. */
void scenario_run(const scenario *s, const char *path);

/* The same without the cause that is expected, for the check of what-if; false if that cannot be taken away. */
bool scenario_without(scenario *out, const scenario *s);

#endif
