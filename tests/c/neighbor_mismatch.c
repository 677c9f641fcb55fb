// Neighbors that disagree about the size of a block, ranks in different functions, and arguments that cannot be right: errors, not hangs.
// ranks: 1 2 3 4 7
// needs: ferry
// timeout: 30
#include "check.h"

static MPI_Comm ring;
static int below, above, send[8], recv[8];

/* A sender of more and a sender of less than its neighbor expects. */
static void sizes(void)
{
    int mine = check_rank == 0 ? 2 : 1, code;
    if (check_size < 2)
        return;
    code = MPI_Neighbor_allgather(send, mine, MPI_INT, recv, 1, MPI_INT, ring);
    if (below == 0 || above == 0)
        ERR(MPI_ERR_TRUNCATE, code, "MPI_Neighbor_allgather", "sent 8 bytes", "expected 4");
    else
        OK(code);
    code = MPI_Neighbor_allgather(send, check_rank != 0, MPI_INT, recv, 1, MPI_INT, ring);
    if (below == 0 || above == 0)
        ERR(MPI_ERR_COUNT, code, "MPI_Neighbor_allgather", "sent 0 bytes", "expected 4");
    else
        OK(code);
}

static void functions(void)
{
    if (check_size != 2)
        return;
    if (check_rank == 0)
        ERR(MPI_ERR_OTHER, MPI_Neighbor_alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, ring), "neighbor_allgather", "MPI_Neighbor_alltoall");
    else
        ERR(MPI_ERR_OTHER, MPI_Neighbor_allgather(send, 1, MPI_INT, recv, 1, MPI_INT, ring), "neighbor_alltoall", "MPI_Neighbor_allgather");
}

static void arguments(void)
{
    int counts[2] = {1, -1}, places[2] = {0, 1};
    ERR(MPI_ERR_COUNT, MPI_Neighbor_allgather(send, -1, MPI_INT, recv, 1, MPI_INT, ring), "sendcount", "-1");
    ERR(MPI_ERR_COUNT, MPI_Neighbor_alltoall(send, 1, MPI_INT, recv, -2, MPI_INT, ring), "recvcount", "-2");
    ERR(MPI_ERR_COUNT, MPI_Neighbor_alltoallv(send, counts, places, MPI_INT, recv, places, places, MPI_INT, ring), "sendcounts[1]", "-1");
    ERR(MPI_ERR_ARG, MPI_Neighbor_alltoallv(send, NULL, places, MPI_INT, recv, places, places, MPI_INT, ring), "sendcounts", "null");
    ERR(MPI_ERR_ARG, MPI_Neighbor_allgatherv(send, 1, MPI_INT, recv, places, NULL, MPI_INT, ring), "recvbuf", "null");
    ERR(MPI_ERR_TYPE, MPI_Neighbor_allgather(send, 1, MPI_DATATYPE_NULL, recv, 1, MPI_INT, ring), "sendtype");
    ERR(MPI_ERR_BUFFER, MPI_Neighbor_allgather(MPI_IN_PLACE, 1, MPI_INT, recv, 1, MPI_INT, ring), "sendbuf", "MPI_IN_PLACE");
    ERR(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(send, 1, MPI_INT, NULL, 1, MPI_INT, ring), "recvbuf");
    ERR(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(recv, 1, MPI_INT, recv, 1, MPI_INT, ring), "overlap");
    ERR(MPI_ERR_COMM, MPI_Neighbor_alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, MPI_COMM_NULL), "MPI_COMM_NULL");
}

int main(int argc, char **argv)
{
    int periodic = 1;
    check_begin(&argc, &argv);
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &periodic, 0, &ring));
    OK(MPI_Cart_shift(ring, 0, 1, &below, &above));
    arguments();
    sizes();
    OK(MPI_Barrier(ring));
    functions();
    OK(MPI_Comm_free(&ring));
    return check_end();
}
