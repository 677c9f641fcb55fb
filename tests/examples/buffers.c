// Messages whose buffers are known: 100 of 1,000 bytes from one, 20 from as many others; for `ferry record`.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1000, AGAIN = 100, ONCE = 20 };

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    char *often = calloc(1, BYTES), *seldom = calloc(ONCE, BYTES), *in = calloc(1, BYTES);
    for (int i = 0; i < AGAIN + ONCE; i++)
        MPI_Sendrecv(i < AGAIN ? often : seldom + (i - AGAIN) * BYTES, BYTES, MPI_BYTE, to, 0, in, BYTES, MPI_BYTE, from, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(often);
    free(seldom);
    free(in);
    MPI_Finalize();
    return argc > 1 && strcmp(argv[1], "fail") == 0 ? 3 : 0;
}
