/* Many ranks send to rank 0 as fast as they can, while it now and then computes. Every message is checked.
 *   flood MESSAGES PAUSE_US     messages of each sender; what rank 0 computes after each 1000 messages */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 64, LONGEST = 6000 };

/* Mostly short, some of all buckets below the eager limit. */
static int length(int from, int number)
{
    unsigned mixed = (unsigned)number * 2654435761u + (unsigned)from * 40503u;
    static const int most[8] = {8, 64, 64, 200, 200, 900, 2000, LONGEST};
    return 8 + (int)((mixed >> 8) % (unsigned)most[mixed >> 29]) / 8 * 8;
}

static unsigned char content(int from, int number, int at)
{
    return (unsigned char)(from * 31 + number * 7 + at);
}

static void fill(unsigned char *bytes, int from, int number, int len)
{
    memcpy(bytes, &number, sizeof number);
    for (int at = sizeof number; at < len; at++)
        bytes[at] = content(from, number, at);
}

static int check(const unsigned char *bytes, int from, int number, int len)
{
    int seen;
    memcpy(&seen, bytes, sizeof seen);
    if (seen != number || len != length(from, number))
        return 0;
    for (int at = sizeof seen; at < len; at++)
        if (bytes[at] != content(from, number, at))
            return 0;
    return 1;
}

static void flood(int rank, int messages)
{
    static unsigned char out[WINDOW][LONGEST + 8];
    MPI_Request requests[WINDOW];
    for (int slot = 0; slot < WINDOW; slot++)
        requests[slot] = MPI_REQUEST_NULL;
    for (int number = 0; number < messages; number++) {
        int slot = number % WINDOW, len = length(rank, number);
        MPI_Wait(&requests[slot], MPI_STATUS_IGNORE);
        fill(out[slot], rank, number, len);
        MPI_Isend(out[slot], len, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[slot]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void compute(double seconds)
{
    for (double begin = MPI_Wtime(); MPI_Wtime() - begin < seconds;)
        ;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int messages = argc > 1 ? atoi(argv[1]) : 1000;
    double pause = (argc > 2 ? atoi(argv[2]) : 1000) * 1e-6;
    /* Only those of the other half send: they are on the other node. */
    int first = size / 2;
    if (rank >= first) {
        flood(rank, messages);
    } else if (rank == 0) {
        static unsigned char into[LONGEST + 8];
        int *next = calloc((size_t)size, sizeof *next), bad = 0;
        long all = (long)messages * (size - first);
        double begin = MPI_Wtime();
        for (long count = 0; count < all; count++) {
            MPI_Status status;
            int len;
            MPI_Recv(into, sizeof into, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &len);
            bad += !check(into, status.MPI_SOURCE, next[status.MPI_SOURCE]++, len);
            if (count % 1000 == 999)
                compute(pause);
        }
        printf("flood: %ld messages, %d wrong, %.1f s\n", all, bad, MPI_Wtime() - begin);
        free(next);
        if (bad)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
