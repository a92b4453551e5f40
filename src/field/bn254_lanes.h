/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight lanes of BN254's fields. For code compiled for the instruction set ifma alone.
 */
#ifndef CUZK_FIELD_BN254_LANES_H
#define CUZK_FIELD_BN254_LANES_H

#include "field/bn254_fp2.h"

#define BN254_FP_LANES(name) CUZK_JOIN(BN254_FP_LANES_, name)
#define BN254_FR_LANES(name) CUZK_JOIN(BN254_FR_LANES_, name)

#define LANES_FIELD    bn254_fp
#define LANES_LIMBS    5
#define LANES_WORDS    4
#define LANES_CONSTANT BN254_FP_LANES
#include "field/lanes.inc.h"

#define LANES_FIELD    bn254_fr
#define LANES_LIMBS    5
#define LANES_WORDS    4
#define LANES_CONSTANT BN254_FR_LANES
#include "field/lanes.inc.h"

#define LANES_FP2      bn254_fp2
#define LANES_FP2_BASE bn254_fp
#include "field/lanes_fp2.inc.h"

#endif
