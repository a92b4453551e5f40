/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints the manual page: a build tool, not installed.
 */
#include "cli/cli.h"

int main(void)
{
    usage_print_manual(stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}
