// Attached buffers: room and its errors, whose buffer takes a message, automatic buffering, flush and iflush, detach with messages under way.
// ranks: 1 2 3 4 7
#include "check.h"

enum { BYTES = 5000, ROOM = 3 * (BYTES + MPI_BSEND_OVERHEAD), LARGE = 300000 };

static int next, before;
static unsigned char data[LARGE];

static void receive(MPI_Comm comm, int tag, int bytes)
{
    static unsigned char in[LARGE];
    MPI_Status status;
    OK(MPI_Recv(in, LARGE, MPI_BYTE, before, tag, comm, &status));
    CHECK_STATUS(status, before, tag, MPI_BYTE, bytes);
    CHECK_BYTES(in, bytes, 100 * tag + before);
}

static int send(MPI_Comm comm, int tag, int bytes)
{
    fill_bytes(data, bytes, 100 * tag + check_rank);
    int code = MPI_Bsend(data, bytes, MPI_BYTE, next, tag, comm);
    memset(data, 0, bytes);
    return code;
}

/* A message that is longer than what goes out at once keeps its room until it is received. */
static void room_is_used_and_freed(MPI_Comm comm, MPI_Comm meet)
{
    void *room = check_alloc(LARGE + MPI_BSEND_OVERHEAD), *detached = NULL;
    int size = 0;
    OK(MPI_Comm_attach_buffer(comm, room, LARGE + MPI_BSEND_OVERHEAD));
    OK(send(comm, 1, LARGE));
    if (check_ferry) {
        ERR(MPI_ERR_BUFFER, send(comm, 2, LARGE), "300064 bytes", "448 of 300512");
        ERR(MPI_ERR_BUFFER, send(comm, 2, 512), "576 bytes");
    }
    MPI_Request request;
    int flag = -1;
    OK(MPI_Comm_iflush_buffer(comm, &request));
    OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(meet));
    receive(comm, 1, LARGE);
    if (!flag)
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_flush_buffer(comm));
    OK(send(comm, 3, LARGE)); /* there is room again */
    OK(MPI_Irecv(data, LARGE, MPI_BYTE, before, 3, comm, &request));
    OK(MPI_Comm_detach_buffer(comm, &detached, &size)); /* waits until it is delivered */
    CHECK(detached == room);
    CHECK_EQ(size, LARGE + MPI_BSEND_OVERHEAD);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_BYTES(data, LARGE, 300 + before);
    free(room);
}

/* The communicator's buffer goes before the process's: what is too large for it fails although the other has room. */
static void nearest_buffer(MPI_Comm comm)
{
    void *small = check_alloc(ROOM), *large = check_alloc(2 * LARGE), *detached;
    int size;
    OK(MPI_Buffer_attach(large, 2 * LARGE));
    OK(MPI_Comm_attach_buffer(comm, small, ROOM));
    if (check_ferry)
        ERR(MPI_ERR_BUFFER, send(comm, 1, LARGE), "attach a larger buffer");
    OK(send(comm, 2, BYTES));
    OK(send(MPI_COMM_WORLD, 3, LARGE)); /* has none of its own */
    receive(comm, 2, BYTES);
    receive(MPI_COMM_WORLD, 3, LARGE);
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    CHECK(detached == small);
    OK(MPI_Buffer_flush());
    OK(send(comm, 4, LARGE)); /* now the process's */
    receive(comm, 4, LARGE);
    OK(MPI_Buffer_detach(&detached, &size));
    CHECK(detached == large);
    CHECK_EQ(size, 2 * LARGE);
    free(small), free(large);
}

static void automatic(MPI_Comm comm, MPI_Comm meet)
{
    enum { MESSAGES = 40 };
    void *detached;
    int size;
    OK(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0));
    for (int i = 0; i < MESSAGES; i++)
        OK(send(comm, i, LARGE)); /* nobody receives yet */
    OK(MPI_Barrier(meet));
    for (int i = 0; i < MESSAGES; i++)
        receive(comm, i, LARGE);
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    CHECK(detached == MPI_BUFFER_AUTOMATIC);
}

static void persistent(MPI_Comm comm)
{
    static unsigned char out[BYTES];
    void *room = check_alloc(ROOM), *detached;
    int size;
    MPI_Request request;
    OK(MPI_Comm_attach_buffer(comm, room, ROOM));
    OK(MPI_Bsend_init(out, BYTES, MPI_BYTE, next, 5, comm, &request));
    for (int round = 0; round < 5; round++) {
        fill_bytes(out, BYTES, 500 + check_rank);
        OK(MPI_Start(&request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        memset(out, 0, BYTES);
        receive(comm, 5, BYTES);
        OK(MPI_Comm_flush_buffer(comm));
    }
    OK(MPI_Request_free(&request));
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    free(room);
}

static void bad_input(MPI_Comm comm)
{
    static char room[2000];
    void *detached;
    int size;
    MPI_Request request;
    ERR(MPI_ERR_BUFFER, MPI_Comm_detach_buffer(comm, &detached, &size), "no buffer is attached");
    ERR(MPI_ERR_ARG, MPI_Comm_attach_buffer(comm, room, -1), "size", "-1");
    ERR(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, NULL, 10), "buffer");
    ERR(MPI_ERR_COMM, MPI_Comm_attach_buffer(MPI_COMM_NULL, room, 2000), "comm");
    OK(MPI_Comm_attach_buffer(comm, room, 2000));
    ERR(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, room, 2000), "attached already");
    ERR(MPI_ERR_BUFFER, MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0), "attached already");
    ERR(MPI_ERR_COMM, MPI_Comm_flush_buffer(MPI_COMM_NULL), "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_iflush_buffer(MPI_COMM_NULL, &request), "comm");
    ERR(MPI_ERR_ARG, MPI_Comm_iflush_buffer(comm, NULL), "request");
    ERR(MPI_ERR_SESSION, MPI_Session_attach_buffer(MPI_SESSION_NULL, room, 2000), "session");
    ERR(MPI_ERR_SESSION, MPI_Session_flush_buffer(MPI_SESSION_NULL), "session");
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    CHECK(detached == room);
    /* Too large for an int: told by MPI_UNDEFINED, and exactly by the other function. */
    MPI_Count large = 0;
    OK(MPI_Comm_attach_buffer_c(comm, room, (MPI_Count)1 << 40));
    OK(MPI_Comm_detach_buffer_c(comm, &detached, &large));
    CHECK_EQ(large, (MPI_Count)1 << 40);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    MPI_Comm comm, meet;
    MPI_Request request;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &meet));
    if (!HAVE(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0)))
        return check_end();
    void *detached;
    int size;
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    room_is_used_and_freed(comm, meet);
    nearest_buffer(comm);
    automatic(comm, meet);
    persistent(comm);
    OK(MPI_Buffer_iflush(&request)); /* nothing is attached, nothing to wait for */
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (check_ferry)
        bad_input(comm);
    /* Freed with its buffer attached. */
    OK(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&meet));
    return check_end();
}
