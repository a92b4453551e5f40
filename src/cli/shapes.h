/* SPDX-License-Identifier: Apache-2.0
 *
 * The proportions of known kinds of circuits, measured on keys and witnesses that circom and snarkjs made.
 */
#ifndef CUZK_CLI_SHAPES_H
#define CUZK_CLI_SHAPES_H

#include "cli/synth.h"

typedef enum cli_shape {
    CLI_SHAPE_PLAIN = 0,
    CLI_SHAPE_SHA256,
    CLI_SHAPE_POSEIDON,
} cli_shape;

/* Sets terms and shares. */
void shapes_preset(synth_shape *out, cli_shape shape);

/* *share = given, unless that is negative: not given. */
void shapes_override(double *share, double given);

#endif
