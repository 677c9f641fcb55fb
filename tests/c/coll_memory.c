// Collectives on long blocks, which ranks read from each other's memory: contents of every function at lengths around the limits, data with gaps on
// either side, in place, unequal lengths. The same where some ranks may not read others' memory, from the beginning or
// from the middle on, or not write it, or neither, or the user does not want it.
// ranks: 2
// timeout: 120
// case: open ranks=1,2,3,4,7
// case: copied ranks=2,3
// case: forbidden ranks=2,3,7
// case: later ranks=2,3,7
// case: unwritten ranks=2,3
// case: neither ranks=2
#include "coll_memory.h"

static void spread(int *gaps, const int *dense, int count)
{
    for (int i = 0; i < count; i++)
        gaps[2 * i] = dense[i], gaps[2 * i + 1] = -1;
}

static void check_spread(const int *gaps, int count, int from, int first, int key)
{
    for (int i = 0; i < count; i++) {
        CHECK_EQ(gaps[2 * i], coll_value(from, first + i, key));
        CHECK_EQ(gaps[2 * i + 1], -1);
    }
}

static void rooted(int count, int root)
{
    int *data = coll_ints(count + 1), *all = coll_ints((int64_t)count * size), *gaps = coll_ints(2 * (int64_t)count * size);
    MPI_Datatype type = every_other(count);
    coll_fill(data, count, rank == root ? root : -5, 1);
    data[count] = 77;
    OK(MPI_Bcast(data, count, MPI_INT, root, comm));
    COLL_CHECK(data, count, root, 0, 1);
    /* Gaps at the root, then at the others. */
    for (int turn = 0; turn < 2; turn++) {
        int is_spread = (rank == root) == (turn == 0);
        coll_fill(data, count, rank == root ? root : -5, 2 + turn);
        spread(gaps, data, count);
        OK(is_spread ? MPI_Bcast(gaps, 1, type, root, comm) : MPI_Bcast(data, count, MPI_INT, root, comm));
        if (is_spread)
            check_spread(gaps, count, root, 0, 2 + turn);
        else
            COLL_CHECK(data, count, root, 0, 2 + turn);
    }
    coll_fill(data, count, rank, 4);
    OK(MPI_Gather(data, count, MPI_INT, all, count, MPI_INT, root, comm));
    for (int r = 0; r < size && rank == root; r++)
        COLL_CHECK(all + (size_t)r * (size_t)count, count, r, 0, 4);
    memset(data, 0, (size_t)count * sizeof(int));
    OK(MPI_Scatter(all, count, MPI_INT, data, count, MPI_INT, root, comm));
    COLL_CHECK(data, count, rank, 0, 4);
    if (rank == root) {
        coll_fill(all + (size_t)root * (size_t)count, count, root, 5);
        OK(MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, count, MPI_INT, root, comm));
        for (int r = 0; r < size; r++)
            COLL_CHECK(all + (size_t)r * (size_t)count, count, r, 0, r == root ? 5 : 4);
        OK(MPI_Scatter(all, count, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, root, comm));
    } else {
        spread(gaps, data, count);
        OK(MPI_Gather(gaps, 1, type, NULL, 0, MPI_INT, root, comm));
        OK(MPI_Scatter(NULL, 0, MPI_INT, gaps, 1, type, root, comm));
        check_spread(gaps, count, rank, 0, 4);
    }
    CHECK_EQ(data[count], 77);
    OK(MPI_Type_free(&type));
    free(data), free(all), free(gaps);
}

/* Rank r's part of `count`, the same for all or different. */
static int part(int r, int count, int is_equal)
{
    return is_equal ? count : (r + count) % 3 == 0 ? 0 : (r + count) % 3 == 1 ? count : count / 5;
}

