// Collectives through shared memory: roots far ahead of the others, many communicators one after the other and at once, data too long for a shared area
// mixed with data that is not, derived datatypes on one side, lengths around every switch.
// ranks: 1 2 3 4 7 8
// timeout: 120
#include "coll.h"

enum { AHEAD = 150 };

/* The root of each function runs ahead of the others as far as it can; the contents tell the operation. */
static void run_ahead(MPI_Comm comm, int rank, int size, int count, int root)
{
    int *data = coll_ints(count), *all = coll_ints((int64_t)count * size);
    for (int turn = 0; turn < AHEAD; turn++) {
        if (rank == root)
            coll_fill(data, count, root, turn);
        OK(MPI_Bcast(data, count, MPI_INT, root, comm));
        COLL_CHECK(data, count, root, 0, turn);
        if (rank == root)
            for (int r = 0; r < size; r++)
                coll_fill(all + (size_t)count * r, count, r, turn + 1);
        OK(MPI_Scatter(all, count, MPI_INT, data, count, MPI_INT, root, comm));
        COLL_CHECK(data, count, rank, 0, turn + 1);
        OK(MPI_Gather(data, count, MPI_INT, all, count, MPI_INT, root, comm));
        for (int r = 0; r < size && rank == root; r++)
            COLL_CHECK(all + (size_t)count * r, count, r, 0, turn + 1);
    }
    free(data), free(all);
}

