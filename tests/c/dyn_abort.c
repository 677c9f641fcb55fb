// One thread waits for processes that never call MPI_Init; another one ends the job meanwhile.
// ranks: 1
// needs: ferry
// expect: exit=9 within=20
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static void *start(void *unused)
{
    (void)unused;
    char *words[] = {"1000", NULL};
    MPI_Comm child;
    MPI_Comm_spawn("sleep", words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;
    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
    CHECK_EQ(provided, MPI_THREAD_MULTIPLE);
    CHECK_EQ(pthread_create(&thread, NULL, start, NULL), 0);
    usleep(300000); /* most often the thread is in the call then; if not, the job ends as well */
    MPI_Abort(MPI_COMM_WORLD, 9);
    return 0;
}
