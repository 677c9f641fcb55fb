// Large non-contiguous messages: columns of a matrix, a transpose on the fly, small blocks far apart, sent to contiguous and
// other strided layouts.
// ranks: 1 2 4
#include "check.h"

enum { N = 700 };

static double *matrix, *result;

static double entry(int rank, int row, int column)
{
    return rank * 1e6 + row * N + column;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            matrix[i * N + j] = entry(check_rank, i, j), result[i * N + j] = -1;
}

/* The receiver's rows are the sender's columns. */
static void transpose(int to, int from)
{
    MPI_Datatype column, one, columns;
    OK(MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column));
    OK(MPI_Type_create_resized(column, 0, sizeof(double), &one));
    OK(MPI_Type_contiguous(N, one, &columns));
    OK(MPI_Type_commit(&columns));
    fill();
    OK(MPI_Sendrecv(matrix, 1, columns, to, 0, result, N * N, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(result[i * N + j] == entry(from, j, i));
    fill();
    OK(MPI_Sendrecv(matrix, N * N, MPI_DOUBLE, to, 0, result, 1, columns, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(result[i * N + j] == entry(from, j, i));
    OK(MPI_Type_free(&column));
    OK(MPI_Type_free(&one));
    OK(MPI_Type_free(&columns));
}

/* The lower triangle: blocks of every length. */
static void triangle(int to, int from)
{
    int lengths[N], starts[N];
    MPI_Datatype lower;
    for (int i = 0; i < N; i++)
        lengths[i] = i + 1, starts[i] = i * N;
    OK(MPI_Type_indexed(N, lengths, starts, MPI_DOUBLE, &lower));
    OK(MPI_Type_commit(&lower));
    fill();
    OK(MPI_Sendrecv(matrix, 1, lower, to, 0, result, 1, lower, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(result[i * N + j] == (j <= i ? entry(from, i, j) : -1));
    OK(MPI_Type_free(&lower));
}

/* Single bytes 64 KiB apart in sparse memory. */
static void sparse(int to, int from)
{
    enum { BYTES = 300, STEP = 1 << 16 };
    char *memory = calloc(BYTES, STEP), packed[BYTES];
    MPI_Datatype far;
    OK(MPI_Type_create_hvector(BYTES, 1, STEP, MPI_CHAR, &far));
    OK(MPI_Type_commit(&far));
    for (int i = 0; i < BYTES; i++)
        memory[(size_t)i * STEP] = check_byte(i, check_rank);
    OK(MPI_Sendrecv(memory, 1, far, to, 0, packed, BYTES, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(packed, BYTES, from);
    OK(MPI_Type_free(&far));
    free(memory);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    matrix = check_alloc(N * N * sizeof(double)), result = check_alloc(N * N * sizeof(double));
    transpose(to, from);
    triangle(to, from);
    sparse(to, from);
    free(matrix), free(result);
    return check_end();
}
