// Collectives among themselves and among messages: random sequences of all of them on several communicators at random sizes
// and roots, with point-to-point wildcards pending that must not see them.
// ranks: 2 3 4 7
// timeout: 120
#include "coll.h"

enum { STEPS = 600, COMMS = 3, MOST = 3000 };

static int ranks[COMMS], sizes[COMMS], *in, *out;

static void step(MPI_Comm comm, int rank, int size, int kind, int count, int root, int key)
{
    coll_fill(in, kind == 3 ? count * size : count, rank, key);
    switch (kind) {
    case 0:
        OK(MPI_Bcast(in, count, MPI_INT, root, comm));
        COLL_CHECK(in, count, root, 0, key);
        break;
    case 1:
        OK(MPI_Gather(in, count, MPI_INT, out, count, MPI_INT, root, comm));
        for (int r = 0; rank == root && r < size; r++)
            COLL_CHECK(out + r * count, count, r, 0, key);
        break;
    case 2:
        OK(MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, comm));
        COLL_CHECK_SUMS(out, count, size, 0, key);
        break;
    case 3:
        OK(MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, comm));
        for (int r = 0; r < size; r++)
            COLL_CHECK(out + r * count, count, r, rank * count, key);
        break;
    case 4:
        OK(MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, root, comm));
        COLL_CHECK_SUMS(out, rank == root ? count : 0, size, 0, key);
        break;
    case 5:
        OK(MPI_Scan(in, out, count, MPI_INT, MPI_SUM, comm));
        COLL_CHECK_SUMS(out, count, rank + 1, 0, key);
        break;
    case 6:
        OK(MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, comm));
        for (int r = 0; r < size; r++)
            COLL_CHECK(out + r * count, count, r, 0, key);
        break;
    default:
        OK(MPI_Barrier(comm));
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm comms[COMMS] = {MPI_COMM_WORLD};
    MPI_Request wildcard;
    MPI_Status status;
    int caught = -1, value = 5, to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &comms[1]));
    OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &comms[2]));
    for (int c = 0; c < COMMS; c++) {
        OK(MPI_Comm_rank(comms[c], &ranks[c]));
        OK(MPI_Comm_size(comms[c], &sizes[c]));
    }
    in = coll_ints(MOST * check_size), out = coll_ints(MOST * check_size);
    OK(MPI_Irecv(&caught, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &wildcard));
    uint64_t state = 20261121; /* the same on all ranks */
    for (int i = 0; i < STEPS; i++) {
        int c = random_below(&state, COMMS), kind = random_below(&state, 8), draw = random_below(&state, 1000);
        int count = random_below(&state, 4) ? random_below(&state, 20) : random_below(&state, MOST);
        NOTE("step %d: kind %d, count %d, comm %d", i, kind, count, c);
        step(comms[c], ranks[c], sizes[c], kind, count, draw % sizes[c], i);
    }
    OK(MPI_Send(&value, 1, MPI_INT, to, 1, MPI_COMM_WORLD));
    OK(MPI_Wait(&wildcard, &status));
    CHECK_STATUS(status, from, 1, MPI_INT, 1);
    CHECK_EQ(caught, 5);
    OK(MPI_Comm_free(&comms[1]));
    OK(MPI_Comm_free(&comms[2]));
    free(in), free(out);
    return check_end();
}
