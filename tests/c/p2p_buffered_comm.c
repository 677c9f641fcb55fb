// Buffers attached to a communicator, automatic buffering, and Buffer_flush (MPI 4.1).
// ranks: 2
#include "check.h"

enum { BYTES = 3000, ROOM = 4 * (BYTES + MPI_BSEND_OVERHEAD) };

static void pass(MPI_Comm comm, int tag)
{
    unsigned char data[BYTES];
    if (check_rank == 0) {
        fill_bytes(data, BYTES, tag);
        OK(MPI_Bsend(data, BYTES, MPI_BYTE, 1, tag, comm));
        memset(data, 0, BYTES);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == 1) {
        OK(MPI_Recv(data, BYTES, MPI_BYTE, 0, tag, comm, MPI_STATUS_IGNORE));
        CHECK_BYTES(data, BYTES, tag);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm comm;
    int size = 0;
    void *room = check_alloc(ROOM), *detached = NULL;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    if (!HAVE(MPI_Comm_attach_buffer(comm, room, ROOM)))
        return check_end();
    pass(comm, 1);
    OK(MPI_Comm_flush_buffer(comm));
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    CHECK(detached == room);
    CHECK_EQ(size, ROOM);
    OK(MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0));
    for (int tag = 2; tag < 20; tag++)
        pass(comm, tag);
    OK(MPI_Comm_detach_buffer(comm, &detached, &size));
    CHECK(detached == MPI_BUFFER_AUTOMATIC);
    OK(MPI_Buffer_attach(room, ROOM));
    pass(MPI_COMM_WORLD, 30);
    MPI_Request request;
    OK(MPI_Buffer_iflush(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Buffer_flush());
    OK(MPI_Buffer_detach(&detached, &size));
    CHECK(detached == room);
    OK(MPI_Comm_free(&comm));
    free(room);
    return check_end();
}
