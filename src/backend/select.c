/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/select.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/text.h"

enum {
    REFUSALS_MAX_BYTES = 420, /* so that a cuzk_error holds them and the sentence around them */
    UUID_DIGITS_BYTES = 36,
};

static bool info_is_cpu(const cuzk_device_info *info)
{
    return strcmp(info->backend, "cpu") == 0;
}

static bool info_is_gpu(const cuzk_device_info *info)
{
    return strcmp(info->backend, "cuda") == 0;
}

static bool info_is_gpu_device(const cuzk_device_info *info)
{
    return info_is_gpu(info) && info->presence == CUZK_PRESENCE_DEVICE;
}

static void info_refuse(cuzk_device_info *info, const char *reason)
{
    info->usable = false;
    snprintf(info->reason, sizeof info->reason, "%.255s", reason);
}

/* ---- Messages ---- */

void cuzk_device_selection_refusals(const cuzk_device_selection *selection, char *out, size_t capacity)
{
    out[0] = '\0';
    for (size_t i = 0; i < selection->count; i++) {
        const cuzk_device_info *info = &selection->infos[i];
        char line[sizeof info->name + sizeof info->reason + 64];
        if (!info_is_gpu(info) || info->usable)
            continue;
        if (info->presence == CUZK_PRESENCE_DEVICE)
            snprintf(line, sizeof line, "cuda %u (%s): %s", info->index, info->name, info->reason);
        else
            snprintf(line, sizeof line, "cuda: %s", info->reason);
        cuzk_text_append(out, capacity, "; ", line);
    }
}

static cuzk_status none_usable(const cuzk_device_selection *selection, cuzk_error *err)
{
    char refusals[REFUSALS_MAX_BYTES];
    cuzk_device_selection_refusals(selection, refusals, sizeof refusals);
    return cuzk_error_set(err, CUZK_E_DEVICE, "a GPU is asked for and none is usable: %s",
                          refusals[0] != '\0' ? refusals : "there is none");
}

static cuzk_status no_such_gpu(const cuzk_device_selection *selection, const char *entry, cuzk_error *err)
{
    char there[REFUSALS_MAX_BYTES] = "";
    for (size_t i = 0; i < selection->count; i++) {
        const cuzk_device_info *info = &selection->infos[i];
        char line[96];
        if (!info_is_gpu_device(info))
            continue;
        snprintf(line, sizeof line, "%u (%s)", info->index, info->uuid[0] != '\0' ? info->uuid : "no UUID");
        cuzk_text_append(there, sizeof there, ", ", line);
    }
    if (there[0] == '\0') {
        char refusals[REFUSALS_MAX_BYTES - 8];
        cuzk_device_selection_refusals(selection, refusals, sizeof refusals);
        snprintf(there, sizeof there, "none; %s", refusals);
    }
    return cuzk_error_set(err, CUZK_E_NOT_FOUND, "gpus: no GPU '%s'; there are: %s", entry, there);
}

/* ---- The list of GPUs ---- */

/* Nine digits at most, so that the number fits. */
static bool entry_is_index(const char *entry, uint32_t *index)
{
    const size_t length = strspn(entry, "0123456789");
    if (length == 0 || length > 9 || entry[length] != '\0')
        return false;
    *index = (uint32_t)strtoul(entry, NULL, 10);
    return true;
}

/* Past "GPU-", in either case. */
static const char *uuid_digits(const char *uuid)
{
    return strncasecmp(uuid, "GPU-", 4) == 0 ? uuid + 4 : uuid;
}

/* 8-4-4-4-12 hexadecimal digits. */
static bool entry_is_uuid(const char *entry)
{
    const char *digits = uuid_digits(entry);
    if (strlen(digits) != UUID_DIGITS_BYTES)
        return false;
    for (int i = 0; i < UUID_DIGITS_BYTES; i++) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? digits[i] != '-' : !isxdigit((unsigned char)digits[i]))
            return false;
    }
    return true;
}

