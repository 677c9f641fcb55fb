/* Two ranks for strangers.py: `stranger_target FIFO`. Each says "rank R PID", waits for a byte in FIFO.R, and then rank 1 sends and rank 0 receives, and says so.
 * Rank 1 ends; rank 0 goes on until another byte comes. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, value = 7, flag;
    char name[4096], byte;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d %d\n", rank, (int)getpid());
    fflush(stdout);
    snprintf(name, sizeof name, "%s.%d", argv[1], rank);
    const int go = open(name, O_RDWR);
    if (read(go, &byte, 1) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("received\n");
        fflush(stdout);
        fcntl(go, F_SETFL, O_NONBLOCK);
        while (read(go, &byte, 1) != 1)
            MPI_Iprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
