// Intercomm_create with any leaders, remote size and group, dup in all forms, split, create, compare, merge in every order.
// ranks: 2 3 4 7
#include "inter.h"

/* The communicator has these sizes, and every process is where it should be on both sides; messages go across. */
static void verify(MPI_Comm inter, MPI_Group world, int size, int remote, const int *theirs)
{
    int actual = -1, flag = 0, rank = -1;
    OK(MPI_Comm_test_inter(inter, &flag));
    CHECK(flag);
    OK(MPI_Comm_size(inter, &actual));
    CHECK_EQ(actual, size);
    OK(MPI_Comm_remote_size(inter, &actual));
    CHECK_EQ(actual, remote);
    OK(MPI_Comm_rank(inter, &rank));
    MPI_Group group;
    OK(MPI_Comm_remote_group(inter, &group));
    for (int r = 0; r < remote; r++) {
        int place = -1;
        OK(MPI_Group_translate_ranks(group, 1, &r, world, &place));
        CHECK_EQ(place, theirs[r]);
    }
    OK(MPI_Group_free(&group));
    int *got = check_alloc(sizeof(int) * (size_t)remote);
    OK(MPI_Allgather(&check_rank, 1, MPI_INT, got, 1, MPI_INT, inter));
    for (int r = 0; r < remote; r++)
        CHECK_EQ(got[r], theirs[r]);
    free(got);
}

static void verify_inter(const Inter *in, MPI_Comm inter)
{
    MPI_Group world;
    int theirs[64];
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    for (int r = 0; r < in->remote; r++)
        theirs[r] = inter_world(in, !in->group, r);
    verify(inter, world, in->size, in->remote, theirs);
    OK(MPI_Group_free(&world));
}

static int copies, deletions;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)extra;
    copies++;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

static void duplicates(const Inter *in)
{
    MPI_Comm dups[4];
    MPI_Request requests[2];
    MPI_Info info;
    int key, result = -1, found = 0, *value = NULL, there = 5;
    char name[MPI_MAX_OBJECT_NAME];
    OK(MPI_Comm_create_keyval(copy, delete, &key, NULL));
    OK(MPI_Comm_set_attr(in->inter, key, &there));
    OK(MPI_Comm_set_name(in->inter, "both sides"));
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_assert_no_any_tag", "true"));
    OK(MPI_Comm_dup(in->inter, &dups[0]));
    OK(MPI_Comm_dup_with_info(in->inter, info, &dups[1]));
    OK(MPI_Comm_idup(in->inter, &dups[2], &requests[0]));
    OK(MPI_Comm_idup_with_info(in->inter, info, &dups[3], &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(copies, 4);
    for (int d = 0; d < 4; d++) {
        OK(MPI_Comm_compare(in->inter, dups[d], &result));
        CHECK_EQ(result, MPI_CONGRUENT);
        OK(MPI_Comm_get_attr(dups[d], key, &value, &found));
        CHECK(found && *value == 5);
        OK(MPI_Comm_get_name(dups[d], name, &(int){0}));
        CHECK_STR(name, "");
        verify_inter(in, dups[d]);
    }
    OK(MPI_Comm_get_name(in->inter, name, &(int){0}));
    CHECK_STR(name, "both sides");
    OK(MPI_Comm_compare(in->inter, in->inter, &result));
    CHECK_EQ(result, MPI_IDENT);
    OK(MPI_Comm_compare(in->inter, in->local, &result));
    CHECK_EQ(result, MPI_UNEQUAL);
    for (int d = 0; d < 4; d++)
        OK(MPI_Comm_free(&dups[d]));
    CHECK_EQ(deletions, 4);
    OK(MPI_Comm_delete_attr(in->inter, key));
    copies = deletions = 0;
    OK(MPI_Comm_free_keyval(&key));
    OK(MPI_Info_free(&info));
}

/* World ranks of those of a group that chose a color, in the order of the new ranks: backwards. */
static int chosen(const Inter *in, int group, int color, int *ranks)
{
    int count = 0;
    for (int r = inter_size(in, group) - 1; r >= 0; r--)
        if (inter_world(in, group, r) % 2 == color)
            ranks[count++] = inter_world(in, group, r);
    return count;
}

static void split(const Inter *in)
{
    MPI_Comm part;
    MPI_Group world;
    int ours[64], theirs[64], color = check_rank % 2;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Comm_split(in->inter, color, -in->rank, &part));
    int size = chosen(in, in->group, color, ours), remote = chosen(in, !in->group, color, theirs);
    CHECK_EQ(part == MPI_COMM_NULL, remote == 0);
    if (part != MPI_COMM_NULL) {
        int rank = -1;
        OK(MPI_Comm_rank(part, &rank));
        CHECK_EQ(ours[rank], check_rank);
        verify(part, world, size, remote, theirs);
        OK(MPI_Comm_free(&part));
    }
    /* A color on one side only, and none at all. */
    OK(MPI_Comm_split(in->inter, in->group, 0, &part));
    CHECK(part == MPI_COMM_NULL);
    OK(MPI_Comm_split(in->inter, in->group ? MPI_UNDEFINED : 3, 0, &part));
    CHECK(part == MPI_COMM_NULL);
    OK(MPI_Group_free(&world));
}

static void create(const Inter *in)
{
    MPI_Comm part;
    MPI_Group world, group, members;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Comm_group(in->inter, &group));
    /* The first and the last of each side, the last first. */
    int sizes[2] = {inter_size(in, 0), inter_size(in, 1)};
    int picked[2] = {in->size - 1, 0}, count = in->size > 1 ? 2 : 1, theirs[2];
    OK(MPI_Group_incl(group, count, picked, &members));
    OK(MPI_Comm_create(in->inter, members, &part));
    CHECK_EQ(part != MPI_COMM_NULL, in->rank == 0 || in->rank == in->size - 1);
    if (part != MPI_COMM_NULL) {
        int remote = sizes[!in->group] > 1 ? 2 : 1;
        theirs[0] = inter_world(in, !in->group, sizes[!in->group] - 1);
        theirs[1] = inter_world(in, !in->group, 0);
        verify(part, world, count, remote, theirs);
        OK(MPI_Comm_free(&part));
    }
    OK(MPI_Comm_create(in->inter, in->group ? MPI_GROUP_EMPTY : members, &part));
    CHECK(part == MPI_COMM_NULL);
    OK(MPI_Group_free(&members));
    OK(MPI_Group_free(&group));
    OK(MPI_Group_free(&world));
}

