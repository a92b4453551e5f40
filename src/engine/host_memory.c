/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/host_memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CGROUP_PATH_MAX = 1024,
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t cuzk_cgroup_limit_bytes(const char *path)
{
    char text[64] = "", *end;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return UINT64_MAX;
    char *line = fgets(text, sizeof text, file);
    fclose(file);
    if (line == NULL || text[0] < '0' || text[0] > '9')
        return UINT64_MAX;
    errno = 0;
    uint64_t bytes = strtoull(text, &end, 10);
    return errno == 0 && (*end == '\n' || *end == '\0') ? bytes : UINT64_MAX;
}

/* The group of this process in version 2 ("0::/a/b"), without the final newline; false if there is none. */
static bool own_group(char path[CGROUP_PATH_MAX])
{
    char line[CGROUP_PATH_MAX];
    bool found = false;
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (file == NULL)
        return false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "0::/", 4) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(path, CGROUP_PATH_MAX, "%s", line + 3);
        found = true;
    }
    fclose(file);
    return found;
}

/* Walks from the process's group up to the root. */
static uint64_t version_2_limit(void)
{
    char group[CGROUP_PATH_MAX], path[CGROUP_PATH_MAX + 64];
    uint64_t limit = cuzk_cgroup_limit_bytes("/sys/fs/cgroup/memory.max");
    if (!own_group(group))
        return limit;
    for (char *end = strrchr(group, '/'); end != NULL; end = strrchr(group, '/')) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
        limit = least(limit, cuzk_cgroup_limit_bytes(path));
        *end = '\0';
    }
    return limit;
}

uint64_t cuzk_host_memory_bytes(void)
{
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t version_1 = cuzk_cgroup_limit_bytes("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    return least(machine, least(version_1, version_2_limit()));
}
