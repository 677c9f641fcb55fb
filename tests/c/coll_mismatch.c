// Ranks that call different collective functions, or the same with different amounts of data: the job ends with a message that names what was
// called, through shared memory (small) and through messages (large, or on another communicator).
// ranks: 2
// timeout: 30
// case: functions_small ranks=2,3,4 exit=nonzero stderr~"MPI_(Barrier|Allreduce)" within=20 only=ferry
// case: functions_other ranks=2,3 exit=nonzero stderr~"MPI_(Barrier|Allreduce)" within=20 only=ferry
// case: lengths_small ranks=2,3,4 exit=nonzero stderr~"MPI_Allgather" within=20 only=ferry
// case: lengths_large ranks=2,3 exit=nonzero stderr~"MPI_Bcast" within=20 only=ferry
// case: lengths_gather ranks=2,3 exit=nonzero stderr~"MPI_Gather" within=20 only=ferry
// case: lengths_reduce ranks=2,3 exit=nonzero stderr~"MPI_Reduce" within=20 only=ferry
// case: lengths_background ranks=2,3 exit=nonzero stderr~"MPI_Wait" within=20 only=ferry
// case: lengths_offered ranks=2,3 exit=nonzero stderr~"MPI_Ialltoall|MPI_Wait" within=20 only=ferry
// case: lengths_limit ranks=2,3 exit=nonzero stderr~"MPI_Allreduce with 8 bytes" within=20 only=ferry
#include "check.h"

static char data[1 << 20], gathered[1 << 22];

static void different_functions(MPI_Comm comm)
{
    int mine = 1, sum;
    if (check_rank == 0)
        MPI_Barrier(comm);
    else
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
    MPI_Comm other;
    const char *which = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (strcmp(which, "functions_small") == 0)
        different_functions(MPI_COMM_WORLD);
    else if (strcmp(which, "functions_other") == 0)
        different_functions(other);
    else if (strcmp(which, "lengths_small") == 0)
        MPI_Allgather(data, check_rank == 0 ? 8 : 4, MPI_CHAR, gathered, check_rank == 0 ? 8 : 4, MPI_CHAR, MPI_COMM_WORLD);
    else if (strcmp(which, "lengths_large") == 0)
        MPI_Bcast(data, check_rank == 0 ? 1 << 20 : 1 << 19, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (strcmp(which, "lengths_gather") == 0)
        MPI_Gather(data, check_rank == 0 ? 1 << 20 : 8, MPI_CHAR, gathered, 1 << 20, MPI_CHAR, 0, MPI_COMM_WORLD);
    else if (strcmp(which, "lengths_reduce") == 0)
        MPI_Reduce(data, gathered, check_rank == 0 ? 1 << 20 : 8, MPI_SIGNED_CHAR, MPI_SUM, 0, MPI_COMM_WORLD);
    else if (strcmp(which, "lengths_background") == 0) {
        MPI_Request request;
        MPI_Iallreduce(data, gathered, check_rank == 0 ? 1 << 18 : 8, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (strcmp(which, "lengths_offered") == 0) {
        /* From the second call on, long blocks are read where they are. */
        MPI_Request request;
        for (int i = 0; i < 3; i++) {
            int count = 1 << (i == 2 && check_rank == 0 ? 17 : 18);
            MPI_Ialltoall(data, count, MPI_CHAR, gathered, count, MPI_CHAR, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Barrier(MPI_COMM_WORLD);
        }
    } else if (strcmp(which, "lengths_limit") == 0) {
        /* One goes through shared memory, the other is too long for it. */
        MPI_Request request;
        char *longer = calloc(2, 1 << 21);
        int count = check_rank == 0 ? 1 << 21 : 8;
        MPI_Iallreduce(longer, longer + (1 << 21), count, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    puts("nobody noticed");
    MPI_Finalize();
    return 0;
}
