// Cancel of receives: an unmatched one is cancelled and takes no message; one that already matched completes with its message;
// persistent receives can be cancelled and started again.
// ranks: 1 2 4
#include "check.h"

static int to, from;

static void cancel_unmatched(void)
{
    int value = -1, cancelled = 0, sent = 42;
    MPI_Request request, send;
    MPI_Status status;
    OK(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request));
    OK(MPI_Cancel(&request));
    CHECK(request != MPI_REQUEST_NULL);
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(cancelled);
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Isend(&sent, 1, MPI_INT, to, 1, MPI_COMM_WORLD, &send));
    int taken = -1;
    OK(MPI_Recv(&taken, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &status));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(!cancelled);
    CHECK_EQ(taken, 42);
    CHECK_EQ(value, -1);
}

/* The probe saw the message, so the receive matched it at once: too late to cancel. */
static void cancel_matched(void)
{
    int value = -1, cancelled = 1, sent = 7;
    MPI_Request request, send;
    MPI_Status status;
    OK(MPI_Isend(&sent, 1, MPI_INT, to, 2, MPI_COMM_WORLD, &send));
    OK(MPI_Probe(from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Irecv(&value, 1, MPI_INT, from, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(!cancelled);
    CHECK_STATUS(status, from, 2, MPI_INT, 1);
    CHECK_EQ(value, 7);
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
}

static void cancel_persistent(void)
{
    int value = -1, cancelled = 0, sent = 9;
    MPI_Request request, send;
    MPI_Status status;
    OK(MPI_Recv_init(&value, 1, MPI_INT, from, 3, MPI_COMM_WORLD, &request));
    OK(MPI_Start(&request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(cancelled && request != MPI_REQUEST_NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Start(&request));
    OK(MPI_Isend(&sent, 1, MPI_INT, to, 3, MPI_COMM_WORLD, &send));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(!cancelled);
    CHECK_EQ(value, 9);
    OK(MPI_Request_free(&request));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
}

/* Every other of many posted receives is cancelled; the rest get the messages in order. */
static void cancel_some(void)
{
    enum { COUNT = 100 };
    int values[COUNT], cancelled, sent[COUNT / 2];
    MPI_Request requests[COUNT], sends[COUNT / 2];
    MPI_Status statuses[COUNT];
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Irecv(&values[i], 1, MPI_INT, from, 4, MPI_COMM_WORLD, &requests[i]));
    for (int i = 0; i < COUNT; i += 2)
        OK(MPI_Cancel(&requests[i]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; i < COUNT / 2; i++) {
        sent[i] = i;
        OK(MPI_Isend(&sent[i], 1, MPI_INT, to, 4, MPI_COMM_WORLD, &sends[i]));
    }
    OK(MPI_Waitall(COUNT, requests, statuses));
    for (int i = 0; i < COUNT; i++) {
        OK(MPI_Test_cancelled(&statuses[i], &cancelled));
        CHECK_EQ(cancelled, i % 2 == 0);
        if (i % 2)
            CHECK_EQ(values[i], i / 2);
    }
    OK(MPI_Waitall(COUNT / 2, sends, MPI_STATUSES_IGNORE));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    cancel_unmatched();
    cancel_matched();
    cancel_persistent();
    cancel_some();
    int cancelled = 1;
    MPI_Status status = {0};
    OK(MPI_Status_set_cancelled(&status, 1));
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(cancelled);
    return check_end();
}
