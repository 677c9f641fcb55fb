// A rank that sleeps in MPI is woken at once: by messages, by room in a full ring, by collectives. A wake-up that was lost shows
// only as an operation that takes as long as the longest nap, a second, after which a sleeper looks by itself: so this test has to look at
// the time. A thread of each rank notes for how long the machine has kept it from running: where that is long, no operation is judged.
// ranks: 2 3 7
// timeout: 120
// needs: ferry
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { ROUNDS = 150, LARGE = 2 << 20, MANY = 4000 };

/* Seconds an operation takes at least if a wake-up was lost, and for which a process that is kept from running excuses it. */
static const double TOO_LONG = 0.9, EXCUSE = 0.25;

static unsigned char *data;
/* The longest operation, and which one it was. */
static double longest;
static char slowest[100];
/* The longest time, in microseconds, for which the clerk did not run although it wanted to. */
static atomic_long kept_us;
static atomic_int is_over;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void *clerk(void *unused)
{
    const struct timespec pause = {0, 20000000};
    for (double last = seconds_now(); !is_over;) {
        nanosleep(&pause, NULL);
        double now = seconds_now();
        long us = (now - last - 0.02) * 1e6;
        if (us > kept_us)
            kept_us = us;
        last = now;
    }
    return unused;
}

/* Is busy elsewhere for so long that whoever waits goes to sleep, or just about to. Which of them is chance, and all are right. */
static void dawdle(uint64_t *state)
{
    struct timespec pause = {0, random_below(state, 3) ? random_below(state, 300) * 1000L : 3000000L};
    nanosleep(&pause, NULL);
}

static void finish(double start, const char *what, int round)
{
    double seconds = MPI_Wtime() - start;
    if (seconds <= longest)
        return;
    longest = seconds;
    snprintf(slowest, sizeof slowest, "%s of round %d took %.3f s", what, round, seconds);
}

/* Whether operations took too long, and not for want of a processor. */
static void judge(void)
{
    double kept = kept_us * 1e-6, most = 0;
    OK(MPI_Allreduce(&kept, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    if (longest > TOO_LONG && most < EXCUSE)
        FAIL("%s", slowest);
    if (longest > TOO_LONG)
        fprintf(stderr, "%s, but a rank was kept from running for %.3f s\n", slowest, most);
}

/* A token goes round; everyone else sleeps meanwhile. */
static void token(int round)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, value = round;
    double start = MPI_Wtime();
    if (check_rank == 0)
        OK(MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD));
    OK(MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (check_rank)
        OK(MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD));
    finish(start, "token", round);
}

/* One way, more than a ring holds: the sender sleeps for room, the receiver for data. */
static void stream(int round, uint64_t *state)
{
    int small[4] = {round}, peer = check_rank ^ 1;
    if (peer >= check_size)
        return;
    if (check_rank & 1)
        dawdle(state);
    double start = MPI_Wtime();
    for (int i = 0; round % 10 == 0 && i < MANY; i++) {
        if (check_rank & 1)
            OK(MPI_Recv(small, 4, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        else
            OK(MPI_Send(small, 4, MPI_INT, peer, 1, MPI_COMM_WORLD));
    }
    if (check_rank & 1)
        OK(MPI_Recv(data, LARGE, MPI_BYTE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    else
        OK(MPI_Ssend(data, LARGE, MPI_BYTE, peer, 2, MPI_COMM_WORLD));
    finish(start, "stream", round);
}

static void together(int round, uint64_t *state)
{
    int value = round, sum = 0;
    if (round % check_size == check_rank)
        dawdle(state);
    double start = MPI_Wtime();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Bcast(&value, 1, MPI_INT, round % check_size, MPI_COMM_WORLD));
    OK(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(sum, round * check_size);
    finish(start, "collectives", round);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    uint64_t state = check_rank + 77;
    data = check_alloc(LARGE);
    fill_bytes(data, LARGE, 1);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, clerk, NULL) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        token(round);
        stream(round, &state);
        together(round, &state);
        dawdle(&state);
    }
    judge();
    is_over = 1;
    CHECK(pthread_join(thread, NULL) == 0);
    free(data);
    return check_end();
}
