// Several threads in each rank send and receive at once: a tag and a communicator for each, shared wildcards, large and small.
// ranks: 1 2 3 4
// timeout: 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 300, LARGE = 60000 };

static MPI_Comm comms[THREADS];

static void ring(MPI_Comm comm, int tag, int thread, unsigned char *in, unsigned char *out)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    for (int i = 0; i < ROUNDS; i++) {
        int size = i % 20 == 0 ? LARGE : i % 7 * 100;
        MPI_Status status;
        MPI_Request request;
        fill_bytes(out, size, thread * 10000 + i * 10 + check_rank);
        OK(MPI_Isend(out, size, MPI_BYTE, to, tag, comm, &request));
        OK(MPI_Recv(in, LARGE, MPI_BYTE, from, tag, comm, &status));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_STATUS(status, from, tag, MPI_BYTE, size);
        CHECK_BYTES(in, size, thread * 10000 + i * 10 + from);
    }
}

static void *body(void *argument)
{
    int thread = (int)(intptr_t)argument;
    unsigned char *in = check_alloc(LARGE), *out = check_alloc(LARGE);
    ring(MPI_COMM_WORLD, thread, thread, in, out);   /* a tag of its own */
    ring(comms[thread], 0, 50 + thread, in, out);    /* a communicator of its own */
    free(in), free(out);
    return NULL;
}

static int taken[64][THREADS * ROUNDS];

/* All threads of all ranks send numbered messages to rank 0, whose threads take them by wildcard: each once. */
static void *wildcard(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int value[2] = {check_rank, thread * ROUNDS + i};
        OK(MPI_Send(value, 2, MPI_INT, 0, 7, MPI_COMM_WORLD));
    }
    return NULL;
}

static void *collect(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS * check_size; i++) {
        int value[2];
        MPI_Status status;
        OK(MPI_Recv(value, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        CHECK_STATUS(status, value[0], 7, MPI_INT, 2);
        CHECK_EQ(__atomic_fetch_add(&taken[value[0]][value[1]], 1, __ATOMIC_RELAXED), 0);
    }
    return NULL;
}

/* Like collect, by Mprobe and Mrecv: no other thread can take a probed message away. */
static void *collect_matched(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS * check_size; i++) {
        int value[2];
        MPI_Message message;
        OK(MPI_Mprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
        OK(MPI_Mrecv(value, 2, MPI_INT, &message, MPI_STATUS_IGNORE));
        CHECK_EQ(__atomic_fetch_add(&taken[value[0]][value[1]], 1, __ATOMIC_RELAXED), 0);
    }
    return NULL;
}

static void run(void *(*sender)(void *), void *(*receiver)(void *))
{
    pthread_t threads[2 * THREADS];
    int count = 0;
    for (intptr_t i = 0; i < THREADS; i++) {
        if (receiver && check_rank == 0)
            CHECK(pthread_create(&threads[count++], NULL, receiver, (void *)i) == 0);
        CHECK(pthread_create(&threads[count++], NULL, sender, (void *)i) == 0);
    }
    while (count)
        pthread_join(threads[--count], NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    memset(taken, 0, sizeof taken);
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    run(body, NULL);
    run(wildcard, collect);
    run(wildcard, collect_matched);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_free(&comms[i]));
    return check_end();
}
