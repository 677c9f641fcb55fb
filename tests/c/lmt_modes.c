// Large messages in all ways a message can be sent, found, received, cut and withdrawn.
// ranks: 2
// timeout: 120
// variants: large-messages
#include "lmt.h"

enum { BYTES = 3000001, SHORT = 1000001 };

static lmt_buffer buffer;
static uint64_t key;

static void fresh(void)
{
    key++;
    if (check_rank == 0)
        lmt_fill(buffer.data, &lmt_dense, BYTES, key);
    else
        memset(buffer.data, LMT_GAP, BYTES);
}

static void send_all(int tag) { OK(MPI_Send(buffer.data, BYTES, MPI_BYTE, 1, tag, MPI_COMM_WORLD)); }

/* A receive that is too small is an error at the receiver only, fills what there is room for, and nothing behind it; the next message is whole. */
static void truncated(const lmt_layout *layout)
{
    NOTE("truncated, %s", layout->name);
    fresh();
    if (check_rank == 0) {
        send_all(1);
        send_all(2);
        return;
    }
    size_t periods = lmt_periods(layout, SHORT), taken = periods * lmt_data(layout);
    lmt_buffer small = lmt_new(layout, periods + 1, 0, 1);
    MPI_Datatype type = lmt_type(layout);
    int class = 0, code = MPI_Recv(small.data, (int)periods, type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    OK(MPI_Error_class(code, &class));
    CHECK_EQ(class, MPI_ERR_TRUNCATE);
    if (check_ferry) /* the standard leaves open what the buffer holds */
        LMT_CHECK(small.data, layout, periods + 1, taken, key);
    OK(MPI_Recv(buffer.data, BYTES, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    LMT_CHECK(buffer.data, &lmt_dense, BYTES, BYTES, key);
    lmt_free_type(type);
    lmt_free(&small);
}

/* A receive of nothing ends a large send. */
static void truncated_to_nothing(void)
{
    NOTE("truncated to nothing");
    fresh();
    if (check_rank == 0)
        send_all(1);
    else
        ERR(MPI_ERR_TRUNCATE, MPI_Recv(buffer.data, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void expect(int source, int tag, MPI_Message *message)
{
    MPI_Status status;
    if (message)
        OK(MPI_Mprobe(source, tag, MPI_COMM_WORLD, message, &status));
    else
        OK(MPI_Probe(source, tag, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, 0, 3, MPI_BYTE, BYTES);
}

/* Probed, received; probed and taken out, received later than the message behind it. */
static void probed(void)
{
    NOTE("probed");
    fresh();
    if (check_rank == 0) {
        for (int i = 0; i < 3; i++)
            OK(MPI_Send(buffer.data, BYTES, MPI_BYTE, 1, 3, MPI_COMM_WORLD));
        return;
    }
    MPI_Message message;
    MPI_Request request;
    expect(MPI_ANY_SOURCE, MPI_ANY_TAG, NULL);
    OK(MPI_Recv(buffer.data, BYTES, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    LMT_CHECK(buffer.data, &lmt_dense, BYTES, BYTES, key);
    memset(buffer.data, LMT_GAP, BYTES);
    expect(0, 3, &message);
    OK(MPI_Imrecv(buffer.data, BYTES, MPI_BYTE, &message, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    LMT_CHECK(buffer.data, &lmt_dense, BYTES, BYTES, key);
    memset(buffer.data, LMT_GAP, BYTES);
    expect(0, MPI_ANY_TAG, &message);
    OK(MPI_Mrecv(buffer.data, BYTES, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    LMT_CHECK(buffer.data, &lmt_dense, BYTES, BYTES, key);
}

/* Synchronous, ready, buffered; a receiver that comes late, a sender that comes late; ends by testing. */
static void modes(void)
{
    fresh();
    MPI_Request request;
    for (int mode = 0; mode < 5; mode++) {
        NOTE("mode %d", mode);
        if (check_rank == 1) {
            memset(buffer.data, LMT_GAP, BYTES);
            OK(MPI_Irecv(buffer.data, BYTES, MPI_BYTE, MPI_ANY_SOURCE, mode, MPI_COMM_WORLD, &request));
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (check_rank == 0) {
            switch (mode) {
            case 0: OK(MPI_Ssend(buffer.data, BYTES, MPI_BYTE, 1, mode, MPI_COMM_WORLD)); break;
            case 1: OK(MPI_Rsend(buffer.data, BYTES, MPI_BYTE, 1, mode, MPI_COMM_WORLD)); break;
            case 2: {
                size_t size = BYTES + MPI_BSEND_OVERHEAD;
                void *space = check_alloc(size);
                OK(MPI_Buffer_attach(space, (int)size));
                OK(MPI_Bsend(buffer.data, BYTES, MPI_BYTE, 1, mode, MPI_COMM_WORLD));
                OK(MPI_Buffer_detach(&space, &(int){0}));
                free(space);
                break;
            }
            default:
                OK((mode == 3 ? MPI_Issend : MPI_Isend)(buffer.data, BYTES, MPI_BYTE, 1, mode, MPI_COMM_WORLD, &request));
                for (int done = 0; !done;)
                    OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
            }
        } else {
            for (int done = 0; !done;)
                OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
            LMT_CHECK(buffer.data, &lmt_dense, BYTES, BYTES, key);
        }
    }
}

/* A send nobody has matched is withdrawn, also with gaps; one that is matched completes. */
static void withdrawn(void)
{
    NOTE("withdrawn");
    fresh();
    int cancelled = 0;
    MPI_Request request;
    MPI_Status status;
    if (check_rank == 0) {
        OK(MPI_Issend(buffer.data, BYTES, MPI_BYTE, 1, 5, MPI_COMM_WORLD, &request));
        OK(MPI_Cancel(&request));
        OK(MPI_Wait(&request, &status));
        OK(MPI_Test_cancelled(&status, &cancelled));
    }
    OK(MPI_Bcast(&cancelled, 1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK(cancelled);
    if (check_rank == 0) {
        lmt_fill(buffer.data, &lmt_dense, BYTES, key);
        OK(MPI_Isend(buffer.data, BYTES, MPI_BYTE, 1, 6, MPI_COMM_WORLD, &request));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Cancel(&request)); /* too late: the receive has matched, or may take it yet */
        OK(MPI_Wait(&request, &status));
        OK(MPI_Test_cancelled(&status, &cancelled));
        OK(MPI_Send(&cancelled, 1, MPI_INT, 1, 7, MPI_COMM_WORLD));
        return;
    }
    memset(buffer.data, LMT_GAP, BYTES);
    OK(MPI_Irecv(buffer.data, BYTES, MPI_BYTE, 0, 6, MPI_COMM_WORLD, &request));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Recv(&cancelled, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (cancelled)
        OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, &status));
    LMT_CHECK(buffer.data, &lmt_dense, BYTES, cancelled ? 0 : BYTES, key);
}

/* Small messages overtake nothing, and are not held up for good, between large ones. */
static void between(void)
{
    NOTE("small between large");
    fresh();
    enum { ROUNDS = 20 };
    MPI_Request requests[2 * ROUNDS];
    int small[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        if (check_rank == 0) {
            small[r] = r;
            OK(MPI_Isend(buffer.data, SHORT, MPI_BYTE, 1, 8, MPI_COMM_WORLD, &requests[2 * r]));
            OK(MPI_Isend(&small[r], 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &requests[2 * r + 1]));
        } else {
            memset(buffer.data, LMT_GAP, SHORT + 1);
            OK(MPI_Recv(buffer.data, BYTES, MPI_BYTE, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            LMT_CHECK(buffer.data, &lmt_dense, SHORT + 1, SHORT, key);
            OK(MPI_Recv(&small[r], 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_EQ(small[r], r);
        }
    }
    if (check_rank == 0)
        OK(MPI_Waitall(2 * ROUNDS, requests, MPI_STATUSES_IGNORE));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    buffer = lmt_new(&lmt_dense, BYTES, 1, 0);
    truncated(&lmt_dense);
    for (int l = 0; l < LMT_GAPPED; l++)
        truncated(&lmt_gapped[l]);
    truncated_to_nothing();
    probed();
    modes();
    if (check_ferry) /* others wait with the withdrawal until the receiver does something (deprecated since MPI-4) */
        withdrawn();
    between();
    lmt_free(&buffer);
    return check_end();
}
