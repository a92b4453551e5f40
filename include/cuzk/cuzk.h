/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything public.
 */
#ifndef CUZK_CUZK_H
#define CUZK_CUZK_H

#include <cuzk/backend.h>
#include <cuzk/curve.h>
#include <cuzk/engine.h>
#include <cuzk/formats.h>
#include <cuzk/groth16.h>
#include <cuzk/msm.h>
#include <cuzk/ntt.h>
#include <cuzk/status.h>

#endif
