#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/formats/outside_points.h: for each curve a point of the twist that is on the curve and outside the
subgroup of prime order, the one with the smallest x = c0 + u. Checked here by multiplying with the group order.

    tools/gen_outside_points.py > tests/formats/outside_points.h
"""

CURVES = [
    # name, q, r, twist b as (c0, c1)
    ("bn254",
     21888242871839275222246405745257275088696311157297823662689037894645226208583,
     21888242871839275222246405745257275088548364400416034343698204186575808495617,
     lambda q: mul((3, 0), inverse((9, 1), q), q)),
    ("bls12_381",
     0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab,
     52435875175126190479447740508185965837690552500527637822603658699938581184513,
     lambda q: (4, 4)),
]


def mul(a, b, q):
    return ((a[0] * b[0] - a[1] * b[1]) % q, (a[0] * b[1] + a[1] * b[0]) % q)


def add(a, b, q):
    return ((a[0] + b[0]) % q, (a[1] + b[1]) % q)


def sub(a, b, q):
    return ((a[0] - b[0]) % q, (a[1] - b[1]) % q)


def inverse(a, q):
    norm = pow(a[0] * a[0] + a[1] * a[1], q - 2, q)
    return (a[0] * norm % q, -a[1] * norm % q)


def sqrt(a, q):
    """A square root in Fp2 by the norm, q = 3 mod 4; None if there is none."""
    norm = pow(a[0] * a[0] + a[1] * a[1], (q + 1) // 4, q)
    for sign in (norm, -norm):
        c0 = pow((a[0] + sign) * pow(2, q - 2, q) % q, (q + 1) // 4, q)
        if c0:
            root = (c0, a[1] * pow(2 * c0, q - 2, q) % q)
            if mul(root, root, q) == a:
                return root
    return None


def point_add(p, s, q):
    if p is None or s is None:
        return s if p is None else p
    if p[0] == s[0]:
        if add(p[1], s[1], q) == (0, 0):
            return None
        slope = mul(mul((3, 0), mul(p[0], p[0], q), q), inverse(add(p[1], p[1], q), q), q)
    else:
        slope = mul(sub(s[1], p[1], q), inverse(sub(s[0], p[0], q), q), q)
    x = sub(sub(mul(slope, slope, q), p[0], q), s[0], q)
    return (x, sub(mul(slope, sub(p[0], x, q), q), p[1], q))


def point_mul(p, k, q):
    out = None
    for bit in bin(k)[2:]:
        out = point_add(out, out, q)
        if bit == "1":
            out = point_add(out, p, q)
    return out


def find(q, r, b):
    for c0 in range(1000):
        x = (c0, 1)
        y = sqrt(add(mul(x, mul(x, x, q), q), b, q), q)
        if y and point_mul((x, y), r, q) is not None:
            return x + y
    raise SystemExit("no point found")


def main():
    print("/* SPDX-License-Identifier: Apache-2.0\n *\n"
          " * Written by tools/gen_outside_points.py; do not edit. Points of G2's curve outside the subgroup of prime\n"
          " * order: x.c0, x.c1, y.c0, y.c1, canonical limbs, least significant first.\n */")
    print("#ifndef CUZK_TESTS_OUTSIDE_POINTS_H\n#define CUZK_TESTS_OUTSIDE_POINTS_H\n\n#include <stdint.h>\n")
    print("/* clang-format off */")
    for name, q, r, twist in CURVES:
        limbs = 4 if name == "bn254" else 6
        print(f"static const uint64_t outside_g2_{name}[{4 * limbs}] = {{")
        for value in find(q, r, twist(q)):
            words = [f"0x{value >> 64 * i & (1 << 64) - 1:016x}" for i in range(limbs)]
            for i in range(0, limbs, 4):
                print("    " + ", ".join(words[i:i + 4]) + ",")
        print("};")
    print("/* clang-format on */\n\n#endif")


main()
