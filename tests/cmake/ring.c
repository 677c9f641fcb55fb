/* Passes a token around all ranks; each adds its rank. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token += rank;
    MPI_Send(&token, 1, MPI_INT, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank == size - 1 && token != size * (size - 1) / 2) {
        fprintf(stderr, "the token is %d\n", token);
        return 1;
    }
    return 0;
}
