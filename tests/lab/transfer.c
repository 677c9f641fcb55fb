// Exchanges large messages with the rank of the other node until that fails, and says how: for pulling cables and killing nodes (tests/lab/run.sh).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 1 << 20, WARM_UP = 5 };

static void say(int code, double since)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class;
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "lost after %.1f s, class %s: %s\n", MPI_Wtime() - since, class == MPI_ERR_PROC_ABORTED ? "PROC_ABORTED" : "other", text);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    char *out = calloc(1, BYTES), *in = calloc(1, BYTES);
    for (long round = 0;; round++) {
        double begin = MPI_Wtime();
        int code = MPI_Sendrecv(out, BYTES, MPI_BYTE, 1 - rank, 1, in, BYTES, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS) {
            say(code, begin);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        if (round == WARM_UP && rank == 0) {
            puts("under way");
            fflush(stdout);
        }
    }
}