static void varying(int count, int root)
{
    int counts[64], starts[64], total = 0;
    for (int r = 0; r < size; r++)
        counts[r] = part(r, count, 0), starts[r] = total + r, total += counts[r];
    int mine = counts[rank], *data = coll_ints(mine), *all = coll_ints(total + size);
    coll_fill(data, mine, rank, 6);
    memset(all, 0xff, (size_t)(total + size) * sizeof(int));
    OK(MPI_Gatherv(data, mine, MPI_INT, all, counts, starts, MPI_INT, root, comm));
    for (int r = 0; r < size && rank == root; r++) {
        COLL_CHECK(all + starts[r], counts[r], r, 0, 6);
        CHECK_EQ(all[starts[r] + counts[r]], -1);
    }
    memset(data, 0, (size_t)mine * sizeof(int));
    OK(MPI_Scatterv(all, counts, starts, MPI_INT, data, mine, MPI_INT, root, comm));
    COLL_CHECK(data, mine, rank, 0, 6);
    memset(all, 0xff, (size_t)(total + size) * sizeof(int));
    OK(MPI_Allgatherv(data, mine, MPI_INT, all, counts, starts, MPI_INT, comm));
    for (int r = 0; r < size; r++) {
        COLL_CHECK(all + starts[r], counts[r], r, 0, 6);
        CHECK_EQ(all[starts[r] + counts[r]], -1);
    }
    coll_fill(all + starts[rank], mine, rank, 7);
    OK(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all, counts, starts, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(all + starts[r], counts[r], r, 0, 7);
    free(data), free(all);
}

static void gathering(int count)
{
    int *data = coll_ints(count), *all = coll_ints(2 * (int64_t)count * size);
    MPI_Datatype type = every_other(count);
    coll_fill(data, count, rank, 8);
    OK(MPI_Allgather(data, count, MPI_INT, all, count, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(all + (size_t)r * (size_t)count, count, r, 0, 8);
    memset(all, 0xff, 2 * sizeof(int) * (size_t)count * (size_t)size);
    OK(MPI_Allgather(data, count, MPI_INT, all, 1, type, comm));
    for (int r = 0; r < size; r++)
        check_spread(all + 2 * (size_t)r * (size_t)count, count, r, 0, 8);
    spread(all + 2 * (size_t)rank * (size_t)count, data, count);
    OK(MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, 1, type, comm));
    for (int r = 0; r < size; r++)
        check_spread(all + 2 * (size_t)r * (size_t)count, count, r, 0, 8);
    OK(MPI_Type_free(&type));
    free(data), free(all);
}

static void exchanging(int count)
{
    int *out = coll_ints((int64_t)count * size), *in = coll_ints(2 * (int64_t)count * size);
    MPI_Datatype type = every_other(count);
    for (int r = 0; r < size; r++)
        coll_fill(out + (size_t)r * (size_t)count, count, rank, r);
    OK(MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(in + (size_t)r * (size_t)count, count, r, 0, rank);
    memcpy(in, out, sizeof(int) * (size_t)count * (size_t)size);
    OK(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, in, count, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(in + (size_t)r * (size_t)count, count, r, 0, rank);
    memset(in, 0xff, 2 * sizeof(int) * (size_t)count * (size_t)size);
    OK(MPI_Alltoall(out, count, MPI_INT, in, 1, type, comm));
    for (int r = 0; r < size; r++)
        check_spread(in + 2 * (size_t)r * (size_t)count, count, r, 0, rank);
    OK(MPI_Alltoall(in, 1, type, out, count, MPI_INT, comm));
    for (int r = 0; r < size; r++)
        COLL_CHECK(out + (size_t)r * (size_t)count, count, rank, 0, r);
    OK(MPI_Type_free(&type));
    free(out), free(in);
}

/* What rank r sends rank s: in every other step long, so that a rank offers memory where another one publishes copies. */
static int between(int r, int s, int count)
{
    return (r + s) % 2 ? count : (r * s) % 5;
}

static void exchanging_unequal(int count)
{
    int sent[64], from[64], received[64], into[64], bytes_from[64], bytes_into[64], out_total = 0, in_total = 0;
    MPI_Datatype types[64];
    for (int r = 0; r < size; r++) {
        sent[r] = between(rank, r, count), from[r] = out_total, out_total += sent[r] + 1;
        received[r] = between(r, rank, count), into[r] = in_total, in_total += received[r] + 1;
        bytes_from[r] = from[r] * (int)sizeof(int), bytes_into[r] = into[r] * (int)sizeof(int);
        types[r] = MPI_INT;
    }
    int *out = coll_ints(out_total), *in = coll_ints(in_total);
    for (int turn = 0; turn < 4; turn++) {
        int in_place = turn % 2;
        memset(in, 0xff, sizeof(int) * (size_t)in_total);
        for (int r = 0; r < size; r++) {
            coll_fill(out + from[r], sent[r], rank, r + turn);
            if (in_place) /* what goes to a rank is as long as what comes from it */
                coll_fill(in + into[r], sent[r], rank, r + turn);
        }
        const void *source = in_place ? MPI_IN_PLACE : out;
        if (turn < 2)
            OK(MPI_Alltoallv(source, sent, from, MPI_INT, in, received, into, MPI_INT, comm));
        else
            OK(MPI_Alltoallw(source, sent, bytes_from, types, in, received, bytes_into, types, comm));
        for (int r = 0; r < size; r++) {
            COLL_CHECK(in + into[r], received[r], r, 0, rank + turn);
            CHECK_EQ(in[into[r] + received[r]], -1);
        }
    }
    free(out), free(in);
}

static void reducing(int count, int root)
{
    int *in = coll_ints((int64_t)count * size), *out = coll_ints((int64_t)count * size + 1);
    out[count] = 77;
    coll_fill(in, count, rank, 9);
    OK(MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(out, count, size, 0, 9);
    coll_fill(out, count, rank, 9);
    OK(MPI_Allreduce(MPI_IN_PLACE, out, count, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(out, count, size, 0, 9);
    OK(MPI_Reduce(in, rank == root ? out : NULL, count, MPI_INT, MPI_SUM, root, comm));
    COLL_CHECK_SUMS(out, count, size, 0, 9);
    coll_fill(out, count, rank, 10);
    OK(MPI_Reduce(rank == root ? MPI_IN_PLACE : out, out, count, MPI_INT, MPI_SUM, root, comm));
    if (rank == root)
        COLL_CHECK_SUMS(out, count, size, 0, 10);
    else
        COLL_CHECK(out, count, rank, 0, 10);
    CHECK_EQ(out[count], 77);
    coll_fill(in, (int64_t)count * size, rank, 11);
    OK(MPI_Reduce_scatter_block(in, out, count, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(out, count, size, (int64_t)rank * count, 11);
    CHECK_EQ(out[count], 77);
    OK(MPI_Reduce_scatter_block(MPI_IN_PLACE, in, count, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(in, count, size, (int64_t)rank * count, 11);
    int counts[64], first = 0, total = 0;
    for (int r = 0; r < size; r++) {
        counts[r] = part(r, count, 0);
        first = r == rank ? total : first;
        total += counts[r];
    }
    coll_fill(in, total, rank, 12);
    OK(MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(out, counts[rank], size, first, 12);
    OK(MPI_Reduce_scatter(MPI_IN_PLACE, in, counts, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(in, counts[rank], size, first, 12);
    free(in), free(out);
}

/* Reductions of elements whose size divides no power of two. */
static void pairs(int count)
{
    struct pair {
        double value;
        int index;
    } *in = check_alloc(sizeof *in * (size_t)count), *out = check_alloc(sizeof *out * (size_t)count);
    for (int i = 0; i < count; i++)
        in[i].value = (rank * 7 + i) % 10, in[i].index = rank;
    OK(MPI_Allreduce(in, out, count, MPI_DOUBLE_INT, MPI_MAXLOC, comm));
    for (int i = 0; i < count; i++) {
        int best = 0;
        for (int r = 1; r < size; r++)
            best = (r * 7 + i) % 10 > (best * 7 + i) % 10 ? r : best;
        CHECK_EQ(out[i].index, best);
    }
    free(in), free(out);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {0, 1, 511, 512, 513, 1025, 2049, 4096, 8192, 16387, 40000, 300001};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    const char *which = begin_as(argc, argv);
    int is_neither = strcmp(which, "neither") == 0;
    if (is_neither || strcmp(which, "unwritten") == 0)
        forbid_call(SYS_process_vm_writev);
    for (int i = 0; i < LENGTHS; i++) {
        int root = i % size;
        if (i == LENGTHS / 2 + 2 && (is_neither || (strcmp(which, "later") == 0 && rank % 3 == 1)))
            forbid();
        rooted(lengths[i], root);
        varying(lengths[i], root);
        gathering(lengths[i]);
        exchanging(lengths[i]);
        exchanging_unequal(lengths[i]);
        reducing(lengths[i], root);
        pairs(lengths[i]);
    }
    return check_end();
}
