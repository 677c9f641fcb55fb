// Request_get_status_all, _any and _some: what is complete is told again and again and ended by nobody; null, inactive and bad requests.
// ranks: 1 2 3 4 7
#include "check.h"

enum { N = 6 };

static int in[N], next, before;

static int class_of(int code)
{
    int class;
    OK(MPI_Error_class(code, &class));
    return class;
}

static void post(MPI_Request requests[])
{
    for (int i = 0; i < N; i++) {
        in[i] = -1;
        OK(MPI_Irecv(&in[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]));
    }
}

static void send(int tag)
{
    int value = 100 * tag + check_rank;
    OK(MPI_Send(&value, 1, MPI_INT, next, tag, MPI_COMM_WORLD));
}

static void any_and_some(void)
{
    MPI_Request requests[N];
    MPI_Status status, statuses[N];
    int flag = -1, index = -2, count = -2, indices[N];
    post(requests);
    OK(MPI_Request_get_status_any(N, requests, &index, &flag, &status));
    CHECK_EQ(flag, 0);
    OK(MPI_Request_get_status_some(N, requests, &count, indices, statuses));
    CHECK_EQ(count, 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    send(4);
    for (flag = 0; !flag;)
        OK(MPI_Request_get_status_any(N, requests, &index, &flag, &status));
    for (int again = 0; again < 2; again++) {
        OK(MPI_Request_get_status_any(N, requests, &index, &flag, &status));
        CHECK_EQ(flag, 1);
        CHECK_EQ(index, 4);
        CHECK_STATUS(status, before, 4, MPI_INT, 1);
    }
    CHECK_EQ(in[4], 400 + before);
    OK(MPI_Request_get_status_all(N, requests, &flag, statuses));
    CHECK_EQ(flag, 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    send(1);
    for (count = 0; count < 2;) {
        OK(MPI_Request_get_status_some(N, requests, &count, indices, statuses));
        if (!check_ferry) /* MPICH 5.0.2 makes no progress there while something is complete */
            OK(MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    }
    CHECK_EQ(count, 2);
    CHECK_EQ(indices[0], 1);
    CHECK_EQ(indices[1], 4);
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(statuses[i], before, indices[i], MPI_INT, 1);
        if (check_ferry) /* MPICH 5.0.2 leaves it alone */
            CHECK_EQ(statuses[i].MPI_ERROR, MPI_SUCCESS);
        CHECK(requests[indices[i]] != MPI_REQUEST_NULL);
    }
    OK(MPI_Request_get_status_some(N, requests, &count, indices, MPI_STATUSES_IGNORE));
    CHECK_EQ(count, 2);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int tag = 0; tag < N; tag++)
        if (tag != 1 && tag != 4)
            send(tag);
    for (flag = 0; !flag;)
        OK(MPI_Request_get_status_all(N, requests, &flag, statuses));
    OK(MPI_Request_get_status_all(N, requests, &flag, MPI_STATUSES_IGNORE));
    CHECK_EQ(flag, 1);
    for (int i = 0; i < N; i++) {
        CHECK_STATUS(statuses[i], before, i, MPI_INT, 1);
        CHECK(requests[i] != MPI_REQUEST_NULL);
    }
    OK(MPI_Waitall(N, requests, statuses));
    for (int i = 0; i < N; i++)
        CHECK_EQ(in[i], 100 * i + before);
}

static void null_and_inactive(void)
{
    int value = 0, flag = 0, index = 0, count = 0, indices[3];
    MPI_Status status, statuses[3];
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    OK(MPI_Recv_init(&value, 1, MPI_INT, before, 0, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Request_get_status_all(3, requests, &flag, statuses));
    CHECK_EQ(flag, 1);
    for (int i = 0; i < 3; i++)
        CHECK_EMPTY(statuses[i]);
    OK(MPI_Request_get_status_any(3, requests, &index, &flag, &status));
    CHECK_EQ(flag, 1);
    CHECK_EQ(index, MPI_UNDEFINED);
    CHECK_EMPTY(status);
    OK(MPI_Request_get_status_some(3, requests, &count, indices, statuses));
    CHECK_EQ(count, MPI_UNDEFINED);
    /* An active one among them. */
    OK(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Request_get_status_any(3, requests, &index, &flag, &status));
    CHECK_EQ(flag, 1);
    CHECK_EQ(index, 2);
    CHECK_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
    OK(MPI_Request_get_status_some(3, requests, &count, indices, statuses));
    CHECK_EQ(count, 1);
    CHECK_EQ(indices[0], 2);
    OK(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&requests[1]));
    OK(MPI_Request_get_status_all(0, NULL, &flag, NULL));
    CHECK_EQ(flag, 1);
    OK(MPI_Request_get_status_any(0, NULL, &index, &flag, &status));
    CHECK_EQ(flag, 1);
    CHECK_EQ(index, MPI_UNDEFINED);
    OK(MPI_Request_get_status_some(0, NULL, &count, NULL, NULL));
    CHECK_EQ(count, MPI_UNDEFINED);
}

static void persistent_rounds(void)
{
    int flag, out = check_rank, value = -1;
    MPI_Status status;
    MPI_Request pair[2];
    OK(MPI_Send_init(&out, 1, MPI_INT, next, 9, MPI_COMM_WORLD, &pair[0]));
    OK(MPI_Recv_init(&value, 1, MPI_INT, before, 9, MPI_COMM_WORLD, &pair[1]));
    for (int round = 0; round < 3; round++) {
        out = round * 10 + check_rank;
        OK(MPI_Startall(2, pair));
        for (flag = 0; !flag;)
            OK(MPI_Request_get_status_all(2, pair, &flag, MPI_STATUSES_IGNORE));
        OK(MPI_Request_get_status(pair[1], &flag, &status));
        CHECK_EQ(flag, 1);
        if (check_ferry) /* MPICH 5.0.2 has ended the round by now */
            CHECK_STATUS(status, before, 9, MPI_INT, 1);
        OK(MPI_Waitall(2, pair, MPI_STATUSES_IGNORE));
        CHECK_EQ(value, round * 10 + before);
    }
    OK(MPI_Request_free(&pair[0]));
    OK(MPI_Request_free(&pair[1]));
}

static void bad_input(void)
{
    int flag, index, count, indices[2];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, (MPI_Request)(intptr_t)0x123456789};
    ERR(MPI_ERR_COUNT, MPI_Request_get_status_all(-1, requests, &flag, MPI_STATUSES_IGNORE), "count", "-1");
    ERR(MPI_ERR_ARG, MPI_Request_get_status_all(1, NULL, &flag, MPI_STATUSES_IGNORE), "array_of_requests", "null");
    ERR(MPI_ERR_REQUEST, MPI_Request_get_status_all(2, requests, &flag, MPI_STATUSES_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Request_get_status_any(2, requests, &index, &flag, MPI_STATUS_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Request_get_status_some(2, requests, &count, indices, MPI_STATUSES_IGNORE),
        "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE), "array_of_requests[1]");
    ERR(MPI_ERR_REQUEST, MPI_Startall(2, requests), "array_of_requests[0]");
}

/* What fails is named by its place, in the functions that end several and in those that end one of several. */
static void truncated(void)
{
    int value[2] = {1, 2}, small[3], index, count, indices[3];
    MPI_Status statuses[3];
    MPI_Request requests[3];
    for (int how = 0; how < 3; how++) {
        for (int i = 0; i < 3; i++)
            OK(MPI_Irecv(&small[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Send(value, 2, MPI_INT, next, 1, MPI_COMM_WORLD));
        if (how == 0) {
            ERR(MPI_ERR_TRUNCATE, MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE), "array_of_requests[1]", "8 bytes");
            CHECK_EQ(index, 1);
        } else if (how == 1) {
            ERR(MPI_ERR_IN_STATUS, MPI_Waitsome(3, requests, &count, indices, statuses), "array_of_requests[1]");
            CHECK_EQ(count, 1);
            CHECK_EQ(indices[0], 1);
            CHECK_EQ(class_of(statuses[0].MPI_ERROR), MPI_ERR_TRUNCATE);
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Send(value, 1, MPI_INT, next, 0, MPI_COMM_WORLD));
        OK(MPI_Send(value, 1, MPI_INT, next, 2, MPI_COMM_WORLD));
        if (how == 2) {
            ERR(MPI_ERR_IN_STATUS, MPI_Waitall(3, requests, statuses), "array_of_requests[1]");
            CHECK_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
            CHECK_EQ(class_of(statuses[1].MPI_ERROR), MPI_ERR_TRUNCATE);
        } else {
            CHECK(requests[1] == MPI_REQUEST_NULL);
            OK(MPI_Waitall(3, requests, statuses));
        }
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    int flag;
    if (!HAVE(MPI_Request_get_status_all(0, NULL, &flag, NULL)))
        return check_end();
    any_and_some();
    null_and_inactive();
    persistent_rounds();
    if (check_ferry)
        bad_input();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    truncated();
    return check_end();
}
