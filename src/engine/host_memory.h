/* SPDX-License-Identifier: Apache-2.0
 *
 * How much memory this process may use.
 */
#ifndef CUZK_ENGINE_HOST_MEMORY_H
#define CUZK_ENGINE_HOST_MEMORY_H

#include <stdint.h>

/* The machine's memory, or less where a control group limits it: the group of the process and all above it
 * (version 2), or the memory controller's limit (version 1). */
uint64_t cuzk_host_memory_bytes(void);

/* The limit that a control file holds: decimal bytes; UINT64_MAX for "max", an unreadable file or another text. */
uint64_t cuzk_cgroup_limit_bytes(const char *path);

#endif
