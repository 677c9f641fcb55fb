// Thousands of communicators: created and freed one after the other (contexts are reused), many alive at once, and freed with
// messages still under way.
// ranks: 1 2 4
// timeout: 120
#include "check.h"

static int to, from;

static void one_after_the_other(void)
{
    for (int i = 0; i < 5000; i++) {
        MPI_Comm comm;
        OK(i % 2 ? MPI_Comm_dup(MPI_COMM_WORLD, &comm) : MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm));
        if (i % 100 == 0) {
            int got = -1;
            OK(MPI_Sendrecv(&i, 1, MPI_INT, to, 0, &got, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE));
            CHECK_EQ(got, i);
        }
        OK(MPI_Comm_free(&comm));
    }
}

/* All alive: each has its own messages. */
static void many_alive(void)
{
    enum { COUNT = 500 };
    MPI_Comm comms[COUNT];
    MPI_Request sends[COUNT];
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Comm_dup(i ? comms[i - 1] : MPI_COMM_WORLD, &comms[i]));
    for (int i = 0; i < COUNT; i++) {
        values[i] = i;
        OK(MPI_Isend(&values[i], 1, MPI_INT, to, 0, comms[i], &sends[i]));
    }
    for (int i = COUNT - 1; i >= 0; i--) {
        int got = -1;
        OK(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], MPI_STATUS_IGNORE));
        CHECK_EQ(got, i);
    }
    OK(MPI_Waitall(COUNT, sends, MPI_STATUSES_IGNORE));
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Comm_free(&comms[i]));
}

/* Comm_free only marks: the messages begun on it still arrive. */
static void free_with_traffic(int size)
{
    unsigned char *in = check_alloc(size), *out = check_alloc(size);
    MPI_Comm comm;
    MPI_Request requests[2];
    MPI_Status status;
    fill_bytes(out, size, check_rank);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Irecv(in, size, MPI_BYTE, from, 4, comm, &requests[0]));
    OK(MPI_Isend(out, size, MPI_BYTE, to, 4, comm, &requests[1]));
    OK(MPI_Comm_free(&comm));
    MPI_Comm others[5]; /* must not take the context of the old one */
    for (int i = 0; i < 5; i++) {
        int value = i, got = -1;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &others[i]));
        OK(MPI_Sendrecv(&value, 1, MPI_INT, to, 4, &got, 1, MPI_INT, from, 4, others[i], MPI_STATUS_IGNORE));
        CHECK_EQ(got, i);
    }
    OK(MPI_Wait(&requests[0], &status));
    CHECK_STATUS(status, from, 4, MPI_BYTE, size);
    CHECK_BYTES(in, size, from);
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    for (int i = 0; i < 5; i++)
        OK(MPI_Comm_free(&others[i]));
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    one_after_the_other();
    many_alive();
    free_with_traffic(8);
    free_with_traffic(3000);
    free_with_traffic(2000000);
    return check_end();
}
