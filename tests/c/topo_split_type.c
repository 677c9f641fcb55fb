// Comm_split_type: by shared memory, by hardware (ranks bind themselves), to the next finer hardware, by process set; key order,
// MPI_UNDEFINED, unknown names; MPI_Get_hw_resource_info agrees with what can be split.
// ranks: 1 2 3 4 7
// needs: ferry
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

#define WORLD MPI_COMM_WORLD

static int processors[64]; /* of each rank, once they are bound */

static int size_of(MPI_Comm comm)
{
    int size = -1;
    OK(MPI_Comm_size(comm, &size));
    return size;
}

static int rank_in(MPI_Comm comm)
{
    int rank = -1;
    OK(MPI_Comm_rank(comm, &rank));
    return rank;
}

static MPI_Info info_of(const char *key, const char *value)
{
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, key, value));
    return info;
}

/* The communicator of a split guided by the value of a key. */
static MPI_Comm guided(MPI_Comm comm, int split_type, const char *key, const char *value, int order)
{
    MPI_Info info = info_of(key, value);
    MPI_Comm part = MPI_COMM_SELF;
    char kept[64];
    int length = sizeof kept, flag;
    OK(MPI_Comm_split_type(comm, split_type, order, info, &part));
    OK(MPI_Info_get_string(info, key, &length, kept, &flag));
    CHECK(flag);
    CHECK_STR(kept, value);
    OK(MPI_Info_free(&info));
    return part;
}

