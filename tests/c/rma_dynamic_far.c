// Between nodes with RDMA, attached memory is put to and got from by the adapter, after the first access has brought the key; memory that is detached is an
// error and never stale, also when the address is attached again at once, with other sizes; detaching needs no call of the others.
// (tests/lab/run.sh runs this between nodes.)
// ranks: 2 4
// needs: ferry
#include "mpit.h"

enum { WORDS = 20000, ROUNDS = 6 };

/* The error class of a put of `count` words and a flush. */
static int put(MPI_Win win, int target, MPI_Aint at, const int *words, int count)
{
    int class, code;
    OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
    code = MPI_Put(words, count, MPI_INT, target, at, count, MPI_INT, win);
    if (code == MPI_SUCCESS)
        code = MPI_Win_flush(target, win);
    OK(MPI_Error_class(code, &class));
    OK(MPI_Win_unlock(target, win));
    return class;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int provided;
    MPI_T_pvar_session session;
    MPI_Win win;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle puts = mpit_open(session, "window_puts", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle gets = mpit_open(session, "window_gets", MPI_T_PVAR_CLASS_COUNTER);
    /* Ranks of the first half access those of the second, which are on other nodes in the lab. */
    int half = check_size / 2, target = check_rank + half, is_origin = check_rank < half;
    const char *network = getenv("FERRY_NETWORK");
    MPI_Comm node;
    int here;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(node, &here));
    OK(MPI_Comm_free(&node));
    int is_far = here <= half && network && !strcmp(network, "rdma") && !getenv("FERRY_RDMA_TRANSPORT");

    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    int *memory = calloc(WORDS, sizeof *memory), *words = calloc(WORDS, sizeof *words), *back = calloc(WORDS, sizeof *back);
    MPI_Aint *places = calloc((size_t)check_size, sizeof *places), place;
    OK(MPI_Get_address(memory, &place));
    OK(MPI_Allgather(&place, 1, MPI_AINT, places, 1, MPI_AINT, MPI_COMM_WORLD));
    for (int round = 0; round < ROUNDS; round++) {
        int count = round % 2 ? WORDS : 300 + round;
        NOTE("round %d", round);
        memset(memory, 0, sizeof *memory * WORDS);
        for (int i = 0; i < count; i++)
            words[i] = i + 1000 * round + check_rank;
        if (!is_origin)
            OK(MPI_Win_attach(win, memory, (MPI_Aint)sizeof(int) * count));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (is_origin) {
            CHECK_EQ(put(win, target, places[target], words, 1), MPI_SUCCESS);
            /* The key comes before the answer to a flush that was asked later. */
            CHECK_EQ(put(win, target, places[target], words, 1), MPI_SUCCESS);
            unsigned long long before = mpit_read(session, puts), got = mpit_read(session, gets);
            CHECK_EQ(put(win, target, places[target], words, count), MPI_SUCCESS);
            OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
            OK(MPI_Get(back, count, MPI_INT, target, places[target], count, MPI_INT, win));
            OK(MPI_Win_unlock(target, win));
            for (int i = 0; i < count; i++)
                CHECK_EQ(back[i], words[i]);
            CHECK_EQ(mpit_read(session, puts) - before, is_far);
            CHECK_EQ(mpit_read(session, gets) - got, is_far);
            CHECK_EQ(put(win, target, places[target], words, count + 1), MPI_ERR_RMA_RANGE);
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
        for (int i = 0; !is_origin && i < count; i++)
            CHECK_EQ(memory[i], i + 1000 * round + check_rank - half);
        if (!is_origin)
            OK(MPI_Win_detach(win, memory));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (is_origin && round % 3 == 0)
            CHECK_EQ(put(win, target, places[target], words, 1), MPI_ERR_RMA_RANGE);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    /* What is attached when the window is freed goes with it. */
    OK(MPI_Win_attach(win, memory, sizeof *memory * WORDS));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; is_origin && i < 3; i++)
        CHECK_EQ(put(win, target, places[target], words, 10), MPI_SUCCESS);
    OK(MPI_Win_free(&win));
    free(memory), free(words), free(back), free(places);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
