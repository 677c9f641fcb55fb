// A reduction that nobody waits for yet, which begins the operations by messages of its communicator, while data of MPI_Gatherv that are too long for the
// shared area wait for the root.
// ranks: 4
// needs: ferry
// env: FERRY_LARGE_MESSAGES=ring
// env: FERRY_COLLECTIVE=reduce=binomial
#include "coll.h"
#include "mpit.h"

enum { COUNT = 1 << 18, LATE = 3, LOOKS = 1000 };

/* By messages, as it is the program's own operation. */
static MPI_Request begin(int *in, int *out, MPI_Op op, MPI_Comm comm)
{
    MPI_Request request;
    *in = check_rank + 1, *out = 0;
    OK(MPI_Ireduce(in, out, 1, MPI_INT, op, 0, comm, &request));
    return request;
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
    int provided, in, out, token = 0, done = 0, counts[4], places[4];
    MPI_T_pvar_session session;
    MPI_Op op;
    MPI_Comm comm;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_Op_create(add, 0, &op));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    int *own = coll_ints(COUNT), *all = coll_ints(4 * COUNT);
    coll_fill(own, COUNT, check_rank, 1);
    for (int r = 0; r < 4; r++)
        counts[r] = COUNT, places[r] = r * COUNT;
    if (check_rank == LATE)
        OK(MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MPI_Request request = begin(&in, &out, op, comm);
    if (check_rank == 0) {
        /* Rank 2 waits for the late one with its part of the sum, and has sent its part of MPI_Gatherv, as rank 1 has. */
        MPI_T_pvar_handle unexpected = mpit_open(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL);
        while (mpit_read(session, unexpected) < 2)
            OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
        for (int i = 0; i < LOOKS; i++)
            OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
        CHECK(!done);
        OK(MPI_Send(&token, 1, MPI_INT, LATE, 1, MPI_COMM_WORLD));
        OK(MPI_T_pvar_handle_free(session, &unexpected));
    }
    OK(MPI_Gatherv(own, COUNT, MPI_INT, all, counts, places, MPI_INT, 0, comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (check_rank == 0) {
        CHECK_EQ(out, 1 + 2 + 3 + 4);
        for (int r = 0; r < 4; r++)
            COLL_CHECK(all + places[r], COUNT, r, 0, 1);
    }
    OK(MPI_Comm_free(&comm));
    OK(MPI_Op_free(&op));
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    free(own), free(all);
    return check_end();
}
