// Accumulates of one origin to one place happen in order, short ones behind long ones, with results and without: the last that replaces wins, and a fetch sees
// all that came before; in windows of every kind.
// ranks: 1 2 3
#include "rma.h"

enum { LONG = 30000 };

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int *many = malloc(LONG * sizeof *many), *before = malloc(LONG * sizeof *before), *seen = malloc(LONG * sizeof *seen);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, LONG * sizeof(int)))
            continue;
        int target = (check_rank + 1) % check_size;
        MPI_Aint at = rma_at(&rma, target, 0);
        OK(MPI_Win_lock_all(0, rma.win));
        for (int round = 0; round < 8; round++) {
            int few = 100 * round + 7, one = 1;
            for (int i = 0; i < LONG; i++)
                many[i] = 100 * round;
            OK(MPI_Accumulate(many, LONG, MPI_INT, target, at, LONG, MPI_INT, MPI_REPLACE, rma.win));
            OK(MPI_Accumulate(&few, 1, MPI_INT, target, at, 1, MPI_INT, MPI_REPLACE, rma.win));
            OK(MPI_Fetch_and_op(&one, before, MPI_INT, target, at, MPI_SUM, rma.win));
            OK(MPI_Get_accumulate(NULL, 0, MPI_INT, seen, LONG, MPI_INT, target, at, LONG, MPI_INT, MPI_NO_OP, rma.win));
            OK(MPI_Accumulate(&one, 1, MPI_INT, target, rma_at(&rma, target, 4), 1, MPI_INT, MPI_SUM, rma.win));
            OK(MPI_Win_flush(target, rma.win));
            CHECK_EQ(before[0], few);
            CHECK_EQ(seen[0], few + 1);
            for (int i = 1; i < LONG; i++)
                CHECK_EQ(seen[i], 100 * round);
            OK(MPI_Get(seen, 2, MPI_INT, target, at, 2, MPI_INT, rma.win));
            OK(MPI_Win_flush(target, rma.win));
            CHECK_EQ(seen[1], 100 * round + 1);
        }
        OK(MPI_Win_unlock_all(rma.win));
        rma_close(&rma);
    }
    free(many);
    free(before);
    free(seen);
    return check_end();
}
