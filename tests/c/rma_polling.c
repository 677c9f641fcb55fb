// A rank that polls a window's memory by gets and flushes makes progress meanwhile: another one's long message to it arrives, and what it polls for comes after that.
// ranks: 2
// timeout: 30
// variants: large-messages
#include "check.h"

enum { BYTES = 3 << 20, ROUNDS = 3 };

static void wait_for(MPI_Win win, int value, int is_all)
{
    for (int seen = 0; seen != value;) {
        OK(MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
        OK(is_all ? MPI_Win_flush_all(win) : MPI_Win_flush(0, win));
    }
}

int main(int argc, char **argv)
{
    int rank, *flag;
    check_begin(&argc, &argv);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    MPI_Win win;
    OK(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win));
    *flag = 0;
    unsigned char *data = check_alloc(BYTES);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, win));
    for (int round = 1; round <= ROUNDS; round++) {
        if (rank == 0) {
            memset(data, round, BYTES);
            OK(MPI_Send(data, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD));
            OK(MPI_Put(&round, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
            OK(MPI_Win_flush(0, win));
        } else {
            MPI_Request receive;
            OK(MPI_Irecv(data, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &receive));
            wait_for(win, round, round % 2);
            OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
            CHECK_EQ(data[0], round);
            CHECK_EQ(data[BYTES - 1], round);
        }
    }
    OK(MPI_Win_unlock_all(win));
    free(data);
    OK(MPI_Win_free(&win));
    return check_end();
}