static cuzk_status entry_find(size_t *out, const cuzk_device_selection *selection, const char *entry,
                              cuzk_error *err)
{
    uint32_t index = 0;
    const bool by_index = entry_is_index(entry, &index);
    if (!by_index && !entry_is_uuid(entry))
        return cuzk_error_set(err, CUZK_E_ARGUMENT,
                              "gpus: '%s' is neither an index nor a UUID; entries look like 0 or "
                              "GPU-01234567-89ab-cdef-0123-456789abcdef, with commas between",
                              entry);
    for (size_t i = 0; i < selection->count; i++) {
        const cuzk_device_info *info = &selection->infos[i];
        if (!info_is_gpu_device(info))
            continue;
        if (by_index ? info->index == index : strcasecmp(uuid_digits(info->uuid), uuid_digits(entry)) == 0) {
            *out = i;
            return CUZK_OK;
        }
    }
    return no_such_gpu(selection, entry, err);
}

static cuzk_status entry_add(cuzk_device_selection *selection, const char *entry, cuzk_error *err)
{
    size_t place = 0;
    cuzk_status status = entry_find(&place, selection, entry, err);
    if (status != CUZK_OK)
        return status;
    for (size_t i = 0; i < selection->chosen_count; i++)
        if (selection->chosen[i] == place)
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "gpus: '%s' names GPU %u a second time", entry,
                                  selection->infos[place].index);
    selection->chosen[selection->chosen_count++] = place;
    return CUZK_OK;
}

/* What the list names becomes the choice, usable or not. */
static cuzk_status choose_named(cuzk_device_selection *selection, const char *gpus, cuzk_error *err)
{
    char entry[64];
    for (const char *next = gpus;;) {
        const size_t length = strcspn(next, ",");
        if (length >= sizeof entry)
            return cuzk_error_set(err, CUZK_E_ARGUMENT, "gpus: '%.*s...' is too long for an index or a UUID",
                                  (int)sizeof entry - 1, next);
        memcpy(entry, next, length);
        entry[length] = '\0';
        cuzk_status status = entry_add(selection, entry, err);
        if (status != CUZK_OK)
            return status;
        if (next[length] == '\0')
            return CUZK_OK;
        next += length + 1;
    }
}

static bool is_chosen(const cuzk_device_selection *selection, size_t place)
{
    for (size_t i = 0; i < selection->chosen_count; i++)
        if (selection->chosen[i] == place)
            return true;
    return false;
}

static void disable_others(cuzk_device_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        cuzk_device_info *info = &selection->infos[i];
        if (info_is_gpu_device(info) && info->usable && !is_chosen(selection, i))
            info_refuse(info, "disabled: it is not one of the GPUs asked for");
    }
}

/* ---- The choice ---- */

static void choose_every_gpu(cuzk_device_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++)
        if (info_is_gpu_device(&selection->infos[i]))
            selection->chosen[selection->chosen_count++] = i;
}

static void drop_unusable(cuzk_device_selection *selection)
{
    size_t kept = 0;
    for (size_t i = 0; i < selection->chosen_count; i++)
        if (selection->infos[selection->chosen[i]].usable)
            selection->chosen[kept++] = selection->chosen[i];
    selection->chosen_count = kept;
}

static cuzk_status choose_cpu(cuzk_device_selection *selection, cuzk_error *err)
{
    for (size_t i = 0; i < selection->count; i++)
        if (info_is_cpu(&selection->infos[i]) && selection->infos[i].usable) {
            selection->chosen[0] = i;
            selection->chosen_count = 1;
            return CUZK_OK;
        }
    return cuzk_error_set(err, CUZK_E_NOT_FOUND, "no usable processor in the list of devices");
}

/* With no GPU left: the processor, if it will do. */
static cuzk_status fall_back(cuzk_device_selection *selection, cuzk_error *err)
{
    if (selection->gpu_needed)
        return none_usable(selection, err);
    for (size_t i = 0; i < selection->count; i++)
        if (info_is_gpu(&selection->infos[i]) && selection->infos[i].presence != CUZK_PRESENCE_ABSENT)
            selection->degraded = true;
    return choose_cpu(selection, err);
}

