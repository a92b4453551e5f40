/* SPDX-License-Identifier: Apache-2.0
 *
 * The cuda backend as the registry sees it: a stand-in that opens the module when it is first asked for something, so
 * that this library needs neither CUDA nor a driver.
 */
#ifndef CUZK_BACKEND_CUDA_MODULE_H
#define CUZK_BACKEND_CUDA_MODULE_H

#include "backend/backend.h"

/* Lists one entry that is no device, with the reason, where the module cannot be opened, fails to list, or has none. The module, cuzk_backend_cuda.so, is
 * looked for in the folder that the environment names in CUZK_MODULE_DIR and nowhere else if it is set; otherwise in
 * ../lib/cuzk beside the running program's folder, then in the installed library folder. */
extern const cuzk_backend cuzk_backend_cuda_module;

#endif
