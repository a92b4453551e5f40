/* SPDX-License-Identifier: Apache-2.0
 *
 * The thread beside a command: it draws the progress bar and answers SIGINT and SIGTERM.
 *
 * While no output file is being written, a signal ends the process at once: there is nothing to clean up. Between
 * hold and release it only asks the work to stop through its progress callback, so that temporary files are
 * removed by whoever made them; a second signal does not wait for that.
 */
#ifndef CUZK_CLI_MONITOR_H
#define CUZK_CLI_MONITOR_H

#include <cuzk/groth16.h>

typedef struct cli_monitor cli_monitor;

/* Blocks the two signals in the calling thread and so in every thread that it starts afterwards: call it first.
 * `command` names the command in messages and stays the caller's. The bar goes to stderr if `draw_bar`. */
cuzk_status monitor_create(cli_monitor **out, const char *command, bool draw_bar, cuzk_error *err);
void monitor_destroy(cli_monitor *monitor); /* NULL is fine */

/* To be given to long calls; valid as long as the monitor. */
const cuzk_progress *monitor_progress(cli_monitor *monitor);

/* Names what is being done when it reports no progress by itself: the bar then shows the time that it has taken. */
void monitor_stage(cli_monitor *monitor, const char *stage);

/* The same with an estimate of how long it takes, which the bar then follows. */
void monitor_stage_expect(cli_monitor *monitor, const char *stage, double seconds);

/* Whether the bar is drawn at all: an estimate for nobody is not worth its time. */
bool monitor_draws_bar(const cli_monitor *monitor);

/* A line of its own on stderr, beside the bar. */
void monitor_print(cli_monitor *monitor, const char *text);

void monitor_hold(cli_monitor *monitor);
void monitor_release(cli_monitor *monitor);

/* The signal that came between hold and release, or 0. */
int monitor_signal(cli_monitor *monitor);

#endif
