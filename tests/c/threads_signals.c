// Signals go to the program's threads: those of the library take none.
// ranks: 2
// needs: ferry
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* What follows `key` in a file of a thread; nothing if the thread has ended. */
static void value_of(const char *thread, const char *file, const char *key, char value[static 256])
{
    char path[300], line[256];
    snprintf(path, sizeof path, "/proc/self/task/%s/%s", thread, file);
    FILE *stream = fopen(path, "r");
    value[0] = 0;
    while (stream && !value[0] && fgets(line, sizeof line, stream))
        if (!strncmp(line, key, strlen(key)))
            sscanf(line + strlen(key), "%255s", value);
    if (stream)
        fclose(stream);
}

/* How many threads have this name. All of the library's must be deaf. */
static int deaf_threads(const char *wanted)
{
    int found = 0;
    DIR *threads = opendir("/proc/self/task");
    CHECK(threads != NULL);
    for (struct dirent *entry; (entry = readdir(threads));) {
        char name[256], mask[256];
        value_of(entry->d_name, "comm", "", name);
        value_of(entry->d_name, "status", "SigBlk:", mask);
        if (strncmp(name, "ferry-", 6) || !mask[0])
            continue;
        if (!(strtoull(mask, NULL, 16) >> (SIGUSR2 - 1) & 1))
            check_fail(__FILE__, __LINE__, "the thread %s takes signals", name);
        found += !strcmp(name, wanted);
    }
    closedir(threads);
    return found;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR2);
    long memory = 0;
    MPI_Win win;
    /* Memory that is not the library's is served by a thread. */
    OK(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    /* A thread gets its name when it runs. */
    while (deaf_threads("ferry-windows") == 0)
        sched_yield();
    /* Not before: threads inherit what is blocked. */
    CHECK_EQ(sigprocmask(SIG_BLOCK, &wanted, NULL), 0);
    CHECK_EQ(kill(getpid(), SIGUSR2), 0);
    struct timespec limit = {.tv_sec = 20};
    CHECK_EQ(sigtimedwait(&wanted, NULL, &limit), SIGUSR2);
    OK(MPI_Win_free(&win));
    return check_end();
}
