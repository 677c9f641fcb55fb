// Fences: puts, gets and accumulates around a ring are there after the next fence, with all assertions, in windows of every kind.
// ranks: 1 2 3 4 7
#include "rma.h"

enum { N = 5000 };

static int value(int from, int round, int i)
{
    return from * 1000003 + round * 7919 + i;
}

static void rounds(Rma *rma)
{
    int next = (check_rank + 1) % check_size, before = (check_rank + check_size - 1) % check_size;
    int *mine = (int *)rma->base, *out = malloc(N * sizeof *out), *in = malloc(N * sizeof *in);
    for (int round = 0; round < 6; round++) {
        int count = round < 3 ? round + 1 : N;
        for (int i = 0; i < count; i++)
            out[i] = value(check_rank, round, i);
        /* Ends a fence epoch, or begins the first. */
        OK(MPI_Win_fence(round == 0 ? MPI_MODE_NOPRECEDE : 0, rma->win));
        OK(MPI_Put(out, count, MPI_INT, next, rma_at(rma, next, 0), count, MPI_INT, rma->win));
        OK(MPI_Win_fence(MPI_MODE_NOPUT, rma->win));
        for (int i = 0; i < count; i++)
            CHECK_EQ(mine[i], value(before, round, i));
        memset(in, 0, N * sizeof *in);
        OK(MPI_Get(in, count, MPI_INT, next, rma_at(rma, next, 0), count, MPI_INT, rma->win));
        OK(MPI_Win_fence(MPI_MODE_NOSTORE, rma->win));
        for (int i = 0; i < count; i++)
            CHECK_EQ(in[i], value(check_rank, round, i));
        /* Everybody adds to everybody. */
        for (int rank = 0; rank < check_size; rank++)
            OK(MPI_Accumulate(out, count, MPI_INT, rank, rma_at(rma, rank, 0), count, MPI_INT, MPI_SUM, rma->win));
        OK(MPI_Win_fence(round == 5 ? MPI_MODE_NOSUCCEED : 0, rma->win));
        for (int i = 0; i < count; i++) {
            unsigned sum = (unsigned)value(before, round, i);
            for (int rank = 0; rank < check_size; rank++)
                sum += (unsigned)value(rank, round, i);
            CHECK_EQ(mine[i], (int)sum);
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, N * sizeof(int)))
            continue;
        rounds(&rma);
        rma_close(&rma);
    }
    return check_end();
}
