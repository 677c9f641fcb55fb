// A thread completes generalized requests while another waits for them, long enough asleep to need waking.
// ranks: 1 2 3
// timeout: 120
#include "check.h"
#include <pthread.h>
#include <time.h>

enum { ROUNDS = 30 };

static MPI_Request handed;
static pthread_barrier_t meet;
static int freed;

static int query(void *state, MPI_Status *status)
{
    OK(MPI_Status_set_elements(status, MPI_INT, *(int *)state));
    OK(MPI_Status_set_cancelled(status, 0));
    status->MPI_SOURCE = MPI_UNDEFINED, status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    (void)state;
    freed++;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

static void *completer(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_barrier_wait(&meet);
        /* Sometimes at once, sometimes when the waiter has probably gone to sleep, to cover both; either is right whenever it comes. */
        struct timespec pause = {0, i % 3 * 30000000};
        nanosleep(&pause, NULL);
        OK(MPI_Grequest_complete(handed));
        pthread_barrier_wait(&meet);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    pthread_t thread;
    pthread_barrier_init(&meet, NULL, 2);
    if (!HAVE(MPI_Grequest_start(query, release, cancel, NULL, &handed)))
        return check_end();
    OK(MPI_Grequest_complete(handed));
    OK(MPI_Request_free(&handed));
    freed = 0;
    pthread_create(&thread, NULL, completer, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        int value = i, index = -1, never;
        MPI_Status status;
        MPI_Request requests[2];
        OK(MPI_Grequest_start(query, release, cancel, &value, &handed));
        pthread_barrier_wait(&meet);
        if (i % 2) {
            OK(MPI_Irecv(&never, 1, MPI_INT, check_rank, 1, MPI_COMM_WORLD, &requests[0]));
            requests[1] = handed;
            OK(MPI_Waitany(2, requests, &index, &status));
            CHECK_EQ(index, 1);
            OK(MPI_Cancel(&requests[0]));
            OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        } else {
            requests[1] = handed;
            OK(MPI_Wait(&requests[1], &status));
        }
        CHECK_STATUS(status, MPI_UNDEFINED, MPI_UNDEFINED, MPI_INT, i);
        pthread_barrier_wait(&meet);
        CHECK_EQ(freed, i + 1);
    }
    pthread_join(thread, NULL);
    return check_end();
}
