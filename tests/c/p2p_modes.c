// Every send mode (standard, synchronous, buffered, ready) as blocking, immediate and persistent call, received by every
// kind of receive, around a ring.
// ranks: 1 2 3 4 7
#include "check.h"

enum { STANDARD, SYNCHRONOUS, BUFFERED, READY, MODES };
enum { BLOCKING, IMMEDIATE, PERSISTENT, KINDS };
enum { BYTES = 3000, ROUNDS = 3 };

typedef int (*send_fn)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int (*isend_fn)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static const send_fn blocking[MODES] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
static const isend_fn immediate[MODES] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
static const isend_fn persistent[MODES] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};

static void send_with(int kind, int mode, const void *data, int to, int tag)
{
    MPI_Request request;
    if (kind == BLOCKING) {
        OK(blocking[mode](data, BYTES, MPI_BYTE, to, tag, MPI_COMM_WORLD));
        return;
    }
    if (kind == IMMEDIATE) {
        OK(immediate[mode](data, BYTES, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK(request == MPI_REQUEST_NULL);
        return;
    }
    OK(persistent[mode](data, BYTES, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(request != MPI_REQUEST_NULL);
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
}

/* The receive is posted before the neighbour may send: ready mode and blocking synchronous mode need that. */
static void exchange(int kind, int mode, int round)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    int tag = (kind * MODES + mode) * ROUNDS + round;
    unsigned char in[BYTES], out[BYTES];
    MPI_Request request;
    MPI_Status status;
    fill_bytes(out, BYTES, tag * 100 + check_rank);
    OK(MPI_Irecv(in, BYTES, MPI_BYTE, from, tag, MPI_COMM_WORLD, &request));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    send_with(kind, mode, out, to, tag);
    OK(MPI_Wait(&request, &status));
    CHECK_STATUS(status, from, tag, MPI_BYTE, BYTES);
    CHECK_BYTES(in, BYTES, tag * 100 + from);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int size = ROUNDS * (BYTES + MPI_BSEND_OVERHEAD) * KINDS;
    void *buffer = check_alloc(size), *detached;
    OK(MPI_Buffer_attach(buffer, size));
    for (int kind = 0; kind < KINDS; kind++)
        for (int mode = 0; mode < MODES; mode++)
            for (int round = 0; round < ROUNDS; round++)
                exchange(kind, mode, round);
    OK(MPI_Buffer_detach(&detached, &size));
    CHECK(detached == buffer);
    free(buffer);
    return check_end();
}
