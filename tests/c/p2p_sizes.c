// Message sizes around every power of two from 0 to 1 MiB and beyond: contents, counts, and no byte written past the end;
// received both expected and unexpected.
// ranks: 1 2 3 4 7
// timeout: 120
#include "check.h"

enum { MAX = 1 << 20, GUARD = 64 };

static unsigned char *in, *out;

static void transfer(int size, int posted_first)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Request requests[2];
    MPI_Status status;
    fill_bytes(out, size, size * 10 + check_rank);
    memset(in, 0xEE, size + GUARD);
    if (posted_first)
        OK(MPI_Irecv(in, size, MPI_BYTE, from, size, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(out, size, MPI_BYTE, to, size, MPI_COMM_WORLD, &requests[1]));
    if (!posted_first) {
        OK(MPI_Probe(from, size, MPI_COMM_WORLD, &status));
        CHECK_STATUS(status, from, size, MPI_BYTE, size);
        OK(MPI_Irecv(in, size + GUARD, MPI_BYTE, from, size, MPI_COMM_WORLD, &requests[0]));
    }
    OK(MPI_Wait(&requests[0], &status));
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    CHECK_STATUS(status, from, size, MPI_BYTE, size);
    CHECK_BYTES(in, size, size * 10 + from);
    CHECK_UNTOUCHED(in + size, GUARD, 0xEE);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    in = check_alloc(MAX + 16 + GUARD);
    out = check_alloc(MAX + 16);
    for (int size = 0; size < 300; size++)
        transfer(size, size & 1);
    for (int power = 256; power <= MAX; power *= 2)
        for (int delta = -9; delta <= 9; delta++)
            for (int posted = 0; posted <= (power <= 1 << 16); posted++)
                transfer(power + (power <= 1 << 16 ? delta : delta / 4), posted);
    for (int size = 1000; size < MAX; size += size / 3 + 7)
        transfer(size, 0), transfer(size, 1);
    free(in);
    free(out);
    return check_end();
}
