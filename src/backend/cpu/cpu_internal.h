/* SPDX-License-Identifier: Apache-2.0
 *
 * The cpu backend's own structs.
 *
 * One lock a device guards all queues and events: it is held for a few instructions, while operations take
 * microseconds to seconds. No worker ever waits for an event: a queue whose head is such a wait is put on the
 * event's list and goes on when the event is reached.
 */
#ifndef CUZK_BACKEND_CPU_INTERNAL_H
#define CUZK_BACKEND_CPU_INTERNAL_H

#include <pthread.h>

#include "backend/cpu/cpu.h"
#include "base/memory.h"
#include "base/pool.h"

typedef struct cpu_device {
    cuzk_device base; /* first */
    cuzk_pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* an event was reached or a queue ran empty */
} cpu_device;

struct cuzk_buffer {
    cuzk_place place;
    uint32_t flags;
    cuzk_pages pages;
};

/* Scratch that operations of one queue take turns with. It holds what is derived from witnesses: wiped when freed.
 */
typedef struct cpu_scratch {
    cuzk_pages pages;
} cpu_scratch;

/* An entry of a queue. Operations have a `run`, which is called on a worker with no lock held; records and waits
 * have an event. */
typedef struct cpu_step {
    struct cpu_step *next;
    enum { CPU_STEP_RUN, CPU_STEP_RECORD, CPU_STEP_WAIT } kind;
    cuzk_status (*run)(struct cpu_step *step, cuzk_queue *queue, cuzk_error *err);
    cuzk_event *event;
    /* For the trace. */
    uint16_t trace_kind; /* NONE: not recorded */
    uint64_t trace_value, submitted_ns;
    uint32_t submitter;
} cpu_step;

struct cuzk_queue {
    cpu_device *device;
    cuzk_task task;     /* runs the head */
    cuzk_pages scratch; /* the running operation's; it holds what comes from witnesses and is wiped when freed */
    /* Guarded by the device's lock. */
    cpu_step *first, *last;
    bool running;             /* the head is with the pool */
    cuzk_queue *next_waiting; /* in the list of the event that the head waits for */
    cuzk_error failure;       /* status CUZK_OK if there is none */
};

struct cuzk_event {
    cpu_device *device;
    /* Guarded by the device's lock. */
    enum { CPU_EVENT_IDLE, CPU_EVENT_PENDING, CPU_EVENT_REACHED } state;
    uint64_t time_ns;
    cuzk_error failure;
    cuzk_queue *waiting;
};

static inline cpu_device *cpu_of(cuzk_device *device)
{
    return (cpu_device *)device;
}

/* ---- cpu_queue.c ---- */

cuzk_status cuzk_cpu_queue_create(cuzk_queue **out, cuzk_device *device, cuzk_error *err);
void cuzk_cpu_queue_destroy(cuzk_queue *queue);
void cuzk_cpu_queue_reset(cuzk_queue *queue);
cuzk_status cuzk_cpu_event_create(cuzk_event **out, cuzk_device *device, cuzk_error *err);
void cuzk_cpu_event_destroy(cuzk_event *event);
void cuzk_cpu_event_reset(cuzk_event *event);
cuzk_status cuzk_cpu_event_record(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
cuzk_status cuzk_cpu_queue_wait(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
cuzk_status cuzk_cpu_event_wait(cuzk_event *event, cuzk_error *err);
bool cuzk_cpu_event_reached(cuzk_event *event);
uint64_t cuzk_cpu_event_time_ns(cuzk_event *event);

/* A zeroed step of size_bytes whose first member is a cpu_step with this `run`; `out` is the address of a pointer to
 * it. */
cuzk_status cuzk_cpu_step_create(void *out, size_t size_bytes,
                                 cuzk_status (*run)(cpu_step *step, cuzk_queue *queue, cuzk_error *err),
                                 const char *what, cuzk_error *err);

/* Puts a step on a queue, which takes it over. */
void cuzk_cpu_queue_append(cuzk_queue *queue, cpu_step *step);

/* At least size_bytes of the queue's scratch, page-aligned, for the operation that runs now. */
cuzk_status cuzk_cpu_queue_scratch(void **out, cuzk_queue *queue, size_t size_bytes, cuzk_error *err);

/* ---- cpu_buffer.c ---- */

cuzk_status cuzk_cpu_buffer_create(cuzk_buffer **out, cuzk_device *device, cuzk_place place, size_t size_bytes,
                                   uint32_t flags, cuzk_error *err);
void cuzk_cpu_buffer_destroy(cuzk_buffer *buffer);
void *cuzk_cpu_buffer_host(cuzk_buffer *buffer);
cuzk_status cuzk_cpu_copy_in(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                             size_t size_bytes, cuzk_error *err);
cuzk_status cuzk_cpu_copy_out(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                              size_t size_bytes, cuzk_error *err);
cuzk_status cuzk_cpu_zero(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                          cuzk_error *err);

/* CUZK_E_ARGUMENT unless size_bytes at the offset lie inside the buffer. */
cuzk_status cuzk_cpu_check_range(const cuzk_buffer *buffer, uint64_t offset_bytes, uint64_t size_bytes,
                                 const char *what, cuzk_error *err);

/* The same for elements of Fr. */
cuzk_status cuzk_cpu_check_elements(const cuzk_buffer *buffer, uint64_t offset, uint64_t count, const char *what,
                                    cuzk_error *err);

/* ---- cpu_matrix.c ---- */

cuzk_status cuzk_cpu_matrix_create(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                                   cuzk_error *err);
void cuzk_cpu_matrix_destroy(cuzk_matrix *matrix);
uint64_t cuzk_cpu_matrix_bytes(const cuzk_matrix *matrix);
cuzk_status cuzk_cpu_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix,
                          const cuzk_buffer *witness, uint64_t row_total, cuzk_error *err);

/* ---- cpu_domain.c ---- */

cuzk_status cuzk_cpu_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve,
                                   uint32_t domain_log2, cuzk_root root, const cuzk_fr *shift, cuzk_error *err);
void cuzk_cpu_domain_destroy(cuzk_domain *domain);
uint64_t cuzk_cpu_domain_bytes(const cuzk_domain *domain);
cuzk_status cuzk_cpu_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                         cuzk_error *err);
cuzk_status cuzk_cpu_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                               cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err);

/* ---- cpu_sums.c ---- */

cuzk_status cuzk_cpu_base_set_create(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve,
                                     cuzk_group group, const void *points, const uint32_t *scalar_index,
                                     uint64_t count, cuzk_error *err);
void cuzk_cpu_base_set_destroy(cuzk_base_set *bases);
uint64_t cuzk_cpu_base_set_bytes(const cuzk_base_set *bases);
size_t cuzk_cpu_msm_result_bytes(const cuzk_base_set *bases);
size_t cuzk_cpu_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count);
cuzk_status cuzk_cpu_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                         const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err);
cuzk_status cuzk_cpu_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err);

#endif
