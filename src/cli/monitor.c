/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/monitor.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"

enum {
    BAR_WIDTH = 24,
    TICK_NS = 100 * 1000 * 1000,
};

static const uint64_t second_ns = 1000 * 1000 * 1000;

struct cli_monitor {
    /* Written before the thread starts, read-only after. */
    const char *command;
    bool draw_bar;
    cuzk_progress progress;
    uint64_t started_ns;
    pthread_t thread;
    sigset_t signals;

    atomic_bool ending;
    pthread_mutex_t lock;

    /* Guarded by lock. */
    char stage[64];
    uint64_t stage_started_ns, done, total;
    double expected_seconds; /* of the stage, 0 if unknown */
    bool held, bar_shown;
    int signal;
};

static void bar_clear(cli_monitor *m)
{
    if (m->bar_shown)
        fputs("\r\033[K", stderr);
    m->bar_shown = false;
}

/* How far the stage has come, from 0 to 1: by its own reports, or by the time that it was expected to take. Negative
 * if unknown. */
static double stage_share(const cli_monitor *m, double elapsed)
{
    if (m->total > 0 && m->done > 0 && m->done <= m->total)
        return (double)m->done / (double)m->total;
    if (m->expected_seconds > 0.0)
        return elapsed < 0.99 * m->expected_seconds ? elapsed / m->expected_seconds : 0.99;
    return -1.0;
}

static void bar_draw(cli_monitor *m)
{
    uint64_t now = cuzk_clock_now_ns();
    if (!m->draw_bar || m->stage[0] == '\0' || now - m->started_ns < second_ns)
        return;
    double elapsed = (double)(now - m->stage_started_ns) / (double)second_ns;
    double share = stage_share(m, elapsed);
    m->bar_shown = true;
    if (share <= 0.0) {
        fprintf(stderr, "\r\033[K%s: %.0f s", m->stage, elapsed);
        return;
    }
    char bar[BAR_WIDTH + 1] = {0};
    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : '.';
    double left = elapsed / share - elapsed;
    fprintf(stderr, "\r\033[K%s: [%s] %3.0f%%, %d:%02d left", m->stage, bar, share * 100.0, (int)left / 60,
            (int)left % 60);
}

/* Called with the lock held, so that no output file can be begun meanwhile. */
static void signal_arrived(cli_monitor *m, int number)
{
    bar_clear(m);
    if (!m->held || m->signal != 0) {
        fprintf(stderr, "cuzk: %s: stopped by %s\n", m->command, number == SIGINT ? "SIGINT" : "SIGTERM");
        _exit(128 + number);
    }
    m->signal = number;
}

static void *monitor_run(void *context)
{
    cli_monitor *m = context;
    const struct timespec tick = {0, TICK_NS};
    while (!atomic_load(&m->ending)) {
        int number = sigtimedwait(&m->signals, NULL, &tick);
        pthread_mutex_lock(&m->lock);
        if (number == SIGINT || number == SIGTERM)
            signal_arrived(m, number);
        else if (number != SIGUSR1)
            bar_draw(m);
        pthread_mutex_unlock(&m->lock);
    }
    return NULL;
}

static void stage_set(cli_monitor *m, const char *stage)
{
    if (strncmp(m->stage, stage, sizeof m->stage - 1) == 0)
        return;
    snprintf(m->stage, sizeof m->stage, "%s", stage);
    m->stage_started_ns = cuzk_clock_now_ns();
    m->done = m->total = 0;
    m->expected_seconds = 0.0;
}

static bool monitor_report(void *context, const char *stage, uint64_t done, uint64_t total)
{
    cli_monitor *m = context;
    pthread_mutex_lock(&m->lock);
    stage_set(m, stage);
    m->done = done;
    m->total = total;
    bool go_on = m->signal == 0;
    pthread_mutex_unlock(&m->lock);
    return go_on;
}

cuzk_status monitor_create(cli_monitor **out, const char *command, bool draw_bar, cuzk_error *err)
{
    cli_monitor *m = calloc(1, sizeof *m);
    if (m == NULL)
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "no memory for the progress display");
    m->command = command;
    m->draw_bar = draw_bar;
    m->progress.report = monitor_report;
    m->progress.context = m;
    m->started_ns = cuzk_clock_now_ns();
    atomic_init(&m->ending, false);
    sigemptyset(&m->signals);
    sigaddset(&m->signals, SIGINT);
    sigaddset(&m->signals, SIGTERM);
    sigaddset(&m->signals, SIGUSR1); /* from monitor_destroy: ends the wait */
    pthread_sigmask(SIG_BLOCK, &m->signals, NULL);
    pthread_mutex_init(&m->lock, NULL);
    int code = pthread_create(&m->thread, NULL, monitor_run, m);
    if (code != 0) {
        pthread_mutex_destroy(&m->lock);
        free(m);
        return cuzk_error_set(err, CUZK_E_NO_MEMORY, "cannot start a thread: %s", strerror(code));
    }
    *out = m;
    return CUZK_OK;
}

void monitor_destroy(cli_monitor *m)
{
    if (m == NULL)
        return;
    atomic_store(&m->ending, true);
    pthread_kill(m->thread, SIGUSR1);
    pthread_join(m->thread, NULL);
    bar_clear(m);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

const cuzk_progress *monitor_progress(cli_monitor *m)
{
    return &m->progress;
}

void monitor_stage(cli_monitor *m, const char *stage)
{
    pthread_mutex_lock(&m->lock);
    stage_set(m, stage);
    pthread_mutex_unlock(&m->lock);
}

void monitor_stage_expect(cli_monitor *m, const char *stage, double seconds)
{
    pthread_mutex_lock(&m->lock);
    stage_set(m, stage);
    m->expected_seconds = seconds;
    pthread_mutex_unlock(&m->lock);
}

bool monitor_draws_bar(const cli_monitor *m)
{
    return m->draw_bar;
}

void monitor_print(cli_monitor *m, const char *text)
{
    pthread_mutex_lock(&m->lock);
    bar_clear(m);
    fprintf(stderr, "cuzk: %s: %s\n", m->command, text);
    pthread_mutex_unlock(&m->lock);
}

void monitor_hold(cli_monitor *m)
{
    pthread_mutex_lock(&m->lock);
    m->held = true;
    pthread_mutex_unlock(&m->lock);
}

void monitor_release(cli_monitor *m)
{
    pthread_mutex_lock(&m->lock);
    m->held = false;
    pthread_mutex_unlock(&m->lock);
}

int monitor_signal(cli_monitor *m)
{
    pthread_mutex_lock(&m->lock);
    int number = m->signal;
    pthread_mutex_unlock(&m->lock);
    return number;
}
