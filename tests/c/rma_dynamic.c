// Dynamic windows: memory that comes and goes, at the same address with another size, too; accesses across ranges that touch; what is not attached any more
// is an error, not stale memory.
// ranks: 1 2 3
#include "rma.h"

enum { BYTES = 4096 };

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Win win;
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    int next = (check_rank + 1) % check_size, before = (check_rank + check_size - 1) % check_size;
    char *memory = malloc(4 * BYTES), *data = malloc(4 * BYTES);
    MPI_Aint *places = malloc((size_t)check_size * sizeof *places), place;
    OK(MPI_Get_address(memory, &place));
    OK(MPI_Allgather(&place, 1, MPI_AINT, places, 1, MPI_AINT, MPI_COMM_WORLD));
    for (int round = 0; round < 20; round++) {
        NOTE("round %d", round);
        MPI_Aint size = BYTES + 64 * round;
        memset(memory, 0, 4 * BYTES);
        memset(data, check_rank + round + 1, (size_t)size);
        OK(MPI_Win_attach(win, memory, size));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win));
        OK(MPI_Put(data, (int)size, MPI_BYTE, next, places[next], (int)size, MPI_BYTE, win));
        OK(MPI_Win_unlock(next, win));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        for (int i = 0; i < size; i++)
            CHECK_EQ(memory[i], (char)(before + round + 1));
        CHECK_UNTOUCHED(memory + size, 64, 0);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Win_detach(win, memory));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (check_ferry) {
            int class, code;
            OK(MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win));
            code = MPI_Put(data, 8, MPI_BYTE, next, places[next], 8, MPI_BYTE, win);
            if (code == MPI_SUCCESS)
                code = MPI_Win_flush(next, win);
            OK(MPI_Error_class(code, &class));
            CHECK_EQ(class, MPI_ERR_RMA_RANGE);
            OK(MPI_Win_unlock(next, win)); /* an error is told once */
            OK(MPI_Barrier(MPI_COMM_WORLD));
        }
    }
    if (check_ferry) {
        OK(MPI_Win_attach(win, memory, BYTES));
        ERR(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + BYTES - 1, 8), "overlap");
        ERR(MPI_ERR_RMA_ATTACH, MPI_Win_detach(win, memory + 1), "attached");
        OK(MPI_Win_attach(win, memory + BYTES, BYTES));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        /* Across two ranges that touch, by an accumulate that is long, and one that is short. */
        int count = 2 * BYTES / 4;
        int *ones = malloc(2 * BYTES);
        for (int i = 0; i < count; i++)
            ones[i] = 1;
        memset(memory, 0, 2 * BYTES);
        OK(MPI_Win_fence(0, win));
        OK(MPI_Accumulate(ones, count, MPI_INT, next, places[next], count, MPI_INT, MPI_SUM, win));
        OK(MPI_Accumulate(ones, 2, MPI_INT, next, MPI_Aint_add(places[next], BYTES - 4), 2, MPI_INT, MPI_SUM, win));
        OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
        for (int i = 0; i < count; i++)
            CHECK_EQ(((int *)memory)[i], i == BYTES / 4 || i == BYTES / 4 - 1 ? 2 : 1);
        free(ones);
        OK(MPI_Win_detach(win, memory));
        OK(MPI_Win_detach(win, memory + BYTES));
    }
    OK(MPI_Win_free(&win));
    free(memory);
    free(data);
    free(places);
    return check_end();
}
