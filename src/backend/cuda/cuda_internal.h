/* SPDX-License-Identifier: Apache-2.0
 *
 * What the .cu files of the cuda backend share.
 */
#ifndef CUZK_BACKEND_CUDA_INTERNAL_H
#define CUZK_BACKEND_CUDA_INTERNAL_H

#include <cuda_runtime_api.h>
#include <pthread.h>

extern "C" {
#include "backend/backend.h"
#include "base/error.h"
}

typedef struct cuda_device {
    cuzk_device head;
    int ordinal; /* of the CUDA runtime */
    uint32_t multiprocessor_count;
    size_t memory_total_bytes;
    pthread_mutex_t anchor_mutex;
    cudaStream_t anchor_stream;
    struct cuda_anchor *anchor; /* the newest; guarded by anchor_mutex */
} cuda_device;

/* A moment known on both clocks: event times are differences from it. Shared by the events recorded while it was the
 * newest; freed with the last of them. */
typedef struct cuda_anchor {
    uint32_t reference_count; /* guarded by anchor_mutex */
    cudaEvent_t event;
    uint64_t host_ns;
} cuda_anchor;

struct cuzk_buffer {
    cuda_device *device;
    cuzk_place place;
    uint32_t flags;
    size_t size_bytes;
    void *bytes;
};

struct cuzk_queue {
    cuda_device *device;
    cudaStream_t stream;
};

struct cuzk_event {
    cuda_device *device;
    cudaEvent_t event;
    cuda_anchor *anchor; /* of the last record; NULL while not recorded */
};

/* device.cu's clock (clock.cu). */
cuzk_status cuda_clock_start(cuda_device *device, cuzk_error *err);
void cuda_clock_stop(cuda_device *device);
cuzk_status cuda_clock_anchor_ref(cuda_anchor **out, cuda_device *device, cuzk_error *err);
void cuda_clock_anchor_unref(cuda_device *device, cuda_anchor *anchor); /* NULL is fine */

/* Makes the device current on this thread. */
cuzk_status cuda_enter(const cuda_device *device, cuzk_error *err);

/* CUZK_OK for cudaSuccess; CUZK_E_NO_MEMORY or CUZK_E_DEVICE, with the runtime's words after `what`, otherwise. Takes the
 * non-sticky error off the thread. */
cuzk_status cuda_check(cudaError_t code, const char *what, cuzk_error *err);

/* The status of the kernel launches just made. */
cuzk_status cuda_check_launch(const char *what, cuzk_error *err);

/* Device memory; the message of CUZK_E_NO_MEMORY tells the bytes asked for and free. */
cuzk_status cuda_alloc(void **out, const cuda_device *device, size_t size_bytes, const char *what, cuzk_error *err);

/* Device memory holding a copy of host data. Returns when it is there. */
cuzk_status cuda_upload(void **out, const cuda_device *device, const void *bytes, size_t size_bytes,
                        const char *what, cuzk_error *err);

/* The operations, by file. */
cuzk_status cuda_matrix_create(cuzk_matrix **out, cuzk_device *device, const cuzk_matrix_view *view,
                               cuzk_error *err);
void cuda_matrix_destroy(cuzk_matrix *matrix);
uint64_t cuda_matrix_bytes(const cuzk_matrix *matrix);
cuzk_status cuda_spmv(cuzk_queue *queue, cuzk_buffer *out, const cuzk_matrix *matrix, const cuzk_buffer *witness,
                      uint64_t row_total, cuzk_error *err);

cuzk_status cuda_domain_create(cuzk_domain **out, cuzk_device *device, cuzk_curve_id curve, uint32_t domain_log2,
                               cuzk_root root, const cuzk_fr *shift, cuzk_error *err);
void cuda_domain_destroy(cuzk_domain *domain);
uint64_t cuda_domain_bytes(const cuzk_domain *domain);
cuzk_status cuda_ntt(cuzk_queue *queue, const cuzk_domain *domain, cuzk_ntt_kind kind, cuzk_buffer *values,
                     cuzk_error *err);
cuzk_status cuda_h_scalars(cuzk_queue *queue, const cuzk_domain *domain, cuzk_h_basis basis, cuzk_buffer *a,
                           cuzk_buffer *b, cuzk_buffer *c, bool has_c, cuzk_error *err);

cuzk_status cuda_base_set_create(cuzk_base_set **out, cuzk_device *device, cuzk_curve_id curve, cuzk_group group,
                                 const void *points, const uint32_t *scalar_index, uint64_t count, cuzk_error *err);
void cuda_base_set_destroy(cuzk_base_set *bases);
uint64_t cuda_base_set_bytes(const cuzk_base_set *bases);
size_t cuda_msm_result_bytes(const cuzk_base_set *bases);
size_t cuda_msm_workspace_bytes(cuzk_device *device, const cuzk_msm_job *jobs, uint32_t job_count);
cuzk_status cuda_msm(cuzk_queue *queue, cuzk_buffer *results, const cuzk_msm_job *jobs, uint32_t job_count,
                     const cuzk_buffer *scalars, cuzk_buffer *work, cuzk_error *err);
cuzk_status cuda_msm_fold(const cuzk_base_set *bases, const void *result, void *out_affine, cuzk_error *err);

#endif
