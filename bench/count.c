/* A fixed number of operations, for tools that count events: `count pingpong|alltoall|exchange BYTES OPERATIONS`. See README.md. */
#include "bench.h"

static char *out, *in;
static int count;

static void pingpong(void)
{
    int first = rank == 0;
    if (rank > 1)
        return;
    if (first)
        MPI_Send(out, count, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(in, count, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!first)
        MPI_Send(out, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
}

static void alltoall(void)
{
    MPI_Alltoall(out, count, MPI_CHAR, in, count, MPI_CHAR, MPI_COMM_WORLD);
}

/* What Alltoall does, by messages, one partner after the other. */
static void exchange(void)
{
    for (int step = 1; step < ranks; step++) {
        int to = (rank + step) % ranks, from = (rank + ranks - step) % ranks;
        MPI_Sendrecv(out + (size_t)to * (size_t)count, count, MPI_CHAR, to, 0, in + (size_t)from * (size_t)count, count, MPI_CHAR, from, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void (*find(const char *name))(void)
{
    return !strcmp(name, "pingpong") ? pingpong : !strcmp(name, "alltoall") ? alltoall : !strcmp(name, "exchange") ? exchange : NULL;
}

int main(int argc, char **argv)
{
    void (*operation)(void);
    long operations;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    operation = argc == 4 ? find(argv[1]) : NULL;
    if (!operation || ranks < 2) {
        fprintf(stderr, "usage: count pingpong|alltoall|exchange BYTES OPERATIONS, on two ranks or more\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
        return 2;
    }
    count = atoi(argv[2]);
    operations = atol(argv[3]);
    out = buffer((size_t)count * (size_t)ranks);
    in = buffer((size_t)count * (size_t)ranks);
    if (!out || !in)
        MPI_Abort(MPI_COMM_WORLD, 3);
    for (long i = 0; i < operations; i++)
        operation();
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