static cuzk_status choose(cuzk_device_selection *selection, const cuzk_device_request *request, cuzk_error *err)
{
    cuzk_status status;
    if (request->backend == CUZK_BACKEND_CHOICE_CPU)
        return choose_cpu(selection, err);
    if (request->gpus == NULL) {
        choose_every_gpu(selection);
    } else {
        if ((status = choose_named(selection, request->gpus, err)) != CUZK_OK)
            return status;
        disable_others(selection);
    }
    drop_unusable(selection);
    return selection->chosen_count > 0 ? CUZK_OK : fall_back(selection, err);
}

static cuzk_status check_request(const cuzk_device_request *request, cuzk_error *err)
{
    if (request->backend != CUZK_BACKEND_CHOICE_CPU || (!request->require_gpu && request->gpus == NULL))
        return CUZK_OK;
    return cuzk_error_set(err, CUZK_E_ARGUMENT, "the backend cpu uses no GPU, and %s asked for",
                          request->require_gpu ? "one is" : "some are");
}

cuzk_status cuzk_devices_select_from(cuzk_device_selection *out, const cuzk_device_info *infos, size_t count,
                                     const cuzk_device_request *request, cuzk_error *err)
{
    cuzk_device_selection selection = {
        .count = count,
        .gpu_needed = request->require_gpu || request->backend == CUZK_BACKEND_CHOICE_CUDA,
    };
    cuzk_status status = check_request(request, err);
    if (status != CUZK_OK)
        return status;
    selection.infos = calloc(count + 1, sizeof *selection.infos);
    selection.chosen = calloc(count + 1, sizeof *selection.chosen);
    if (selection.infos == NULL || selection.chosen == NULL) {
        status = cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the list of devices");
        goto done;
    }
    if (count > 0)
        memcpy(selection.infos, infos, count * sizeof *infos);
    if ((status = choose(&selection, request, err)) != CUZK_OK)
        goto done;
    *out = selection;
    selection = (cuzk_device_selection){0};
done:
    cuzk_device_selection_clear(&selection);
    return status;
}

void cuzk_device_selection_clear(cuzk_device_selection *selection)
{
    free(selection->infos);
    free(selection->chosen);
    *selection = (cuzk_device_selection){0};
}

/* ---- On this machine ---- */

/* Appends the devices of one backend to *infos. */
static cuzk_status gather(cuzk_device_info **infos, size_t *count, const char *backend, cuzk_error *err)
{
    size_t capacity = 0, found = 0;
    cuzk_status status = cuzk_devices_list_of(NULL, 0, &capacity, backend, err);
    if (status != CUZK_OK)
        return status;
    cuzk_device_info *grown = realloc(*infos, (*count + capacity + 1) * sizeof *grown);
    if (grown == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the list of devices");
    *infos = grown;
    if ((status = cuzk_devices_list_of(grown + *count, capacity, &found, backend, err)) != CUZK_OK)
        return status;
    *count += found < capacity ? found : capacity; /* one may have come between the calls */
    return CUZK_OK;
}

cuzk_status cuzk_devices_select(cuzk_device_selection *out, const cuzk_device_request *request, cuzk_error *err)
{
    cuzk_device_info *infos = NULL;
    size_t count = 0;
    cuzk_status status = check_request(request, err);
    if (status == CUZK_OK)
        status = gather(&infos, &count, "cpu", err);
    if (status == CUZK_OK && request->backend != CUZK_BACKEND_CHOICE_CPU)
        status = gather(&infos, &count, "cuda", err);
    if (status == CUZK_OK)
        status = cuzk_devices_select_from(out, infos, count, request, err);
    free(infos);
    return status;
}

cuzk_status cuzk_device_open_selected(cuzk_device **out, cuzk_device_selection *selection,
                                      const cuzk_device_options *options, cuzk_error *err)
{
    for (;;) {
        cuzk_error failure = {0};
        cuzk_device_info *info = &selection->infos[selection->chosen[0]];
        cuzk_status status = cuzk_device_open(out, info->backend, info->index, options, &failure);
        if (status == CUZK_OK)
            return CUZK_OK;
        if (info_is_cpu(info) || status == CUZK_E_ARGUMENT)
            return cuzk_error_set(err, status, "%s", failure.message);
        info_refuse(info, failure.message);
        drop_unusable(selection);
        if (selection->chosen_count == 0 && (status = fall_back(selection, err)) != CUZK_OK)
            return status;
    }
}
