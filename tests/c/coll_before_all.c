// Long collectives on a communicator without a rank that comes late: one rank calls them before it is there, the others after that. Only then it is known
// that ranks share processors.
// ranks: 4
// needs: ferry
// env: FERRY_LARGE_MESSAGES=read
#define _GNU_SOURCE
#include "coll.h"
#include <sched.h>
#include <unistd.h>

enum { EARLY = 0, LATE = 3, COUNT = 1 << 18 };

/* The first two processors that the process may use: fewer than ranks, on any machine. */
static void share_processors(void)
{
    cpu_set_t allowed, two;
    CHECK_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    CPU_ZERO(&two);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&two) < 2; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &two);
    CHECK_EQ(sched_setaffinity(0, sizeof two, &two), 0);
}

/* Where the early rank says which process it is. All ranks have one parent. */
static const char *path(void)
{
    static char path[300];
    const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(path, sizeof path, "%s/ferry-test-before-all-%d", folder, (int)getppid());
    return path;
}

static void say_who(void)
{
    char own[400];
    snprintf(own, sizeof own, "%s.new", path());
    FILE *file = fopen(own, "w");
    if (!file || fprintf(file, "%d", (int)getpid()) < 0 || fclose(file) || rename(own, path()))
        FAIL("%s cannot be written", own);
}

/* Whether the process sleeps now. */
static int sleeps(int pid)
{
    char name[64], text[400] = "";
    snprintf(name, sizeof name, "/proc/%d/stat", pid);
    FILE *file = fopen(name, "r");
    if (!file || !fgets(text, sizeof text, file) || fclose(file) || !strrchr(text, ')'))
        FAIL("%s cannot be read", name);
    return strrchr(text, ')')[2] == 'S';
}

/* The early rank is in its call, and waits for others. */
static void wait_until_it_waits(void)
{
    FILE *file;
    int pid = 0;
    while (!(file = fopen(path(), "r")))
        sched_yield();
    if (fscanf(file, "%d", &pid) != 1 || fclose(file))
        FAIL("%s cannot be read", path());
    remove(path());
    for (int in_turn = 0; in_turn < 100; in_turn = sleeps(pid) ? in_turn + 1 : 0)
        sched_yield();
}

static MPI_Comm comm_of(MPI_Group world, int first, int last)
{
    int range[1][3] = {{first, last, 1}};
    MPI_Group group;
    MPI_Comm comm;
    OK(MPI_Group_range_incl(world, 1, range, &group));
    OK(MPI_Comm_create_from_group(group, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    OK(MPI_Group_free(&group));
    return comm;
}

static void long_ones(MPI_Comm comm, int rank)
{
    enum { SIZE = LATE };
    int *data = coll_ints(COUNT * SIZE), *all = coll_ints(COUNT * SIZE);
    coll_fill(data, COUNT, rank == EARLY ? rank : -5, 1);
    OK(MPI_Bcast(data, COUNT, MPI_INT, EARLY, comm));
    COLL_CHECK(data, COUNT, EARLY, 0, 1);
    coll_fill(data, COUNT * SIZE, rank, 2);
    OK(MPI_Allgather(data, COUNT, MPI_INT, all, COUNT, MPI_INT, comm));
    for (int r = 0; r < SIZE; r++)
        COLL_CHECK(all + r * COUNT, COUNT, r, 0, 2);
    OK(MPI_Alltoall(data, COUNT, MPI_INT, all, COUNT, MPI_INT, comm));
    for (int r = 0; r < SIZE; r++)
        COLL_CHECK(all + r * COUNT, COUNT, r, rank * COUNT, 2);
    OK(MPI_Reduce(data, all, COUNT, MPI_INT, MPI_SUM, EARLY, comm));
    if (rank == EARLY)
        COLL_CHECK_SUMS(all, COUNT, SIZE, 0, 2);
    OK(MPI_Allreduce(data, all, COUNT, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(all, COUNT, SIZE, 0, 2);
    OK(MPI_Reduce_scatter_block(data, all, COUNT, MPI_INT, MPI_SUM, comm));
    COLL_CHECK_SUMS(all, COUNT, SIZE, rank * COUNT, 2);
    free(data), free(all);
}

int main(int argc, char **argv)
{
    MPI_Session session;
    MPI_Group world;
    MPI_Comm first, last;
    int rank = getenv("PMI_RANK") ? atoi(getenv("PMI_RANK")) : 0;
    share_processors();
    if (rank == LATE)
        wait_until_it_waits();
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
    if (rank != LATE)
        first = comm_of(world, EARLY, LATE - 1);
    if (rank == EARLY) {
        say_who();
    } else {
        last = comm_of(world, EARLY + 1, LATE);
        OK(MPI_Barrier(last));
        OK(MPI_Comm_free(&last));
    }
    if (rank != LATE) {
        long_ones(first, rank);
        OK(MPI_Comm_free(&first));
    }
    OK(MPI_Group_free(&world));
    OK(MPI_Session_finalize(&session));
    check_begin(&argc, &argv);
    return check_end();
}
