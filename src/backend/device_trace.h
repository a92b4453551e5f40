/* SPDX-License-Identifier: Apache-2.0
 *
 * Making and freeing the ring of a device: the registry's part. Using it: backend.h.
 */
#ifndef CUZK_BACKEND_DEVICE_TRACE_H
#define CUZK_BACKEND_DEVICE_TRACE_H

#include "backend/backend.h"

cuzk_status cuzk_device_trace_create(struct cuzk_trace_ring **out, cuzk_error *err);
void cuzk_device_trace_destroy(struct cuzk_trace_ring *ring); /* NULL is fine */

#endif
