// Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw: in place, zero and unequal counts, gaps, derived types.
// ranks: 1 2 3 4 7
// case: blocking
// case: nonblocking
// case: persistent
#include "coll.h"
#include "coll_forms.h"

static void allgather(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int *part = coll_ints(count), *whole = coll_ints((int64_t)count * size + 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        coll_fill(part, count, rank, in_place);
        memset(whole, 0x11, ((size_t)count * size + 1) * sizeof(int));
        coll_fill(whole + (size_t)count * rank, in_place ? count : 0, rank, in_place);
        OK(MPI_Allgather(in_place ? MPI_IN_PLACE : part, count, MPI_INT, whole, count, MPI_INT, comm));
        for (int r = 0; r < size; r++)
            COLL_CHECK(whole + (size_t)count * r, count, r, 0, in_place);
        CHECK_EQ(whole[(size_t)count * size], 0x11111111);
    }
    free(part), free(whole);
}

static void allgatherv(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int counts[64], starts[64], total = 1;
    for (int r = size - 1; r >= 0; r--) {
        counts[r] = r % 3 == 1 ? 0 : count / (r + 1) + r % 2;
        starts[r] = total;
        total += counts[r] + 1;
    }
    int *part = coll_ints(counts[rank]), *whole = coll_ints(total);
    for (int in_place = 0; in_place < 2; in_place++) {
        memset(whole, 0x33, total * sizeof(int));
        coll_fill(part, counts[rank], rank, 5);
        coll_fill(whole + starts[rank], in_place ? counts[rank] : 0, rank, 5);
        OK(MPI_Allgatherv(in_place ? MPI_IN_PLACE : part, counts[rank], MPI_INT, whole, counts, starts, MPI_INT, comm));
        for (int r = 0; r < size; r++) {
            COLL_CHECK(whole + starts[r], counts[r], r, 0, 5);
            CHECK_EQ(whole[starts[r] + counts[r]], 0x33333333);
        }
    }
    free(part), free(whole);
}

static void alltoall(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int *out = coll_ints((int64_t)count * size), *in = coll_ints((int64_t)count * size + 1);
    for (int in_place = 0; in_place < 2; in_place++) {
        int *from = in_place ? in : out;
        in[(size_t)count * size] = 9;
        for (int r = 0; r < size; r++)
            coll_fill(from + (size_t)count * r, count, rank, r);
        OK(MPI_Alltoall(in_place ? MPI_IN_PLACE : out, count, MPI_INT, in, count, MPI_INT, comm));
        for (int r = 0; r < size; r++)
            COLL_CHECK(in + (size_t)count * r, count, r, 0, rank);
        CHECK_EQ(in[(size_t)count * size], 9);
    }
    free(out), free(in);
}

/* What a sends to b; some pairs exchange nothing. Symmetric if asked for: in place needs equal counts both ways. */
static int count_between(int a, int b, int count, int symmetric)
{
    if (symmetric && a > b)
        return count_between(b, a, count, 1);
    return (a + 2 * b) % 4 == 1 ? 0 : count / (1 + (a + 3 * b) % 5) + (a + b) % 2;
}

static int lay_out(int size, const int *counts, int *starts)
{
    int total = 0;
    for (int r = size - 1; r >= 0; r--)
        starts[r] = total, total += counts[r] + 1;
    return total;
}

static void alltoallv(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int send_counts[64], receive_counts[64], send_starts[64], receive_starts[64];
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int r = 0; r < size; r++) {
            send_counts[r] = count_between(rank, r, count, in_place);
            receive_counts[r] = count_between(r, rank, count, in_place);
        }
        int sent = lay_out(size, send_counts, send_starts), total = lay_out(size, receive_counts, receive_starts);
        int *out = coll_ints(sent), *in = coll_ints(total);
        memset(in, 0x55, total * sizeof(int));
        for (int r = 0; r < size; r++)
            coll_fill((in_place ? in + receive_starts[r] : out + send_starts[r]), send_counts[r], rank, r);
        OK(MPI_Alltoallv(in_place ? MPI_IN_PLACE : out, send_counts, send_starts, MPI_INT, in, receive_counts,
                         receive_starts, MPI_INT, comm));
        for (int r = 0; r < size; r++) {
            COLL_CHECK(in + receive_starts[r], receive_counts[r], r, 0, rank);
            CHECK_EQ(in[receive_starts[r] + receive_counts[r]], 0x55555555);
        }
        free(out), free(in);
    }
}

