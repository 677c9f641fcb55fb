// A rank that dies inside a collective operation by puts ends the job with its name, whether the others wait for it or have asked for its collective buffer.
// ranks: 3
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_circulant
// case: before_asking exit=nonzero stderr~"rank 1 .*SIGKILL" within=60
// case: while_putting exit=nonzero stderr~"rank 1 .*SIGKILL" within=60
#include "check.h"
#include <signal.h>

int main(int argc, char **argv)
{
    enum { COUNT = 5000 };
    static int own[COUNT], all[3 * COUNT];
    check_begin(&argc, &argv);
    int rounds = argc > 1 && !strcmp(argv[1], "while_putting") ? 5 : 0;
    for (int i = 0; i < rounds; i++)
        OK(MPI_Allgather(own, COUNT, MPI_INT, all, COUNT, MPI_INT, MPI_COMM_WORLD));
    if (check_rank == 1)
        raise(SIGKILL);
    OK(MPI_Allgather(own, COUNT, MPI_INT, all, COUNT, MPI_INT, MPI_COMM_WORLD));
    FAIL("the operation ended without rank 1");
    return check_end();
}
