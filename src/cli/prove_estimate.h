/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a proof is going to take, for the progress bar.
 */
#ifndef CUZK_CLI_PROVE_ESTIMATE_H
#define CUZK_CLI_PROVE_ESTIMATE_H

#include "cli/cli.h"

/* Seconds on the processor, from a small sum that is measured here and the sizes of the key's sums; right within a
 * factor of two or so. 0 if the proof is too small to be worth it, or something fails. */
double prove_estimate_seconds(const cli_options *options, const cuzk_proving_key_info *key);

#endif
