#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/field/field_constants.h: moduli and Montgomery constants of the four prime fields.

    tools/gen_field_constants.py > src/field/field_constants.h

The moduli are public facts of the curves (EIP-197 for BN254, the IETF pairing-friendly curves draft for BLS12-381);
everything else is computed here.
"""

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


print("""/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_field_constants.py; do not edit. Limbs least significant first, inside the braces of FIELD.
 */
#ifndef CUZK_FIELD_CONSTANTS_H
#define CUZK_FIELD_CONSTANTS_H
""")
for name, count, p in FIELDS:
    r = 2 ** (64 * count)
    define(f"{name}_MODULUS_LIMBS", limbs(p, count))
    define(f"{name}_R_LIMBS", limbs(r % p, count))
    define(f"{name}_R2_LIMBS", limbs(r * r % p, count))
    define(f"{name}_NEG_INV", f"0x{-pow(p, -1, 2**64) % 2**64:016x}u")
    print()
print("#endif")