/* A type for every peer: rank r sends blocks with a stride of r + 1, everyone receives them dense as one item. */
static void alltoallw(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    int n = count > 1000 ? 1000 : count, stride = rank + 1, ones[64], counts[64], starts[64], places[64];
    int *out = coll_ints((int64_t)n * size * stride), *in = coll_ints((int64_t)n * size);
    MPI_Datatype types[64], ints[64], strided;
    OK(MPI_Type_vector(n, 1, stride, MPI_INT, &strided));
    OK(MPI_Type_commit(&strided));
    for (int r = 0; r < size; r++) {
        types[r] = strided, ints[r] = MPI_INT, ones[r] = 1, counts[r] = n;
        starts[r] = r * n * stride * (int)sizeof(int); /* bytes */
        places[r] = r * n * (int)sizeof(int);
        for (int i = 0; i < n; i++)
            out[(r * n + i) * stride] = coll_value(rank, i, r);
    }
    OK(MPI_Alltoallw(out, ones, starts, types, in, counts, places, ints, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(in + r * n, n, r, 0, rank);
    for (int r = 0; r < size; r++)
        coll_fill(in + r * n, n, rank, r);
    OK(MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, in, counts, places, ints, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(in + r * n, n, r, 0, rank);
    OK(MPI_Type_free(&strided));
    free(out), free(in);
}

/* Predefined types that differ from peer to peer, blocks in any order with gaps, and empty ones that have no type; even ranks get nothing from themselves. */
static void alltoallw_predefined(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)root;
    const MPI_Datatype choice[] = {MPI_INT, MPI_BYTE, MPI_SHORT, MPI_2INT};
    const int items[] = {2, 8, 4, 1}; /* of two ints */
    int pairs = count > 1000 ? 1000 : count, n = 2 * pairs, counts[64], from[64], into[64];
    int *out = coll_ints((int64_t)(n + 1) * size), *in = coll_ints((int64_t)(n + 1) * size);
    MPI_Datatype types[64];
    for (int r = 0; r < size; r++) {
        int kind = (rank + r) % 4, is_empty = r == rank && rank % 2 == 0;
        counts[r] = is_empty ? 0 : pairs * items[kind];
        types[r] = is_empty ? MPI_DATATYPE_NULL : choice[kind];
        from[r] = (size - 1 - r) * (n + 1) * (int)sizeof(int), into[r] = (r + 1) % size * (n + 1) * (int)sizeof(int);
        coll_fill(out + (size - 1 - r) * (n + 1), n, rank, r);
    }
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int i = 0; i < (n + 1) * size; i++)
            in[i] = -1;
        for (int r = 0; r < size; r++)
            coll_fill(in + (r + 1) % size * (n + 1), in_place ? n : 0, rank, r);
        OK(MPI_Alltoallw(in_place ? MPI_IN_PLACE : out, counts, from, types, in, counts, into, types, comm));
        for (int r = 0; r < size; r++) {
            int *block = in + (r + 1) % size * (n + 1);
            if (counts[r] > 0)
                COLL_CHECK(block, n, r, 0, rank);
            else if (n > 0 && !in_place)
                CHECK_EQ(block[0], -1);
            CHECK_EQ(block[n], -1);
        }
    }
    free(out), free(in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    coll_begin(argc, argv);
    coll_everywhere("Allgather", allgather, 0);
    coll_everywhere("Allgatherv", allgatherv, 0);
    coll_everywhere("Alltoall", alltoall, 0);
    coll_everywhere("Alltoallv", alltoallv, 0);
    coll_everywhere("Alltoallw", alltoallw, 0);
    coll_everywhere("Alltoallw of predefined types", alltoallw_predefined, 0);
    return check_end();
}
