// Counts above 2^31 by the _c forms: a message of 2.5 GiB of bytes, a huge count of a type without data, sizes and counts of
// large types.
// ranks: 2
// timeout: 120
// needs: memory=8
#include "check.h"

static const MPI_Count huge = 5ll << 29; /* 2.5 GiB */

/* Word i of the message. */
static uint64_t pattern(MPI_Count i)
{
    return (uint64_t)i * 0x9E3779B97F4A7C15u;
}

static void bytes(void)
{
    uint64_t *data = check_alloc(huge);
    MPI_Status status;
    MPI_Count count = 0;
    if (check_rank == 0) {
        for (MPI_Count i = 0; i < huge / 8; i++)
            data[i] = pattern(i);
        OK(MPI_Send_c(data, huge, MPI_CHAR, 1, 1, MPI_COMM_WORLD));
    } else if (check_rank == 1) {
        OK(MPI_Probe(0, 1, MPI_COMM_WORLD, &status));
        OK(MPI_Get_count_c(&status, MPI_CHAR, &count));
        CHECK_EQ(count, huge);
        OK(MPI_Recv_c(data, huge, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &status));
        OK(MPI_Get_count_c(&status, MPI_CHAR, &count));
        CHECK_EQ(count, huge);
        int small = 0;
        OK(MPI_Get_count(&status, MPI_CHAR, &small));
        CHECK_EQ(small, MPI_UNDEFINED); /* does not fit an int */
        for (MPI_Count i = 0; i < huge / 8; i++)
            if (data[i] != pattern(i))
                FAIL("word %lld is %llx", (long long)i, (unsigned long long)data[i]);
    }
    free(data);
}

/* A type of no bytes has any number of elements in an empty message. */
static void no_data(void)
{
    MPI_Datatype nothing;
    MPI_Status status;
    OK(MPI_Type_contiguous(0, MPI_INT, &nothing));
    OK(MPI_Type_commit(&nothing));
    if (check_rank == 0)
        OK(MPI_Send_c(NULL, 3 * huge, nothing, 1, 2, MPI_COMM_WORLD));
    else if (check_rank == 1)
        OK(MPI_Recv_c(NULL, 3 * huge, nothing, 0, 2, MPI_COMM_WORLD, &status));
    OK(MPI_Type_free(&nothing));
}

static void large_types(void)
{
    MPI_Datatype type;
    MPI_Count size, lb, extent;
    int small = 0;
    OK(MPI_Type_contiguous_c(huge, MPI_DOUBLE, &type));
    OK(MPI_Type_size_c(type, &size));
    CHECK_EQ(size, 8 * huge);
    OK(MPI_Type_get_extent_c(type, &lb, &extent));
    CHECK_EQ(lb, 0);
    CHECK_EQ(extent, 8 * huge);
    OK(MPI_Type_size(type, &small));
    CHECK_EQ(small, MPI_UNDEFINED);
    OK(MPI_Type_free(&type));
    OK(MPI_Type_vector_c(3, 1, huge, MPI_INT, &type));
    OK(MPI_Type_get_extent_c(type, &lb, &extent));
    CHECK_EQ(extent, 4 * (2 * huge + 1));
    OK(MPI_Type_size(type, &small));
    CHECK_EQ(small, 12);
    OK(MPI_Type_free(&type));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    bytes();
    no_data();
    large_types();
    return check_end();
}
