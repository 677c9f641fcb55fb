/* Everybody sends to everybody at once: aggregated throughput. See README.md. */
#include "bench.h"

static int count; /* bytes for each other rank */
static char *out, *in;
static MPI_Request *requests;

static void alltoall(void *context, long n)
{
    (void)context;
    for (long i = 0; i < n; i++)
        MPI_Alltoall(out, count, MPI_CHAR, in, count, MPI_CHAR, MPI_COMM_WORLD);
}

/* As Alltoall, by messages: what goes through shared memory in a collective goes through the library's large messages here. */
static void messages(void *context, long n)
{
    (void)context;
    for (long i = 0; i < n; i++) {
        for (int step = 1; step < ranks; step++) {
            int from = (rank + ranks - step) % ranks;
            MPI_Irecv(in + (size_t)from * (size_t)count, count, MPI_CHAR, from, 0, MPI_COMM_WORLD, &requests[step - 1]);
        }
        for (int step = 1; step < ranks; step++) {
            int to = (rank + step) % ranks;
            MPI_Isend(out + (size_t)to * (size_t)count, count, MPI_CHAR, to, 0, MPI_COMM_WORLD, &requests[ranks + step - 2]);
        }
        MPI_Waitall(2 * (ranks - 1), requests, MPI_STATUSES_IGNORE);
    }
}

static void (*find(const char *name))(void *, long)
{
    return !strcmp(name, "alltoall_throughput") ? alltoall : !strcmp(name, "exchange_throughput") ? messages : NULL;
}

static void run(const char *name, long bytes)
{
    double moved = 1e-6 * (double)bytes * ranks * (ranks - 1);
    count = (int)bytes;
    out = buffer((size_t)bytes * (size_t)ranks);
    in = buffer((size_t)bytes * (size_t)ranks);
    if (everywhere(out && in))
        point(name, bytes, moved / seconds_per_operation(find(name), NULL));
    else
        skip(name, bytes, "out of memory");
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4 || ranks < 2)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    requests = malloc(2 * (size_t)ranks * sizeof *requests);
    if (!requests)
        MPI_Abort(MPI_COMM_WORLD, 3);
    for (int i = 3; i < argc; i++) {
        if (!find(argv[i]))
            usage(argv[0]);
        begin(argv[i]);
        each_size(argv[2], argv[i], run);
    }
    free(requests);
    MPI_Finalize();
    return 0;
}