/* The one communicator: group `first`, then the other one. */
static void verify_merged(const Inter *in, MPI_Comm merged, int first)
{
    int size = -1, rank = -1, flag = 1, *all = check_alloc(sizeof(int) * (size_t)check_size);
    OK(MPI_Comm_test_inter(merged, &flag));
    CHECK(!flag);
    OK(MPI_Comm_size(merged, &size));
    CHECK_EQ(size, check_size);
    OK(MPI_Comm_rank(merged, &rank));
    OK(MPI_Allgather(&check_rank, 1, MPI_INT, all, 1, MPI_INT, merged));
    for (int r = 0; r < size; r++) {
        int in_first = r < inter_size(in, first);
        CHECK_EQ(all[r], inter_world(in, in_first ? first : !first, in_first ? r : r - inter_size(in, first)));
    }
    CHECK_EQ(all[rank], check_rank);
    free(all);
}

static void merge(const Inter *in)
{
    MPI_Comm merged;
    for (int high = 0; high < 2; high++) {
        OK(MPI_Intercomm_merge(in->inter, in->group == high, &merged));
        verify_merged(in, merged, !high);
        OK(MPI_Comm_free(&merged));
    }
    /* Ties: any order, but the same for all. */
    for (int high = 0; high < 2; high++) {
        int first = -1;
        OK(MPI_Intercomm_merge(in->inter, high, &merged));
        OK(MPI_Comm_rank(merged, &first));
        first = first < inter_size(in, 0) && in->group == 0 ? 0 : 1;
        OK(MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD));
        verify_merged(in, merged, first);
        OK(MPI_Comm_free(&merged));
    }
}

static void all(const Inter *in)
{
    verify_inter(in, in->inter);
    duplicates(in);
    split(in);
    create(in);
    merge(in);
}

/* Every pair of leaders, and an intercommunicator as the communicator of the leaders. */
static void leaders(void)
{
    for (int leader = 0; leader < check_size; leader++) {
        Inter in = inter_make((check_size + 1) / 2, leader % 2, leader);
        verify_inter(&in, in.inter);
        MPI_Comm again;
        OK(MPI_Intercomm_create(in.local, 0, in.inter, 0, 3, &again));
        verify_inter(&in, again);
        OK(MPI_Comm_free(&again));
        inter_free(&in);
    }
}

/* What the other side still uses may be freed on this one; many at once; disconnect. */
static void many(void)
{
    enum { MANY = 40 };
    MPI_Comm inters[MANY];
    Inter in = inter_make(1, 0, 0);
    for (int i = 0; i < MANY; i++)
        OK(MPI_Intercomm_create(in.local, 0, MPI_COMM_WORLD, inter_world(&in, !in.group, 0), i, &inters[i]));
    for (int i = 0; i < MANY; i++) {
        verify_inter(&in, inters[i]);
        OK(i % 2 ? MPI_Comm_free(&inters[i]) : MPI_Comm_disconnect(&inters[i]));
    }
    inter_free(&in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    inter_everywhere(all);
    leaders();
    many();
    return check_end();
}
