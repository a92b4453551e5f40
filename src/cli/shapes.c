/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/shapes.h"

/* SHA-256: a witness of bits alone; over a third of its wires are in no row of A, two thirds in none of B.
 * Poseidon (-O1, long chains): no value but w[0] is 0 or 1. */
static const struct {
    uint32_t term_count[3];
    double zeros, ones, absent_a, absent_b;
} presets[] = {
    [CLI_SHAPE_PLAIN] = {{2, 2, 3}, 0.0, 0.0, 0.0, 0.0},
    [CLI_SHAPE_SHA256] = {{3, 2, 4}, 0.58, 0.42, 0.37, 0.66},
    [CLI_SHAPE_POSEIDON] = {{3, 3, 4}, 0.0, 0.0, 0.53, 0.69},
};

void shapes_preset(synth_shape *out, cli_shape shape)
{
    for (int m = 0; m < 3; m++)
        out->term_count[m] = presets[shape].term_count[m];
    out->zeros = presets[shape].zeros;
    out->ones = presets[shape].ones;
    out->absent_a = presets[shape].absent_a;
    out->absent_b = presets[shape].absent_b;
}

void shapes_override(double *share, double given)
{
    if (given >= 0.0)
        *share = given;
}
