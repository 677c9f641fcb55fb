// A buffer attached to a session takes the messages on its communicators, unless they have one of their own; the process's takes the rest.
// ranks: 1 2 3
#include "check.h"

enum { LARGE = 200000, ROOM = LARGE + MPI_BSEND_OVERHEAD };

static int next, before;
static unsigned char data[LARGE];

static int send(MPI_Comm comm, int tag, int bytes)
{
    fill_bytes(data, bytes, tag);
    return MPI_Bsend(data, bytes, MPI_BYTE, next, tag, comm);
}

static void receive(MPI_Comm comm, int tag, int bytes)
{
    OK(MPI_Recv(data, LARGE, MPI_BYTE, before, tag, comm, MPI_STATUS_IGNORE));
    CHECK_BYTES(data, bytes, tag);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, copy;
    MPI_Request request;
    void *room = check_alloc(ROOM), *own = check_alloc(2 * ROOM), *detached;
    int size;
    if (!HAVE(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session)))
        return check_end();
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    OK(MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    OK(MPI_Comm_dup(comm, &copy)); /* of the same session */
    OK(MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN));
    if (!HAVE(MPI_Session_attach_buffer(session, room, ROOM)))
        return check_end();
    OK(send(comm, 1, LARGE));
    if (check_ferry) {
        ERR(MPI_ERR_BUFFER, send(copy, 2, LARGE), "0 of");           /* the session's is full */
        ERR(MPI_ERR_BUFFER, send(MPI_COMM_WORLD, 2, 1), "0 of 0");   /* not of the session */
    }
    OK(MPI_Comm_attach_buffer(copy, own, 2 * ROOM));
    OK(send(copy, 3, LARGE));
    OK(MPI_Session_iflush_buffer(session, &request));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    receive(copy, 3, LARGE);
    receive(comm, 1, LARGE);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Session_flush_buffer(session));
    OK(MPI_Comm_detach_buffer(copy, &detached, &size));
    CHECK(detached == own);
    CHECK_EQ(size, 2 * ROOM);
    OK(send(copy, 4, LARGE)); /* the session's again, which is empty */
    receive(copy, 4, LARGE);
    OK(MPI_Session_detach_buffer(session, &detached, &size));
    CHECK(detached == room);
    CHECK_EQ(size, ROOM);
    OK(MPI_Session_attach_buffer(session, MPI_BUFFER_AUTOMATIC, 0));
    for (int tag = 0; tag < 10; tag++)
        OK(send(comm, tag, LARGE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int tag = 0; tag < 10; tag++)
        receive(comm, tag, LARGE);
    OK(MPI_Session_detach_buffer(session, &detached, &size));
    CHECK(detached == MPI_BUFFER_AUTOMATIC);
    OK(MPI_Comm_free(&copy));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&group));
    OK(MPI_Session_finalize(&session));
    free(room), free(own);
    return check_end();
}
