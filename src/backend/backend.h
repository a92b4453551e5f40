/* SPDX-License-Identifier: Apache-2.0
 *
 * The backend contract: coarse operations over opaque buffers, on queues with events.
 *
 * A backend fills in a cuzk_backend and, for each open device, a cuzk_device whose ops it implements. Everything
 * above (groth16, engine) computes through these alone.
 *
 * Order      Operations of one queue run in the order in which they were put there; different queues run side by
 *            side, ordered by events alone. All operations that take a queue return as soon as the work is queued.
 * Failures   What cannot be queued returns its status at once. What fails while running makes its queue fail: later
 *            operations of that queue are skipped, and the status and message come out of event_wait for every
 *            event that is recorded there, until queue_reset. A queue that waits for such an event fails with it.
 *            Nothing ends the process.
 * Lifetime   Buffers, matrices, domains and base sets must outlive the operations that use them: wait for an event
 *            recorded after these before destroying. Destroying a queue waits for it.
 * Addresses  Nothing in a queued operation may depend on the caller's stack. Parameters are copied when queued.
 * Threads    All functions may be called from any thread; one queue is fed by one thread at a time.
 * Secrets    A buffer that held a witness is overwritten through `zero` before it serves another circuit;
 *            buffer_destroy overwrites buffers made with CUZK_BUFFER_SECRET by itself.
 *
 * Forms of field elements in device buffers are the backend's matter, except at the borders named here: witness and
 * MSM scalars are canonical, 32 bytes each; transforms are linear and keep the form they find.
 */
#ifndef CUZK_BACKEND_CONTRACT_H
#define CUZK_BACKEND_CONTRACT_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/ntt.h>

#include "trace/record.h"

typedef struct cuzk_buffer cuzk_buffer;
typedef struct cuzk_queue cuzk_queue;
typedef struct cuzk_event cuzk_event;
typedef struct cuzk_matrix cuzk_matrix;
typedef struct cuzk_domain cuzk_domain;
typedef struct cuzk_base_set cuzk_base_set;

enum {
    CUZK_BACKEND_CONTRACT_VERSION =
        3, /* raised by every change of what modules see of it; they carry the one known */
};

typedef enum cuzk_place {
    CUZK_PLACE_HOST = 0,   /* pageable host memory */
    CUZK_PLACE_PINNED = 1, /* page-locked host memory, where the backend has such a thing; else host memory */
    CUZK_PLACE_DEVICE = 2,
} cuzk_place;

enum {
    CUZK_BUFFER_SECRET = 1, /* flags of buffer_create */
};

/* A sparse matrix over Fr in compressed rows. Coefficients are shared: entry k of the matrix is
 * coefficients[coefficient_index[k]] at column[k]. A row may name a column more than once: entries add up. */
typedef struct cuzk_matrix_view {
    cuzk_curve_id curve;
    uint64_t row_count;                /* rows beyond it, up to the domain, are zero */
    uint64_t column_count;             /* wires */
    uint64_t entry_count;              /* row_start[row_count] */
    const uint64_t *row_start;         /* row_count + 1 */
    const uint32_t *column;            /* entry_count, each below column_count */
    const uint32_t *coefficient_index; /* entry_count, each below coefficient_count */
    const cuzk_fr *coefficients;       /* Montgomery form; index 0 is 1, index 1 is -1, always there */
    uint64_t coefficient_count;
} cuzk_matrix_view;

/* One sum of a group of sums over the same scalars. Term i of the sum is
 *     bases[i] * scalars[scalar_offset + (scalar_index ? scalar_index[i] : i)]
 * with the base set's own scalar_index. `result_offset` is where result_bytes of the base set go in the results. */
typedef struct cuzk_msm_job {
    const cuzk_base_set *bases;
    uint64_t scalar_offset;
    uint64_t result_offset_bytes;
} cuzk_msm_job;

