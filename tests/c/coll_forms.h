/* The same test for every form of a collective function: a test that includes this and calls coll_begin runs with argument "blocking",
 * "nonblocking" or "persistent", and every MPI_Bcast(...) of its source becomes MPI_Bcast, MPI_Ibcast and MPI_Wait, or MPI_Bcast_init, MPI_Start,
 * MPI_Wait and MPI_Request_free. */
#ifndef COLL_FORMS_H
#define COLL_FORMS_H

#include "check.h"

static enum { COLL_BLOCKING, COLL_NONBLOCKING, COLL_PERSISTENT } coll_form;
static MPI_Request coll_request;

MAYBE_UNUSED static void coll_begin(int argc, char **argv)
{
    const char *form = argc > 1 ? argv[1] : "blocking";
    coll_form = !strcmp(form, "nonblocking") ? COLL_NONBLOCKING : !strcmp(form, "persistent") ? COLL_PERSISTENT : COLL_BLOCKING;
}

/* Completes what was started, in one of several ways. */
MAYBE_UNUSED static int coll_complete(int code)
{
    static unsigned turn;
    int done = 0, index = -1;
    if (code != MPI_SUCCESS)
        return code;
    switch (turn++ % 4) {
    case 0:
        return MPI_Wait(&coll_request, MPI_STATUS_IGNORE);
    case 1:
        while (code == MPI_SUCCESS && !done)
            code = MPI_Test(&coll_request, &done, MPI_STATUS_IGNORE);
        return code;
    case 2:
        return MPI_Waitall(1, &coll_request, MPI_STATUSES_IGNORE);
    default:
        return MPI_Waitany(1, &coll_request, &index, MPI_STATUS_IGNORE);
    }
}

MAYBE_UNUSED static int coll_nonblocking(int code)
{
    code = coll_complete(code);
    if (code == MPI_SUCCESS && coll_request != MPI_REQUEST_NULL)
        FAIL("the request of a completed operation is not null");
    return code;
}

MAYBE_UNUSED static int coll_persistent(int code)
{
    if (code == MPI_SUCCESS)
        code = coll_complete(MPI_Start(&coll_request));
    if (code == MPI_SUCCESS && coll_request == MPI_REQUEST_NULL)
        FAIL("the request of a persistent operation became null");
    return code == MPI_SUCCESS ? MPI_Request_free(&coll_request) : code;
}

#define COLL_CALL(name, started, prepared, ...)                                                                        \
    (coll_form == COLL_BLOCKING      ? (name)(__VA_ARGS__)                                                             \
     : coll_form == COLL_NONBLOCKING ? coll_nonblocking(started(__VA_ARGS__, &coll_request))                           \
                                     : coll_persistent(prepared(__VA_ARGS__, MPI_INFO_NULL, &coll_request)))

#define MPI_Barrier(...) COLL_CALL(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, __VA_ARGS__)
#define MPI_Bcast(...) COLL_CALL(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, __VA_ARGS__)
#define MPI_Gather(...) COLL_CALL(MPI_Gather, MPI_Igather, MPI_Gather_init, __VA_ARGS__)
#define MPI_Gatherv(...) COLL_CALL(MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, __VA_ARGS__)
#define MPI_Scatter(...) COLL_CALL(MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, __VA_ARGS__)
#define MPI_Scatterv(...) COLL_CALL(MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, __VA_ARGS__)
#define MPI_Allgather(...) COLL_CALL(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, __VA_ARGS__)
#define MPI_Allgatherv(...) COLL_CALL(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, __VA_ARGS__)
#define MPI_Alltoall(...) COLL_CALL(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, __VA_ARGS__)
#define MPI_Alltoallv(...) COLL_CALL(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, __VA_ARGS__)
#define MPI_Alltoallw(...) COLL_CALL(MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, __VA_ARGS__)
#define MPI_Reduce(...) COLL_CALL(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, __VA_ARGS__)
#define MPI_Allreduce(...) COLL_CALL(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, __VA_ARGS__)
#define MPI_Reduce_scatter(...) COLL_CALL(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, __VA_ARGS__)
#define MPI_Reduce_scatter_block(...)                                                                                  \
    COLL_CALL(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, __VA_ARGS__)
#define MPI_Scan(...) COLL_CALL(MPI_Scan, MPI_Iscan, MPI_Scan_init, __VA_ARGS__)
#define MPI_Exscan(...) COLL_CALL(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, __VA_ARGS__)

#endif
