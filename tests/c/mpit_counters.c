// Performance variables count exactly what was sent, by transport, protocol and peer; levels and high-water marks follow the queues; sessions do
// not disturb each other.
// ranks: 1 2 3 4
// needs: ferry
#include "check.h"
#include "mpit.h"

enum { COUNTER = MPI_T_PVAR_CLASS_COUNTER, AGGREGATE = MPI_T_PVAR_CLASS_AGGREGATE, LEVEL = MPI_T_PVAR_CLASS_LEVEL };
enum { MARK = MPI_T_PVAR_CLASS_HIGHWATERMARK, SHORT = 24, LONG = 3000000, BUSY = 7 };

static MPI_T_pvar_session session;
static char large[LONG], other[LONG];

/* Sends `count` messages of `bytes` bytes around the ring. */
static void send_around(int count, int bytes)
{
    int next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    for (int i = 0; i < count; i++)
        OK(MPI_Sendrecv(large, bytes, MPI_BYTE, next, 1, other, bytes, MPI_BYTE, last, 1, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE));
}

static void counts_by_protocol(void)
{
    const char *ways[] = {"shm_eager", "shm_rendezvous", "self"};
    MPI_T_pvar_handle messages[3], bytes[3];
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s_messages", ways[i]);
        messages[i] = mpit_open(session, name, COUNTER);
        snprintf(name, sizeof name, "%s_bytes", ways[i]);
        bytes[i] = mpit_open(session, name, AGGREGATE);
    }
    send_around(13, SHORT);
    send_around(5, LONG);
    long long wanted[2][3] = {{13, 5, 0}, {13 * SHORT, 5 * LONG, 0}}, alone[2][3] = {{0, 0, 18}, {0, 0, 13 * SHORT + 5 * LONG}};
    for (int i = 0; i < 3; i++) {
        NOTE("%s", ways[i]);
        CHECK_EQ(mpit_read(session, messages[i]), (check_size > 1 ? wanted : alone)[0][i]);
        CHECK_EQ(mpit_read(session, bytes[i]), (check_size > 1 ? wanted : alone)[1][i]);
        OK(MPI_T_pvar_handle_free(session, &messages[i]));
        OK(MPI_T_pvar_handle_free(session, &bytes[i]));
        CHECK(messages[i] == MPI_T_PVAR_HANDLE_NULL);
    }
    NOTE("%s", "");
}

/* In a communicator of reverse order the array is in its order; it outlives the communicator. */
static void counts_by_peer(void)
{
    MPI_Comm reverse;
    MPI_T_pvar_handle handle;
    int count, next = (check_rank + 1) % check_size;
    unsigned long long sent[16];
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &reverse));
    int index = mpit_pvar("peer_eager_messages", COUNTER);
    OK(MPI_T_pvar_handle_alloc(session, index, &reverse, &handle, &count));
    CHECK_EQ(count, check_size);
    OK(MPI_Comm_free(&reverse));
    OK(MPI_T_pvar_start(session, handle));
    send_around(9, SHORT);
    OK(MPI_T_pvar_readreset(session, handle, sent));
    for (int rank = 0; rank < check_size; rank++)
        CHECK_EQ(sent[check_size - 1 - rank], rank == next ? 9 : 0);
    OK(MPI_T_pvar_read(session, handle, sent));
    for (int rank = 0; rank < check_size; rank++)
        CHECK_EQ(sent[rank], 0);
    OK(MPI_T_pvar_handle_free(session, &handle));
}

