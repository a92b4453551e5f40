#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/curve/curve_vectors.h: what the curves' functions must give, from elsewhere than the C code.

    tools/gen_curve_vectors.py > tests/curve/curve_vectors.h

- Multiples of the generators (EIP-196 and EIP-197; the IETF draft on pairing-friendly curves), computed here by affine
  chord and tangent.
- Pairings: alpha, beta and e(alpha, beta) = vk_alphabeta_12 of the verification keys in tests/vectors/circuits, which
  snarkjs made.
All numbers canonical, limbs least significant first.
"""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CURVES = {
    "bn128": ("BN254", 4, 21888242871839275222246405745257275088696311157297823662689037894645226208583,
              21888242871839275222246405745257275088548364400416034343698204186575808495617,
              (1, 2),
              ((10857046999023057135944570762232829481370756359578518086990519993285655852781,
                11559732032986387107991004021392285783925812861821192530917403151452391805634),
               (8495653923123431417604973247489272438418190587263600148770280649306958101930,
                4082367875863433681332203403145435568316851327593401208105741076214120093531))),
    "bls12381": ("BLS12_381", 6,
                 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab,
                 52435875175126190479447740508185965837690552500527637822603658699938581184513,
                 (0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,
                  0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1),
                 ((0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
                   0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e),
                  (0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
                   0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be))),
}


def fp2_mul(p, a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % p, (a[0] * b[1] + a[1] * b[0]) % p)


def fp2_inverse(p, a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, p)
    return (a[0] * norm % p, -a[1] * norm % p)


def fp2_sub(p, a, b):
    return ((a[0] - b[0]) % p, (a[1] - b[1]) % p)


def add(p, a, b):
    """Of points with coordinates in Fp2; None is the identity."""
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and fp2_sub(p, (0, 0), a[1]) == b[1]:
        return None
    if a == b:
        square = fp2_mul(p, a[0], a[0])
        slope = fp2_mul(p, (3 * square[0], 3 * square[1]), fp2_inverse(p, (2 * a[1][0], 2 * a[1][1])))
    else:
        slope = fp2_mul(p, fp2_sub(p, b[1], a[1]), fp2_inverse(p, fp2_sub(p, b[0], a[0])))
    x = fp2_sub(p, fp2_sub(p, fp2_mul(p, slope, slope), a[0]), b[0])
    return (x, fp2_sub(p, fp2_mul(p, slope, fp2_sub(p, a[0], x)), a[1]))


def times(p, a, k):
    result = None
    for bit in bin(k)[2:]:
        result = add(p, result, result)
        if bit == "1":
            result = add(p, result, a)
    return result


def words(value, count):
    return "{" + ", ".join(f"0x{(value >> (64 * i)) & (2**64 - 1):016x}" for i in range(count)) + "}"


def scalars(r):
    return [1, 2, 3, 31, 32, 2**64 - 1, 2**64, 2**128 + 1, r // 2, r - 2, r - 1]


def print_multiples(name, limbs, p, r, g1, g2):
    lifted = ((g1[0], 0), (g1[1], 0))
    rows = [(k, times(p, lifted, k), times(p, g2, k)) for k in scalars(r)]
    print(f"static const struct {{\n    uint64_t scalar[4], g1[2][{limbs}], g2[4][{limbs}];\n}} "
          f"{name.lower()}_multiples[{len(rows)}] = {{")
    for k, a, b in rows:
        print(f"    {{{words(k, 4)},")
        print("     {" + ",\n      ".join(words(c[0], limbs) for c in a) + "},")
        print("     {" + ",\n      ".join(words(c, limbs) for pair in b for c in pair) + "}},")
    print("};\n")


def print_pairings(name, limbs, keys):
    print(f"static const struct {{\n    const char *circuit;\n    uint64_t p[2][{limbs}], q[4][{limbs}], "
          f"value[12][{limbs}];\n}} {name.lower()}_pairings[{len(keys)}] = {{")
    for circuit, key in keys:
        p = [int(v) for v in key["vk_alpha_1"][:2]]
        q = [int(v) for pair in key["vk_beta_2"][:2] for v in pair]
        value = [int(v) for half in key["vk_alphabeta_12"] for pair in half for v in pair]
        print(f"    {{\"{circuit}\",")
        for numbers, end in ((p, ","), (q, ","), (value, "},")):
            print("     {" + ",\n      ".join(words(v, limbs) for v in numbers) + "}" + end)
    print("};\n")


def main():
    keys = []
    for path in sorted((ROOT / "tests/vectors/circuits").glob("*/verification_key.json")):
        keys.append((path.parent.name, json.loads(path.read_text())))
    print("""/* SPDX-License-Identifier: Apache-2.0
 *
 * Written by tools/gen_curve_vectors.py, which says where the numbers come from; do not edit. Canonical limbs, least
 * significant first.
 */
/* clang-format off */
#ifndef CUZK_TESTS_CURVE_VECTORS_H
#define CUZK_TESTS_CURVE_VECTORS_H

#include <stdint.h>
""")
    for curve, (name, limbs, p, r, g1, g2) in CURVES.items():
        print_multiples(name, limbs, p, r, g1, g2)
        print_pairings(name, limbs, [(c, k) for c, k in keys if k["curve"] == curve])
    print("#endif")


main()
