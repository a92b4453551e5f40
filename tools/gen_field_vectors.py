#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/vectors/field/<field>.txt: known answers for the four prime fields, from Python's integers alone.

    tools/gen_field_vectors.py

Values are canonical and in hexadecimal; one line a fact, the results last:

    mont a r        r = a * 2^(64 * limbs), the limbs of a in Montgomery form
    add a b r       sub, mul likewise
    neg a r         double, halve, sqr, inverse (of 0: 0) likewise
    pow a e r       e below 2^64
    sqrt a 1        a is a square (base fields alone); 0: it is none
"""

import pathlib
import random

FIELDS = {
    "bn254_fp": (4, 21888242871839275222246405745257275088696311157297823662689037894645226208583),
    "bn254_fr": (4, 21888242871839275222246405745257275088548364400416034343698204186575808495617),
    "bls12_381_fp": (6, 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab),
    "bls12_381_fr": (4, 52435875175126190479447740508185965837690552500527637822603658699938581184513),
}


def edges(limbs, p):
    """Values at borders: of the field, of limbs, of Montgomery form."""
    r = 2 ** (64 * limbs)
    values = {0, 1, 2, 3, p - 1, p - 2, p // 2, p // 2 + 1, r % p, r * r % p, -r % p, pow(r, -1, p)}
    for i in range(1, limbs):
        values |= {2 ** (64 * i), 2 ** (64 * i) - 1, p - 2 ** (64 * i), p % 2 ** (64 * i)}
        values.add(p >> (64 * i) << (64 * i))
    values.add(2 ** (p.bit_length() - 1) - 1)
    values.add(2 ** (p.bit_length() - 1))
    return sorted(values)


def facts(limbs, p, has_sqrt, source):
    some = edges(limbs, p) + [source.randrange(p) for _ in range(12)]
    for a in some:
        yield "mont", a, a * 2 ** (64 * limbs) % p
        yield "neg", a, -a % p
        yield "double", a, 2 * a % p
        yield "halve", a, a * pow(2, -1, p) % p
        yield "sqr", a, a * a % p
        yield "inverse", a, pow(a, p - 2, p)
        exponent = source.getrandbits(source.randrange(65))
        yield "pow", a, exponent, pow(a, exponent, p)
        if has_sqrt:
            yield "sqrt", a, int(pow(a, (p - 1) // 2, p) != p - 1)
        for b in source.sample(some, 4):
            yield "add", a, b, (a + b) % p
            yield "sub", a, b, (a - b) % p
            yield "mul", a, b, a * b % p


def main():
    folder = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors" / "field"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (limbs, p) in FIELDS.items():
        source = random.Random(name)
        lines = [f"# Written by tools/gen_field_vectors.py, which explains the lines; p = {p:x}"]
        for operation, *numbers in facts(limbs, p, name.endswith("_fp"), source):
            lines.append(" ".join([operation] + [f"{n:x}" for n in numbers]))
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


main()
