/* SPDX-License-Identifier: Apache-2.0
 *
 * BN254: the groups G1 and G2 as inline code, for inner loops. Include it from files that are compiled once
 * an instruction set; everything else goes through curve/curve.h.
 */
#ifndef CUZK_CURVE_BN254_H
#define CUZK_CURVE_BN254_H

#include "field/bn254_fp2.h"

#define POINT       bn254_g1
#define POINT_FIELD bn254_fp
#include "curve/point.inc.h"

#define POINT       bn254_g2
#define POINT_FIELD bn254_fp2
#include "curve/point.inc.h"

#endif