/* Sums, prefixes and parts of sums of ints, which are exact in any order. */
static void reductions(MPI_Comm comm, int rank, int size, int count, int root)
{
    int *in = coll_ints((int64_t)count * size), *out = coll_ints((int64_t)count * size + 1);
    for (int i = 0; i < count * size; i++)
        in[i] = rank * 3 + i % 1000;
    out[count] = -5;
    OK(MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, root, comm));
    for (int i = 0; i < count && rank == root; i++)
        CHECK_EQ(out[i], size * (size - 1) / 2 * 3 + size * (i % 1000));
    OK(MPI_Allreduce(in, out, count, MPI_INT, MPI_MAX, comm));
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], (size - 1) * 3 + i % 1000);
    OK(MPI_Scan(in, out, count, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], rank * (rank + 1) / 2 * 3 + (rank + 1) * (i % 1000));
    OK(MPI_Exscan(in, out, count, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < count && rank > 0; i++)
        CHECK_EQ(out[i], rank * (rank - 1) / 2 * 3 + rank * (i % 1000));
    OK(MPI_Reduce_scatter_block(in, out, count, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], size * (size - 1) / 2 * 3 + size * ((rank * count + i) % 1000));
    CHECK_EQ(out[count], -5);
    OK(MPI_Reduce_scatter_block(MPI_IN_PLACE, in, count, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < count; i++)
        CHECK_EQ(in[i], size * (size - 1) / 2 * 3 + size * ((rank * count + i) % 1000));
    free(in), free(out);
}

/* Parts of unequal lengths, in place, of which the first ranks' results overwrite what is still to be sent. */
static void unequal_in_place(MPI_Comm comm, int rank, int size, int count, int root)
{
    int counts[64], total = 0, mine = 0;
    (void)root;
    for (int r = 0; r < size; r++) {
        counts[r] = (r * 7 + 3) % 5 * count / 4;
        mine = r == rank ? total : mine;
        total += counts[r];
    }
    int *data = coll_ints(total);
    for (int i = 0; i < total; i++)
        data[i] = rank + i;
    OK(MPI_Reduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < counts[rank]; i++)
        CHECK_EQ(data[i], size * (size - 1) / 2 + size * (mine + i));
    free(data);
}

/* What rank r contributes: with `longest`, some of it does not find room on a shared area, which the others do not know before. */
static int length(int r, int turn, int count)
{
    return (r + turn) % 3 == 0 ? count : (r + turn) % 3 == 1 ? 1 : 0;
}

static void varying(MPI_Comm comm, int rank, int size, int count, int root)
{
    int counts[64], starts[64];
    for (int turn = 0; turn < 3; turn++) {
        int total = 0;
        for (int r = 0; r < size; r++) {
            counts[r] = length(r, turn, count);
            starts[r] = total;
            total += counts[r] + 1;
        }
        int *mine = coll_ints(counts[rank] + 1), *all = coll_ints(total);
        coll_fill(mine, counts[rank], rank, turn);
        memset(all, 0x55, (size_t)total * sizeof(int));
        OK(MPI_Gatherv(mine, counts[rank], MPI_INT, all, counts, starts, MPI_INT, root, comm));
        for (int r = 0; r < size && rank == root; r++) {
            COLL_CHECK(all + starts[r], counts[r], r, 0, turn);
            CHECK_EQ(all[starts[r] + counts[r]], 0x55555555);
        }
        memset(mine, 0, (size_t)counts[rank] * sizeof(int));
        OK(MPI_Scatterv(all, counts, starts, MPI_INT, mine, counts[rank], MPI_INT, root, comm));
        COLL_CHECK(mine, counts[rank], rank, 0, turn);
        OK(MPI_Barrier(comm));
        free(mine), free(all);
    }
}

/* Everybody sends the rank above `count` ints and nobody else more than one. */
static void exchange(MPI_Comm comm, int rank, int size, int count, int root)
{
    int sent[64], received[64], from[64], into[64], out_total = 0, in_total = 0;
    (void)root;
    for (int r = 0; r < size; r++) {
        sent[r] = r == (rank + 1) % size ? count : 1;
        received[r] = rank == (r + 1) % size ? count : 1;
        from[r] = out_total, into[r] = in_total;
        out_total += sent[r], in_total += received[r];
    }
    int *out = coll_ints(out_total), *in = coll_ints(in_total);
    for (int r = 0; r < size; r++)
        coll_fill(out + from[r], sent[r], rank, r);
    OK(MPI_Alltoallv(out, sent, from, MPI_INT, in, received, into, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(in + into[r], received[r], r, 0, rank);
    free(out), free(in);
}

/* One side describes with gaps what the other one describes without. */
static void derived(MPI_Comm comm, int rank, int size, int count, int root)
{
    MPI_Datatype vector, every_other;
    int *gaps = coll_ints((int64_t)2 * count * size), *dense = coll_ints((int64_t)count * size);
    OK(MPI_Type_vector(count, 1, 2, MPI_INT, &vector));
    OK(MPI_Type_create_resized(vector, 0, (MPI_Aint)(2 * sizeof(int) * (size_t)count), &every_other));
    OK(MPI_Type_commit(&every_other));
    for (int i = 0; i < count; i++)
        gaps[2 * i] = coll_value(rank, i, 7);
    OK(MPI_Allgather(gaps, 1, every_other, dense, count, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(dense + (size_t)count * r, count, r, 0, 7);
    memset(gaps, 0, sizeof(int) * 2 * (size_t)count * (size_t)size);
    OK(MPI_Alltoall(dense, count, MPI_INT, gaps, 1, every_other, comm));
    for (int r = 0; r < size; r++)
        for (int i = 0; i < count; i++) {
            CHECK_EQ(gaps[2 * (r * count + i)], coll_value(rank, i, 7));
            CHECK_EQ(gaps[2 * (r * count + i) + 1], 0);
        }
    if (rank == root)
        OK(MPI_Bcast(dense, count, MPI_INT, root, comm));
    else
        OK(MPI_Bcast(gaps, 1, every_other, root, comm));
    for (int i = 0; i < count && rank != root; i++)
        CHECK_EQ(gaps[2 * i], coll_value(0, i, 7));
    OK(MPI_Type_free(&vector));
    OK(MPI_Type_free(&every_other));
    free(gaps), free(dense);
}

/* More communicators than a leader has shared areas, at once and one after the other, some of them of part of the ranks. */
static void communicators(void)
{
    enum { AT_ONCE = 80 };
    MPI_Comm many[AT_ONCE];
    int sum, one = 1, size;
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < AT_ONCE; i++)
            OK(MPI_Comm_split(MPI_COMM_WORLD, i % 3 ? 0 : check_rank % 2, i % 2 ? check_rank : -check_rank, &many[i]));
        for (int i = 0; i < AT_ONCE; i++) {
            OK(MPI_Comm_size(many[i], &size));
            OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, many[i]));
            CHECK_EQ(sum, size);
        }
        for (int i = 0; i < AT_ONCE; i++)
            OK(MPI_Comm_free(&many[(i + turn) % AT_ONCE]));
    }
    for (int turn = 0; turn < 200; turn++) {
        int value = turn * 10 + check_rank / 2, root = turn % 2;
        OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank / 2, 0, &many[0]));
        OK(MPI_Comm_size(many[0], &size));
        /* The root leaves the communicator at once, the others read what it has left there. */
        OK(MPI_Bcast(&value, 1, MPI_INT, root % size, many[0]));
        CHECK_EQ(value, turn * 10 + check_rank / 2);
        OK(MPI_Comm_free(&many[0]));
    }
}

int main(int argc, char **argv)
{
    static const int lengths[] = {0, 1, 8, 9, 100, 512, 1024, 1025, 8192, 16384, 16385, 65536, 65537, 100000};
    int size;
    MPI_Comm turned;
    check_begin(&argc, &argv);
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &turned));
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        MPI_Comm comm = i % 2 ? turned : MPI_COMM_WORLD;
        int rank, root = (int)i % size;
        OK(MPI_Comm_rank(comm, &rank));
        if (lengths[i] <= 1024)
            run_ahead(comm, rank, size, lengths[i], root);
        reductions(comm, rank, size, lengths[i], root);
        unequal_in_place(comm, rank, size, lengths[i], root);
        varying(comm, rank, size, lengths[i], root);
        varying(comm, rank, size, 200000, root);
        exchange(comm, rank, size, lengths[i], root);
        exchange(comm, rank, size, 200000, root);
        if (lengths[i] > 0)
            derived(comm, rank, size, lengths[i], root);
    }
    OK(MPI_Comm_free(&turned));
    communicators();
    return check_end();
}
