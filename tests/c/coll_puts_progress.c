// Rank 0 starts an operation by puts and computes, looking at nothing but its memory, until all others have ended their part of it; only then it calls MPI again.
// ranks: 2 3 4
// needs: ferry
// timeout: 20
// env: FERRY_COLLECTIVE=allgather=put_linear,alltoall=put_linear
#include "coll.h"

enum { SHORT = 5, LONG = 40009, ROUNDS = 5 };

/* One for each rank: what it has begun, and what it has ended. Memory that all ranks share. */
static struct { int begun, ended; } *steps;

static void wait_for_others(int *first, int value)
{
    for (int rank = 1; rank < check_size; rank++)
        while (__atomic_load_n(first + rank * (sizeof *steps / sizeof(int)), __ATOMIC_ACQUIRE) < value)
            ;
}

/* `step` goes up from call to call. */
static void once(MPI_Request *request, int is_persistent, int count, MPI_Comm comm, int is_alltoall, int *own, int *all, int step)
{
    int blocks = is_alltoall ? check_size : 1;
    for (int block = 0; block < blocks; block++)
        coll_fill(own + (int64_t)block * count, count, check_rank, is_alltoall ? step * 8 + block : step);
    /* Rank 0 is the last to begin: what the others have told it is there. */
    if (check_rank == 0)
        wait_for_others(&steps->begun, step);
    if (is_persistent)
        OK(MPI_Start(request));
    else if (is_alltoall)
        OK(MPI_Ialltoall(own, count, MPI_INT, all, count, MPI_INT, comm, request));
    else
        OK(MPI_Iallgather(own, count, MPI_INT, all, count, MPI_INT, comm, request));
    __atomic_store_n(&steps[check_rank].begun, step, __ATOMIC_RELEASE);
    if (check_rank == 0)
        wait_for_others(&steps->ended, step);
    OK(MPI_Wait(request, MPI_STATUS_IGNORE));
    __atomic_store_n(&steps[check_rank].ended, step, __ATOMIC_RELEASE);
    for (int r = 0; r < check_size; r++)
        COLL_CHECK(all + (int64_t)r * count, count, r, 0, is_alltoall ? step * 8 + check_rank : step);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Win win;
    MPI_Aint bytes;
    int unit, step = 1;
    OK(MPI_Win_allocate_shared(check_rank ? 0 : sizeof *steps * check_size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &steps, &win));
    OK(MPI_Win_shared_query(win, 0, &bytes, &unit, &steps));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    int *own = coll_ints((int64_t)LONG * check_size), *all = coll_ints((int64_t)LONG * check_size);
    for (int is_alltoall = 0; is_alltoall < 2; is_alltoall++)
        for (int is_long = 0; is_long < 2; is_long++) {
            int count = is_long ? LONG : SHORT;
            MPI_Comm comm;
            MPI_Request request;
            OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
            /* The ranks agree to put. */
            if (is_alltoall)
                OK(MPI_Alltoall(own, count, MPI_INT, all, count, MPI_INT, comm));
            else
                OK(MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, comm));
            for (int round = 0; round < ROUNDS; round++)
                once(&request, 0, count, comm, is_alltoall, own, all, step++);
            if (is_alltoall)
                OK(MPI_Alltoall_init(own, count, MPI_INT, all, count, MPI_INT, comm, MPI_INFO_NULL, &request));
            else
                OK(MPI_Allgather_init(own, count, MPI_INT, all, count, MPI_INT, comm, MPI_INFO_NULL, &request));
            OK(MPI_Start(&request));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            for (int round = 0; round < ROUNDS; round++)
                once(&request, 1, count, comm, is_alltoall, own, all, step++);
            OK(MPI_Request_free(&request));
            OK(MPI_Comm_free(&comm));
        }
    free(own), free(all);
    OK(MPI_Win_free(&win));
    return check_end();
}
