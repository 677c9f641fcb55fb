// FERRY_CHECK=on: ranks whose collective calls differ all get an error that names ranks and what differs; equal calls pass.
// needs: ferry
// env: FERRY_CHECK=on
// env: FERRY_COLLECTIVE=bcast=direct
// ranks: 1 2 3 4
// case: agree ranks=1,2,3,4
// case: differ ranks=2,3,4
// case: fatal ranks=3 exit=nonzero stderr~"MPI_Bcast on MPI_COMM_WORLD: ranks disagree: in MPI_Bcast, ranks 0 and 2 named root 0, rank 1 named root 1"
#include "check.h"

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *len; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* Calls that are alike, in every form, on several communicators, many under way at once, with types that only look different. */
static void agree(void)
{
    enum { MANY = 20 };
    int own = check_rank + 1, all[64], sum, due = check_size * (check_size + 1) / 2, sums[MANY];
    MPI_Comm comms[2] = {MPI_COMM_WORLD};
    MPI_Request requests[MANY], persistent;
    MPI_Datatype pair;
    MPI_Op op;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]));
    OK(MPI_Op_create(add, 1, &op));
    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    for (int round = 0; round < 3; round++)
        for (int c = 0; c < 2; c++) {
            OK(MPI_Barrier(comms[c]));
            for (int root = 0; root < check_size; root++) {
                int both[2] = {root, check_rank == root};
                if (check_rank % 2)
                    OK(MPI_Bcast(both, 1, pair, root, comms[c]));
                else
                    OK(MPI_Bcast(both, 2, MPI_INT, root, comms[c]));
                CHECK(both[0] == root && both[1] == 1);
                OK(MPI_Gather(&own, 1, MPI_INT, all, 1, MPI_INT, root, comms[c]));
                OK(MPI_Scatter(all, 1, MPI_INT, check_rank == root ? MPI_IN_PLACE : &sum, 1, MPI_INT, root, comms[c]));
            }
            OK(MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, comms[c]));
            CHECK_EQ(all[check_size - 1], check_size);
            OK(MPI_Allreduce(&own, &sum, 1, MPI_INT, check_rank ? op : op, comms[c]));
            CHECK_EQ(sum, due);
            for (int i = 0; i < MANY; i++)
                OK(MPI_Iallreduce(&own, &sums[i], 1, MPI_INT, i % 2 ? MPI_SUM : op, comms[i % 2], &requests[i]));
            OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
            for (int i = 0; i < MANY; i++)
                CHECK_EQ(sums[i], due);
        }
    OK(MPI_Bcast_init(all, 4, MPI_INT, 0, comms[1], MPI_INFO_NULL, &persistent));
    for (int round = 0; round < 4; round++) {
        all[0] = check_rank ? -1 : round;
        OK(MPI_Start(&persistent));
        OK(MPI_Barrier(comms[1]));
        OK(MPI_Wait(&persistent, MPI_STATUS_IGNORE));
        CHECK_EQ(all[0], round);
    }
    OK(MPI_Request_free(&persistent));
    OK(MPI_Type_free(&pair));
    OK(MPI_Op_free(&op));
    OK(MPI_Comm_free(&comms[1]));
}

/* Between groups. */
static void between(void)
{
    MPI_Comm half, inter;
    int side = check_rank % 2, value = check_rank, root = MPI_PROC_NULL, sum = -1;
    if (check_size < 2)
        return;
    OK(MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !side, 7, &inter));
    if (!side)
        root = check_rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    else
        root = 0;
    OK(MPI_Bcast(&value, 1, MPI_INT, root, inter));
    CHECK_EQ(value, side ? 0 : check_rank);
    OK(MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, inter));
    ERR(MPI_ERR_OP, MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, side ? MPI_MAX : MPI_MIN, inter), "ranks disagree", "remote group",
        "MPI_MAX", "MPI_MIN");
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
}

/* Every rank learns of it, nothing is written, and the communicator goes on. */
static void differ(void)
{
    int last = check_rank == check_size - 1, data[4] = {7, 7, 7, 7}, out[8] = {0};
    MPI_Request request;
    ERR(MPI_ERR_ROOT, MPI_Bcast(data, 1, MPI_INT, last, MPI_COMM_WORLD), "MPI_Bcast", "root 0", "root 1");
    ERR(MPI_ERR_COUNT, MPI_Bcast(data, last ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD), "described 4 bytes", "described 8 bytes");
    ERR(MPI_ERR_TYPE, MPI_Bcast(data, 1, last ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD), "I32", "F32");
    ERR(MPI_ERR_OP, MPI_Allreduce(data, out, 1, MPI_INT, last ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD), "MPI_SUM", "MPI_MAX");
    ERR(MPI_ERR_OTHER, last ? MPI_Bcast(data, 1, MPI_INT, 0, MPI_COMM_WORLD) : MPI_Allreduce(data, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
        "called MPI_Bcast", "called MPI_Allreduce");
    OK(MPI_Iallgather(data, 1, last ? MPI_UNSIGNED : MPI_INT, out, 1, last ? MPI_UNSIGNED : MPI_INT, MPI_COMM_WORLD, &request));
    ERR(MPI_ERR_TYPE, MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Allgather", "U32");
    if (last) {
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &request));
        ERR(MPI_ERR_OTHER, MPI_Wait(&request, MPI_STATUS_IGNORE), "the blocking form", "the non-blocking form");
    } else {
        ERR(MPI_ERR_OTHER, MPI_Barrier(MPI_COMM_WORLD), "the blocking form", "the non-blocking form");
    }
    CHECK(data[0] == 7 && data[1] == 7 && out[0] == 0);
    OK(MPI_Allreduce(data, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(out[0], 7 * check_size);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "agree";
    check_begin(&argc, &argv);
    if (strcmp(which, "fatal") == 0) {
        OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
        MPI_Bcast(&(int){0}, 1, MPI_INT, check_rank == 1, MPI_COMM_WORLD);
    } else if (strcmp(which, "differ") == 0) {
        differ();
    } else {
        agree();
        between();
    }
    return check_end();
}
