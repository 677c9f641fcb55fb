// Isendrecv and Isendrecv_replace around rings of every shift, with self, both directions at once.
// ranks: 1 2 3 7
#include "check.h"

enum { MAX = 300000 };
static const int sizes[] = {0, 1, 1000, 20000, MAX};
static unsigned char *in, *out;

/* 0 if the library does not have the functions. */
static int shift_by(int shift, int size)
{
    int to = (check_rank + shift) % check_size, from = (check_rank - shift + check_size) % check_size;
    MPI_Status status;
    MPI_Request request;
    fill_bytes(out, size, shift * 100 + check_rank);
    if (!HAVE(MPI_Isendrecv(out, size, MPI_BYTE, to, 1, in, MAX, MPI_BYTE, from, MPI_ANY_TAG, MPI_COMM_WORLD, &request)))
        return 0;
    OK(MPI_Wait(&request, &status));
    CHECK_BYTES(in, size, shift * 100 + from);
    if (check_ferry) /* MPICH 5.0.2 gives an empty status */
        CHECK_STATUS(status, from, 1, MPI_BYTE, size);
    OK(MPI_Isendrecv_replace(out, size, MPI_BYTE, to, 3, from, 3, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    CHECK_BYTES(out, size, shift * 100 + from);
    if (check_ferry)
        CHECK_STATUS(status, from, 3, MPI_BYTE, size);
    return 1;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    in = check_alloc(MAX), out = check_alloc(MAX);
    int have = 1;
    for (unsigned i = 0; have && i < sizeof sizes / sizeof *sizes; i++)
        for (int shift = 0; have && shift < check_size; shift++)
            have = shift_by(shift, sizes[i]);
    free(in), free(out);
    return check_end();
}
