// A receiver that has everything, finalizes and is gone before the sender looks at its message: nothing is said of refused copies.
// needs: ferry
// env: FERRY_LARGE_MESSAGES=cooperative
// expect: silent
#include "check.h"
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static double data[512 * 512];

/* Until the process is gone, which the launcher has to notice, too. */
static void wait_for_end(pid_t process)
{
    for (int looks = 0; kill(process, 0) == 0 || errno != ESRCH; looks++) {
        if (looks == 20000)
            FAIL("rank 1 does not end");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

int main(int argc, char **argv)
{
    MPI_Datatype half;
    int process = getpid();
    check_begin(&argc, &argv);
    OK(MPI_Type_vector(512, 256, 512, MPI_DOUBLE, &half));
    OK(MPI_Type_commit(&half));
    OK(MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD));
    if (check_rank == 0) {
        MPI_Request request;
        OK(MPI_Isend(data, 1, half, 1, 0, MPI_COMM_WORLD, &request));
        wait_for_end(process);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else {
        OK(MPI_Recv(data, 1, half, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    OK(MPI_Type_free(&half));
    OK(MPI_Finalize());
    if (check_rank == 0)
        puts("ok");
    return 0;
}
