// Between nodes with RDMA, collective operations and windows put and get by themselves, without that anybody asks for it; contents are right everywhere.
// (tests/lab/run.sh runs this between nodes.)
// ranks: 2 4
// needs: ferry
#include "coll.h"
#include "mpit.h"

enum { MOST = 20000, ROUNDS = 24 };

static MPI_T_pvar_session session;

static int spans_nodes(void)
{
    MPI_Comm node;
    int here;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(node, &here));
    OK(MPI_Comm_free(&node));
    return here < check_size;
}

/* More operations than it takes until the ranks ask each other whether they can put. */
static void collectives(int *own, int *all)
{
    for (int round = 0; round < ROUNDS; round++) {
        int count = 1 << round % 14, one = check_rank + round, sum;
        coll_fill(own, count, check_rank, round);
        OK(MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD));
        for (int r = 0; r < check_size; r++)
            COLL_CHECK(all + (int64_t)r * count, count, r, 0, round);
        OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK_EQ(sum, check_size * (check_size - 1) / 2 + check_size * round);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
}

/* Fences, and locks with flushes; short and long data, and some with gaps at the origin. */
static void windows(int *own, int *all)
{
    MPI_Win win;
    int *part;
    MPI_Datatype pairs;
    OK(MPI_Type_vector(MOST / 8, 2, 4, MPI_INT, &pairs));
    OK(MPI_Type_commit(&pairs));
    OK(MPI_Win_allocate((MPI_Aint)sizeof(int) * MOST * check_size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win));
    for (int round = 0; round < 4; round++) {
        int count = round % 2 ? MOST : 3;
        coll_fill(own, count, check_rank, round);
        OK(MPI_Win_fence(0, win));
        for (int r = 0; r < check_size; r++)
            OK(MPI_Put(own, count, MPI_INT, r, (MPI_Aint)MOST * check_rank, count, MPI_INT, win));
        OK(MPI_Win_fence(0, win));
        for (int r = 0; r < check_size; r++)
            COLL_CHECK(part + (int64_t)MOST * r, count, r, 0, round);
        OK(MPI_Win_fence(0, win));
        OK(MPI_Win_lock_all(0, win));
        for (int r = 0; r < check_size; r++) {
            memset(all, 0, sizeof(int) * MOST);
            OK(MPI_Get(all, count, MPI_INT, r, (MPI_Aint)MOST * check_rank, count, MPI_INT, win));
            OK(MPI_Win_flush(r, win));
            COLL_CHECK(all, count, check_rank, 0, round);
            memset(all, 0, sizeof(int) * MOST);
            OK(MPI_Get(all, 1, pairs, r, (MPI_Aint)MOST * check_rank, MOST / 4, MPI_INT, win));
            OK(MPI_Win_flush(r, win));
            for (int i = 0; count == MOST && i < MOST / 4; i++)
                CHECK_EQ(all[i / 2 * 4 + i % 2], coll_value(check_rank, i, round));
        }
        OK(MPI_Win_unlock_all(win));
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Win_free(&win));
    OK(MPI_Type_free(&pairs));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    static const char *const names[] = {"collective_puts", "window_puts", "window_gets"};
    MPI_T_pvar_handle counters[3];
    for (int i = 0; i < 3; i++)
        counters[i] = mpit_open(session, names[i], MPI_T_PVAR_CLASS_COUNTER);
    int *own = coll_ints(MOST), *all = coll_ints((int64_t)MOST * check_size);
    collectives(own, all);
    windows(own, all);
    const char *network = getenv("FERRY_NETWORK");
    if (spans_nodes() && network && !strcmp(network, "rdma"))
        for (int i = 0; i < 3; i++)
            if (!mpit_read(session, counters[i]))
                FAIL("%s is 0", names[i]);
    free(own), free(all);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
