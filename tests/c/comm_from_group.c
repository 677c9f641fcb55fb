// Comm_create_from_group and Intercomm_create_from_groups: members only, tags, threads at once, errors to the given handler.
// ranks: 1 2 3 4 7
#include "check.h"
#include <pthread.h>

static MPI_Group world;

static MPI_Group ranks(int first, int last, int stride)
{
    MPI_Group group;
    int range[1][3] = {{first, last, stride}};
    OK(MPI_Group_range_incl(world, 1, range, &group));
    return group;
}

static void everybody(void)
{
    MPI_Comm comm, again;
    MPI_Group turned = ranks(check_size - 1, 0, -1);
    for (int i = 0; i < 3; i++) {
        OK(MPI_Comm_create_from_group(world, "org.ferry.test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
        OK(MPI_Comm_create_from_group(turned, "org.ferry.test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &again));
        CHECK_COMM(comm, check_size, check_rank);
        CHECK_COMM(again, check_size, check_size - 1 - check_rank);
        OK(MPI_Comm_free(&comm));
        OK(MPI_Comm_free(&again));
    }
    OK(MPI_Group_free(&turned));
}

/* Only the members call; ranks of other parity do the same at the same time. */
static void parts(void)
{
    MPI_Comm comm;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Info info;
    char value[8] = "";
    int parity = check_rank % 2, flag = 0;
    MPI_Group mine = ranks(parity, check_size - 1, 2);
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_assert_exact_length", "true"));
    OK(MPI_Comm_create_from_group(mine, "", info, MPI_ERRORS_RETURN, &comm));
    CHECK_COMM(comm, (check_size + 1 - parity) / 2, check_rank / 2);
    OK(MPI_Comm_get_errhandler(comm, &handler));
    CHECK(handler == MPI_ERRORS_RETURN);
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_get_info(comm, &info));
    OK(MPI_Info_get(info, "mpi_assert_exact_length", 7, value, &flag));
    CHECK(flag);
    if (check_ferry)
        CHECK_STR(value, "true");
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&mine));
    if (check_rank == 0) {
        MPI_Group alone = ranks(0, 0, 1);
        OK(MPI_Comm_create_from_group(alone, "alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
        CHECK_COMM(comm, 1, 0);
        OK(MPI_Comm_free(&comm));
        OK(MPI_Group_free(&alone));
    }
    OK(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "nobody", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    CHECK(comm == MPI_COMM_NULL);
}

/* Threads that make communicators of one group at once are told apart by their tags, in whatever order they come. */
enum { THREADS = 4, TIMES = 20 };

static void *make_some(void *argument)
{
    int thread = *(int *)argument;
    char tag[20];
    snprintf(tag, sizeof tag, "thread %d", thread);
    for (int i = 0; i < TIMES; i++) {
        MPI_Comm comm;
        int got[2] = {-1, -1}, own[2] = {thread, i};
        OK(MPI_Comm_create_from_group(world, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
        OK(MPI_Allreduce(own, got, 2, MPI_INT, MPI_MAX, comm));
        CHECK(got[0] == thread && got[1] == i);
        OK(MPI_Allreduce(own, got, 2, MPI_INT, MPI_MIN, comm));
        CHECK(got[0] == thread && got[1] == i);
        OK(MPI_Comm_free(&comm));
    }
    return NULL;
}

static void threads(void)
{
    pthread_t handles[THREADS];
    int numbers[THREADS];
    for (int t = 0; t < THREADS; t++) {
        numbers[t] = (t + check_rank) % THREADS;
        CHECK_EQ(pthread_create(&handles[t], NULL, make_some, &numbers[t]), 0);
    }
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(pthread_join(handles[t], NULL), 0);
}

/* The lower ranks and the others; leaders are the last of each. */
static void between(void)
{
    if (check_size < 2)
        return;
    int cut = (check_size + 1) / 2, low = check_rank < cut, remote = -1, sum = 0;
    MPI_Comm inter;
    MPI_Group groups[2] = {ranks(0, cut - 1, 1), ranks(cut, check_size - 1, 1)};
    int leaders[2] = {cut - 1, check_size - cut - 1};
    for (int i = 0; i < 3; i++) {
        OK(MPI_Intercomm_create_from_groups(groups[!low], leaders[!low], groups[low], leaders[low], "between", MPI_INFO_NULL,
                                            MPI_ERRORS_RETURN, &inter));
        OK(MPI_Comm_remote_size(inter, &remote));
        CHECK_EQ(remote, low ? check_size - cut : cut);
        OK(MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, inter));
        int all = check_size * (check_size - 1) / 2, lows = cut * (cut - 1) / 2;
        CHECK_EQ(sum, low ? all - lows : lows);
        OK(MPI_Comm_free(&inter));
    }
    OK(MPI_Group_free(&groups[0]));
    OK(MPI_Group_free(&groups[1]));
}

static int calls, seen;

static void note(MPI_Comm *comm, int *code, ...)
{
    calls++;
    seen = *code;
    CHECK(*comm == MPI_COMM_NULL);
}

static void refused(void)
{
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Errhandler handler;
    char tag[2 * MPI_MAX_STRINGTAG_LEN];
    memset(tag, 'x', sizeof tag);
    tag[sizeof tag - 1] = 0;
    OK(MPI_Comm_create_errhandler(note, &handler));
    ERR(MPI_ERR_ARG, MPI_Comm_create_from_group(world, tag, MPI_INFO_NULL, handler, &comm), "stringtag");
    CHECK(calls == 1 && seen == MPI_ERR_ARG);
    ERR(MPI_ERR_GROUP, MPI_Comm_create_from_group(MPI_GROUP_NULL, "a", MPI_INFO_NULL, handler, &comm), "MPI_GROUP_NULL");
    ERR(MPI_ERR_INFO, MPI_Comm_create_from_group(world, "a", (MPI_Info)(intptr_t)-1, handler, &comm));
    CHECK_EQ(calls, 3);
    ERR(MPI_ERR_ERRHANDLER, MPI_Comm_create_from_group(world, "a", MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &comm));
    CHECK_EQ(calls, 3);
    ERR(MPI_ERR_ARG, MPI_Comm_create_from_group(world, "a", MPI_INFO_NULL, handler, NULL), "newcomm");
    ERR(MPI_ERR_ARG, MPI_Comm_create_from_group(world, NULL, MPI_INFO_NULL, handler, &comm), "stringtag");
    ERR(MPI_ERR_ARG, MPI_Intercomm_create_from_groups(world, 0, world, 0, "a", MPI_INFO_NULL, handler, NULL), "newintercomm");
    ERR(MPI_ERR_ARG, MPI_Intercomm_create_from_groups(world, 0, world, 0, NULL, MPI_INFO_NULL, handler, &comm), "stringtag");
    CHECK_EQ(calls, 7);
    if (check_size > 1) {
        MPI_Group other = ranks((check_rank + 1) % check_size, (check_rank + 1) % check_size, 1), own = ranks(check_rank, check_rank, 1);
        ERR(MPI_ERR_GROUP, MPI_Comm_create_from_group(other, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), "not in");
        ERR(MPI_ERR_RANK, MPI_Intercomm_create_from_groups(own, 0, other, 1, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), "remote_leader");
        ERR(MPI_ERR_RANK, MPI_Intercomm_create_from_groups(own, 3, other, 0, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), "local_leader");
        ERR(MPI_ERR_COMM, MPI_Intercomm_create_from_groups(own, 0, own, 0, "a", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), "both groups");
        OK(MPI_Group_free(&other));
        OK(MPI_Group_free(&own));
    }
    CHECK(comm == MPI_COMM_NULL);
    OK(MPI_Errhandler_free(&handler));
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    everybody();
    parts();
    threads();
    between();
    if (check_ferry)
        refused(); /* the standard leaves open what is checked */
    OK(MPI_Group_free(&world));
    return check_end();
}