/* What one session starts, stops, writes or resets does not show in another. */
static void sessions(void)
{
    const char *name = check_size > 1 ? "shm_eager_messages" : "self_messages";
    MPI_T_pvar_session second;
    OK(MPI_T_pvar_session_create(&second));
    MPI_T_pvar_handle a = mpit_open(session, name, COUNTER), b;
    int count;
    OK(MPI_T_pvar_handle_alloc(second, mpit_pvar(name, COUNTER), NULL, &b, &count));
    send_around(2, SHORT);
    OK(MPI_T_pvar_start(second, MPI_T_PVAR_ALL_HANDLES));
    send_around(3, SHORT);
    CHECK_EQ(mpit_read(session, a), 5);
    CHECK_EQ(mpit_read(second, b), 3);
    OK(MPI_T_pvar_stop(second, b));
    OK(MPI_T_pvar_reset(session, a));
    send_around(4, SHORT);
    CHECK_EQ(mpit_read(session, a), 4);
    CHECK_EQ(mpit_read(second, b), 3);
    OK(MPI_T_pvar_write(second, b, &(unsigned long long){100}));
    OK(MPI_T_pvar_start(second, b));
    send_around(1, SHORT);
    CHECK_EQ(mpit_read(second, b), 101);
    unsigned long long value = 0;
    OK(MPI_T_pvar_readreset(second, b, &value));
    CHECK_EQ(value, 101);
    CHECK_EQ(mpit_read(second, b), 0);
    CHECK_EQ(mpit_read(session, a), 5);
    MPI_T_pvar_handle stale = b;
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_read(session, b, &value));
    OK(MPI_T_pvar_session_free(&second));
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_read(session, stale, &value));
    OK(MPI_T_pvar_handle_free(session, &a));
}

