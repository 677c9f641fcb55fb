// Non-blocking and persistent collectives of several threads: each thread on its own communicator, requests that one thread starts and
// another completes, and operations that go on because another thread waits for something else.
// ranks: 1 2 4
// timeout: 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 40, AT_ONCE = 4, MOST = 20000 };

static MPI_Comm comms[THREADS];
static MPI_Op sum;
static int in_callback[THREADS * AT_ONCE];

/* The first element says whose operation it is: nobody else may be at it at the same time. The others are added. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int *from = in, *to = inout, n = 0;
    CHECK(MPI_Type_size(*type, &n) == MPI_SUCCESS && n % sizeof(int) == 0);
    n /= sizeof(int);
    for (int e = 0; e < *count; e++, from += n, to += n) {
        CHECK_EQ(from[0], to[0]);
        CHECK_EQ(__atomic_fetch_add(&in_callback[to[0]], 1, __ATOMIC_SEQ_CST), 0);
        for (int i = 1; i < n; i++)
            to[i] += from[i];
        __atomic_fetch_sub(&in_callback[to[0]], 1, __ATOMIC_SEQ_CST);
    }
}

static void fill(int *data, int count, int slot, int round)
{
    data[0] = slot;
    for (int i = 1; i < count; i++)
        data[i] = round + i * (check_rank + 1);
}

static void verify(const int *data, int count, int slot, int round)
{
    CHECK_EQ(data[0], slot);
    for (int i = 1; i < count; i++)
        CHECK_EQ(data[i], check_size * round + i * (check_size * (check_size + 1) / 2));
}

/* Several reductions by the program's function at once. The datatype is freed while they are under way. */
static void *own_communicator(void *argument)
{
    int thread = (int)(intptr_t)argument, *in[AT_ONCE], *out[AT_ONCE];
    MPI_Request requests[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++)
        in[k] = check_alloc(MOST * sizeof(int)), out[k] = check_alloc(MOST * sizeof(int));
    for (int round = 0; round < ROUNDS; round++) {
        int count = round % 10 == 9 ? MOST : 2 + round;
        MPI_Datatype vector;
        OK(MPI_Type_contiguous(count, MPI_INT, &vector));
        OK(MPI_Type_commit(&vector));
        for (int k = 0; k < AT_ONCE; k++) {
            fill(in[k], count, thread * AT_ONCE + k, round);
            OK(MPI_Iallreduce(in[k], out[k], 1, vector, sum, comms[thread], &requests[k]));
        }
        OK(MPI_Type_free(&vector));
        if (round % 2)
            OK(MPI_Waitall(AT_ONCE, requests, MPI_STATUSES_IGNORE));
        else
            for (int k = AT_ONCE - 1; k >= 0; k--)
                OK(MPI_Wait(&requests[k], MPI_STATUS_IGNORE));
        for (int k = 0; k < AT_ONCE; k++)
            verify(out[k], count, thread * AT_ONCE + k, round);
    }
    for (int k = 0; k < AT_ONCE; k++)
        free(in[k]), free(out[k]);
    return NULL;
}

static pthread_barrier_t meeting;
static MPI_Request handed_over;
static int handed_in[MOST], handed_out[MOST];

/* Starts operations that the other thread completes. */
static void *starter(void *argument)
{
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        fill(handed_in, MOST, 0, round);
        OK(MPI_Iallreduce(handed_in, handed_out, MOST, MPI_INT, MPI_SUM, comms[0], &handed_over));
        pthread_barrier_wait(&meeting);
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

/* Rank 0 waits for a message of the last rank, which comes after that one's part of the operation; nobody in rank 0 waits for the operation. */
static void *completer(void *argument)
{
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        int token = round, last = check_size - 1;
        pthread_barrier_wait(&meeting);
        if (check_rank == 0 && last > 0) {
            OK(MPI_Recv(&token, 1, MPI_INT, last, 1, comms[1], MPI_STATUS_IGNORE));
            CHECK_EQ(token, round);
        }
        OK(MPI_Wait(&handed_over, MPI_STATUS_IGNORE));
        if (check_rank == last && last > 0)
            OK(MPI_Send(&token, 1, MPI_INT, 0, 1, comms[1]));
        CHECK_EQ(handed_out[0], 0);
        verify(handed_out, MOST, 0, round);
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

/* A persistent operation in each thread. */
static void *persistent(void *argument)
{
    int thread = (int)(intptr_t)argument, in = 0, out = 0;
    MPI_Request request;
    OK(MPI_Allreduce_init(&in, &out, 1, MPI_INT, MPI_SUM, comms[thread], MPI_INFO_NULL, &request));
    for (int round = 0; round < 10 * ROUNDS; round++) {
        in = round + thread;
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_EQ(out, check_size * (round + thread));
    }
    OK(MPI_Request_free(&request));
    return NULL;
}

static void in_threads(int count, void *(*bodies[])(void *))
{
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < count; i++)
        CHECK(pthread_create(&threads[i], NULL, bodies[i], (void *)i) == 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    OK(MPI_Op_create(add, 1, &sum));
    CHECK(pthread_barrier_init(&meeting, NULL, 2) == 0);
    in_threads(3, (void *(*[])(void *)){own_communicator, own_communicator, own_communicator});
    in_threads(2, (void *(*[])(void *)){starter, completer});
    in_threads(3, (void *(*[])(void *)){persistent, persistent, persistent});
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_free(&comms[i]));
    OK(MPI_Op_free(&sum));
    return check_end();
}
