/* SPDX-License-Identifier: Apache-2.0
 *
 * The cpu backend: one device, the processors that this process may use.
 */
#ifndef CUZK_BACKEND_CPU_H
#define CUZK_BACKEND_CPU_H

#include "backend/backend.h"

extern const cuzk_backend cuzk_backend_cpu;

#endif
