/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight lanes of BLS12-381's fields. For code compiled for the instruction set ifma alone.
 */
#ifndef CUZK_FIELD_BLS12_381_LANES_H
#define CUZK_FIELD_BLS12_381_LANES_H

#include "field/bls12_381_fp2.h"

#define BLS12_381_FP_LANES(name) CUZK_JOIN(BLS12_381_FP_LANES_, name)
#define BLS12_381_FR_LANES(name) CUZK_JOIN(BLS12_381_FR_LANES_, name)

#define LANES_FIELD    bls12_381_fp
#define LANES_LIMBS    8
#define LANES_WORDS    6
#define LANES_CONSTANT BLS12_381_FP_LANES
#include "field/lanes.inc.h"

#define LANES_FIELD    bls12_381_fr
#define LANES_LIMBS    5
#define LANES_WORDS    4
#define LANES_CONSTANT BLS12_381_FR_LANES
#include "field/lanes.inc.h"

#define LANES_FP2      bls12_381_fp2
#define LANES_FP2_BASE bls12_381_fp
#include "field/lanes_fp2.inc.h"

#endif
