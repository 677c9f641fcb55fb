/* A program that crashes with memory of its own, and a window in which the other rank has some, for core.sh, and says when, in nanoseconds; with PLAIN it does without MPI. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef PLAIN
#include <mpi.h>
#endif

enum { OWN = 128 << 20, LONG = 32 << 20 };

static char *volatile own;

#ifndef PLAIN
/* Long messages between all: whatever the library maps for them, and memory that peers can map. */
static void exchange(int rank, int size)
{
    char *send = malloc(LONG), *receive = malloc(LONG), *shared;
    memset(send, rank, LONG);
    for (int k = 1; k < size; k++)
        MPI_Sendrecv(send, LONG, MPI_BYTE, (rank + k) % size, 0, receive, LONG, MPI_BYTE, (rank - k + size) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Alloc_mem(LONG, MPI_INFO_NULL, &shared);
    memset(shared, rank, LONG);
    for (int k = 1; k < size; k++)
        MPI_Sendrecv(send, LONG, MPI_BYTE, (rank + k) % size, 0, shared, LONG, MPI_BYTE, (rank - k + size) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Free_mem(shared);
    free(send);
    free(receive);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Memory of all ranks but the first. */
static void share(int rank)
{
    char *part;
    MPI_Win window;
    MPI_Aint bytes = rank == 0 ? 0 : OWN;
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &window);
    memset(part, rank, (size_t)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
}
#endif

int main(void)
{
    int rank = 0;
#ifndef PLAIN
    int size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    exchange(rank, size);
    share(rank);
#endif
    if (rank == 0) {
        struct timespec now;
        own = malloc(OWN);
        memset(own, 1, OWN);
        clock_gettime(CLOCK_REALTIME, &now);
        printf("%lld%09ld\n", (long long)now.tv_sec, now.tv_nsec);
        fflush(stdout);
        abort();
    }
#ifndef PLAIN
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
#endif
    return 0;
}
