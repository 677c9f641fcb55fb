// Sendrecv and Sendrecv_replace around rings of every shift, with self, PROC_NULL and large
// messages in both directions at once.
// ranks: 1 2 3 4 7
#include "check.h"

enum { MAX = 3000000 };
static const int sizes[] = {0, 1, 8, 1000, 8192, 65536, 200000, MAX};
static unsigned char *in, *out;

static void shift_by(int shift, int size)
{
    int to = (check_rank + shift) % check_size, from = (check_rank - shift + check_size) % check_size;
    MPI_Status status;
    fill_bytes(out, size, shift * 100 + check_rank);
    OK(MPI_Sendrecv(out, size, MPI_BYTE, to, shift, in, MAX, MPI_BYTE, from, shift, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, from, shift, MPI_BYTE, size);
    CHECK_BYTES(in, size, shift * 100 + from);

    OK(MPI_Sendrecv_replace(out, size, MPI_BYTE, to, 2, from, 2, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, from, 2, MPI_BYTE, size);
    CHECK_BYTES(out, size, shift * 100 + from);
}

/* Ends of a line talk to nobody. */
static void line(void)
{
    int left = check_rank ? check_rank - 1 : MPI_PROC_NULL, right = check_rank + 1 < check_size ? check_rank + 1 : MPI_PROC_NULL;
    int value = check_rank, got = -5;
    MPI_Status status;
    OK(MPI_Sendrecv(&value, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &status));
    CHECK_EQ(got, check_rank ? left : -5);
    CHECK_STATUS(status, left, check_rank ? 0 : MPI_ANY_TAG, MPI_INT, check_rank ? 1 : 0);
    OK(MPI_Sendrecv_replace(&value, 1, MPI_INT, left, 0, right, 0, MPI_COMM_WORLD, &status));
    CHECK_EQ(value, right == MPI_PROC_NULL ? check_rank : right);
}

/* Replacing a strided buffer touches only the elements of the type. */
static void replace_strided(void)
{
    enum { BLOCKS = 3000 };
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    int *data = check_alloc(2 * BLOCKS * sizeof *data);
    MPI_Datatype every_other;
    OK(MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &every_other));
    OK(MPI_Type_commit(&every_other));
    for (int i = 0; i < 2 * BLOCKS; i++)
        data[i] = i % 2 ? -1 : check_rank * BLOCKS + i;
    OK(MPI_Sendrecv_replace(data, 1, every_other, to, 4, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < 2 * BLOCKS; i++)
        CHECK_EQ(data[i], i % 2 ? -1 : from * BLOCKS + i);
    OK(MPI_Type_free(&every_other));
    free(data);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    in = check_alloc(MAX), out = check_alloc(MAX);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int shift = 0; shift < check_size; shift++)
            shift_by(shift, sizes[i]);
    line();
    replace_strided();
    free(in), free(out);
    return check_end();
}
