/* Rank 0 sends rank 1 three messages by MPI_Send and one by PMPI_Send; rank 1 says how many arrived intact. */
#include <mpi.h>
#include <stdio.h>

enum { PLAIN = 3, ALL = 4, TAG = 7 };

static void send_all(void)
{
    for (int i = 0; i < PLAIN; i++)
        MPI_Send(&i, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
    int last = PLAIN;
    PMPI_Send(&last, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
}

static void receive_all(void)
{
    int intact = 0;
    for (int i = 0; i < ALL; i++) {
        int value = -1;
        MPI_Recv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        intact += value == i;
    }
    printf("received %d of %d\n", intact, ALL);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Pcontrol(1);
    MPI_Pcontrol(2, "variable arguments", 1.5);
    if (rank == 0)
        send_all();
    else if (rank == 1)
        receive_all();
    return MPI_Finalize();
}
