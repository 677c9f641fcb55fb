/* What the tests of collectives share: counts, communicators in several orders, contents that tell rank and position. */
#ifndef COLL_H
#define COLL_H

#include "check.h"

/* Numbers of ints per rank, across the switches between algorithms, up to 1 MiB. */
static const int coll_counts[] = {0, 1, 2, 7, 64, 1000, 4099, 32768, 262144};
enum { COLL_COUNTS = sizeof coll_counts / sizeof *coll_counts, COLL_MOST = 262144 };

typedef void (*coll_test)(MPI_Comm comm, int rank, int size, int count, int root);

static inline int coll_value(int rank, int64_t i, int key)
{
    return (int)((uint32_t)(rank + 1) * 2654435761u ^ (uint32_t)i * 40503u ^ (uint32_t)key * 97u);
}

MAYBE_UNUSED static void coll_fill(int *data, int64_t count, int rank, int key)
{
    for (int64_t i = 0; i < count; i++)
        data[i] = coll_value(rank, i, key);
}

#define COLL_CHECK(data, count, rank, first, key) coll_check(__FILE__, __LINE__, data, count, rank, first, key)

/* data holds the values of that rank from position first on. */
MAYBE_UNUSED static void coll_check(const char *file, int line, const int *data, int64_t count, int rank, int64_t first, int key)
{
    for (int64_t i = 0; i < count; i++)
        if (data[i] != coll_value(rank, first + i, key))
            check_fail(file, line, "element %lld of %lld is %d, not %d (of rank %d)", (long long)i, (long long)count,
                       data[i], coll_value(rank, first + i, key), rank);
}

/* What the values of so many ranks at position i add up to. */
static inline int coll_sum(int ranks, int64_t i, int key)
{
    unsigned sum = 0;
    for (int r = 0; r < ranks; r++)
        sum += coll_value(r, i, key);
    return (int)sum;
}

#define COLL_CHECK_SUMS(data, count, ranks, first, key) coll_check_sums(__FILE__, __LINE__, data, count, ranks, first, key)

/* data holds the sums over so many ranks from position first on. */
MAYBE_UNUSED static void coll_check_sums(const char *file, int line, const int *data, int64_t count, int ranks, int64_t first, int key)
{
    for (int64_t i = 0; i < count; i++)
        if (data[i] != coll_sum(ranks, first + i, key))
            check_fail(file, line, "sum %lld of %lld is %d, not %d (over %d ranks)", (long long)i, (long long)count, data[i],
                       coll_sum(ranks, first + i, key), ranks);
}

/* An operation of the program, on pairs of ints. */
MAYBE_UNUSED static void coll_add_pairs(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < 2 * *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static inline int *coll_ints(int64_t count)
{
    return check_alloc((size_t)count * sizeof(int));
}

/* The test for every count, and for every root with small counts, the first and last root with large ones. */
MAYBE_UNUSED static void coll_on(MPI_Comm comm, const char *name, coll_test test, int rooted, int64_t most_bytes)
{
    int rank, size;
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    for (int c = 0; c < COLL_COUNTS; c++) {
        int count = coll_counts[c];
        if ((int64_t)count * size * 4 > most_bytes)
            count = (int)(most_bytes / size / 4);
        for (int root = 0; root < (rooted ? size : 1); root++) {
            if (count > 1000 && root > 0 && root < size - 1)
                continue;
            NOTE("%s, count %d, root %d, rank %d of %d", name, count, root, rank, size);
            test(comm, rank, size, count, root);
        }
    }
    *check_note = 0;
}

/* The test on the world, on the world turned round, on the ranks of one parity, and on each rank alone. */
MAYBE_UNUSED static void coll_everywhere(const char *name, coll_test test, int rooted)
{
    MPI_Comm turned, parity;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &turned));
    OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &parity));
    coll_on(MPI_COMM_WORLD, name, test, rooted, 8 << 20);
    coll_on(turned, name, test, rooted, 1 << 18);
    coll_on(parity, name, test, rooted, 1 << 18);
    coll_on(MPI_COMM_SELF, name, test, rooted, 1 << 16);
    OK(MPI_Comm_free(&turned));
    OK(MPI_Comm_free(&parity));
}

#endif
