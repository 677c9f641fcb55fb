// Gather, Gatherv, Scatter, Scatterv: every root, in place, zero and unequal counts, gaps that stay untouched, derived types, and anything in place of a
// datatype that counts at the root alone.
// ranks: 1 2 3 4 7
// case: blocking
// case: nonblocking
// case: persistent
#include "coll.h"
#include "coll_forms.h"

/* A datatype that counts, or what an uninitialized variable may hold: bits of a number, even aligned like an address. */
static MPI_Datatype ints_if(int counts)
{
    MPI_Datatype type = MPI_INT;
    if (!counts && check_ferry) /* MPICH 5.0.2 looks at it */
        memset(&type, 0x40, sizeof type);
    return type;
}

static void gather(MPI_Comm comm, int rank, int size, int count, int root)
{
    int *part = coll_ints(count), *whole = coll_ints((int64_t)count * size + 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        coll_fill(part, count, rank, in_place);
        memset(whole, 0x11, ((size_t)count * size + 1) * sizeof(int));
        if (in_place && rank == root)
            coll_fill(whole + (size_t)count * rank, count, rank, in_place);
        OK(MPI_Gather(in_place && rank == root ? MPI_IN_PLACE : part, count, MPI_INT, rank == root ? whole : NULL, count,
                      ints_if(rank == root), root, comm));
        for (int r = 0; rank == root && r < size; r++)
            COLL_CHECK(whole + (size_t)count * r, count, r, 0, in_place);
        CHECK_EQ(whole[(size_t)count * size], 0x11111111);
    }
    free(part), free(whole);
}

static void scatter(MPI_Comm comm, int rank, int size, int count, int root)
{
    int *part = coll_ints(count + 1), *whole = coll_ints((int64_t)count * size);
    for (int in_place = 0; in_place < 2; in_place++) {
        part[count] = 0x22;
        for (int r = 0; rank == root && r < size; r++)
            coll_fill(whole + (size_t)count * r, count, r, in_place);
        OK(MPI_Scatter(rank == root ? whole : NULL, count, ints_if(rank == root), in_place && rank == root ? MPI_IN_PLACE : part, count,
                       MPI_INT, root, comm));
        if (!in_place || rank != root)
            COLL_CHECK(part, count, rank, 0, in_place);
        CHECK_EQ(part[count], 0x22);
    }
    free(part), free(whole);
}

/* Rank r has count of its own; blocks lie in reverse order with gaps of 2. */
static int count_of(int r, int count)
{
    return r % 3 == 1 ? 0 : count / (r + 1) + r % 2;
}

static void layout(int size, int count, int *counts, int *starts, int *total)
{
    *total = 2;
    for (int r = size - 1; r >= 0; r--) {
        counts[r] = count_of(r, count);
        starts[r] = *total;
        *total += counts[r] + 2;
    }
}

/* The gaps of the layout keep their mark. */
static void check_gaps(const int *whole, int size, const int *counts, const int *starts)
{
    for (int r = 0; r < size; r++)
        CHECK(whole[starts[r] + counts[r]] == 0x33333333 && whole[starts[r] - 1] == 0x33333333);
}

static void gatherv(MPI_Comm comm, int rank, int size, int count, int root)
{
    int counts[64], starts[64], total;
    layout(size, count, counts, starts, &total);
    int *part = coll_ints(counts[rank]), *whole = coll_ints(total);
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(whole, 0x33, total * sizeof(int));
        coll_fill(part, counts[rank], rank, 5);
        coll_fill(whole + starts[root], in_place && rank == root ? counts[root] : 0, root, 5);
        OK(MPI_Gatherv(in_place && rank == root ? MPI_IN_PLACE : part, counts[rank], MPI_INT, whole, counts, starts,
                       ints_if(rank == root), root, comm));
        for (int r = 0; rank == root && r < size; r++)
            COLL_CHECK(whole + starts[r], counts[r], r, 0, 5);
        if (rank == root)
            check_gaps(whole, size, counts, starts);
    }
    free(part), free(whole);
}

static void scatterv(MPI_Comm comm, int rank, int size, int count, int root)
{
    int counts[64], starts[64], total;
    layout(size, count, counts, starts, &total);
    int *part = coll_ints(counts[rank] + 1), *whole = coll_ints(total);
    for (int r = 0; r < size; r++)
        coll_fill(whole + starts[r], counts[r], r, 6);
    for (int in_place = 0; in_place < 2; in_place++) {
        part[counts[rank]] = 0x44;
        OK(MPI_Scatterv(whole, counts, starts, ints_if(rank == root), in_place && rank == root ? MPI_IN_PLACE : part, counts[rank],
                        MPI_INT, root, comm));
        if (!in_place || rank != root)
            COLL_CHECK(part, counts[rank], rank, 0, 6);
        CHECK_EQ(part[counts[rank]], 0x44);
    }
    free(part), free(whole);
}

/* Columns of a matrix from its ranks' rows: the root's type is resized so that blocks interleave. */
static void gather_columns(MPI_Comm comm, int rank, int size, int count, int root)
{
    if (count == 0 && size > 1 && !check_ferry)
        return; /* MPICH 5.0.2 sends an empty message that nobody receives */
    int n = count > 4099 ? 4099 : count, *part = coll_ints(n), *whole = coll_ints((int64_t)n * size);
    MPI_Datatype column, one;
    OK(MPI_Type_vector(n, 1, size, MPI_INT, &column));
    OK(MPI_Type_create_resized(column, 0, sizeof(int), &one));
    OK(MPI_Type_commit(&one));
    coll_fill(part, n, rank, 7);
    OK(MPI_Gather(part, n, MPI_INT, whole, 1, one, root, comm));
    for (int r = 0; rank == root && r < size; r++)
        for (int i = 0; i < n; i++)
            CHECK_EQ(whole[(size_t)i * size + r], coll_value(r, i, 7));
    memset(part, 0, n * sizeof(int));
    OK(MPI_Scatter(whole, 1, one, part, n, MPI_INT, root, comm));
    COLL_CHECK(part, n, rank, 0, 7);
    OK(MPI_Type_free(&column));
    OK(MPI_Type_free(&one));
    free(part), free(whole);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    coll_begin(argc, argv);
    coll_everywhere("Gather", gather, 1);
    coll_everywhere("Scatter", scatter, 1);
    coll_everywhere("Gatherv", gatherv, 1);
    coll_everywhere("Scatterv", scatterv, 1);
    coll_everywhere("Gather and Scatter of columns", gather_columns, 1);
    return check_end();
}
