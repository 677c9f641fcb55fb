// Messages between two ranks do not overtake: mixed sizes and modes on one tag, wildcards beside specific receives, and the
// order of posted receives that could all match.
// ranks: 1 2 3 4
#include "check.h"

enum { MESSAGES = 200, BIGGEST = 100000 };

/* Sizes jump between protocols so that a later small message is tempted to pass an earlier large one. */
static int size_of(int i)
{
    static const int sizes[] = {8, 70000, 0, 16, 5000, BIGGEST, 4, 600, 20000, 64};
    return sizes[i % 10] + (i % 7 == 0 ? 4 : 0);
}

static unsigned char *numbered(int i)
{
    unsigned char *data = check_alloc(size_of(i));
    fill_bytes(data, size_of(i), i);
    return data;
}

static void send_all(int to, int tag_step, MPI_Request *requests, unsigned char **data)
{
    for (int i = 0; i < MESSAGES; i++) {
        data[i] = numbered(i);
        int tag = tag_step ? i % tag_step : 5;
        if (i % 3 == 2)
            OK(MPI_Issend(data[i], size_of(i), MPI_BYTE, to, tag, MPI_COMM_WORLD, &requests[i]));
        else
            OK(MPI_Isend(data[i], size_of(i), MPI_BYTE, to, tag, MPI_COMM_WORLD, &requests[i]));
    }
}

static void finish(MPI_Request *requests, unsigned char **data)
{
    OK(MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MESSAGES; i++)
        free(data[i]);
}

/* One tag: arrivals come in the order of the sends, whichever way the receive names source and tag. */
static void same_tag(int from, int to)
{
    MPI_Request requests[MESSAGES];
    unsigned char *data[MESSAGES], *in = check_alloc(BIGGEST + 8);
    send_all(to, 0, requests, data);
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Status status;
        int source = i % 2 ? MPI_ANY_SOURCE : from, tag = i % 3 ? MPI_ANY_TAG : 5;
        OK(MPI_Recv(in, BIGGEST + 8, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status));
        CHECK_STATUS(status, from, 5, MPI_BYTE, size_of(i));
        CHECK_BYTES(in, size_of(i), i);
    }
    finish(requests, data);
    free(in);
}

/* Several tags: receiving the tags from last to first keeps the order within each. */
static void by_tag(int from, int to)
{
    enum { TAGS = 4 };
    MPI_Request requests[MESSAGES];
    unsigned char *data[MESSAGES], *in = check_alloc(BIGGEST + 8);
    send_all(to, TAGS, requests, data);
    for (int tag = TAGS - 1; tag >= 0; tag--)
        for (int i = tag; i < MESSAGES; i += TAGS) {
            MPI_Status status;
            OK(MPI_Recv(in, BIGGEST + 8, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status));
            CHECK_STATUS(status, from, tag, MPI_BYTE, size_of(i));
            CHECK_BYTES(in, size_of(i), i);
        }
    finish(requests, data);
    free(in);
}

/* Receives posted first: message i goes to the i-th receive that accepts it, wildcard or not. */
static void posted(int from, int to)
{
    MPI_Request receives[MESSAGES], requests[MESSAGES];
    unsigned char *in[MESSAGES], *data[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
        in[i] = check_alloc(BIGGEST + 8);
        int source = i % 5 == 0 ? MPI_ANY_SOURCE : from, tag = i % 4 == 1 ? MPI_ANY_TAG : 5;
        OK(MPI_Irecv(in[i], BIGGEST + 8, MPI_BYTE, source, tag, MPI_COMM_WORLD, &receives[i]));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    send_all(to, 0, requests, data);
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Status status;
        OK(MPI_Wait(&receives[i], &status));
        CHECK_STATUS(status, from, 5, MPI_BYTE, size_of(i));
        CHECK_BYTES(in[i], size_of(i), i);
        free(in[i]);
    }
    finish(requests, data);
}

/* A wildcard receive posted before a specific one takes the first message, and the other way round. */
static void wildcard_and_specific(int from, int to)
{
    for (int wildcard_first = 0; wildcard_first < 2; wildcard_first++) {
        int first = -1, second = -1, values[2] = {10, 20};
        MPI_Request requests[4];
        OK(MPI_Irecv(&first, 1, MPI_INT, wildcard_first ? MPI_ANY_SOURCE : from, wildcard_first ? MPI_ANY_TAG : 7,
                     MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Irecv(&second, 1, MPI_INT, wildcard_first ? from : MPI_ANY_SOURCE, wildcard_first ? 7 : MPI_ANY_TAG,
                     MPI_COMM_WORLD, &requests[1]));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Isend(&values[0], 1, MPI_INT, to, 7, MPI_COMM_WORLD, &requests[2]));
        OK(MPI_Isend(&values[1], 1, MPI_INT, to, 7, MPI_COMM_WORLD, &requests[3]));
        OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
        CHECK_EQ(first, 10);
        CHECK_EQ(second, 20);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    same_tag(from, to);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    by_tag(from, to);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    posted(from, to);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    wildcard_and_specific(from, to);
    return check_end();
}
