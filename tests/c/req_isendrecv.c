// Isendrecv beyond rings: null processes on either side, truncation, get_status, cancel, free, many at once, self; bad arguments.
// ranks: 1 2 3 4 7
#include "check.h"

enum { BIG = 2000000, MANY = 50 };

static int next, before;

static void null_processes(void)
{
    int out = check_rank, in = -1;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Isendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 0, &in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    if (check_ferry)
        CHECK_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
    CHECK_EQ(in, -1);
    /* A chain: the ends have nobody on one side. Large, so that sends need their receives. */
    unsigned char *data = check_alloc(BIG), *into = check_alloc(BIG);
    int to = check_rank + 1 < check_size ? check_rank + 1 : MPI_PROC_NULL, from = check_rank ? check_rank - 1 : MPI_PROC_NULL;
    fill_bytes(data, BIG, check_rank);
    OK(MPI_Isendrecv(data, BIG, MPI_BYTE, to, 1, into, BIG, MPI_BYTE, from, 1, MPI_COMM_WORLD, &request));
    int flag = 0;
    while (!flag)
        OK(MPI_Request_get_status(request, &flag, &status));
    CHECK(request != MPI_REQUEST_NULL);
    if (check_ferry)
        CHECK_EQ(status.MPI_SOURCE, from);
    OK(MPI_Wait(&request, &status));
    CHECK(request == MPI_REQUEST_NULL);
    if (check_ferry)
        CHECK_EQ(status.MPI_SOURCE, from);
    if (from != MPI_PROC_NULL)
        CHECK_BYTES(into, BIG, from);
    OK(MPI_Isendrecv_replace(data, BIG, MPI_BYTE, to, 2, from, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    CHECK_BYTES(data, BIG, from != MPI_PROC_NULL ? from : check_rank);
    free(data), free(into);
}

static void many(void)
{
    unsigned char *out[MANY], *in[MANY];
    MPI_Request requests[MANY];
    MPI_Status statuses[MANY];
    for (int i = 0; i < MANY; i++) {
        int size = i * i * 40;
        out[i] = check_alloc(size), in[i] = check_alloc(size);
        fill_bytes(out[i], size, 1000 * i + check_rank);
        OK(MPI_Isendrecv(out[i], size, MPI_BYTE, next, i, in[i], size, MPI_BYTE, before, i, MPI_COMM_WORLD, &requests[i]));
    }
    OK(MPI_Waitall(MANY, requests, statuses));
    for (int i = 0; i < MANY; i++) {
        CHECK_BYTES(in[i], i * i * 40, 1000 * i + before);
        if (check_ferry)
            CHECK_STATUS(statuses[i], before, i, MPI_BYTE, i * i * 40);
        free(out[i]), free(in[i]);
    }
}

static void truncation(void)
{
    int out[2] = {1, 2}, in = -1, after = 77;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Isendrecv(out, 2, MPI_INT, next, 3, &in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &request));
    ERR(MPI_ERR_TRUNCATE, MPI_Wait(&request, &status), "8 bytes", "4");
    CHECK_EQ(in, 1);
    CHECK_EQ(after, 77);
}

/* Freed at once: both halves still happen. */
static void freed(void)
{
    static int out, in;
    out = check_rank, in = -1;
    MPI_Request request;
    OK(MPI_Isendrecv(&out, 1, MPI_INT, next, 4, &in, 1, MPI_INT, before, 4, MPI_COMM_WORLD, &request));
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    while (*(volatile int *)&in == -1) {
        int flag;
        OK(MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    }
    CHECK_EQ(in, before);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Nobody answers: cancelled, the request is over at once. */
static void cancelled(void)
{
    unsigned char *data = check_alloc(BIG);
    int in = -1, flag = -1;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Isendrecv(data, BIG, MPI_BYTE, next, 5, &in, 1, MPI_INT, before, 6, MPI_COMM_WORLD, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK_EQ(flag, 1);
    CHECK_EQ(in, -1);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    free(data);
}

static void bad_input(void)
{
    int a = 0, b = 0;
    MPI_Request request;
    ERR(MPI_ERR_RANK, MPI_Isendrecv(&a, 1, MPI_INT, check_size, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), "dest");
    ERR(MPI_ERR_RANK, MPI_Isendrecv(&a, 1, MPI_INT, 0, 0, &b, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD, &request), "source");
    ERR(MPI_ERR_TAG, MPI_Isendrecv(&a, 1, MPI_INT, 0, -5, &b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), "tag");
    ERR(MPI_ERR_COUNT, MPI_Isendrecv(&a, -1, MPI_INT, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), "sendcount");
    ERR(MPI_ERR_TYPE, MPI_Isendrecv(&a, 1, MPI_DATATYPE_NULL, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), "datatype");
    ERR(MPI_ERR_COMM, MPI_Isendrecv(&a, 1, MPI_INT, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request), "comm");
    ERR(MPI_ERR_ARG, MPI_Isendrecv(&a, 1, MPI_INT, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL), "request");
    ERR(MPI_ERR_RANK, MPI_Isendrecv_replace(&a, 1, MPI_INT, 0, 0, -9, 0, MPI_COMM_WORLD, &request), "source");
    /* Nothing was left behind by any of them. */
    int flag = -1;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, 0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    MPI_Request request;
    int a = 0, b = 0;
    if (!HAVE(MPI_Isendrecv(&a, 1, MPI_INT, MPI_PROC_NULL, 0, &b, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request)))
        return check_end();
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    null_processes();
    many();
    freed();
    if (check_ferry) { /* MPICH 5.0.2 loses the error of the receive */
        truncation();
        cancelled();
        bad_input();
    }
    return check_end();
}
