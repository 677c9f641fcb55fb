// Wait, Waitany, Waitsome, Waitall, Test, Testany, Testsome, Testall: indices, statuses, null and inactive requests, empty
// lists, errors in statuses.
// ranks: 1 2 3 7
#include "check.h"

enum { COUNT = 12 };

static int to, from, in[COUNT], out[COUNT];
static MPI_Request receives[COUNT], sends[COUNT];

static void post(void)
{
    for (int i = 0; i < COUNT; i++) {
        in[i] = -1;
        OK(MPI_Irecv(&in[i], 1, MPI_INT, from, i, MPI_COMM_WORLD, &receives[i]));
    }
}

static void send_range(int first, int last)
{
    for (int i = first; i < last; i++) {
        out[i] = check_rank * 100 + i;
        OK(MPI_Isend(&out[i], 1, MPI_INT, to, i, MPI_COMM_WORLD, &sends[i]));
    }
}

static void verify(int i, const MPI_Status *status)
{
    CHECK(i >= 0 && i < COUNT);
    CHECK_STATUS(*status, from, i, MPI_INT, 1);
    CHECK_EQ(in[i], from * 100 + i);
    CHECK(receives[i] == MPI_REQUEST_NULL);
}

static void finish_sends(int first, int last)
{
    OK(MPI_Waitall(last - first, sends + first, MPI_STATUSES_IGNORE));
    for (int i = first; i < last; i++)
        CHECK(sends[i] == MPI_REQUEST_NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static void waitany(int testing)
{
    post();
    send_range(0, COUNT);
    int seen[COUNT] = {0};
    for (int n = 0; n < COUNT; n++) {
        int index = -1, flag = 0;
        MPI_Status status;
        while (testing && !flag)
            OK(MPI_Testany(COUNT, receives, &index, &flag, &status));
        if (!testing)
            OK(MPI_Waitany(COUNT, receives, &index, &status));
        verify(index, &status);
        CHECK_EQ(seen[index]++, 0);
    }
    finish_sends(0, COUNT);
}

static void waitsome(int testing)
{
    post();
    int sent = 0, done = 0, seen[COUNT] = {0};
    while (done < COUNT) {
        if (sent < COUNT)
            send_range(sent, sent + 3), sent += 3;
        int number = -1, indices[COUNT];
        MPI_Status statuses[COUNT];
        if (testing)
            OK(MPI_Testsome(COUNT, receives, &number, indices, statuses));
        else
            OK(MPI_Waitsome(COUNT, receives, &number, indices, statuses));
        CHECK(number >= !testing && number <= COUNT - done);
        for (int i = 0; i < number; i++) {
            verify(indices[i], &statuses[i]);
            CHECK_EQ(seen[indices[i]]++, 0);
        }
        done += number;
    }
    while (sent < COUNT)
        send_range(sent, sent + 3), sent += 3;
    finish_sends(0, COUNT);
}

/* Testall completes nothing until all can complete. */
static void testall(void)
{
    MPI_Status statuses[COUNT];
    int flag = 1;
    post();
    send_range(0, COUNT - 1);
    for (int i = 0; i < COUNT - 1; i++) { /* all but one have arrived */
        MPI_Status status;
        int arrived = 0;
        while (!arrived)
            OK(MPI_Request_get_status(receives[i], &arrived, &status));
    }
    OK(MPI_Testall(COUNT, receives, &flag, statuses));
    CHECK(!flag);
    for (int i = 0; i < COUNT; i++)
        CHECK(receives[i] != MPI_REQUEST_NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    send_range(COUNT - 1, COUNT);
    while (!flag)
        OK(MPI_Testall(COUNT, receives, &flag, statuses));
    for (int i = 0; i < COUNT; i++)
        verify(i, &statuses[i]);
    finish_sends(0, COUNT);
}

/* Waitall with null requests between active ones. */
static void waitall(void)
{
    MPI_Request mixed[2 * COUNT];
    MPI_Status statuses[2 * COUNT];
    post();
    send_range(0, COUNT);
    for (int i = 0; i < COUNT; i++)
        mixed[2 * i] = MPI_REQUEST_NULL, mixed[2 * i + 1] = receives[i], receives[i] = MPI_REQUEST_NULL;
    OK(MPI_Waitall(2 * COUNT, mixed, statuses));
    for (int i = 0; i < COUNT; i++) {
        CHECK_EMPTY(statuses[2 * i]);
        verify(i, &statuses[2 * i + 1]);
        CHECK(mixed[2 * i + 1] == MPI_REQUEST_NULL);
    }
    finish_sends(0, COUNT);
}

/* Nothing active: completed at once, MPI_UNDEFINED, empty statuses. */
static void nothing_active(MPI_Request other)
{
    MPI_Request requests[3] = {MPI_REQUEST_NULL, other, MPI_REQUEST_NULL};
    MPI_Status status, statuses[3];
    int flag = 0, index = 0, number = 0, indices[3];
    OK(MPI_Wait(&requests[1], &status));
    CHECK_EMPTY(status);
    OK(MPI_Test(&requests[1], &flag, &status));
    CHECK(flag);
    CHECK_EMPTY(status);
    OK(MPI_Waitany(3, requests, &index, &status));
    CHECK_EQ(index, MPI_UNDEFINED);
    CHECK_EMPTY(status);
    OK(MPI_Testany(3, requests, &index, &flag, &status));
    CHECK(flag);
    CHECK_EQ(index, MPI_UNDEFINED);
    CHECK_EMPTY(status);
    OK(MPI_Waitsome(3, requests, &number, indices, statuses));
    CHECK_EQ(number, MPI_UNDEFINED);
    OK(MPI_Testsome(3, requests, &number, indices, statuses));
    CHECK_EQ(number, MPI_UNDEFINED);
    OK(MPI_Waitall(3, requests, statuses));
    for (int i = 0; i < 3; i++)
        CHECK_EMPTY(statuses[i]);
    flag = 0;
    OK(MPI_Testall(3, requests, &flag, statuses));
    CHECK(flag);
    CHECK(requests[1] == other);
}

static void empty_lists(void)
{
    int flag = 0, index = 0, number = 0;
    OK(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
    OK(MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE));
    CHECK(flag);
    OK(MPI_Waitany(0, NULL, &index, MPI_STATUS_IGNORE));
    CHECK_EQ(index, MPI_UNDEFINED);
    OK(MPI_Testany(0, NULL, &index, &flag, MPI_STATUS_IGNORE));
    CHECK_EQ(index, MPI_UNDEFINED);
    OK(MPI_Waitsome(0, NULL, &number, NULL, MPI_STATUSES_IGNORE));
    CHECK_EQ(number, MPI_UNDEFINED);
}

/* A failed receive among good ones: MPI_ERR_IN_STATUS, each status says which. */
static void error_in_status(void)
{
    int small[1], big[4] = {1, 2, 3, 4}, fine = -1, value = 5;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    OK(MPI_Irecv(small, 1, MPI_INT, from, 50, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Irecv(&fine, 1, MPI_INT, from, 51, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Isend(big, 4, MPI_INT, to, 50, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Isend(&value, 1, MPI_INT, to, 51, MPI_COMM_WORLD, &requests[3]));
    int class;
    ERR(MPI_ERR_IN_STATUS, MPI_Waitall(4, requests, statuses));
    MPI_Error_class(statuses[0].MPI_ERROR, &class);
    CHECK_EQ(class, MPI_ERR_TRUNCATE);
    for (int i = 1; i < 4; i++) { /* an error may leave the others pending */
        MPI_Error_class(statuses[i].MPI_ERROR, &class);
        CHECK(class == MPI_SUCCESS || class == MPI_ERR_PENDING);
    }
    OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(fine, 5);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    for (int testing = 0; testing < 2; testing++) {
        waitany(testing);
        waitsome(testing);
    }
    testall();
    waitall();
    empty_lists();
    nothing_active(MPI_REQUEST_NULL);
    MPI_Request inactive;
    OK(MPI_Send_init(out, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &inactive));
    nothing_active(inactive);
    OK(MPI_Request_free(&inactive));
    error_in_status();
    return check_end();
}
