// Locks: what is read and written back under an exclusive lock is never lost; shared holders and those of MPI_Win_lock_all are there at once and keep exclusive
// ones out; in windows of every kind.
// ranks: 1 2 3 4 7
#include "rma.h"

enum { TIMES = 40 };

/* Everybody adds 1 to a counter at every rank by get and put, which only an exclusive lock makes right. */
static void exclusive(Rma *rma)
{
    for (int i = 0; i < TIMES; i++) {
        int target = (check_rank + i) % check_size;
        long seen = -1;
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
        OK(MPI_Get(&seen, 1, MPI_LONG, target, rma_at(rma, target, 0), 1, MPI_LONG, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        CHECK(seen >= 0);
        seen++;
        OK(MPI_Put(&seen, 1, MPI_LONG, target, rma_at(rma, target, 0), 1, MPI_LONG, rma->win));
        OK(MPI_Win_unlock(target, rma->win));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma->win));
    long sum = 0, mine = *(long *)rma->base;
    OK(MPI_Win_unlock(check_rank, rma->win));
    OK(MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(sum, (long)TIMES * check_size);
}

/* All hold a shared lock of rank 0 at once: none waits for another to give it back. */
static void shared(Rma *rma)
{
    long one = 1;
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Accumulate(&one, 1, MPI_LONG, 0, rma_at(rma, 0, 8), 1, MPI_LONG, MPI_SUM, rma->win));
    OK(MPI_Win_unlock(0, rma->win));
    OK(MPI_Win_lock_all(0, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int rank = 0; rank < check_size; rank++)
        OK(MPI_Accumulate(&one, 1, MPI_LONG, rank, rma_at(rma, rank, 8), 1, MPI_LONG, MPI_SUM, rma->win));
    OK(MPI_Win_flush_local_all(rma->win));
    OK(MPI_Win_flush_all(rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_sync(rma->win));
    CHECK_EQ(((long *)rma->base)[1], check_size * (check_rank == 0 ? 2L : 1L));
    OK(MPI_Win_unlock_all(rma->win));
}

/* A word that a holder of an exclusive lock changes twice is never seen between by one who has locked all. */
static void apart(Rma *rma)
{
    long both[2], round = 0;
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; i < TIMES; i++) {
        int target = i % check_size;
        if ((i + check_rank) % 2) {
            OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
            for (int half = 0; half < 2; half++) {
                round = 1000L * check_rank + i;
                OK(MPI_Put(&round, 1, MPI_LONG, target, rma_at(rma, target, 16 + 8 * (size_t)half), 1, MPI_LONG, rma->win));
                OK(MPI_Win_flush(target, rma->win));
            }
            OK(MPI_Win_unlock(target, rma->win));
        } else {
            OK(MPI_Win_lock_all(0, rma->win));
            OK(MPI_Get(both, 2, MPI_LONG, target, rma_at(rma, target, 16), 2, MPI_LONG, rma->win));
            OK(MPI_Win_flush(target, rma->win));
            CHECK_EQ(both[0], both[1]);
            OK(MPI_Win_unlock_all(rma->win));
        }
    }
}

/* Several targets are locked at once, with and without a look at other locks, and given back in another order. */
static void several(Rma *rma)
{
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int rank = 0; rank < check_size; rank++)
        OK(MPI_Win_lock(MPI_LOCK_SHARED, rank, rank % 2 ? MPI_MODE_NOCHECK : 0, rma->win));
    for (int rank = 0; rank < check_size; rank++) {
        long word = 7 + rank;
        OK(MPI_Put(&word, 1, MPI_LONG, rank, rma_at(rma, rank, 32 + 8 * (size_t)check_rank), 1, MPI_LONG, rma->win));
        OK(MPI_Win_flush_local(rank, rma->win));
    }
    for (int rank = check_size - 1; rank >= 0; rank--)
        OK(MPI_Win_unlock(rank, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(MPI_MODE_NOCHECK, rma->win));
    for (int rank = 0; rank < check_size; rank++)
        CHECK_EQ(((long *)rma->base)[4 + rank], 7 + check_rank);
    OK(MPI_Win_unlock_all(rma->win));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 32 + 8 * (size_t)check_size))
            continue;
        exclusive(&rma);
        shared(&rma);
        apart(&rma);
        several(&rma);
        rma_close(&rma);
    }
    return check_end();
}
