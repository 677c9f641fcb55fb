// User-defined reductions, commutative and not, on basic and derived types, in all reduction collectives: the order of ranks
// is kept where it matters, the callback gets the type and never more items than there are.
// ranks: 1 2 3 4 7
// case: blocking
// case: nonblocking
// case: persistent
#include "coll_forms.h"

/* Products of 2x2 matrices of unsigned numbers: associative, not commutative. */
typedef struct {
    uint32_t a, b, c, d;
} Matrix;

static MPI_Datatype matrix_type;
static long calls, items;

static Matrix product(Matrix x, Matrix y)
{
    return (Matrix){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    Matrix *left = in, *right = inout;
    int size = 0;
    CHECK(MPI_Type_size(*type, &size) == MPI_SUCCESS && size == sizeof(Matrix));
    calls++;
    items += *count;
    for (int i = 0; i < *count; i++)
        right[i] = product(left[i], right[i]);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void add_large(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    (void)type;
    for (MPI_Count i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static Matrix factor(int rank, int i)
{
    return (Matrix){rank + 1, i % 5, 1, i % 3 + rank};
}

static Matrix chain(int ranks, int i)
{
    Matrix result = factor(0, i);
    for (int r = 1; r < ranks; r++)
        result = product(result, factor(r, i));
    return result;
}

static void verify(const Matrix *data, int count, int ranks, int first)
{
    for (int i = 0; i < count; i++) {
        Matrix due = chain(ranks, first + i);
        if (memcmp(&data[i], &due, sizeof due) != 0)
            FAIL("product %d of %d is wrong", i, count);
    }
}

static void non_commutative(MPI_Op op, int count)
{
    Matrix *in = check_alloc(count * check_size * sizeof *in), *out = check_alloc(count * check_size * sizeof *out);
    NOTE("count %d", count);
    for (int i = 0; i < count * check_size; i++)
        in[i] = factor(check_rank, i);
    for (int root = 0; root < check_size; root++) {
        OK(MPI_Reduce(in, out, count, matrix_type, op, root, MPI_COMM_WORLD));
        if (check_rank == root)
            verify(out, count, check_size, 0);
        memcpy(out, in, count * sizeof *in);
        OK(MPI_Reduce(check_rank == root ? MPI_IN_PLACE : out, check_rank == root ? out : NULL, count, matrix_type, op,
                      root, MPI_COMM_WORLD));
        if (check_rank == root)
            verify(out, count, check_size, 0);
    }
    OK(MPI_Allreduce(in, out, count, matrix_type, op, MPI_COMM_WORLD));
    verify(out, count, check_size, 0);
    OK(MPI_Scan(in, out, count, matrix_type, op, MPI_COMM_WORLD));
    verify(out, count, check_rank + 1, 0);
    OK(MPI_Exscan(in, out, count, matrix_type, op, MPI_COMM_WORLD));
    if (check_rank)
        verify(out, count, check_rank, 0);
    OK(MPI_Reduce_scatter_block(in, out, count, matrix_type, op, MPI_COMM_WORLD));
    verify(out, count, check_size, count * check_rank);
    int counts[64], first = 0;
    for (int r = 0; r < check_size; r++) {
        counts[r] = r % 2 ? 0 : count;
        first += r < check_rank ? counts[r] : 0;
    }
    OK(MPI_Reduce_scatter(in, out, counts, matrix_type, op, MPI_COMM_WORLD));
    verify(out, counts[check_rank], check_size, first);
    free(in), free(out);
}

static void commutative(MPI_Op op, int count)
{
    int *in = check_alloc(count * sizeof *in), *out = check_alloc(count * sizeof *out);
    for (int i = 0; i < count; i++)
        in[i] = i * (check_rank + 1);
    OK(MPI_Allreduce(in, out, count, MPI_INT, op, MPI_COMM_WORLD));
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], i * (check_size * (check_size + 1) / 2));
    OK(MPI_Reduce_local(in, out, count, MPI_INT, op));
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], i * (check_size * (check_size + 1) / 2) + in[i]);
    free(in), free(out);
}

/* A type with gaps: the callback sees items at the distance of the extent and must find them there. */
static void add_gapped(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lb, extent;
    CHECK(MPI_Type_get_extent(*type, &lb, &extent) == MPI_SUCCESS && extent == 12);
    for (int i = 0; i < *count; i++)
        *(int *)((char *)inout + i * extent + 4) += *(int *)((char *)in + i * extent + 4);
}

static void gapped(void)
{
    enum { COUNT = 1000 };
    int *in = check_alloc(COUNT * 12), *out = check_alloc(COUNT * 12), one = 1;
    MPI_Aint four = 4;
    MPI_Datatype inner, type;
    MPI_Op op;
    OK(MPI_Type_create_hindexed(1, &one, &four, MPI_INT, &inner));
    OK(MPI_Type_create_resized(inner, 0, 12, &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Op_create(add_gapped, 1, &op));
    for (int i = 0; i < 3 * COUNT; i++)
        in[i] = i + check_rank, out[i] = -1;
    OK(MPI_Allreduce(in, out, COUNT, type, op, MPI_COMM_WORLD));
    for (int i = 0; i < 3 * COUNT; i++)
        CHECK_EQ(out[i], i % 3 == 1 ? i * check_size + check_size * (check_size - 1) / 2 : -1);
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&inner));
    OK(MPI_Type_free(&type));
    free(in), free(out);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    coll_begin(argc, argv);
    MPI_Op ordered, sum, large;
    int commutes = -1;
    OK(MPI_Type_contiguous(4, MPI_UINT32_T, &matrix_type));
    OK(MPI_Type_commit(&matrix_type));
    OK(MPI_Op_create(multiply, 0, &ordered));
    OK(MPI_Op_create(add, 1, &sum));
    OK(MPI_Op_create_c(add_large, 1, &large));
    OK(MPI_Op_commutative(ordered, &commutes));
    CHECK(!commutes);
    OK(MPI_Op_commutative(sum, &commutes));
    CHECK(commutes);
    const int counts[] = {0, 1, 3, 100, 2000, 20000};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        non_commutative(ordered, counts[i]);
        commutative(sum, counts[i]);
        commutative(large, counts[i]);
    }
    *check_note = 0;
    CHECK(check_size == 1 || (calls > 0 && items > 0));
    gapped();
    OK(MPI_Op_free(&ordered));
    CHECK(ordered == MPI_OP_NULL);
    OK(MPI_Op_free(&sum));
    OK(MPI_Op_free(&large));
    OK(MPI_Type_free(&matrix_type));
    return check_end();
}
