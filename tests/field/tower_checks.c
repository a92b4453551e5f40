/* SPDX-License-Identifier: Apache-2.0 */
#include "tower_checks.h"

#include "support/cmocka_all.h"

#include "field/bls12_381_tower.h"
#include "field/bn254_tower.h"
#include "toy_tower.h"

#define TOWER      toy_tower
#define TOWER_FP   tower7_fp
#define TOWER_FP2  tower7_fp2
#define TOWER_FP6  tower7_fp6
#define TOWER_FP12 tower7_fp12
#include "tower.inc.h"

#define TOWER      bn254_tower
#define TOWER_FP   bn254_fp
#define TOWER_FP2  bn254_fp2
#define TOWER_FP6  bn254_fp6
#define TOWER_FP12 bn254_fp12
#include "tower.inc.h"

#define TOWER      bls12_381_tower
#define TOWER_FP   bls12_381_fp
#define TOWER_FP2  bls12_381_fp2
#define TOWER_FP6  bls12_381_fp6
#define TOWER_FP12 bls12_381_fp12
#include "tower.inc.h"

#if defined(CUZK_ISA_ifma)
void cuzk_test_tower_ifma(test_random *random, uint64_t count)
#elif defined(CUZK_ISA_adx)
void cuzk_test_tower_adx(test_random *random, uint64_t count)
#else
void cuzk_test_tower_portable(test_random *random, uint64_t count)
#endif
{
    toy_tower_check(random, 50 * count);
    bn254_tower_check(random, count);
    bls12_381_tower_check(random, count);
}
