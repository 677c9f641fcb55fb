// Shared windows: parts follow one another without a gap, empty ones among them, or lie apart if the program allows that; alignment is what was asked for; what one
// rank stores others load, and accumulates are atomic beside those of MPI_Win_allocate's kind.
// ranks: 1 2 3 4
#include "rma.h"

static void contiguous(MPI_Comm node, int odd)
{
    int rank, size;
    OK(MPI_Comm_rank(node, &rank));
    OK(MPI_Comm_size(node, &size));
    /* Every third part is empty. */
    MPI_Aint bytes = rank % 3 == 1 ? 0 : 24 + odd * 13 * rank;
    MPI_Win win;
    char *base;
    OK(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node, &base, &win));
    char *expected = NULL;
    for (int other = 0; other < size; other++) {
        MPI_Aint length;
        int unit;
        char *found;
        OK(MPI_Win_shared_query(win, other, &length, &unit, &found));
        CHECK_EQ(length, other % 3 == 1 ? 0 : 24 + odd * 13 * other);
        if (expected && length)
            CHECK(found == expected);
        if (length)
            expected = found + length;
        if (other == rank && length)
            CHECK(found == base);
    }
    OK(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
    memset(base, rank + 1, (size_t)bytes);
    OK(MPI_Win_sync(win));
    OK(MPI_Barrier(node));
    OK(MPI_Win_sync(win));
    for (int other = 0; other < size; other++) {
        MPI_Aint length;
        int unit;
        char *found;
        OK(MPI_Win_shared_query(win, other, &length, &unit, &found));
        for (MPI_Aint i = 0; i < length; i++)
            CHECK_EQ(found[i], other + 1);
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Barrier(node));
    OK(MPI_Win_free(&win));
}

static void aligned(MPI_Comm node, const char *alignment, int apart)
{
    MPI_Info info;
    MPI_Win win;
    char *base;
    int rank;
    OK(MPI_Comm_rank(node, &rank));
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_minimum_memory_alignment", alignment));
    OK(MPI_Info_set(info, "alloc_shared_noncontig", apart ? "true" : "false"));
    OK(MPI_Win_allocate_shared(100, 4, info, node, &base, &win));
    if (rank == 0 || apart)
        CHECK_EQ((uintptr_t)base % (uintptr_t)atoi(alignment), 0);
    memset(base, 1, 100);
    OK(MPI_Win_free(&win));
    OK(MPI_Win_allocate(100, 4, info, node, &base, &win));
    CHECK_EQ((uintptr_t)base % (uintptr_t)atoi(alignment), 0);
    memset(base, 1, 100);
    OK(MPI_Win_free(&win));
    OK(MPI_Info_free(&info));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm node;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN));
    contiguous(node, 0);
    contiguous(node, 1);
    if (check_ferry) {
        aligned(node, "64", 0);
        aligned(node, "8192", 1);
        aligned(node, "2097152", 1);
    }
    if (!rma_on_one_node(MPI_COMM_WORLD)) {
        char *base;
        MPI_Win win;
        ERR(MPI_ERR_RMA_SHARED, MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), "MPI_Comm_split_type");
    }
    OK(MPI_Comm_free(&node));
    return check_end();
}
