// Large blocking exchanges in both directions at once, between all pairs, and large sends that wait for a busy receiver.
// ranks: 2 3 4 7
// timeout: 120
#include "check.h"

enum { BYTES = 8 << 20 };

static unsigned char *in, *out;

static void pairs(void)
{
    for (int shift = 1; shift < check_size; shift++) {
        int to = (check_rank + shift) % check_size, from = (check_rank - shift + check_size) % check_size;
        fill_bytes(out, BYTES, check_rank * 10 + shift);
        OK(MPI_Sendrecv(out, BYTES, MPI_BYTE, to, 0, in, BYTES, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_BYTES(in, BYTES, from * 10 + shift);
    }
}

/* Everyone posts large sends to all before any receive: progress must interleave them all. */
static void everyone_to_everyone(void)
{
    enum { PART = 1 << 20 };
    unsigned char *parts = check_alloc((size_t)PART * check_size);
    MPI_Request *requests = check_alloc(2 * check_size * sizeof *requests);
    fill_bytes(out, PART, check_rank);
    for (int rank = 0; rank < check_size; rank++)
        OK(MPI_Isend(out, PART, MPI_BYTE, rank, 1, MPI_COMM_WORLD, &requests[rank]));
    for (int rank = 0; rank < check_size; rank++)
        OK(MPI_Irecv(parts + (size_t)PART * rank, PART, MPI_BYTE, rank, 1, MPI_COMM_WORLD, &requests[check_size + rank]));
    OK(MPI_Waitall(2 * check_size, requests, MPI_STATUSES_IGNORE));
    for (int rank = 0; rank < check_size; rank++)
        CHECK_BYTES(parts + (size_t)PART * rank, PART, rank);
    free(parts);
    free(requests);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    in = check_alloc(BYTES), out = check_alloc(BYTES);
    pairs();
    everyone_to_everyone();
    free(in), free(out);
    return check_end();
}
