/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/record.h"

#include <sys/syscall.h>
#include <unistd.h>

typedef struct kind_row {
    const char *name;
    bool is_step;
} kind_row;

static const kind_row rows[CUZK_TRACE_KIND_COUNT] = {
#define X(name, text, interval) [CUZK_TRACE_##name] = {text, interval},
    CUZK_TRACE_KIND_MAP(X)
#undef X
};

const char *cuzk_trace_kind_name(uint32_t kind)
{
    return kind > CUZK_TRACE_NONE && kind < CUZK_TRACE_KIND_COUNT ? rows[kind].name : "unknown";
}

bool cuzk_trace_kind_is_step(uint32_t kind)
{
    return kind > CUZK_TRACE_NONE && kind < CUZK_TRACE_KIND_COUNT && rows[kind].is_step;
}

const char *cuzk_trace_operation_name(uint64_t operation)
{
    static const char *const names[CUZK_TRACE_OPERATION_COUNT] = {"other",     "spmv", "ntt",
                                                                  "h_scalars", "msm",  "zero"};
    return operation < CUZK_TRACE_OPERATION_COUNT ? names[operation] : "unknown";
}

uint32_t cuzk_trace_thread(void)
{
    static _Thread_local uint32_t number;
    if (number == 0)
        number = (uint32_t)syscall(SYS_gettid);
    return number;
}
