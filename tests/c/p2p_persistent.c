// Persistent requests of every mode: many rounds of Start and Startall with changing contents, wildcards in Recv_init, large
// and empty messages, mixed with immediate operations.
// ranks: 1 2 3 4 7
#include "check.h"

enum { ROUNDS = 30, SIZES = 5, REQUESTS = 2 * SIZES };
static const int sizes[SIZES] = {0, 16, 3000, 50000, 400000};

typedef int (*init_fn)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static int to, from;
static unsigned char *in[SIZES], *out[SIZES];

static void round_of(MPI_Request *requests, int round, int one_by_one)
{
    MPI_Status statuses[REQUESTS];
    for (int i = 0; i < SIZES; i++) {
        fill_bytes(out[i], sizes[i], round * 50 + i + check_rank * 7777);
        memset(in[i], 0, sizes[i]);
    }
    for (int i = 0; one_by_one && i < REQUESTS; i++)
        OK(MPI_Start(&requests[i]));
    if (!one_by_one)
        OK(MPI_Startall(REQUESTS, requests));
    OK(MPI_Waitall(REQUESTS, requests, statuses));
    for (int i = 0; i < SIZES; i++) {
        CHECK_STATUS(statuses[i], from, i, MPI_BYTE, sizes[i]);
        CHECK_BYTES(in[i], sizes[i], round * 50 + i + from * 7777);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD)); /* the space of buffered messages is free again */
}

static void rounds_with(init_fn init)
{
    MPI_Request requests[REQUESTS];
    for (int i = 0; i < SIZES; i++) {
        int source = i % 2 ? MPI_ANY_SOURCE : from;
        OK(MPI_Recv_init(in[i], sizes[i], MPI_BYTE, source, i, MPI_COMM_WORLD, &requests[i]));
        OK(init(out[i], sizes[i], MPI_BYTE, to, i, MPI_COMM_WORLD, &requests[SIZES + i]));
    }
    for (int round = 0; round < ROUNDS; round++)
        round_of(requests, round, round & 1);
    for (int i = 0; i < REQUESTS; i++) {
        CHECK(requests[i] != MPI_REQUEST_NULL);
        OK(MPI_Request_free(&requests[i]));
        CHECK(requests[i] == MPI_REQUEST_NULL);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Waitany and Testsome skip inactive requests and return each active one once. */
static void any_of_persistent(void)
{
    enum { COUNT = 6 };
    MPI_Request receives[COUNT], send;
    int values[COUNT], value = 5, index, number, indices[COUNT];
    MPI_Status statuses[COUNT];
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Recv_init(&values[i], 1, MPI_INT, from, i, MPI_COMM_WORLD, &receives[i]));
    OK(MPI_Send_init(&value, 1, MPI_INT, to, 4, MPI_COMM_WORLD, &send));
    OK(MPI_Start(&receives[4]));
    OK(MPI_Start(&send));
    OK(MPI_Waitany(COUNT, receives, &index, statuses));
    CHECK_EQ(index, 4);
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    OK(MPI_Testsome(COUNT, receives, &number, indices, statuses));
    CHECK_EQ(number, MPI_UNDEFINED);
    OK(MPI_Request_free(&send));
    for (int i = 0; i < COUNT; i++)
        OK(MPI_Request_free(&receives[i]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Statuses name sources by rank in the communicator, also after that and many others were freed. */
static void on_freed_communicators(void)
{
    enum { MANY = 200 };
    MPI_Comm reverse, other;
    MPI_Request send, receive;
    MPI_Message message;
    MPI_Status status;
    int value = 5, got = 0, last = check_size - 1, mine = last - check_rank;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, last - check_rank, &reverse));
    OK(MPI_Recv_init(&got, 1, MPI_INT, mine, 1, reverse, &receive));
    OK(MPI_Send_init(&value, 1, MPI_INT, mine, 1, reverse, &send));
    OK(MPI_Sendrecv(&value, 1, MPI_INT, mine, 2, &got, 0, MPI_INT, MPI_PROC_NULL, 2, reverse, MPI_STATUS_IGNORE));
    OK(MPI_Mprobe(mine, 2, reverse, &message, &status));
    OK(MPI_Comm_free(&reverse));
    for (int i = 0; i < MANY; i++) {
        OK(MPI_Comm_dup(MPI_COMM_SELF, &other));
        OK(MPI_Comm_free(&other));
    }
    OK(MPI_Start(&receive));
    OK(MPI_Start(&send));
    OK(MPI_Wait(&receive, &status));
    CHECK_STATUS(status, mine, 1, MPI_INT, 1);
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    OK(MPI_Mrecv(&got, 1, MPI_INT, &message, &status));
    CHECK_STATUS(status, mine, 2, MPI_INT, 1);
    OK(MPI_Request_free(&receive));
    OK(MPI_Request_free(&send));
}

/* To and from MPI_PROC_NULL too. */
static void no_process(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int value = 3;
    OK(MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]));
    for (int round = 0; round < 3; round++) {
        OK(MPI_Startall(2, requests));
        OK(MPI_Waitall(2, requests, statuses));
        if (check_ferry) /* MPICH 5.0.2 gives MPI_ANY_SOURCE */
            CHECK_STATUS(statuses[1], MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
    }
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
    CHECK_EQ(value, 3);
}


int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    int room = SIZES * MPI_BSEND_OVERHEAD;
    for (int i = 0; i < SIZES; i++) {
        in[i] = check_alloc(sizes[i]), out[i] = check_alloc(sizes[i]);
        room += sizes[i];
    }
    void *buffer = check_alloc(2 * room);
    OK(MPI_Buffer_attach(buffer, 2 * room));
    rounds_with(MPI_Send_init);
    rounds_with(MPI_Bsend_init);
    rounds_with(MPI_Ssend_init);
    OK(MPI_Buffer_detach(&buffer, &room));
    on_freed_communicators();
    any_of_persistent();
    no_process();
    for (int i = 0; i < SIZES; i++)
        free(in[i]), free(out[i]);
    free(buffer);
    return check_end();
}
