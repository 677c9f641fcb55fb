// Threads declare their partitions ready at once; another waits for all of them, and the receiver's threads look for theirs.
// ranks: 2 4
// timeout: 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, EACH = 4, SIZE = 3000, ROUNDS = 60, PARTS = THREADS * EACH };

static unsigned char data[PARTS * SIZE];
static MPI_Request request;
static pthread_barrier_t meet;

static void *sender(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&meet);
        for (int i = 0; i < EACH; i++) {
            int part = i * THREADS + thread;
            for (int at = 0; at < SIZE; at++)
                data[part * SIZE + at] = check_byte(part * SIZE + at, round);
            OK(MPI_Pready(part, request));
        }
        pthread_barrier_wait(&meet);
    }
    return NULL;
}

static void *receiver(void *argument)
{
    int thread = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&meet);
        for (int i = 0; i < EACH; i++) {
            int part = thread * EACH + i, flag = 0;
            while (!flag)
                OK(MPI_Parrived(request, part, &flag));
            for (int at = part * SIZE; at < (part + 1) * SIZE; at++)
                CHECK_EQ(data[at], check_byte(at, round));
        }
        pthread_barrier_wait(&meet);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    pthread_t threads[THREADS];
    int sends = check_rank % 2 == 0, peer = sends ? check_rank + 1 : check_rank - 1;
    pthread_barrier_init(&meet, NULL, THREADS + 1);
    if (sends ? !HAVE(MPI_Psend_init(data, PARTS, SIZE, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request))
              : !HAVE(MPI_Precv_init(data, PARTS, SIZE, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request)))
        return check_end();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, sends ? sender : receiver, (void *)(intptr_t)i);
    for (int round = 0; round < ROUNDS; round++) {
        OK(MPI_Start(&request));
        pthread_barrier_wait(&meet);
        if (sends)
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE)); /* while the threads still work */
        pthread_barrier_wait(&meet);
        if (!sends)
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        /* The sender's next round must not write before this one has been looked at: it goes into the same buffer only at the receiver. */
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(MPI_Request_free(&request));
    return check_end();
}