/* Progress, until the level is there. */
static void wait_for(MPI_T_pvar_handle level, unsigned long long wanted)
{
    int flag;
    double start = MPI_Wtime();
    while (mpit_read(session, level) != wanted) {
        if (MPI_Wtime() - start > 30)
            FAIL("the level is %llu, not %llu", mpit_read(session, level), wanted);
        OK(MPI_Iprobe(MPI_ANY_SOURCE, BUSY, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    }
}

static void unexpected(void)
{
    enum { EACH = 5, BYTES = 100 };
    unsigned long long all = (unsigned long long)EACH * (unsigned)check_size;
    MPI_T_pvar_handle level = mpit_open(session, "unexpected_messages", LEVEL);
    MPI_T_pvar_handle mark = mpit_open(session, "unexpected_messages", MARK);
    MPI_T_pvar_handle arrivals = mpit_open(session, "unexpected_messages", COUNTER);
    MPI_T_pvar_handle bytes = mpit_open(session, "unexpected_bytes", LEVEL);
    MPI_T_pvar_handle bytes_mark = mpit_open(session, "unexpected_bytes", MARK);
    MPI_T_pvar_handle budget = mpit_open(session, "unexpected_bytes", MPI_T_PVAR_CLASS_SIZE);
    CHECK_EQ(mpit_read(session, level), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    MPI_Request sends[EACH];
    for (int i = 0; i < EACH; i++)
        OK(MPI_Isend(large, BYTES, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &sends[i]));
    if (check_rank == 0) {
        wait_for(level, all);
        CHECK_EQ(mpit_read(session, mark), all);
        CHECK_EQ(mpit_read(session, arrivals), all);
        CHECK(mpit_read(session, bytes) >= all * BYTES);
        CHECK_EQ(mpit_read(session, bytes_mark), mpit_read(session, bytes));
        CHECK(mpit_read(session, budget) >= mpit_read(session, bytes));
        for (int i = 0; i < EACH * check_size; i++)
            OK(MPI_Recv(other, BYTES, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQ(mpit_read(session, level), 0);
        CHECK_EQ(mpit_read(session, bytes), 0);
        CHECK_EQ(mpit_read(session, mark), all);
        MPI_T_pvar_handle later = mpit_open(session, "unexpected_messages", MARK);
        CHECK_EQ(mpit_read(session, later), 0);
        CHECK_EQ(mpit_read(session, mark), all);
        CHECK(mpit_read(session, bytes_mark) >= all * BYTES);
        OK(MPI_T_pvar_reset(session, mark));
        CHECK_EQ(mpit_read(session, mark), 0);
    }
    OK(MPI_Waitall(EACH, sends, MPI_STATUSES_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static void requests(void)
{
    enum { POSTED = 6 };
    MPI_T_pvar_handle posted = mpit_open(session, "posted_receives", LEVEL);
    MPI_T_pvar_handle pending = mpit_open(session, "pending_operations", LEVEL);
    MPI_T_pvar_handle outstanding = mpit_open(session, "outstanding_requests", LEVEL);
    unsigned long long before[3] = {mpit_read(session, posted), mpit_read(session, pending), mpit_read(session, outstanding)};
    MPI_Request receives[POSTED];
    for (int i = 0; i < POSTED; i++)
        OK(MPI_Irecv(other, 1, MPI_BYTE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &receives[i]));
    CHECK_EQ(mpit_read(session, posted) - before[0], POSTED);
    CHECK_EQ(mpit_read(session, pending) - before[1], POSTED);
    CHECK_EQ(mpit_read(session, outstanding) - before[2], POSTED);
    for (int i = 0; i < POSTED; i++)
        OK(MPI_Cancel(&receives[i]));
    CHECK_EQ(mpit_read(session, posted), before[0]);
    CHECK_EQ(mpit_read(session, outstanding) - before[2], POSTED);
    OK(MPI_Waitall(POSTED, receives, MPI_STATUSES_IGNORE));
    CHECK_EQ(mpit_read(session, outstanding), before[2]);
}

/* Keeps rank 1 waiting. */
static void delay(double seconds)
{
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < seconds) {
    }
}

/* A rank that is kept waiting counts the time once it has stopped polling, and sleeps sooner or later: on a busy machine it may begin to wait when what it
 * waits for is there, and giving way may take long. */
static void waiting(void)
{
    MPI_T_pvar_handle time = mpit_open(session, "waiting_time", MPI_T_PVAR_CLASS_TIMER);
    MPI_T_pvar_handle naps = mpit_open(session, "naps", COUNTER);
    double waited = -1;
    OK(MPI_Barrier(MPI_COMM_WORLD));
    double start = MPI_Wtime();
    OK(MPI_T_pvar_reset(session, time));
    OK(MPI_T_pvar_read(session, time, &waited));
    CHECK(waited == 0);
    for (char is_over = check_rank > 1 || check_size == 1; !is_over;) {
        if (check_rank == 0) {
            delay(0.3);
            OK(MPI_Send(large, 1, MPI_BYTE, 1, 4, MPI_COMM_WORLD));
            OK(MPI_Recv(&is_over, 1, MPI_BYTE, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        } else {
            OK(MPI_Recv(other, 1, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            OK(MPI_T_pvar_read(session, time, &waited));
            double passed = MPI_Wtime() - start;
            if (waited > passed + 1e-3)
                FAIL("waited %g s of %g", waited, passed);
            is_over = waited >= 0.1 && mpit_read(session, naps) > 0;
            OK(MPI_Send(&is_over, 1, MPI_BYTE, 0, 4, MPI_COMM_WORLD));
        }
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static int direct_barriers(MPI_T_pvar_handle direct)
{
    MPI_Comm comm;
    int before = mpit_read(session, direct);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
    return mpit_read(session, direct) - before;
}

/* Calls that make no communicator take nothing from those that come about later, which use shared memory as before. */
static void communicators_that_do_not_come_about(void)
{
    MPI_T_pvar_handle direct = mpit_open(session, "collective_barrier_direct", COUNTER);
    MPI_Comm comm;
    int wanted = direct_barriers(direct), none = 0, weight = 1;
    CHECK_EQ(wanted, check_size > 1);
    for (int i = 0; i < 70; i++) {
        OK(MPI_Graph_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &comm));
        CHECK(comm == MPI_COMM_NULL);
        if (check_size == 1)
            continue;
        int dims = 1 + (check_rank == 1);
        ERR(MPI_ERR_NOT_SAME, MPI_Cart_create(MPI_COMM_WORLD, 1, &dims, &none, 0, &comm));
        /* Rank 1 alone has weights. */
        ERR(MPI_ERR_ARG, MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &check_rank, &weight, &check_rank,
                                               check_rank == 1 ? &weight : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    }
    CHECK_EQ(direct_barriers(direct), wanted);
    OK(MPI_T_pvar_handle_free(session, &direct));
}

int main(int argc, char **argv)
{
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    check_begin(&argc, &argv);
    OK(MPI_T_pvar_session_create(&session));
    counts_by_protocol();
    counts_by_peer();
    sessions();
    unexpected();
    requests();
    waiting();
    communicators_that_do_not_come_about();
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
