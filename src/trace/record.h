/* SPDX-License-Identifier: Apache-2.0
 *
 * A trace record: one step that ended, or one thing that happened. 48 bytes, written without allocation, lock or
 * formatting. What each kind means: docs/formats/trace.md.
 */
#ifndef CUZK_TRACE_RECORD_H
#define CUZK_TRACE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* Enum name, text, whether duration_ns is a duration (a step that ended at time_ns) or a number of the event's. New
 * kinds go to the end: the numbers are in files. */
#define CUZK_TRACE_KIND_MAP(X)                                                                                     \
    X(JOB_SUBMITTED, "job_submitted", false)     /* value: partitions */                                           \
    X(JOB_ENDED, "job_ended", false)             /* value: cuzk_job_state */                                       \
    X(READY, "ready", false)                     /* a partition waits for a lane; value: 1 if it is tried again */ \
    X(ASSIGNED, "assigned", false)               /* a lane was given to it */                                      \
    X(PARTITION_ENDED, "partition_ended", false) /* value: cuzk_partition_state */                                 \
    X(START, "start", true)                      /* prove_start */                                                 \
    X(FINISH, "finish", true)                    /* prove_finish */                                                \
    X(VERIFY, "verify", true)                                                                                      \
    X(ABANDON, "abandon", true)                                                                                    \
    X(RELEASE, "release", true)     /* the witness is wiped and freed */                                           \
    X(CALLBACK, "callback", true)   /* the caller's own code */                                                    \
    X(SYNTHESIS, "synthesis", true) /* the witness is made ready; value: bytes */                                  \
    X(KEY_LOAD, "key_load", true)   /* a key goes to a device; value: bytes */                                     \
    X(LOCK_WAIT, "lock_wait", true) /* value: cuzk_trace_lock in the low byte, the holder's thread above it */     \
    X(LOCK_HELD, "lock_held", true) /* long enough to matter; value: cuzk_trace_lock */                            \
    X(SLOT_WAIT, "slot_wait", true) /* prove_start waits for a pending slot */                                     \
    X(KERNEL, "kernel", true)       /* value: operation in the low byte, ns from submission to begin above it */   \
    X(COPY_IN, "copy_in", true)     /* value: bytes; the top bit is set if from pageable memory */                 \
    X(COPY_OUT, "copy_out", true)                                                                                  \
    X(ALLOC, "alloc", true)              /* memory of a device or page-locked; value: bytes */                     \
    X(HOST_STEP, "host_step", true)      /* work of a started partition on the CPU */                              \
    X(TRIM, "trim", true)                /* memory is given back to the system; value: bytes */                    \
    X(BUDGET_WAIT, "budget_wait", true)  /* value: cuzk_trace_budget */                                            \
    X(BLOCKED, "blocked", false)         /* why lanes are idle from now on; value: cuzk_trace_block */             \
    X(PAUSED, "paused", false)           /* value: 1 from now on, 0 no more */                                     \
    X(FAULT, "fault", false)             /* an attempt failed; value: cuzk_status */                               \
    X(QUARANTINE, "quarantine", false)   /* value: 1 from now on, 0 no more */                                     \
    X(BEGIN, "begin", false)             /* the engine is there */                                                 \
    X(END, "end", false)                 /* and gone */                                                            \
    X(LOST, "lost", false)               /* value: records that found no room */                                   \
    X(RUN_DELAY, "run_delay", true)      /* a thread was ready and did not run, since its last such record */      \
    X(PAGE_FAULTS, "page_faults", false) /* of the process since the last; duration_ns: minor, value: major */     \
    X(REFUSED, "refused", false)         /* a submission, since a budget was full; value: cuzk_trace_budget */

typedef enum cuzk_trace_kind {
    CUZK_TRACE_NONE = 0,
#define X(name, text, interval) CUZK_TRACE_##name,
    CUZK_TRACE_KIND_MAP(X)
#undef X
        CUZK_TRACE_KIND_COUNT
} cuzk_trace_kind;

typedef enum cuzk_trace_lock {
    CUZK_TRACE_LOCK_TRACKER = 1, /* the engine's */
    CUZK_TRACE_LOCK_DEVICE = 2,  /* whatever serialises the users of a device */
} cuzk_trace_lock;

typedef enum cuzk_trace_budget {
    CUZK_TRACE_BUDGET_HOST = 1,
    CUZK_TRACE_BUDGET_PINNED = 2,
    CUZK_TRACE_BUDGET_VRAM = 3,
} cuzk_trace_budget;

/* Why the scheduler leaves lanes of a device idle. */
typedef enum cuzk_trace_block {
    CUZK_TRACE_BLOCK_NONE = 0, /* all lanes are taken */
    CUZK_TRACE_BLOCK_EMPTY = 1,
    CUZK_TRACE_BLOCK_VRAM = 2, /* partitions wait, no memory on the device */
    CUZK_TRACE_BLOCK_KEY = 3,  /* partitions wait whose key is not on the device */
    CUZK_TRACE_BLOCK_UNUSABLE = 4,
    CUZK_TRACE_BLOCK_PAUSED = 5,
} cuzk_trace_block;

typedef enum cuzk_trace_operation {
    CUZK_TRACE_OPERATION_OTHER = 0,
    CUZK_TRACE_OPERATION_SPMV = 1,
    CUZK_TRACE_OPERATION_NTT = 2,
    CUZK_TRACE_OPERATION_H_SCALARS = 3,
    CUZK_TRACE_OPERATION_MSM = 4,
    CUZK_TRACE_OPERATION_ZERO = 5,
    CUZK_TRACE_OPERATION_COUNT = 6,
} cuzk_trace_operation;

#define CUZK_TRACE_PAGEABLE  (UINT64_C(1) << 63)
#define CUZK_TRACE_NO_DEVICE UINT16_MAX

typedef struct cuzk_trace_record {
    uint64_t time_ns; /* monotonic clock; of a step, its end */
    uint64_t job;     /* 0: none */
    uint64_t duration_ns, value;
    uint32_t partition, worker; /* worker: the kernel's number of the thread */
    uint16_t kind, device, lane;
    uint8_t attempt; /* from 1; 0: none */
    uint8_t status;  /* cuzk_status, where a step can fail */
} cuzk_trace_record;

#ifdef __cplusplus
static_assert(sizeof(cuzk_trace_record) == 48, "a record and its turn fill a line of cache");
#else
_Static_assert(sizeof(cuzk_trace_record) == 48, "a record and its turn fill a line of cache");
#endif

/* "start", ...; "unknown" for another value. */
const char *cuzk_trace_kind_name(uint32_t kind);
const char *cuzk_trace_operation_name(uint64_t operation);
bool cuzk_trace_kind_is_step(uint32_t kind);

static inline uint64_t trace_record_begin_ns(const cuzk_trace_record *record)
{
    return record->time_ns - record->duration_ns;
}

/* The kernel's number of the calling thread, asked for once. */
uint32_t cuzk_trace_thread(void);

#endif
