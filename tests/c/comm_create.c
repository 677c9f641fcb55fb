// Comm_create and Comm_create_group: subgroups, order of ranks, non-members, several disjoint groups at once, empty group.
// ranks: 1 2 3 4 7
#include "check.h"

static MPI_Group world;

/* All ranks in reverse order. */
static void reversed(void)
{
    MPI_Group group;
    MPI_Comm comm;
    int range[1][3] = {{check_size - 1, 0, -1}};
    OK(MPI_Group_range_incl(world, 1, range, &group));
    OK(MPI_Comm_create(MPI_COMM_WORLD, group, &comm));
    CHECK_COMM(comm, check_size, check_size - 1 - check_rank);
    OK(MPI_Group_free(&group));
    OK(MPI_Comm_free(&comm));
}

static MPI_Group group_of_parity(int parity)
{
    MPI_Group group;
    int range[1][3] = {{parity, check_size - 1, 2}};
    OK(MPI_Group_range_incl(world, parity < check_size, range, &group));
    return group;
}

/* Even ranks only, then even and odd ranks in one call. */
static void parts(void)
{
    MPI_Comm comm;
    MPI_Group even = group_of_parity(0), mine = group_of_parity(check_rank % 2);
    OK(MPI_Comm_create(MPI_COMM_WORLD, even, &comm));
    CHECK_EQ(comm != MPI_COMM_NULL, check_rank % 2 == 0);
    if (comm != MPI_COMM_NULL) {
        CHECK_COMM(comm, (check_size + 1) / 2, check_rank / 2);
        OK(MPI_Comm_free(&comm));
    }
    OK(MPI_Comm_create(MPI_COMM_WORLD, mine, &comm));
    CHECK_COMM(comm, (check_size + 1 - check_rank % 2) / 2, check_rank / 2);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &comm));
    CHECK(comm == MPI_COMM_NULL);
    OK(MPI_Group_free(&even));
    OK(MPI_Group_free(&mine));
}

/* Only members call; different groups work at the same time, told apart by tags where they overlap. */
static void groups(void)
{
    MPI_Comm comm;
    MPI_Group mine = group_of_parity(check_rank % 2);
    for (int tag = 0; tag < 20; tag++) {
        OK(MPI_Comm_create_group(MPI_COMM_WORLD, mine, tag, &comm));
        CHECK_COMM(comm, (check_size + 1 - check_rank % 2) / 2, check_rank / 2);
        OK(MPI_Comm_free(&comm));
    }
    OK(MPI_Group_free(&mine));
    int without_last[1][3] = {{0, check_size - 2, 1}};
    if (check_size > 1 && check_rank < check_size - 1) {
        OK(MPI_Group_range_incl(world, 1, without_last, &mine));
        OK(MPI_Comm_create_group(MPI_COMM_WORLD, mine, 7, &comm));
        CHECK_COMM(comm, check_size - 1, check_rank);
        OK(MPI_Comm_free(&comm));
        OK(MPI_Group_free(&mine));
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    reversed();
    parts();
    groups();
    OK(MPI_Group_free(&world));
    return check_end();
}
