// Every predefined operation on every predefined datatype, from all ranks into the same elements at once: each target has what MPI_Reduce_local makes of all
// operands, whatever their order, and nothing was lost or torn. In windows of every kind.
// ranks: 1 2 3 4
// timeout: 180
#include "rma_elements.h"

/* Products of nine numbers up to 5 are exact in every type of floating point. */
enum { N = 9, TIMES = 2, ROOM = 64 };

static void storm(Rma *rma, MPI_Datatype type, MPI_Op op)
{
    static char mine[N * ROOM], expected[N * ROOM], before[N * ROOM];
    MPI_Aint lb, extent;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    fill(rma->base, type, N, 1);
    fill(expected, type, N, 1);
    for (int rank = 0; rank < check_size; rank++)
        for (int time = 0; time < TIMES; time++) {
            fill(mine, type, N, rank * TIMES + time);
            OK(MPI_Reduce_local(mine, expected, N, type, op));
        }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, rma->win));
    for (int time = 0; time < TIMES; time++) {
        fill(mine, type, N, check_rank * TIMES + time);
        for (int step = 0; step < check_size; step++) {
            int target = (check_rank + step) % check_size;
            MPI_Aint at = rma_at(rma, target, 0);
            if (time % 2)
                OK(MPI_Get_accumulate(mine, N, type, before, N, type, target, at, N, type, op, rma->win));
            else
                OK(MPI_Accumulate(mine, N, type, target, at, N, type, op, rma->win));
            OK(MPI_Win_flush(target, rma->win));
        }
    }
    OK(MPI_Win_unlock_all(rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma->win));
    same(rma->base, expected, type, N, "the target");
    OK(MPI_Win_unlock(check_rank, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, N * ROOM))
            continue;
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
                NOTE("%s, type %zu, operation %zu", rma_kind_names[kind], t, o);
                if (ops[o] != MPI_REPLACE && ops[o] != MPI_NO_OP && defined(types[t], ops[o]))
                    storm(&rma, types[t], ops[o]);
            }
        rma_close(&rma);
    }
    return check_end();
}