typedef struct cuzk_device_ops {
    void (*close)(cuzk_device *device);

    /* Buffers. buffer_host gives the address of a HOST or PINNED buffer, NULL for a DEVICE buffer. */
    cuzk_status (*buffer_create)(cuzk_buffer **out, cuzk_device *device, cuzk_place place, size_t size_bytes,
                                 uint32_t flags, cuzk_error *err);
    void (*buffer_destroy)(cuzk_buffer *buffer); /* NULL is fine in every destroy */
    void *(*buffer_host)(cuzk_buffer *buffer);

    /* Queues and events. An event is recorded at most once between two event_resets; waiting for one that was never
     * recorded returns at once. event_wait blocks the calling thread and gives the status of the work before the
     * event. event_time gives the host's monotonic clock at which the event was reached; the event must be reached.
     */
    cuzk_status (*queue_create)(cuzk_queue **out, cuzk_device *device, cuzk_error *err);
    void (*queue_destroy)(cuzk_queue *queue);
    void (*queue_reset)(cuzk_queue *queue); /* waits for the queue and forgets its failure */
    cuzk_status (*event_create)(cuzk_event **out, cuzk_device *device, cuzk_error *err);
    void (*event_destroy)(cuzk_event *event);
    void (*event_reset)(cuzk_event *event);
    cuzk_status (*event_record)(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
    cuzk_status (*queue_wait)(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
    cuzk_status (*event_wait)(cuzk_event *event, cuzk_error *err);
    bool (*event_reached)(cuzk_event *event);
    uint64_t (*event_time_ns)(cuzk_event *event);

    /* Copies and fills; byte offsets and sizes. The host side of a copy must stay unchanged until the copy is done.
     */
    cuzk_status (*copy_in)(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                           size_t size_bytes, cuzk_error *err);
    cuzk_status (*copy_out)(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                            size_t size_bytes, cuzk_error *err);
    cuzk_status (*zero)(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                        cuzk_error *err);

    /* Sparse matrices. The view is the caller's; a backend on the host may go on using its arrays, so they must
     * stay unchanged until matrix_destroy. spmv: out[row] = sum of entries * witness, canonical, rows 0..row_total
     * - 1, those from row_count on being 0. */
    cuzk_status (*matrix_create)(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                                 cuzk_error *err);
    void (*matrix_destroy)(cuzk_matrix *matrix);
    uint64_t (*matrix_bytes)(const cuzk_matrix *matrix); /* device memory that it takes */
    cuzk_status (*spmv)(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix, const cuzk_buffer *witness,
                        uint64_t row_total, cuzk_error *err);

    /* Transforms. `shift` as for cuzk_ntt_plan_create. ntt works in place on the first 2^domain_log2 elements. */
    cuzk_status (*domain_create)(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve, uint32_t domain_log2,
                                 cuzk_root root, const cuzk_fr *shift, cuzk_error *err);
    void (*domain_destroy)(cuzk_domain *domain);
    uint64_t (*domain_bytes)(const cuzk_domain *domain); /* device memory that it takes */
    cuzk_status (*ntt)(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                       cuzk_error *err);

    /* The scalars of the h sum, canonical, into `a`, from a, b and c as spmv left them, each of N elements; all
     * three are used up. `has_c` false: c is scratch, and C.w is taken to be (A.w) * (B.w) entry by entry.
     * CUZK_H_ODD_COSET needs the domain's default shift. */
    cuzk_status (*h_scalars)(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                             cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err);

    /* Base sets: `count` affine points (packed, Montgomery form, none the identity) prepared for many sums.
     * `scalar_index` (count entries, ascending) may be NULL for 0, 1, 2, ... A backend on the host may go on using
     * both arrays, so they must stay unchanged until base_set_destroy. A sum's result is an opaque record of
     * result_bytes; msm_fold turns a record (copied out to the host) into an affine point, packed, Montgomery form,
     * on the calling thread: the last folds that are faster on a CPU. */
    cuzk_status (*base_set_create)(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve, cuzk_group group,
                                   const void *points, const uint32_t *scalar_index, uint64_t count,
                                   cuzk_error *err);
    void (*base_set_destroy)(cuzk_base_set *bases);
    uint64_t (*base_set_bytes)(const cuzk_base_set *bases); /* device memory that it takes */
    size_t (*msm_result_bytes)(const cuzk_base_set *bases);
    size_t (*msm_workspace_bytes)(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count);
    cuzk_status (*msm)(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                       const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err);
    cuzk_status (*msm_fold)(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err);
} cuzk_device_ops;

/* Common head of every backend's device; the backend's own struct begins with it. */
struct cuzk_device {
    const cuzk_device_ops *ops;
    cuzk_device_info info;
    cuzk_device_options options; /* resolved: no field is 0 or AUTO any more */
    struct cuzk_slots *slots;    /* made and freed by cuzk_device_open and cuzk_device_close */
    /* Where the backend and the prover record what happens on the device, made and freed likewise. An engine drains
     * it; without one it fills up and further records are dropped. */
    struct cuzk_trace_ring *trace;
    uint32_t trace_taken; /* by the one reader that there can be: cuzk_device_trace_take */
};

typedef struct cuzk_backend {
    const char *name;
    cuzk_status (*list)(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err);
    cuzk_status (*open)(cuzk_device **out, uint32_t index, const cuzk_device_options *options, cuzk_error *err);
} cuzk_backend;

/* The ring of a device for its one reader (backend/device_trace.c): NULL while another has it. give lets go of what take
 * gave; NULL is fine. */
struct cuzk_trace_ring *cuzk_device_trace_take(cuzk_device *device);
void cuzk_device_trace_give(cuzk_device *device, struct cuzk_trace_ring *ring);

/* Records a step of the calling thread on the device. */
void cuzk_device_trace_step(cuzk_device *device, cuzk_trace_kind kind, uint64_t begin_ns, uint64_t end_ns,
                            uint64_t value);

/* Pending slots of a device (backend/slots.c). acquire waits for a free slot and gives its number, 0..slot_count -
 * 1; waiters are served first come, first served. */
uint32_t cuzk_device_slot_acquire(cuzk_device *device);
void cuzk_device_slot_release(cuzk_device *device, uint32_t slot);

/* What users of a slot leave there for the next one (buffers, queues): NULL at first. Only who holds the slot may
 * ask or set. A state that is there stays the device's: its `destroy` is called when the device is closed or
 * trimmed, not by set_state. */
typedef struct cuzk_slot_state {
    void (*destroy)(struct cuzk_slot_state *state);
} cuzk_slot_state;
cuzk_slot_state *cuzk_device_slot_state(cuzk_device *device, uint32_t slot);
void cuzk_device_slot_set_state(cuzk_device *device, uint32_t slot, cuzk_slot_state *state);

/* Destroys the states of the slots that are free now, to give their memory back. */
void cuzk_device_slots_trim(cuzk_device *device);

#endif
