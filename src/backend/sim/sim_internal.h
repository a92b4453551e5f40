/* SPDX-License-Identifier: Apache-2.0
 *
 * The sim backend's own structs. One lock a device guards everything in it.
 */
#ifndef CUZK_BACKEND_SIM_INTERNAL_H
#define CUZK_BACKEND_SIM_INTERNAL_H

#include <pthread.h>

#include "backend/sim/sim.h"

typedef struct sim_device {
    cuzk_device base; /* first */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* an event was reached, a queue ran empty, the clock or a hang was let go */
    uint64_t now_ns;
    bool manual_clock, real_clock, lost;
    uint64_t kernels_ready_ns; /* with a real clock: when the last operation that computes ended */
    uint64_t pageable_ns_per_kib, alloc_ns, driver_delay_ns;
    cuzk_buffer *pinned; /* all page-locked buffers: what lies in one is copied at full speed */
    uint64_t duration_ns[CUZK_SIM_OPERATION_COUNT];
    uint64_t memory_bytes;
    uint64_t fault_in[CUZK_SIM_FAULT_COUNT]; /* calls or operations until it strikes; 0: not armed */
    cuzk_status fault_status[CUZK_SIM_FAULT_COUNT];
    cuzk_sim_counts counts;
    cuzk_queue *queues; /* in the order of creation */
} sim_device;

/* Head of whatever an operation can use. */
typedef struct sim_object {
    sim_device *device;
    uint64_t *alive; /* the device's count of its kind */
    uint32_t uses;   /* queued operations that name it */
    bool retired;    /* destroyed too early: freed with its last use */
} sim_object;

struct cuzk_buffer {
    sim_object object;
    cuzk_place place;
    size_t size_bytes;
    cuzk_buffer *pinned_next;
    _Alignas(64) unsigned char bytes[];
};

struct cuzk_matrix {
    sim_object object;
    uint64_t row_count, column_count, entry_count;
};

struct cuzk_domain {
    sim_object object;
    uint32_t log2;
};

struct cuzk_base_set {
    sim_object object;
    cuzk_curve_id curve;
    cuzk_group group;
    uint64_t count;
    uint64_t scalar_count; /* scalars that a sum reads, from the job's offset on */
};

struct cuzk_event {
    sim_object object;
    enum { SIM_EVENT_IDLE, SIM_EVENT_PENDING, SIM_EVENT_REACHED } state;
    uint64_t time_ns;
    cuzk_error failure; /* status CUZK_OK if there is none */
};

typedef enum sim_step_kind { SIM_STEP_OPERATION, SIM_STEP_RECORD, SIM_STEP_WAIT } sim_step_kind;

/* One entry of a queue. */
typedef struct sim_step {
    struct sim_step *next;
    sim_step_kind kind;
    cuzk_sim_operation operation;
    uint64_t submitted_ns;
    uint32_t submitter; /* thread, for the trace */
    bool begun, hangs, pageable;
    cuzk_error failure; /* how it will end; status CUZK_OK if it does not fail */
    cuzk_event *event;  /* record, wait */
    unsigned char *dst; /* filled with src's bytes, or with zeros if src is NULL */
    const unsigned char *src;
    size_t size_bytes;
    uint32_t use_count;
    sim_object *uses[]; /* what has to outlive the step */
} sim_step;

struct cuzk_queue {
    sim_device *device;
    cuzk_queue *next;
    sim_step *first, *last;
    uint64_t ready_ns; /* when its last step ended */
    cuzk_error failure;
};

static inline sim_device *sim_of(cuzk_device *device)
{
    return (sim_device *)device;
}

/* Counts a call that can fail and says whether it does, by a fault or since the device is lost. */
cuzk_status cuzk_sim_call(sim_device *device, const char *what, cuzk_error *err);

/* Counts an armed fault down; true if it strikes now. The lock is held. */
bool cuzk_sim_strikes(sim_device *device, cuzk_sim_fault fault);

/* sim_objects.c */
bool cuzk_sim_is_pinned(sim_device *device, const void *memory);
cuzk_status cuzk_sim_buffer_create(cuzk_buffer **out, cuzk_device *device, cuzk_place place, size_t size_bytes,
                                   uint32_t flags, cuzk_error *err);
void cuzk_sim_buffer_destroy(cuzk_buffer *buffer);
void *cuzk_sim_buffer_host(cuzk_buffer *buffer);
cuzk_status cuzk_sim_matrix_create(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                                   cuzk_error *err);
void cuzk_sim_matrix_destroy(cuzk_matrix *matrix);
uint64_t cuzk_sim_matrix_bytes(const cuzk_matrix *matrix);
cuzk_status cuzk_sim_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve,
                                   uint32_t domain_log2, cuzk_root root, const cuzk_fr *shift, cuzk_error *err);
void cuzk_sim_domain_destroy(cuzk_domain *domain);
uint64_t cuzk_sim_domain_bytes(const cuzk_domain *domain);
cuzk_status cuzk_sim_base_set_create(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve,
                                     cuzk_group group, const void *points, const uint32_t *scalar_index,
                                     uint64_t count, cuzk_error *err);
void cuzk_sim_base_set_destroy(cuzk_base_set *bases);
uint64_t cuzk_sim_base_set_bytes(const cuzk_base_set *bases);
cuzk_status cuzk_sim_event_create(cuzk_event **out, cuzk_device *device, cuzk_error *err);
void cuzk_sim_event_destroy(cuzk_event *event);

/* sim_queue.c */
cuzk_status cuzk_sim_queue_create(cuzk_queue **out, cuzk_device *device, cuzk_error *err);
void cuzk_sim_queue_destroy(cuzk_queue *queue);
void cuzk_sim_queue_reset(cuzk_queue *queue);
void cuzk_sim_event_reset(cuzk_event *event);
cuzk_status cuzk_sim_event_record(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
cuzk_status cuzk_sim_queue_wait(cuzk_queue *queue, cuzk_event *event, cuzk_error *err);
cuzk_status cuzk_sim_event_wait(cuzk_event *event, cuzk_error *err);
bool cuzk_sim_event_reached(cuzk_event *event);
uint64_t cuzk_sim_event_time_ns(cuzk_event *event);

/* Puts a step on a queue; takes it over. */
void cuzk_sim_queue_append(cuzk_queue *queue, sim_step *step);

/* Runs the next step that ends at `until_ns` or before; false if there is none. The lock is held. */
bool cuzk_sim_run_step(sim_device *device, uint64_t until_ns);

/* sim_operations.c */
cuzk_status cuzk_sim_copy_in(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, const void *src,
                             size_t size_bytes, cuzk_error *err);
cuzk_status cuzk_sim_copy_out(cuzk_queue *queue, void *dst, const cuzk_buffer *src, size_t src_offset_bytes,
                              size_t size_bytes, cuzk_error *err);
cuzk_status cuzk_sim_zero(cuzk_queue *queue, cuzk_buffer *dst, size_t dst_offset_bytes, size_t size_bytes,
                          cuzk_error *err);
cuzk_status cuzk_sim_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix,
                          const cuzk_buffer *witness, uint64_t row_total, cuzk_error *err);
cuzk_status cuzk_sim_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                         cuzk_error *err);
cuzk_status cuzk_sim_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                               cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err);
size_t cuzk_sim_msm_result_bytes(const cuzk_base_set *bases);
size_t cuzk_sim_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count);
cuzk_status cuzk_sim_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                         const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err);
cuzk_status cuzk_sim_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err);

#endif
