// Probe, Iprobe, Mprobe, Improbe, Mrecv, Imrecv: envelopes, sizes, wildcards, and that a matched message belongs to the
// prober alone.
// ranks: 1 2 3 4 7
#include "check.h"

enum { SIZES = 7 };
static const int sizes[SIZES] = {0, 1, 100, 5000, 40000, 300000, 2000000};

static int to, from;

static MPI_Request send_size(int size, int tag, unsigned char *data)
{
    MPI_Request request;
    fill_bytes(data, size, tag * 1000 + check_rank);
    OK(MPI_Isend(data, size, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request));
    return request;
}

/* The message is still there after a probe, as often as one looks. */
static void probe(int size, unsigned char *in, unsigned char *out)
{
    MPI_Status status;
    MPI_Request request = send_size(size, 3, out);
    OK(MPI_Probe(from, 3, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, from, 3, MPI_BYTE, size);
    int flag = 0;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status));
    CHECK(flag);
    CHECK_STATUS(status, from, 3, MPI_BYTE, size);
    OK(MPI_Iprobe(from, 4, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
    OK(MPI_Recv(in, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, from, 3, MPI_BYTE, size);
    CHECK_BYTES(in, size, 3000 + from);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Takes the message by Mprobe or Improbe, receives it by Mrecv or Imrecv. */
static void matched(int size, int immediate_probe, int immediate_receive, unsigned char *in, unsigned char *out)
{
    MPI_Status status;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request = send_size(size, 8, out), receive;
    int flag = 0;
    if (!immediate_probe)
        OK(MPI_Mprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &message, &status));
    while (immediate_probe && !flag)
        OK(MPI_Improbe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status));
    CHECK(message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC);
    CHECK_STATUS(status, from, 8, MPI_BYTE, size);
    OK(MPI_Iprobe(from, 8, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag); /* taken: nobody else sees it */
    if (immediate_receive) {
        OK(MPI_Imrecv(in, size, MPI_BYTE, &message, &receive));
        OK(MPI_Wait(&receive, &status));
    } else {
        OK(MPI_Mrecv(in, size, MPI_BYTE, &message, &status));
    }
    CHECK(message == MPI_MESSAGE_NULL);
    CHECK_STATUS(status, from, 8, MPI_BYTE, size);
    CHECK_BYTES(in, size, 8000 + from);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Matched messages may be received in any order, and later messages are not held up. */
static void several_matched(unsigned char *in)
{
    enum { COUNT = 5 };
    MPI_Message messages[COUNT];
    MPI_Request requests[COUNT + 1];
    MPI_Status status;
    int values[COUNT + 1];
    for (int i = 0; i <= COUNT; i++) {
        values[i] = 100 * check_rank + i;
        OK(MPI_Isend(&values[i], 1, MPI_INT, to, 9, MPI_COMM_WORLD, &requests[i]));
    }
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Mprobe(from, 9, MPI_COMM_WORLD, &messages[i], MPI_STATUS_IGNORE));
    OK(MPI_Recv(in, 1, MPI_INT, from, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(*(int *)in, 100 * from + COUNT);
    for (int i = COUNT - 1; i >= 0; i--) {
        OK(MPI_Mrecv(in, 1, MPI_INT, &messages[i], &status));
        CHECK_STATUS(status, from, 9, MPI_INT, 1);
        CHECK_EQ(*(int *)in, 100 * from + i);
    }
    OK(MPI_Waitall(COUNT + 1, requests, MPI_STATUSES_IGNORE));
}

static void no_process(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int flag = 0;
    OK(MPI_Probe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    OK(MPI_Iprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &status));
    CHECK(flag);
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    OK(MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status));
    CHECK(message == MPI_MESSAGE_NO_PROC);
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    OK(MPI_Mrecv(NULL, 0, MPI_BYTE, &message, &status));
    CHECK(message == MPI_MESSAGE_NULL);
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
    OK(MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &message, &status));
    CHECK(flag && message == MPI_MESSAGE_NO_PROC);
    OK(MPI_Imrecv(NULL, 0, MPI_BYTE, &message, &request));
    OK(MPI_Wait(&request, &status));
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_BYTE, 0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    unsigned char *in = check_alloc(sizes[SIZES - 1]), *out = check_alloc(sizes[SIZES - 1]);
    for (int i = 0; i < SIZES; i++) {
        probe(sizes[i], in, out);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        for (int kind = 0; kind < 4; kind++) {
            matched(sizes[i], kind & 1, kind >> 1, in, out);
            OK(MPI_Barrier(MPI_COMM_WORLD));
        }
    }
    several_matched(in);
    no_process();
    free(in);
    free(out);
    return check_end();
}
