/* Messages of a rank to itself, with all that a call looks at on the way: for valgrind's tool that says which functions ran. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int out = 1, in = 0, flag;
    MPI_Init(&argc, &argv);
    for (int message = 0; message < 100; message++) {
        MPI_Request request;
        MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    puts("ok");
    return 0;
}
