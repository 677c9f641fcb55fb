// Request_get_status leaves the request alone; Request_free of an active request lets the operation finish; statuses can be
// ignored; sending without waiting for completion in order.
// ranks: 1 2 4
#include "check.h"

static int to, from;

static void get_status(int size)
{
    unsigned char *in = check_alloc(size), *out = check_alloc(size);
    MPI_Request receive, send;
    MPI_Status status, last;
    int flag = 1;
    OK(MPI_Irecv(in, size, MPI_BYTE, from, 1, MPI_COMM_WORLD, &receive));
    OK(MPI_Request_get_status(receive, &flag, &status));
    CHECK(!flag);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    fill_bytes(out, size, check_rank);
    OK(MPI_Isend(out, size, MPI_BYTE, to, 1, MPI_COMM_WORLD, &send));
    while (!flag)
        OK(MPI_Request_get_status(receive, &flag, &status));
    CHECK_STATUS(status, from, 1, MPI_BYTE, size);
    CHECK_BYTES(in, size, from);
    OK(MPI_Request_get_status(receive, &flag, MPI_STATUS_IGNORE));
    CHECK(flag && receive != MPI_REQUEST_NULL);
    OK(MPI_Wait(&receive, &last));
    CHECK_STATUS(last, from, 1, MPI_BYTE, size);
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    OK(MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status));
    CHECK(flag);
    CHECK_EMPTY(status);
    free(in);
    free(out);
}

/* Both sides free their requests at once; an acknowledgement says when the message is there. */
static void free_active(int size)
{
    unsigned char *in = check_alloc(size), *out = check_alloc(size);
    MPI_Request request;
    memset(in, 0, size);
    fill_bytes(out, size, size + check_rank);
    OK(MPI_Irecv(in, size, MPI_BYTE, from, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPI_Isend(out, size, MPI_BYTE, to, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    /* No request says when: progress inside Iprobe has to bring every byte, in whatever order. */
    for (int at = 0; at < size; at++) {
        volatile unsigned char *byte = in + at;
        unsigned char due = check_byte(at, size + from);
        for (int flag; *byte != due;)
            OK(MPI_Iprobe(MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_BYTES(in, size, size + from);
    free(in);
    free(out);
}

/* An active persistent request that is freed still sends; its communicator may be freed as well. */
static void free_persistent(void)
{
    int value = 77 + check_rank, got = -1;
    MPI_Request request;
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Send_init(&value, 1, MPI_INT, to, 3, comm, &request));
    OK(MPI_Start(&request));
    OK(MPI_Request_free(&request));
    OK(MPI_Recv(&got, 1, MPI_INT, from, 3, comm, MPI_STATUS_IGNORE));
    CHECK_EQ(got, 77 + from);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    const int sizes[] = {1, 500, 9000, 70000, 700000};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        get_status(sizes[i]);
        free_active(sizes[i]);
    }
    free_persistent();
    return check_end();
}
