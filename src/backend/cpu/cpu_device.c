/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/cpu_internal.h"
#include "base/cpu.h"
#include "base/error.h"

static void cpu_close(cuzk_device *device)
{
    cpu_device *cpu = cpu_of(device);
    cuzk_pool_destroy(cpu->pool);
    pthread_cond_destroy(&cpu->changed);
    pthread_mutex_destroy(&cpu->lock);
    free(cpu);
}

static const cuzk_device_ops cpu_ops = {
    .close = cpu_close,
    .buffer_create = cuzk_cpu_buffer_create,
    .buffer_destroy = cuzk_cpu_buffer_destroy,
    .buffer_host = cuzk_cpu_buffer_host,
    .queue_create = cuzk_cpu_queue_create,
    .queue_destroy = cuzk_cpu_queue_destroy,
    .queue_reset = cuzk_cpu_queue_reset,
    .event_create = cuzk_cpu_event_create,
    .event_destroy = cuzk_cpu_event_destroy,
    .event_reset = cuzk_cpu_event_reset,
    .event_record = cuzk_cpu_event_record,
    .queue_wait = cuzk_cpu_queue_wait,
    .event_wait = cuzk_cpu_event_wait,
    .event_reached = cuzk_cpu_event_reached,
    .event_time_ns = cuzk_cpu_event_time_ns,
    .copy_in = cuzk_cpu_copy_in,
    .copy_out = cuzk_cpu_copy_out,
    .zero = cuzk_cpu_zero,
    .matrix_create = cuzk_cpu_matrix_create,
    .matrix_destroy = cuzk_cpu_matrix_destroy,
    .matrix_bytes = cuzk_cpu_matrix_bytes,
    .spmv = cuzk_cpu_spmv,
    .domain_create = cuzk_cpu_domain_create,
    .domain_destroy = cuzk_cpu_domain_destroy,
    .domain_bytes = cuzk_cpu_domain_bytes,
    .ntt = cuzk_cpu_ntt,
    .h_scalars = cuzk_cpu_h_scalars,
    .base_set_create = cuzk_cpu_base_set_create,
    .base_set_destroy = cuzk_cpu_base_set_destroy,
    .base_set_bytes = cuzk_cpu_base_set_bytes,
    .msm_result_bytes = cuzk_cpu_msm_result_bytes,
    .msm_workspace_bytes = cuzk_cpu_msm_workspace_bytes,
    .msm = cuzk_cpu_msm,
    .msm_fold = cuzk_cpu_msm_fold,
};

/* The processor's model from a line "model name : ..." of /proc/cpuinfo; "CPU" where there is none. */
static void cpu_model(char *out, size_t capacity)
{
    char line[256];
    snprintf(out, capacity, "CPU");
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || value == NULL)
            continue;
        value += strspn(value, ": \t");
        snprintf(out, capacity, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    fclose(file);
}

static void cpu_describe(cuzk_device_info *info)
{
    memset(info, 0, sizeof *info);
    info->usable = true;
    snprintf(info->backend, sizeof info->backend, "cpu");
    cpu_model(info->name, sizeof info->name);
}

static cuzk_status cpu_list(cuzk_device_info *infos, size_t capacity, size_t *count, cuzk_error *err)
{
    (void)err;
    if (capacity > 0)
        cpu_describe(&infos[0]);
    *count = 1;
    return CUZK_OK;
}

static cuzk_status cpu_open(cuzk_device **out, uint32_t index, const cuzk_device_options *options, cuzk_error *err)
{
    (void)index;
    cuzk_isa isa;
    cuzk_status status = cuzk_isa_resolve(&isa, options->isa, err);
    if (status != CUZK_OK)
        return status;
    cpu_device *cpu = cuzk_calloc_aligned(1, sizeof *cpu);
    if (cpu == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for a device");
    if ((status = cuzk_pool_create(&cpu->pool, options->thread_count, err)) != CUZK_OK) {
        free(cpu);
        return status;
    }
    cpu->base.ops = &cpu_ops;
    cpu_describe(&cpu->base.info);
    cpu->base.options = *options;
    cpu->base.options.isa = isa;
    cpu->base.options.thread_count = cuzk_pool_thread_count(cpu->pool);
    pthread_mutex_init(&cpu->lock, NULL);
    pthread_cond_init(&cpu->changed, NULL);
    *out = &cpu->base;
    return CUZK_OK;
}

const cuzk_backend cuzk_backend_cpu = {"cpu", cpu_list, cpu_open};
