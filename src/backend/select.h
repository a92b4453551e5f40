/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing devices from a list, apart from making the list.
 */
#ifndef CUZK_BACKEND_SELECT_H
#define CUZK_BACKEND_SELECT_H

#include <cuzk/backend.h>

/* As cuzk_devices_select, from `count` entries of the backends cpu and cuda, which are copied. */
cuzk_status cuzk_devices_select_from(cuzk_device_selection *out, const cuzk_device_info *infos, size_t count,
                                     const cuzk_device_request *request, cuzk_error *err);

#endif
