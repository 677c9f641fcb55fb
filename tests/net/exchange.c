/* Every rank sends every other one messages of many lengths, all at once, and checks what comes. `exchange ROUNDS [endless]`: with `endless` it says
 * "under way" after the first round and goes on until something ends it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int lengths[] = {0, 1, 1000, 8192, 8193, 100000, 1 << 20, 3 << 20};
enum { KINDS = sizeof lengths / sizeof *lengths, LONGEST = 3 << 20, MOST_RANKS = 16 };

static unsigned char expected(int from, int to, int kind, int round, int at)
{
    return (unsigned char)(from * 31 + to * 17 + kind * 7 + round * 3 + (at >> 3) + at);
}

static void fill(unsigned char *bytes, int from, int to, int kind, int round)
{
    for (int at = 0; at < lengths[kind]; at++)
        bytes[at] = expected(from, to, kind, round, at);
}

static void check(const unsigned char *bytes, int from, int to, int kind, int round)
{
    for (int at = 0; at < lengths[kind]; at++)
        if (bytes[at] != expected(from, to, kind, round, at)) {
            fprintf(stderr, "FAIL: byte %d of %d from rank %d to rank %d is wrong\n", at, lengths[kind], from, to);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static unsigned char *room(void)
{
    unsigned char *bytes = malloc(LONGEST);
    if (bytes == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return bytes;
}

int main(int argc, char **argv)
{
    static unsigned char *out[MOST_RANKS], *in[MOST_RANKS];
    MPI_Request requests[2 * MOST_RANKS];
    int rank, ranks, rounds, is_endless;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rounds = argc > 1 ? atoi(argv[1]) : 1;
    is_endless = argc > 2 && strcmp(argv[2], "endless") == 0;
    if (ranks > MOST_RANKS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int peer = 0; peer < ranks; peer++)
        out[peer] = room(), in[peer] = room();
    for (int round = 0; round < rounds || is_endless; round++) {
        for (int kind = 0; kind < KINDS; kind++) {
            int count = 0;
            for (int peer = 0; peer < ranks; peer++) {
                fill(out[peer], rank, peer, kind, round);
                memset(in[peer], 0xee, lengths[kind]);
                MPI_Irecv(in[peer], lengths[kind], MPI_BYTE, peer, kind, MPI_COMM_WORLD, &requests[count++]);
                MPI_Isend(out[peer], lengths[kind], MPI_BYTE, peer, kind, MPI_COMM_WORLD, &requests[count++]);
            }
            MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
            for (int peer = 0; peer < ranks; peer++)
                check(in[peer], peer, rank, kind, round);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 && is_endless && round == 0)
            puts("under way"), fflush(stdout);
    }
    for (int peer = 0; peer < ranks; peer++)
        free(out[peer]), free(in[peer]);
    if (rank == 0)
        printf("%d ranks, %d rounds\n", ranks, rounds);
    MPI_Finalize();
    return 0;
}
