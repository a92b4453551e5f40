/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening the device that computes, and telling which one it is.
 */
#ifndef CUZK_CLI_DEVICE_H
#define CUZK_CLI_DEVICE_H

#include "cli/cli.h"

enum {
    CLI_DEVICE_TEXT_BYTES = 320,
};

typedef struct cli_device {
    cuzk_device *handle;
    bool degraded; /* the processor had to take over from GPUs that cannot be used */
} cli_device;

/* Every device of every backend; *out is to be freed with free(). */
cuzk_status device_list(cuzk_device_info **out, size_t *count, cuzk_error *err);

/* What the options ask for. */
cuzk_device_request device_request(const cli_options *options);

/* Opens the device for --backend, --gpus and --require-gpu. A GPU that had to be passed over is told on stderr. */
cuzk_status device_open(cli_device *out, cli_context *cli);

bool device_is_gpu(const cli_device *device);

/* "cuda 1 (NAME, UUID)", with ", degraded" if so. */
void device_text(char *out, size_t capacity, const cli_device *device);

/* Members backend, device, device_index, device_uuid and degraded of the object that is open. */
void device_report_json(json_out *json, const cli_device *device);

#endif