static MPI_Comm by_hardware(const char *type)
{
    return guided(WORLD, MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", type, -check_rank);
}

static void check_whole(MPI_Comm comm)
{
    CHECK(comm != MPI_COMM_NULL);
    CHECK_EQ(size_of(comm), check_size);
    CHECK_EQ(rank_in(comm), check_size - 1 - check_rank);
    OK(MPI_Comm_free(&comm));
}

static void shared_memory(void)
{
    MPI_Comm part;
    OK(MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_SHARED, -check_rank, MPI_INFO_NULL, &part));
    check_whole(part);
    check_whole(by_hardware("mpi_shared_memory"));
    check_whole(guided(WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_hw_resource_type", "mpi_shared_memory", -check_rank));
    check_whole(by_hardware("hwloc://Machine"));
    OK(MPI_Comm_split_type(WORLD, check_rank % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
    CHECK_EQ(part == MPI_COMM_NULL, check_rank % 2);
    if (part == MPI_COMM_NULL)
        return;
    CHECK_EQ(size_of(part), (check_size + 1) / 2);
    CHECK_EQ(rank_in(part), check_rank / 2);
    OK(MPI_Comm_free(&part));
}

static void unknown_names(void)
{
    MPI_Comm part = MPI_COMM_SELF;
    OK(MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &part));
    CHECK(part == MPI_COMM_NULL);
    CHECK(guided(WORLD, MPI_COMM_TYPE_HW_GUIDED, "other_key", "Core", 0) == MPI_COMM_NULL);
    CHECK(by_hardware("hwloc://Flywheel") == MPI_COMM_NULL);
    CHECK(guided(WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://MARS", 0) == MPI_COMM_NULL);
    CHECK(guided(WORLD, MPI_COMM_TYPE_HW_GUIDED, "mpi_pset_name", "mpi://WORLD", 0) == MPI_COMM_NULL);
}

static void process_sets(void)
{
    MPI_Comm own;
    check_whole(guided(WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://WORLD", -check_rank));
    own = guided(WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://SELF", 0);
    CHECK_EQ(size_of(own), 1);
    OK(MPI_Comm_free(&own));
}

/* Ranks bind themselves to one of the processors they are allowed, in turn, and tell each other. */
static void bind_to_one(void)
{
    cpu_set_t allowed, one;
    int cpu = 0;
    CHECK_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    for (int which = check_rank % CPU_COUNT(&allowed); !CPU_ISSET(cpu, &allowed) || which-- > 0; cpu++)
        ;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    OK(MPI_Allgather(&cpu, 1, MPI_INT, processors, 1, MPI_INT, WORLD));
}

/* Every type that the library tells of splits where it says "true", and leaves out the process where it says "false". */
static void told_types(int bound)
{
    MPI_Info info;
    int keys, trues = 0;
    OK(MPI_Get_hw_resource_info(&info));
    OK(MPI_Info_get_nkeys(info, &keys));
    CHECK(keys > 2);
    for (int k = 0; k < keys; k++) {
        char key[MPI_MAX_INFO_KEY], value[16];
        int length = sizeof value, flag;
        OK(MPI_Info_get_nthkey(info, k, key));
        OK(MPI_Info_get_string(info, key, &length, value, &flag));
        int is_true = strcmp(value, "true") == 0;
        CHECK(flag && (is_true || strcmp(value, "false") == 0));
        trues += is_true;
        NOTE("%s", key);
        MPI_Comm part = by_hardware(key);
        CHECK_EQ(part != MPI_COMM_NULL, is_true);
        if (part != MPI_COMM_NULL)
            OK(MPI_Comm_free(&part));
    }
    if (bound)
        CHECK_EQ(trues, keys);
    OK(MPI_Info_free(&info));
    *check_note = 0;
}

static void bound_to_processors(void)
{
    int expected = 0, before = 0;
    MPI_Comm part = by_hardware("hwloc://PU");
    for (int r = 0; r < check_size; r++)
        if (processors[r] == processors[check_rank]) {
            expected++;
            before += r > check_rank;
        }
    CHECK(part != MPI_COMM_NULL);
    CHECK_EQ(size_of(part), expected);
    CHECK_EQ(rank_in(part), before);
    OK(MPI_Comm_free(&part));
    part = by_hardware("pu");
    CHECK_EQ(size_of(part), expected);
    OK(MPI_Comm_free(&part));
}

/* Down from the whole machine, as long as there is something finer. */
static void finer_and_finer(void)
{
    int together = 0, steps = 0;
    MPI_Comm comm = WORLD, part;
    for (int r = 0; r < check_size; r++)
        together += processors[r] == processors[check_rank];
    for (;; steps++) {
        char type[64] = "";
        int length = sizeof type, flag;
        MPI_Info info;
        OK(MPI_Info_create(&info));
        OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &part));
        OK(MPI_Info_get_string(info, "mpi_hw_resource_type", &length, type, &flag));
        OK(MPI_Info_free(&info));
        CHECK_EQ(flag, part != MPI_COMM_NULL);
        if (part == MPI_COMM_NULL)
            break;
        CHECK(strncmp(type, "hwloc://", 8) == 0);
        CHECK(size_of(part) < size_of(comm));
        if (comm != WORLD)
            OK(MPI_Comm_free(&comm));
        comm = part;
    }
    CHECK_EQ(size_of(comm), together);
    CHECK_EQ(steps > 0, together < check_size);
    if (comm != WORLD)
        OK(MPI_Comm_free(&comm));
}

/* Of an inter-communicator both sides are split; there has to be somebody on each. */
static void between_groups(void)
{
    MPI_Comm half, inter, part;
    int remote, theirs = check_rank % 2 ? (check_size + 1) / 2 : check_size / 2;
    if (check_size < 2)
        return;
    OK(MPI_Comm_split(WORLD, check_rank % 2, 0, &half));
    OK(MPI_Intercomm_create(half, 0, WORLD, check_rank % 2 ? 0 : 1, 0, &inter));
    OK(MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, -check_rank, MPI_INFO_NULL, &part));
    OK(MPI_Comm_remote_size(part, &remote));
    CHECK(size_of(part) == size_of(half) && remote == theirs);
    CHECK_EQ(rank_in(part), size_of(half) - 1 - rank_in(half));
    OK(MPI_Barrier(part));
    OK(MPI_Comm_free(&part));
    part = guided(inter, MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://SELF", 0);
    CHECK(part == MPI_COMM_NULL);
    OK(MPI_Comm_split_type(inter, check_rank % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
    CHECK(part == MPI_COMM_NULL);
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
}

static void bad_types(void)
{
    MPI_Comm part = MPI_COMM_SELF;
    ERR(MPI_ERR_ARG, MPI_Comm_split_type(WORLD, 7, 0, MPI_INFO_NULL, &part), "split_type", "7");
    ERR(MPI_ERR_COMM, MPI_Comm_split_type(MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part), "MPI_COMM_NULL");
    CHECK(part == MPI_COMM_NULL || !check_ferry);
    if (check_size > 1)
        ERR(MPI_ERR_NOT_SAME,
            MPI_Comm_split_type(WORLD, check_rank ? MPI_COMM_TYPE_SHARED : MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &part),
            "split_type");
}

int main(int argc, char **argv)
{
    MPI_Info early;
    OK(MPI_Get_hw_resource_info(&early));
    OK(MPI_Info_free(&early));
    check_begin(&argc, &argv);
    shared_memory();
    unknown_names();
    process_sets();
    told_types(0);
    bind_to_one();
    told_types(1);
    bound_to_processors();
    finer_and_finer();
    between_groups();
    bad_types();
    return check_end();
}
