// Many more threads than processors, all of which test for a message again and again: messages go on, and what one costs does not grow to slices of time.
// ranks: 2
// timeout: 120
#include "check.h"
#include <pthread.h>

/* A slice of the scheduler is 3 ms and more: a message that has to wait for some of them costs more than this, in seconds. */
enum { THREADS = 8, ROUNDS = 250 };
static const double MOST_S = 2e-3;

static MPI_Comm comms[THREADS];

static void receive(int *value, int from, MPI_Comm comm)
{
    MPI_Request request;
    int done = 0;
    OK(MPI_Irecv(value, 1, MPI_INT, from, 0, comm, &request));
    while (!done)
        OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
}

static void *play(void *argument)
{
    const MPI_Comm comm = *(MPI_Comm *)argument;
    const int peer = 1 - check_rank;
    for (int round = 0, value; round < ROUNDS; round++) {
        value = round;
        if (check_rank == 0)
            OK(MPI_Send(&value, 1, MPI_INT, peer, 0, comm));
        value = -1;
        receive(&value, peer, comm);
        CHECK_EQ(value, round);
        if (check_rank == 1)
            OK(MPI_Send(&value, 1, MPI_INT, peer, 0, comm));
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    check_begin_threads(&argc, &argv);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    const double begin = MPI_Wtime();
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, play, &comms[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    const double each = (MPI_Wtime() - begin) / (2 * ROUNDS * THREADS);
    NOTE("%g s for each message", each);
    if (check_ferry)
        CHECK(each < MOST_S);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_free(&comms[i]));
    return check_end();
}
