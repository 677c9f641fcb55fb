// Synchronous sends complete only after the receive matched, whatever their size; standard small sends need no receive.
// ranks: 2 3
#include "check.h"

static void completes_after_match(int size, int persistent)
{
    unsigned char *data = check_alloc(size);
    fill_bytes(data, size, size);
    if (check_rank == 0) {
        MPI_Request request;
        int flag = 1, go = 1;
        if (persistent) {
            OK(MPI_Ssend_init(data, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request));
            OK(MPI_Start(&request));
        } else {
            OK(MPI_Issend(data, size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request));
        }
        for (int i = 0; i < 200; i++) {
            OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
            CHECK(!flag);
        }
        OK(MPI_Send(&go, 1, MPI_INT, 1, 2, MPI_COMM_WORLD)); /* overtakes: another tag */
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (persistent)
            OK(MPI_Request_free(&request));
    } else if (check_rank == 1) {
        int go = 0, flag = 0;
        OK(MPI_Recv(&go, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        while (!flag)
            OK(MPI_Iprobe(0, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
        OK(MPI_Recv(data, size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_BYTES(data, size, size);
    }
    free(data);
}

/* Blocking: when Ssend returns, the receiver has started to receive; a flag sent before by the receiver proves it. */
static void blocking(int size)
{
    unsigned char *data = check_alloc(size);
    if (check_rank == 0) {
        int started = 0, flag = 0;
        MPI_Request request;
        OK(MPI_Irecv(&started, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request));
        OK(MPI_Ssend(data, size, MPI_BYTE, 1, 4, MPI_COMM_WORLD));
        OK(MPI_Iprobe(1, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_EQ(started, size);
    } else if (check_rank == 1) {
        OK(MPI_Send(&size, 1, MPI_INT, 0, 3, MPI_COMM_WORLD));
        OK(MPI_Recv(data, size, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    free(data);
}

/* A matched probe is a match as well: the synchronous send may complete after Mprobe or after Mrecv, but not never. */
static void matched_probe(void)
{
    int value = 6;
    if (check_rank == 0) {
        OK(MPI_Ssend(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD));
    } else if (check_rank == 1) {
        MPI_Message message;
        OK(MPI_Mprobe(0, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
        OK(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
        CHECK_EQ(value, 6);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    const int sizes[] = {0, 8, 1000, 16000, 100000, 1000000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        completes_after_match(sizes[i], 0);
        completes_after_match(sizes[i], 1);
        blocking(sizes[i]);
    }
    matched_probe();
    return check_end();
}
