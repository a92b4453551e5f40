/* SPDX-License-Identifier: Apache-2.0
 *
 * BLS12-381: the groups G1 and G2 as inline code, for inner loops. Include it from files that are compiled
 * once an instruction set; everything else goes through curve/curve.h.
 */
#ifndef CUZK_CURVE_BLS12_381_H
#define CUZK_CURVE_BLS12_381_H

#include "field/bls12_381_fp2.h"

#define POINT       bls12_381_g1
#define POINT_FIELD bls12_381_fp
#include "curve/point.inc.h"

#define POINT       bls12_381_g2
#define POINT_FIELD bls12_381_fp2
#include "curve/point.inc.h"

#endif
