// Reduce, Allreduce, Reduce_scatter, Reduce_scatter_block, Scan, Exscan with sum and maximum, in place, every root, sizes to
// 1 MiB, unequal and zero counts.
// ranks: 1 2 3 4 7
// case: blocking
// case: nonblocking
// case: persistent
#include "coll.h"
#include "coll_forms.h"

/* The combination of ranks 0 .. ranks-1 at position i; sums wrap, done unsigned. */
static int combined(MPI_Op op, int ranks, int64_t i, int key)
{
    unsigned sum = 0;
    int most = coll_value(0, i, key);
    for (int r = 0; r < ranks; r++) {
        int value = coll_value(r, i, key);
        sum += value;
        most = value > most ? value : most;
    }
    return op == MPI_MAX ? most : (int)sum;
}

static void verify(const int *data, int64_t count, MPI_Op op, int ranks, int64_t first, int key)
{
    for (int64_t i = 0; i < count; i++)
        CHECK_EQ(data[i], combined(op, ranks, first + i, key));
}

static MPI_Op op_of(int kind)
{
    return kind ? MPI_MAX : MPI_SUM;
}

static void reduce(MPI_Comm comm, int rank, int size, int count, int root)
{
    int *in = coll_ints(count), *out = coll_ints(count + 1);
    for (int kind = 0; kind < 4; kind++) {
        int in_place = kind / 2 && rank == root;
        coll_fill(in, count, rank, kind);
        coll_fill(out, in_place ? count : 0, rank, kind);
        out[count] = 8;
        OK(MPI_Reduce(in_place ? MPI_IN_PLACE : in, rank == root ? out : NULL, count, MPI_INT, op_of(kind % 2), root, comm));
        if (rank == root)
            verify(out, count, op_of(kind % 2), size, 0, kind);
        COLL_CHECK(in, count, rank, 0, kind);
        CHECK_EQ(out[count], 8);
    }
    free(in), free(out);
}

static void allreduce(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int *in = coll_ints(count), *out = coll_ints(count + 1);
    for (int kind = 0; kind < 4; kind++) {
        int in_place = kind / 2;
        coll_fill(in, count, rank, kind);
        coll_fill(out, in_place ? count : 0, rank, kind);
        out[count] = 8;
        OK(MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, count, MPI_INT, op_of(kind % 2), comm));
        verify(out, count, op_of(kind % 2), size, 0, kind);
        COLL_CHECK(in, count, rank, 0, kind);
        CHECK_EQ(out[count], 8);
    }
    free(in), free(out);
}

static void reduce_scatter_block(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int *in = coll_ints((int64_t)count * size), *out = coll_ints((int64_t)count * size + 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        coll_fill(in_place ? out : in, (int64_t)count * size, rank, 4);
        if (!in_place)
            out[count] = 8;
        OK(MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : in, out, count, MPI_INT, MPI_SUM, comm));
        verify(out, count, MPI_SUM, size, (int64_t)count * rank, 4);
        if (!in_place)
            CHECK_EQ(out[count], 8);
    }
    free(in), free(out);
}

static void reduce_scatter(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int counts[64], total = 0, first = 0;
    for (int r = 0; r < size; r++) {
        counts[r] = r % 3 == 1 ? 0 : count / (r + 1) + r % 2;
        first += r < rank ? counts[r] : 0;
        total += counts[r];
    }
    int *in = coll_ints(total), *out = coll_ints(total + 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        coll_fill(in_place ? out : in, total, rank, 5);
        /* Who gets nothing needs no buffer. */
        int *result = in_place || counts[rank] ? out : NULL;
        OK(MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : in, result, counts, MPI_INT, MPI_SUM, comm));
        verify(out, counts[rank], MPI_SUM, size, first, 5);
    }
    free(in), free(out);
}

static void scan(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root, (void)size;
    int *in = coll_ints(count), *out = coll_ints(count + 1);
    for (int kind = 0; kind < 8; kind++) {
        int in_place = kind / 2 % 2, exclusive = kind / 4;
        MPI_Op op = op_of(kind % 2);
        coll_fill(in_place ? out : in, count, rank, kind);
        out[count] = 8;
        const int *from = in_place ? MPI_IN_PLACE : in;
        /* The receive buffer of the first rank is not significant in Exscan. */
        int *into = exclusive && !in_place && rank == 0 ? (kind % 2 ? in : NULL) : out;
        OK(exclusive ? MPI_Exscan(from, into, count, MPI_INT, op, comm) : MPI_Scan(from, out, count, MPI_INT, op, comm));
        if (!exclusive || rank)
            verify(out, count, op, exclusive ? rank : rank + 1, 0, kind);
        if (!in_place)
            COLL_CHECK(in, count, rank, 0, kind);
        CHECK_EQ(out[count], 8);
    }
    free(in), free(out);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    coll_begin(argc, argv);
    coll_everywhere("Reduce", reduce, 1);
    coll_everywhere("Allreduce", allreduce, 0);
    coll_everywhere("Reduce_scatter_block", reduce_scatter_block, 0);
    coll_everywhere("Reduce_scatter", reduce_scatter, 0);
    coll_everywhere("Scan and Exscan", scan, 0);
    return check_end();
}
