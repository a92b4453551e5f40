/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct key_row {
    const char *name;
    size_t offset;
    uint64_t otherwise;
} key_row;

static const key_row rows[] = {
#define X(key, otherwise) {#key, offsetof(scenario, key), otherwise},
    SCENARIO_KEY_MAP(X)
#undef X
};

enum {
    ROW_COUNT = sizeof rows / sizeof *rows,
};

static bool set_expected(scenario *out, const char *value)
{
    const char *plus = strchr(value, '+');
    size_t first = plus != NULL ? (size_t)(plus - value) : strlen(value);
    if (first == 0 || first >= sizeof out->expected[0])
        return false;
    memcpy(out->expected[0], value, first);
    if (plus != NULL)
        snprintf(out->expected[1], sizeof out->expected[1], "%s", plus + 1);
    return true;
}

static bool set_key(scenario *out, const char *name, const char *value)
{
    char *end;
    if (strcmp(name, "expect") == 0)
        return set_expected(out, value);
    uint64_t number = strtoull(value, &end, 10);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0 && end != value && *end == '\0') {
            memcpy((char *)out + rows[i].offset, &number, sizeof number);
            return true;
        }
    return false;
}

bool scenario_parse(scenario *out, const char *line)
{
    char copy[1024], *rest = copy, *word;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < ROW_COUNT; i++)
        memcpy((char *)out + rows[i].offset, &rows[i].otherwise, sizeof rows[i].otherwise);
    snprintf(copy, sizeof copy, "%s", line);
    word = strtok_r(rest, " \t\n", &rest);
    if (word == NULL || strlen(word) >= sizeof out->name)
        return false;
    memcpy(out->name, word, strlen(word));
    while ((word = strtok_r(rest, " \t\n", &rest)) != NULL) {
        char *equals = strchr(word, '=');
        if (equals != NULL)
            *equals = '\0';
        if (equals == NULL || !set_key(out, word, equals + 1)) {
            fprintf(stderr, "%s: '%s' is no key with a value\n", out->name, word);
            return false;
        }
    }
    if (out->expected[0][0] == '\0')
        fprintf(stderr, "%s: nothing is expected\n", out->name);
    return out->expected[0][0] != '\0';
}

/* A lock goes, what was done under it stays; memory comes, what made its lack dear stays. */
bool scenario_without(scenario *out, const scenario *s)
{
    *out = *s;
    if (s->expected[1][0] != '\0' || strcmp(s->expected[0], "device") == 0)
        return false;
    if (strcmp(s->expected[0], "device_lock") == 0)
        out->start_us = s->device_lock_us;
    else if (strcmp(s->expected[0], "tracker_lock") == 0)
        out->finish_us = s->tracker_hold_us;
    else if (strcmp(s->expected[0], "finalizer") == 0)
        out->finish_us = out->verify_us = out->finalizers = 0;
    out->arrival_us = s->fault_every > 0 ? s->arrival_us : 0;
    out->pageable_us_kib = out->alloc_us = out->driver_us = out->device_lock_us = out->tracker_hold_us = 0;
    out->occupied_us = out->vram_one = out->host_one = out->key_every = out->pause_us = out->fault_every = 0;
    out->throttle_percent = 0;
    if (strcmp(s->expected[0], "host_step") == 0)
        out->start_us = 0;
    return true;
}
