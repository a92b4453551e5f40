/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing and opening the device that computes.
 */
#ifndef CUZK_CLI_DEVICE_H
#define CUZK_CLI_DEVICE_H

#include "cli/cli.h"

/* Every device of every backend; *out is to be freed with free(). */
cuzk_status device_list(cuzk_device_info **out, size_t *count, cuzk_error *err);

/* Opens what --backend asks for; auto is the first usable device that is not the processor, else the processor. The
 * fake devices of the sim backend are never chosen. */
cuzk_status device_open(cuzk_device **out, const cli_options *options, cuzk_error *err);

#endif
