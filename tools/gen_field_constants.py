#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the constants of the prime fields.

    tools/gen_field_constants.py > src/field/field_constants.h
    tools/gen_field_constants.py --toys > tests/field/toy_fields.h

The first form: moduli and Montgomery constants of the four fields in use. The moduli are public facts of the curves
(EIP-197 for BN254, the IETF pairing-friendly curves draft for BLS12-381); everything else is computed here. The second
form: instances of the field template over small primes, for exhaustive tests, and over primes just below the largest
that a number of limbs allows, where the bounds of the product are tightest.
"""

import sys

FIELDS = [
    ("BN254_FP", 4, 21888242871839275222246405745257275088696311157297823662689037894645226208583),
    ("BN254_FR", 4, 21888242871839275222246405745257275088548364400416034343698204186575808495617),
    ("BLS12_381_FP", 6,
     0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab),
    ("BLS12_381_FR", 4, 52435875175126190479447740508185965837690552500527637822603658699938581184513),
]


def limbs(value, count):
    return ", ".join(f"0x{(value >> (64 * i)) & (2**64 - 1):016x}" for i in range(count))


def define(name, value):
    line = f"#define {name} {value}"
    if len(line) <= 116:
        print(line)
        return
    half = value.split(", ")
    print(f"#define {name}" + " \\")
    print("    " + ", ".join(half[:3]) + ", \\")
    print("    " + ", ".join(half[3:]))


def lane_limbs(value, count):
    return ", ".join(f"0x{(value >> (52 * i)) & (2**52 - 1):013x}" for i in range(count))


def define_lines(name, lines):
    print(f"#define {name} \\")
    print(", \\\n".join(f"    {line}" for line in lines))


def define_lanes(name, words, p):
    """Constants of field/lanes.inc.h: 52-bit limbs, see docs/math/lanes.md."""
    count = {4: 5, 6: 8}[words]
    top = p >> (52 * (count - 1))
    multiples = [[(k * p >> (52 * i)) & (2**52 - 1) for k in range(8)] for i in range(count)]
    bias = 2 ** (52 * count - 2) * p
    define_lines(f"{name}_LANES_MODULUS", [lane_limbs(p, count)])
    define_lines(f"{name}_LANES_FOLD", [lane_limbs(pow(2**52, -1, p), count)])
    define_lines(f"{name}_LANES_MULTIPLES", ["{" + ", ".join(f"0x{limb:013x}" for limb in row) + "}" for row in multiples])
    define_lines(f"{name}_LANES_BIAS", [lane_limbs(bias, 2 * count)])
    define(f"{name}_LANES_NEG_INV", f"0x{-pow(p, -1, 2**52) % 2**52:013x}u")
    define(f"{name}_LANES_TOP_INVERSE", f"{2**52 // (top + 1)}u")


# Name, limbs, prime.
TOYS = [(f"toy{p}_{limbs}", limbs, p) for limbs in (1, 2, 4, 6) for p in (3, 5, 13, 251)] + [
    ("wide_1", 1, 2**63 - 25),
    ("wide_2", 2, 2**127 - 1),
    ("wide_4", 4, 2**255 - 19),
    ("wide_6", 6, 2**383 - 31),
]


def is_prime(n):
    """Miller and Rabin's test to the first twelve prime bases; certain below 3 * 10^24, good beyond."""
    bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    if n in bases:
        return True
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        powers = [pow(base, odd << k, n) for k in range(twos)]
        if n % base == 0 or (powers[0] != 1 and n - 1 not in powers):
            return False
    return True


def constants(count, p):
    assert is_prime(p) and p < 2 ** (64 * count - 1)
    r = 2 ** (64 * count)
    return limbs(p, count), limbs(r % p, count), limbs(r * r % p, count), f"0x{-pow(p, -1, 2**64) % 2**64:016x}u"


def write_fields():
    print("""/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_field_constants.py; do not edit. Limbs least significant first, inside the braces of FIELD.
 */
#ifndef CUZK_FIELD_CONSTANTS_H
#define CUZK_FIELD_CONSTANTS_H
""")
    for name, count, p in FIELDS:
        for suffix, value in zip(["MODULUS_LIMBS", "R_LIMBS", "R2_LIMBS", "NEG_INV"], constants(count, p)):
            define(f"{name}_{suffix}", value)
        print()
        define_lanes(name, count, p)
        print()
    print("#endif")


def write_toys():
    print("""/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_field_constants.py --toys; do not edit. Fields that exist for tests alone: toy<p>_<limbs> over
 * a small prime p, wide_<limbs> over a prime just below 2^(64 * limbs - 1). Brings their tables as well.
 */
#ifndef CUZK_TESTS_TOY_FIELDS_H
#define CUZK_TESTS_TOY_FIELDS_H

#define TOY_BRACES(...) {__VA_ARGS__}
""")
    for name, count, p in TOYS:
        modulus, r, r2, neg_inv = constants(count, p)
        print(f"#define FIELD {name}\n#define FIELD_LIMBS {count}")
        print(f"#define FIELD_MODULUS TOY_BRACES({modulus})\n#define FIELD_R TOY_BRACES({r})")
        print(f"#define FIELD_R2 TOY_BRACES({r2})\n#define FIELD_NEG_INV {neg_inv}")
        if p % 4 == 3:
            print("#define FIELD_HAS_SQRT")
        print('#include "field/mont.inc.h"')
        print(f"#define FIELD {name}")
        if p % 4 == 3:
            print("#define FIELD_HAS_SQRT")
        print('#include "field/field_ops.inc.h"\n')
    print("/* each(field) for all of them. */\n#define TOY_FIELDS(each) \\")
    print(" \\\n".join(f"    each({name})" for name, _, _ in TOYS))
    print("\n#endif")


if sys.argv[1:] == ["--toys"]:
    write_toys()
else:
    write_fields()
