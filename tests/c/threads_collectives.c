// Threads with a communicator each do collectives of all kinds at the same time.
// ranks: 1 2 4
// timeout: 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 60, MOST = 20000 };

static MPI_Comm comms[THREADS];

static void *body(void *argument)
{
    int thread = (int)(intptr_t)argument, *data = check_alloc(MOST * sizeof(int)), *result = check_alloc(MOST * sizeof(int));
    for (int i = 0; i < ROUNDS; i++) {
        int count = i % 10 == 9 ? MOST : 1 + i, key = thread * 1000 + i;
        for (int k = 0; k < count; k++)
            data[k] = key + k + check_rank;
        OK(MPI_Allreduce(data, result, count, MPI_INT, MPI_SUM, comms[thread]));
        for (int k = 0; k < count; k++)
            CHECK_EQ(result[k], check_size * (key + k) + check_size * (check_size - 1) / 2);
        OK(MPI_Bcast(data, count, MPI_INT, i % check_size, comms[thread]));
        CHECK_EQ(data[count - 1], key + count - 1 + i % check_size);
        OK(MPI_Barrier(comms[thread]));
    }
    free(data), free(result);
    return NULL;
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    for (intptr_t i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, body, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_free(&comms[i]));
    return check_end();
}
