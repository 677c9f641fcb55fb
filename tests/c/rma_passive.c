// Passive targets need not call MPI: rank 0 computes, looking at nothing but its memory, until all others have locked it, put, added and swapped, and flushed;
// only then it calls MPI again. In windows of every kind.
// ranks: 2 3 4
// needs: ferry
#include "rma.h"

static void origin(Rma *rma)
{
    long one = 1, seen, expected = 0, mine = check_rank;
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, rma->win));
    OK(MPI_Put(&mine, 1, MPI_LONG, 0, rma_at(rma, 0, 16 * (size_t)check_rank), 1, MPI_LONG, rma->win));
    OK(MPI_Win_flush(0, rma->win));
    OK(MPI_Get(&seen, 1, MPI_LONG, 0, rma_at(rma, 0, 16 * (size_t)check_rank), 1, MPI_LONG, rma->win));
    OK(MPI_Win_flush(0, rma->win));
    CHECK_EQ(seen, check_rank);
    OK(MPI_Compare_and_swap(&one, &expected, &seen, MPI_LONG, 0, rma_at(rma, 0, 16 * (size_t)check_rank + 8), rma->win));
    OK(MPI_Win_unlock(0, rma->win));
    CHECK_EQ(seen, 0);
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, rma->win));
    OK(MPI_Win_unlock(0, rma->win));
    OK(MPI_Win_lock_all(0, rma->win));
    OK(MPI_Accumulate(&one, 1, MPI_LONG, 0, rma_at(rma, 0, 0), 1, MPI_LONG, MPI_SUM, rma->win));
    OK(MPI_Win_flush(0, rma->win));
    OK(MPI_Win_unlock_all(rma->win));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 16 * (size_t)check_size))
            continue;
        if (check_rank == 0) {
            volatile long *count = (volatile long *)rma.base;
            while (__atomic_load_n(count, __ATOMIC_ACQUIRE) < check_size - 1)
                ;
            for (int rank = 1; rank < check_size; rank++)
                CHECK(count[2 * rank] == rank && count[2 * rank + 1] == 1);
        } else {
            origin(&rma);
        }
        rma_close(&rma);
    }
    return check_end();
}
